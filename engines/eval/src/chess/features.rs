//! An evaluation taken apart, for fitting the weights of chess to games.

use boardgame::{Color, Position};
use chess::{ChessPosition, Mode};

use super::evaluate::{FULL_PHASE, FULL_SCALE, Terms, View, skeleton};
use super::weights::{COUNT, WEIGHTS};

/// The number of weights.
pub const WEIGHT_COUNT: usize = COUNT;

/// What a position is made of: the evaluation for White is
/// `(phase * (terms * opening weights + fixed.0) + (1 - phase) * scale * (terms * ending weights + fixed.1))`.
#[derive(Clone, Debug)]
pub struct Features {
    /// How often each weight counts for White.
    pub terms: Vec<i8>,
    /// The part of the opening, from 0 to 1.
    pub phase: f32,
    /// The part of an ending that is worth having, from 0 to 1.
    pub scale: f32,
    /// What is not in the table, for the opening and the ending.
    pub fixed: (i32, i32),
}

impl Terms for Vec<i8> {
    fn add(&mut self, index: usize, times: i32) {
        self[index] = self[index].saturating_add(times as i8);
    }
}

/// Takes the evaluation of a position apart.
#[must_use]
pub fn features<M: Mode>(position: &ChessPosition<M>) -> Features {
    let skeleton = skeleton(position);
    let view = View::new(position, skeleton.ground());
    let mut terms = vec![0; COUNT];
    skeleton.count(&mut terms);
    view.count(position.turn(), &mut terms);
    let danger = view.danger(Color::Black) - view.danger(Color::White);
    let mut total = danger;
    for (&times, &weight) in terms.iter().zip(&WEIGHTS) {
        total += weight * i32::from(times);
    }
    Features {
        terms,
        phase: view.phase() as f32 / FULL_PHASE as f32,
        scale: view.ending_scale(total.ending()) as f32 / FULL_SCALE as f32,
        fixed: (danger.opening(), danger.ending()),
    }
}

/// The weights now, for the opening and the ending.
#[must_use]
pub fn weights() -> Vec<(i32, i32)> {
    WEIGHTS.iter().map(|weight| (weight.opening(), weight.ending())).collect()
}
