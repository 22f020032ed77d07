//! Comments, marks and other texts in forms that are not kept, or may not be meant.

use chess::Chess;
use damier_record::{Comment, LONGEST_COMMENT, NodeId, ReadOptions, ResultStyle, WriteOptions, read_games};
use draughts::Draughts;
use draughts::variants::International;

use super::{check, pdn, pgn, reported, written};

const TAG: &str = "a comment with a tag after an empty line inside, kept; perhaps } is missing before it";
const BRACE: &str = "a comment with { inside, kept; perhaps } is missing before it";

#[test]
fn pawns_with_a_letter_or_a_file_too_many_are_told() {
    for found in ["Pe4", "ee4"] {
        let told = reported::<Chess>(&format!("1. {found} *"), ReadOptions::pgn());
        assert_eq!(told, [format!("game 1, line 1, column 4: {found:?} read as \"e4\"")]);
    }
    // A pawn that takes must tell its file.
    let told = reported::<Chess>("1. e4 d5 2. Pxd5 *", ReadOptions::pgn());
    let expected = "illegal move \"Pxd5\": the pawn on e4 can reach d5, but the move does not identify it; perhaps exd5 was meant";
    assert!(told.len() == 1 && told[0].ends_with(expected), "{told:?}");
}

#[test]
fn a_comment_that_swallows_games_is_told() {
    let text =
        "[White \"1\"]\n\n1. e4 {open e5 *\n\n[White \"2\"]\n\n1. d4 *\n\n[White \"3\"]\n\n1. c4 {x} *\n";
    assert_eq!(reported::<Chess>(text, ReadOptions::pgn()), [format!("game 1, line 3, column 7: {TAG}")]);
    // The strict mode goes on with the next game.
    let strict = reported::<Chess>(text, ReadOptions::pgn().strict());
    assert_eq!(strict, [format!("game 1, line 3, column 7: {TAG}")]);
    let games: Vec<_> = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn().strict()).collect();
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true, true]);
    let text = text.replace("1. e4", "1. 32-28").replace("1. d4", "1. 32-28").replace("1. c4", "1. 32-28");
    let told = reported::<Draughts<International>>(&text, ReadOptions::pdn());
    assert_eq!(told, [format!("game 1, line 3, column 10: {TAG}")]);
}

#[test]
fn a_comment_that_swallows_games_after_an_error_is_told() {
    let illegal = |told: &str| told.starts_with("game 1, line 1, column 4: illegal move \"e5\"");
    let text = "1. e5 {x\n\n[White \"b\"]\n\n1. e4 {y} *\n";
    let told = reported::<Chess>(text, ReadOptions::pgn());
    assert!(told.len() == 2 && told[0] == format!("game 1, line 1, column 7: {TAG}"), "{told:?}");
    assert!(illegal(&told[1]), "{told:?}");
    // The strict mode goes on with the next game, and tells that something may be lost before it.
    let strict = reported::<Chess>(text, ReadOptions::pgn().strict());
    assert!(strict.len() == 2 && illegal(&strict[0]) && strict[1] == told[0], "{strict:?}");
    let strict = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn().strict());
    assert_eq!(strict.map(|game| game.is_ok()).collect::<Vec<_>>(), [false, false, true]);
    let text = "1. e5 {x *\n\n1. d4 {y} *\n\n1. c4 *";
    let told = reported::<Chess>(text, ReadOptions::pgn());
    assert!(told.len() == 2 && told[0] == format!("game 1, line 1, column 7: {BRACE}"), "{told:?}");
    // Without any end.
    let told = reported::<Chess>("1. e5 {x *\n\n1. d4 *\n", ReadOptions::pgn());
    let open = "game 1, line 1, column 7: a comment that is not closed or too long, skipped up to the next line that begins with a tag";
    assert!(told.len() == 2 && told[0] == open && illegal(&told[1]), "{told:?}");
    let strict = reported::<Chess>("1. e5 {x *\n\n1. d4 *\n", ReadOptions::pgn().strict());
    assert!(strict.len() == 2 && strict[1].contains("column 7: the comment is not closed"), "{strict:?}");
}

#[test]
fn a_comment_that_swallows_games_in_a_variation_that_is_cut_off_is_told() {
    let text = "1. e4 (1. Ke5 {x) e5 *\n\n[White \"b\"]\n\n1. d4 (1. c4 {y}) d5 *\n\n1. f4 *\n";
    let told = reported::<Chess>(text, ReadOptions::pgn());
    assert!(told.contains(&format!("game 1, line 1, column 15: {TAG}")), "{told:?}");
    assert_eq!(read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).count(), 2);
    let strict = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn().strict());
    assert_eq!(strict.map(|game| game.is_ok()).collect::<Vec<_>>(), [false, false, true, true]);
    reported::<Chess>(text, ReadOptions::pgn().strict());
}

