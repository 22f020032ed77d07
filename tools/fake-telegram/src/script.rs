//! Games to be played: moves as people make them, square by square.

use std::collections::HashMap;

use boardgame::view::Point;
use boardgame::{Color, MoveStyle};
use catalog::{AnyGame, GameId, MoveRoute};

/// A move of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptPly {
    /// Who makes it.
    pub by: Color,
    /// Its text in records.
    pub text: String,
    /// Its text with all squares.
    pub full: String,
    /// The squares that the piece visits, including the first and the last.
    pub path: Vec<String>,
    /// The squares of the captured pieces.
    pub captured: Vec<String>,
    /// What the piece becomes, in chess: `queen`.
    pub promotion: Option<&'static str>,
    /// How many legal moves or routes begin and end on the same squares.
    pub same_ends: usize,
    /// How many legal moves there were.
    pub choices: usize,
}

/// A game with the moves to play.
#[derive(Clone, Debug)]
pub struct Script {
    /// Which game.
    pub game: GameId,
    /// The moves.
    pub plies: Vec<ScriptPly>,
    /// The game after them.
    pub end: Box<dyn AnyGame>,
}

impl Script {
    /// A random game of at most this many plies. It likes long captures and promotions.
    ///
    /// # Panics
    ///
    /// If the rules contradict themselves.
    #[must_use]
    pub fn random(game: GameId, seed: u64, most: usize) -> Self {
        let names = names(game);
        let mut random = fastrand::Rng::with_seed(seed);
        let mut board = game.start();
        let mut plies = Vec::new();
        while plies.len() < most && board.outcome().is_none() {
            let routes = board.legal_routes();
            let route = choose(&routes, &mut random);
            plies.push(ply(&*board, &routes, route, &names));
            board.play(route.number).expect("a legal move");
        }
        Self { game, plies, end: board }
    }

    /// The game after the first moves.
    ///
    /// # Panics
    ///
    /// If there are not this many.
    #[must_use]
    pub fn after(&self, plies: usize) -> Box<dyn AnyGame> {
        let mut board = self.game.start();
        for ply in &self.plies[..plies] {
            board.play_text(&ply.full, MoveStyle::Full).expect("a legal move");
        }
        board
    }
}

/// One of the routes: two of three times one with the longest capture or a promotion.
fn choose<'a>(routes: &'a [MoveRoute], random: &mut fastrand::Rng) -> &'a MoveRoute {
    let weight = |route: &MoveRoute| (route.promotion.is_some(), route.captured.len());
    let best = routes.iter().map(weight).max().expect("a legal move");
    let liked: Vec<&MoveRoute> = routes.iter().filter(|route| weight(route) == best).collect();
    if random.u8(..3) > 0 {
        liked[random.usize(..liked.len())]
    } else {
        &routes[random.usize(..routes.len())]
    }
}

fn ply(
    board: &dyn AnyGame,
    routes: &[MoveRoute],
    route: &MoveRoute,
    names: &HashMap<Point, String>,
) -> ScriptPly {
    let name = |points: &[Point]| points.iter().map(|point| names[point].clone()).collect::<Vec<_>>();
    let ends = |route: &MoveRoute| (route.path.first().copied(), route.path.last().copied());
    let same_ends = routes.iter().filter(|other| ends(other) == ends(route)).count();
    ScriptPly {
        by: board.turn(),
        text: board.legal_moves(MoveStyle::Record)[route.number].clone(),
        full: board.legal_moves(MoveStyle::Full)[route.number].clone(),
        path: name(&route.path),
        captured: name(&route.captured),
        promotion: route.promotion,
        same_ends,
        choices: board.count_legal(),
    }
}

/// The names of the playing squares.
fn names(game: GameId) -> HashMap<Point, String> {
    let rows = game.about().rows;
    let of = |square: catalog::BoardSquare| {
        (Point { column: square.file, row: rows - 1 - square.rank }, square.name)
    };
    game.squares().into_iter().map(of).collect()
}

/// Where the button of a square is in a keyboard that shows the board: its row and its place in the row. Rows hold the
/// playing squares only; the side at the bottom is `below`.
#[must_use]
pub fn keyboard_place(game: GameId, square: &str, below: Color) -> Option<(usize, usize)> {
    let about = game.about();
    let squares = game.squares();
    let wanted = squares.iter().find(|other| other.name == square)?;
    let is_flipped = below == Color::Black;
    let row = if is_flipped { wanted.rank } else { about.rows - 1 - wanted.rank };
    let mut files: Vec<u8> =
        squares.iter().filter(|other| other.rank == wanted.rank).map(|other| other.file).collect();
    files.sort_unstable();
    if is_flipped {
        files.reverse();
    }
    Some((usize::from(row), files.iter().position(|&file| file == wanted.file)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_hold_what_is_hard_to_play() {
        for (game, seed) in
            [(GameId::Russian, 1), (GameId::International, 1), (GameId::Canadian, 1), (GameId::Chess, 1)]
        {
            let script = Script::random(game, seed, 300);
            assert!(script.plies.len() > 20, "{game:?}");
            assert_eq!(script.after(script.plies.len()).fen(), script.end.fen());
            if game != GameId::Chess {
                assert!(script.plies.iter().any(|ply| ply.captured.len() > 1), "{game:?}");
            }
            assert!(script.plies.iter().all(|ply| ply.path.len() >= 2));
        }
    }

    #[test]
    fn places_on_the_keyboard() {
        assert_eq!(keyboard_place(GameId::Russian, "a1", Color::White), Some((7, 0)));
        assert_eq!(keyboard_place(GameId::Russian, "a1", Color::Black), Some((0, 3)));
        assert_eq!(keyboard_place(GameId::Russian, "h8", Color::White), Some((0, 3)));
        assert_eq!(keyboard_place(GameId::International, "1", Color::White), Some((0, 0)));
        assert_eq!(keyboard_place(GameId::International, "50", Color::White), Some((9, 4)));
        assert_eq!(keyboard_place(GameId::Chess, "e2", Color::White), Some((6, 4)));
        assert_eq!(keyboard_place(GameId::Chess, "e2", Color::Black), Some((1, 3)));
    }
}
