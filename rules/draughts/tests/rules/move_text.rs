//! Moves as text: what is written, what is read, and why the rest is rejected.

use boardgame::{MoveError, MoveList, MoveStyle, Notation, Outcome, Position, RecordNotation};
use damier_draughts::{AnyDraughts, AnyVariant, Move};
use serde_json::Value;

use crate::common::{at, cases_of_kind, start, text};
use crate::variants::{BRAZILIAN, ENGLISH, FRISIAN, INTERNATIONAL, KILLER, RUSSIAN, THAI, TURKISH};

fn read(variant: AnyVariant, fen: &str, mv: &str) -> Result<Move<u128>, MoveError> {
    at(variant, fen).read_move(mv, MoveStyle::Record)
}

/// Both texts mean the same move, and the first is how it is written.
#[track_caller]
fn means(variant: AnyVariant, fen: &str, mv: &str, written: &str) {
    let position = at(variant, fen);
    let found = position.read_move(mv, MoveStyle::Full).map(|mv| position.write_move(mv, MoveStyle::Record));
    assert_eq!(found, Ok(written.to_string()), "{mv} in {fen}");
}

#[track_caller]
fn rejected(variant: AnyVariant, fen: &str, mv: &str, message: &str) {
    assert_eq!(
        read(variant, fen, mv).map_err(|error| error.to_string()),
        Err(message.to_string()),
        "{mv} in {fen}"
    );
}

/// A square of a case file: a number or a name.
fn square_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

#[track_caller]
fn check_squares(variant: AnyVariant, mv: Move<u128>, expected: &Value) {
    let name = |square| variant.rules().square_name(square);
    assert_eq!(name(mv.from()), square_text(&expected["from"]), "{expected}");
    assert_eq!(name(mv.to()), square_text(&expected["to"]), "{expected}");
    let mut found: Vec<String> = mv.captured().into_iter().map(name).collect();
    let none = Vec::new();
    let captured = expected.get("captured").and_then(Value::as_array).unwrap_or(&none);
    let mut captured: Vec<String> = captured.iter().map(square_text).collect();
    found.sort();
    captured.sort();
    assert_eq!(found, captured, "{expected}");
}

fn check_moves_case(variant: AnyVariant, case: &Value) {
    let position = at(variant, text(case, "fen"));
    if case.get("fen_numeric").is_some() {
        assert_eq!(at(variant, text(case, "fen_numeric")), position, "{case}");
    }
    let mut list = MoveList::new();
    position.try_legal_moves_into(&mut list).expect("no case is too complex");
    let expected = case["legal_moves"].as_array().expect("legal_moves");
    assert_eq!(list.len(), expected.len(), "{case}");
    assert_eq!(list.len() as u64, case["count"].as_u64().expect("count"), "{case}");
    let mut seen = Vec::new();
    for entry in expected {
        let mv = position.read_move(text(entry, "move"), MoveStyle::Record).expect("legal");
        check_squares(variant, mv, entry);
        assert_eq!(mv.is_crowning(), entry.get("promotes").is_some_and(|value| value == true), "{entry}");
        assert!(!seen.contains(&mv) && list.contains(&mv), "{entry} in {case}");
        seen.push(mv);
        check_texts(&position, mv, entry);
    }
    for illegal in case.get("illegal").and_then(Value::as_array).into_iter().flatten() {
        let found = position.read_move(text(illegal, "move"), MoveStyle::Record);
        assert!(found.is_err(), "{illegal} in {case}");
    }
    for after in case.get("after").and_then(Value::as_array).into_iter().flatten() {
        let mv = position.read_move(text(after, "move"), MoveStyle::Record).expect("legal");
        assert_eq!(
            position.after(mv).to_fen(),
            at(variant, text(after, "fen")).to_fen(),
            "{after} in {case}"
        );
    }
    check_outcome(&position, case);
}

