//! Positions as text.

use boardgame::{Color, Countable, FenError, Notation};
use damier_draughts::{AnyVariant, Setup};
use serde_json::Value;

use crate::common::{AnySetup, cases, cases_of_kind, read, text};
use crate::variants::{
    BRAZILIAN, ENGLISH, FRISIAN, INTERNATIONAL, RUSSIAN, SPANISH, SPANTSIRETTI, THAI, TURKISH,
};

#[track_caller]
fn same(variant: AnyVariant, fen: &str, canonical: &str) {
    assert_eq!(read(variant, fen).map(|position| position.to_fen()), Ok(canonical.to_string()), "{fen}");
}

#[track_caller]
fn rejected(variant: AnyVariant, fen: &str, message: &str) {
    assert_eq!(read(variant, fen).map_err(|error| error.to_string()), Err(message.to_string()), "{fen}");
}

fn check_fen_case(variant: AnyVariant, case: &Value) {
    let input = text(case, "input");
    let position = read(variant, input);
    if case["expect"] == "error" {
        assert!(position.is_err(), "{case}");
        return;
    }
    let position = position.unwrap_or_else(|error| panic!("{error} in {case}"));
    assert_eq!(position.to_fen(), text(case, "canonical"), "{case}");
    assert_eq!(read(variant, &position.to_fen()), Ok(position), "{case}");
    assert_eq!(position.count_legal() as u64, case["count"].as_u64().expect("count"), "{case}");
}

#[test]
fn every_international_case() {
    cases_of_kind("international.json", "fen").iter().for_each(|case| check_fen_case(INTERNATIONAL, case));
}

#[test]
fn every_russian_case() {
    cases_of_kind("russian.json", "fen").iter().for_each(|case| check_fen_case(RUSSIAN, case));
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
            "international" => read(INTERNATIONAL, &input).is_ok(),
            "russian" => read(RUSSIAN, &input).is_ok(),
            other => panic!("unknown variant {other}"),
        };
        assert_eq!(is_read, case["expect"] == "accept", "{case}");
    }
}

#[test]
fn squares_are_written_ascending_by_number_or_by_name() {
    same(INTERNATIONAL, "W:W50,K7,33:B20,3", "W:WK7,33,50:B3,20");
    same(
        RUSSIAN,
        "W:W21-32:B1-12",
        "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8",
    );
}

#[test]
fn ranges_may_hold_kings() {
    same(INTERNATIONAL, "W:WK46-48,31:BK1-2", "W:W31,K46,K47,K48:BK1,K2");
    same(INTERNATIONAL, "W:W31-31:B1", "W:W31:B1");
}

