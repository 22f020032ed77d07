//! A move in two bytes.

use crate::piece::Role;
use crate::square::Square;

/// A move, in two bytes. It has meaning only together with its position.
///
/// Castling is stored as the king capturing its own rook, which is unambiguous in Chess960 too.
///
/// ```
/// use damier_chess::{Move, MoveKind, Role, Square};
///
/// let mv = Move::promotion(Square::E7, Square::E8, Role::Knight);
/// assert_eq!((mv.from(), mv.to(), mv.promotion_role()), (Square::E7, Square::E8, Some(Role::Knight)));
/// assert_eq!(mv.kind(), MoveKind::Promotion);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Nothing: a piece moves from one square to another and may capture there.
    Plain,
    /// A pawn promotes.
    Promotion,
    /// A pawn captures en passant.
    EnPassant,
    /// Castling; the target of the move is the square of the rook.
    Castling,
}

impl Move {
    /// A move with nothing special.
    #[inline(always)]
    #[must_use]
    pub const fn plain(from: Square, to: Square) -> Self {
        // The target changes fastest in a generator, so it gets the bits that need no shift.
        Self(to as u16 | (from as u16) << 6)
    }

    /// A promotion to this role. A role that a pawn cannot promote to gives a queen.
    #[inline(always)]
    #[must_use]
    pub const fn promotion(from: Square, to: Square, role: Role) -> Self {
        let code = match role {
            Role::Knight => 0,
            Role::Bishop => 1,
            Role::Rook => 2,
            _ => 3,
        };
        Self(Self::plain(from, to).0 | 1 << 12 | code << 14)
    }

    /// An en passant capture.
    #[inline(always)]
    #[must_use]
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self(Self::plain(from, to).0 | 2 << 12)
    }

    /// Castling of a king with a rook.
    #[inline(always)]
    #[must_use]
    pub const fn castling(king: Square, rook: Square) -> Self {
        Self(Self::plain(king, rook).0 | 3 << 12)
    }

    /// The null move, which passes the turn in analysis. It is never legal, and only
    /// [`play_noted`](boardgame::RecordNotation::play_noted) plays it.
    pub const NULL: Self = Self::plain(Square::A1, Square::A1);

    /// The square that the piece leaves.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_index((self.0 >> 6) as u8)
    }

    /// The square that it reaches; in castling, the square of the rook.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_index(self.0 as u8)
    }

    /// What is special about it.
    #[inline(always)]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 12 & 3 {
            0 => MoveKind::Plain,
            1 => MoveKind::Promotion,
            2 => MoveKind::EnPassant,
            _ => MoveKind::Castling,
        }
    }

    /// What a pawn promotes to.
    #[inline(always)]
    #[must_use]
    pub const fn promotion_role(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion => Some(match self.0 >> 14 {
                0 => Role::Knight,
                1 => Role::Bishop,
                2 => Role::Rook,
                _ => Role::Queen,
            }),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion_role() {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None if self.kind() == MoveKind::Plain => Ok(()),
            None => write!(f, " ({:?})", self.kind()),
        }
    }
}
