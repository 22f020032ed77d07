//! The terms of a chess evaluation, for tuning the weights.

use boardgame::{Color, Position};
use chess::{ChessPosition, Mode};

use super::evaluate::{EvaluationContext, FULL_PHASE, FULL_SCALE, Terms, pawns_and_kings};
use super::weights::{COUNT, WEIGHTS};

/// The number of weights.
pub const WEIGHT_COUNT: usize = COUNT;

/// The terms of a position: the evaluation for White is
/// `(phase * (terms * opening weights + fixed.0) + (1 - phase) * scale * (terms * ending weights + fixed.1))`.
#[derive(Clone, Debug)]
pub struct Features {
    /// How often each weight counts for White.
    pub terms: Vec<i8>,
    /// The game phase: 1 in the opening, 0 in the endgame.
    pub phase: f32,
    /// How much of an endgame advantage counts, from 0 to 1.
    pub scale: f32,
    /// The terms without a weight, for the opening and the endgame.
    pub fixed: (i32, i32),
}

impl Terms for Vec<i8> {
    fn add(&mut self, index: usize, times: i32) {
        self[index] = self[index].saturating_add(times as i8);
    }
}

/// The terms of the evaluation of a position.
#[must_use]
pub fn features<M: Mode>(position: &ChessPosition<M>) -> Features {
    let pawns_and_kings = pawns_and_kings(position);
    let context = EvaluationContext::new(position, pawns_and_kings.facts());
    let mut terms = vec![0; COUNT];
    pawns_and_kings.count(&mut terms);
    context.count(position.turn(), &mut terms);
    let danger = context.danger(Color::Black) - context.danger(Color::White);
    let mut total = danger;
    for (&times, &weight) in terms.iter().zip(&WEIGHTS) {
        total += weight * i32::from(times);
    }
    Features {
        terms,
        phase: context.phase() as f32 / FULL_PHASE as f32,
        scale: context.ending_scale(total.ending()) as f32 / FULL_SCALE as f32,
        fixed: (danger.opening(), danger.ending()),
    }
}

/// The current weights, for the opening and the endgame.
#[must_use]
pub fn weights() -> Vec<(i32, i32)> {
    WEIGHTS.iter().map(|weight| (weight.opening(), weight.ending())).collect()
}
