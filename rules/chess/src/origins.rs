//! The generator in reverse: the squares from which a piece can legally reach a target.
//!
//! Algebraic notation names a role and a target, so this resolves it without listing all moves.

use boardgame::Side;

use crate::attacks::{king_attacks, knight_attacks, pawn_attacks};
use crate::bitboard::Bitboard;
use crate::board::{Board, behind, home_rank};
use crate::generate::{Lines, en_passant_is_legal, forward};
use crate::piece::Role;
use crate::sliders::{bishop_attacks, rook_attacks};
use crate::square::Square;

/// The squares from which a piece of this role can legally reach `to`, except by castling.
pub(crate) fn origins<Us: Side>(board: &Board, role: Role, to: Square) -> Bitboard {
    if board.own::<Us>().contains(to) {
        return Bitboard::EMPTY;
    }
    if role == Role::King {
        return king_origin::<Us>(board, to);
    }
    let lines = Lines::of::<Us>(board);
    let evades = match lines.checkers.len() {
        0 => true,
        1 => lines.evasions.contains(to),
        _ => false,
    };
    // En passant may end a check from a pawn that is not on the target.
    let passes = role == Role::Pawn && board.en_passant == Some(to);
    if !evades && !passes {
        return Bitboard::EMPTY;
    }
    let own = board.own::<Us>();
    let occupied = board.occupied();
    match role {
        Role::Knight => {
            knight_attacks(to) & board.knights & own & !(lines.straight_pins | lines.diagonal_pins)
        }
        Role::Bishop => {
            let bishops = board.diagonal & !board.straight & own;
            lines.free_on_diagonals(bishop_attacks(to, occupied) & bishops, to)
        }
        Role::Rook => {
            let rooks = board.straight & !board.diagonal & own;
            lines.free_on_straights(rook_attacks(to, occupied) & rooks, to)
        }
        Role::Queen => {
            let queens = board.straight & board.diagonal & own;
            lines.free_on_diagonals(bishop_attacks(to, occupied) & queens, to)
                | lines.free_on_straights(rook_attacks(to, occupied) & queens, to)
        }
        _ => pawn_origins::<Us>(board, to, &lines),
    }
}

fn king_origin<Us: Side>(board: &Board, to: Square) -> Bitboard {
    let king = Bitboard::of(board.king::<Us>());
    // The king is removed, because it does not shield the square behind it.
    let attackers = board.attackers(!Us::COLOR, to, board.occupied() ^ king);
    king_attacks(to) & king & Bitboard::when(attackers.is_empty())
}

fn pawn_origins<Us: Side>(board: &Board, to: Square, lines: &Lines) -> Bitboard {
    let pawns = board.pawns & board.own::<Us>();
    if board.enemy::<Us>().contains(to) {
        return lines.free_on_diagonals(pawn_attacks(!Us::COLOR, to) & pawns, to);
    }
    if board.en_passant == Some(to) {
        let captors = pawn_attacks(!Us::COLOR, to) & pawns;
        let legal = captors.into_iter().filter(|&from| en_passant_is_legal::<Us>(board, from, to));
        return legal.collect();
    }
    let one = behind::<Us>(to);
    let third_rank = forward::<Us>(forward::<Us>(home_rank::<Us>()));
    let from =
        if third_rank.contains(one) && !board.occupied().contains(one) { behind::<Us>(one) } else { one };
    // No pawn stands on the first rank, so stepping back never leaves the board.
    let steps = pawns & from.into() & !home_rank::<Us::Other>();
    lines.free_on_straights(steps, to)
}

impl Lines {
    /// The pieces that may move along a diagonal to a square: not pinned, or pinned on that diagonal.
    fn free_on_diagonals(&self, pieces: Bitboard, to: Square) -> Bitboard {
        let along = Bitboard::when(self.diagonal_pins.contains(to));
        pieces & !self.straight_pins & (!self.diagonal_pins | along)
    }

    /// The pieces that may move along a rank or file to a square: not pinned, or pinned on that line.
    fn free_on_straights(&self, pieces: Bitboard, to: Square) -> Bitboard {
        let along = Bitboard::when(self.straight_pins.contains(to));
        pieces & !self.diagonal_pins & (!self.straight_pins | along)
    }
}

#[cfg(test)]
mod tests {
    use boardgame::testing::random_playout_from;
    use boardgame::{BlackSide, Color, MoveList, Position, WhiteSide};

    use super::*;
    use crate::moves::MoveKind;
    use crate::position::Chess960;

    #[test]
    fn origins_are_those_of_the_listed_moves() {
        for number in 0..120 {
            let start = Chess960::double_start(number * 8, (number * 37) % 960).expect("a number below 960");
            random_playout_from(start, u64::from(number), 150, |position| {
                let mut list = MoveList::new();
                position.legal_moves_into(&mut list);
                for role in Role::ALL {
                    for to in Square::ALL {
                        let listed = list.iter().filter(|mv| {
                            mv.to() == to
                                && mv.kind() != MoveKind::Castling
                                && position.board.role_at(mv.from()) == Some(role)
                        });
                        let listed: Bitboard = listed.map(|mv| mv.from()).collect();
                        let found = match position.turn {
                            Color::White => origins::<WhiteSide>(&position.board, role, to),
                            Color::Black => origins::<BlackSide>(&position.board, role, to),
                        };
                        assert_eq!(found, listed, "{role:?} to {to} in {position:?}");
                    }
                }
            });
        }
    }
}