#[test]
fn a_brace_inside_a_comment_is_told_and_kept() {
    let text = "1. e4 {open e5 2. Nf3 {good} Nc6 *";
    // What was meant to be a move follows the comment and is none.
    assert_eq!(
        reported::<Chess>(text, ReadOptions::pgn()).first(),
        Some(&format!("game 1, line 1, column 7: {BRACE}"))
    );
    let text = "1. e4 {see {1} 1... e5 *";
    pgn(text, &[&format!("1, column 7: {BRACE}")]);
    let kept = written::<Chess>(text, ReadOptions::pgn(), &WriteOptions::pgn());
    assert!(kept.ends_with("\n1. e4\n;see {1\n1... e5 *\n\n"), "{kept}");
    assert_eq!(written::<Chess>(&kept, ReadOptions::pgn().strict(), &WriteOptions::pgn()), kept);
    // PDN has no other comments, and its writer says what it changes.
    let text = "1. 32-28 {see {1} *";
    let told = reported::<Draughts<International>>(text, ReadOptions::pdn());
    assert_eq!(told, [format!("game 1, line 1, column 10: {BRACE}")]);
    let mut games = read_games::<Draughts<International>, _>(text.as_bytes(), ReadOptions::pdn());
    let tree = games.next().expect("a game").expect("legal").tree;
    let mut out = Vec::new();
    let losses = WriteOptions::pdn(ResultStyle::Two).write(&tree, &mut out).expect("a record");
    assert_eq!(losses.len(), 1);
    assert!(String::from_utf8_lossy(&out).contains("{see (1}"));
}

#[test]
fn a_tag_inside_a_comment_is_written_in_its_line() {
    let text = "1. e4 {as in\n\n[Event \"x\"]\n} *";
    assert_eq!(reported::<Chess>(text, ReadOptions::pgn()), [format!("game 1, line 1, column 7: {TAG}")]);
    let tree = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn())
        .next()
        .expect("a game")
        .expect("legal")
        .tree;
    let mut out = Vec::new();
    let losses = WriteOptions::pgn().write(&tree, &mut out).expect("a record");
    assert_eq!(losses.len(), 1);
    let text = String::from_utf8(out).expect("text");
    assert!(text.ends_with("1. e4 {as in  [Event \"x\"] } *\n\n"), "{text}");
    assert_eq!(reported::<Chess>(&text, ReadOptions::pgn().strict()), [""; 0]);
    // Commands and brackets are no tags.
    pgn("1. e4 {as in\n\n[%clk 0:01:00]\n\n[see below]} *", &[]);
}

#[test]
fn comments_after_variations_stay_there() {
    let moves = |text: &str| {
        let written = written::<Chess>(text, ReadOptions::pgn(), &WriteOptions::pgn());
        written.split_once("\n\n").expect("tags").1.trim_end().to_owned()
    };
    for text in [
        "1. e4 {A} (1. d4) {B} *",
        "1. e4 {A} (1. d4) (1. c4) {B} {C} *",
        "1. e4 e5 (1... c5 2. Nf3 (2. f4) {inner}) {outer} *",
        "1. e4 (1. d4) 1... {before} e5 *",
    ] {
        assert_eq!(moves(text), text);
        pgn(text, &[]);
    }
    let text = "1. e4 (1. d4) {B} *";
    let tree = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn())
        .next()
        .expect("a game")
        .expect("legal")
        .tree;
    let closing = &tree.notes(tree.next(NodeId::ROOT).expect("a move")).closing;
    assert_eq!(closing.iter().map(Comment::text).collect::<Vec<_>>(), ["B"]);
}

#[test]
fn annotations_after_variations_and_numbers_are_told() {
    let apart = |place: &str| {
        format!("1, column {place}: annotation $1 apart from its move, read as belonging to the move before")
    };
    pgn("1. e4 (1. d4) $1 e5 *", &[&apart("15")]);
    pgn("1. e4 e5 2. $1 Nf3 *", &[&apart("13")]);
    pdn("1. 32-28 (1. 33-28) $1 19-23 *", &[&apart("21")]);
    pgn("1. e4 {why} $1 1... e5 $2 *", &[]);
}

