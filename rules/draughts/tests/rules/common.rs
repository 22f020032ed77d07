//! What several test files share: positions, the case files and the suites.

use std::fs;
use std::path::PathBuf;

use boardgame::{FenError, Notation, Position, Reading};
use damier_draughts::{AnyDraughts, AnyVariant, Setup};
use serde_json::Value;

/// A described position of any variant.
pub(crate) type AnySetup = Setup<AnyVariant>;

/// The start of a game.
pub(crate) fn start(variant: AnyVariant) -> AnyDraughts {
    AnyDraughts::start_of(variant)
}

/// The position that a text describes, or what is wrong with the text.
pub(crate) fn read(variant: AnyVariant, fen: &str) -> Result<AnyDraughts, FenError> {
    AnyDraughts::read_fen(variant, fen, Reading::Strict)
}

/// The position that a correct text describes.
#[track_caller]
pub(crate) fn at(variant: AnyVariant, fen: &str) -> AnyDraughts {
    read(variant, fen).unwrap_or_else(|error| panic!("{error}: {fen}"))
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

/// The text of a perft suite of a game or of a test board; nothing if there is no such suite.
pub(crate) fn suite_text(name: &str) -> Option<String> {
    let folders = ["perft/draughts", "perft/draughts/boards"];
    folders.iter().find_map(|folder| fs::read_to_string(testdata(folder).join(format!("{name}.epd"))).ok())
}

/// The positions of a perft suite; none if there is no such suite.
pub(crate) fn suite(name: &str) -> Vec<String> {
    let text = suite_text(name).unwrap_or_default();
    let positions = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    positions.map(|line| line.split(';').next().unwrap_or_default().trim().to_string()).collect()
}

/// How many random cases to make instead of `cases`: more if the variable `DRAUGHTS_CASES` says how many
/// times as many.
pub(crate) fn times(cases: usize) -> usize {
    let factor = std::env::var("DRAUGHTS_CASES").ok().map(|text| text.parse().expect("a number"));
    cases * factor.unwrap_or(1)
}