/// The text to write, and every route.
fn check_texts(position: &AnyDraughts, mv: Move<u128>, entry: &Value) {
    let none = Vec::new();
    let routes = entry.get("routes").and_then(Value::as_array).unwrap_or(&none);
    for route in routes {
        let route = route.as_str().expect("a text");
        assert_eq!(position.read_move(route, MoveStyle::Full), Ok(mv), "{route} of {entry}");
    }
    let written = position.write_move(mv, MoveStyle::Record);
    let is_route = routes.iter().any(|route| route == written.as_str());
    // Which of several routes is written is free.
    assert!(written == text(entry, "move") || is_route, "{written} for {entry}");
    let is_short = |text: &str| text.matches(['x', ':', '-']).count() == 1;
    assert_eq!(is_short(&written), is_short(text(entry, "move")), "{written} for {entry}");
    let full = position.write_move(mv, MoveStyle::Full);
    assert!(routes.is_empty() || routes.iter().any(|route| route == full.as_str()), "{full} for {entry}");
}

fn check_outcome(position: &AnyDraughts, case: &Value) {
    let Some(expected) = case.get("outcome") else { return };
    let (outcome, reason) = position.outcome().unwrap_or_else(|| panic!("no outcome in {case}"));
    let result = match outcome {
        Outcome::Draw => "draw".to_string(),
        Outcome::Win(color) => format!("{color}_wins"),
    };
    assert_eq!(
        (result.as_str(), reason.name),
        (text(expected, "result"), text(expected, "reason")),
        "{case}"
    );
}

fn check_notation_case(variant: AnyVariant, case: &Value) {
    let position = at(variant, text(case, "fen"));
    for accept in case["accept"].as_array().expect("accept") {
        for style in [MoveStyle::Record, MoveStyle::Full] {
            let mv = position.read_move(text(accept, "text"), style);
            let mv = mv.unwrap_or_else(|error| panic!("{error} in {case}"));
            check_squares(variant, mv, accept);
            assert_eq!(position.after(mv).to_fen(), at(variant, text(accept, "after")).to_fen(), "{accept}");
        }
    }
    for reject in case["reject"].as_array().expect("reject") {
        assert!(position.read_move(text(reject, "text"), MoveStyle::Record).is_err(), "{reject} in {case}");
    }
}

#[test]
fn every_international_moves_case() {
    cases_of_kind("international.json", "moves")
        .iter()
        .for_each(|case| check_moves_case(INTERNATIONAL, case));
}

#[test]
fn every_russian_moves_case() {
    cases_of_kind("russian.json", "moves").iter().for_each(|case| check_moves_case(RUSSIAN, case));
}

#[test]
fn every_international_notation_case() {
    cases_of_kind("international.json", "notation")
        .iter()
        .for_each(|case| check_notation_case(INTERNATIONAL, case));
}

#[test]
fn every_russian_notation_case() {
    cases_of_kind("russian.json", "notation").iter().for_each(|case| check_notation_case(RUSSIAN, case));
}

const START: &str = "W:W31-50:B1-20";
const TWO_TAKEN: &str = "W:W28:B1,14,23";
const AMBIGUOUS: &str = "W:WK47:B14,19,29,31,42";

#[test]
fn quiet_moves_are_two_squares() {
    means(INTERNATIONAL, START, "32-28", "32-28");
    means(INTERNATIONAL, START, " 032-0028\n", "32-28");
    means(ENGLISH, "B:B1-12:W21-32", "9-13", "9-13");
    rejected(
        INTERNATIONAL,
        START,
        "32-28-23",
        r#"bad move "32-28-23": expected two squares in a quiet move"#,
    );
}

