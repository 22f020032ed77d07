//! Squares, directions and a mailbox board.

use super::rules::{PlayingSquares, Rules};

/// The longest side of any board in the table of rules.
pub const LONGEST_SIDE: usize = 14;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Plays upward from rank 0.
    White,
    /// Plays downward from the last rank.
    Black,
}

impl Color {
    /// The other player.
    pub fn opponent(self) -> Self {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    pub(super) fn index(self) -> usize {
        match self {
            Color::White => 0,
            Color::Black => 1,
        }
    }
}

/// Kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// An uncrowned piece.
    Man,
    /// A crowned piece.
    King,
}

/// A kind of piece with its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The owner.
    pub color: Color,
    /// Man or king.
    pub role: Role,
}

/// A square, always seen from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// 0 is the left-most column.
    pub file: u8,
    /// 0 is White's own back row.
    pub rank: u8,
}

/// One step on the board, seen from White's side.
///
/// On a board that uses one color of squares a straight step covers two
/// columns or two rows, because the square between is not a playing square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Direction {
    /// Columns to the right.
    pub files: i8,
    /// Rows away from White.
    pub ranks: i8,
}

impl Direction {
    /// The same step as the given player sees it: "forward" turns around for Black.
    pub fn seen_by(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Direction { files: self.files, ranks: -self.ranks },
        }
    }

    /// The opposite direction.
    pub fn opposite(self) -> Self {
        Direction { files: -self.files, ranks: -self.ranks }
    }
}

/// The pieces on their squares, by file and rank.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    squares: [[Option<Piece>; LONGEST_SIDE]; LONGEST_SIDE],
}

impl Board {
    /// A board without pieces.
    pub fn empty() -> Self {
        Board { squares: [[None; LONGEST_SIDE]; LONGEST_SIDE] }
    }

    /// What stands on a square.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square.file as usize][square.rank as usize]
    }

    /// Puts a piece on a square, or clears it.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[square.file as usize][square.rank as usize] = piece;
    }

    /// All pieces of one player with their squares.
    pub fn pieces(&self, rules: &Rules, color: Color) -> Vec<(Square, Role)> {
        let mut found = Vec::new();
        for file in 0..rules.files {
            for rank in 0..rules.ranks {
                let square = Square { file, rank };
                if let Some(piece) = self.piece_on(square)
                    && piece.color == color
                {
                    found.push((square, piece.role));
                }
            }
        }
        found
    }

    /// Number of pieces of one kind.
    pub fn count(&self, rules: &Rules, color: Color, role: Role) -> usize {
        self.pieces(rules, color).iter().filter(|(_, r)| *r == role).count()
    }
}

/// A king that has made quiet moves in a row, for the Frisian limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KingRun {
    /// Where that king stands now.
    pub square: Square,
    /// Its quiet moves in a row, 1 to 3.
    pub moves: u8,
}

/// One moment of a game, without history.
///
/// Equality is what the repetition rule compares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The player to move.
    pub turn: Color,
    /// The pieces.
    pub board: Board,
    /// Runs of quiet king moves, White's first; always `None` outside the Frisian games.
    pub king_runs: [Option<KingRun>; 2],
}

impl Position {
    /// The start of a game.
    pub fn start(rules: &Rules) -> Self {
        let mut board = Board::empty();
        for square in playing_squares(rules) {
            for color in [Color::White, Color::Black] {
                let row = match color {
                    Color::White => square.rank,
                    Color::Black => rules.ranks - 1 - square.rank,
                };
                let filled = rules.empty_back_rows..rules.empty_back_rows + rules.rows_of_men;
                if filled.contains(&row) {
                    board.set(square, Some(Piece { color, role: Role::Man }));
                }
            }
        }
        Position { turn: rules.first, board, king_runs: [None, None] }
    }

    /// The run of quiet king moves of one player.
    pub fn king_run(&self, color: Color) -> Option<KingRun> {
        self.king_runs[color.index()]
    }
}

/// The square one step away, if it is on the board.
pub fn step(rules: &Rules, square: Square, direction: Direction) -> Option<Square> {
    let file = square.file as i8 + direction.files;
    let rank = square.rank as i8 + direction.ranks;
    let on_board = (0..rules.files as i8).contains(&file) && (0..rules.ranks as i8).contains(&rank);
    on_board.then_some(Square { file: file as u8, rank: rank as u8 })
}

/// Whether pieces can stand on this square at all.
pub fn is_playing_square(rules: &Rules, square: Square) -> bool {
    let like_bottom_left = (square.file + square.rank).is_multiple_of(2);
    match rules.playing_squares {
        PlayingSquares::BottomLeft => like_bottom_left,
        PlayingSquares::NotBottomLeft => !like_bottom_left,
        PlayingSquares::All => true,
    }
}

/// All playing squares.
pub fn playing_squares(rules: &Rules) -> Vec<Square> {
    let mut squares = Vec::new();
    for rank in 0..rules.ranks {
        for file in 0..rules.files {
            let square = Square { file, rank };
            if is_playing_square(rules, square) {
                squares.push(square);
            }
        }
    }
    squares
}

/// Whether a man of this color becomes a king here.
pub fn is_promotion_square(rules: &Rules, color: Color, square: Square) -> bool {
    match color {
        Color::White => square.rank == rules.ranks - 1,
        Color::Black => square.rank == 0,
    }
}
