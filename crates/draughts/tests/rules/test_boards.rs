//! Published perft tables for boards that are no games.

use draughts::variants::test_boards::{
    English6x6, International6x6, International10x8, International12x10, International14x14, Ktar8x10,
    Ktar10x11, Ktar10x12,
};
use draughts::{AnyDraughts, AnyVariant};
use perft::{Counter, Counting, Finding, Monitor, Settings, Suite};

const MAX_NODES: u64 = 1_000_000;

#[test]
fn published_tables() {
    let boards = [
        AnyVariant::of::<International6x6>(),
        AnyVariant::of::<International10x8>(),
        AnyVariant::of::<International12x10>(),
        AnyVariant::of::<International14x14>(),
        AnyVariant::of::<Ktar8x10>(),
        AnyVariant::of::<Ktar10x11>(),
        AnyVariant::of::<Ktar10x12>(),
    ];
    for board in boards {
        check(board, board.rules().name, Counting::Distinct);
    }
    check(AnyVariant::of::<English6x6>(), "english6x6-paths", Counting::Routes);
}

fn check(variant: AnyVariant, file: &str, counting: Counting) {
    let path = format!("{}/../../testdata/perft/draughts/boards/{file}.epd", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a suite");
    let suite: Suite = text.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
    let settings = Settings { counting, ..Settings::default() };
    let counter = Counter::<AnyDraughts>::new(&settings).expect("one thread");
    let mut findings = Vec::new();
    let mut report = |finding: Finding<'_>| findings.push(format!("{finding:?}"));
    let summary = suite.check(&counter, variant, MAX_NODES, &Monitor::default(), &mut report);
    assert_eq!(findings, Vec::<String>::new(), "{file}");
    assert!(summary.counts > 0, "{file}");
}
