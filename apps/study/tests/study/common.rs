//! What several tests need.

use catalog::{AnyGame, GameId};

/// Numbers that look random and are always the same.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Plays random moves from the start until the end or this many plies, and shows every game on the way.
pub(crate) fn wander(
    id: GameId,
    seed: u64,
    plies: usize,
    mut see: impl FnMut(&dyn AnyGame),
) -> Box<dyn AnyGame> {
    let mut random = Random::new(seed);
    let mut game = id.start();
    see(&*game);
    while game.plies() < plies && game.outcome().is_none() {
        game.play(random.below(game.count_legal())).expect("a legal move");
        see(&*game);
    }
    game
}

/// A game after moves.
pub(crate) fn played(game: &str, moves: &str) -> Box<dyn AnyGame> {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    damier_study::open(game, None, &moves).expect("legal moves")
}
