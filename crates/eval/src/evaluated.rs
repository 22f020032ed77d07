//! From a game to what the search knows of it.

use boardgame::Position;
use chess::{ChessPosition, Mode};
use draughts::{Draughts, Variant};
use search::Knowledge;

use crate::{ChessKnowledge, DraughtsKnowledge};

/// A game that can be searched.
pub trait Evaluated: Position {
    /// What the search knows of it.
    type Knowledge: Knowledge<Position = Self> + Default;
}

impl<M: Mode> Evaluated for ChessPosition<M> {
    type Knowledge = ChessKnowledge<M>;
}

impl<V: Variant> Evaluated for Draughts<V> {
    type Knowledge = DraughtsKnowledge<V>;
}
