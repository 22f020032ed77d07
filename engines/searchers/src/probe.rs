//! Endgame tables for the search.

use std::sync::Arc;

use catalog::draughts::{Draughts, Ruleset};
use search::{EndgameTables, TableValue};
use tables::{Tables, Value};

/// The tables of a draughts game, as its search asks for them.
#[derive(Debug)]
pub(crate) struct Probe(pub(crate) Arc<Tables>);

impl<V: Ruleset> EndgameTables<Draughts<V>> for Probe {
    fn value(&self, position: &Draughts<V>) -> Option<TableValue> {
        self.0.probe(position).filter(|_| self.0.knows_all_moves(position)).map(value_of)
    }

    fn certain_value(&self, position: &Draughts<V>) -> Option<TableValue> {
        self.0.probe_certain(position).map(value_of)
    }

    fn distance(&self, position: &Draughts<V>) -> Option<u32> {
        self.0.probe_distance(position).map(u32::from)
    }
}

fn value_of(value: Value) -> TableValue {
    match value {
        Value::Loss => TableValue::Loss,
        Value::Draw => TableValue::Draw,
        Value::Win => TableValue::Win,
    }
}
