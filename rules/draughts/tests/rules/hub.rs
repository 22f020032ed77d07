//! Positions and moves of the Hub protocol.

use boardgame::{MoveError, MoveStyle, Notation};
use damier_draughts::{AnyVariant, HubError, Setup};

use crate::common::{AnySetup, at};
use crate::variants::{CANADIAN, INTERNATIONAL, RUSSIAN, SPANISH, THAI, TURKISH};

#[track_caller]
fn means(variant: AnyVariant, fen: &str, mv: &str, written: &str) {
    let position = at(variant, fen);
    let found = position.read_move(mv, MoveStyle::Protocol);
    let found = found.map(|mv| position.write_move(mv, MoveStyle::Protocol));
    assert_eq!(found, Ok(written.to_string()), "{mv} in {fen}");
}

#[track_caller]
fn rejected(variant: AnyVariant, fen: &str, mv: &str, message: &str) {
    let found = at(variant, fen).read_move(mv, MoveStyle::Protocol);
    assert_eq!(found.map_err(|error| error.to_string()), Err(message.to_string()), "{mv} in {fen}");
}

#[track_caller]
fn position_text(variant: AnyVariant, fen: &str, hub: &str) {
    let setup = AnySetup::read_hub(variant, hub).expect(hub);
    assert_eq!(setup.position().map(|position| position.to_fen()), Ok(at(variant, fen).to_fen()));
    assert_eq!(Setup::from(&at(variant, fen)).to_hub(), hub);
}

#[test]
fn positions_have_one_character_per_square_and_one_for_the_side() {
    position_text(INTERNATIONAL, "W:W31-50:B1-20", "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww");
    position_text(INTERNATIONAL, "B:WK1,49:BK50,2", &format!("BWb{}wB", "e".repeat(46)));
    position_text(CANADIAN, "W:W72:BK1", &format!("WB{}w", "e".repeat(70)));
    position_text(TURKISH, "W:Wa1:Bh7", &format!("W{}b{}w{}", "e".repeat(15), "e".repeat(40), "e".repeat(7)));
}

#[test]
fn squares_come_in_the_order_of_their_numbers() {
    // Algebraic games: from the top left seen from White, b8 first.
    position_text(RUSSIAN, "W:Wa1:Bb8", &format!("Wb{}weee", "e".repeat(27)));
    // Spanish numbers start at White's bottom right, Thai ones at Black's top left, White's bottom right.
    position_text(SPANISH, "W:W1:B32", &format!("Ww{}b", "e".repeat(30)));
    position_text(THAI, "B:W1:B32", &format!("Bw{}b", "e".repeat(30)));
}

#[test]
fn bad_positions_say_what_and_where() {
    let read =
        |text: &str| AnySetup::read_hub(INTERNATIONAL, text).map(|_| ()).map_err(|error| error.to_string());
    let error = |text: &str| Err(text.to_string());
    assert_eq!(read(""), error("empty position text, expected W or B and one character per square"));
    assert_eq!(read("weeee"), error("bad side to move: found 'w', expected W or B"));
    assert_eq!(read("Wee"), error("bad length: found 2 squares, expected 50"));
    assert_eq!(read(&format!("W{}", "e".repeat(51))), error("bad length: found 51 squares, expected 50"));
    assert_eq!(read("WeeX"), error("bad square 3: found 'X', expected one of w b W B e"));
    assert_eq!(read("We\u{e9}e"), error("bad square 2: found '\u{e9}', expected one of w b W B e"));
    assert_eq!(
        AnySetup::read_hub(RUSSIAN, &format!("W{}", "w".repeat(50))),
        Err(HubError::BadLength { found: 50, expected: 32 })
    );
}

#[test]
fn captured_squares_come_in_any_order_and_are_written_ascending() {
    let fen = "W:W28:B1,14,23";
    for mv in ["28x10x14x23", "28x10x23x14", "28x10"] {
        means(INTERNATIONAL, fen, mv, "28x10x14x23");
    }
    means(INTERNATIONAL, "W:W31-50:B1-20", "32-28", "32-28");
}

#[test]
fn algebraic_games_write_numbers() {
    means(RUSSIAN, "W:Wc3:Bd4,h8", "22x15x18", "22x15x18");
    means(RUSSIAN, "W:Wc3:Bd4,h8", "c3xe5xd4", "22x15x18");
    means(RUSSIAN, "W:Wc3:Bh8", "22-18", "22-18");
}

#[test]
fn captured_squares_decide_between_captures() {
    let fen = "W:WK47:B14,19,29,31,42";
    means(INTERNATIONAL, fen, "47x36x42x29x19x31", "47x36x19x29x31x42");
    means(INTERNATIONAL, fen, "47x36x14x29x31x42", "47x36x14x29x31x42");
    let error = at(INTERNATIONAL, fen).read_move("47x36", MoveStyle::Protocol).expect_err("two fit");
    let MoveError::Ambiguous { mut candidates, .. } = error else { panic!("{error}") };
    candidates.sort();
    assert_eq!(candidates, ["47x36x14x29x31x42", "47x36x19x29x31x42"]);
}

#[test]
fn captured_squares_may_be_missing_where_the_ends_decide() {
    let fen = "W:W28,50:B1,23,44";
    means(INTERNATIONAL, fen, "28x19", "28x19x23");
    means(INTERNATIONAL, fen, "50x39", "50x39x44");
    rejected(
        INTERNATIONAL,
        "W:W28:B1",
        "28x23",
        r#"illegal move "28x23": this move captures nothing: write it as 28-23"#,
    );
}

#[test]
fn a_route_is_not_a_hub_move() {
    let fen = "W:W28:B1,14,23";
    rejected(
        INTERNATIONAL,
        fen,
        "28x19x10",
        r#"illegal move "28x19x10": the capture is incomplete: from 19 the man must continue and capture 14 (FMJD 4.5, 4.6)"#,
    );
    rejected(
        INTERNATIONAL,
        fen,
        "28x19x23",
        r#"illegal move "28x19x23": the capture is incomplete: from 19 the man must continue and capture 14 (FMJD 4.5, 4.6)"#,
    );
    rejected(INTERNATIONAL, fen, "28x10x14", r#"illegal move "28x10x14": 28x10 captures 23 and 14, not 14"#);
    rejected(
        INTERNATIONAL,
        fen,
        "28x10x14x14",
        r#"bad move "28x10x14x14": expected each captured square once"#,
    );
    rejected(
        INTERNATIONAL,
        fen,
        "28-10",
        r#"illegal move "28-10": this move is a capture: write it as 28x10"#,
    );
    rejected(INTERNATIONAL, fen, "27x10x14", r#"illegal move "27x10x14": there is no piece on 27"#);
}
