//! Checks of invariants that hold for every game, for tests and fuzz targets.

use crate::{Countable, Game, MoveList, MoveStyle, Notation, Outcome, Position, PositionExt, Reading};

/// Checks the invariants of a position. Skips positions above the work limit.
///
/// # Panics
///
/// If an invariant is broken; the message shows the position.
pub fn check_position<P: Notation + Countable>(position: &P) {
    let mut list = MoveList::new();
    if position.try_legal_moves_into(&mut list).is_err() {
        return;
    }
    let fen = position.to_fen();
    check_list(position, &list, &fen);
    check_outcome(position, &list, &fen);
    check_successors(position, &list, &fen);
    check_fen(position, &fen);
    for style in [MoveStyle::Protocol, MoveStyle::Record, MoveStyle::Full] {
        check_texts(position, &list, style, &fen);
    }
}

/// Moves are unique, and counting agrees with listing.
fn check_list<P: Notation + Countable>(position: &P, list: &[P::Move], fen: &str) {
    for (index, mv) in list.iter().enumerate() {
        assert!(!list[..index].contains(mv), "{mv:?} is listed twice in {fen}");
    }
    assert_eq!(position.count_legal(), list.len(), "moves counted and listed in {fen}");
}

/// A position without legal moves is decided, and a won position has no legal moves.
fn check_outcome<P: Notation + Countable>(position: &P, list: &[P::Move], fen: &str) {
    match position.outcome() {
        None => assert!(!list.is_empty(), "no legal move and no outcome in {fen}"),
        Some((Outcome::Win(_), reason)) => assert!(list.is_empty(), "won by {reason}, yet moves in {fen}"),
        Some((Outcome::Draw, _)) => {}
    }
}

/// Successors made directly equal those made by playing; every move passes the turn and changes the position.
fn check_successors<P: Notation + Countable>(position: &P, list: &[P::Move], fen: &str) {
    let played = list.iter().map(|&mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        assert_eq!(next.turn(), !position.turn(), "the turn does not pass by {mv:?} in {fen}");
        assert!(!next.repeats(position), "{mv:?} changes nothing in {fen}");
        assert!(position.count_routes(mv) >= 1, "no route for {mv:?} in {fen}");
        next
    });
    let mut expected: Vec<P> = played.collect();
    position.for_each_successor(|successor| {
        let place = expected.iter().position(|known| known == successor);
        let place =
            place.unwrap_or_else(|| panic!("successor {} of {fen} not by a move", successor.to_fen()));
        expected.swap_remove(place);
    });
    assert!(expected.is_empty(), "successors of {fen} are missing: {expected:?}");
}

/// A position and its key survive writing and reading.
fn check_fen<P: Notation + Countable>(position: &P, fen: &str) {
    let rebuilt = P::read_fen(position.rules(), fen, Reading::Strict);
    let rebuilt = rebuilt.unwrap_or_else(|error| panic!("own text {fen} is refused: {error}"));
    assert_eq!(rebuilt.to_fen(), fen, "another text after reading");
    assert_eq!(rebuilt.turn(), position.turn(), "another side to move after reading {fen}");
    assert!(rebuilt.repeats(position), "another position after reading {fen}");
    assert_eq!(rebuilt.key(), position.key(), "another key after reading {fen}");
}

/// Every move has a unique text, which is read as that move.
fn check_texts<P: Notation + Countable>(position: &P, list: &[P::Move], style: MoveStyle, fen: &str) {
    let mut texts: Vec<String> = list.iter().map(|&mv| position.write_move(mv, style)).collect();
    assert_eq!(texts, position.write_moves(list, style), "{}", position.to_fen());
    for (&mv, text) in list.iter().zip(&texts) {
        match position.read_move(text, style) {
            Ok(read) => assert_eq!(read, mv, "{text} is read as another move in {fen}"),
            Err(error) => panic!("own text {text} is refused in {fen}: {error}"),
        }
    }
    texts.sort_unstable();
    for pair in texts.windows(2) {
        assert_ne!(pair[0], pair[1], "two moves with one text in {fen}");
    }
}

/// Checks that the repetition count of a game, which stops at irreversible moves, misses nothing.
///
/// # Panics
///
/// If an earlier occurrence was missed.
pub fn check_history<P: Position>(game: &Game<P>) {
    let all = game.positions().filter(|position| game.position().repeats(position)).count();
    assert_eq!(game.occurrences(), all, "occurrences of {:?}", game.position());
}

/// Plays random legal moves from the start and calls `visit` with each position, the start included.
///
/// It ignores draw rules and ends after `plies` moves, or when there is no legal move.
pub fn random_playout<P: Position<Rules: Default>>(seed: u64, plies: usize, visit: impl FnMut(&P)) {
    random_playout_from(P::start(), seed, plies, visit);
}

/// Like [`random_playout`], from a given position.
pub fn random_playout_from<P: Position>(start: P, seed: u64, plies: usize, mut visit: impl FnMut(&P)) {
    let mut random = Random::new(seed);
    let mut position = start;
    let mut list = MoveList::new();
    visit(&position);
    for _ in 0..plies {
        if position.try_legal_moves_into(&mut list).is_err() || list.is_empty() {
            return;
        }
        position.play_unchecked(list[random.below(list.len())]);
        visit(&position);
    }
}

/// A small random number generator (splitmix64). The same seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, or 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        // The high half of the product is as uniform as a remainder and needs no division.
        ((u128::from(self.number()) * end as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn random_numbers_are_the_same_everywhere() {
        let mut random = Random::new(1);
        // The published first output of splitmix64 with seed 1 is 0x910a2dec89025cc1.
        assert_eq!(random.number(), 0x910a_2dec_8902_5cc1);
        assert_eq!(random.below(0), 0);
        assert!((0..100).all(|_| random.below(1) == 0));
        let drawn: BTreeSet<usize> = (0..100).map(|_| random.below(7)).collect();
        assert_eq!(drawn, (0..7).collect(), "every number below the end comes up");
    }
}
