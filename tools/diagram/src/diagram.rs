//! The contents of a drawing.

use boardgame::Color;
use boardgame::view::{BoardView, Point, PositionView};
use thiserror::Error;

use crate::theme::Theme;

/// A line over the squares of a move, with a head at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The points it touches; a single one draws nothing.
    pub points: Vec<Point>,
}

/// Everything that a drawing shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// A title, for people who cannot see the board.
    pub title: String,
    /// The board with its pieces.
    pub board: BoardView,
    /// The side to move.
    pub turn: Color,
    /// Arrows over the board.
    pub arrows: Vec<Arrow>,
    /// Marked squares.
    pub marks: Vec<Point>,
    /// The squares of the last move.
    pub last_move: Vec<Point>,
    /// Whether Black is at the bottom.
    pub is_flipped: bool,
    /// The colors.
    pub theme: Theme,
}

impl Diagram {
    /// A board with only its pieces.
    #[must_use]
    pub fn of(board: BoardView, turn: Color) -> Self {
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

    /// A position with its last move, and its legal moves as arrows, under a title.
    #[must_use]
    pub fn showing(view: PositionView, title: &str) -> Self {
        Self {
            title: title.to_owned(),
            arrows: view.legal_moves.into_iter().map(|points| Arrow { points }).collect(),
            last_move: view.last_move,
            ..Self::of(view.board, view.turn)
        }
    }

    /// The point shown in this column and row, as the viewer sees it.
    pub(crate) fn point_seen(&self, column: u8, row: u8) -> Point {
        if self.is_flipped {
            Point { column: self.board.columns - 1 - column, row: self.board.rows - 1 - row }
        } else {
            Point { column, row }
        }
    }

    /// The labels at the edges: the letter of each column and the number of each row, as the viewer sees them, if squares
    /// are named like that.
    pub(crate) fn edge_labels(&self) -> Option<(Vec<String>, Vec<String>)> {
        let BoardView { columns, rows, .. } = self.board;
        let label = |matches: &dyn Fn(Point) -> bool, is_letter: bool| {
            let square = self.board.squares.iter().find(|square| matches(square.point))?;
            let letters = square.name.trim_end_matches(|character: char| character.is_ascii_digit());
            let digits = &square.name[letters.len()..];
            let is_algebraic = letters.chars().count() == 1 && !digits.is_empty();
            is_algebraic.then(|| if is_letter { letters.to_owned() } else { digits.to_owned() })
        };
        let column_label = |column| label(&|point| point.column == self.point_seen(column, 0).column, true);
        let row_label = |row| label(&|point| point.row == self.point_seen(0, row).row, false);
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
    #[error("width of {found} pixels, expected {smallest} to {largest}")]
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
    /// The picture could not be encoded.
    #[error("cannot write the picture: {reason}")]
    Encoding {
        /// What went wrong.
        reason: String,
    },
}
