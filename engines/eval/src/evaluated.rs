//! The evaluation of each game.

use boardgame::Claims;
use chess::{ChessPosition, Mode};
use draughts::{Draughts, Ruleset};
use search::Knowledge;

use crate::{ChessKnowledge, DraughtsKnowledge};

/// A game that has an evaluation, so that it can be searched.
pub trait Evaluated: Claims {
    /// Evaluation and move ordering of the game.
    type Knowledge: Knowledge<Position = Self>;

    /// The evaluation of the game with these rules.
    fn knowledge(rules: Self::Rules) -> Self::Knowledge;
}

impl<M: Mode> Evaluated for ChessPosition<M> {
    type Knowledge = ChessKnowledge<M>;

    fn knowledge((): ()) -> Self::Knowledge {
        ChessKnowledge::default()
    }
}

impl<V: Ruleset> Evaluated for Draughts<V> {
    type Knowledge = DraughtsKnowledge<V>;

    fn knowledge(handle: V::Handle) -> Self::Knowledge {
        DraughtsKnowledge::new(V::rules(handle))
    }
}
