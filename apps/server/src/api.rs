//! The answers of the API as clients read them. The OpenAPI description is made from these types, and the tests read
//! every answer with them.

use serde::Deserialize;
use utoipa::ToSchema;

/// A color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// The light pieces.
    White,
    /// The dark pieces.
    Black,
}

/// The side that a token plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The light pieces.
    White,
    /// The dark pieces.
    Black,
    /// Both sides.
    Both,
}

/// All games of the catalog.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Catalog {
    /// The games.
    pub kinds: Vec<Kind>,
    /// The names of the most popular ones.
    pub popular: Vec<String>,
}

/// A game of the catalog.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// The name in requests.
    #[schema(example = "russian")]
    pub name: String,
    /// The name for people.
    pub title: String,
    /// The rules in one line.
    #[schema(example = "10 × 10 · most pieces must be taken")]
    pub about: String,
    /// `chess` or `draughts`.
    pub family: String,
    /// Whether the sources of its rules are weak.
    pub experimental: bool,
    /// The format of its records: `pgn` or `pdn`.
    pub record: String,
    /// Columns of the board.
    pub columns: u32,
    /// Rows of the board.
    pub rows: u32,
    /// Whether light and dark squares alternate.
    pub checkered: bool,
    /// The side that moves first.
    pub first: Color,
    /// The playable squares, in the order of board texts.
    pub squares: Vec<SquareOfKind>,
    /// The start position as board text.
    pub start: String,
    /// Whether the player who loses all pieces wins.
    pub losing: bool,
}

/// A playable square, as White sees it.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SquareOfKind {
    /// Its name.
    pub name: String,
    /// From 0 at the left.
    pub column: u32,
    /// From 0 at the top.
    pub row: u32,
}

/// The rules of a game in words.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
pub struct Rules {
    /// The name of the game.
    pub title: String,
    /// The rules.
    pub rules: Vec<RuleInWords>,
    /// Where the rules come from.
    pub sources: Vec<String>,
}

/// A rule in words.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
pub struct RuleInWords {
    /// The rule.
    pub text: String,
    /// The article that states it.
    pub article: Option<String>,
}

/// A legal move by one route.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Legal {
    /// The number of the move and of the route; valid for this position only.
    #[schema(example = "3.0")]
    pub id: String,
    /// Entries with the same number are the same move by another route.
    #[serde(rename = "move")]
    pub number: u32,
    /// The move in record notation.
    pub text: String,
    /// The squares that the piece visits.
    pub path: Vec<String>,
    /// The squares of the captured pieces.
    pub captured: Vec<String>,
    /// The piece that a promoted piece becomes.
    pub promotion: Option<String>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Ply {
    /// The move in record notation.
    pub text: String,
    /// The squares that the piece visited.
    pub path: Vec<String>,
    /// The squares of the captured pieces.
    pub captured: Vec<String>,
    /// The board after it.
    pub board: String,
    /// Whether it gives check.
    pub check: bool,
    /// Milliseconds that the mover had left.
    pub left: Option<u64>,
}

/// A draw that the player to move may claim.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The name of the rule.
    pub rule: String,
    /// The article that states it.
    pub article: String,
    /// The move to declare with the claim.
    #[serde(rename = "move")]
    pub mv: Option<String>,
}

/// How far a draw rule has counted.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    /// The name of the rule.
    pub rule: String,
    /// The article that states it.
    pub article: String,
    /// The current count.
    pub count: u32,
    /// The count that makes the draw.
    pub limit: u32,
    /// `plies` or `occurrences`.
    pub unit: String,
    /// The least number of plies until the draw.
    pub plies_left: u32,
    /// Whether a player must claim it.
    pub must_be_claimed: bool,
}

/// How the rules ended a game.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesOutcome {
    /// The winner; `null` for a draw.
    pub winner: Option<Color>,
    /// The name of the rule.
    pub rule: String,
    /// The article that states it.
    pub article: String,
    /// In words.
    pub text: String,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
pub struct Position {
    /// The name of the game.
    pub game: String,
    /// The position in its standard form.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// The number of moves played.
    pub ply: u32,
    /// One character for each playable square.
    pub board: String,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The legal moves.
    pub legal: Vec<Legal>,
    /// The draws that may be claimed.
    pub claims: Vec<Claim>,
    /// How far the draw rules have counted.
    pub counters: Vec<Counter>,
    /// How the rules ended the game.
    pub outcome: Option<RulesOutcome>,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
pub struct GameView {
    /// Its id.
    pub id: String,
    /// The number of its last event.
    pub seq: u64,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// The moment of this view.
    pub now: u64,
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// The players.
    pub players: Players,
    /// The time control.
    #[schema(example = "5+3")]
    pub time: Option<String>,
    /// The clocks as of `now`.
    pub clocks: Option<ClocksView>,
    /// Whether the second seat is free.
    pub waiting: bool,
    /// The position with which it began.
    pub start: Start,
    /// A move in progress.
    pub hops: Option<HopsView>,
    /// The open offers.
    pub offers: Offers,
    /// How the game ended.
    pub ending: Option<EndingView>,
    /// `thinking` or `waiting` if an engine has to move.
    pub engine: Option<String>,
    /// The id of the rematch.
    pub next: Option<String>,
}

/// Both players.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Players {
    /// The player of the white pieces.
    pub white: Player,
    /// The player of the black pieces.
    pub black: Player,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// `person` or `engine`.
    pub kind: String,
    /// The name of the person.
    pub name: Option<String>,
    /// The level of the engine.
    pub level: Option<u32>,
    /// Whether somebody has the seat.
    pub taken: bool,
}

/// The clocks.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClocksView {
    /// Milliseconds that White has.
    pub white: u64,
    /// Milliseconds that Black has.
    pub black: u64,
    /// The side whose clock is running.
    pub running: Option<Color>,
    /// Milliseconds before the running one starts to fall.
    pub delay: u64,
}

/// The position with which a game began.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// In its standard form.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// As board text.
    pub board: String,
}

/// A move in progress.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HopsView {
    /// The squares so far.
    pub squares: Vec<String>,
    /// The squares of jumped pieces, which are still on the board.
    pub jumped: Vec<String>,
}

/// The open offers of a game.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Offers {
    /// The side that offered a draw.
    pub draw: Option<Color>,
    /// The side that asked for a takeback.
    pub takeback: Option<TakebackView>,
    /// The side that offered a rematch.
    pub rematch: Option<Color>,
}

/// A request to take moves back.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakebackView {
    /// The side that asked.
    pub by: Color,
    /// The number of moves.
    pub plies: u32,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EndingView {
    /// `rules`, `claimed`, `resigned`, `agreed` or `out_of_time`.
    pub how: String,
    /// The winner; `null` for a draw.
    pub winner: Option<Color>,
    /// The name of the rule.
    pub rule: Option<String>,
    /// The article that states it.
    pub article: Option<String>,
    /// The side that claimed, resigned or ran out of time.
    pub side: Option<Color>,
    /// In words.
    pub text: String,
}
