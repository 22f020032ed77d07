//! One opening.

use boardgame::MoveStyle;
use catalog::{AnyGame, GameId, OpenError, PositionText};
use serde::{Deserialize, Serialize};

/// Where a game begins: a position, and the moves that are played before the engines take over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The position; `None` is the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The moves as records write them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

impl Opening {
    /// The game after the moves.
    ///
    /// # Errors
    ///
    /// The position or a move is wrong: the opening is of another game.
    pub fn play(&self, game: GameId) -> Result<Box<dyn AnyGame>, OpenError> {
        game.game_at(&PositionText {
            fen: self.fen.as_deref(),
            moves: &self.moves,
            ..PositionText::default()
        })
    }

    /// The opening that led to this game.
    pub(crate) fn of(played: &dyn AnyGame) -> Self {
        Self { name: None, fen: played.save().fen, moves: played.moves(MoveStyle::Record) }
    }
}
