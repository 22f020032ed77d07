//! Positions, legal moves and histories as data.

use boardgame::view::{Figure, PieceView, Point};
use boardgame::{Color, CounterUnit, MoveStyle, Outcome};
use catalog::{AnyGame, ClaimDetails, GameId, MoveRoute, PlyDetails};
use serde::Serialize;
use table::Ending;

use crate::kinds::{Kind, KindSquare};

/// A position as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionData {
    /// The name of the game.
    pub game: &'static str,
    /// The position in its standard form.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// The number of moves played.
    pub ply: usize,
    /// The board text.
    pub board: String,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The legal moves, one entry for each route; empty if the game is over.
    pub legal: Vec<Legal>,
    /// The draws that the player to move may claim.
    pub claims: Vec<ClaimView>,
    /// The counters of the draw rules, the nearest draw first.
    pub counters: Vec<CounterView>,
    /// How the rules ended the game, if they have.
    pub outcome: Option<OutcomeText>,
}

/// One route of a legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Legal {
    /// The number of the move and the number of the route: `3.0`. Valid for this position only.
    pub id: String,
    /// The number of the move. Entries with the same number are the same move by another route.
    #[serde(rename = "move")]
    pub number: usize,
    /// The move in record notation.
    pub text: String,
    /// The squares that the piece visits, including the first and the last; in castling those of the king.
    pub path: Vec<&'static str>,
    /// The squares of the captured pieces, in the order of the path.
    pub captured: Vec<&'static str>,
    /// What the piece becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<&'static str>,
}

/// A move of a game and the board after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ply {
    /// The move in record notation.
    pub text: String,
    /// The squares that the piece visited.
    pub path: Vec<&'static str>,
    /// The squares of the captured pieces, in the order of the path.
    pub captured: Vec<&'static str>,
    /// The board text after it.
    pub board: String,
    /// Whether the side to move is in check after it.
    pub check: bool,
    /// Milliseconds that the mover had left after it; the caller knows the clocks.
    pub left: Option<u64>,
}

/// A draw that the player to move may claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClaimView {
    /// The name of the rule.
    pub rule: &'static str,
    /// The article that states it.
    pub article: &'static str,
    /// The move to declare with the claim, if the claim is for the position after it.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
}

/// How far a draw rule has counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CounterView {
    /// The name of the rule.
    pub rule: &'static str,
    /// The article that states it.
    pub article: &'static str,
    /// What has been counted so far.
    pub count: u32,
    /// The count that makes the draw.
    pub limit: u32,
    /// What is counted: `plies` or `occurrences`.
    pub unit: &'static str,
    /// The least number of plies until the draw.
    pub plies_left: u32,
    /// Whether a player must claim the draw; otherwise it ends the game.
    pub must_be_claimed: bool,
}

/// How the rules ended a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutcomeText {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The name of the rule.
    pub rule: &'static str,
    /// The article that states it.
    pub article: &'static str,
    /// In words: `White wins: checkmate (FIDE 5.1.1)`.
    pub text: String,
}

/// Describes the current position of a game.
#[must_use]
pub fn position(game: &dyn AnyGame) -> PositionData {
    let kind = Kind::of(game.id());
    let outcome = game.outcome();
    PositionData {
        game: kind.name,
        fen: game.fen(),
        turn: game.turn(),
        ply: game.plies(),
        board: write_board(kind, &game.pieces()),
        check: game.in_check().unwrap_or(false),
        legal: if outcome.is_none() { legal(game) } else { Vec::new() },
        claims: if outcome.is_none() {
            game.all_claims().into_iter().map(claim).collect()
        } else {
            Vec::new()
        },
        counters: if outcome.is_none() { counters(game) } else { Vec::new() },
        outcome: outcome.map(|(outcome, reason)| OutcomeText {
            winner: match outcome {
                Outcome::Win(color) => Some(color),
                Outcome::Draw => None,
            },
            rule: reason.name,
            article: reason.article,
            text: Ending::by_rules(outcome, &reason).to_string(),
        }),
    }
}

/// The board text of a position: one character for each playable square, in the order of [`Kind::squares`].
///
/// ```
/// use catalog::GameId;
///
/// let game = GameId::English.at("W:W22,K31:B1,K9")?;
/// assert_eq!(damier_study::board_text(&*game), "b.......B............w........W.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn board_text(game: &dyn AnyGame) -> String {
    write_board(Kind::of(game.id()), &game.pieces())
}

/// The legal moves, one entry for each route, even if a draw has ended the game.
///
/// At most 40 routes of a move are listed. In contrived positions with too many captures to examine, a path has only its
/// first and last square.
#[must_use]
pub fn legal(game: &dyn AnyGame) -> Vec<Legal> {
    let kind = Kind::of(game.id());
    let mut texts = game.legal_moves(MoveStyle::Record);
    let routes = game.legal_routes();
    let mut legal = Vec::with_capacity(routes.len());
    let mut next = routes.iter().peekable();
    let mut route_number = 0;
    while let Some(route) = next.next() {
        let MoveRoute { number, path, captured, promotion } = route;
        let has_more = next.peek().is_some_and(|next| next.number == *number);
        let text = &mut texts[*number];
        legal.push(Legal {
            id: format!("{number}.{route_number}"),
            number: *number,
            text: if has_more { text.clone() } else { std::mem::take(text) },
            path: kind.names(path),
            captured: kind.names(captured),
            promotion: *promotion,
        });
        route_number = if has_more { route_number + 1 } else { 0 };
    }
    legal
}

