use crate::{Color, MoveError, Notation, Outcome, Position, Reason, TooComplex};
use thiserror::Error;

/// A game of any kind, as text.
pub trait AnyGame: Send {}

/// Game.
#[derive(Clone, Debug)]
pub struct Game<P: Position> {
    positions: Vec<P>,
}
/// Err
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// x
    #[error("x")]
    Over,
}
