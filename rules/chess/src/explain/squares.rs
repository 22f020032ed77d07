//! Why a piece may not move from one square to another.

use crate::attacks::{between, king_attacks, knight_attacks};
use crate::bitboard::Bitboard;
use crate::explain::Illegal;
use crate::mode::Mode;
use crate::piece::{Piece, Role};
use crate::position::ChessPosition;
use crate::square::Square;

impl<M: Mode> ChessPosition<M> {
    /// Why there is no legal move between these squares with this promotion.
    pub(crate) fn why_not(&self, from: Square, to: Square, promotion: Option<Role>) -> Illegal {
        let Some(piece) = self.piece_at(from) else { return Illegal::NoPiece { square: from } };
        if piece.color != self.turn {
            return Illegal::NotYours { square: from, piece };
        }
        let role = piece.role;
        let castles = role == Role::King && self.castles_to(from, to);
        let is_last_rank = to.rank_for(self.turn) == 7;
        let wrong = match promotion {
            _ if from == to => Some(Illegal::StaysPut { square: from }),
            Some(_) if role != Role::Pawn => Some(Illegal::NotAPawn { role }),
            Some(_) if !is_last_rank => Some(Illegal::NotLastRank { to }),
            _ if castles => Some(self.why_no_castling(self.is_short_castling(from, to))),
            _ => self.wrong_movement(role, from, to).or_else(|| self.exposed(piece, from, to)),
        };
        // The promotion matters only if the pawn may move there.
        let wrong_promotion = || match promotion {
            Some(role @ (Role::King | Role::Pawn)) => Some(Illegal::BadPromotion { role }),
            None if role == Role::Pawn && is_last_rank => Some(Illegal::PromotionMissing { to }),
            _ => None,
        };
        wrong.or_else(wrong_promotion).unwrap_or(Illegal::Unexplained)
    }

    /// Whether a king move to this square is castling: onto a rook that may castle, or along its rank to a square
    /// where castling ends.
    fn castles_to(&self, from: Square, to: Square) -> bool {
        let own_rooks = self.board.castling & self.pieces(self.turn);
        let is_far = from.file().abs_diff(to.file()) >= 2;
        let is_goal = matches!(to.file(), 2 | 6) && to.rank_for(self.turn) == 0 && from.rank() == to.rank();
        // A king without rights that is not on its starting file is just moving too far.
        let may_mean_castling = from.file() == 4 || !own_rooks.is_empty();
        own_rooks.contains(to) || is_far && is_goal && may_mean_castling
    }

    /// Whether castling, written as the king moving to its target or its rook, is kingside.
    fn is_short_castling(&self, from: Square, to: Square) -> bool {
        if self.pieces(self.turn).contains(to) { to > from } else { to.file() == 6 }
    }

    /// Why a piece cannot move like that, leaving its king aside.
    fn wrong_movement(&self, role: Role, from: Square, to: Square) -> Option<Illegal> {
        let (files, ranks) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
        let is_its_way = match role {
            Role::Pawn => return self.wrong_pawn_movement(from, to),
            Role::Knight => knight_attacks(from).contains(to),
            Role::Bishop => files == ranks,
            Role::Rook => files == 0 || ranks == 0,
            Role::Queen => files == 0 || ranks == 0 || files == ranks,
            Role::King => king_attacks(from).contains(to),
        };
        if !is_its_way {
            return Some(Illegal::NotItsWay { role, from, to });
        }
        self.blocker(role, from, to).or_else(|| self.own_piece(to))
    }

    fn own_piece(&self, square: Square) -> Option<Illegal> {
        let Piece { role, .. } = self.piece_at(square).filter(|piece| piece.color == self.turn)?;
        Some(Illegal::OwnPiece { square, role })
    }

    /// The nearest piece between the squares; knights and kings have none.
    fn blocker(&self, role: Role, from: Square, to: Square) -> Option<Illegal> {
        if role == Role::Knight {
            return None;
        }
        let way = between(from, to) & self.board.occupied();
        let nearest = way.into_iter().min_by_key(|&square| distance(from, square))?;
        let by = self.placed(nearest.into())?;
        Some(Illegal::Blocked { role, from, to, by })
    }

