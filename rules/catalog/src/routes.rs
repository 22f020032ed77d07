//! Moves as points of the board, for boards that are drawn and played on.

use boardgame::view::{PieceView, Point};
use boardgame::{Game, MoveStyle};

use crate::describe::{Describe, MAX_ROUTES};

/// One way to make a legal move, as points of the board.
///
/// ```
/// use damier_catalog::GameId;
///
/// // Around the same four pieces, one way or the other.
/// let game = GameId::International.at("W:W38:B22,23,32,33")?;
/// let routes = game.legal_routes();
/// assert_eq!((routes.len(), routes[0].number, routes[1].number), (2, 0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRoute {
    /// The number of the move: its index in [`AnyGame::legal_moves`](crate::AnyGame::legal_moves).
    pub number: usize,
    /// The points that the piece visits, including the first and the last; only these two if the routes are too many to
    /// examine. In castling those of the king, or the king's and the rook's if the king does not move.
    pub path: Vec<Point>,
    /// The points of the captured pieces, in the order of the path.
    pub captured: Vec<Point>,
    /// What the piece becomes.
    pub promotion: Option<&'static str>,
}

/// A move of a game and the board after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyDetails {
    /// The text in record notation.
    pub text: String,
    /// The points that the piece visits on the first route, including the first and the last.
    pub path: Vec<Point>,
    /// The points of the captured pieces, in the order of the path.
    pub captured: Vec<Point>,
    /// The pieces after the move.
    pub pieces: Vec<(Point, PieceView)>,
    /// Whether the side to move is in check after it; `None` in games without check.
    pub gives_check: Option<bool>,
}

/// One route of a move: the points it visits, and those of the captured pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoutePoints {
    /// The points that the piece visits, including the first and the last.
    pub path: Vec<Point>,
    /// The points of the captured pieces, in the order of the path.
    pub captured: Vec<Point>,
}

/// The work limit, in capture states, for the routes of one position: a few hundredths of a second. Ordinary positions need
/// a thousandth of it.
const STATES: usize = 1 << 14;

/// Above this number of routes in one position, only one of each further move is listed.
const MOST_ROUTES: usize = 1_000;

/// The routes of all legal moves.
pub(crate) fn legal_routes<P: Describe>(position: &P, legal: &[P::Move]) -> Vec<MoveRoute> {
    let mut routes = Vec::with_capacity(legal.len());
    let mut states = STATES;
    for (number, &mv) in legal.iter().enumerate() {
        let most = if routes.len() < MOST_ROUTES { MAX_ROUTES } else { 1 };
        let promotion = position.promotion(mv);
        let of_move = position.route_points(mv, most, &mut states).into_iter();
        routes.extend(of_move.map(|RoutePoints { path, captured }| MoveRoute {
            number,
            path,
            captured,
            promotion,
        }));
    }
    routes
}

/// The moves after the first `skipped` ones.
pub(crate) fn plies_since<P: Describe>(game: &Game<P>, skipped: usize) -> Vec<PlyDetails> {
    let mut states = STATES;
    let reached = game.positions().skip(1);
    let played = game.positions().zip(game.moves()).zip(reached).skip(skipped);
    let details = played.map(|((before, &mv), after)| {
        let first = before.route_points(mv, MAX_ROUTES, &mut states).into_iter().next();
        let RoutePoints { path, captured } =
            first.unwrap_or(RoutePoints { path: Vec::new(), captured: Vec::new() });
        PlyDetails {
            text: before.write_move(mv, MoveStyle::Record),
            path,
            captured,
            pieces: after.pieces(),
            gives_check: after.in_check(),
        }
    });
    details.collect()
}
