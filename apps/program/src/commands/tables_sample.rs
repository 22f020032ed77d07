//! Random positions of tables, checked with the slow generators written from the rule books.

use ::diff::{Opponent, Query, ReferenceOpponent, TestPosition};
use anyhow::Context;
use boardgame::{Color, Notation, Reading};
use catalog::draughts::AnyDraughts;
use tables::{Material, StopFlag, Tables, Value};

/// Random positions of tables and the slow generator of their game.
pub(crate) struct Sample<'a> {
    tables: &'a Tables,
    reference: ReferenceOpponent,
    random: fastrand::Rng,
    materials: Vec<Material>,
}

/// What a sample says.
pub(crate) enum Sampled {
    /// All positions agree; so many were simple enough for the slow generator.
    Agree(u32),
    /// One position does not.
    Differs { fen: String, stored: Value, expected: Value },
    /// Ctrl-C ended it.
    Stopped,
}

impl<'a> Sample<'a> {
    pub(crate) fn new(tables: &'a Tables, seed: u64) -> anyhow::Result<Self> {
        let game = tables.game();
        let reference = ReferenceOpponent::new(game).context("no slow generator for this game")?;
        let with_values = |material: &Material| material.total() <= tables.pieces();
        let materials = tables.materials().into_iter().filter(with_values).collect();
        Ok(Self { tables, reference, random: fastrand::Rng::with_seed(seed), materials })
    }

    /// Checks this many positions.
    pub(crate) fn check(&mut self, positions: u32, control: &StopFlag) -> anyhow::Result<Sampled> {
        let mut checked = 0;
        for _ in 0..positions {
            if control.is_stopped() {
                return Ok(Sampled::Stopped);
            }
            let material = self.materials[self.random.usize(..self.materials.len())];
            let Some((position, stored)) = self.tables.random_position(material, || self.random.u64(..))
            else {
                continue;
            };
            let fen = position.to_fen();
            let Some(expected) = self.value_by_moves(&fen)? else { continue };
            if stored != expected {
                return Ok(Sampled::Differs { fen, stored, expected });
            }
            checked += 1;
        }
        Ok(Sampled::Agree(checked))
    }

    /// The best value after the moves of the slow generator; `None` if the position is too complex for it.
    fn value_by_moves(&mut self, fen: &str) -> anyhow::Result<Option<Value>> {
        let game = self.tables.game();
        let line = TestPosition::open(game, fen)?;
        let Ok(answer) = self.reference.ask(&line, Query::of_depth(1)) else { return Ok(None) };
        if let Some(Some(outcome)) = answer.outcome {
            return Ok(match outcome.as_str() {
                "draw" => Some(Value::Draw),
                "white_wins" => Some(Value::Win),
                _ => Some(Value::Loss),
            });
        }
        let variant = game.variant().context("chess has no tables")?;
        let mut best = Value::Loss;
        for mv in answer.moves {
            let after = mv.after.context("the slow generator gives the position after each move")?;
            let after = AnyDraughts::read_fen(variant, &after, Reading::Lenient)?;
            debug_assert_eq!(after.turn(), Color::Black);
            let value = self.tables.probe(&after).context("the tables cover all positions after a move")?;
            best = best.max(value.reversed());
        }
        Ok(Some(best))
    }
}