    fn wrong_pawn_movement(&self, from: Square, to: Square) -> Option<Illegal> {
        let role = Role::Pawn;
        let files = from.file().abs_diff(to.file());
        let ahead = i16::from(to.rank_for(self.turn)) - i16::from(from.rank_for(self.turn));
        match (files, ahead) {
            (0, 1) | (0, 2) => {
                if ahead == 2 && from.rank_for(self.turn) != 1 {
                    return Some(Illegal::DoubleStep { from, to });
                }
                let by = self.placed(between(from, to) & self.board.occupied());
                let by = by.or_else(|| self.placed(self.board.occupied() & to.into()))?;
                Some(Illegal::Blocked { role, from, to, by })
            }
            (1, 1) if self.piece_at(to).is_some() => self.own_piece(to),
            (1, 1) => self.wrong_en_passant(from, to),
            _ => Some(Illegal::NotItsWay { role, from, to }),
        }
    }

    /// Why a pawn may not capture en passant on an empty square; `None` if a pawn may.
    fn wrong_en_passant(&self, from: Square, to: Square) -> Option<Illegal> {
        let pawn = Square::at(to.file(), from.rank());
        let is_pawn = to.rank_for(self.turn) == 5 && self.board.pawns.contains(pawn);
        if !is_pawn || !self.pieces(!self.turn).contains(pawn) {
            return Some(Illegal::PawnTakesNothing { from, to });
        }
        // A position stores the en passant square only if the capture is legal. A capture that would expose the king
        // is refused for that reason, whether or not the pawn has just moved.
        let king = self.king(self.turn);
        let gone = Bitboard::of(from) | pawn.into();
        let occupied = self.board.occupied() & !gone | to.into();
        let attackers = self.board.attackers(!self.turn, king, occupied) & !gone;
        let Some(by) = self.placed(attackers) else {
            let is_possible = self.board.en_passant == Some(to);
            return (!is_possible).then_some(Illegal::NotEnPassant { pawn, to });
        };
        // Checks and pins forbid it like any move; otherwise the captured pawn was shielding the king.
        let pinning = self.board.attackers(!self.turn, king, occupied | pawn.into()) & !gone;
        let staying = || Some(Illegal::StaysInCheck { king, by: self.placed(attackers & self.checkers())? });
        let pinned = || Some(Illegal::Pinned { role: Role::Pawn, from, king, by: self.placed(pinning)? });
        let exposing = Illegal::EnPassantExposes { pawn, king, by };
        self.double_check().or_else(staying).or_else(pinned).or(Some(exposing))
    }

    /// The reason if two pieces give check.
    fn double_check(&self) -> Option<Illegal> {
        let checkers = self.checkers();
        let first = self.placed(checkers)?;
        let second = self.placed(checkers & !Bitboard::of(first.square))?;
        Some(Illegal::DoubleCheck { king: self.king(self.turn), first, second })
    }

    /// How a move that the piece can make would expose its own king.
    fn exposed(&self, piece: Piece, from: Square, to: Square) -> Option<Illegal> {
        let enemy = !self.turn;
        if piece.role == Role::King {
            let without_king = self.board.occupied() & !Bitboard::of(from);
            let direct = self.board.attackers(enemy, to, self.board.occupied());
            let all = self.board.attackers(enemy, to, without_king);
            let by = self.placed(direct).or_else(|| self.placed(all))?;
            return Some(Illegal::KingAttacked { from, to, by, through: direct.is_empty() });
        }
        if let Some(double_check) = self.double_check() {
            return Some(double_check);
        }
        let king = self.king(self.turn);
        let checkers = self.checkers();
        let occupied = self.board.occupied() & !Bitboard::of(from) | to.into();
        let attackers = self.board.attackers(enemy, king, occupied) & !Bitboard::of(to);
        if let Some(by) = self.placed(attackers & checkers) {
            return Some(Illegal::StaysInCheck { king, by });
        }
        let by = self.placed(attackers)?;
        Some(Illegal::Pinned { role: piece.role, from, king, by })
    }
}

fn distance(one: Square, other: Square) -> u8 {
    one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank()))
}
