//! Positions and moves as plain data, in the form of the JSON output.

use std::borrow::Cow;

use boardgame::view::{BoardView, PieceView, Point};
use boardgame::{
    Claims, Color, Countable, DrawCounter, Game, MoveRefusal, MoveStyle, Outcome, Reason, RecordNotation,
    RuleInWords, Status, Syntax,
};
use serde::Serialize;

use crate::explain::{MoveAction, ReasonDetails};
use crate::hops::{HopError, Hops};
use crate::routes::RoutePoints;

/// Above this number of routes, a capture is described by the number alone.
pub const MAX_ROUTES: usize = 40;

/// The work limit, in capture states, for describing the routes of one position: less than a second. In contrived
/// positions, moves above it have neither `routes` nor `routes_count`.
pub(crate) const ROUTE_STATES: usize = 1 << 19;

/// A game of the catalog: its notation, and its description as data.
pub trait Describe: RecordNotation + Countable + Claims {
    /// Basic facts about the game.
    fn about(rules: Self::Rules) -> About;

    /// The notation in which other programs list perft counts by move.
    fn divide_style() -> MoveStyle {
        MoveStyle::Record
    }

    /// The value of the `GameType` tag of PDN, if the game has one.
    fn pdn_game_type(rules: Self::Rules) -> Option<String>;

    /// The playing squares in the order of their numbers.
    fn squares(rules: Self::Rules) -> Vec<BoardSquare>;

    /// Whether the side to move is in check; `None` in games without check.
    fn in_check(&self) -> Option<bool> {
        None
    }

    /// The rules in words, with the articles they come from.
    fn rules_in_words(rules: Self::Rules) -> Vec<RuleInWords>;

    /// What distinguishes the game from its relatives, in a few words each.
    fn axes(rules: Self::Rules) -> Vec<&'static str>;

    /// What a newcomer must know, in a few plain words each.
    fn in_short(rules: Self::Rules) -> Vec<&'static str>;

    /// Whether a player who has no move or piece left wins.
    fn is_losing(rules: Self::Rules) -> bool {
        let _ = rules;
        false
    }

    /// The board with its pieces, to be drawn.
    fn board(&self) -> BoardView;

    /// The pieces with their points.
    fn pieces(&self) -> Vec<(Point, PieceView)>;

    /// The routes of a legal move, at least one and at most `most`. `states` is the work left for the routes of this and
    /// further moves.
    fn route_points(&self, mv: Self::Move, most: usize, states: &mut usize) -> Vec<RoutePoints>;

    /// What the piece of a move becomes.
    fn promotion(&self, mv: Self::Move) -> Option<&'static str>;

    /// The points that the piece of a legal move visits. `states` is the work left for the routes of this and further
    /// moves.
    fn path(&self, mv: Self::Move, states: &mut usize) -> Vec<Point>;

    /// The columns of detailed perft tables, besides the number of nodes.
    const COLUMNS: &'static [Column];

    /// What a legal move adds to each of the [`COLUMNS`](Self::COLUMNS).
    fn tally(&self, mv: Self::Move, after: &Self, columns: &mut [u64]);

    /// A legal move as data, with its text. `states` is the work left for the routes of this and further moves.
    fn describe_move(&self, mv: Self::Move, text: String, states: &mut usize) -> MoveDetails;

    /// Finds a legal move by its text, or explains why there is none.
    fn explain_move(&self, text: &str, style: MoveStyle) -> Result<Self::Move, MoveRefusal<ReasonDetails>>;

    /// Describes what a legal move does.
    fn move_action(&self, mv: Self::Move) -> MoveAction;

    /// Follows one piece over these squares, starting with its own, and lists where it can go next.
    fn hops(&self, squares: &[String]) -> Result<Hops, HopError>;

    /// The counters of the draw rules, except repetition, which depends on the history.
    fn draw_counters(&self) -> Vec<DrawCounter>;

    /// Whether a side can still win by some series of moves.
    fn can_win(&self, color: Color) -> bool {
        let _ = color;
        true
    }
}

/// Basic facts about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The name on command lines and in files.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Columns of the board.
    pub columns: u8,
    /// Rows of the board.
    pub rows: u8,
    /// Who starts.
    pub first: Color,
    /// How well the rules are sourced.
    pub status: Status,
    /// The format of its records.
    pub record_format: Syntax,
}

/// A playing square of a board: its name, its number and where it is, as White sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSquare {
    /// The name in positions and moves of the game.
    pub name: String,
    /// The number, from 1; in chess, a1 is 1 and b1 is 2.
    pub number: u8,
    /// The column; 0 is at the left.
    pub file: u8,
    /// The row; 0 is White's back row.
    pub rank: u8,
}

/// A column of a detailed perft table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name, in lower case.
    pub name: &'static str,
    /// Whether the column holds the largest number instead of the sum.
    pub is_largest: bool,
}

impl Column {
    pub(crate) const fn sum(name: &'static str) -> Self {
        Self { name, is_largest: false }
    }
}

