//! Forced wins, found by looking at every move: a search that leaves moves out cannot say that there is none.

use boardgame::{Color, MoveList, Outcome, Position};

use crate::control::Control;

/// The moves of a forced win of the side to move within so many plies, the shortest one, against the longest defense; all
/// first moves are tried if `moves` is empty. Nothing if there is none, or the control was stopped before one was found.
pub(crate) fn forced_win<P: Position>(
    position: &P,
    moves: &[P::Move],
    plies: u32,
    control: &Control,
) -> Option<Vec<P::Move>> {
    (1..=plies).step_by(2).find_map(|plies| attack(position, moves, plies, control))
}

/// The side to move has a move that wins.
fn attack<P: Position>(
    position: &P,
    moves: &[P::Move],
    plies: u32,
    control: &Control,
) -> Option<Vec<P::Move>> {
    if let Some(is_won) = is_won_by(position, position.turn()) {
        return is_won.then(Vec::new);
    }
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    list.iter().filter(|mv| moves.is_empty() || moves.contains(mv)).find_map(|&mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let mut line = defend(&next, !position.turn(), plies.checked_sub(1)?, control)?;
        line.insert(0, mv);
        Some(line)
    })
}

/// All moves of the side to move lose.
fn defend<P: Position>(position: &P, side: Color, plies: u32, control: &Control) -> Option<Vec<P::Move>> {
    if let Some(is_won) = is_won_by(position, !side) {
        return is_won.then(Vec::new);
    }
    if plies == 0 || control.is_stopped() {
        return None;
    }
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    let mut longest: Option<Vec<_>> = None;
    for &mv in &list {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let mut line = attack(&next, &[], plies - 1, control)?;
        line.insert(0, mv);
        if longest.as_ref().is_none_or(|longest| line.len() > longest.len()) {
            longest = Some(line);
        }
    }
    longest
}

/// Whether a side has won, if the game is over here.
fn is_won_by<P: Position>(position: &P, side: Color) -> Option<bool> {
    position.outcome().map(|(outcome, _)| outcome == Outcome::Win(side))
}
