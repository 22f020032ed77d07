//! What a table says of a position.

use std::fmt;

use boardgame::{Color, Outcome};

/// The result with best play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// The side to move loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Value {
    /// All values, the worst for the side to move first.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// The value for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The value of a result for the side to move.
    #[must_use]
    pub fn of_outcome(outcome: Outcome, turn: Color) -> Self {
        match outcome {
            Outcome::Draw => Self::Draw,
            Outcome::Win(winner) if winner == turn => Self::Win,
            Outcome::Win(_) => Self::Loss,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// Values of a whole slice, two bits each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PackedValues(Vec<u8>);

impl PackedValues {
    /// Packs values; a hole is `None`.
    pub(crate) fn pack(values: impl Iterator<Item = Option<Value>>, len: u64) -> Self {
        let mut bytes = vec![0; Self::bytes_for(len) as usize];
        for (index, value) in values.enumerate() {
            bytes[index / 4] |= (value.map_or(3, |value| value as u8)) << (index % 4 * 2);
        }
        Self(bytes)
    }

    /// Values of parts, one after the other. All parts but the last fill whole bytes.
    pub(crate) fn concat(parts: Vec<Self>) -> Self {
        Self(parts.into_iter().flat_map(|part| part.0).collect())
    }

    /// The bytes that this many values need.
    pub(crate) fn bytes_for(len: u64) -> u64 {
        len.div_ceil(4)
    }

    /// The value at an index; holes count as draws.
    #[inline(always)]
    pub(crate) fn at(&self, index: u64) -> Value {
        match self.0[(index / 4) as usize] >> (index % 4 * 2) & 3 {
            0 => Value::Loss,
            2 => Value::Win,
            _ => Value::Draw,
        }
    }
}
