//! Files of games: the same bytes whatever happens, and every damage is found.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use catalog::GameId;
use damier_selfplay::{
    GameFile, Generator, Goal, PlayerEvaluation, SelfPlayEnding, SelfPlayError, SelfPlaySettings, Session,
};
use search::Control;
use tables::{BuildOptions, Tables};
use tempfile::TempDir;

use crate::common::{bytes_of, games_of, play, quick};

const KINDS: [GameId; 6] =
    [GameId::Chess, GameId::Chess960, GameId::English, GameId::Canadian, GameId::Frisian, GameId::Turkish];

#[test]
fn threads_do_not_change_a_file() {
    let folder = TempDir::new().expect("a folder");
    for game in KINDS {
        let [one, two] = ["one", "two"].map(|name| folder.path().join(format!("{game}-{name}")));
        play(&one, game, 5, 40, 1);
        play(&two, game, 5, 40, 2);
        assert_eq!(bytes_of(&one), bytes_of(&two), "{game}");
    }
}

#[test]
fn every_game_of_the_catalog_can_be_played() {
    let folder = TempDir::new().expect("a folder");
    for &game in GameId::ALL {
        let session = play(&folder.path().join(game.name()), game, 1, 3, 2);
        let totals = session.totals();
        assert_eq!((totals.played, totals.games + totals.repeated), (3, 3), "{game}");
        assert!(totals.positions > 0 && totals.distinct.count() > 0, "{game}");
    }
}

#[test]
fn interruptions_do_not_change_a_file() {
    let folder = TempDir::new().expect("a folder");
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    play(&whole, GameId::English, 7, 100, 2);
    for games in [1, 20, 32, 33, 70, 100, 90] {
        let session = play(&parts, GameId::English, 7, games, 2);
        assert_eq!(session.totals().bytes, bytes_of(&parts).len() as u64);
    }
    assert_eq!(bytes_of(&whole), bytes_of(&parts));
    // Wherever a process is killed while it writes, the file goes on to the same bytes.
    let bytes = bytes_of(&whole);
    for end in (0..bytes.len()).step_by(397).chain([bytes.len() - 1]) {
        std::fs::write(&parts, &bytes[..end]).expect("a file");
        let session = play(&parts, GameId::English, 7, 100, 2);
        assert_eq!(session.totals().played, 100);
        assert!(bytes_of(&parts) == bytes, "cut at {end}");
    }
}

#[test]
fn totals_survive_an_interruption() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games");
    let before = format!("{:?}", play(&path, GameId::Russian, 3, 40, 1).totals());
    assert_eq!(format!("{:?}", play(&path, GameId::Russian, 3, 40, 1).totals()), before);
}

#[test]
fn a_goal_of_positions_is_reached_with_whole_games() {
    let folder = TempDir::new().expect("a folder");
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    for (path, goals) in [(&one, &[1_000][..]), (&two, &[10, 500, 1_000])] {
        for &goal in goals {
            let generator =
                Generator::new(GameId::English, quick(GameId::English, 2), PlayerEvaluation::BuiltIn)
                    .expect("settings");
            let mut session = Session::resume(path, generator).expect("a file");
            session.play(Goal::Positions(goal), 2, &Control::default(), |_| {}).expect("games");
            assert!(session.is_reached(Goal::Positions(goal)));
            assert!(session.totals().positions < goal + 100, "{:?}", session.totals());
        }
    }
    assert_eq!(bytes_of(&one), bytes_of(&two));
}

#[test]
fn every_flipped_byte_is_found() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games");
    play(&path, GameId::English, 7, 40, 2);
    let good = bytes_of(&path);
    let games = games_of(&path);
    for place in 0..good.len() {
        let mut bytes = good.clone();
        bytes[place] ^= 1 << (place % 8);
        std::fs::write(&path, &bytes).expect("a file");
        let read = GameFile::open(&path).and_then(|mut file| {
            let mut games = Vec::new();
            while let Some(block) = file.next_block()? {
                games.extend(block.games);
            }
            Ok((games, file.tail()))
        });
        match read {
            Err(SelfPlayError::Damaged { .. } | SelfPlayError::NotGames { .. }) => {}
            other => panic!("byte {place}: {other:?}"),
        }
    }
    std::fs::write(&path, &good).expect("a file");
    assert_eq!(games_of(&path), games);
}

/// Damage in the middle must not look like an unfinished block, which resuming cuts away.
#[test]
fn a_damaged_file_is_not_continued() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games");
    play(&path, GameId::English, 7, 70, 2);
    let good = bytes_of(&path);
    for place in (0..good.len()).step_by(31) {
        let mut bytes = good.clone();
        bytes[place] ^= 0x40;
        std::fs::write(&path, &bytes).expect("a file");
        let generator = Generator::new(GameId::English, quick(GameId::English, 7), PlayerEvaluation::BuiltIn)
            .expect("settings");
        assert!(Session::resume(&path, generator).is_err(), "byte {place}");
        assert!(bytes_of(&path) == bytes, "byte {place}: the file was changed");
    }
}

