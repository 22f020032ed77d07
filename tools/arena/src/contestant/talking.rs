//! Engines that talk line by line: how they think, and how they ponder on the reply that they expect.

use std::time::{Duration, Instant};

use boardgame::Color;
use client::EngineError;

use crate::clocks::MoveLimits;
use crate::contestant::{
    Answer, Beginning, Contestant, Failure, Place, STOP_PATIENCE, after_move, failure, with_moves,
};
use crate::played_game::EngineScore;

/// What UCI and Hub say differently.
pub(super) trait TalkingEngine: Send {
    /// Prepares for a new game.
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), EngineError>;

    /// Sets a position: the one that the game began with, and the moves since then.
    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), EngineError>;

    /// Searches the position, or goes on with the search that it ponders with.
    fn search(&mut self, is_hit: bool, mover: Color, limits: &MoveLimits) -> Result<Found, Failure>;

    /// Ponders on the position.
    fn ponder(&mut self, mover: Color, limits: &MoveLimits) -> Result<(), EngineError>;

    /// Stops pondering.
    fn stop_within(&mut self, patience: Duration) -> Result<(), EngineError>;

    /// Waits until everything that was said has been heard.
    fn synchronize(&mut self) -> Result<(), EngineError>;

    /// The last lines of the conversation.
    fn last_lines(&self) -> Vec<String>;
}

/// What a search has found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// `None` if the engine knows no move.
    pub(super) mv: Option<String>,
    /// The reply that it expects.
    pub(super) expected: Option<String>,
    pub(super) score: Option<EngineScore>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

pub(super) struct Talker<E> {
    engine: E,
    ponders: bool,
    /// The moves up to the one that it expects, while it ponders.
    pondering: Option<Vec<String>>,
}

impl<E: TalkingEngine> Talker<E> {
    pub(super) fn new(engine: E, ponders: bool) -> Self {
        Self { engine, ponders, pondering: None }
    }

    /// Ends pondering on another move than the one that came. Returns whether the engine ponders on the right one.
    fn stop_unless(&mut self, moves: &[String]) -> Result<bool, Failure> {
        match self.pondering.take() {
            None => Ok(false),
            Some(expected) if expected == moves => Ok(true),
            Some(_) => self.engine.stop_within(STOP_PATIENCE).map(|()| false).map_err(failure),
        }
    }

    /// Starts to ponder on the reply that the engine expects, with the clocks as they are after its move.
    fn ponder(
        &mut self,
        place: &Place<'_>,
        limits: &MoveLimits,
        time: Duration,
        [best, expected]: [&str; 2],
    ) -> Result<(), Failure> {
        let limits = after_move(limits, place.mover, time);
        let moves = with_moves(place.moves, [best, expected]);
        let set = self.engine.set_position(place.fen, &moves);
        set.and_then(|()| self.engine.ponder(place.mover, &limits)).map_err(failure)?;
        self.pondering = Some(moves);
        Ok(())
    }
}

impl<E: TalkingEngine> Contestant for Talker<E> {
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Failure> {
        self.engine.begin(beginning).map_err(failure)
    }

    fn think(&mut self, place: Place<'_>, limits: &MoveLimits) -> Result<Answer, Failure> {
        let is_hit = self.stop_unless(place.moves)?;
        if !is_hit {
            self.engine.set_position(place.fen, place.moves).map_err(failure)?;
        }
        let begin = Instant::now();
        let Found { mv, expected, score, depth, nodes } = self.engine.search(is_hit, place.mover, limits)?;
        let time = begin.elapsed();
        if let (true, Some(best), Some(expected)) = (self.ponders, &mv, &expected) {
            self.ponder(&place, limits, time, [best, expected])?;
        }
        Ok(Answer { mv, score, depth, nodes, time })
    }

    fn finish(&mut self, _: &[String], _: bool) -> bool {
        self.pondering.take().is_none() || self.engine.stop_within(STOP_PATIENCE).is_ok()
    }

    fn round_trip(&mut self) -> Result<Option<Duration>, Failure> {
        if self.pondering.is_some() {
            // The answer of a search that ends by itself may come first.
            return Ok(None);
        }
        let begin = Instant::now();
        self.engine.synchronize().map_err(failure)?;
        Ok(Some(begin.elapsed()))
    }

    fn last_lines(&self) -> Vec<String> {
        self.engine.last_lines()
    }
}
