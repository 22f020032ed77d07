//! EPD: positions with operations.

use boardgame::{FenError, Notation};
use damier_chess::{Epd, EpdError, FischerRandom, MoveKind, Square, Standard};

const BOARD: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";

#[track_caller]
fn read(operations: &str) -> Epd<Standard> {
    let text = format!("{BOARD} {operations}");
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
fn refuses(text: &str, message: &str) {
    let error = text.parse::<Epd<Standard>>().unwrap_err();
    assert!(error.to_string().contains(message), "{text}: {error}");
}

#[test]
fn moves_to_find_and_to_avoid() {
    let epd = read("bm O-O Rxa8+; am Ke2;");
    let best = epd.moves("bm").expect("legal");
    assert_eq!((best[0].kind(), best[1].to()), (MoveKind::Castling, Square::A8));
    assert_eq!(epd.moves("am").expect("legal").len(), 1);
    assert_eq!(epd.moves("pv"), Ok(Vec::new()));
    assert_eq!(epd.operands("bm"), ["O-O", "Rxa8+"]);
    let error = read("bm Ke3;").moves("bm").unwrap_err();
    assert!(matches!(&error, EpdError::Move(_)), "{error}");
    assert_eq!(
        error.to_string(),
        "illegal move \"Ke3\": a king cannot move from e1 to e3: it moves one square, or castles (FIDE 3.8.1)"
    );
}

#[test]
fn texts_stand_in_quotes() {
    let text = format!(r#"{BOARD} id "one; two  three"; c0 ""; c9 "x"; eco C20;"#);
    let epd: Epd<Standard> = text.parse().expect("EPD");
    assert_eq!(epd.operand("id"), Some("one; two  three"));
    assert_eq!((epd.operand("c0"), epd.operand("eco"), epd.operand("acd")), (Some(""), Some("C20"), None));
    assert_eq!(epd.to_string(), text);
    // What needs quotes gets them, whatever the operation.
    assert_eq!(read(r#"x "a b" c;"#).to_string(), format!(r#"{BOARD} x "a b" c;"#));
    assert_eq!(read(r#"id word;"#).to_string(), format!(r#"{BOARD} id "word";"#));
    refuses(&format!(r#"{BOARD} id "open;"#), "a closing quote");
}

/// It could not be written: there are no quotes within quotes.
#[test]
fn a_quote_within_a_word_is_refused() {
    for operations in [r#"id a"b;"#, r#"c0 a" b;"#, r#"bm e4" x";"#] {
        refuses(&format!("{BOARD} {operations}"), "an operand without quotes");
    }
    assert_eq!(read(r#"id "a"b;"#).operands("id"), ["a", "b"]);
    assert!(damier_chess::Operation::new("id", ["a \"b\"".to_owned()]).is_err());
    assert!(
        damier_chess::Operation::new("no code", []).is_err() && damier_chess::Operation::new("", []).is_err()
    );
    let operation = damier_chess::Operation::new("bm", ["e4".to_owned()]).expect("fine");
    assert_eq!((operation.code(), operation.operands()), ("bm", &["e4".to_owned()][..]));
}

/// The clocks of a FEN may stand before the operations, and are written as operations.
#[test]
fn clocks_are_kept() {
    let text = format!("{BOARD} 3 7 ;D1 26 ;D2 568");
    let epd: damier_chess::Epd<damier_chess::Standard> = text.parse().expect("a line of a suite");
    assert_eq!((epd.position.halfmove_clock(), epd.position.fullmove_number()), (3, 7));
    assert_eq!(epd.operand("D2"), Some("568"));
    assert_eq!(epd.to_string(), format!("{BOARD} hmvc 3; fmvn 7; D1 26; D2 568;"));
    let again: damier_chess::Epd<damier_chess::Standard> = epd.to_string().parse().expect("own text");
    assert_eq!(again.position, epd.position);
    refuses(&format!("{BOARD} hmvc x;"), "hmvc is \"x\", expected a number");
}

#[test]
fn clocks_are_operations() {
    let epd = read("hmvc 12; fmvn 34;");
    assert_eq!(epd.position.to_fen(), format!("{BOARD} 12 34"));
    assert_eq!(read("").position.to_fen(), format!("{BOARD} 0 1"));
    for operations in ["hmvc x;", "hmvc;", "hmvc -1;", "hmvc +1;", "hmvc 1 2;", "fmvn 65536;"] {
        refuses(&format!("{BOARD} {operations}"), "a number");
    }
    for operations in ["hmvc 1; hmvc 2;", "1 7 hmvc 2;"] {
        refuses(
            &format!("{BOARD} {operations}"),
            "hmvc is given twice, \"1\" and \"2\": expected one of them",
        );
    }
    assert_eq!(read("hmvc 003;").to_string(), format!("{BOARD} hmvc 3;"));
    let padded = read("hmvc 003; fmvn 07;");
    assert_eq!((padded.operand("hmvc"), padded.operand("fmvn")), (Some("3"), Some("7")));
    refuses(&format!("{BOARD} fmvn 0;"), "0");
}

#[test]
fn lines_of_perft_suites() {
    let epd = read(";D1 26 ;D2 568");
    assert_eq!((epd.operand("D1"), epd.operand("D2")), (Some("26"), Some("568")));
    assert_eq!(epd.to_string(), format!("{BOARD} D1 26; D2 568;"));
    assert_eq!(read("0 1;D1 26").to_string(), format!("{BOARD} D1 26;"));
    assert!(read(";").operations.is_empty());
    assert!(read("").operations.is_empty());
}

#[test]
fn chess960_writes_files() {
    let epd: Epd<FischerRandom> = BOARD.parse().expect("EPD");
    assert_eq!(epd.to_string(), BOARD.replace("KQkq", "HAha"));
}

#[test]
fn errors_say_what_is_wrong() {
    assert!(matches!("".parse::<Epd<Standard>>(), Err(EpdError::Position(FenError::Empty { .. }))));
    refuses("8/8 w - - bm e4;", "placement");
    refuses("8/8/8/8/8/8/8/8 w - - bm e4;", "king");
    for operations in ["1;", "bm e4;; am e5;", "\"bm\" e4;"] {
        refuses(&format!("{BOARD} {operations}"), "starts with a letter");
    }
    let long = format!("{BOARD} {}", "?".repeat(10_000));
    assert!(long.parse::<Epd<Standard>>().unwrap_err().to_string().len() < 300);
}
