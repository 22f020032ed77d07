//! What is to be drawn, as plain data.

use boardgame::Color;
use thiserror::Error;

use crate::theme::Theme;

/// A kind of piece, as far as its look goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Figure {
    /// The king of chess.
    King,
    /// The queen of chess.
    Queen,
    /// The rook of chess.
    Rook,
    /// The bishop of chess.
    Bishop,
    /// The knight of chess.
    Knight,
    /// The pawn of chess.
    Pawn,
    /// The king of draughts.
    Crowned,
    /// The man of draughts.
    Man,
}

impl Figure {
    /// All figures, the most important of each game first.
    pub const ALL: [Self; 8] = [
        Self::King,
        Self::Queen,
        Self::Rook,
        Self::Bishop,
        Self::Knight,
        Self::Pawn,
        Self::Crowned,
        Self::Man,
    ];

    /// What players call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::King | Self::Crowned => "king",
            Self::Queen => "queen",
            Self::Rook => "rook",
            Self::Bishop => "bishop",
            Self::Knight => "knight",
            Self::Pawn => "pawn",
            Self::Man => "man",
        }
    }

    /// What players call several of them.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Self::King | Self::Crowned => "kings",
            Self::Queen => "queens",
            Self::Rook => "rooks",
            Self::Bishop => "bishops",
            Self::Knight => "knights",
            Self::Pawn => "pawns",
            Self::Man => "men",
        }
    }
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it looks like.
    pub figure: Figure,
}

/// A place on the board, playable or not, as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The column, from 0 at the left.
    pub column: u8,
    /// The row, from 0 at the top.
    pub row: u8,
}

/// A playable square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    /// Where it is.
    pub place: Place,
    /// Its name. A letter with a number, such as `a1`, is written at the edges of the board, any other name in
    /// the square.
    pub name: String,
    /// What stands there.
    pub piece: Option<Piece>,
}

/// A board with its pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Columns, playable or not.
    pub columns: u8,
    /// Rows, playable or not.
    pub rows: u8,
    /// Whether squares are light and dark by turns: playable squares are dark, and where all are playable the
    /// lower left corner is. Else all squares look the same.
    pub is_checkered: bool,
    /// The playable squares, in the order in which they are to be read aloud.
    pub squares: Vec<Square>,
}

impl Board {
    /// The square of a name, whatever its case.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Square> {
        self.squares.iter().find(|square| square.name.eq_ignore_ascii_case(name))
    }

    /// The playable square at a place.
    #[must_use]
    pub fn at(&self, place: Place) -> Option<&Square> {
        self.squares.iter().find(|square| square.place == place)
    }

    pub(crate) fn is_dark(&self, place: Place) -> bool {
        let all_playable = self.squares.len() == usize::from(self.columns) * usize::from(self.rows);
        if !self.is_checkered {
            return false;
        }
        if all_playable {
            // The lower left corner is in the last row.
            return (u16::from(place.column) + u16::from(place.row) + u16::from(self.rows)) % 2 == 1;
        }
        self.at(place).is_some()
    }
}

/// A line over the squares of a move, with a head at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The places it touches; a single one draws nothing.
    pub places: Vec<Place>,
}

/// Everything to be shown of one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// A line above all, for people who cannot see the board.
    pub title: String,
    /// The board with its pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// Arrows over the board.
    pub arrows: Vec<Arrow>,
    /// Marked squares.
    pub marks: Vec<Place>,
    /// The squares of the last move.
    pub last_move: Vec<Place>,
    /// Whether Black sits at the bottom.
    pub is_flipped: bool,
    /// The colors.
    pub theme: Theme,
}

impl Diagram {
    /// A board with nothing but its pieces.
    #[must_use]
    pub fn of(board: Board, turn: Color) -> Self {
        Self {
            title: String::new(),
            board,
            turn,
            arrows: Vec::new(),
            marks: Vec::new(),
            last_move: Vec::new(),
            is_flipped: false,
            theme: Theme::default(),
        }
    }

    /// The place shown in this column and row, as the viewer sees it.
    pub(crate) fn place_seen(&self, column: u8, row: u8) -> Place {
        if self.is_flipped {
            Place { column: self.board.columns - 1 - column, row: self.board.rows - 1 - row }
        } else {
            Place { column, row }
        }
    }

    /// What stands at the edges: the letter of each column and the number of each row, as the viewer sees them,
    /// where squares are named like that.
    pub(crate) fn edge_labels(&self) -> Option<(Vec<String>, Vec<String>)> {
        let Board { columns, rows, .. } = self.board;
        let label = |matches: &dyn Fn(Place) -> bool, is_letter: bool| {
            let square = self.board.squares.iter().find(|square| matches(square.place))?;
            let letters = square.name.trim_end_matches(|character: char| character.is_ascii_digit());
            let digits = &square.name[letters.len()..];
            let is_algebraic = letters.chars().count() == 1 && !digits.is_empty();
            is_algebraic.then(|| if is_letter { letters.to_owned() } else { digits.to_owned() })
        };
        let column_label = |column| label(&|place| place.column == self.place_seen(column, 0).column, true);
        let row_label = |row| label(&|place| place.row == self.place_seen(0, row).row, false);
        Some((
            (0..columns).map(column_label).collect::<Option<_>>()?,
            (0..rows).map(row_label).collect::<Option<_>>()?,
        ))
    }
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// A width that cannot be drawn.
    #[error("a width of {found} pixels, expected {smallest} to {largest}")]
    Size {
        /// The width asked for.
        found: u32,
        /// The smallest for this board.
        smallest: u32,
        /// The largest for any board.
        largest: u32,
    },
    /// A board without rows or columns.
    #[error("a board of {columns} columns and {rows} rows, expected at least one of each")]
    EmptyBoard {
        /// Its columns.
        columns: u8,
        /// Its rows.
        rows: u8,
    },
    /// The picture could not be packed.
    #[error("cannot write the picture: {reason}")]
    Encoding {
        /// What went wrong.
        reason: String,
    },
}
