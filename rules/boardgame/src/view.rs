//! Boards and positions as plain data, for drawing.

use crate::Color;

/// A kind of piece, as it is drawn.
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
pub struct PieceView {
    /// The color of the piece.
    pub color: Color,
    /// The kind of piece.
    pub figure: Figure,
}

/// A point on the board, playable or not, as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The column, from 0 at the left.
    pub column: u8,
    /// The row, from 0 at the top.
    pub row: u8,
}

/// A playable square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareView {
    /// The point on the board.
    pub point: Point,
    /// The name. A letter and a number, such as `a1`, appear at the edges of the board; any other name appears in the
    /// square.
    pub name: String,
    /// The piece on it.
    pub piece: Option<PieceView>,
}

/// A board with its pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardView {
    /// Columns, playable or not.
    pub columns: u8,
    /// Rows, playable or not.
    pub rows: u8,
    /// Whether light and dark squares alternate. Playable squares are dark; if all squares are playable, the lower left
    /// corner is dark. Otherwise all squares look the same.
    pub is_checkered: bool,
    /// The playable squares, in reading order for screen readers.
    pub squares: Vec<SquareView>,
}

impl BoardView {
    /// Finds a square by name, ignoring case.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&SquareView> {
        self.squares.iter().find(|square| square.name.eq_ignore_ascii_case(name))
    }

    /// The playable square at a point.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<&SquareView> {
        self.squares.iter().find(|square| square.point == point)
    }

    /// Whether the square at a point is dark.
    #[must_use]
    pub fn is_dark(&self, point: Point) -> bool {
        let all_playable = self.squares.len() == usize::from(self.columns) * usize::from(self.rows);
        if !self.is_checkered {
            return false;
        }
        if all_playable {
            // The lower left corner is in the last row.
            return (u16::from(point.column) + u16::from(point.row) + u16::from(self.rows)) % 2 == 1;
        }
        self.at(point).is_some()
    }
}

/// A position as data, to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionView {
    /// The position in its standard form.
    pub fen: String,
    /// The side to move.
    pub turn: Color,
    /// The board with its pieces.
    pub board: BoardView,
    /// The path of the last move, if there was one.
    pub last_move: Vec<Point>,
    /// The paths of the legal moves, if requested.
    pub legal_moves: Vec<Vec<Point>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of two columns and three rows. `rows` names the playable squares, from the top.
    fn board(rows: [[&str; 2]; 3], is_checkered: bool) -> BoardView {
        let mut squares = Vec::new();
        for (row, names) in (0..).zip(rows) {
            for (column, name) in (0..).zip(names).filter(|(_, name)| !name.is_empty()) {
                squares.push(SquareView { point: Point { column, row }, name: name.to_owned(), piece: None });
            }
        }
        BoardView { columns: 2, rows: 3, is_checkered, squares }
    }

    /// Dark squares as `#`, light ones as `.`, from the top.
    fn colors(board: &BoardView) -> Vec<String> {
        let color = |column, row| if board.is_dark(Point { column, row }) { '#' } else { '.' };
        (0..3).map(|row| (0..2).map(|column| color(column, row)).collect()).collect()
    }

    #[test]
    fn the_lower_left_corner_is_dark_if_all_squares_are_playable() {
        let all = [["a3", "b3"], ["a2", "b2"], ["a1", "b1"]];
        assert_eq!(colors(&board(all, true)), ["#.", ".#", "#."]);
        assert_eq!(colors(&board(all, false)), ["..", "..", ".."]);
    }

    #[test]
    fn playable_squares_are_dark_if_others_are_not() {
        assert_eq!(colors(&board([["", "1"], ["2", ""], ["", "3"]], true)), [".#", "#.", ".#"]);
    }

    #[test]
    fn squares_are_found_by_name_and_point() {
        let board = board([["", "b3"], ["a2", ""], ["", "b1"]], true);
        let point = Point { column: 0, row: 1 };
        assert_eq!(board.find("A2").map(|square| square.point), Some(point));
        assert_eq!(board.at(point).map(|square| &*square.name), Some("a2"));
        assert_eq!((board.find("a1"), board.at(Point { column: 0, row: 0 })), (None, None));
    }

    #[test]
    fn figures_have_english_names() {
        let names = Figure::ALL.map(|figure| format!("{} {}", figure.name(), figure.plural()));
        let men = ["king kings", "man men"];
        let chessmen = "king kings, queen queens, rook rooks, bishop bishops, knight knights, pawn pawns";
        assert_eq!((&*names[..6].join(", "), &names[6..]), (chessmen, &men.map(String::from)[..]));
    }
}
