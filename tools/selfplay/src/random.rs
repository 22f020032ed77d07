//! Random numbers that belong to one game.

use boardgame::testing::Random;

/// The random numbers of one game.
///
/// Seed and number are mixed one after the other. Their sum or product would not do: the generator adds a constant at each
/// step, so states that differ by a multiple of it give one stream, shifted.
pub(crate) fn of_game(seed: u64, number: u64) -> Random {
    let seed = Random::new(seed).number();
    Random::new(Random::new(seed ^ number).number())
}

/// Mixes all bits of a number.
pub(crate) fn mixed(number: u64) -> u64 {
    Random::new(number).number()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn games_share_no_numbers() {
        let mut seen = HashSet::new();
        for seed in (0..8).chain([u64::MAX, 0x9e37_79b9_7f4a_7c15]) {
            for number in 0..1_000 {
                let mut random = of_game(seed, number);
                for step in 0..20 {
                    assert!(seen.insert(random.number()), "step {step} of game {number}, seed {seed}");
                }
            }
        }
    }
}
