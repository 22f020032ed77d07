//! The malformed and hostile records of the shared cases.

use std::fs;

use boardgame::RecordNotation;
use chess::Chess;
use damier_record::{Decoded, Policy, RawGame, ReadOptions, read_games, read_raw_games};
use draughts::Draughts;
use draughts::variants::{International, Russian};
use serde_json::Value;

/// Games, plies of their main lines, and errors.
#[derive(Debug, Default, PartialEq)]
struct Totals {
    games: u64,
    plies: usize,
    errors: Vec<String>,
}

impl Totals {
    fn add<P: RecordNotation<Rules = ()>>(
        &mut self,
        game: Result<damier_record::ReadGame<P>, Box<damier_record::BrokenGame<P>>>,
    ) {
        match game {
            Ok(game) => {
                self.games += 1;
                self.plies += game.tree.plies();
            }
            Err(broken) => self.errors.push(broken.to_string()),
        }
    }
}

fn read_pgn(text: &[u8]) -> Totals {
    let mut totals = Totals::default();
    for game in read_games::<Chess, _>(Decoded::new(text, Policy::Guess), ReadOptions::pgn()) {
        totals.add(game);
    }
    totals
}

fn read_pdn(text: &[u8]) -> Totals {
    let mut totals = Totals::default();
    for game in read_raw_games(Decoded::new(text, Policy::Guess), ReadOptions::pdn()) {
        match game {
            Ok(game) => resolve(&game, &mut totals),
            Err(error) => totals.errors.push(error.to_string()),
        }
    }
    totals
}

/// The real table of game types is the catalog's.
fn resolve(game: &RawGame, totals: &mut Totals) {
    let number = game.tags().get("GameType").map(|tag| tag.split(',').next().unwrap_or_default());
    match number {
        None | Some("20") => totals.add(game.resolve::<Draughts<International>>()),
        Some("25") => totals.add(game.resolve::<Draughts<Russian>>()),
        Some(other) => totals.errors.push(game.error(format!("unknown game type {other:?}")).to_string()),
    }
}

fn input(case: &Value) -> Vec<u8> {
    if let Some(text) = case["input"].as_str() {
        return text.as_bytes().to_vec();
    }
    if let Some(hex) = case["input_hex"].as_str() {
        let byte = |start: usize| u8::from_str_radix(&hex[start..start + 2], 16).expect("hexadecimal digits");
        return (0..hex.len()).step_by(2).map(byte).collect();
    }
    let repeat = &case["input_repeat"];
    let field = |name: &str| repeat[name].as_str().expect("a text");
    let count = repeat["count"].as_u64().expect("a number") as usize;
    format!("{}{}{}", field("prefix"), field("unit").repeat(count), field("suffix")).into_bytes()
}

#[test]
fn every_hostile_record() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/cases/hostile.json");
    let cases: Value = serde_json::from_str(&fs::read_to_string(path).expect("the cases")).expect("JSON");
    let mut seen = 0;
    for case in cases["inputs"].as_array().expect("a list") {
        let text = input(case);
        let totals = match case["notation"].as_str() {
            Some("pgn") => read_pgn(&text),
            Some("pdn") => read_pdn(&text),
            _ => continue,
        };
        seen += 1;
        let id = case["id"].as_str().unwrap_or_default();
        if case["expect"] == "accept" {
            assert_eq!(totals.errors, [""; 0], "{id}");
            assert_eq!(Some(totals.games), case["games"].as_u64(), "{id}");
            assert_eq!(Some(totals.plies as u64), case["plies"].as_u64(), "{id}");
        } else {
            assert_eq!(totals.errors.len(), 1, "{id}: {totals:?}");
            assert!(totals.errors[0].starts_with("game 1, line "), "{id}: {totals:?}");
            assert!(totals.errors[0].len() < 400, "{id}: {totals:?}");
        }
    }
    assert_eq!(seen, 60);
}

#[test]
fn other_games_stay_readable() {
    let text = "1. 32-28 * 1. 32-23 * [FEN \"W:W51:B1\"] 1. 51-45 * 1. 33-28 18-23 *";
    let totals = read_pdn(text.as_bytes());
    assert_eq!((totals.games, totals.plies), (2, 3));
    assert_eq!(
        totals.errors,
        [
            "game 2, line 1, column 15: illegal move \"32-23\": a man moves only one square; 23 is too far from 32 (FMJD 3.3)",
            "game 3, line 1, column 23: bad position: no square \"51\" on this board, expected 1 to 50",
        ],
    );
}
