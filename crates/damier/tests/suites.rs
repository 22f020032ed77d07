//! All perft suites up to a limit that keeps the run short; `cargo xtask deep-perft` goes on from there.

mod common;

use std::path::Path;

use catalog::{Describe, GameId, Task};
use common::testdata;
use perft::{Counter, Counting, Monitor, Settings, Suite, Summary};

/// Larger counts are left to `cargo xtask deep-perft`.
const MAX_NODES: u64 = 1_000_000;

struct CheckSuite<'a> {
    suite: &'a Suite,
    settings: Settings,
}

impl Task for CheckSuite<'_> {
    type Output = (Summary, Vec<String>);

    fn run<P: Describe>(self) -> Self::Output {
        let counter = Counter::<P>::new(&self.settings).expect("threads");
        let mut mismatches = Vec::new();
        let mut report = |mismatch: &perft::Mismatch<'_>| mismatches.push(format!("{mismatch:?}"));
        let summary = self.suite.check(&counter, MAX_NODES, &Monitor::default(), &mut report);
        (summary.expect("a readable suite"), mismatches)
    }
}

/// Checks one file and says how many counts it had.
fn check(path: &Path) -> usize {
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let (game, counting) = match name.strip_suffix("-paths") {
        Some(game) => (game, Counting::Routes),
        None => (name.strip_suffix("-random").unwrap_or(&name), Counting::Distinct),
    };
    let game: GameId = game.parse().expect("a file is named after its game");
    let text = std::fs::read_to_string(path).expect("a readable file");
    let suite: Suite = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
    let settings = Settings { counting, ..Settings::default() };
    let (summary, mismatches) = game.run(CheckSuite { suite: &suite, settings });
    assert_eq!(mismatches, Vec::<String>::new(), "{name}");
    assert_eq!(summary.positions, suite.entries.len(), "{name}");
    summary.counts
}

#[test]
fn all_suites() {
    let files = std::fs::read_dir(testdata("perft/draughts")).expect("test data");
    let files = files.map(|file| file.expect("readable").path());
    let suites: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "epd")).collect();
    assert_eq!(suites.len(), 54);
    let counts: usize = suites.iter().map(|path| check(path)).sum();
    assert!(counts > 4_000, "{counts}");
}
