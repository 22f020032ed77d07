//! Files of games for tests.
#![allow(dead_code)]

use std::path::Path;

use catalog::GameId;
use damier_selfplay::{EncodedGame, GameFile, Generator, Goal, PlayerEvaluation, SelfPlaySettings, Session};
use search::Control;

/// Few nodes: the games are weak, but the same in all else.
pub(crate) fn quick(game: GameId, seed: u64) -> SelfPlaySettings {
    SelfPlaySettings { seed, nodes: 20, most_plies: 80, opening_limit: 2_000, ..SelfPlaySettings::of(game) }
}

/// Plays this many games into a file, or goes on with it.
pub(crate) fn play(path: &Path, game: GameId, seed: u64, games: u64, threads: usize) -> Session {
    let generator =
        Generator::new(game, quick(game, seed), PlayerEvaluation::BuiltIn).expect("good settings");
    let mut session = Session::resume(path, generator).expect("a file");
    session.play(Goal::Games(games), threads, &Control::default(), |_| {}).expect("games");
    session
}

pub(crate) fn games_of(path: &Path) -> Vec<EncodedGame> {
    let mut file = GameFile::open(path).expect("a file of games");
    let mut games = Vec::new();
    while let Some(block) = file.next_block().expect("a block") {
        games.extend(block.games);
    }
    games
}

pub(crate) fn bytes_of(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("a file")
}
