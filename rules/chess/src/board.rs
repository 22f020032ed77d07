//! The pieces on the board, and the board after each kind of move.

use boardgame::{Color, Side};

use crate::attacks::{king_attacks, knight_attacks, pawn_attacks};
use crate::bitboard::Bitboard;
use crate::castling::castling_goals;
use crate::piece::{Piece, Role};
use crate::sliders::{bishop_attacks, rook_attacks};
use crate::square::Square;

/// The pieces and everything else that decides which moves are legal, except the side to move, which generators
/// take as a type.
///
/// Queens are in both sets of sliders, because attacks, pins and checks depend on lines, not on roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) pawns: Bitboard,
    pub(crate) knights: Bitboard,
    /// Bishops and queens.
    pub(crate) diagonal: Bitboard,
    /// Rooks and queens.
    pub(crate) straight: Bitboard,
    /// All pieces by color, kings included.
    pub(crate) colors: [Bitboard; 2],
    /// The rooks that may still castle.
    pub(crate) castling: Bitboard,
    pub(crate) kings: [Square; 2],
    /// The square that a pawn has just passed over, if an enemy pawn attacks it.
    pub(crate) en_passant: Option<Square>,
}

impl Board {
    #[inline(always)]
    pub(crate) fn own<Us: Side>(&self) -> Bitboard {
        self.colors[Us::COLOR as usize]
    }

    #[inline(always)]
    pub(crate) fn enemy<Us: Side>(&self) -> Bitboard {
        self.own::<Us::Other>()
    }

    #[inline(always)]
    pub(crate) fn king<Us: Side>(&self) -> Square {
        self.kings[Us::COLOR as usize]
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The pieces of a role, of both colors.
    #[inline]
    pub(crate) fn role(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawns,
            Role::Knight => self.knights,
            Role::Bishop => self.diagonal & !self.straight,
            Role::Rook => self.straight & !self.diagonal,
            Role::Queen => self.diagonal & self.straight,
            Role::King => self.kings.into_iter().collect(),
        }
    }

    /// What stands on a square.
    #[inline]
    pub(crate) fn role_at(&self, square: Square) -> Option<Role> {
        if self.pawns.contains(square) {
            return Some(Role::Pawn);
        }
        match (self.diagonal.contains(square), self.straight.contains(square)) {
            (true, true) => Some(Role::Queen),
            (true, false) => Some(Role::Bishop),
            (false, true) => Some(Role::Rook),
            (false, false) if self.knights.contains(square) => Some(Role::Knight),
            (false, false) => self.kings.contains(&square).then_some(Role::King),
        }
    }

    /// The sets that contain a square, one bit each: pawns, knights, diagonal, straight.
    #[inline(always)]
    pub(crate) fn sets_at(&self, square: Square) -> usize {
        let bit = |set: Bitboard| (set.0 >> square as u8) as usize & 1;
        bit(self.pawns) | bit(self.knights) << 1 | bit(self.diagonal) << 2 | bit(self.straight) << 3
    }