#[test]
fn blanks_and_one_dot_around_the_text_are_ignored() {
    same(INTERNATIONAL, " \t W:W31:B1.\r\n", "W:W31:B1");
    same(INTERNATIONAL, "W:W31:B.", "W:W31:B");
    rejected(INTERNATIONAL, "W:W31:B1..", r#"bad square: found "1.", expected a number"#);
    rejected(INTERNATIONAL, "W:W31:B1 .", r#"bad square: found "1 ", expected a number"#);
}

#[test]
fn blanks_inside_are_rejected() {
    rejected(INTERNATIONAL, "W:W31, 32:B1", r#"bad square: found " 32", expected a number"#);
    let expected = "expected W or B with squares, or a group such as H0";
    rejected(INTERNATIONAL, "W: W31:B1", &format!(r#"bad section: found " W31", {expected}"#));
    rejected(INTERNATIONAL, "W:W31:B1:X 1", &format!(r#"bad section: found "X 1", {expected}"#));
}

#[test]
fn lower_case_is_rejected() {
    for fen in ["w:W31:B1", "W:w31:B1", "W:Wk31:B1", "W:W31:b1", "W:W31:B1:h0"] {
        assert!(matches!(read(INTERNATIONAL, fen), Err(FenError::BadField { .. })), "{fen}");
    }
    assert!(read(RUSSIAN, "W:WA1:Bh8").is_err());
}

#[test]
fn the_side_to_move_is_one_letter() {
    rejected(INTERNATIONAL, "?:W31:B1", r#"bad side to move: found "?", expected W or B"#);
    rejected(INTERNATIONAL, "WW:W31:B1", r#"bad side to move: found "WW", expected W or B"#);
    rejected(INTERNATIONAL, ":W31:B1", r#"bad side to move: found "", expected W or B"#);
    rejected(INTERNATIONAL, "  ", "empty position text, expected a text such as W:W31-50:B1-20");
    rejected(INTERNATIONAL, ".", "empty position text, expected a text such as W:W31-50:B1-20");
}

#[test]
fn both_colors_are_given_once() {
    let missing = r#"bad color section: found "", expected a section"#;
    rejected(INTERNATIONAL, "W:W31", &format!("{missing} B with Black's squares"));
    rejected(INTERNATIONAL, "W:B1:H0", &format!("{missing} W with White's squares"));
    let twice = r#"bad color section: found "32", expected each color once"#;
    rejected(INTERNATIONAL, "W:W31:B1:W32", twice);
}

#[test]
fn numbers_and_names_do_not_mix() {
    same(RUSSIAN, "W:W29:B01", "W:Wa1:Bb8");
    let expected = "expected either numbers or letters, not both";
    rejected(RUSSIAN, "W:Wa1,30:Bb8", &format!(r#"bad square: found "30", {expected}"#));
    rejected(RUSSIAN, "W:W30:Bb8", &format!(r#"bad square: found "b8", {expected}"#));
}

#[test]
fn names_are_read_only_where_the_game_writes_them() {
    rejected(INTERNATIONAL, "W:Wa1:B1", r#"bad square: found "a1", expected a number"#);
    rejected(ENGLISH, "B:Wa1:B1", r#"bad square: found "a1", expected a number"#);
    same(BRAZILIAN, "W:Wa1:Bb8", "W:Wa1:Bb8");
    same(SPANTSIRETTI, "W:Wj2,i1:Bj8,Ka1", "W:Wi1,j2:BKa1,j8");
    same(TURKISH, "W:Wa1,b1:Bh7", "W:Wa1,b1:Bh7");
}

#[test]
fn squares_must_exist() {
    for (fen, square) in [("W:W51:B1", "51"), ("W:W0:B1", "0"), ("W:W45-51:B1", "51")] {
        let message = format!("no square {square:?} on this board, expected 1 to 50");
        rejected(INTERNATIONAL, fen, &message);
    }
    for name in ["b1", "a9", "i1", "a0", "a01", "a256", "a257"] {
        let position = read(RUSSIAN, &format!("W:W{name}:Bh8"));
        assert!(matches!(position, Err(FenError::NoSuchSquare { .. })), "{name}");
    }
}

#[test]
fn squares_are_given_once() {
    rejected(INTERNATIONAL, "W:W31,031:B1", "square 31 is given twice");
    rejected(INTERNATIONAL, "W:W31-35,33:B1", "square 33 is given twice");
    rejected(RUSSIAN, "W:Wc3:Bc3", "square c3 is given twice");
}

#[test]
fn ranges_ascend_and_have_two_numbers() {
    rejected(INTERNATIONAL, "W:W50-31:B1", r#"bad range: found "50-31", expected the lower number first"#);
    for item in ["31-", "-31", "31-33-35", "31-K33", "K-31"] {
        let message = format!("bad square: found {item:?}, expected a number");
        rejected(INTERNATIONAL, &format!("W:W{item}:B1"), &message);
    }
    let expected = "expected squares one by one: ranges are for numbers";
    rejected(RUSSIAN, "W:Wa1-e5:Bh8", &format!(r#"bad range: found "a1-e5", {expected}"#));
}

#[test]
fn pieces_in_mid_capture_are_rejected() {
    let expected = "expected no piece that is being captured: finish the capture first";
    rejected(INTERNATIONAL, "W:W31:BG22", &format!(r#"bad piece: found "G22", {expected}"#));
    rejected(INTERNATIONAL, "W:W31:B3,P22", &format!(r#"bad piece: found "P22", {expected}"#));
}

#[test]
fn impossible_positions_are_rejected() {
    let man = |square: &str| {
        format!("impossible position: a white man on its promotion row ({square}), expected a king there")
    };
    rejected(INTERNATIONAL, "W:W3:B20", &man("3"));
    rejected(RUSSIAN, "W:Wf8:Bc3", &man("f8"));
    rejected(SPANISH, "W:W30:B20", &man("30"));
    rejected(THAI, "B:W30:B20", &man("30"));
    rejected(TURKISH, "W:Wb8:Bc7", &man("b8"));
    let (many, none) = ("21 white pieces, expected at most 20", "no pieces at all, expected at least one");
    rejected(INTERNATIONAL, "W:W11-31:B1", &format!("impossible position: {many}"));
    rejected(INTERNATIONAL, "W:W:B", &format!("impossible position: {none}"));
}

#[test]
fn counters_of_lidraughts_are_read() {
    let counters = |groups: &str| {
        let setup = AnySetup::read_fen(INTERNATIONAL, &format!("B:W31:B1:{groups}")).expect(groups);
        (setup.counters.quiet, setup.counters.move_number)
    };
    assert_eq!(counters("H12:F034"), (12, Some(34)));
    assert_eq!(counters("F3:H7000"), (255, Some(3)));
    for groups in ["H", "Hx", "H-1", "H+1", "H4294967296", "H1:H1", "F", "F0", "Fa", "F1:F1", ""] {
        let position = read(INTERNATIONAL, &format!("W:W31:B1:{groups}"));
        assert!(matches!(position, Err(FenError::BadField { .. })), "{groups}");
    }
}

#[test]
fn the_clock_of_the_text_decides_the_game() {
    // FMJD 6.2: 25 moves each by kings alone.
    let outcome = |fen: &str| read(INTERNATIONAL, fen).expect(fen).outcome();
    assert_eq!(outcome("W:WK46,40,39:BK5,10:H49:F60"), None);
    assert!(outcome("W:WK46,40,39:BK5,10:H50:F60").is_some());
}

#[test]
fn unknown_groups_are_ignored() {
    same(INTERNATIONAL, "W:W31:B1:X1,2:Zwhat?", "W:W31:B1");
    // Only Frisian draughts counts king moves.
    same(INTERNATIONAL, "W:W31:B1:H0:F1:+0+0", "W:W31:B1");
    assert!(read(INTERNATIONAL, "W:W31:B1:?").is_err());
    assert!(read(INTERNATIONAL, "W:W31:B1:").is_err());
}

#[test]
fn king_moves_of_lidraughts_are_read_black_first() {
    let fen = "W:W40,K46:BK5,12:H2:F9:+105+246";
    let position = read(FRISIAN, fen).expect(fen);
    let runs = Setup::from(&position).counters.king_runs;
    let runs = runs.map(|run| run.map(|(square, moves)| (FRISIAN.rules().number(square), moves)));
    assert_eq!(runs[Color::Black as usize], Some((5, 1)));
    assert_eq!(runs[Color::White as usize], Some((46, 2)));
    assert_eq!(position.to_fen_with_counters(9), fen);
    let none = "W:W40,K46:BK5,12:H0:F1:+0+0";
    assert_eq!(read(FRISIAN, none).expect(none).to_fen_with_counters(1), none);
}

#[test]
fn bad_king_moves_are_rejected() {
    let groups =
        ["+", "+1", "+0", "+0+", "+0+46", "+0+1", "+0+246+0", "+0+2a6", "+046+0", "+0+251", "+0+200"];
    for group in groups.into_iter().chain(["+0+0:+0+0"]) {
        let position = read(FRISIAN, &format!("W:WK46,40:BK5,12:H2:F9:{group}"));
        assert!(matches!(position, Err(FenError::BadField { .. })), "{group}");
    }
    let absent = "no white king on 40, expected the king whose moves are counted";
    rejected(FRISIAN, "W:WK46,40:BK5,12:+0+240", &format!("impossible position: {absent}"));
    let many = "4 black king moves in a row, expected at most 3";
    rejected(FRISIAN, "W:WK46,40:BK5,12:+405+0", &format!("impossible position: {many}"));
}

#[test]
fn a_side_without_men_has_no_king_moves_to_count() {
    let position = read(FRISIAN, "W:WK46:BK5,12:+0+246").expect("a correct text");
    assert!(position.to_fen_with_counters(1).ends_with(":+0+0"));
}

#[test]
fn long_garbage_is_shortened_in_errors() {
    for unit in ["\u{ff13}", "9", "W:", "K", "31,", "W:W"] {
        let text = unit.repeat(300_000);
        for text in [format!("W:W{text}:B1"), format!("W:W31:B1:?{text}"), text] {
            let error = read(INTERNATIONAL, &text).expect_err("garbage").to_string();
            assert!(error.chars().count() < 200, "{error}");
        }
    }
}
