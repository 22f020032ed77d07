//! What several test files share: the case files, the suites and the list of variants.

use std::fs;
use std::path::PathBuf;

use boardgame::Notation;
use draughts::{Draughts, Variant};
use serde_json::Value;

/// The position that a text describes.
#[track_caller]
pub(crate) fn at<V: Variant>(fen: &str) -> Draughts<V> {
    Draughts::from_fen(fen).unwrap_or_else(|error| panic!("{error}: {fen}"))
}

/// The path of a file below `testdata/`.
pub(crate) fn testdata(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata")).join(path)
}

/// The entries of a case file below a key, those of one kind.
pub(crate) fn cases(file: &str, key: &str, keep: impl Fn(&Value) -> bool) -> Vec<Value> {
    let path = testdata("cases").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let all: Value = serde_json::from_str(&text).expect("case files are JSON");
    let found: Vec<Value> =
        all[key].as_array().expect(key).iter().filter(|&case| keep(case)).cloned().collect();
    assert!(!found.is_empty(), "no cases in {file}");
    found
}

/// The cases of one kind in a file about one game.
pub(crate) fn cases_of_kind(file: &str, kind: &str) -> Vec<Value> {
    cases(file, "cases", |case| case["kind"] == kind)
}

/// The text below a key.
pub(crate) fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_else(|| panic!("{key} in {case}"))
}

/// The positions of a perft suite; none if there is no such suite.
pub(crate) fn suite(name: &str) -> Vec<String> {
    let path = testdata("perft/draughts").join(format!("{name}.epd"));
    let Ok(text) = fs::read_to_string(path) else { return Vec::new() };
    let positions = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    positions.map(|line| line.split(';').next().unwrap_or_default().trim().to_string()).collect()
}

/// How many random cases to make instead of `cases`: more if the variable `DRAUGHTS_CASES` says how many
/// times as many.
pub(crate) fn times(cases: usize) -> usize {
    let factor = std::env::var("DRAUGHTS_CASES").ok().map(|text| text.parse().expect("a number"));
    cases * factor.unwrap_or(1)
}

/// Calls a macro with every variant, and with what else is given.
macro_rules! for_every_variant {
    ($each:ident $(, $more:ident)*) => {
        $each! {
            Argentinian, ArgentinianFree, Armenian, Brazilian, BrazilianCbd, Breakthrough, Canadian, Czech, English,
            Filipino, Frisian, Frysk, Ghanaian, International, Italian, Jamaican, Killer, Losing, Modern,
            Nigerian, Poddavki, Pool, Portuguese, Russian, Slovak, Spanish, Spantsiretti, SriLankan, Thai,
            Turkish, UnifiedPool $(, $more)*
        }
    };
}
pub(crate) use for_every_variant;

/// Calls a macro with every variant and every test board.
macro_rules! for_every_board {
    ($each:ident) => {
        $crate::common::for_every_variant! {
            $each, International6x6, International10x8, International12x10, International14x14, Ktar8x10,
            Ktar10x11, Ktar10x12, English6x6
        }
    };
}
pub(crate) use for_every_board;
