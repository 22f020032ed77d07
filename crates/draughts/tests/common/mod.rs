//! What several test files share: the case files and the list of variants.
#![allow(dead_code, reason = "no test file uses all of it")]

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

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

/// Calls a macro with every variant.
#[allow(unused_macros, reason = "no test file uses all of it")]
macro_rules! for_every_variant {
    ($each:ident) => {
        $each! {
            Argentinian, ArgentinianFree, Armenian, Brazilian, Breakthrough, Canadian, Czech, English,
            Filipino, Frisian, Frysk, Ghanaian, International, Italian, Jamaican, Killer, Losing, Modern,
            Nigerian, Poddavki, Pool, Portuguese, Russian, Slovak, Spanish, Spantsiretti, SriLankan, Thai,
            Turkish
        }
    };
}
#[allow(unused_imports, reason = "no test file uses all of it")]
pub(crate) use for_every_variant;
