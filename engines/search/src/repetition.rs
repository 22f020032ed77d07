//! Detection of repetitions, in the game and in the line being searched.

use std::marker::PhantomData;

use boardgame::Claims;

struct KeyEntry {
    key: u64,
    /// Plies since the last irreversible move.
    reversible: usize,
}

/// The keys of all positions from the start of the game to the current node.
pub(crate) struct KeyHistory<P> {
    entries: Vec<KeyEntry>,
    /// The number of positions of the game itself; later ones belong to the search.
    root: usize,
    /// The number of occurrences that draws the game; `None` if repetition never does.
    limit: Option<usize>,
    position: PhantomData<fn(&P)>,
}

/// No rules require more occurrences for a draw.
const MAX_OCCURRENCES: usize = 6;

impl<P: Claims> KeyHistory<P> {
    /// The positions of a game so far.
    pub(crate) fn new(game: &boardgame::Game<P>) -> Self {
        let start = game.start();
        let draws = |&times: &usize| {
            start.outcome_of_repetition(times).is_some() || start.claim_of_repetition(times).is_some()
        };
        let limit = (2..=MAX_OCCURRENCES).find(draws);
        let mut keys = Self { entries: Vec::new(), root: 0, limit, position: PhantomData };
        keys.entries.push(KeyEntry { key: game.start().key(), reversible: 0 });
        let positions: Vec<&P> = game.positions().collect();
        for (pair, &mv) in positions.windows(2).zip(game.moves()) {
            keys.push(pair[0], mv, pair[1]);
        }
        keys.root = keys.entries.len();
        keys
    }

    #[inline]
    pub(crate) fn push(&mut self, before: &P, mv: P::Move, after: &P) {
        let reversible = match self.entries.last() {
            Some(last) if !before.is_irreversible(mv) => last.reversible + 1,
            _ => 0,
        };
        self.entries.push(KeyEntry { key: after.key(), reversible });
    }

    /// Adds the position after a null move: no earlier position can repeat.
    pub(crate) fn push_null_move(&mut self, after: &P) {
        self.entries.push(KeyEntry { key: after.key(), reversible: 0 });
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.entries.pop();
    }

    /// Whether the last move was irreversible.
    #[inline]
    pub(crate) fn is_after_irreversible_move(&self) -> bool {
        self.entries.last().is_some_and(|last| last.reversible == 0)
    }

    /// Whether the last position counts as a draw by repetition: it occurred before in the line being searched, or as
    /// often in the game as the rules require.
    pub(crate) fn is_repetition(&self) -> bool {
        let (Some(limit), Some(now)) = (self.limit, self.entries.last()) else { return false };
        let last = self.entries.len() - 1;
        let mut occurrences = 1;
        let mut back = 4;
        while back <= now.reversible {
            if self.entries[last - back].key == now.key {
                occurrences += 1;
                if last - back >= self.root || occurrences >= limit {
                    return true;
                }
            }
            back += 2;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardgame::{Color, Game, MoveList, Outcome, Position, PositionExt, Reason, Rule};

    /// Each player has a walker that steps back and forth, or jumps, which is irreversible.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Walkers {
        at: [i64; 2],
        turn: Color,
    }

    const JUMP: i64 = 100;
    const REPEATED: Reason = Reason { rule: Rule::Repetition, name: "threefold", article: "1" };

    impl Claims for Walkers {}

    impl Position for Walkers {
        type Move = i64;
        type Rules = ();

        fn rules(&self) -> Self::Rules {}

        fn start_of((): ()) -> Self {
            Self { at: [0, 0], turn: Color::White }
        }

        fn turn(&self) -> Color {
            self.turn
        }

        fn key(&self) -> u64 {
            (self.at[0] * 1_000 + self.at[1]) as u64 * 2 + self.turn as u64
        }

        fn repeats(&self, earlier: &Self) -> bool {
            self == earlier
        }

        fn legal_moves_into(&self, list: &mut MoveList<i64>) {
            list.clear();
            [1, -1, JUMP, -JUMP].into_iter().for_each(|step| list.push(step));
        }

        fn play_unchecked(&mut self, step: i64) {
            self.at[self.turn as usize] += step;
            self.turn = !self.turn;
        }

        fn outcome(&self) -> Option<(Outcome, Reason)> {
            None
        }

        fn outcome_of_repetition(&self, times: usize) -> Option<(Outcome, Reason)> {
            (times >= 3).then_some((Outcome::Draw, REPEATED))
        }

        fn is_irreversible(&self, step: i64) -> bool {
            step.abs() == JUMP
        }
    }

    /// For every position of a line, whether it is a repetition after these moves of the game.
    fn repetitions(game_moves: &[i64], line: &[i64]) -> Vec<bool> {
        let mut game = Game::<Walkers>::default();
        game_moves.iter().for_each(|&step| game.play_on(step).expect("legal"));
        let (mut keys, mut position) = (KeyHistory::new(&game), game.position().clone());
        let mut found = Vec::new();
        for &step in line {
            let before = position.clone();
            position.play_unchecked(step);
            keys.push(&before, step, &position);
            found.push(keys.is_repetition());
            // Popping a position leaves no trace.
            keys.pop();
            keys.push(&before, step, &position);
            assert_eq!(keys.is_repetition(), found[found.len() - 1]);
        }
        found
    }

    const ROUND: [i64; 4] = [1, 1, -1, -1];

    #[test]
    fn a_position_of_the_line_is_a_draw_when_it_occurs_again() {
        // The position that occurs again belongs to the game.
        assert_eq!(repetitions(&[], &ROUND), [false; 4]);
        // After four, six and eight plies, and never before.
        for line in [&[1, 1, 1, -1, -1][..], &[1, 2, 1, -1, 1, -1, -2], &[1, 1, 1, 2, 1, -1, -1, -2, -1]] {
            let mut expected = vec![false; line.len()];
            expected[line.len() - 1] = true;
            assert_eq!(repetitions(&[], line), expected, "{line:?}");
        }
    }

    #[test]
    fn positions_of_the_game_count_as_often_as_the_rules_require() {
        assert_eq!(repetitions(&ROUND, &ROUND), [false, false, false, true], "the third time");
        let twice = [ROUND, ROUND].concat();
        assert_eq!(repetitions(&[], &twice)[3..], [false, true, true, true, true]);
        // The game returned to its start by a jump, so the start does not count.
        assert_eq!(repetitions(&[1, JUMP, -1, -JUMP], &ROUND), [false; 4]);
    }

    #[test]
    fn nothing_repeats_across_an_irreversible_move() {
        assert_eq!(repetitions(&[], &[1, JUMP, -1, 1, 1, -1])[5..], [true]);
        assert_eq!(repetitions(&[], &[1, 1, JUMP, -1, 1, -1, -1]), [false; 7]);
    }

    #[test]
    fn nothing_repeats_across_a_null_move() {
        let mut keys = KeyHistory::new(&Game::<Walkers>::default());
        let mut position = Walkers::start();
        let mut play = |keys: &mut KeyHistory<Walkers>, step: i64| {
            let before = position.clone();
            position.play_unchecked(step);
            keys.push(&before, step, &position);
            position.clone()
        };
        for step in [1, 1, -1] {
            play(&mut keys, step);
        }
        let after = play(&mut keys, -1);
        keys.push_null_move(&after);
        assert!(!keys.is_repetition());
        for step in ROUND {
            assert!(!keys.is_repetition());
            play(&mut keys, step);
        }
        assert!(keys.is_repetition(), "the position after the null move has occurred again");
    }
}
