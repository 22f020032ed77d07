//! The engine pool.

use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use boardgame::Color;
use catalog::{AnyGame, GameId};
use damier_study::{
    AnalysisDone, AnalysisInfo, AnalysisJob, Clock, DrawAnswerJob, EngineMove, EnginePool, JobFault, JobFlow,
    JobHandle, MoveJob, PoolConfig, QueueFull, ScoreValue,
};

use crate::common::played;

/// Longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn pool(threads: usize, queue: usize) -> EnginePool {
    EnginePool::new(PoolConfig { threads, queue, hash_megabytes: 8, tables: None }).expect("threads")
}

fn job(game: Box<dyn AnyGame>, level: u8) -> MoveJob {
    MoveJob { game, level, clock: None, seed: 7 }
}

type Moved = Receiver<Result<EngineMove, JobFault>>;

fn submit(pool: &EnginePool, job: MoveJob) -> (JobHandle, Moved) {
    let (sender, receiver) = mpsc::channel();
    let handle = pool.submit_move(job, Box::new(move |found| drop(sender.send(found)))).expect("room");
    (handle, receiver)
}

struct Analysis {
    handle: JobHandle,
    infos: Receiver<AnalysisInfo>,
    done: Receiver<Result<AnalysisDone, JobFault>>,
}

fn analyse(pool: &EnginePool, job: AnalysisJob) -> Result<Analysis, QueueFull> {
    let (info_sender, infos) = mpsc::channel();
    let (done_sender, done) = mpsc::channel();
    let on_info = move |info| {
        drop(info_sender.send(info));
        JobFlow::Continue
    };
    let handle =
        pool.submit_analysis(job, Box::new(on_info), Box::new(move |done| drop(done_sender.send(done))))?;
    Ok(Analysis { handle, infos, done })
}

fn endless(game: Box<dyn AnyGame>) -> AnalysisJob {
    AnalysisJob { game, lines: 1, depth: None, time: None }
}

/// Waits until a condition holds.
fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn every_game_is_played_at_every_kind_of_level() {
    let pool = pool(2, 200);
    let mut waiting = Vec::new();
    for &id in GameId::ALL {
        for level in [0, 1, 6, 255] {
            let clock =
                Clock { remaining: Duration::from_millis(200), increment: Duration::ZERO, moves_to_go: None };
            waiting.push((id, submit(&pool, MoveJob { clock: Some(clock), ..job(id.start(), level) })));
        }
    }
    for (id, (_handle, moved)) in waiting {
        let found = moved.recv_timeout(PATIENCE).expect("an answer").expect("a move");
        id.start().find(&found.text).expect("a legal move");
    }
}

#[test]
fn a_forced_move_and_the_end_of_a_game_need_no_time() {
    let pool = pool(1, 4);
    let game = GameId::International.at("W:W32,46:B28,5").expect("a position");
    assert_eq!(game.count_legal(), 1);
    let (_handle, moved) = submit(&pool, job(game, 10));
    assert!(moved.recv_timeout(PATIENCE).expect("an answer").is_ok());
    let (_handle, moved) = submit(&pool, job(played("chess", "f3 e5 g4 Qh4#"), 10));
    assert_eq!(moved.recv_timeout(PATIENCE).expect("an answer"), Err(JobFault::NoMove));
}

/// The position before was searched deeply; a weak level must not profit from it.
#[test]
fn weak_levels_play_the_same_with_the_same_seed() {
    let pool = pool(1, 8);
    let found = |pool: &EnginePool| {
        let (_handle, moved) = submit(pool, job(played("chess", "e4 e5 Nf3 Nc6"), 4));
        moved.recv_timeout(PATIENCE).expect("an answer").expect("a move")
    };
    let first = found(&pool);
    let job = AnalysisJob { depth: Some(10), ..endless(played("chess", "e4 e5 Nf3 Nc6")) };
    let analysis = analyse(&pool, job).expect("room");
    analysis.done.recv_timeout(PATIENCE).expect("an end").expect("no fault");
    assert_eq!(found(&pool), first);
}