#[test]
fn captures_are_short_or_complete() {
    for mv in ["28x10", "28:10", "28x19x10", "28:19:10", "28x019:10"] {
        means(INTERNATIONAL, TWO_TAKEN, mv, "28x10");
    }
    rejected(
        INTERNATIONAL,
        TWO_TAKEN,
        "28x19",
        r#"illegal move "28x19": the capture is incomplete: from 19 the man must continue and capture 14 (FMJD 4.5, 4.6)"#,
    );
    rejected(
        INTERNATIONAL,
        TWO_TAKEN,
        "28x23x14x10",
        r#"illegal move "28x23x14x10": 23 is occupied by a black man"#,
    );
}

#[test]
fn a_king_may_pause_on_any_square_of_a_line() {
    // PDN names the square right behind the captured piece; others are read too.
    for mv in ["46x23", "46x37x23", "46x32x23"] {
        means(INTERNATIONAL, "W:WK46:B2,28,41", mv, "46x23");
    }
}

#[test]
fn algebraic_moves_may_lack_their_sign() {
    means(RUSSIAN, "W:Wc3,g3:Bf8", "c3d4", "c3-d4");
    means(RUSSIAN, "W:Wf6:Bb6,e7,h2", "f6a5", "f6:a5");
    means(RUSSIAN, "W:Wf6:Bb6,e7,h2", "f6d8a5", "f6:a5");
    means(RUSSIAN, "W:Wf6:Bb6,e7,h2", "f6:d8a5", "f6:a5");
    means(BRAZILIAN, "W:Wc3:Bd4,h8", "c3:e5", "c3xe5");
    rejected(
        RUSSIAN,
        "W:Wc3,g3:Bf8",
        "c3d4e5",
        r#"illegal move "c3d4e5": there is nothing to capture between c3 and d4"#,
    );
}

