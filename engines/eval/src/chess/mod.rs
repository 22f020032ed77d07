//! Chess and Chess960.

mod static_exchange;

use std::marker::PhantomData;
use std::sync::Arc;

use boardgame::{Color, Countable, MoveList, Outcome, Position};
use chess::{Bitboard, ChessPosition, Mode, Move, MoveKind, Role};
use network::{Evaluator, Net, Observed, chess_sets};
use search::{
    Knowledge, LateMoveReduction, PruningMargins, QuiescenceMoves, Score, SearchParameters, Structures,
};

use crate::evaluated::Contribution;
use crate::structures::key_of;

/// Evaluation by a network, static exchange evaluation and move ordering of chess and Chess960.
#[derive(Clone, Debug)]
pub struct ChessKnowledge<M: Mode> {
    network: Evaluator<u64, 12>,
    mode: PhantomData<M>,
}

/// With the network that is built in.
impl<M: Mode> Default for ChessKnowledge<M> {
    fn default() -> Self {
        let net = network::built_in(&ChessPosition::<M>::features(()));
        Self::new(net.expect("a test reads the network of chess"))
    }
}

impl<M: Mode> ChessKnowledge<M> {
    /// The evaluation by a network.
    ///
    /// # Panics
    ///
    /// If the network is for another kind of game.
    #[must_use]
    pub fn new(net: Arc<Net>) -> Self {
        Self { network: Evaluator::new(net), mode: PhantomData }
    }

    /// What the network owes to each piece but the kings.
    pub(crate) fn contributions(&self, position: &ChessPosition<M>) -> Vec<Contribution> {
        let mut network = self.network.clone();
        let kings = position.role(Role::King).0;
        let found = network.contributions(&chess_sets(position), position.turn());
        let others = found.into_iter().filter(|&(bit, _)| kings >> bit & 1 == 0);
        let contribution = |(bit, hundredths)| Contribution { file: bit % 8, rank: bit / 8, hundredths };
        others.map(contribution).collect()
    }
}

impl<M: Mode> Knowledge for ChessKnowledge<M> {
    type Position = ChessPosition<M>;

    const BUTTERFLY_SIZE: usize = 64 * 64;
    const PIECE_TO_SIZE: usize = 2 * 6 * 64;
    const PARAMETERS: SearchParameters = SearchParameters {
        margins: Some(PruningMargins { reverse_futility: 75, futility: 90, razoring: 280, quiescence: 150 }),
        aspiration: 14,
        late_move_pruning: true,
        reduction: LateMoveReduction { base: 0.6, divisor: 2.3, forcing: 200, root: 200 },
        see_margin_quiet: 22,
        see_margin_tactical: 90,
    };

    fn evaluate(&mut self, position: &Self::Position) -> Score {
        Score::from_centipawns(self.network.evaluate(&chess_sets(position), position.turn()))
    }

    fn structures(position: &Self::Position) -> Structures {
        const ROLES: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
        let [white, black] = Color::ALL.map(|color| position.pieces(color));
        let pawns = position.role(Role::Pawn);
        let pieces = |own: Bitboard| key_of(ROLES.map(|role| (own & position.role(role)).0));
        [key_of([(white & pawns).0, (black & pawns).0]), pieces(white), pieces(black)]
    }

    fn move_key(mv: Move) -> u16 {
        let kind = match mv.kind() {
            MoveKind::Promotion => 1 + mv.promotion_role().map_or(0, |role| role as u16),
            _ => 0,
        };
        // A move never ends where it starts, so no key is 0.
        mv.from() as u16 | (mv.to() as u16) << 6 | kind << 12
    }

    #[inline(always)]
    fn butterfly_index(mv: Move) -> usize {
        mv.from() as usize * 64 + mv.to() as usize
    }

    #[inline(always)]
    fn piece_to_index(position: &Self::Position, mv: Move) -> usize {
        let role = position.piece_at(mv.from()).map_or(0, |piece| piece.role as usize);
        (position.turn() as usize * 6 + role) * 64 + mv.to() as usize
    }

    #[inline(always)]
    fn is_tactical(position: &Self::Position, mv: Move) -> bool {
        position.is_capture(mv) || mv.promotion_role() == Some(Role::Queen)
    }

    fn mvv_lva(position: &Self::Position, mv: Move) -> i32 {
        let mover = position.piece_at(mv.from()).map_or(0, |piece| piece.role as i32);
        static_exchange::gain(position, mv) * 8 - mover
    }

    fn see_at_least(position: &Self::Position, mv: Move, threshold: i32) -> bool {
        static_exchange::see_at_least(position, mv, threshold)
    }

    fn is_forced(position: &Self::Position) -> bool {
        position.is_check()
    }

    fn gives_check(position: &Self::Position, mv: Move) -> bool {
        static_exchange::gives_check(position, mv)
    }

    /// Not with pawns only: zugzwang is likely there.
    fn null_move(position: &Self::Position) -> Option<Self::Position> {
        let own = position.pieces(position.turn());
        let pieces = own & !(position.role(Role::Pawn) | position.role(Role::King));
        (!pieces.is_empty()).then(|| position.after_null_move()).flatten()
    }

    fn terminal_outcome(position: &Self::Position) -> Option<Outcome> {
        // Mate on the hundredth ply takes precedence over the draw.
        let is_drawn = position.halfmove_clock() >= 100 && position.count_legal() > 0
            || position.has_insufficient_material();
        is_drawn.then_some(Outcome::Draw)
    }

    fn quiescence_moves(position: &Self::Position, list: &mut MoveList<Move>) -> QuiescenceMoves {
        if position.is_check() {
            position.legal_moves_into(list);
            return QuiescenceMoves::AllLegal;
        }
        position.loud_moves(list);
        QuiescenceMoves::Tactical
    }
}
