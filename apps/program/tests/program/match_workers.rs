//! Matches that several workers play: one is killed, one is frozen, the coordinator is killed, and no game counts twice.
#![cfg(all(unix, feature = "workers"))]

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::{Folder, Run, program};
use crate::worker_support::{self, Helper, lose_workers, wait_for_run};
use arena::{Ledger, LedgerError, MatchResult};
use queue::Queue;
use test_postgres::TestPostgres;

const MATCH: [&str; 12] = [
    "match",
    "russian",
    "--engine",
    "damier level=1 hash=1",
    "--engine",
    "damier level=2 hash=1",
    "--time",
    "depth=2",
    "--rounds",
    "60",
    "--every",
    "0",
];

fn coordinator(address: &str, output: &str) -> Child {
    worker_support::coordinator(address, &MATCH, &["--output", output, "--resume"])
}

/// What the games of a match were, without their times. Read on another thread, since the ledger waits for its file in a
/// runtime of its own.
fn games_in(output: &str) -> BTreeMap<(u64, u8), (Vec<String>, MatchResult)> {
    let output = output.to_owned();
    std::thread::spawn(move || games(&output)).join().expect("no panic")
}

fn games(output: &str) -> BTreeMap<(u64, u8), (Vec<String>, MatchResult)> {
    let (mut ledger, _) = Ledger::read(&Ledger::path_of(Path::new(output))).expect("a ledger");
    let mut games = BTreeMap::new();
    let read = ledger.for_each(|game| {
        let moves = game.moves.iter().map(|mv| mv.text.clone()).collect();
        let known = games.insert((game.pair, game.game), (moves, game.result));
        assert!(known.is_none(), "a game is there twice");
        Ok::<(), LedgerError>(())
    });
    read.expect("games");
    games
}

#[tokio::test]
async fn a_match_survives_dead_and_frozen_workers_and_a_dead_coordinator() {
    let Some(server) = TestPostgres::start() else { return };
    let folder = Folder::new("match-workers");
    let (shared, alone) = (folder.path("shared.pdn"), folder.path("alone.pdn"));
    let address = server.fresh_database();
    let queue = Queue::open(&address).await.expect("a queue");
    let mut first = coordinator(&address, &shared);
    let (run, frozen) = lose_workers(&queue, &address, &mut first).await;

    let healthy = Helper::start(&queue, &address).await;
    let again = Run::of(coordinator(&address, &shared).wait_with_output().expect("an end"));
    assert_eq!(again.code, Some(0), "{again:?}");
    assert!(again.stderr.contains(&format!("run {} continues", run.0)), "{again:?}");
    assert!(again.stdout.contains("all games are played"), "{again:?}");
    frozen.signal("-CONT");
    let (frozen, healthy) = (frozen.wait(), healthy.wait());
    assert_eq!((frozen.code, healthy.code), (Some(0), Some(0)), "{frozen:?} {healthy:?}");
    assert!(frozen.stderr.contains("dropped"), "{frozen:?}");

    // The plan and the pair alone decide the games, whoever plays them.
    let run_alone = program().args(MATCH).args(["--output", &alone]).output().expect("the program runs");
    assert!(run_alone.status.success());
    let (shared, alone) = (games_in(&shared), games_in(&alone));
    assert_eq!(shared.len(), 120);
    assert_eq!(shared, alone);
    assert_eq!(queue.runs(10).await.expect("runs").len(), 1);
}

/// The engine is another program where the worker runs.
#[tokio::test]
async fn a_worker_with_another_engine_is_refused() {
    let Some(server) = TestPostgres::start() else { return };
    let folder = Folder::new("match-refused");
    let address = server.fresh_database();
    let queue = Queue::open(&address).await.expect("a queue");
    let engine = folder.file("engine", "#!/bin/sh\nexit 1\n");
    let mut command = program();
    command.args(["match", "chess", "--time", "depth=1", "--workers", &address]);
    command.args(["--engine", &format!("{engine} name=other"), "--engine", "damier"]);
    command.args(["--output", &folder.path("games.pgn")]);
    let mut coordinator =
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    let run = wait_for_run(&queue).await;
    let mut worker = program();
    worker.args(["work", "--jobs", "1", "--until-idle", "--queue", &address, "--engine", "other=/bin/sh"]);
    let worker = Run::of(worker.output().expect("the program runs"));
    coordinator.kill().expect("the coordinator");
    coordinator.wait().expect("an end");
    assert_eq!(worker.code, Some(0), "{worker:?}");
    assert!(worker.stderr.contains("engine \"other\" is another program: SHA-256 "), "{worker:?}");
    let refusals = queue.refusals(run).await.expect("refusals");
    assert!(refusals[0].reason.contains("copy the program here"), "{refusals:?}");
    let counts = queue.counts(run).await.expect("counts");
    assert_eq!((counts.open, counts.failed), (1, 0));
}

/// Another build of our own engine may play if its bench is the same and the coordinator accepts that. Bytes after its end
/// make a program another one with the same engine.
#[tokio::test]
async fn another_build_plays_if_its_bench_is_the_same() {
    let Some(server) = TestPostgres::start() else { return };
    let folder = Folder::new("match-bench");
    let other = folder.path("damier");
    std::fs::copy(env!("CARGO_BIN_EXE_damier"), &other).expect("a copy");
    let mut file = std::fs::File::options().append(true).open(&other).expect("the copy");
    file.write_all(b"another build").expect("more bytes");
    drop(file);
    let work = |address: &str| {
        let words = ["work", "--jobs", "1", "--until-idle", "--queue", address];
        Run::of(Command::new(&other).args(words).output().expect("the copy runs"))
    };
    for by_bench in [false, true] {
        let address = server.fresh_database();
        let queue = Queue::open(&address).await.expect("a queue");
        let mut command = program();
        command.args(["match", "russian", "--time", "depth=1", "--every", "0", "--workers", &address]);
        command.args(["--engine", "damier level=1 hash=1", "--engine", "damier level=2 hash=1"]);
        command.args(["--output", &folder.path(&format!("{by_bench}.pdn"))]);
        command.args(by_bench.then_some("--by-bench"));
        let mut coordinator =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        wait_for_run(&queue).await;
        // A worker that comes before the first pair finds nothing to do.
        if by_bench {
            while coordinator.try_wait().expect("a state").is_none() {
                let worker = work(&address);
                assert_eq!(worker.code, Some(0), "{worker:?}");
            }
            let done = Run::of(coordinator.wait_with_output().expect("an end"));
            assert_eq!(done.code, Some(0), "{done:?}");
            assert!(done.stdout.contains("all games are played"), "{done:?}");
        } else {
            let refusal = "compare benches with --by-bench";
            let is_refused = (0..50).any(|_| work(&address).stderr.contains(refusal));
            coordinator.kill().expect("the coordinator");
            coordinator.wait().expect("an end");
            assert!(is_refused);
        }
    }
}
