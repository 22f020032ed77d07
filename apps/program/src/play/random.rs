//! Random choices: the side to play and the start position of Chess960.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use damier::{Chess960, Notation};

/// A random number.
pub(crate) fn number() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// A random start position of Chess960, as FEN.
pub(crate) fn chess960_start() -> String {
    let number = (number() % 960) as u16;
    Chess960::start_number(number).map(|start| start.to_fen()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier::PositionExt;

    #[test]
    fn a_start_of_chess960_can_be_read() {
        assert!(Chess960::from_fen(&chess960_start()).is_ok());
    }
}
