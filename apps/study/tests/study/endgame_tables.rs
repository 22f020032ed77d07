//! The engine pool with endgame tables.

use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

use boardgame::Color;
use catalog::GameId;
use damier_study::{AnalysisInfo, AnalysisJob, Clock, EnginePool, JobFlow, MoveJob, PoolConfig, TableAnswer};
use tables::{BuildOptions, StopFlag, build};

/// Longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn pool(tables: Option<PathBuf>) -> EnginePool {
    EnginePool::new(PoolConfig { threads: 1, queue: 4, hash_megabytes: 8, tables }).expect("threads")
}

/// The lines of a short analysis.
fn analysis(pool: &EnginePool, game: GameId, fen: &str) -> Vec<AnalysisInfo> {
    let (sender, infos) = mpsc::channel();
    let on_info = move |info| {
        drop(sender.send(info));
        JobFlow::Continue
    };
    let (sender, done) = mpsc::channel();
    let job = AnalysisJob { game: game.at(fen).expect("a position"), lines: 1, depth: Some(3), time: None };
    let handle =
        pool.submit_analysis(job, Box::new(on_info), Box::new(move |found| drop(sender.send(found))));
    done.recv_timeout(PATIENCE).expect("an end").expect("no fault");
    drop(handle.expect("room"));
    infos.iter().collect()
}

fn answer(pool: &EnginePool, game: GameId, fen: &str) -> Option<TableAnswer> {
    let infos = analysis(pool, game, fen);
    let first = infos.first().expect("a line").table;
    assert!(infos.iter().all(|info| info.table == first), "{infos:?}");
    first
}

#[test]
fn analyses_say_what_the_tables_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = BuildOptions { pieces: 3, with_distances: true, threads: 1, memory: 100 };
    build(GameId::Russian, folder.path(), &options, &StopFlag::default(), &mut |_| ()).expect("tables");
    let with = pool(Some(folder.path().to_path_buf()));
    let won = answer(&with, GameId::Russian, "W:WKa1,Kc1:Bh6").expect("three pieces are covered");
    assert_eq!(won.winner, Some(Color::White));
    assert!(won.plies.is_some_and(|plies| plies > 0), "{won:?}");
    let lost = answer(&with, GameId::Russian, "B:WKa1,Kc1:Bh6").expect("three pieces are covered");
    assert_eq!(lost.winner, Some(Color::White));
    let drawn = answer(&with, GameId::Russian, "W:WKc1,Ke1:BKh8");
    assert_eq!(drawn, Some(TableAnswer { winner: None, plies: None }));
    assert_eq!(answer(&with, GameId::Russian, "W:WKc1,Ke1,Kg1:BKh8"), None);
    assert_eq!(answer(&with, GameId::English, "W:WK32,K31:BK14"), None);
    assert_eq!(answer(&pool(None), GameId::Russian, "W:WKa1,Kc1:Bh6"), None);
}

/// A value that a rule on moves may change is not shown as a fact.
#[test]
fn analyses_keep_silent_where_a_rule_that_counts_moves_may_decide() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = BuildOptions { pieces: 3, with_distances: true, threads: 1, memory: 100 };
    build(GameId::Frisian, folder.path(), &options, &StopFlag::default(), &mut |_| ()).expect("tables");
    let with = pool(Some(folder.path().to_path_buf()));
    assert_eq!(answer(&with, GameId::Frisian, "W:WK50,32:BK1"), None);
    let won = answer(&with, GameId::Frisian, "W:WK50,K32:BK1").expect("kings alone");
    assert_eq!(won.winner, Some(Color::White));
}

/// Without distances the winner is known, but not when.
#[test]
fn tables_without_distances_name_the_winner() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = BuildOptions { pieces: 2, with_distances: false, threads: 1, memory: 100 };
    build(GameId::Russian, folder.path(), &options, &StopFlag::default(), &mut |_| ()).expect("tables");
    let with = pool(Some(folder.path().to_path_buf()));
    let won = answer(&with, GameId::Russian, "B:Wa1:BKh4");
    assert_eq!(won, Some(TableAnswer { winner: Some(Color::Black), plies: None }));
}

/// The strongest level plays by the tables: every move keeps the value.
#[test]
fn moves_follow_the_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = BuildOptions { pieces: 3, with_distances: true, threads: 1, memory: 100 };
    build(GameId::Russian, folder.path(), &options, &StopFlag::default(), &mut |_| ()).expect("tables");
    let with = pool(Some(folder.path().to_path_buf()));
    let tables = tables::Tables::shared(GameId::Russian, folder.path()).expect("tables");
    let mut game = GameId::Russian.at("W:WKa1,Kc1:Bh6").expect("a position");
    let mut plies = 0;
    while game.outcome().is_none() {
        let (sender, moved) = mpsc::channel();
        let clock =
            Clock { remaining: Duration::from_millis(50), increment: Duration::ZERO, moves_to_go: None };
        let job = MoveJob { game: game.clone_game(), level: 10, clock: Some(clock), seed: 7 };
        let handle = with.submit_move(job, Box::new(move |found| drop(sender.send(found)))).expect("room");
        let found = moved.recv_timeout(PATIENCE).expect("an answer").expect("a move");
        drop(handle);
        let before = tables.look_up(&*game).expect("covered").value;
        game.play(game.find(&found.text).expect("a legal move")).expect("a legal move");
        let after = tables.look_up(&*game).map(|found| found.value.reversed());
        assert!(after.is_none_or(|after| after == before), "{} in {}", found.text, game.fen());
        plies += 1;
        assert!(plies < 40, "no progress");
    }
}