/// A move as data, with the same fields in all games. Squares are texts, named as the game names them. `docs/json.md`
/// describes the JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MoveDetails {
    /// The text in record notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Where the piece starts.
    pub from: Cow<'static, str>,
    /// Where it ends; in castling the king, not the rook.
    pub to: Cow<'static, str>,
    /// The squares of the captured pieces, in the order of the path.
    pub captured: Vec<Cow<'static, str>>,
    /// The squares that the piece visits on the first route, including the first and the last; only these two if the
    /// routes are too many to examine.
    pub path: Vec<Cow<'static, str>>,
    /// What the piece becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<&'static str>,
    /// The UCI text, in chess. Castling is written as usual for the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uci: Option<String>,
    /// The Hub text, in draughts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hub: Option<String>,
    /// Every route of a draughts capture in full, unless there are more than [`MAX_ROUTES`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<String>,
    /// The number of routes, if they are not listed but can be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub routes_count: Option<u64>,
}

impl MoveDetails {
    /// The text in record notation.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text in protocol notation.
    #[must_use]
    pub fn protocol(&self) -> &str {
        self.uci.as_deref().or(self.hub.as_deref()).unwrap_or_default()
    }
}

/// A position and its legal moves as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionDetails {
    /// The position in its standard form.
    pub fen: String,
    /// The side to move.
    #[serde(serialize_with = "as_text")]
    pub turn: Color,
    /// Whether the side to move is in check; `None` in games without check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_check: Option<bool>,
    /// The number of legal moves.
    pub count: usize,
    /// The legal moves, sorted by their squares.
    pub legal_moves: Vec<MoveDetails>,
    /// The result, if the game is over.
    pub outcome: Option<OutcomeDetails>,
    /// The draws that the player to move may claim: first those of the current position, then those of moves not yet
    /// made. Empty if the game is over.
    pub claims: Vec<ClaimDetails>,
}

/// A draw that the player to move may claim, as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClaimDetails {
    /// The name of the rule.
    pub rule: &'static str,
    /// The article that states it.
    pub article: &'static str,
    /// The move to declare with the claim, if the claim is for the position after it.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
}

impl ClaimDetails {
    fn new(reason: &Reason, with: Option<String>) -> Self {
        Self { rule: reason.name, article: reason.article, with }
    }
}

/// The outcome of a game as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutcomeDetails {
    /// The result.
    #[serde(serialize_with = "as_text")]
    pub result: Outcome,
    /// The name of the rule that ended it.
    #[serde(serialize_with = "rule_name")]
    pub reason: Reason,
}

impl OutcomeDetails {
    /// The outcome in words, with the article: `draw, insufficient material (FIDE 5.2.2)`.
    #[must_use]
    pub fn text(&self) -> String {
        let words = |text: &str| text.replace('_', " ");
        let (result, rule) = (words(&self.result.to_string()), words(self.reason.name));
        format!("{result}, {rule} ({})", self.reason.article)
    }
}

impl From<(Outcome, Reason)> for OutcomeDetails {
    fn from((result, reason): (Outcome, Reason)) -> Self {
        Self { result, reason }
    }
}

impl PositionDetails {
    /// Describes the current position of a game and all its legal moves.
    pub(crate) fn of<P: Describe>(game: &Game<P>, list: &[P::Move]) -> Self {
        let position = game.position();
        let texts = position.write_moves(list, MoveStyle::Record);
        let outcome = game.outcome().map(OutcomeDetails::from);
        let claims = all_claims(game, list, &|index| texts[index].clone());
        let mut states = ROUTE_STATES;
        let described =
            list.iter().zip(texts).map(|(&mv, text)| position.describe_move(mv, text, &mut states));
        let mut legal_moves: Vec<_> = described.collect();
        sort_by_squares(&mut legal_moves);
        Self {
            fen: position.to_fen(),
            turn: position.turn(),
            in_check: position.in_check(),
            count: list.len(),
            legal_moves,
            outcome,
            claims,
        }
    }
}

/// The draws that the player to move may claim now and with each legal move; none if the game is over. A rule that gives a
/// draw now is not listed again with moves. `text` writes the move with an index.
pub(crate) fn all_claims<P: Describe>(
    game: &Game<P>,
    list: &[P::Move],
    text: &dyn Fn(usize) -> String,
) -> Vec<ClaimDetails> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    let now = game.claims();
    let mut claims: Vec<_> = now.iter().map(|reason| ClaimDetails::new(reason, None)).collect();
    // Without a history, only a clock can give a claim.
    if game.moves().is_empty() && !game.position().can_claim_after_move() {
        return claims;
    }
    for (index, &mv) in list.iter().enumerate() {
        let with = game.claims_after(mv);
        let others = with.iter().filter(|reason| !now.contains(reason));
        claims.extend(others.map(|reason| ClaimDetails::new(reason, Some(text(index)))));
    }
    claims
}

/// Sorts moves for readers. It is a separate function so that sorting is compiled once and not for each game.
fn sort_by_squares(moves: &mut [MoveDetails]) {
    moves.sort_by_cached_key(|mv| natural(&mv.from) << 32 | natural(&mv.to));
    for alike in moves.chunk_by_mut(|a, b| a.from == b.from && a.to == b.to) {
        alike.sort_by(|a, b| a.protocol().cmp(b.protocol()));
    }
}

/// A sort key of 32 bits for square names, a letter if there is one and a number: 9 comes before 10.
fn natural(name: &str) -> u64 {
    let step = |key: u64, byte: u8| match byte {
        b'0'..=b'9' => key / 256 * 256 + 10 * (key % 256) + u64::from(byte - b'0'),
        letter => u64::from(letter) << 16,
    };
    name.bytes().fold(0, step)
}

pub(crate) fn as_text<S: serde::Serializer>(value: &impl ToString, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&value.to_string())
}

fn rule_name<S: serde::Serializer>(reason: &Reason, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(reason.name)
}
