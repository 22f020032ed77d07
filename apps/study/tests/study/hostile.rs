//! Hostile input: errors with a reason, never a panic, never much work.

use std::time::{Duration, Instant};

use catalog::GameId;
use damier_study::{
    Format, PictureFormat, PictureOptions, StudyError, TextLimits, convert_text, explain, legal, open,
    picture, position,
};
use serde_json::Value;

fn cases() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/cases/hostile.json");
    let text = std::fs::read_to_string(path).expect("the cases");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    value["inputs"].as_array().expect("a list").clone()
}

/// The input of a case as text; a server refuses what is not UTF-8 before it gets here.
fn input(case: &Value) -> Option<String> {
    if let Some(repeat) = case["input_repeat"].as_object() {
        let text = |name| repeat.get(name).and_then(Value::as_str).unwrap_or_default();
        let count = repeat["count"].as_u64().expect("a number") as usize;
        return Some(format!("{}{}{}", text("prefix"), text("unit").repeat(count), text("suffix")));
    }
    if let Some(hex) = case["input_hex"].as_str() {
        let bytes =
            (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex"));
        return String::from_utf8(bytes.collect()).ok();
    }
    Some(case["input"].as_str().expect("an input").to_owned())
}

fn check_error(error: &StudyError) {
    assert!(!error.code().is_empty() && !error.field().is_empty(), "{error:?}");
    assert!(error.to_string().len() < 2_000, "{error}");
    assert!(error.found().len() < 500 && error.expected().len() < 1_000, "{error:?}");
}

#[test]
fn hostile_positions_moves_and_records() {
    let mut tried = 0;
    for case in cases() {
        let (id, accept) = (&case["id"], case["expect"] == "accept");
        let Some(text) = input(&case) else { continue };
        tried += 1;
        let result = match case["notation"].as_str().expect("a notation") {
            "fen_chess" => {
                let game = if case["chess960"] == true { "chess960" } else { "chess" };
                open(game, Some(&text), &[]).map(|game| drop(position(&*game)))
            }
            "fen_draughts" => open(case["variant"].as_str().expect("a game"), Some(&text), &[])
                .map(|game| drop(position(&*game))),
            "san" | "uci" => {
                let fen = case["position"].as_str();
                let game = open("chess", fen, &[]).expect("a position");
                // Whatever it is, explaining it does not fail badly.
                if let Err(error) = explain(&*game, &text) {
                    check_error(&error);
                }
                // Long algebraic notation is read too.
                if !accept && ["e2-e4"].contains(&text.as_str()) {
                    continue;
                }
                open("chess", fen, &[text]).map(drop)
            }
            format @ ("pgn" | "pdn") => {
                let format: Format = format.parse().expect("a format");
                let limits = TextLimits::default();
                let converted = convert_text(&text, Some(format), Format::JsonLines, None, limits);
                converted.map(|converted| {
                    assert_eq!(Some(converted.games), case["games"].as_u64(), "{id}");
                    let back =
                        convert_text(&converted.text, None, format, None, limits).expect("what we wrote");
                    let again =
                        convert_text(&back.text, Some(format), format, None, limits).expect("what we wrote");
                    assert_eq!((&again.text, &again.notes), (&back.text, &Vec::new()), "{id}");
                })
            }
            other => panic!("{other}"),
        };
        match result {
            Ok(()) => assert!(accept, "{id} was accepted"),
            Err(error) => {
                assert!(!accept, "{id}: {error}");
                check_error(&error);
            }
        }
    }
    assert!(tried >= 170, "{tried}");
}

#[test]
fn long_texts_are_refused() {
    let long = "x".repeat(3 << 20);
    let code =
        |result: Result<(), StudyError>| result.map_err(|error| (error.code(), error.field())).unwrap_err();
    assert_eq!(code(open(&long, None, &[]).map(drop)), ("unknown_game", "game"));
    assert_eq!(code(open("chess", Some(&long), &[]).map(drop)), ("too_long", "fen"));
    assert_eq!(code(open("chess", None, &vec!["e4".to_owned(); 3_000]).map(drop)), ("too_long", "moves"));
    assert_eq!(code(open("chess", None, std::slice::from_ref(&long)).map(drop)), ("too_long", "moves"));
    let game = GameId::Chess.start();
    assert_eq!(code(explain(&*game, &long).map(drop)), ("too_long", "move"));
    let limits = TextLimits::default();
    assert_eq!(code(convert_text(&long, None, Format::Pgn, None, limits).map(drop)), ("too_long", "text"));
    let many = "1. e4 *\n".repeat(201);
    assert_eq!(code(convert_text(&many, None, Format::Pgn, None, limits).map(drop)), ("too_long", "games"));
    let small = TextLimits { output: 100, ..limits };
    assert_eq!(
        code(convert_text("1. e4 e5 *", None, Format::Pgn, None, small).map(drop)),
        ("too_long", "text")
    );
    assert_eq!(
        code(convert_text("nothing", None, Format::Pgn, None, limits).map(drop)),
        ("unknown_format", "text")
    );
    assert_eq!(
        code(convert_text("1. e4 *", None, Format::Pdn, None, limits).map(drop)),
        ("bad_record", "text")
    );
}

/// Millions of ways to capture: the work has a limit.
#[test]
fn positions_with_very_many_captures() {
    let begin = Instant::now();
    for fen in [
        "W:WK46:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40",
        "W:WK1,K2,K3,K4,K5:B7,8,9,17,18,19,27,28,29,37,38,39",
        "W:WK46,K47,K48:B7,9,17,19,27,29,37,39,12,14,22,24,32,34",
        "W:WK26,K36,K46:B8,9,10,18,19,20,28,29,30,38,39,40,12,13,22,23,32,33",
    ] {
        for &id in GameId::ALL.iter().filter(|id| id.about().columns == 10) {
            let Ok(game) = id.at(fen) else { continue };
            let position = position(&*game);
            assert!(position.legal.len() < 12_000, "{id} {fen}: {}", position.legal.len());
            assert!(legal(&*game).iter().all(|route| route.path.len() >= 2));
        }
    }
    // A generous limit for a loaded machine: one of them alone would take hours without limits.
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
}

#[test]
fn pictures_have_limits() {
    let view = || GameId::Canadian.start().view(false);
    for (format, sign) in [(PictureFormat::Svg, &b"<svg"[..]), (PictureFormat::Png, b"\x89PNG")] {
        for size in [80, 1_600] {
            let options = PictureOptions { format, size, flip: true, ..PictureOptions::default() };
            assert!(picture(view(), &options).expect("a size in range").starts_with(sign));
        }
        for size in [0, 79, 1_601, u32::MAX] {
            let options = PictureOptions { format, size, ..PictureOptions::default() };
            assert_eq!(picture(view(), &options).expect_err("a size out of range").field(), "size");
        }
    }
}
