//! The positions from the start of the game to the node being searched, for repetitions.

use std::marker::PhantomData;

use boardgame::Position;

struct Step {
    key: u64,
    /// Plies since the last move that cannot be taken back.
    reversible: usize,
}

pub(crate) struct Path<P> {
    steps: Vec<Step>,
    /// Steps of the game itself; later ones belong to the search.
    root: usize,
    /// Occurrences that draw the game.
    limit: Option<usize>,
    position: PhantomData<fn(&P)>,
}

/// No rule asks for more occurrences.
const MOST_OCCURRENCES: usize = 6;

impl<P: Position> Path<P> {
    /// The path of a game up to its position now.
    pub(crate) fn new(game: &boardgame::Game<P>) -> Self {
        let start = game.start();
        let draws = |&times: &usize| {
            start.outcome_of_repetition(times).is_some() || start.claim_of_repetition(times).is_some()
        };
        let limit = (2..=MOST_OCCURRENCES).find(draws);
        let mut path = Self { steps: Vec::new(), root: 0, limit, position: PhantomData };
        path.steps.push(Step { key: game.start().key(), reversible: 0 });
        let positions: Vec<&P> = game.positions().collect();
        for (pair, &mv) in positions.windows(2).zip(game.moves()) {
            path.push(pair[0], mv, pair[1]);
        }
        path.root = path.steps.len();
        path
    }

    #[inline]
    pub(crate) fn push(&mut self, before: &P, mv: P::Move, after: &P) {
        let reversible = match self.steps.last() {
            Some(last) if !before.is_irreversible(mv) => last.reversible + 1,
            _ => 0,
        };
        self.steps.push(Step { key: after.key(), reversible });
    }

    /// A passed turn: nothing before it can repeat.
    pub(crate) fn push_pass(&mut self, after: &P) {
        self.steps.push(Step { key: after.key(), reversible: 0 });
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.steps.pop();
    }

    /// Whether the last position is a draw by repetition: it has come up in this line before, where both
    /// sides could do so again, or often enough in the game.
    pub(crate) fn is_repetition(&self) -> bool {
        let (Some(limit), Some(now)) = (self.limit, self.steps.last()) else { return false };
        let last = self.steps.len() - 1;
        let mut occurrences = 1;
        let mut back = 4;
        while back <= now.reversible {
            if self.steps[last - back].key == now.key {
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
    use boardgame::{Color, Game, MoveList, Outcome, Reason, Rule};

    /// Each player has a walker that goes forth and back, or jumps, which cannot be taken back.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Walkers {
        at: [i64; 2],
        turn: Color,
    }

    const JUMP: i64 = 100;
    const REPEATED: Reason = Reason { rule: Rule::Repetition, name: "threefold", article: "1" };

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

    /// Whether every position of a line is a repetition, after these moves of the game itself.
    fn repetitions(game_moves: &[i64], line: &[i64]) -> Vec<bool> {
        let mut game = Game::<Walkers>::default();
        game_moves.iter().for_each(|&step| game.play_on(step).expect("legal"));
        let (mut path, mut position) = (Path::new(&game), game.position().clone());
        let mut found = Vec::new();
        for &step in line {
            let before = position.clone();
            position.play_unchecked(step);
            path.push(&before, step, &position);
            found.push(path.is_repetition());
            // What is taken back leaves no trace.
            path.pop();
            path.push(&before, step, &position);
            assert_eq!(path.is_repetition(), found[found.len() - 1]);
        }
        found
    }

    const ROUND: [i64; 4] = [1, 1, -1, -1];

    #[test]
    fn a_position_of_the_line_is_a_draw_when_it_comes_up_again() {
        // The first position that comes up again is the one now, which belongs to the game.
        assert_eq!(repetitions(&[], &ROUND), [false; 4]);
        // After four, six and eight plies, and never before.
        for line in [&[1, 1, 1, -1, -1][..], &[1, 2, 1, -1, 1, -1, -2], &[1, 1, 1, 2, 1, -1, -1, -2, -1]] {
            let mut expected = vec![false; line.len()];
            expected[line.len() - 1] = true;
            assert_eq!(repetitions(&[], line), expected, "{line:?}");
        }
    }

    #[test]
    fn positions_of_the_game_count_as_often_as_the_rules_ask_for() {
        assert_eq!(repetitions(&ROUND, &ROUND), [false, false, false, true], "the third time");
        let twice = [ROUND, ROUND].concat();
        assert_eq!(repetitions(&[], &twice)[3..], [false, true, true, true, true]);
        // The game came back to its start by a jump, so that the start does not count.
        assert_eq!(repetitions(&[1, JUMP, -1, -JUMP], &ROUND), [false; 4]);
    }

    #[test]
    fn nothing_repeats_across_a_move_that_cannot_be_taken_back() {
        assert_eq!(repetitions(&[], &[1, JUMP, -1, 1, 1, -1])[5..], [true]);
        assert_eq!(repetitions(&[], &[1, 1, JUMP, -1, 1, -1, -1]), [false; 7]);
    }

    #[test]
    fn nothing_repeats_across_a_passed_turn() {
        let mut path = Path::new(&Game::<Walkers>::default());
        let mut position = Walkers::start();
        let mut play = |path: &mut Path<Walkers>, step: i64| {
            let before = position.clone();
            position.play_unchecked(step);
            path.push(&before, step, &position);
            position.clone()
        };
        for step in [1, 1, -1] {
            play(&mut path, step);
        }
        let after = play(&mut path, -1);
        path.push_pass(&after);
        assert!(!path.is_repetition());
        for step in ROUND {
            assert!(!path.is_repetition());
            play(&mut path, step);
        }
        assert!(path.is_repetition(), "the position after the pass has come up again");
    }
}
