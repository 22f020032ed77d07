//! A described position, which may be illegal.

use std::marker::PhantomData;

use boardgame::{BlackSide, Color, FenError, Side, WhiteSide};
use thiserror::Error;

use crate::attacks::between;
use crate::bitboard::Bitboard;
use crate::board::{Board, behind};
use crate::mode::Mode;
use crate::piece::{Piece, Role};
use crate::position::ChessPosition;
use crate::square::Square;
use crate::zobrist;

/// A described position, which may be illegal: the step between a text and a position.
///
/// ```
/// use boardgame::Color;
/// use damier_chess::{Chess, Piece, Role, Setup, SetupError, Square};
///
/// let mut setup = Setup::empty(Color::White);
/// setup.set(Square::E1, Some(Piece { color: Color::White, role: Role::King }));
/// assert_eq!(setup.position::<damier_chess::Standard>(), Err(SetupError::NoKing { color: Color::Black }));
///
/// setup.set(Square::E8, Some(Piece { color: Color::Black, role: Role::King }));
/// let position: Chess = setup.position()?;
/// assert_eq!(Setup::from(&position), setup);
/// # Ok::<(), SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The side to move.
    pub turn: Color,
    /// The rooks that may still castle.
    pub castling: Bitboard,
    /// The square a pawn has just passed over.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move, from 1.
    pub fullmove_number: u16,
    squares: [Option<Piece>; 64],
}

/// Why a described position cannot occur in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A side has no king.
    #[error("no {color} king")]
    NoKing {
        /// Which side.
        color: Color,
    },
    /// A side has several kings.
    #[error("{found} {color} kings")]
    ManyKings {
        /// Which side.
        color: Color,
        /// How many.
        found: usize,
    },
    /// The kings are adjacent.
    #[error("the kings are adjacent")]
    KingsTouch,
    /// The side that has just moved is in check.
    #[error(
        "the {color} king on {king} is attacked by the piece on {attacker}, but {} is to move",
        (!*color).name()
    )]
    OpponentInCheck {
        /// Whose king.
        color: Color,
        /// Where it stands.
        king: Square,
        /// What attacks it.
        attacker: Square,
    },
    /// No move can give check with three pieces.
    #[error("{found} checking pieces")]
    ManyCheckers {
        /// How many.
        found: usize,
    },
    /// Two pieces give check from opposite sides of the king.
    #[error("the king on {king} is in check from opposite sides, by the pieces on {first} and {second}")]
    OppositeCheckers {
        /// Where the king stands.
        king: Square,
        /// One that gives check.
        first: Square,
        /// The other.
        second: Square,
    },
    /// The king was already in check before the double step of the en passant square.
    #[error(
        "the king on {king} was attacked by the piece on {attacker} before the double step past {square}"
    )]
    CheckBeforeDoubleStep {
        /// Where the king stands.
        king: Square,
        /// What attacked it.
        attacker: Square,
        /// The en passant square.
        square: Square,
    },
    /// A pawn stands on the first or last rank.
    #[error("a {color} pawn on {square}")]
    PawnOnEdge {
        /// Whose pawn.
        color: Color,
        /// Where.
        square: Square,
    },
    /// A side has more pieces than it starts with.
    #[error("{found} {color} pieces")]
    ManyPieces {
        /// Which side.
        color: Color,
        /// How many.
        found: usize,
    },
    /// A side has more pawns than it starts with.
    #[error("{found} {color} pawns")]
    ManyPawns {
        /// Which side.
        color: Color,
        /// How many.
        found: usize,
    },
    /// A castling right without a rook on its home rank.
    #[error("a castling right for {rook}, but no rook there can castle")]
    NoCastlingRook {
        /// The square that the rook should stand on.
        rook: Square,
    },
    /// A castling right of a king that has left its home rank.
    #[error("a castling right for the rook on {rook}, but the {color} king is on {king}")]
    CastlingKingAway {
        /// Whose right.
        color: Color,
        /// Where the king stands.
        king: Square,
        /// The rook.
        rook: Square,
    },
    /// Castling rights with two rooks on the same side of the king.
    #[error("castling rights for two rooks on the same side of the king, the second on {rook}")]
    SecondCastlingRook {
        /// The second rook.
        rook: Square,
    },
    /// A castling right that exists only in Chess960.
    #[error("a castling right with the king on {king} and the rook on {rook}")]
    OnlyInChess960 {
        /// Where the king stands.
        king: Square,
        /// The rook.
        rook: Square,
    },
    /// An en passant square that no double step can have passed.
    #[error("en passant square {square}")]
    EnPassant {
        /// The square given.
        square: Square,
    },
    /// There is no move number 0.
    #[error("move number 0")]
    MoveNumber,
}

