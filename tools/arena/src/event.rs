//! What happens in a match, for those who watch.

use boardgame::Color;
use catalog::AnyGame;
use openings::Opening;

use crate::played_game::{EngineFault, PlayedGame, PlayedMove};
use crate::schedule::Pair;
use crate::standings::Standings;

/// What happens in a match.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum MatchEvent<'a> {
    /// A game begins.
    GameBegan {
        /// The place where it is played: below the number of games that are played at the same time.
        slot: usize,
        /// Its pair.
        pair: &'a Pair,
        /// 0 for the first game of the pair, 1 for the second.
        game: u8,
        /// Its opening.
        opening: &'a Opening,
    },
    /// An engine has moved.
    Moved {
        /// The place where it is played.
        slot: usize,
        /// Who moved.
        mover: Color,
        /// The move.
        mv: &'a PlayedMove,
        /// The game after it.
        game: &'a dyn AnyGame,
    },
    /// An engine has made a fault, which ends its game.
    Faulted {
        /// The place where it is played.
        slot: usize,
        /// The fault.
        fault: &'a EngineFault,
    },
    /// A game is finished, and stored: it counts.
    GameFinished {
        /// The game.
        game: &'a PlayedGame,
        /// The standings with it.
        standings: &'a Standings,
    },
    /// Something to know that does not stop the match.
    Warning {
        /// What.
        text: &'a str,
    },
}

/// Who watches a match. Called from all threads that play: do little, and do not wait.
pub trait MatchObserver: Sync {
    /// Something has happened.
    fn observe(&self, event: &MatchEvent<'_>);
}

/// Nobody watches.
impl MatchObserver for () {
    fn observe(&self, _: &MatchEvent<'_>) {}
}
