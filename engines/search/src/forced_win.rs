//! Forced wins by exhaustive search: a search that prunes moves cannot prove that there is none.

use boardgame::{Color, MoveList, Outcome, Position};

use crate::control::Control;

/// The shortest forced win of the side to move within this many plies, against the longest defense. Only `moves` are tried
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_tree::Tree;

    fn solve(text: &str, moves: &[usize], plies: u32, control: &Control) -> Option<Vec<usize>> {
        forced_win(&Tree::new(text), moves, plies, control)
    }

    #[test]
    fn the_shortest_win_against_the_longest_defense_is_found() {
        for (tree, moves, plies, line) in [
            ("(B=W)", &[][..], 1, Some(vec![2])),
            ("(B=)", &[], 9, None),
            // A win at once is shorter than the one that is listed first.
            ("(((W))W)", &[], 3, Some(vec![1])),
            ("(((W))W)", &[0], 3, Some(vec![0, 0, 0])),
            ("(((W))W)", &[0], 2, None),
            ("(((W))W)", &[0], 0, None),
            // One reply draws or wins for Black, or is not the end.
            ("(((W)=))", &[], 9, None),
            ("(((W)B))", &[], 9, None),
            ("(((W)(=)))", &[], 9, None),
            // The reply itself can lose.
            ("((W))", &[], 1, None),
            ("((W))", &[], 2, None),
            ("((W))", &[], 3, Some(vec![0, 0])),
            // The longest defense, and the first of equally long ones.
            ("(((W)(((W)))(((W)))W))", &[], 5, Some(vec![0, 1, 0, 0, 0])),
            ("(((W)(((W)))(((W)))W))", &[], 4, None),
            ("(((W)(W)))", &[], 3, Some(vec![0, 0, 0])),
        ] {
            assert_eq!(solve(tree, moves, plies, &Control::default()), line, "{tree} {moves:?} {plies}");
        }
    }

    #[test]
    fn a_stopped_search_proves_nothing_beyond_the_first_move() {
        let control = Control::default();
        control.stop();
        assert_eq!(solve("(((W)))", &[], 3, &control), None);
        assert_eq!(solve("(=W)", &[], 3, &control), Some(vec![1]));
    }
}