#[test]
fn annotations_of_an_empty_variation_go_where_the_messages_say() {
    let nag = "1, column 8: annotation $1 before a move, read as belonging to the next one of the variation, if there is one";
    let empty = "1, column 14: a variation without moves, left out; its comments and annotations went to the move before it";
    let text = "1. e4 ($1 {c}) 1... e5 *";
    pgn(text, &[nag, empty]);
    let kept = written::<Chess>(text, ReadOptions::pgn(), &WriteOptions::pgn());
    assert!(kept.ends_with("\n1. e4 $1 {c} 1... e5 *\n\n"), "{kept}");
    let kept = written::<Chess>("1. e4 ($1 1. d4 d5) 1... e5 *", ReadOptions::pgn(), &WriteOptions::pgn());
    assert!(kept.ends_with("\n1. e4 (1. d4 $1 d5) 1... e5 *\n\n"), "{kept}");
    // A move without variations has nothing to be closed.
    let game = read_games::<Chess, _>(&b"1. e4 ({c}) *"[..], ReadOptions::pgn()).next();
    let tree = game.expect("a game").expect("legal").tree;
    let notes = tree.notes(tree.next(NodeId::ROOT).expect("a move"));
    assert_eq!((notes.after.len(), notes.closing.len()), (1, 0));
}

#[test]
fn a_move_of_three_digits_with_one_reading() {
    let bare = "2, column 4: \"118\" read as a move without a sign between its squares";
    pdn("[FEN \"W:WK1:B45\"]\n1. 118 *", &[bare]);
    // 2-13 and 21-3 are both legal.
    let told = reported::<Draughts<International>>("[FEN \"W:WK2,K21:B45\"]\n1. 213 *", ReadOptions::pdn());
    assert!(told.len() == 1 && told[0].contains("line 2, column 4: ambiguous move \"213\""), "{told:?}");
    assert!(told[0].contains("2-13") && told[0].contains("21-3"), "{told:?}");
    // No reading is legal.
    let told = reported::<Draughts<International>>("1. 118 *", ReadOptions::pdn());
    assert!(told.len() == 1 && told[0].contains("line 1, column 4: bad move \"118\""), "{told:?}");
}

#[test]
fn one_fault_is_told_once() {
    pdn("[FEN \"B:W41:B7\"]\n1... 07-011 *", &["2, column 6: leading zero in \"07-011\""]);
    // It would have to be O-O+.
    let castling = "[SetUp \"1\"][FEN \"5k2/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. 0-0 *";
    let told = ["2, column 4: \"0-0\" read as castling"];
    check::<Chess>(ReadOptions::pgn().exact_moves(), castling, &told);
    let spaces = "1, column 1: unexpected white space in the position";
    pdn("[FEN \"W: W40: B19\"]\n1. 40-34 *", &[spaces]);
    // Where the move is the error, how it is written does not matter.
    for (text, place) in [("1. 07-011 *", "1, column 4"), ("1. 32-28 (1. 32 - 38) *", "1, column 14")] {
        let told = reported::<Draughts<International>>(text, ReadOptions::pdn());
        assert!(told.len() == 1 && told[0].starts_with(&format!("game 1, line {place}: ")), "{told:?}");
    }
    let told = reported::<Chess>("1. 0-0 *", ReadOptions::pgn());
    assert!(told.len() == 1 && told[0].contains("illegal move \"0-0\""), "{told:?}");
}

#[test]
fn marks_of_moves_in_other_texts_are_kept() {
    let text = "1. e2e4! e5 *";
    pgn(text, &["1, column 4: \"e2e4\" read as \"e4\""]);
    let kept = written::<Chess>(text, ReadOptions::pgn(), &WriteOptions::pgn());
    assert!(kept.ends_with("\n1. e4 $1 e5 *\n\n"), "{kept}");
}

#[test]
fn a_star_right_behind_a_move_is_told_where_moves_follow() {
    let star = "1, column 9: * right after a move ends the game, and another begins; a forced move is marked with $7";
    let told = reported::<Draughts<International>>("1. 32-28* 1. 33-28 *", ReadOptions::pdn());
    assert_eq!(told, [format!("game 1, line {star}")]);
    let strict = reported::<Draughts<International>>("1. 32-28* 1. 33-28 *", ReadOptions::pdn().strict());
    assert_eq!(strict, told);
    let told = reported::<Draughts<International>>("1. 32-28* 19-23 *", ReadOptions::pdn());
    assert!(told.len() == 2 && told[1].starts_with("game 2, line 1, column 11: illegal move"), "{told:?}");
    pdn("1. 32-28*", &[]);
    for text in
        ["1. 32-28*\n\n[White \"b\"]\n1. 32-28*\n", "1. 32-28 * 1. 32-28 *", "1. 32-28* {c}\n1. 32-28*"]
    {
        assert_eq!(reported::<Draughts<International>>(text, ReadOptions::pdn().strict()), [""; 0], "{text}");
    }
}

