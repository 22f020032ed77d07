//! Positions as text.

mod common;

use boardgame::{FenError, Notation, Position};
use common::{cases, cases_of_kind, text};
use draughts::variants::{Brazilian, Frisian, International, Russian, Spantsiretti, Thai};
use draughts::{Draughts, Setup, Variant};
use serde_json::Value;

fn read<V: Variant>(fen: &str) -> Result<Draughts<V>, FenError> {
    Draughts::from_fen(fen)
}

#[track_caller]
fn same<V: Variant>(fen: &str, canonical: &str) {
    assert_eq!(read::<V>(fen).map(|position| position.to_fen()), Ok(canonical.to_string()), "{fen}");
}

#[track_caller]
fn rejected<V: Variant>(fen: &str, message: &str) {
    assert_eq!(read::<V>(fen).map_err(|error| error.to_string()), Err(message.to_string()), "{fen}");
}

fn check_fen_case<V: Variant>(case: &Value) {
    let input = text(case, "input");
    let position = read::<V>(input);
    if case["expect"] == "error" {
        assert!(position.is_err(), "{case}");
        return;
    }
    let position = position.unwrap_or_else(|error| panic!("{error} in {case}"));
    assert_eq!(position.to_fen(), text(case, "canonical"), "{case}");
    assert_eq!(read(&position.to_fen()), Ok(position), "{case}");
    assert_eq!(position.count_legal() as u64, case["count"].as_u64().expect("count"), "{case}");
}

#[test]
fn every_international_case() {
    cases_of_kind("international.json", "fen").iter().for_each(check_fen_case::<International>);
}

#[test]
fn every_russian_case() {
    cases_of_kind("russian.json", "fen").iter().for_each(check_fen_case::<Russian>);
}

#[test]
fn every_hostile_case() {
    for case in cases("hostile.json", "inputs", |case| case["notation"] == "fen_draughts") {
        let input = match case.get("input_repeat") {
            Some(repeat) => {
                let count = repeat["count"].as_u64().expect("count") as usize;
                format!(
                    "{}{}{}",
                    text(repeat, "prefix"),
                    text(repeat, "unit").repeat(count),
                    text(repeat, "suffix")
                )
            }
            None => text(&case, "input").to_string(),
        };
        let is_read = match text(&case, "variant") {
            "international" => read::<International>(&input).is_ok(),
            "russian" => read::<Russian>(&input).is_ok(),
            other => panic!("unknown variant {other}"),
        };
        assert_eq!(is_read, case["expect"] == "accept", "{case}");
    }
}
