//! A player of any game: positions and moves are texts.

use std::sync::Arc;

use boardgame::{Color, MoveError, MoveStyle, Outcome, Reason};
use catalog::{Describe, GameId, PositionText, PositionTextError};
use search::{BestMove, Control, Info, Limits, Score, SearchRequest};
use searchers::{AnySearcher, Contribution, SearchTask};
use tables::Tables;

use crate::eval_file::EvalFileError;
use crate::game_player::GamePlayer;
use crate::level::Strength;

/// A player of one game, known at run time. Make one with [`player`].
pub trait Player: Send {
    /// Sets the position. It stays as it is if there is an error.
    ///
    /// # Errors
    ///
    /// The FEN is invalid, or one of the moves is illegal.
    fn set_position(&mut self, place: &PositionText<'_>) -> Result<(), PositionTextError>;

    /// The current position.
    fn fen(&self) -> String;

    /// The side to move.
    fn turn(&self) -> Color;

    /// The result of the game and its reason, if it is over.
    fn outcome(&self) -> Option<(Outcome, Reason)>;

    /// Finds the legal move that a text means, and returns it in the notation of the player.
    ///
    /// # Errors
    ///
    /// The text is not a legal move.
    fn find_move(&self, text: &str) -> Result<String, MoveError>;

    /// Counts the move sequences of `depth` plies after each legal move (perft).
    fn divide(&self, depth: u32, control: &Control) -> Vec<(String, u64)>;

    /// Sets the notation of moves: [`MoveStyle::Protocol`] (UCI, Hub) until this is called, [`MoveStyle::Record`] for SAN
    /// and PDN.
    fn set_notation(&mut self, style: MoveStyle);

    /// Sets the strength; `None` is full strength, limited only by the request.
    fn set_strength(&mut self, strength: Option<Strength>);

    /// Searches the position. `report` is called with every principal variation; the last exact one with
    /// [`multi_pv`](Info::multi_pv) 1 starts with the best move.
    ///
    /// # Errors
    ///
    /// One of the moves of the request is illegal.
    fn search(
        &mut self,
        request: &SearchRequest<String>,
        control: &Control,
        report: &mut dyn FnMut(&Info<String>),
    ) -> Result<BestMove<String>, MoveError>;

    /// Searches for the best move within limits.
    fn best_move(&mut self, limits: Limits) -> BestMove<String> {
        let found = self.search(&limits.into(), &Control::default(), &mut |_| {});
        found.expect("the request names no moves that could be illegal")
    }

    /// Resizes the transposition table. It stays as it is if the system is out of memory. Returns its size in megabytes.
    fn set_hash_size(&mut self, megabytes: usize) -> usize;

    /// Sets the number of threads, at most [`max_threads`](search::max_threads). Returns the number set.
    fn set_threads(&mut self, threads: usize) -> usize;

    /// Sets the endgame tables to use, or none, and clears the transposition table. Games without such tables, and levels
    /// below the strongest, ignore them.
    fn set_tables(&mut self, tables: Option<Arc<Tables>>);

    /// Evaluates with the network in this file from here on: what the option `EvalFile` does. An empty path means the
    /// evaluation that is built in, `none` the hand-crafted one of draughts. After an error the evaluation stays as it was.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not a network for the game.
    fn set_eval_file(&mut self, path: &str) -> Result<(), EvalFileError>;

    /// The evaluation of the position without a search, for the side to move.
    fn evaluate(&self) -> Score;

    /// What each piece contributes to the network's evaluation; `None` if the evaluation is hand-crafted.
    fn contributions(&self) -> Option<Vec<Contribution>>;

    /// Clears the transposition table and the histories, for a new game.
    fn clear(&mut self);
}

/// Makes a player of a game, with a transposition table of this size.
///
/// ```
/// use boardgame::MoveStyle;
/// use catalog::{GameId, PositionText};
/// use damier_engine::{Limits, player};
///
/// let mut player = player(GameId::Frisian, 16, 1);
/// player.set_position(&PositionText::at("W:W32,49:B19,28"))?;
/// player.set_notation(MoveStyle::Record);
/// assert_eq!(player.best_move(Limits::depth(5)).best.as_deref(), Some("32x14"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn player(game: GameId, megabytes: usize, threads: usize) -> Box<dyn Player> {
    searchers::run(game, megabytes, threads, MakePlayer(game))
}

struct MakePlayer(GameId);

impl SearchTask for MakePlayer {
    type Output = Box<dyn Player>;

    fn run<P: Describe>(self, rules: P::Rules, searcher: Box<dyn AnySearcher<P>>) -> Self::Output {
        Box::new(GamePlayer::new(self.0, rules, searcher))
    }
}
