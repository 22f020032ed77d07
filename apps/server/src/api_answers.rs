//! The whole answers of the API, made of the types of [`api`](crate::api).

use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::{Color, EndingView, GameView, Players, Ply, Position, Side, Start};

/// A game that was created.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Created {
    /// Its id: whoever knows it may watch.
    pub id: String,
    /// The side that the token plays.
    pub side: Side,
    /// The secret of your seat.
    pub token: String,
    /// The secret that gives the second seat.
    pub invite: Option<String>,
    /// The game.
    pub game: GameView,
    /// The moves played.
    pub history: Vec<Ply>,
}

/// A seat that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Joined {
    /// The side that the token plays.
    pub side: Color,
    /// The secret of your seat.
    pub token: String,
}

/// A game with its moves.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameAnswer {
    /// The game.
    pub game: GameView,
    /// The moves played.
    pub history: Vec<Ply>,
    /// The side that the token of the request plays.
    pub side: Option<Side>,
}

/// A command that was done.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandAnswer {
    /// The number of its last event.
    pub seq: u64,
    /// The game now.
    pub game: GameView,
}

/// Games of a list.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameList {
    /// The games.
    pub games: Vec<GameSummary>,
}

/// A game of a list.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameSummary {
    /// Its id.
    pub id: String,
    /// The name of the game.
    pub game: String,
    /// The name for people.
    pub title: String,
    /// The players.
    pub players: Players,
    /// The board text.
    pub board: String,
    /// The side to move.
    pub turn: Color,
    /// The number of moves played.
    pub ply: u32,
    /// How it ended.
    pub ending: Option<EndingView>,
    /// When something last happened.
    pub updated: u64,
    /// When it was created.
    pub created: u64,
}

/// A position with the moves that led to it.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionAnswer {
    /// The position.
    pub position: Position,
    /// The moves.
    pub history: Vec<Ply>,
    /// The position before them.
    pub start: Start,
}

/// A position in its standard form.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FenAnswer {
    /// The position.
    pub fen: String,
}

/// What a move does, or why it is not legal.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
pub struct ExplainAnswer {
    /// Whether it is legal.
    pub legal: bool,
    /// In one sentence.
    pub text: String,
    /// The rules that it breaks.
    pub reasons: Vec<ReasonOfRefusal>,
    /// The effect of a legal move.
    #[schema(value_type = Option<Object>)]
    pub effect: Option<serde_json::Value>,
}

/// A rule that a move breaks.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
pub struct ReasonOfRefusal {
    /// A word for programs.
    pub code: String,
    /// The article that states the rule.
    pub article: Option<String>,
    /// In words.
    pub text: String,
    /// The squares to show.
    #[serde(default)]
    pub squares: Vec<String>,
}

/// Records in another format.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConvertAnswer {
    /// The records.
    pub text: String,
    /// The number of games.
    pub games: u64,
    /// Notes on what was left out, corrected or assumed.
    pub notes: Vec<String>,
}

/// The health of the server.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Health {
    /// `ok`.
    pub status: String,
}
