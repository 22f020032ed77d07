//! A position as it is sent to an engine: a FEN, and moves played from there.

use boardgame::{MoveStyle, Reading, TooComplex};
use catalog::{AnyGame, GameId, OpenError, PositionText, PositionTextError, START};
use thiserror::Error;

use crate::fen_style::FenStyle;
use crate::observer::Observer;

/// A position as it is sent to an engine: a FEN, and moves played from there.
///
/// The moves matter: an engine that reads every FEN correctly may still keep a castling right too long when it plays.
#[derive(Debug)]
pub struct TestPosition {
    game: GameId,
    reading: Reading,
    fen: String,
    /// The style of the FEN; positions after moves use the same.
    fen_style: FenStyle,
    moves: Vec<Played>,
    position: Box<dyn AnyGame>,
}

/// A move in the notations that engines may want.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Played {
    protocol: String,
    record: String,
    /// The position after it.
    fen: String,
}

/// Why there is no such position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TestPositionError {
    /// The texts are not a position of the game.
    #[error(transparent)]
    PositionText(#[from] OpenError),
    /// The moves of a position cannot be listed.
    #[error(transparent)]
    TooComplex(#[from] TooComplex),
}

impl TestPosition {
    /// A position without moves. The text is passed on unchanged, including an en passant square without a legal capture.
    ///
    /// # Errors
    ///
    /// The text is not a position of the game.
    pub fn open(game: GameId, fen: &str) -> Result<Self, TestPositionError> {
        Self::open_as(game, Reading::Strict, fen)
    }

    fn open_as(game: GameId, reading: Reading, fen: &str) -> Result<Self, TestPositionError> {
        let position = game.game_at(&PositionText { reading, ..PositionText::at(fen) })?;
        let (fen, fen_style) = (fen.trim().to_owned(), FenStyle::of(game, fen));
        Ok(Self { game, reading, fen, fen_style, moves: Vec::new(), position })
    }

    /// The start of a game.
    ///
    /// # Errors
    ///
    /// None in the games of the catalog.
    pub fn start(game: GameId) -> Result<Self, TestPositionError> {
        let position = game.game_at(&PositionText::default())?;
        let (reading, fen, fen_style) = (Reading::Strict, position.fen(), FenStyle::default());
        Ok(Self { game, reading, fen, fen_style, moves: Vec::new(), position })
    }

    /// A place with its moves.
    ///
    /// # Errors
    ///
    /// The texts are not a position of the game.
    pub fn at(game: GameId, place: &PositionText<'_>) -> Result<Self, TestPositionError> {
        let mut line = match place.fen.filter(|fen| fen.trim() != START) {
            Some(fen) => Self::open_as(game, place.reading, fen)?,
            None => Self::start(game)?,
        };
        for (index, text) in place.moves.iter().enumerate() {
            let found = line.position.find(text);
            let fault = |error| OpenError::from(PositionTextError::Move { number: index + 1, error });
            line = line.play(found.map_err(fault)?)?;
        }
        Ok(line)
    }

    /// The position after one more legal move.
    ///
    /// # Errors
    ///
    /// [`TestPositionError::TooComplex`] if the moves after it cannot be listed.
    ///
    /// # Panics
    ///
    /// If there is no move with this number.
    pub fn play(&self, index: usize) -> Result<Self, TestPositionError> {
        let position = self.position.after(index)?;
        let text = |style| self.position.legal_moves(style).swap_remove(index);
        let played = Played {
            protocol: text(MoveStyle::Protocol),
            record: text(MoveStyle::Record),
            fen: self.fen_style.write(self.game, position.fen()),
        };
        let moves = self.moves.iter().cloned().chain([played]).collect();
        let (fen, fen_style) = (self.fen.clone(), self.fen_style);
        Ok(Self { game: self.game, reading: self.reading, fen, fen_style, moves, position })
    }

    /// The same last moves from another position; `None` if they are not legal there.
    pub(crate) fn replayed(&self, fen: &str, moves: usize) -> Option<Self> {
        let mut line = Self::open_as(self.game, self.reading, fen).ok()?;
        for played in &self.moves[self.moves.len() - moves..] {
            let index = line.position.find_in(&played.protocol, MoveStyle::Protocol).ok()?;
            line = line.play(index).ok()?;
        }
        Some(line)
    }

    /// The position before the last moves, in the style of the first one.
    pub(crate) fn fen_before(&self, moves: usize) -> &str {
        let kept = self.moves.len() - moves;
        kept.checked_sub(1).map_or(&self.fen, |last| &self.moves[last].fen)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> GameId {
        self.game
    }

    /// The text of the position before the moves.
    #[must_use]
    pub fn fen(&self) -> &str {
        &self.fen
    }

    /// The text of the position after the moves. Without moves it is the text that the engine was given: an en
    /// passant square that does not count is what some engines stumble over. With moves it is written alike.
    #[must_use]
    pub fn end(&self) -> &str {
        self.fen_before(0)
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self, style: MoveStyle) -> Vec<String> {
        let text = |played: &Played| match style {
            MoveStyle::Protocol => played.protocol.clone(),
            MoveStyle::Record | MoveStyle::Full => played.record.clone(),
        };
        self.moves.iter().map(text).collect()
    }

    /// The number of moves played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The position after the moves, with its legal moves.
    #[must_use]
    pub fn position(&self) -> &dyn AnyGame {
        &*self.position
    }
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    /// The length of the move sequences that are counted.
    pub depth: u32,
    /// Whether a capture counts once for each of its routes, as many draughts programs count.
    pub routes: bool,
}

impl Query {
    /// The number of move sequences of a length; a capture counts once, however many routes it has.
    #[must_use]
    pub fn of_depth(depth: u32) -> Self {
        Self { depth, routes: false }
    }
}

/// The number of move sequences.
pub(crate) fn count(
    position: &dyn AnyGame,
    query: Query,
    observer: &dyn Observer,
) -> Result<u64, TooComplex> {
    match query {
        Query { depth: 0, .. } => Ok(1),
        Query { depth: 1, routes: false } => Ok(position.count_legal() as u64),
        _ => Ok(counts(position, query, observer)?.into_iter().fold(0, u64::saturating_add)),
    }
}

/// The number of move sequences that begin with each move.
pub(crate) fn counts(
    position: &dyn AnyGame,
    query: Query,
    observer: &dyn Observer,
) -> Result<Vec<u64>, TooComplex> {
    let routes = if query.routes { position.routes()? } else { vec![1; position.count_legal()] };
    if query.depth <= 1 || observer.is_stopped() {
        return Ok(routes);
    }
    let below = Query { depth: query.depth - 1, ..query };
    let behind = |(index, routes): (usize, u64)| {
        Ok(routes.saturating_mul(count(&*position.after(index)?, below, observer)?))
    };
    routes.into_iter().enumerate().map(behind).collect()
}
