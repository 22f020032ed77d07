//! Why a move is not legal, in words.

use boardgame::Color;

use crate::attacks::{between, king_attacks, knight_attacks, pawn_attacks};
use crate::bitboard::Bitboard;
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
        if promotion.is_some() && !last_rank {
            return format!("only a pawn that reaches the last rank is promoted, and {to} is not that");
        }
        if self.pieces(color).contains(to) {
            return format!("{to} is occupied by an own piece");
        }
        if !self.reach(color, role, from).contains(to) {
            if role == Role::King && from.rank() == to.rank() && from.file().abs_diff(to.file()) == 2 {
                return "castling is not possible".to_owned();
            }
            return format!("a {} on {from} cannot go to {to}", role.name());
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