    #[inline]
    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.colors[0].contains(square) { Color::White } else { Color::Black };
        self.role_at(square).map(|role| Piece { color, role })
    }

    /// The pieces of one color that attack a square, given these occupied squares.
    #[inline(always)]
    pub(crate) fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let leapers = knight_attacks(square) & self.knights
            | pawn_attacks(!color, square) & self.pawns
            | king_attacks(square) & Bitboard::of(self.kings[color as usize]);
        let sliders =
            bishop_attacks(square, occupied) & self.diagonal | rook_attacks(square, occupied) & self.straight;
        (leapers | sliders) & self.colors[color as usize]
    }

    /// The enemy pieces that give check.
    #[inline]
    pub(crate) fn checkers<Us: Side>(&self) -> Bitboard {
        self.attackers(!Us::COLOR, self.king::<Us>(), self.occupied())
    }

    /// Removes the piece of `Us` from its square and clears its target; the caller puts it there.
    #[inline(always)]
    fn lifted<Us: Side>(&self, from: Square, to: Square) -> Self {
        let (from, to) = (Bitboard::of(from), Bitboard::of(to));
        let gone = !(from | to);
        let mut colors = self.colors;
        colors[Us::COLOR as usize] = self.own::<Us>() & !from | to;
        colors[!Us::COLOR as usize] = self.enemy::<Us>() & !to;
        Self {
            pawns: self.pawns & gone,
            knights: self.knights & gone,
            diagonal: self.diagonal & gone,
            straight: self.straight & gone,
            colors,
            // A rook loses the right whether it moves or is captured.
            castling: self.castling & gone,
            kings: self.kings,
            en_passant: None,
        }
    }

    /// A move of a knight, capturing or not.
    #[inline(always)]
    pub(crate) fn after_knight<Us: Side>(&self, from: Square, to: Square) -> Self {
        let mut next = self.lifted::<Us>(from, to);
        next.knights |= to.into();
        next
    }

    /// A move of a bishop or queen along a diagonal, capturing or not.
    #[inline(always)]
    pub(crate) fn after_diagonal<Us: Side>(&self, from: Square, to: Square) -> Self {
        let mut next = self.lifted::<Us>(from, to);
        next.diagonal |= to.into();
        next.straight |= Bitboard::of(to) & Bitboard::when(self.straight.contains(from));
        next
    }

    /// A move of a rook or queen along a rank or file, capturing or not.
    #[inline(always)]
    pub(crate) fn after_straight<Us: Side>(&self, from: Square, to: Square) -> Self {
        let mut next = self.lifted::<Us>(from, to);
        next.straight |= to.into();
        next.diagonal |= Bitboard::of(to) & Bitboard::when(self.diagonal.contains(from));
        next
    }

    /// A move of the king, capturing or not, but not castling.
    #[inline(always)]
    pub(crate) fn after_king<Us: Side>(&self, from: Square, to: Square) -> Self {
        let mut next = self.lifted::<Us>(from, to);
        next.kings[Us::COLOR as usize] = to;
        next.castling &= !home_rank::<Us>();
        next
    }

    /// A single step or a capture by a pawn that is not promoted.
    #[inline(always)]
    pub(crate) fn after_pawn<Us: Side>(&self, from: Square, to: Square) -> Self {
        let mut next = self.lifted::<Us>(from, to);
        next.pawns |= to.into();
        next
    }

    /// A double step. The square passed over is noted where an enemy pawn attacks it; whether the capture
    /// is legal is not asked.
    #[inline(always)]
    pub(crate) fn after_double_step<Us: Side>(&self, from: Square, to: Square) -> Self {
        let both = Bitboard::of(from) | to.into();
        let passed = Square::from_index((from as u8 + to as u8) / 2);
        let mut next = *self;
        next.pawns ^= both;
        next.colors[Us::COLOR as usize] ^= both;
        let captors = pawn_attacks(Us::COLOR, passed) & self.pawns & self.enemy::<Us>();
        next.en_passant = (!captors.is_empty()).then_some(passed);
        next
    }

    /// A step or capture of a pawn to the last rank.
    #[inline(always)]
    pub(crate) fn after_promotion<Us: Side>(&self, from: Square, to: Square, role: Role) -> Self {
        let mut next = self.lifted::<Us>(from, to);
        let to = Bitboard::of(to);
        match role {
            Role::Knight => next.knights |= to,
            Role::Bishop => next.diagonal |= to,
            Role::Rook => next.straight |= to,
            _ => {
                next.diagonal |= to;
                next.straight |= to;
            }
        }
        next
    }

    /// A capture of the pawn that has just passed over `to`.
    #[inline]
    pub(crate) fn after_en_passant<Us: Side>(&self, from: Square, to: Square) -> Self {
        let captured = Bitboard::of(behind::<Us>(to));
        let mut next = self.lifted::<Us>(from, to);
        next.pawns = next.pawns & !captured | to.into();
        next.colors[!Us::COLOR as usize] &= !captured;
        next
    }

    /// Castling with the rook on this square. The king and the rook may swap squares or stay where they are.
    #[inline]
    pub(crate) fn after_castling<Us: Side>(&self, rook: Square) -> Self {
        let king = self.king::<Us>();
        let (king_to, rook_to) = castling_goals(king, rook);
        let mut next = *self;
        next.straight = self.straight & !Bitboard::of(rook) | rook_to.into();
        next.colors[Us::COLOR as usize] =
            self.own::<Us>() & !(Bitboard::of(king) | rook.into()) | king_to.into() | rook_to.into();
        next.kings[Us::COLOR as usize] = king_to;
        next.castling &= !home_rank::<Us>();
        next.en_passant = None;
        next
    }
}

/// The rank where the pieces of a side start.
#[inline(always)]
pub(crate) const fn home_rank<Us: Side>() -> Bitboard {
    Bitboard::rank(match Us::COLOR {
        Color::White => 0,
        Color::Black => 7,
    })
}

/// The square one step back, as the side sees it.
#[inline(always)]
pub(crate) const fn behind<Us: Side>(square: Square) -> Square {
    Square::from_index(match Us::COLOR {
        Color::White => (square as u8).wrapping_sub(8),
        Color::Black => (square as u8).wrapping_add(8),
    })
}
