//! The draughts family.

mod evaluate;
mod evaluation_tables;
mod formation;
mod tapered;
mod weights;

use std::marker::PhantomData;
use std::sync::Arc;

use boardgame::{MoveList, Outcome, Position};
use draughts::{Draughts, Move, Ruleset, Variant, Word};
use network::{Evaluator, Observed, draughts_sets};
use search::{Knowledge, LateMoveReduction, QuiescenceMoves, Score, SearchParameters, Structures};

use evaluation_tables::EvaluationTables;

use crate::evaluated::{Contribution, EvaluationChoice};
use crate::structures::key_of;

/// Evaluation and move ordering of a draughts variant.
#[derive(Clone, Debug)]
pub struct DraughtsKnowledge<V: Ruleset> {
    tables: Arc<EvaluationTables>,
    /// The network to evaluate with, if there is one.
    network: Option<Evaluator<V::Word, 4>>,
    variant: PhantomData<V>,
}

impl<V: Ruleset> DraughtsKnowledge<V> {
    /// The evaluation of a variant.
    ///
    /// # Panics
    ///
    /// If a network is for another kind of game.
    #[must_use]
    pub fn new(handle: V::Handle, evaluation: EvaluationChoice) -> Self {
        let net = match evaluation {
            EvaluationChoice::BuiltIn => network::built_in(&Draughts::<V>::features(handle)),
            EvaluationChoice::HandCrafted => None,
            EvaluationChoice::Network(net) => Some(net),
        };
        Self {
            tables: Arc::new(EvaluationTables::new(V::rules(handle))),
            network: net.map(Evaluator::new),
            variant: PhantomData,
        }
    }

    /// What the network owes to each piece.
    pub(crate) fn contributions(&self, position: &Draughts<V>) -> Option<Vec<Contribution>> {
        let mut network = self.network.clone()?;
        let board = position.rules().board;
        let found = network.contributions(&draughts_sets(position), position.turn());
        let contribution = |(bit, hundredths): (u8, i32)| {
            let square = draughts::Bitboard::from_word(V::Word::bit(bit)).first()?;
            let (file, rank) = board.file_and_rank(square);
            Some(Contribution { file, rank, hundredths })
        };
        Some(found.into_iter().filter_map(contribution).collect())
    }
}

impl<V: Variant> Default for DraughtsKnowledge<V> {
    fn default() -> Self {
        Self::new((), EvaluationChoice::BuiltIn)
    }
}

/// Bits of a square index; every board fits.
const SQUARE_BITS: u32 = 7;
const SQUARES: usize = 1 << SQUARE_BITS;

impl<V: Ruleset> Knowledge for DraughtsKnowledge<V> {
    type Position = Draughts<V>;

    const BUTTERFLY_SIZE: usize = V::BOARD_BITS * V::BOARD_BITS;
    const PIECE_TO_SIZE: usize = 2 * 2 * V::BOARD_BITS;
    const PARAMETERS: SearchParameters = SearchParameters {
        margins: None,
        aspiration: 12,
        late_move_pruning: false,
        reduction: LateMoveReduction { base: 0.7, divisor: 1.8, forcing: 100, root: 0 },
        see_margin_quiet: 0,
        see_margin_tactical: 0,
    };

    fn evaluate(&mut self, position: &Self::Position) -> Score {
        match &mut self.network {
            Some(network) => {
                Score::from_centipawns(network.evaluate(&draughts_sets(position), position.turn()))
            }
            None => evaluate::evaluate(&self.tables, position),
        }
    }

    fn structures(position: &Self::Position) -> Structures {
        let [white_men, white_kings, black_men, black_kings] = draughts_sets(position).map(|set| {
            let wide = set.widen();
            wide as u64 ^ ((wide >> 64) as u64).rotate_right(20)
        });
        [key_of([white_men, black_men]), key_of([white_men, white_kings]), key_of([black_men, black_kings])]
    }

    fn move_key(mv: Move<V::Word>) -> u16 {
        let squares = u64::from(mv.from().index()) | u64::from(mv.to().index()) << SQUARE_BITS;
        if !mv.is_capture() {
            // The squares differ, so the key is never 0.
            return squares as u16;
        }
        let captured = mv.captured().into_iter().fold(0_u64, |sum, square| {
            sum.wrapping_add(0x9e37_79b9_7f4a_7c15_u64.rotate_left(u32::from(square.index())))
        });
        ((captured ^ squares.wrapping_mul(0xd6e8_feb8_6659_fd93)) >> 48).max(1) as u16
    }

    #[inline(always)]
    fn butterfly_index(mv: Move<V::Word>) -> usize {
        usize::from(mv.from().index()) * V::BOARD_BITS + usize::from(mv.to().index())
    }

    #[inline(always)]
    fn piece_to_index(position: &Self::Position, mv: Move<V::Word>) -> usize {
        let king = usize::from(position.kings().contains(mv.from()));
        (position.turn() as usize * 2 + king) * V::BOARD_BITS + usize::from(mv.to().index())
    }

    #[inline(always)]
    fn is_tactical(_: &Self::Position, mv: Move<V::Word>) -> bool {
        mv.is_capture() || mv.is_crowning()
    }

    fn mvv_lva(position: &Self::Position, mv: Move<V::Word>) -> i32 {
        let captured = mv.captured();
        let kings = (captured & position.kings()).len() as i32;
        captured.len() as i32 * 8 + kings * 8 + i32::from(mv.is_crowning()) * 4
    }

    fn is_forced(position: &Self::Position) -> bool {
        position.must_capture()
    }

    fn terminal_outcome(position: &Self::Position) -> Option<Outcome> {
        let (outcome, _) = position.outcome_of_counters()?;
        position.has_legal_move().then_some(outcome)
    }

    fn is_quiet(position: &Self::Position) -> bool {
        !position.must_capture() && position.has_legal_move()
    }

    fn quiescence_moves(position: &Self::Position, list: &mut MoveList<Move<V::Word>>) -> QuiescenceMoves {
        position.legal_moves_into(list);
        if list.first().is_none_or(|first| first.is_capture()) {
            return QuiescenceMoves::AllLegal;
        }
        list.clear();
        QuiescenceMoves::Tactical
    }
}

/// The squares of a set as bits.
fn bits(squares: impl IntoIterator<Item = draughts::Square>) -> u128 {
    squares.into_iter().fold(0, |bits, square| bits | 1 << square.index())
}