#[test]
fn analysis_reports_lines_for_white() {
    let pool = pool(2, 4);
    // Black to move is a rook ahead.
    let game = GameId::Chess.at("3rk3/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1").expect("a position");
    let job = AnalysisJob { lines: 3, depth: Some(6), ..endless(game) };
    let analysis = analyse(&pool, job).expect("room");
    let done = analysis.done.recv_timeout(PATIENCE).expect("an end").expect("no fault");
    let infos: Vec<AnalysisInfo> = analysis.infos.try_iter().collect();
    assert_eq!(infos.iter().map(|info| info.depth).max(), Some(6));
    assert_eq!(infos.iter().map(|info| info.line).max(), Some(3));
    let last = infos.iter().rev().find(|info| info.line == 1).expect("a best line");
    assert_eq!(done.best.as_ref(), last.moves.first());
    assert!(matches!(last.score, ScoreValue::Cp(..-100) | ScoreValue::Mate(..0)), "{last:?}");
    assert!(last.text.starts_with('-') && last.path.len() == 2, "{last:?}");
    let value = serde_json::to_value(last).expect("data");
    assert!(value["score"]["cp"].is_i64() || value["score"]["mate"].is_i64(), "{value}");
    let value = serde_json::to_value(&done).expect("data");
    assert_eq!((&value["done"], value["best"].is_string()), (&true.into(), true));
    drop(analysis.handle);
}

#[test]
fn mates_are_counted_for_white() {
    let pool = pool(1, 4);
    let game = GameId::Chess
        .at("7k/8/6KQ/8/8/8/8/8 b - - 0 1")
        .or_else(|_| GameId::Chess.at("7k/R7/1R6/8/8/8/8/K7 b - - 0 1"));
    let analysis =
        analyse(&pool, AnalysisJob { depth: Some(5), ..endless(game.expect("a position")) }).expect("room");
    analysis.done.recv_timeout(PATIENCE).expect("an end").expect("no fault");
    let last = analysis.infos.try_iter().last().expect("a line");
    assert!(matches!(last.score, ScoreValue::Mate(1..)), "{last:?}");
    assert!(last.text.starts_with("+#"), "{last:?}");
}

#[test]
fn a_callback_can_end_an_analysis() {
    let pool = pool(1, 4);
    let (sender, done) = mpsc::channel();
    let on_info = |info: AnalysisInfo| if info.depth >= 3 { JobFlow::Stop } else { JobFlow::Continue };
    let on_done = Box::new(move |result: Result<AnalysisDone, _>| drop(sender.send(result)));
    let _handle =
        pool.submit_analysis(endless(GameId::Chess.start()), Box::new(on_info), on_done).expect("room");
    assert!(done.recv_timeout(PATIENCE).expect("an end").expect("no fault").best.is_some());
}

#[test]
fn canceled_jobs_stop_at_once_and_say_so() {
    let pool = pool(1, 2);
    let running = analyse(&pool, endless(GameId::Chess.start())).expect("room");
    running.infos.recv_timeout(PATIENCE).expect("a line");
    assert!(running.handle.is_running());
    let waiting = analyse(&pool, endless(GameId::Russian.start())).expect("room");
    assert!(!waiting.handle.is_running());
    drop(waiting.handle);
    assert_eq!(waiting.done.recv_timeout(PATIENCE), Ok(Err(JobFault::Canceled)));
    running.handle.cancel();
    assert_eq!(running.done.recv_timeout(PATIENCE), Ok(Err(JobFault::Canceled)));
    wait_until("the pool is idle", || pool.load() == damier_study::PoolLoad::default());
}

#[test]
fn full_queues_refuse_more() {
    let pool = pool(1, 2);
    let running = analyse(&pool, endless(GameId::Chess.start())).expect("room");
    running.infos.recv_timeout(PATIENCE).expect("a line");
    let _waiting: Vec<Analysis> =
        (0..2).map(|_| analyse(&pool, endless(GameId::Chess.start())).expect("room")).collect();
    let refused = analyse(&pool, endless(GameId::Chess.start())).err().expect("no room");
    assert_eq!(refused, QueueFull { waiting: 2 });
    // Moves have a queue of their own.
    let (_handle, moved) = submit(&pool, job(GameId::Chess.start(), 1));
    assert!(moved.recv_timeout(PATIENCE).expect("an answer").is_ok());
}

