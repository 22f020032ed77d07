//! Moves made square by square.

use boardgame::TooComplex;
use boardgame::text::shortened;
use boardgame::view::BoardView;
use draughts::PartialMoveError;
use thiserror::Error;

/// A move in progress: a piece was picked and may have made hops.
///
/// ```
/// use damier_catalog::GameId;
///
/// let game = GameId::Russian.at("W:Wa1,c3:Ba7,d4,f6")?;
/// let hops = game.hops(&["c3".into(), "e5".into()])?;
/// assert_eq!((&*hops.next[0].name, hops.next[0].ends), ("g7", true));
/// assert_eq!(hops.jumped, ["d4"]);
/// let hops = game.hops(&["c3".into(), "e5".into(), "g7".into()])?;
/// assert_eq!(hops.moves, ["c3:g7"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hops {
    /// The board with the piece on its current square.
    pub board: BoardView,
    /// The squares to which it can go next.
    pub next: Vec<NextSquare>,
    /// The squares of the jumped pieces, which are still on the board.
    pub jumped: Vec<String>,
    /// The legal moves that the hops complete, in record notation: one if the move is complete, several if a promotion
    /// must still be chosen.
    pub moves: Vec<String>,
}

/// A square to which a piece can go next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextSquare {
    /// Its name.
    pub name: String,
    /// Whether the move ends there.
    pub ends: bool,
}

/// Why a piece cannot make these hops.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HopError {
    /// A text is not a square of the board.
    #[error("no square {found:?} on this board")]
    NoSuchSquare {
        /// The text, shortened.
        found: String,
    },
    /// The piece cannot be picked, or cannot hop there.
    #[error(transparent)]
    Hop(#[from] PartialMoveError),
}

impl From<TooComplex> for HopError {
    fn from(error: TooComplex) -> Self {
        Self::Hop(error.into())
    }
}

impl HopError {
    pub(crate) fn no_square(text: &str) -> Self {
        Self::NoSuchSquare { found: shortened(text) }
    }
}
