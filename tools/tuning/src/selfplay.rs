//! Self-play games for tuning.

use boardgame::{Color, Game, MoveList, Outcome, Position, PositionExt};
use chess::{Chess, Standard};
use eval::ChessKnowledge;
use search::{Control, Knowledge, Limits, Searcher};

/// The least and most random moves at the start of a game.
const OPENING: (u64, u64) = (6, 11);
/// Openings with a larger advantage are not played.
const UNFAIR: i32 = 250;
/// The advantage at which a game is adjudicated.
const RESIGNED: i32 = 1_500;
const MAX_PLIES: usize = 300;
const MEGABYTES: usize = 4;

/// The samples of a game.
pub(crate) struct Played {
    /// Quiet positions with their search scores, for White.
    pub(crate) positions: Vec<(Chess, i32)>,
    /// 1, 0.5 or 0 for White.
    pub(crate) result: f32,
}

/// A pseudorandom number generator (SplitMix64): the same seed gives the same games.
pub(crate) struct Random(u64);

impl Random {
    /// The stream of one thread. Seed and thread are mixed first: states that differ by a multiple of the increment would
    /// give the same stream, shifted.
    pub(crate) fn new(seed: u64, thread: u64) -> Self {
        Self(mixed(mixed(seed).wrapping_add(thread)))
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(INCREMENT);
        mixed(self.0) % limit.max(1)
    }
}

const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of SplitMix64.
fn mixed(state: u64) -> u64 {
    let state = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ state >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ state >> 31
}

/// Plays one game.
pub(crate) fn play(nodes: u64, random: &mut Random) -> Played {
    let mut searcher = Searcher::new(ChessKnowledge::<Standard>::default(), MEGABYTES, 1);
    let request = Limits::nodes(nodes).into();
    let control = Control::default();
    let mut game = open(random);
    let mut played = Played { positions: Vec::new(), result: 0.5 };
    let mut lost_for = (0, Color::White);
    for ply in 0..MAX_PLIES {
        if let Some((outcome, _)) = game.outcome() {
            played.result = value(outcome);
            return played;
        }
        if !game.claims().is_empty() {
            return played;
        }
        let found = searcher.search(&game, &request, &control, |_| {});
        let Some(best) = found.best else { return played };
        let position = *game.position();
        let sign = if position.turn() == Color::White { 1 } else { -1 };
        let score = sign * found.score.centipawns();
        if ply == 0 && score.abs() > UNFAIR {
            // Try another opening.
            return play(nodes, random);
        }
        let is_quiet = !position.is_check() && !ChessKnowledge::<Standard>::is_tactical(&position, best);
        if is_quiet && !found.score.is_decisive() {
            played.positions.push((position, score));
        }
        let winner = if score > 0 { Color::White } else { Color::Black };
        lost_for = match lost_for {
            (plies, side) if score.abs() >= RESIGNED && (plies == 0 || side == winner) => (plies + 1, winner),
            _ => (0, winner),
        };
        if lost_for.0 >= 4 {
            played.result = value(Outcome::Win(winner));
            return played;
        }
        if game.play(best).is_err() {
            return played;
        }
    }
    played
}

/// A game after some random moves.
fn open(random: &mut Random) -> Game<Chess> {
    loop {
        let mut game = Game::new(Chess::start());
        let plies = OPENING.0 + random.below(OPENING.1 - OPENING.0 + 1);
        for _ in 0..plies {
            let mut list = MoveList::new();
            game.position().legal_moves_into(&mut list);
            if list.is_empty() {
                break;
            }
            let mv = list[random.below(list.len() as u64) as usize];
            if game.play(mv).is_err() {
                break;
            }
        }
        if game.outcome().is_none() && game.moves().len() as u64 == plies {
            return game;
        }
    }
}

fn value(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win(Color::White) => 1.0,
        Outcome::Win(Color::Black) => 0.0,
        Outcome::Draw => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn threads_share_no_games() {
        let mut openings = HashSet::new();
        for seed in 1..=2 {
            for thread in 0..8 {
                let mut random = Random::new(seed, thread);
                for number in 0..100 {
                    let game = open(&mut random);
                    assert!(
                        openings.insert(game.moves().to_vec()),
                        "game {number} of thread {thread}, seed {seed}"
                    );
                }
            }
        }
    }
}