impl SetupError {
    /// What the rules require instead.
    #[must_use]
    pub const fn expected(self) -> &'static str {
        match self {
            Self::NoKing { .. } | Self::ManyKings { .. } => "one king of each color",
            Self::KingsTouch => "at least one square between them",
            Self::OpponentInCheck { .. } => "the side that just moved not to be in check",
            Self::ManyCheckers { .. } => "at most two",
            Self::OppositeCheckers { .. } => "a check that a single move can give",
            Self::CheckBeforeDoubleStep { .. } => {
                "no en passant square, or a check that the double step gives or discovers"
            }
            Self::PawnOnEdge { .. } => "pawns only on the second to seventh ranks",
            Self::ManyPieces { .. } => "at most 16",
            Self::ManyPawns { .. } => "at most 8",
            Self::NoCastlingRook { .. } => "a rook of that side on its home rank",
            Self::CastlingKingAway { .. } => "the king on its home rank",
            Self::SecondCastlingRook { .. } => "at most one",
            Self::OnlyInChess960 { .. } => "the king on the e-file and the rook in the corner, or Chess960",
            Self::EnPassant { .. } => {
                "the square behind a pawn that just moved two squares, with both squares behind it empty"
            }
            Self::MoveNumber => "1 or more",
        }
    }
}

impl From<SetupError> for FenError {
    fn from(error: SetupError) -> Self {
        Self::Illegal { found: error.to_string(), expected: error.expected().to_owned() }
    }
}

impl Setup {
    /// An empty board.
    #[must_use]
    pub fn empty(turn: Color) -> Self {
        Self {
            turn,
            castling: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            squares: [None; 64],
        }
    }

