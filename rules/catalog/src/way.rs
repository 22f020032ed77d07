//! Moves that are made square by square.

use boardgame::TooComplex;
use boardgame::view::BoardView;
use draughts::WalkError;
use thiserror::Error;

use crate::describe::Describe;
use crate::games::{GameId, Task};
use crate::place::{Place, PlaceError};

/// A piece on its way: it was picked, and perhaps it has made hops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The board with the piece where it stands now.
    pub board: BoardView,
    /// The squares where it can go next.
    pub next: Vec<NextSquare>,
    /// The squares of the pieces that were jumped and still stand.
    pub jumped: Vec<String>,
    /// The legal moves that the squares so far are, in the notation of records: one when the move is complete,
    /// several where a pawn still has to choose what it becomes.
    pub moves: Vec<String>,
}

/// A square where a piece on its way can go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextSquare {
    /// Its name.
    pub name: String,
    /// Whether the move is complete there.
    pub ends: bool,
}

/// Why a piece cannot go that way.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WayError {
    /// There is no such place in a game.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// A text is no square of the board.
    #[error("no square {found:?} on this board")]
    NoSuchSquare {
        /// The text, shortened.
        found: String,
    },
    /// The piece cannot be picked, or not hop there.
    #[error(transparent)]
    Hop(#[from] WalkError),
}

impl From<TooComplex> for WayError {
    fn from(error: TooComplex) -> Self {
        Self::Hop(error.into())
    }
}

impl WayError {
    pub(crate) fn no_square(text: &str) -> Self {
        Self::NoSuchSquare { found: text.chars().take(20).collect() }
    }
}

impl GameId {
    /// Where a piece is after these squares, of which the first is its own, and where it can go next.
    ///
    /// ```
    /// use damier_catalog::{GameId, Place};
    ///
    /// let place = Place::at("W:Wa1,c3:Ba7,d4,f6");
    /// let way = GameId::Russian.way_at(&place, &["c3".into(), "e5".into()])?;
    /// assert_eq!((&*way.next[0].name, way.next[0].ends), ("g7", true));
    /// assert_eq!(way.jumped, ["d4"]);
    /// let way = GameId::Russian.way_at(&place, &["c3".into(), "e5".into(), "g7".into()])?;
    /// assert_eq!(way.moves, ["c3:g7"]);
    /// # Ok::<(), damier_catalog::WayError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`WayError`] says what is wrong with the last square, or with the place.
    pub fn way_at(self, place: &Place<'_>, squares: &[String]) -> Result<Way, WayError> {
        self.run(GoAWay { place, squares })
    }
}

struct GoAWay<'a> {
    place: &'a Place<'a>,
    squares: &'a [String],
}

impl Task for GoAWay<'_> {
    type Output = Result<Way, WayError>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        self.place.game::<P>(rules)?.position().way(self.squares)
    }
}
