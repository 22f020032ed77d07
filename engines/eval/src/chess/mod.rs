//! Chess and Chess960.

mod evaluate;
mod exchange;
pub mod features;
mod pawns;
mod structure;
mod weights;

use std::marker::PhantomData;

use boardgame::{MoveList, Outcome, Position};
use chess::{ChessPosition, Mode, Move, MoveKind, Role};
use search::{Knowledge, Margins, Reduction, Score, Tuning, Unquiet};

use structure::Structures;

/// What the search knows of chess.
#[derive(Clone, Debug)]
pub struct ChessKnowledge<M: Mode> {
    structures: Structures,
    mode: PhantomData<M>,
}

impl<M: Mode> Default for ChessKnowledge<M> {
    fn default() -> Self {
        Self { structures: Structures::new(), mode: PhantomData }
    }
}

impl<M: Mode> Knowledge for ChessKnowledge<M> {
    type Position = ChessPosition<M>;

    const SLOTS: usize = 64 * 64;
    const PIECE_SLOTS: usize = 2 * 6 * 64;
    const TUNING: Tuning = Tuning {
        margins: Some(Margins { reverse_futility: 75, futility: 90, razoring: 280 }),
        aspiration: 14,
        late_move_pruning: true,
        reduction: Reduction { base: 0.6, divisor: 2.3, forcing: 200, root: 200 },
        exchange: (22, 90),
    };

    fn evaluate(&mut self, position: &Self::Position) -> Score {
        evaluate::evaluate(position, &mut self.structures)
    }

    fn digest(mv: Move) -> u16 {
        let kind = match mv.kind() {
            MoveKind::Promotion => 1 + mv.promotion_role().map_or(0, |role| role as u16),
            _ => 0,
        };
        // A move never ends where it starts, so that no digest is 0.
        mv.from() as u16 | (mv.to() as u16) << 6 | kind << 12
    }

    #[inline(always)]
    fn slot(mv: Move) -> usize {
        mv.from() as usize * 64 + mv.to() as usize
    }

    #[inline(always)]
    fn piece_slot(position: &Self::Position, mv: Move) -> usize {
        let role = position.piece_at(mv.from()).map_or(0, |piece| piece.role as usize);
        (position.turn() as usize * 6 + role) * 64 + mv.to() as usize
    }

    #[inline(always)]
    fn is_loud(position: &Self::Position, mv: Move) -> bool {
        position.is_capture(mv) || mv.promotion_role() == Some(Role::Queen)
    }

    /// The most valuable piece first, taken by the cheapest.
    fn promise(position: &Self::Position, mv: Move) -> i32 {
        let mover = position.piece_at(mv.from()).map_or(0, |piece| piece.role as i32);
        exchange::gain(position, mv) * 8 - mover
    }

    fn keeps(position: &Self::Position, mv: Move, least: i32) -> bool {
        exchange::keeps(position, mv, least)
    }

    fn is_forced(position: &Self::Position) -> bool {
        position.is_check()
    }

    fn gives_check(position: &Self::Position, mv: Move) -> bool {
        exchange::gives_check(position, mv)
    }

    /// Not with pawns alone, where having to move can be the trouble.
    fn pass(position: &Self::Position) -> Option<Self::Position> {
        let own = position.pieces(position.turn());
        let pieces = own & !(position.role(Role::Pawn) | position.role(Role::King));
        (!pieces.is_empty()).then(|| position.after_null_move()).flatten()
    }

    fn decided(position: &Self::Position) -> Option<Outcome> {
        // Mate on the hundredth ply goes before the draw.
        let is_drawn = position.halfmove_clock() >= 100 && position.count_legal() > 0
            || position.has_insufficient_material();
        is_drawn.then_some(Outcome::Draw)
    }

    fn unquiet_moves(position: &Self::Position, list: &mut MoveList<Move>) -> Unquiet {
        if position.is_check() {
            position.legal_moves_into(list);
            return Unquiet::All;
        }
        position.loud_moves(list);
        Unquiet::Choice
    }
}
