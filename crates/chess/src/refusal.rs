//! Why a move is not legal, in words.

use boardgame::Color;

use crate::attacks::{between, king_attacks, knight_attacks, pawn_attacks};
use crate::bitboard::Bitboard;
use crate::castling::castling_goals;
use crate::mode::Mode;
use crate::piece::{Piece, Role};
use crate::position::ChessPosition;
use crate::sliders::{bishop_attacks, rook_attacks};
use crate::square::Square;

impl<M: Mode> ChessPosition<M> {
    /// Why there is no legal move between these squares with this promotion.
    pub(crate) fn why_not(&self, from: Square, to: Square, promotion: Option<Role>) -> String {
        let Some(Piece { color, role }) = self.piece_at(from) else {
            return format!("there is no piece on {from}");
        };
        if color != self.turn {
            return format!("the {} on {from} is {color}'s, and it is {}'s turn", role.name(), self.turn);
        }
        let last_rank = role == Role::Pawn && to.rank_for(color) == 7;
        if promotion.is_some() && role != Role::Pawn {
            return format!("a {} is not promoted", role.name());
        }
        if promotion.is_some() && !last_rank {
            return format!("a pawn is promoted on the last rank only, and {to} is not there");
        }
        if role == Role::King && self.board.castling.contains(to) && self.pieces(color).contains(to) {
            return self.why_no_castling(to > from);
        }
        if self.pieces(color).contains(to) {
            return format!("{to} is occupied by an own piece");
        }
        if !self.reach(color, role, from).contains(to) {
            return self.why_out_of_reach(role, from, to);
        }
        if last_rank && promotion.is_none() {
            return "the piece that the pawn becomes is missing".to_owned();
        }
        let king = self.king(color);
        match role {
            Role::King => format!("the king would be attacked on {to}"),
            _ if self.is_check() => format!("the king on {king} would stay in check"),
            _ => format!("the {} on {from} shields the king on {king}", role.name()),
        }
    }

    fn why_out_of_reach(&self, role: Role, from: Square, to: Square) -> String {
        let files = from.file().abs_diff(to.file());
        if role == Role::King && from.rank() == to.rank() && files >= 2 {
            return format!("castling is not possible: {}", self.why_no_castling(to > from));
        }
        if role == Role::Pawn && pawn_attacks(self.turn, from).contains(to) {
            let nothing = format!("there is nothing on {to} to take");
            return match to.rank_for(self.turn) {
                5 => nothing + ", and no pawn has just passed it, or taking that one would bare the king",
                _ => nothing,
            };
        }
        format!("a {} on {from} cannot go to {to}", role.name())
    }

    /// Why the king cannot castle to this side, by the conditions of FIDE 3.8.2 in turn.
    pub(crate) fn why_no_castling(&self, short: bool) -> String {
        let king = self.king(self.turn);
        let own = self.board.castling & self.pieces(self.turn);
        let Some(rook) = own.into_iter().find(|&rook| (rook > king) == short) else {
            let side = if short { "short" } else { "long" };
            return format!("{} has no right to castle {side}", self.turn);
        };
        let (king_to, rook_to) = castling_goals(king, rook);
        let king_way = between(king, king_to) | king_to.into();
        let others = self.board.occupied() & !(Bitboard::of(king) | rook.into());
        let way = king_way | between(king, rook) | between(rook, rook_to) | rook_to.into();
        if self.is_check() {
            return format!("the king on {king} is in check");
        }
        if let Some(square) = (way & others).first() {
            return format!("a piece on {square} stands in the way of castling with the rook on {rook}");
        }
        // King and rook have left their squares when the king arrives.
        let occupied = others | rook_to.into();
        let attacked = |square: &Square| {
            !self.board.attackers(!self.turn, *square, occupied | (*square).into()).is_empty()
        };
        match king_way.into_iter().find(attacked) {
            Some(square) => format!("the king would be attacked on {square}"),
            None => format!("castling with the rook on {rook} is written O-O or O-O-O"),
        }
    }

    /// Where a piece could go if its king did not matter.
    fn reach(&self, color: Color, role: Role, from: Square) -> Bitboard {
        let occupied = self.board.occupied();
        match role {
            Role::Knight => knight_attacks(from),
            Role::Bishop => bishop_attacks(from, occupied),
            Role::Rook => rook_attacks(from, occupied),
            Role::Queen => bishop_attacks(from, occupied) | rook_attacks(from, occupied),
            Role::King => king_attacks(from),
            Role::Pawn => {
                let passed = self.board.en_passant.map_or(Bitboard::EMPTY, Bitboard::of);
                let captures = pawn_attacks(color, from) & (self.pieces(!color) | passed);
                let steps = if from.rank_for(color) == 1 { 2 } else { 1 };
                let file = Bitboard::file(from.file());
                let ahead = file.into_iter().filter(|&to| {
                    let distance = i16::from(to.rank_for(color)) - i16::from(from.rank_for(color));
                    let way = between(from, to) | to.into();
                    (1..=steps).contains(&distance) && (way & occupied).is_empty()
                });
                captures | ahead.collect()
            }
        }
    }
}