/// Russian books leave out the rank of the start.
#[test]
fn the_rank_of_the_start_may_be_missing() {
    let start = start(RUSSIAN).to_fen();
    for (text, expected) in
        [("cd4", "c3-d4"), ("ab4", "a3-b4"), ("cb4", "c3-b4"), ("gh4", "g3-h4"), ("c-d4", "c3-d4")]
    {
        means(RUSSIAN, &start, text, expected);
    }
    for text in ["ec5", "e:c5", "exc5"] {
        means(RUSSIAN, "W:We3:Bd4", text, "e3:c5");
    }
    means(RUSSIAN, "B:Wb4:Ba5,h8", "ac3", "a5:c3");
    means(RUSSIAN, "W:Wf6:Bb6,e7,h2", "f:a5", "f6:a5");
    means(RUSSIAN, "W:Wf6:Bb6,e7,h2", "f:d8:a5", "f6:a5");
    rejected(RUSSIAN, "W:Wc3,Kc5:Bh8", "cd4", r#"ambiguous move "cd4": it could be c3-d4 or c5-d4"#);
    // The own piece on that file is the one that is meant.
    let error = read(RUSSIAN, "W:Wc3,g3:Bf8", "cd6").expect_err("too far").to_string();
    assert!(error.starts_with("illegal move \"cd6\": ") && error.contains("c3"), "{error}");
    // Numbers have no files.
    assert!(read(INTERNATIONAL, "W:W32:B1", "cd4").is_err());
    for text in ["c4", "cd", "c:", "cde4", "zd4", "c--d4"] {
        assert!(read(RUSSIAN, &start, text).is_err(), "{text}");
    }
}

#[test]
fn algebraic_games_read_numbers_too() {
    means(RUSSIAN, "W:Wc3,g3:Bf8", "22-18", "c3-d4");
    rejected(
        RUSSIAN,
        "W:Wc3,g3:Bf8",
        "c3-18",
        r#"bad move "c3-18": expected either numbers or letters, not both"#,
    );
    rejected(RUSSIAN, "W:Wc3,g3:Bf8", "2218", r#"bad move "2218": no square "2218" on this board"#);
}

#[test]
fn a_short_text_for_two_captures_is_ambiguous() {
    let error = read(INTERNATIONAL, AMBIGUOUS, "47x36").expect_err("two captures fit");
    let MoveError::Ambiguous { candidates, .. } = error else { panic!("{error}") };
    assert_eq!(candidates.len(), 2);
    for candidate in candidates {
        means(INTERNATIONAL, AMBIGUOUS, &candidate, &candidate);
    }
    means(INTERNATIONAL, AMBIGUOUS, "47x38x24x13x36", "47x38x24x13x36");
    assert!(read(INTERNATIONAL, AMBIGUOUS, "47x38x36").is_err());
}

#[test]
fn a_complete_route_goes_before_a_short_text() {
    let fen = "W:WKd6:Bb2,d2,e5,e7";
    means(RUSSIAN, fen, "d6:f8", "d6:f8");
    means(RUSSIAN, fen, "d6:f4:c1:a3:f8", "d6:f4:c1:a3:f8");
    let position = at(RUSSIAN, fen);
    let short = position.read_move("d6:f8", MoveStyle::Record).expect("a complete route");
    assert_eq!(short.captured().len(), 1);
    assert_eq!(position.write_move(short, MoveStyle::Full), "d6:f8");
}

#[test]
fn full_writing_names_every_square() {
    let position = at(INTERNATIONAL, TWO_TAKEN);
    let mv = position.read_move("28x10", MoveStyle::Record).expect("legal");
    assert_eq!(position.write_move(mv, MoveStyle::Full), "28x19x10");
    let start = at(INTERNATIONAL, START);
    let mv = start.read_move("32-28", MoveStyle::Full).expect("legal");
    assert_eq!(start.write_move(mv, MoveStyle::Full), "32-28");
}

#[test]
fn illegal_moves_say_why() {
    let check = |fen: &str, mv: &str, reason: &str| {
        rejected(INTERNATIONAL, fen, mv, &format!("illegal move {mv:?}: {reason}"));
    };
    check(START, "28-32", "there is no piece on 28");
    check(START, "20-25", "the man on 20 belongs to Black; White is to move");
    check(START, "37-32", "32 is occupied by a white man");
    check(START, "32-23", "a man moves only one square; 23 is too far from 32 (FMJD 3.3)");
    check(START, "32x28", "this move captures nothing: write it as 32-28");
    check(START, "32x23", "there is nothing to capture between 32 and 23");
    check(TWO_TAKEN, "28-10", "this move is a capture: write it as 28x10");
    check(TWO_TAKEN, "28-22", "capturing is mandatory, for example 28x10 (FMJD 4.2, 4.3)");
    check("W:W28,40:B5,22", "40-34", "capturing is mandatory, for example 28x17 (FMJD 4.2, 4.3)");
    check("W:W28,40:B5,22", "40x29", "there is nothing to capture between 40 and 29");
    check("W:WK46:B2,28,41", "46x41", "41 is occupied by a black man");
    check(
        "W:WK46:B2,28,41",
        "46x45",
        "the legal captures of the king on 46 end on 5, 10, 14, 19 or 23, not on 45",
    );
    check(
        "W:WK46:B2,28,41",
        "46x37",
        "the capture is incomplete: from 37 the king must continue and capture 28 (FMJD 4.5, 4.6)",
    );
    check(
        "W:WK46:B37,41",
        "46-32",
        "the black man on 41 blocks the way from 46 to 32 (FMJD 3.9); \
         the game is over: black wins, no legal moves (FMJD 5)",
    );
    check("W:W38:B5,33,34,43,44", "38x29x40x38", "a man cannot capture sideways from 40 to 38 (FMJD 4.1)");
}

#[test]
fn a_wrong_end_of_a_legal_capture_says_so() {
    // Killer: the king stops right behind a king that it captured last.
    let fen = "W:WK46:BK28,2";
    means(KILLER, fen, "46x23", "46x23");
    let reason = "a king that captures a king last must land directly behind it: on 23 behind 28, not on 19 (Freeling)";
    rejected(KILLER, fen, "46x19", &format!(r#"illegal move "46x19": {reason}"#));
}

#[test]
fn a_landing_square_without_continuation_is_incomplete() {
    let fen = "W:Wb6:Bc7,f4,f6";
    rejected(
        RUSSIAN,
        fen,
        "b6:d8:h4",
        r#"illegal move "b6:d8:h4": the king must land on g5, where it can continue capturing; on h4 it cannot (kodeks 1.5)"#,
    );
}

#[test]
fn a_king_that_has_used_up_its_moves_says_so() {
    rejected(
        FRISIAN,
        "W:WK46,40:BK5,12:H3:F9:+0+346",
        "46-41",
        r#"illegal move "46-41": the king on 46 has made 3 moves in a row without capturing: it may only capture until another piece moves (FRI-2011)"#,
    );
}

#[test]
fn malformed_moves_are_rejected() {
    let form = "squares as in 32-28 or 28x19x10";
    for mv in ["", "32", "32-", "-28", "32--28", "x", "32 - 28", "\u{ff13}2-28", "c3-d4", "32-28!", "32x"] {
        let found = mv.trim();
        let error = read(INTERNATIONAL, START, mv).expect_err(mv).to_string();
        assert!(
            error == format!("bad move {found:?}: expected {form}")
                || error.ends_with("- or x between squares"),
            "{error}"
        );
    }
    rejected(
        INTERNATIONAL,
        START,
        "32-28x23",
        r#"bad move "32-28x23": expected either - or x between squares, not both"#,
    );
    rejected(INTERNATIONAL, START, "32-51", r#"bad move "32-51": no square "51" on this board"#);
    rejected(INTERNATIONAL, START, "0-28", r#"bad move "0-28": no square "0" on this board"#);
    rejected(
        INTERNATIONAL,
        START,
        "4294967328-28",
        r#"bad move "4294967328-28": no square "4294967328" on this board"#,
    );
}

#[test]
fn long_garbage_is_rejected_quickly_and_shortened() {
    for garbage in
        ["32x".repeat(500_000), "9".repeat(1_000_000), "32-".repeat(500_000), "x".repeat(1_000_000)]
    {
        let error = read(INTERNATIONAL, START, &garbage).expect_err("garbage");
        assert!(error.to_string().len() < 200, "{error}");
    }
    assert!(read(RUSSIAN, "W:Wc3,g3:Bf8", &"c3".repeat(500_000)).is_err());
}

#[test]
fn immediate_removal_lets_a_route_cross_captured_pieces() {
    // Thai kings land right behind each piece; captured pieces leave at once and squares are free again.
    let position = at(THAI, "W:WK1:B6,14,13");
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    assert!(list.iter().any(|mv| mv.captured().len() > 1));
    for &mv in &list {
        for style in [MoveStyle::Record, MoveStyle::Full, MoveStyle::Protocol] {
            assert_eq!(position.read_move(&position.write_move(mv, style), style), Ok(mv));
        }
    }
}

#[test]
fn turkish_captures_run_along_files_and_rows() {
    means(TURKISH, "W:Wc3:Bc4,h8", "c3xc5", "c3xc5");
    means(TURKISH, "W:Wc3:Bc4,d5,h8", "c3xc5xe5", "c3xe5");
}

#[test]
fn squares_need_a_sign_between_numbers() {
    rejected(
        INTERNATIONAL,
        "W:W31-50:B1-20",
        "32 28",
        r#"bad move "32 28": expected - or x between squares"#,
    );
}

#[test]
fn the_rank_of_the_start_may_be_left_out_in_records_only() {
    let fen = "B:Wa1:Bh8";
    means(RUSSIAN, fen, "hg7", "h8-g7");
    assert!(at(RUSSIAN, fen).read_move("hg7", MoveStyle::Protocol).is_err());
    // There is no file i, so that this is no move at all.
    let syntax = "expected squares as in c3-d4 or c3:e5:g7";
    rejected(RUSSIAN, fen, "hi7", &format!(r#"bad move "hi7": {syntax}"#));
}

#[test]
fn a_wrong_route_is_illegal_also_where_several_captures_fit() {
    let fen = "W:WK47:B14,19,29,31,42";
    assert!(matches!(read(INTERNATIONAL, fen, "47x36"), Err(MoveError::Ambiguous { .. })));
    assert!(matches!(read(INTERNATIONAL, fen, "47x40x36"), Err(MoveError::Illegal { .. })));
}

#[test]
fn playing_a_record_tells_which_texts_are_surely_standard() {
    fn is_sure(variant: AnyVariant, fen: &str, text: &str) -> bool {
        at(variant, fen).play_record(text).expect(text).1
    }
    let fen = "W:W6,12,16,32:B45";
    for text in ["6-1", "12-7", "16-11", "32-28"] {
        assert!(is_sure(INTERNATIONAL, fen, text), "{text}");
    }
    assert!(is_sure(INTERNATIONAL, "B:W45:B6", "6-11"));
    assert!(!is_sure(INTERNATIONAL, "W:W28:B1,14,23", "28x19x10"));
    assert!(is_sure(RUSSIAN, "W:Wc3:Bd4,h8", "c3:e5"));
    assert!(!is_sure(RUSSIAN, "W:Wc3:Bd4,h8", "c3e5") && !is_sure(RUSSIAN, "W:Wc3:Bd4,h8", "22:15"));
}

/// Whether a record with this text needs no repair: squares as the game names them, a sign that fits, and no more
/// of the route than needed.
#[test]
fn standard_texts() {
    fn is_standard(variant: AnyVariant, fen: &str, mv: &str, text: &str) -> bool {
        let position = at(variant, fen);
        let mv = position.read_move(mv, MoveStyle::Record).expect(mv);
        let mut after = position;
        // A text that is surely short is standard, if its sign is right.
        let is_short = after.play_record(text).is_ok_and(|(_, is_short)| is_short);
        let is_standard = position.is_standard_text(mv, text);
        assert!(is_standard || !is_short || text.contains('-') == mv.is_capture(), "{text}");
        is_standard
    }
    let quiet = "W:W6,12,32:B45";
    for text in ["6-1", "12-7", "12-8", "32-28"] {
        assert!(is_standard(INTERNATIONAL, quiet, text, text), "{text}");
    }
    for (mv, text) in [("6-1", "6x1"), ("6-1", "6-001"), ("32-28", "32x28")] {
        assert!(!is_standard(INTERNATIONAL, quiet, mv, text), "{text}");
    }
    let taken = "W:W28:B1,14,23";
    for text in ["28x10", "28:10"] {
        assert!(is_standard(INTERNATIONAL, taken, "28x10", text), "{text}");
    }
    for text in ["28-10", "28x19x10", "28x010"] {
        assert!(!is_standard(INTERNATIONAL, taken, "28x10", text), "{text}");
    }
    let russian = "W:Wc3:Bd4,h8";
    for text in ["c3:e5", "c3xe5"] {
        assert!(is_standard(RUSSIAN, russian, "c3:e5", text), "{text}");
    }
    for text in ["c3e5", "22:15", "ce5", "c:e5", "c3-e5"] {
        assert!(!is_standard(RUSSIAN, russian, "c3:e5", text), "{text}");
    }
    // Where start and end fit two captures, the whole route is.
    let two = at(INTERNATIONAL, "W:WK47:B14,19,29,31,42");
    let mut list = MoveList::new();
    two.legal_moves_into(&mut list);
    let [one, other] = [list[0], list[1]];
    let [text, other_text] = [one, other].map(|mv| two.write_move(mv, MoveStyle::Record));
    assert!(two.is_standard_text(one, &text) && two.is_standard_text(one, &text.replace('x', ":")));
    assert!(!two.is_standard_text(one, &other_text) && !two.is_standard_text(one, &text[..text.len() - 1]));
}
