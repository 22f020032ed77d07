//! Records of games, and conversions.

use boardgame::Color;
use catalog::GameId;
use damier_study::{Format, GameRecord, Tags, TextLimits, convert_text, record_of};
use table::Ending;

use crate::common::{played, wander};

#[test]
fn games_of_all_kinds_become_records_and_come_back() {
    for &id in GameId::ALL {
        let game = wander(id, 5, 60, |_| {});
        let ending = game.outcome().map(|(outcome, reason)| Ending::by_rules(outcome, &reason));
        let mut tags = Tags::default();
        tags.set("White", "A \"quoted\" name\\");
        let clocks: Vec<Option<u64>> =
            (0..game.plies()).map(|ply| Some(3_600_000 - 700 * ply as u64)).collect();
        let record = GameRecord { game: &*game, tags: &tags, ending: ending.as_ref(), clocks: &clocks };
        let own = Format::from(id.record_format());
        let text = record_of(&record, own).expect("a record");
        let limits = TextLimits::default();
        let again = convert_text(&text, Some(own), own, None, limits).expect("our own record");
        assert_eq!((&again.text, &again.notes, again.games), (&text, &Vec::new(), 1), "{id}");
        let json = convert_text(&text, Some(own), Format::JsonLines, None, limits).expect("our own record");
        let by_record = record_of(&record, Format::JsonLines).expect("a record");
        let (value, expected): (serde_json::Value, serde_json::Value) = (
            serde_json::from_str(&by_record).expect("JSON"),
            serde_json::from_str(&json.text).expect("JSON"),
        );
        // Lines are wrapped in comments too.
        let moves = |value: &serde_json::Value| value["moves"].to_string().replace("\\n", " ");
        assert_eq!(moves(&value), moves(&expected), "{id}");
        assert_eq!(value["game"], id.name());
        let fen = convert_text(&text, Some(own), Format::Fen, None, limits).expect("our own record");
        assert_eq!(fen.text, record_of(&record, Format::Fen).expect("a position"), "{id}");
        let other = if id.is_chess() { Format::Pdn } else { Format::Pgn };
        assert_eq!(record_of(&record, other).expect_err("the wrong format").field(), "format");
    }
}

#[test]
fn endings_are_written() {
    let game = played("chess", "e4 e5");
    let ending = Ending::OutOfTime { side: Color::Black, opponent_can_win: true };
    let tags = Tags::default();
    let record =
        GameRecord { game: &*game, tags: &tags, ending: Some(&ending), clocks: &[Some(61_000), Some(0)] };
    let text = record_of(&record, Format::Pgn).expect("a record");
    assert!(text.contains("[Result \"1-0\"]") && text.contains("[Termination \"time forfeit\"]"), "{text}");
    assert!(
        text.replace('\n', " ").contains(
            "1. e4 {[%clk 0:01:01]} 1... e5 {[%clk 0:00:00]} {White wins: Black has no time left} 1-0"
        ),
        "{text}"
    );
}

#[test]
fn variations_and_comments_survive() {
    let limits = TextLimits::default();
    let pdn =
        "[GameType \"20\"]\n\n1. 32-28 {solid} 19-23 (1... 18-23 {or this} 2. 38-32) 2. 28x19 14x23 *\n";
    let json = convert_text(pdn, None, Format::JsonLines, None, limits).expect("a record");
    assert!(json.text.contains("or this") && json.text.contains("variations"), "{}", json.text);
    let back = convert_text(&json.text, None, Format::Pdn, None, limits).expect("a record");
    assert!(
        back.text.contains("{solid}") && back.text.contains("(1... 18-23 {or this} 2. 38-32)"),
        "{}",
        back.text
    );
    assert_eq!(back.games, 1);
}

#[test]
fn a_broken_game_among_others_is_told() {
    let text = "1. e4 e5 *\n\n1. e4 Ke4 *\n\n1. d4 d5 *\n";
    let converted = convert_text(text, None, Format::Pgn, None, TextLimits::default()).expect("two games");
    assert_eq!(converted.games, 2);
    assert!(converted.notes.iter().any(|note| note.starts_with("game 2, line 3")), "{:?}", converted.notes);
    let error =
        convert_text("1. e4 Ke4 *", None, Format::Pgn, None, TextLimits::default()).expect_err("no game");
    assert!(error.to_string().starts_with("game 1, line 1"), "{error}");
}

#[test]
fn other_languages_and_named_games() {
    let limits = TextLimits::default();
    let german =
        convert_text("1. e4 e5 2. Sf3 Sc6 3. Lb5 *", None, Format::Pgn, None, limits).expect("a record");
    assert!(german.text.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 *"), "{}", german.text);
    assert_eq!(german.notes.len(), 1, "{:?}", german.notes);
    let fen = "W:Wc3:Bd4,f6";
    let unknown = convert_text(fen, None, Format::JsonLines, None, limits).expect_err("which game?");
    assert!(unknown.to_string().ends_with("unknown game: name it"), "{unknown}");
    let russian =
        convert_text(fen, None, Format::JsonLines, Some(GameId::Russian), limits).expect("a position");
    assert!(russian.text.starts_with("{\"game\":\"russian\""), "{}", russian.text);
}

#[test]
fn errors_of_records_have_a_code_and_a_line() {
    let limits = TextLimits::default();
    for (text, game, code, line, found) in [
        ("\n1. e4 e5\n2. Nf3 Nc7 *", Some(GameId::Chess), "record_move", Some(3), "Nc7"),
        ("[FEN \"nonsense\"]\n\n1. e4 *", Some(GameId::Chess), "record_position", Some(1), ""),
        ("1. e4 {not closed", Some(GameId::Chess), "bad_record", Some(1), ""),
        ("  hello there", None, "unknown_format", None, "hello there"),
        ("W:W31:B20", None, "record_game", Some(1), ""),
    ] {
        let error = convert_text(text, None, Format::JsonLines, game, limits).unwrap_err();
        assert_eq!(
            (error.code(), error.line(), error.found().as_str()),
            (code, line, found),
            "{text}: {error}"
        );
        assert_eq!(error.field(), "text");
    }
}
