//! Random openings that a short search finds balanced.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::thread;

use boardgame::testing::Random;
use catalog::{AnyGame, GameId, PositionText};
use engine::{Limits, Player, STACK_SIZE, player};

use crate::all_positions::AllPositions;
use crate::error::OpeningsError;
use crate::opening::Opening;
use crate::source::{OpeningBalance, shuffled};

/// Random openings. Each number has first plies of its own, as long as there are enough of them: two numbers cannot give the
/// same opening.
pub(crate) struct RandomOpenings {
    game: GameId,
    plies: u16,
    balance: Option<OpeningBalance>,
    seed: u64,
    /// How games begin: the first plies.
    first: AllPositions,
    /// Their order, by the seed.
    order: Vec<u32>,
    /// Players that do not search now.
    players: Mutex<Vec<Box<dyn Player>>>,
}

/// So many positions are enough to begin with; four plies of chess have more, and seven of English draughts.
const ENOUGH: usize = 20_000;

/// Beginnings that one number may try.
const BEGINNINGS: usize = 8;

/// Ways to go on from each of them.
const TRIES: usize = 3;

/// The table of the player: a short search needs no more.
const MEGABYTES: usize = 1;

impl RandomOpenings {
    pub(crate) fn new(
        game: GameId,
        plies: u16,
        balance: Option<OpeningBalance>,
        seed: u64,
    ) -> Result<Self, OpeningsError> {
        // The last plies are free: they give more ways than there are beginnings.
        let first = AllPositions::enough(game, plies.saturating_sub(1).max(1), ENOUGH)?;
        let order = shuffled(first.len(), seed);
        Ok(Self { game, plies, balance, seed, first, order, players: Mutex::default() })
    }

    /// The first candidate that is balanced, or the one that is nearest to it.
    pub(crate) fn get(&self, number: u64) -> Result<Opening, OpeningsError> {
        let mut random = Random::new(self.seed);
        let mut random = Random::new(random.number() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut nearest: Option<(u32, Opening)> = None;
        for beginning in self.beginnings(number) {
            for _ in 0..TRIES {
                let Some(played) = self.extended(beginning, &mut random) else { continue };
                let opening = Opening::of(&*played);
                let Some(balance) = self.balance else { return Ok(opening) };
                let advantage = self.advantage(&*played, balance.nodes)?;
                if advantage <= balance.most {
                    return Ok(opening);
                }
                if nearest.as_ref().is_none_or(|(least, _)| advantage < *least) {
                    nearest = Some((advantage, opening));
                }
            }
        }
        // Where every try ends the game, the beginning alone is an opening too.
        let first = || self.first.get(self.beginnings(number).next().unwrap_or_default());
        Ok(nearest.map_or_else(first, |(_, opening)| opening))
    }

    /// The beginnings that belong to a number: no other has them before all are used up.
    fn beginnings(&self, number: u64) -> impl Iterator<Item = usize> {
        let blocks = (self.order.len() / BEGINNINGS).max(1) as u64;
        let first = (number % blocks) as usize * BEGINNINGS;
        self.order.iter().skip(first).take(BEGINNINGS).map(|&index| index as usize)
    }

    /// The game after a beginning and random moves; `None` if it ends before.
    fn extended(&self, beginning: usize, random: &mut Random) -> Option<Box<dyn AnyGame>> {
        let mut played = self.first.get(beginning).play(self.game).ok()?;
        while played.plies() < usize::from(self.plies) {
            let count = played.count_legal();
            played.play(random.below(count)).ok()?;
        }
        played.outcome().is_none().then_some(played)
    }

    /// The advantage of either side in hundredths of a pawn or man.
    fn advantage(&self, played: &dyn AnyGame, nodes: u64) -> Result<u32, OpeningsError> {
        let idle = || self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let mut player = idle().pop().unwrap_or_else(|| player(self.game, MEGABYTES, 1));
        let fen = played.fen();
        let search = || {
            // What was searched before must not change what is found.
            player.clear();
            let is_set = player.set_position(&PositionText::at(&fen)).is_ok();
            is_set.then(|| player.best_move(Limits::nodes(nodes)).score.centipawns().unsigned_abs())
        };
        let found = thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, search);
            thread.map(|thread| thread.join())
        });
        match found.map_err(OpeningsError::Thread)? {
            Ok(score) => {
                idle().push(player);
                Ok(score.unwrap_or(u32::MAX))
            }
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

impl fmt::Debug for RandomOpenings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, plies, balance, seed, .. } = self;
        let mut debug = f.debug_struct("RandomOpenings");
        debug.field("game", game).field("plies", plies).field("balance", balance).field("seed", seed);
        debug.finish_non_exhaustive()
    }
}
