//! Why a king may not castle.

use crate::attacks::between;
use crate::bitboard::Bitboard;
use crate::castling::castling_goals;
use crate::explain::Illegal;
use crate::mode::Mode;
use crate::position::ChessPosition;
use crate::square::Square;

impl<M: Mode> ChessPosition<M> {
    /// Why the king cannot castle to this side: the first condition of FIDE 3.8.2 that fails.
    pub(crate) fn why_no_castling(&self, short: bool) -> Illegal {
        let king = self.king(self.turn);
        let own = self.board.castling & self.pieces(self.turn);
        let Some(rook) = own.into_iter().find(|&rook| (rook > king) == short) else {
            return Illegal::CastlingRightLost { color: self.turn, short };
        };
        if let Some(by) = self.placed(self.checkers()) {
            return Illegal::CastlingInCheck { king, by };
        }
        let (king_to, rook_to) = castling_goals(king, rook);
        let king_way = between(king, king_to) | king_to.into();
        let others = self.board.occupied() & !(Bitboard::of(king) | rook.into());
        let way = king_way | between(king, rook) | between(rook, rook_to) | rook_to.into();
        if let Some(by) = self.placed(way & others) {
            return Illegal::CastlingBlocked { rook, by };
        }
        self.attacked_on_way(king, king_way, king_to)
            .or_else(|| {
                // The king and rook have left their squares when the king arrives.
                let by = self.placed(self.attackers_on(king_to, others | rook_to.into()))?;
                Some(Illegal::CastlingExposes { rook, king: king_to, by })
            })
            .unwrap_or(Illegal::CastlingWritten { king, rook })
    }

    /// An attacked square on the path of the king while the rook is still in place.
    fn attacked_on_way(&self, king: Square, way: Bitboard, goal: Square) -> Option<Illegal> {
        let occupied = self.board.occupied() & !Bitboard::of(king);
        // A king that does not move crosses nothing.
        let way = if king == goal { Bitboard::EMPTY } else { way };
        way.into_iter().find_map(|square| {
            let by = self.placed(self.attackers_on(square, occupied))?;
            Some(Illegal::CastlingAttacked { square, by, arrives: square == goal })
        })
    }

    fn attackers_on(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers(!self.turn, square, occupied)
    }
}