/// The one thread analyses; a move goes first all the same, and the analysis continues after it.
#[test]
fn an_analysis_makes_room_for_moves() {
    let pool = pool(1, 8);
    let analysis = analyse(&pool, endless(GameId::International.start())).expect("room");
    let mut deepest = (0, 0);
    for _ in 0..5 {
        let info = analysis.infos.recv_timeout(PATIENCE).expect("a line");
        deepest = (info.depth, info.line);
        let (_handle, moved) = submit(&pool, job(GameId::Chess.start(), 2));
        assert!(moved.recv_timeout(PATIENCE).expect("an answer").is_ok());
        for info in analysis.infos.try_iter() {
            assert!((info.depth, info.line) > deepest, "nothing is told twice: {info:?}");
            deepest = (info.depth, info.line);
        }
    }
    let info = analysis.infos.recv_timeout(PATIENCE).expect("it goes on");
    assert!((info.depth, info.line) > deepest, "{info:?}");
    analysis.handle.cancel();
    assert_eq!(analysis.done.recv_timeout(PATIENCE), Ok(Err(JobFault::Canceled)));
}

#[test]
fn one_of_several_threads_never_analyses() {
    let pool = pool(2, 8);
    let first = analyse(&pool, endless(GameId::Chess.start())).expect("room");
    first.infos.recv_timeout(PATIENCE).expect("a line");
    let second = analyse(&pool, endless(GameId::Chess.start())).expect("room");
    let (_handle, moved) = submit(&pool, job(GameId::Chess.start(), 1));
    assert!(moved.recv_timeout(PATIENCE).expect("an answer").is_ok());
    assert_eq!(pool.load().running_analyses, 1);
    assert!(!second.handle.is_running() && first.handle.is_running());
}

#[test]
fn a_panic_ends_one_job_only() {
    let pool = pool(1, 4);
    let (sender, done) = mpsc::channel();
    let on_info = |_: AnalysisInfo| -> JobFlow { panic!("a callback that fails, as this test wants") };
    let on_done = Box::new(move |result: Result<AnalysisDone, _>| drop(sender.send(result)));
    let _handle =
        pool.submit_analysis(endless(GameId::Chess.start()), Box::new(on_info), on_done).expect("room");
    assert_eq!(done.recv_timeout(PATIENCE), Ok(Err(JobFault::Failed)));
    let on_done = Box::new(|_| panic!("another one"));
    pool.submit_move(job(GameId::Chess.start(), 1), on_done).expect("room").detach();
    let (_handle, moved) = submit(&pool, job(GameId::Chess.start(), 1));
    assert!(moved.recv_timeout(PATIENCE).expect("an answer").is_ok());
}

#[test]
fn closing_ends_all_jobs() {
    let pool = pool(2, 8);
    let analyses: Vec<Analysis> =
        (0..3).map(|_| analyse(&pool, endless(GameId::Chess.start())).expect("room")).collect();
    let moves: Vec<_> = (0..3).map(|_| submit(&pool, job(GameId::Chess.start(), 10))).collect();
    drop(pool);
    for analysis in analyses {
        assert_eq!(analysis.done.recv_timeout(PATIENCE), Ok(Err(JobFault::ShutDown)));
    }
    for (_handle, moved) in moves {
        assert_eq!(moved.recv_timeout(PATIENCE), Ok(Err(JobFault::ShutDown)));
    }
}

#[test]
fn engines_answer_offers() {
    let pool = pool(1, 4);
    let answer = |side| {
        // White is a queen ahead.
        let game = GameId::Chess.at("4k3/8/8/8/8/8/8/3QK3 w - - 0 1").expect("a position");
        let (sender, receiver) = mpsc::channel();
        let job = DrawAnswerJob { game, side };
        let handle =
            pool.submit_draw_answer(job, Box::new(move |found| drop(sender.send(found)))).expect("room");
        let accepted = receiver.recv_timeout(PATIENCE).expect("an answer").expect("no fault");
        drop(handle);
        accepted
    };
    assert!(answer(Color::Black));
    assert!(!answer(Color::White));
    assert!(damier_study::accepts_takeback());
}