/// The record text of the move that the [`id`](Legal::id) of a legal move names.
///
/// ```
/// use catalog::GameId;
///
/// let game = GameId::Chess.start();
/// let legal = damier_study::legal(&*game);
/// assert_eq!(damier_study::move_by_path_id(&*game, &legal[7].id).as_ref(), Some(&legal[7].text));
/// assert_eq!(damier_study::move_by_path_id(&*game, "99.0"), None);
/// ```
#[must_use]
pub fn move_by_path_id(game: &dyn AnyGame, id: &str) -> Option<String> {
    let (number, route) = id.split_once('.')?;
    let is_number =
        |text: &str| (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(number) || !is_number(route) {
        return None;
    }
    let (number, route): (usize, usize) = (number.parse().ok()?, route.parse().ok()?);
    if number >= game.count_legal() {
        return None;
    }
    let has_route =
        route == 0 || game.legal_routes().iter().filter(|listed| listed.number == number).count() > route;
    if has_route { game.legal_moves(MoveStyle::Record).into_iter().nth(number) } else { None }
}

/// The route that the [`id`](Legal::id) of a legal move names.
///
/// ```
/// use catalog::GameId;
///
/// let game = GameId::International.at("W:WK13:B8,19,27,42,43")?;
/// let route = damier_study::legal_by_path_id(&*game, "0.1").expect("a second way round");
/// assert_eq!((route.text.as_str(), route.path), ("13x2", vec!["13", "31", "48", "30", "13", "2"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn legal_by_path_id(game: &dyn AnyGame, id: &str) -> Option<Legal> {
    legal(game).into_iter().find(|route| route.id == id)
}

impl Ply {
    /// Shows the move by another of its routes: these squares. Unknown squares change nothing.
    pub fn follow(&mut self, game: GameId, path: &[String]) {
        let kind = Kind::of(game);
        let find = |name: &str| kind.squares.iter().find(|square| square.name == name);
        let Some(visited) = path.iter().map(|name| find(name)).collect::<Option<Vec<_>>>() else { return };
        let lies_between = |captured: &&'static str, hop: &[&KindSquare]| {
            find(captured).is_some_and(|square| is_between(square, hop[0], hop[1]))
        };
        let hop_of = |captured: &&'static str| visited.windows(2).position(|hop| lies_between(captured, hop));
        self.captured.sort_by_key(hop_of);
        self.path = visited.into_iter().map(|square| square.name.as_str()).collect();
    }
}

/// Whether a square lies on the line between two others.
fn is_between(square: &KindSquare, from: &KindSquare, to: &KindSquare) -> bool {
    let distance = |one: &KindSquare, other: &KindSquare| {
        let difference = |one: u8, other: u8| i16::from(other) - i16::from(one);
        (difference(one.column, other.column), difference(one.row, other.row))
    };
    let ((columns, rows), (own_columns, own_rows)) = (distance(from, to), distance(from, square));
    let length = columns.abs().max(rows.abs());
    let own_length = own_columns.abs().max(own_rows.abs());
    own_length > 0
        && own_length < length
        && own_columns * length == columns * own_length
        && own_rows * length == rows * own_length
}

/// The last move of `after`, which has one move more than `before`; the first one it has more, if it has several.
///
/// # Panics
///
/// If `after` has no more moves than `before`.
#[must_use]
pub fn ply(before: &dyn AnyGame, after: &dyn AnyGame) -> Ply {
    let mut plies = after.plies_since(before.plies()).into_iter();
    let first = plies.next().expect("a move after those of the other game");
    written(Kind::of(after.id()), first)
}

/// All moves of a game, each with the board after it.
#[must_use]
pub fn history(game: &dyn AnyGame) -> Vec<Ply> {
    history_since(game, 0)
}

/// The moves of a game after the first `skipped` ones, each with the board after it.
#[must_use]
pub fn history_since(game: &dyn AnyGame, skipped: usize) -> Vec<Ply> {
    let kind = Kind::of(game.id());
    game.plies_since(skipped).into_iter().map(|ply| written(kind, ply)).collect()
}

fn written(kind: &'static Kind, ply: PlyDetails) -> Ply {
    Ply {
        path: kind.names(&ply.path),
        captured: kind.names(&ply.captured),
        board: write_board(kind, &ply.pieces),
        check: ply.gives_check.unwrap_or(false),
        text: ply.text,
        left: None,
    }
}

fn claim(claim: ClaimDetails) -> ClaimView {
    ClaimView { rule: claim.rule, article: claim.article, with: claim.with }
}

fn counters(game: &dyn AnyGame) -> Vec<CounterView> {
    let counters = game.counters().into_iter().map(|counter| CounterView {
        rule: counter.reason.name,
        article: counter.reason.article,
        count: counter.count,
        limit: counter.limit,
        unit: match counter.unit {
            CounterUnit::Plies => "plies",
            CounterUnit::Occurrences => "occurrences",
        },
        plies_left: counter.plies_left(),
        must_be_claimed: counter.must_be_claimed,
    });
    counters.collect()
}

/// Writes a board text.
pub(crate) fn write_board(kind: &Kind, pieces: &[(Point, PieceView)]) -> String {
    let mut text = vec![b'.'; kind.squares.len()];
    for &(point, piece) in pieces {
        if let Some(place) = kind.place(point) {
            text[place] = letter(piece);
        }
    }
    text.into_iter().map(char::from).collect()
}

/// The letter of a piece in a board text.
pub(crate) fn letter(piece: PieceView) -> u8 {
    let letter = match piece.figure {
        Figure::King => b'K',
        Figure::Queen => b'Q',
        Figure::Rook => b'R',
        Figure::Bishop => b'B',
        Figure::Knight => b'N',
        Figure::Pawn => b'P',
        Figure::Crowned => return if piece.color == Color::White { b'W' } else { b'B' },
        Figure::Man => return if piece.color == Color::White { b'w' } else { b'b' },
    };
    if piece.color == Color::White { letter } else { letter.to_ascii_lowercase() }
}
