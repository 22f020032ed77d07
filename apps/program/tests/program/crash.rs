//! The server killed under load: what it acknowledged is there afterwards, once. `tools/load` has the whole test; this is a
//! short one of it, counted in acknowledgments and not in time.
#![cfg(all(feature = "serve", unix))]

use load::crash::{Crash, Outcome};
use load::server::Launch;
use test_postgres::TestPostgres;
use tokio::sync::watch;

const CRASH: Crash = Crash { kills: 8, games: 10, acks: 60, seed: 7 };

fn crash(data: String, folder: &tempfile::TempDir) -> Outcome {
    let launch = Launch {
        program: env!("CARGO_BIN_EXE_damier").into(),
        data,
        options: vec!["--client-limit".to_owned(), "0".to_owned()],
        log: folder.path().join("log"),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let (_sender, stop) = watch::channel(false);
    runtime.block_on(CRASH.run(&launch, &stop, |line| println!("{line}"))).expect("a server that starts")
}

fn check(outcome: &Outcome) {
    assert!(outcome.passed(), "{outcome:#?}");
    assert_eq!(outcome.kills, CRASH.kills);
    assert!(outcome.acknowledged >= CRASH.kills as u64 && outcome.sent_again > 0, "{outcome:#?}");
}

#[test]
fn nothing_acknowledged_is_lost_with_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db").display().to_string();
    check(&crash(file, &folder));
}

#[test]
fn nothing_acknowledged_is_lost_with_postgresql() {
    let Some(postgres) = TestPostgres::start_durable() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    check(&crash(postgres.fresh_database(), &folder));
}
