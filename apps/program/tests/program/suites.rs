//! All perft suites up to a limit that keeps the run short; `cargo xtask deep-perft` goes on from there.

use std::path::Path;

use crate::common::testdata;
use damier::{GameId, Reading};
use perft::{CountSettings, Counting, Monitor, Suite, SuiteFinding};

/// Larger counts are left to `cargo xtask deep-perft`.
const MAX_NODES: u64 = 1_000_000;

/// Checks one file and says how many counts it had.
fn check(path: &Path) -> usize {
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let (game, counting) = match name.strip_suffix("-paths") {
        Some(game) => (game, Counting::Routes),
        None => (name.strip_suffix("-random").unwrap_or(&name), Counting::Distinct),
    };
    // Files of draughts are named after their game.
    let game: GameId = match path.parent().and_then(Path::file_name) {
        Some(folder) if folder == "chess" && name.contains("960") => GameId::Chess960,
        Some(folder) if folder == "chess" => GameId::Chess,
        _ => game.parse().expect("a game"),
    };
    let text = std::fs::read_to_string(path).expect("a readable file");
    let suite: Suite = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
    let reading = if name.ends_with("_unreachable") { Reading::Lenient } else { Reading::Strict };
    let settings = CountSettings { counting, reading, ..CountSettings::default() };
    let counter = damier::counter(game, &settings).expect("one thread");
    let mut findings = Vec::new();
    let mut report = |finding: SuiteFinding<'_>| findings.push(format!("{finding:?}"));
    let summary = counter.check(&suite, MAX_NODES, &Monitor::default(), &mut report);
    assert_eq!(findings, Vec::<String>::new(), "{name}");
    assert_eq!(summary.positions, suite.entries.len(), "{name}");
    summary.counts
}

#[test]
fn all_suites() {
    let folders = ["perft/chess", "perft/draughts"].map(|folder| std::fs::read_dir(testdata(folder)));
    let files = folders.into_iter().flat_map(|files| files.expect("test data"));
    let files = files.map(|file| file.expect("readable").path());
    let suites: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "epd")).collect();
    assert_eq!(suites.len(), 54);
    let counts: usize = suites.iter().map(|path| check(path)).sum();
    assert!(counts > 6_000, "{counts}");
}
