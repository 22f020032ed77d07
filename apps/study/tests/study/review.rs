//! Reviews of games.

use std::sync::mpsc;
use std::time::Duration;

use catalog::{AnyGame, GameId};
use damier_study::{EnginePool, JobFault, JobFlow, Mark, PoolConfig, ReviewJob, ReviewLine, ScoreValue};

use crate::common::{played, wander};

const PATIENCE: Duration = Duration::from_secs(300);

fn pool() -> EnginePool {
    EnginePool::new(PoolConfig { threads: 1, queue: 4, hash_megabytes: 8, tables: None }).expect("threads")
}

fn review(pool: &EnginePool, game: Box<dyn AnyGame>, nodes: u64) -> Vec<ReviewLine> {
    let (line_sender, lines) = mpsc::channel();
    let (done_sender, done) = mpsc::channel();
    let on_line = move |line| {
        drop(line_sender.send(line));
        JobFlow::Continue
    };
    let job = ReviewJob { game, nodes, time: Duration::from_secs(10) };
    let _handle = pool
        .submit_review(job, Box::new(on_line), Box::new(move |result| drop(done_sender.send(result))))
        .expect("room");
    let end = done.recv_timeout(PATIENCE).expect("an end").expect("no fault");
    assert_eq!(serde_json::to_value(end).expect("data"), serde_json::json!({ "done": true }));
    lines.iter().collect()
}

#[test]
fn the_fools_mate_is_two_mistakes() {
    let lines = review(&pool(), played("chess", "f3 e5 g4 Qh4#"), 10_000);
    assert_eq!(lines.iter().map(|line| line.ply).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(lines[3].mark, Some(Mark::Blunder), "{lines:?}");
    assert_eq!(lines[3].best.as_deref(), Some("Qh4#"));
    assert_eq!((lines[4].score, lines[4].best.clone(), lines[4].mark), (ScoreValue::Mate(0), None, None));
    assert_eq!(lines[0].mark, None);
    let value = serde_json::to_value(&lines[3]).expect("data");
    assert_eq!((&value["mark"], &value["ply"]), (&"??".into(), &3.into()));
    assert_eq!(value["score"], serde_json::json!({ "mate": -1 }));
}

#[test]
fn a_man_given_away_is_a_blunder() {
    // 28-23 loses a man for nothing.
    let lines = review(&pool(), played("international", "32-28 19-23 28x19 14x23 37-32 10-14 33-29"), 10_000);
    assert_eq!(lines.len(), 8);
    assert!(lines.iter().take(6).all(|line| line.mark != Some(Mark::Blunder)), "{lines:?}");
}

/// The scores of short searches go up and down from ply to ply, which must not make mistakes of book moves.
#[test]
fn book_moves_are_no_mistakes() {
    let spanish = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O";
    let declined = "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6";
    let mut marked = 0;
    for moves in [spanish, declined] {
        for nodes in [500, 2_000, 5_000, 20_000] {
            let lines = review(&pool(), played("chess", moves), nodes);
            marked += lines.iter().filter(|line| line.mark.is_some()).count();
            let worst = lines.iter().map(|line| line.mark).max().flatten();
            assert!(nodes < 20_000 || worst <= Some(Mark::Inaccuracy), "{lines:?}");
        }
    }
    // Of 120 moves.
    assert!(marked <= 2, "{marked} marks");
}

/// Long games of every family are reviewed to their end; the time of each position has a limit.
#[test]
fn long_games_are_reviewed_to_their_end() {
    for id in [GameId::Chess960, GameId::Russian, GameId::Frisian] {
        let game = wander(id, 11, 120, |_| {});
        let plies = game.plies();
        let lines = review(&pool(), game, 500);
        assert_eq!(lines.len(), plies + 1, "{id}");
    }
}

#[test]
fn a_review_can_be_canceled() {
    let pool = pool();
    let (line_sender, lines) = mpsc::channel();
    let (done_sender, done) = mpsc::channel();
    let on_line = move |line: ReviewLine| {
        drop(line_sender.send(line));
        JobFlow::Continue
    };
    let job = ReviewJob {
        game: wander(GameId::Chess, 3, 200, |_| {}),
        nodes: u64::MAX,
        time: Duration::from_secs(1),
    };
    let handle = pool
        .submit_review(job, Box::new(on_line), Box::new(move |result| drop(done_sender.send(result))))
        .expect("room");
    lines.recv_timeout(PATIENCE).expect("a line");
    handle.cancel();
    assert_eq!(done.recv_timeout(PATIENCE), Ok(Err(JobFault::Canceled)));
}