    /// Puts a piece on a square, replacing any other, or clears the square.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[square as usize] = piece;
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square as usize]
    }

    /// The squares of a piece.
    #[must_use]
    pub fn squares_of(&self, piece: Piece) -> Bitboard {
        Square::ALL.into_iter().filter(|&square| self.piece_at(square) == Some(piece)).collect()
    }

    /// The position, if simple checks do not rule out that a game reaches it.
    ///
    /// # Errors
    ///
    /// The first rule that the position breaks.
    pub fn position<M: Mode>(&self) -> Result<ChessPosition<M>, SetupError> {
        let sets = self.sets();
        for color in Color::ALL {
            let count = |set: Bitboard| set.len();
            let found = sets[color as usize].into_iter().map(count).sum();
            if found > 16 {
                return Err(SetupError::ManyPieces { color, found });
            }
            let found = count(sets[color as usize][Role::Pawn as usize]);
            if found > 8 {
                return Err(SetupError::ManyPawns { color, found });
            }
        }
        let position = self.position_lenient()?;
        match self.turn {
            Color::White => self.check_last_move::<WhiteSide>(&position.board)?,
            Color::Black => self.check_last_move::<BlackSide>(&position.board)?,
        }
        Ok(position)
    }

    /// Whether the last move can have given the checks.
    fn check_last_move<Us: Side>(&self, board: &Board) -> Result<(), SetupError> {
        let king = board.king::<Us>();
        let checkers = board.checkers::<Us>();
        if checkers.len() > 2 {
            return Err(SetupError::ManyCheckers { found: checkers.len() });
        }
        // A moving piece never discovers a check from behind the king.
        if let (Some(first), Some(second)) = (checkers.first(), checkers.into_iter().nth(1))
            && between(first, second).contains(king)
        {
            return Err(SetupError::OppositeCheckers { king, first, second });
        }
        // The last move is known: a check that it did not give must not have been there before it. Problems and suites
        // also contain impossible double steps without such a check, and all readers accept them.
        if let Some(square) = self.en_passant
            && checkers.into_iter().any(|checker| checker != behind::<Us>(square))
        {
            let before = board.before_double_step::<Us::Other>(square);
            if let Some(attacker) = before.checkers::<Us>().first() {
                return Err(SetupError::CheckBeforeDoubleStep { king, attacker, square });
            }
        }
        Ok(())
    }

    /// The position, if it can be played: accepts any number of pieces, pawns and checkers, and checks that no last move
    /// can have given. For analysis boards and problems that cannot arise in a game.
    ///
    /// # Errors
    ///
    /// The first rule broken that play cannot do without.
    pub fn position_lenient<M: Mode>(&self) -> Result<ChessPosition<M>, SetupError> {
        match self.turn {
            Color::White => self.position_of::<WhiteSide, M>(),
            Color::Black => self.position_of::<BlackSide, M>(),
        }
    }

    fn position_of<Us: Side, M: Mode>(&self) -> Result<ChessPosition<M>, SetupError> {
        let mut board = self.board()?;
        self.check_castling::<M>(&board)?;
        board.castling = self.castling;
        if self.fullmove_number == 0 {
            return Err(SetupError::MoveNumber);
        }
        if board.kings[0].file().abs_diff(board.kings[1].file()) <= 1
            && board.kings[0].rank().abs_diff(board.kings[1].rank()) <= 1
        {
            return Err(SetupError::KingsTouch);
        }
        if let Some(attacker) = board.checkers::<Us::Other>().first() {
            let color = !Us::COLOR;
            return Err(SetupError::OpponentInCheck { color, king: board.king::<Us::Other>(), attacker });
        }
        if let Some(square) = self.en_passant {
            if !is_passed_square::<Us>(&board, square) {
                return Err(SetupError::EnPassant { square });
            }
            board.en_passant = Some(square);
            if !board.may_capture_en_passant::<Us>() {
                board.en_passant = None;
            }
        }
        Ok(ChessPosition {
            key: zobrist::key::<Us>(&board),
            board,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            turn: Us::COLOR,
            mode: PhantomData,
        })
    }

    /// The pieces, with one king of each color and no pawn on an edge.
    fn board(&self) -> Result<Board, SetupError> {
        let sets = self.sets();
        let set = |role: Role| sets[0][role as usize] | sets[1][role as usize];
        for color in Color::ALL {
            let pawns = sets[color as usize][Role::Pawn as usize];
            if let Some(square) = (pawns & (Bitboard::rank(0) | Bitboard::rank(7))).first() {
                return Err(SetupError::PawnOnEdge { color, square });
            }
        }
        Ok(Board {
            pawns: set(Role::Pawn),
            knights: set(Role::Knight),
            diagonal: set(Role::Bishop) | set(Role::Queen),
            straight: set(Role::Rook) | set(Role::Queen),
            colors: sets.map(|sets| sets.into_iter().fold(Bitboard::EMPTY, |all, set| all | set)),
            castling: Bitboard::EMPTY,
            kings: [self.king(Color::White)?, self.king(Color::Black)?],
            en_passant: None,
        })
    }

    /// The squares of every piece, by color and role.
    fn sets(&self) -> [[Bitboard; 6]; 2] {
        let mut sets = [[Bitboard::EMPTY; 6]; 2];
        for square in Square::ALL {
            if let Some(Piece { color, role }) = self.piece_at(square) {
                sets[color as usize][role as usize] |= square.into();
            }
        }
        sets
    }

    /// The one king of a side.
    pub(crate) fn king(&self, color: Color) -> Result<Square, SetupError> {
        let kings = self.squares_of(Piece { color, role: Role::King });
        match kings.first() {
            None => Err(SetupError::NoKing { color }),
            Some(_) if kings.has_several() => Err(SetupError::ManyKings { color, found: kings.len() }),
            Some(king) => Ok(king),
        }
    }

    /// Each right needs a rook of the right color on the rank of its king, at most one on each side.
    fn check_castling<M: Mode>(&self, board: &Board) -> Result<(), SetupError> {
        let mut seen = [[false; 2]; 2];
        for rook in self.castling {
            let piece = self.piece_at(rook).filter(|piece| piece.role == Role::Rook);
            let piece = piece.filter(|piece| rook.rank_for(piece.color) == 0);
            let color = piece.ok_or(SetupError::NoCastlingRook { rook })?.color;
            let king = board.kings[color as usize];
            if king.rank_for(color) != 0 {
                return Err(SetupError::CastlingKingAway { color, king, rook });
            }
            let standard = king.file() == 4 && matches!(rook.file(), 0 | 7);
            if !(M::CHESS960 || standard) {
                return Err(SetupError::OnlyInChess960 { king, rook });
            }
            let side = &mut seen[color as usize][usize::from(rook > king)];
            if *side {
                return Err(SetupError::SecondCastlingRook { rook });
            }
            *side = true;
        }
        Ok(())
    }
}

/// Whether an enemy pawn can have passed over this square with the last move.
fn is_passed_square<Us: Side>(board: &Board, square: Square) -> bool {
    let pawn = behind::<Us>(square);
    let start = behind::<Us::Other>(square);
    square.rank_for(Us::COLOR) == 5
        && (board.pawns & board.enemy::<Us>()).contains(pawn)
        && !board.occupied().contains(square)
        && !board.occupied().contains(start)
}

impl Board {
    /// The board before a pawn of `Us` passed over this square with a double step.
    fn before_double_step<Us: Side>(&self, passed: Square) -> Self {
        let moved = Bitboard::of(behind::<Us::Other>(passed)) | Bitboard::of(behind::<Us>(passed));
        let mut before = *self;
        before.pawns ^= moved;
        before.colors[Us::COLOR as usize] ^= moved;
        before
    }
}

impl<M: Mode> TryFrom<Setup> for ChessPosition<M> {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        setup.position()
    }
}

impl<M: Mode> From<&ChessPosition<M>> for Setup {
    fn from(position: &ChessPosition<M>) -> Self {
        Self {
            turn: position.turn,
            castling: position.board.castling,
            en_passant: position.board.en_passant,
            halfmove_clock: position.halfmove_clock,
            fullmove_number: position.fullmove_number,
            squares: Square::ALL.map(|square| position.piece_at(square)),
        }
    }
}
