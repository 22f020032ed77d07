//! Published perft tables for boards that are no games.

use damier_draughts::{AnyDraughts, AnyVariant};
use perft::{CountSettings, Counter, Counting, Monitor, Suite, SuiteFinding};

use crate::common::suite_text;
use crate::variants::{ENGLISH_6X6, test_boards};

const MAX_NODES: u64 = 1_000_000;

#[test]
fn published_tables() {
    for board in test_boards().filter(|&board| board != ENGLISH_6X6) {
        check(board, board.rules().name, Counting::Distinct);
    }
    check(ENGLISH_6X6, "english6x6-paths", Counting::Routes);
}

fn check(variant: AnyVariant, file: &str, counting: Counting) {
    let text = suite_text(file).unwrap_or_else(|| panic!("no suite {file}"));
    let suite: Suite = text.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
    let settings = CountSettings { counting, ..CountSettings::default() };
    let counter = Counter::<AnyDraughts>::new(&settings).expect("one thread");
    let mut findings = Vec::new();
    let mut report = |finding: SuiteFinding<'_>| findings.push(format!("{finding:?}"));
    let summary = suite.check(&counter, variant, MAX_NODES, &Monitor::default(), &mut report);
    assert_eq!(findings, Vec::<String>::new(), "{file}");
    assert!(summary.counts > 0, "{file}");
}
