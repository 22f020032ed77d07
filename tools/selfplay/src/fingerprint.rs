//! Hashes that show whether another program has the same rules and plays the same moves.

use std::sync::{Mutex, PoisonError};

use boardgame::testing::Random;
use boardgame::{Game, MoveList, MoveStyle};
use catalog::{Describe, GameId, Task};
use search::Limits;
use searchers::AnySearcher;

use crate::random::mixed;

/// Random games whose moves make the fingerprint of the rules.
const GAMES: u64 = 12;

/// Plies of each.
const PLIES: usize = 80;

/// Nodes for each position that makes the fingerprint of the player.
const NODES: u64 = 500;

/// A number that changes with the legal moves and with their order, on which stored moves depend.
#[must_use]
pub fn rules_fingerprint(game: GameId) -> u64 {
    static KNOWN: Mutex<Vec<(GameId, u64)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&(_, fingerprint)) = known.iter().find(|&&(id, _)| id == game) {
        return fingerprint;
    }
    let fingerprint = game.run(RulesTask);
    known.push((game, fingerprint));
    fingerprint
}

/// A number that changes with the evaluation and with the search.
pub(crate) fn player_fingerprint<P: Describe>(rules: P::Rules, searcher: &mut dyn AnySearcher<P>) -> u64 {
    let mut sum = 0;
    searcher.clear();
    for seed in 0..GAMES {
        let mut random = Random::new(mixed(seed));
        let mut game = Game::new(P::start_of(rules));
        for _ in 0..4 + 4 * seed {
            let mut list = MoveList::new();
            game.position().legal_moves_into(&mut list);
            if list.is_empty() {
                break;
            }
            game.play_unchecked(list[random.below(list.len())]);
        }
        let found = searcher.best_move(&game, Limits::nodes(NODES));
        let evaluation = searcher.evaluate(game.position()).centipawns();
        for number in [i64::from(found.score.centipawns()), found.nodes as i64, i64::from(evaluation)] {
            sum = mixed(sum ^ number as u64);
        }
    }
    searcher.clear();
    sum
}

struct RulesTask;

impl Task for RulesTask {
    type Output = u64;

    fn run<P: Describe>(self, rules: P::Rules) -> u64 {
        let mut sum = 0;
        for seed in 0..GAMES {
            let mut random = Random::new(mixed(seed));
            let mut position = P::start_of(rules);
            let mut list = MoveList::new();
            for _ in 0..PLIES {
                position.legal_moves_into(&mut list);
                if list.is_empty() {
                    break;
                }
                for text in position.write_moves(&list, MoveStyle::Protocol) {
                    sum = text.bytes().fold(mixed(sum), |sum, byte| mixed(sum ^ u64::from(byte)));
                }
                position.play_unchecked(list[random.below(list.len())]);
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn games_with_other_moves_have_other_fingerprints() {
        let mut seen: HashMap<u64, Vec<GameId>> = HashMap::new();
        for &game in GameId::ALL {
            seen.entry(rules_fingerprint(game)).or_default().push(game);
        }
        // Games that differ in draws or aims alone have the same moves.
        assert!(seen.len() >= 20, "{seen:?}");
    }
}