#[test]
fn openings_are_distinct_and_of_the_length_asked_for() {
    let mut openings = HashSet::new();
    let mut positions = HashSet::new();
    for seed in 1..=3 {
        let generator =
            Generator::new(GameId::English, quick(GameId::English, seed), PlayerEvaluation::BuiltIn)
                .expect("settings");
        generator
            .play::<SelfPlayError>(0..100, 2, &Control::default(), |game| {
                openings.insert(game.opening);
                positions.extend(game.searched);
                Ok(ControlFlow::Continue(()))
            })
            .expect("games");
    }
    assert!(openings.len() >= 297, "{} openings of 300 games", openings.len());
    assert!(positions.len() > 3_000, "{} positions", positions.len());
}

#[test]
fn a_file_is_continued_only_in_the_same_way() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games");
    drop(play(&path, GameId::English, 1, 3, 1));
    let before = bytes_of(&path);
    let refuse = |game, seed, expected: &str| {
        let generator = Generator::new(game, quick(game, seed), PlayerEvaluation::BuiltIn).expect("settings");
        let error = Session::resume(&path, generator).expect_err("another sequence").to_string();
        assert!(error.contains(expected), "{error}");
    };
    refuse(GameId::English, 2, "cannot resume: seed was 1, is 2");
    refuse(GameId::Russian, 1, "cannot resume: the game was english, is russian");
    let generator = || {
        Generator::new(GameId::English, quick(GameId::English, 1), PlayerEvaluation::BuiltIn)
            .expect("settings")
    };
    let error = Session::create(&path, generator()).expect_err("a file is there").to_string();
    assert!(error.contains("exists"), "{error}");
    let _first = Session::resume(&path, generator()).expect("a file");
    let error = Session::resume(&path, generator()).expect_err("locked").to_string();
    assert!(error.contains("another process"), "{error}");
    assert_eq!(bytes_of(&path), before);
}

#[test]
fn endgame_tables_end_games() {
    let folder = TempDir::new().expect("a folder");
    let options = BuildOptions { pieces: 3, with_distances: false, threads: 1, memory: 1_000 };
    tables::build(GameId::English, folder.path(), &options, &tables::StopFlag::default(), &mut |_| {})
        .expect("tables");
    let tables = Arc::new(Tables::open(GameId::English, folder.path()).expect("tables"));
    let settings = SelfPlaySettings { most_plies: 200, ..quick(GameId::English, 1) };
    let plain = Generator::new(GameId::English, settings, PlayerEvaluation::HandCrafted).expect("settings");
    let with = plain.clone().with_tables(tables);
    assert_eq!((plain.source().tables, with.source().tables), (0, 3));
    let endings = |generator: &Generator, threads| {
        let mut endings = Vec::new();
        generator
            .play::<SelfPlayError>(0..100, threads, &Control::default(), |game| {
                endings.push((game.outcome, game.ending));
                Ok(ControlFlow::Continue(()))
            })
            .expect("games");
        endings
    };
    let (before, after) = (endings(&plain, 1), endings(&with, 2));
    assert!(before.iter().all(|(_, ending)| *ending != SelfPlayEnding::Tables));
    assert!(after.iter().any(|(_, ending)| *ending == SelfPlayEnding::Tables), "{after:?}");
    assert_eq!(after, endings(&with, 1));
}

#[test]
fn another_evaluation_plays_other_games() {
    let with = |game, evaluation| Generator::new(game, quick(game, 1), evaluation);
    let hand = with(GameId::Russian, PlayerEvaluation::HandCrafted).expect("settings");
    assert_eq!(hand.source().evaluation, "hand_crafted");
    let error = with(GameId::Russian, PlayerEvaluation::Network(Arc::from(*b"no net"))).expect_err("no net");
    assert!(error.to_string().contains("not a network"), "{error}");
}

#[test]
fn other_files_are_refused() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games");
    for (text, expected) in [
        (&b""[..], "ends within its header"),
        (b"DAMGAM", "ends within its header"),
        (b"DAMGAMES\x02\x00", "ends within its header"),
        (b"DAMGAMES\xff\xff\xff\xff", "its length is too large"),
        (b"DAMGAMES\x02\x00\x00\x00{}\x00\x00\x00\x00", "the checksum differs"),
        (b"hello, world", "is not a file of self-play games"),
        (&[0; 100], "is not a file of self-play games"),
    ] {
        std::fs::write(&path, text).expect("a file");
        let error = GameFile::open(&path).expect_err("no games").to_string();
        assert!(error.contains(expected), "{error}");
    }
    let error = GameFile::open(folder.path()).expect_err("a folder").to_string();
    assert!(error.contains("folder"), "{error}");
    assert!(GameFile::open(&folder.path().join("missing")).is_err());
}
