//! Forced wins by exhaustive search: a search that prunes moves cannot prove that there is none.

use boardgame::{Color, MoveList, Outcome, Position};

use crate::control::Control;

/// The shortest forced win of the side to move within so many plies, against the longest defense. Only `moves` are tried
/// at the root, or all if it is empty. `None` if there is no forced win or the search was stopped.
pub(crate) fn forced_win<P: Position>(
    position: &P,
    moves: &[P::Move],
    plies: u32,
    control: &Control,
) -> Option<Vec<P::Move>> {
    (1..=plies).step_by(2).find_map(|plies| attack(position, moves, plies, control))
}

/// Finds a move that wins for the side to move.
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

/// Tries all moves of the side to move; `None` if one does not lose.
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

/// Whether a side has won, if the game is over.
fn is_won_by<P: Position>(position: &P, side: Color) -> Option<bool> {
    position.outcome().map(|(outcome, _)| outcome == Outcome::Win(side))
}
