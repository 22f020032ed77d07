//! The evaluation of each game.

use std::sync::Arc;

use boardgame::Claims;
use chess::{ChessPosition, Mode};
use draughts::{Draughts, Ruleset};
use network::{Net, Observed};
use search::Knowledge;
use thiserror::Error;

use crate::{ChessKnowledge, DraughtsKnowledge};

/// How positions are evaluated.
#[derive(Clone, Debug, Default)]
pub enum EvaluationChoice {
    /// By the network that is built in for the game; by hand-crafted terms if there is none.
    #[default]
    BuiltIn,
    /// By hand-crafted terms, which all draughts games have.
    HandCrafted,
    /// By a network for the game.
    Network(Arc<Net>),
}

/// A game has no hand-crafted evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the game has no evaluation without a network")]
pub struct NetworkRequired;

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
    /// # Errors
    ///
    /// It should be hand-crafted, but the game has no such evaluation.
    ///
    /// # Panics
    ///
    /// If a network is for another kind of game.
    fn knowledge_with(
        rules: Self::Rules,
        evaluation: EvaluationChoice,
    ) -> Result<Self::Knowledge, NetworkRequired>;

    /// What a network owes to each piece; `None` if positions are evaluated by hand-crafted terms. Kings of chess are left
    /// out.
    fn contributions(knowledge: &Self::Knowledge, position: &Self) -> Option<Vec<Contribution>>;

    /// The evaluation of the game with these rules, as it is built in.
    fn knowledge(rules: Self::Rules) -> Self::Knowledge {
        Self::knowledge_with(rules, EvaluationChoice::BuiltIn)
            .expect("every game has an evaluation that is built in")
    }
}

impl<M: Mode> Evaluated for ChessPosition<M> {
    type Knowledge = ChessKnowledge<M>;

    fn knowledge_with((): (), evaluation: EvaluationChoice) -> Result<Self::Knowledge, NetworkRequired> {
        match evaluation {
            EvaluationChoice::BuiltIn => Ok(ChessKnowledge::default()),
            EvaluationChoice::HandCrafted => Err(NetworkRequired),
            EvaluationChoice::Network(net) => Ok(ChessKnowledge::new(net)),
        }
    }

    fn contributions(knowledge: &Self::Knowledge, position: &Self) -> Option<Vec<Contribution>> {
        Some(knowledge.contributions(position))
    }
}

impl<V: Ruleset> Evaluated for Draughts<V> {
    type Knowledge = DraughtsKnowledge<V>;

    fn knowledge_with(
        handle: V::Handle,
        evaluation: EvaluationChoice,
    ) -> Result<Self::Knowledge, NetworkRequired> {
        Ok(DraughtsKnowledge::new(handle, evaluation))
    }

    fn contributions(knowledge: &Self::Knowledge, position: &Self) -> Option<Vec<Contribution>> {
        knowledge.contributions(position)
    }
}

#[cfg(test)]
mod tests {
    use boardgame::PositionExt;
    use chess::{Chess, Chess960};

    use super::*;

    #[test]
    fn chess_is_evaluated_by_a_network_and_by_nothing_else() {
        fn check<P: Evaluated<Rules = ()>>() {
            assert_eq!(P::knowledge_with((), EvaluationChoice::HandCrafted).err(), Some(NetworkRequired));
            let seen = P::contributions(&P::knowledge(()), &P::start());
            assert_eq!(seen.map(|pieces| pieces.len()), Some(30), "all pieces but the kings");
        }
        check::<Chess>();
        check::<Chess960>();
    }
}
