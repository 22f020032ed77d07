//! Squares, pieces and a mailbox board.

use std::fmt;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Plays upward from rank 1.
    White,
    /// Plays downward from rank 8.
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

    /// The direction of pawns: ranks per step (3.7.1).
    pub(super) fn forward(self) -> i8 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }

    /// The rank that the given player counts as number `rank`, from 0.
    pub(super) fn own_rank(self, rank: i8) -> i8 {
        match self {
            Color::White => rank,
            Color::Black => 7 - rank,
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
    /// Moves as 3.7 says.
    Pawn,
    /// Moves as 3.6 says.
    Knight,
    /// Moves as 3.2 says.
    Bishop,
    /// Moves as 3.3 says.
    Rook,
    /// Moves as 3.4 says.
    Queen,
    /// Moves as 3.8 says.
    King,
}

impl Role {
    const ALL: [(Role, char); 6] = [
        (Role::Pawn, 'p'),
        (Role::Knight, 'n'),
        (Role::Bishop, 'b'),
        (Role::Rook, 'r'),
        (Role::Queen, 'q'),
        (Role::King, 'k'),
    ];

    /// The English letter, in lower case.
    pub fn letter(self) -> char {
        let found = Role::ALL.into_iter().find(|(role, _)| *role == self);
        found.expect("every role has a letter").1
    }

    /// The role with this lower-case letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Role::ALL.into_iter().find(|(_, l)| *l == letter).map(|(role, _)| role)
    }
}

/// A kind of piece with its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The owner.
    pub color: Color,
    /// The kind.
    pub role: Role,
}

/// One of the 64 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// 0 is the a-file.
    pub file: i8,
    /// 0 is the first rank.
    pub rank: i8,
}

impl Square {
    /// The square this many files to the right and ranks up, if it is on the board.
    pub fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let (file, rank) = (self.file + files, self.rank + ranks);
        ((0..8).contains(&file) && (0..8).contains(&rank)).then_some(Square { file, rank })
    }

    /// Reads a name such as `e4`.
    pub fn from_name(name: &str) -> Option<Square> {
        match name.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Some(Square { file: (file - b'a') as i8, rank: (rank - b'1') as i8 })
            }
            _ => None,
        }
    }

    /// Whether this is a light square such as h1 (2.1).
    pub fn is_light(self) -> bool {
        (self.file + self.rank) % 2 == 1
    }

    /// All squares, a1 first.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..8).flat_map(|rank| (0..8).map(move |file| Square { file, rank }))
    }

    pub(super) fn file_letter(self) -> char {
        (b'a' + self.file as u8) as char
    }

    pub(super) fn rank_digit(self) -> char {
        (b'1' + self.rank as u8) as char
    }

    fn index(self) -> usize {
        self.rank as usize * 8 + self.file as usize
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank_digit())
    }
}

/// The pieces on their squares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    squares: [Option<Piece>; 64],
}

impl Board {
    /// A board without pieces.
    pub fn empty() -> Self {
        Board { squares: [None; 64] }
    }

    /// What stands on a square.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Puts a piece on a square, or clears it.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[square.index()] = piece;
    }

    /// All pieces with their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.piece_on(square)?)))
    }

    /// Where the king of one player stands.
    pub fn king(&self, color: Color) -> Option<Square> {
        let king = Piece { color, role: Role::King };
        Square::all().find(|square| self.piece_on(*square) == Some(king))
    }
}
