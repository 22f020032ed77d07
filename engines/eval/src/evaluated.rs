//! The evaluation of each game.

use std::sync::Arc;

use boardgame::Claims;
use chess::{ChessPosition, Mode};
use draughts::{Draughts, Ruleset};
use network::{Net, Observed};
use search::Knowledge;

use crate::{ChessKnowledge, DraughtsKnowledge};

/// How positions are evaluated.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// By the network that is built in for the game; by hand-crafted terms if there is none.
    #[default]
    BuiltIn,
    /// By hand-crafted terms.
    HandCrafted,
    /// By a network for the game.
    Network(Arc<Net>),
}

/// A piece, and what the evaluation owes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contribution {
    /// The file of its square, 0 for the first one that White sees.
    pub file: u8,
    /// The rank of its square, 0 for the first one that White sees.
    pub rank: u8,
    /// The evaluation with the piece less that without it, for White, in hundredths of a pawn or man.
    pub hundredths: i32,
}

/// A game that has an evaluation, so that it can be searched.
pub trait Evaluated: Claims + Observed {
    /// Evaluation and move ordering of the game.
    type Knowledge: Knowledge<Position = Self>;

    /// The evaluation of the game with these rules.
    ///
    /// # Panics
    ///
    /// If a network is for another kind of game.
    fn knowledge_with(rules: Self::Rules, evaluation: Evaluation) -> Self::Knowledge;

    /// What a network owes to each piece; `None` if positions are evaluated by hand-crafted terms. Kings of chess are left
    /// out.
    fn contributions(knowledge: &Self::Knowledge, position: &Self) -> Option<Vec<Contribution>>;

    /// The evaluation of the game with these rules, as it is built in.
    fn knowledge(rules: Self::Rules) -> Self::Knowledge {
        Self::knowledge_with(rules, Evaluation::BuiltIn)
    }
}

impl<M: Mode> Evaluated for ChessPosition<M> {
    type Knowledge = ChessKnowledge<M>;

    fn knowledge_with((): (), evaluation: Evaluation) -> Self::Knowledge {
        ChessKnowledge::new(evaluation)
    }

    fn contributions(knowledge: &Self::Knowledge, position: &Self) -> Option<Vec<Contribution>> {
        knowledge.contributions(position)
    }
}

impl<V: Ruleset> Evaluated for Draughts<V> {
    type Knowledge = DraughtsKnowledge<V>;

    fn knowledge_with(handle: V::Handle, evaluation: Evaluation) -> Self::Knowledge {
        DraughtsKnowledge::new(handle, evaluation)
    }

    fn contributions(knowledge: &Self::Knowledge, position: &Self) -> Option<Vec<Contribution>> {
        knowledge.contributions(position)
    }
}
