//! Playing a move: the new board, then the key and the clocks.

use boardgame::{Color, Side};

use crate::attacks::pawn_attacks;
use crate::bitboard::Bitboard;
use crate::board::{Board, behind};
use crate::castling::castling_goals;
use crate::generate::en_passant_is_legal;
use crate::mode::Mode;
use crate::moves::{Move, MoveKind};
use crate::piece::Role;
use crate::position::ChessPosition;
use crate::square::Square;
use crate::successors::for_each_successor;
use crate::zobrist;

impl<M: Mode> ChessPosition<M> {
    #[inline]
    pub(crate) fn play_as<Us: Side>(&mut self, mv: Move) {
        // An illegal move may start on an empty square; the resulting position is wrong in any case.
        let role = self.board.role_at(mv.from()).unwrap_or(Role::King);
        *self = self.with_board::<Us>(self.board.after::<Us>(mv, role), mv, role);
    }

    #[inline]
    pub(crate) fn visit_successors<Us: Side>(&self, mut visit: impl FnMut(&Self)) {
        for_each_successor::<Us>(&self.board, |next, mv, role| {
            visit(&self.with_board::<Us>(*next, mv, role));
        });
    }

    /// The position after a move that leads to this board.
    #[inline(always)]
    fn with_board<Us: Side>(&self, mut board: Board, mv: Move, role: Role) -> Self {
        if board.en_passant.is_some() && !board.may_capture_en_passant::<Us::Other>() {
            board.en_passant = None;
        }
        let captured = match mv.kind() {
            MoveKind::Castling => None,
            MoveKind::EnPassant => Some(behind::<Us>(mv.to())),
            _ => self.board.enemy::<Us>().contains(mv.to()).then(|| mv.to()),
        };
        let starts_anew = role == Role::Pawn || captured.is_some();
        Self {
            key: self.key_after::<Us>(&board, mv, role, captured),
            board,
            halfmove_clock: if starts_anew { 0 } else { self.halfmove_clock.saturating_add(1) },
            fullmove_number: self.fullmove_number.saturating_add(u16::from(Us::COLOR == Color::Black)),
            turn: !Us::COLOR,
            mode: self.mode,
        }
    }

    #[inline(always)]
    fn key_after<Us: Side>(&self, next: &Board, mv: Move, role: Role, captured: Option<Square>) -> u64 {
        let before = &self.board;
        let mut key = self.key
            ^ zobrist::TURN
            ^ zobrist::en_passant(before.en_passant)
            ^ zobrist::en_passant(next.en_passant)
            ^ zobrist::castling(before.castling ^ next.castling);
        if mv.kind() == MoveKind::Castling {
            let (king_to, rook_to) = castling_goals(mv.from(), mv.to());
            for (role, from, to) in [(Role::King, mv.from(), king_to), (Role::Rook, mv.to(), rook_to)] {
                key ^= zobrist::piece(Us::COLOR, role, from) ^ zobrist::piece(Us::COLOR, role, to);
            }
            return key;
        }
        let arrives = mv.promotion_role().unwrap_or(role);
        key ^= zobrist::piece(Us::COLOR, role, mv.from()) ^ zobrist::piece(Us::COLOR, arrives, mv.to());
        if let Some(square) = captured {
            // A legal capture has a piece on its target.
            let taken = before.role_at(square).unwrap_or(Role::Pawn);
            key ^= zobrist::piece(!Us::COLOR, taken, square);
        }
        key
    }
}

impl Board {
    /// The board after a move of this role.
    #[inline]
    fn after<Us: Side>(&self, mv: Move, role: Role) -> Self {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Castling => self.after_castling::<Us>(to),
            MoveKind::EnPassant => self.after_en_passant::<Us>(from, to),
            MoveKind::Promotion => {
                self.after_promotion::<Us>(from, to, mv.promotion_role().unwrap_or(Role::Queen))
            }
            MoveKind::Plain => match role {
                Role::Pawn if from.rank().abs_diff(to.rank()) == 2 => self.after_double_step::<Us>(from, to),
                Role::Pawn => self.after_pawn::<Us>(from, to),
                Role::Knight => self.after_knight::<Us>(from, to),
                Role::Bishop => self.after_diagonal::<Us>(from, to),
                // A queen stays in both sets of sliders, whichever line it moves along.
                Role::Rook | Role::Queen => self.after_straight::<Us>(from, to),
                Role::King => self.after_king::<Us>(from, to),
            },
        }
    }

    /// Stores a square that an enemy pawn has passed over, if `Us` can legally capture it there.
    #[cold]
    pub(crate) fn note_en_passant<Us: Side>(&mut self, passed: Square) {
        self.en_passant = Some(passed);
        if !self.may_capture_en_passant::<Us>() {
            self.en_passant = None;
        }
    }

    /// Whether `Us` has a legal en passant capture.
    #[inline]
    pub(crate) fn may_capture_en_passant<Us: Side>(&self) -> bool {
        let Some(to) = self.en_passant else { return false };
        let captors: Bitboard = pawn_attacks(!Us::COLOR, to) & self.pawns & self.own::<Us>();
        captors.into_iter().any(|from| en_passant_is_legal::<Us>(self, from, to))
    }
}