#[test]
fn utf16_is_told_once() {
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = "\u{feff}1. e4 *\n\n1. d4 *".encode_utf16().flat_map(order).collect();
        let games: Vec<_> = read_games::<Chess, _>(&bytes[..], ReadOptions::pgn()).collect();
        let [Err(broken)] = &games[..] else { panic!("{games:?}") };
        let expected = "game 1, line 1, column 1: cannot read: UTF-16, and not UTF-8";
        assert_eq!(broken.to_string(), expected);
    }
}

#[test]
fn results_without_a_game_are_told() {
    let stray = "game 2, line 1, column 11: the result \"1-0\" without a game before it, left out";
    let text = "1. e4 1-0 1-0\n\n1. d4 *";
    assert_eq!(reported::<Chess>(text, ReadOptions::pgn()), [stray]);
    assert_eq!(reported::<Chess>(text, ReadOptions::pgn().strict()), [stray]);
    assert_eq!(read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).count(), 2);
    let mut games = read_games::<Chess, _>(&b"1. e4 1-0 0-1"[..], ReadOptions::pgn());
    assert_eq!(games.by_ref().count(), 1);
    assert_eq!(games.repairs_after().len(), 1);
    // With tags it is a game without moves.
    pgn("[Result \"1-0\"]\n\n1-0", &[]);
}

#[test]
fn a_comment_without_an_end_says_what_is_inside() {
    let told = reported::<Chess>("1. e4 {x *\n\n1. d4 *\n\n1. c4 *\n", ReadOptions::pgn());
    assert_eq!(
        told,
        [
            "game 1, line 1, column 7: the comment is not closed, expected }: everything to the end of the file is inside it, and only games that begin with a tag are found again"
        ]
    );
}

#[test]
fn the_longest_comment_is_as_long_as_its_limit() {
    let text = |length: usize| "x".repeat(length);
    for length in [LONGEST_COMMENT - 1, LONGEST_COMMENT] {
        pgn(&format!("1. e4 {{{}}} *", text(length)), &[]);
        pgn(&format!("1. e4 ;{}\n *", text(length)), &[]);
    }
    for long in
        [format!("{{{}}} *", text(LONGEST_COMMENT + 1)), format!(";{}\n *", text(LONGEST_COMMENT + 1))]
    {
        let told = reported::<Chess>(&format!("1. e4 {long}"), ReadOptions::pgn());
        let expected = "comment longer than 1048576 bytes";
        assert!(told.len() == 1 && told[0].contains(expected), "{told:?}");
        // A line of comment ends where its line does.
        assert_eq!(told[0].contains("up to the next tags, is not read"), long.starts_with('{'));
    }
}

#[test]
fn more_marks_than_a_move_can_have_are_told() {
    let detached =
        |place: &str| format!("1, column {place}: marks \"??\" read as belonging to the move before");
    let left_out = "1, column 13: marks \"??\" beyond the seven that a move can have, left out";
    let unknown = |place: &str| format!("1, column {place}: {}", unknown_marks("!!!!!!"));
    pgn("1. e4!!!!!! ?? e5 *", &[&unknown("4"), &detached("13"), left_out]);
    pgn("1. e4! e5!!!!!! 2. Nf3 ?? *", &[&unknown("8"), &detached("24")]);
}

fn unknown_marks(marks: &str) -> String {
    format!("marks {marks:?} are not one of ! ? !! ?? !? ?!, kept as they are")
}

/// PGN knows six of them (PGN 8.2.3.8), PDN all combinations.
#[test]
fn marks_that_pgn_does_not_know_are_told() {
    for marks in ["!!?", "???", "?!?", "!!!!!!!"] {
        let told = format!("1, column 4: {}", unknown_marks(marks));
        pgn(&format!("1. e4{marks} e5 *"), &[&told]);
        pdn(&format!("1. 32-28{marks} 19-23({marks}) *"), &[]);
        let text = format!("1. e4{marks} e5 *");
        let errors = reported::<Chess>(&text, ReadOptions::pgn().strict());
        assert_eq!(errors, [format!("game 1, line {told}")], "{marks}");
        let game = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).next().expect("a game");
        let mut out = Vec::new();
        let losses = WriteOptions::pgn().write(&game.expect("legal moves").tree, &mut out).expect("memory");
        assert_eq!(
            losses[0].to_string(),
            format!("the marks {marks:?} have no number, written as a comment")
        );
        let text = String::from_utf8(out).expect("text");
        assert!(text.ends_with(&format!("1. e4 {{{marks}}} 1... e5 *\n\n")), "{text}");
        assert_eq!(written::<Chess>(&text, ReadOptions::pgn().strict(), &WriteOptions::pgn()), text);
    }
    for marks in ["!", "?", "!!", "??", "!?", "?!"] {
        pgn(&format!("1. e4{marks} e5 *"), &[]);
    }
    // As long as none is.
    let errors = reported::<Chess>("1. e4!!!!!!!! e5 *", ReadOptions::pgn());
    assert_eq!(errors, ["game 1, line 1, column 4: marks of strength longer than 7 bytes"]);
}

#[test]
fn commands_that_are_not_understood_are_told() {
    let told = |place: u64, found: &str| {
        format!("game 1, line 1, column {place}: the command {found:?} is not understood, kept as it is")
    };
    let pgn_text = "{[%clk x]} 1. e4 {[%eval 0,35]} *";
    let expected = [told(1, "[%clk x]"), told(18, "[%eval 0,35]")];
    assert_eq!(reported::<Chess>(pgn_text, ReadOptions::pgn()), expected);
    assert_eq!(reported::<Chess>(pgn_text, ReadOptions::pgn().strict()), expected[..1]);
    let pdn_text = "1. 32-28 {[%clock 1:2] [%csl ,]} *";
    let expected = [told(10, "[%clock 1:2]"), told(10, "[%csl ,]")];
    assert_eq!(reported::<Draughts<International>>(pdn_text, ReadOptions::pdn()), expected);
    // They are kept.
    assert!(written::<Chess>(pgn_text, ReadOptions::pgn(), &WriteOptions::pgn()).contains(pgn_text));
    // No color, no squares, none of chess, or not as many as it should be.
    for command in [
        "[%csl Xa1]",
        "[%cal Gz9a1]",
        "[%csl Ga9]",
        "[%csl Ga1b2]",
        "[%cal Ga1]",
        "[%clk 5:00]",
        "[%emt x]",
        "[%eval]",
    ] {
        let text = format!("1. e4 {{{command}}} *");
        assert_eq!(reported::<Chess>(&text, ReadOptions::pgn()), [told(7, command)]);
        assert_eq!(reported::<Chess>(&text, ReadOptions::pgn().strict()), [told(7, command)]);
        assert!(written::<Chess>(&text, ReadOptions::pgn(), &WriteOptions::pgn()).contains(&text));
    }
    let draughts = "1. 32-28 {[%csl G28,Rj10] [%cal G32-28,Y2832]} *";
    assert!(reported::<Draughts<International>>(draughts, ReadOptions::pdn()).is_empty());
    // Others are known to other programs, and an open one is a text.
    for comment in ["[%wqm x]", "[%clk 1:02:03]", "[%eval #-3] [%cal Ra1b2]", "100% [%clk 1", "[%emt 3.5]"] {
        pgn(&format!("1. e4 {{{comment}}} *"), &[]);
    }
}

#[test]
fn carriage_returns_inside_of_comments_are_told() {
    let told = "1, column 7: a carriage return inside a comment, read as the end of a line";
    pgn("1. e4 {x\ry} *", &[told]);
    pgn("1. e4 {x\r\ny} *\r\n", &[]);
    // Other control characters are kept.
    let kept = written::<Chess>("1. e4 {a\tb\u{1}c} *", ReadOptions::pgn().strict(), &WriteOptions::pgn());
    assert!(kept.contains("{a\tb\u{1}c}"), "{kept:?}");
}

#[test]
fn lines_for_other_programs_are_told() {
    let line = |line: &str| format!("{line}, column 1: a line after %, left out");
    pgn("% escape\n1. e4 e5\n%another\n2. Nf3 *\n", &[&line("1"), &line("3")]);
    pdn("1. 32-28 % foo\n19-23 *", &["1, column 10: a line after %, left out"]);
    // A long one is skipped all the same.
    let long = format!("1. e4\n%{}\ne5 *", "x".repeat(200_000));
    pgn(&long, &[&line("2")]);
}

#[test]
fn promotions_in_parentheses_are_understood_as_what_they_are() {
    let tags = "[SetUp \"1\"][FEN \"7k/4P3/8/8/8/8/8/K7 w - - 0 1\"]\n";
    for text in ["e8(Q)+", "e8/Q+", "e8(Q)"] {
        let errors = reported::<Chess>(&format!("{tags}1. {text} *"), ReadOptions::pgn());
        assert_eq!(errors.len(), 1);
        assert!(errors[0].contains(text) && errors[0].ends_with("perhaps e8=Q+ was meant"), "{errors:?}");
    }
}
