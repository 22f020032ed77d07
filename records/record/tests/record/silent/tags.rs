//! Tags, and the results that they and the ends of games give.

use boardgame::RecordNotation;
use chess::Chess;
use damier_record::{
    ReadOptions, Reader, Referee, ResultStyle, WriteOptions, read_games, read_raw_games, replay_board_with,
};
use draughts::Draughts;
use draughts::variants::{International, Russian};

use super::{check, pdn, pgn, reported, written};

/// A tag that is kept although it is wrong: the tolerant mode tells it, and the strict one refuses it.
#[track_caller]
fn check_kept<P: RecordNotation<Rules = ()>>(options: ReadOptions, text: &str, expected: &str) {
    let told = reported::<P>(text, options);
    assert_eq!(told, [format!("game 1, line {expected}; kept as it is")], "{text}");
    assert_eq!(reported::<P>(text, options.strict()), [format!("game 1, line {expected}")], "{text}");
}

#[test]
fn results_that_the_tag_leaves_open() {
    let open = |place: &str, tag: &str, end: &str| {
        format!("1, column {place}: the tag gives the result {tag:?} and the game {end:?}; the game counts")
    };
    pgn("[Result \"*\"] 1. e4 1-0", &[&open("20", "*", "1-0")]);
    let unknown = "1, column 1: unknown result \"?\" in the tag, left out";
    pgn("[Result \"?\"] 1. e4 1-0", &[unknown]);
    pgn("[Result \"*\"] 1. e4 *", &[]);
    let differs = "1, column 22: the tag gives the result \"1-0\" and the game \"*\"; the tag counts";
    pgn("[Result \"1-0\"] 1. e4 *", &[differs]);
    let instead = "1, column 23: the result \"2-0\" ends the game instead of *";
    for tag in ["*", "?"] {
        let text = format!("[Result \"{tag}\"] 1. 32-28 2-0");
        pdn(&text, &[instead, &open("23", tag, "2-0")]);
    }
    let options = ReadOptions::pdn().results(ResultStyle::Two);
    let kept = written::<Draughts<International>>(
        "[Result \"?\"] 1. 32-28 *",
        options,
        &WriteOptions::pdn(ResultStyle::Two),
    );
    assert!(kept.starts_with("[Result \"?\"]\n"), "{kept}");
}

#[test]
fn results_in_the_way_of_other_games() {
    let read = |place: &str, found: &str, written: &str| {
        format!("1, column {place}: the result {found:?} read as {written:?}")
    };
    pdn("[Result \"1-0\"] 1. 32-28 *", &[&read("1", "1-0", "2-0")]);
    pdn("[Result \"1/2-1/2\"] 1. 32-28 *", &[&read("1", "1/2-1/2", "1-1")]);
    pdn("[Result \"1-1\"] 1. 32-28 *", &[]);
    let instead = "1, column 10: the result \"1-0\" ends the game instead of *";
    pdn("1. 32-28 1-0", &[instead, &read("10", "1-0", "2-0")]);
    let instead = "1, column 25: the result \"1-0\" ends the game instead of *";
    pdn("[Result \"2-0\"] 1. 32-28 1-0", &[instead, &read("25", "1-0", "2-0")]);
    let one = ReadOptions::pdn().results(ResultStyle::One);
    check::<Draughts<Russian>>(one, "[Result \"0-2\"] 1. c3-d4 *", &[&read("1", "0-2", "0-1")]);
    pgn("[Result \"1-1\"] 1. e4 1/2-1/2", &[&read("1", "1-1", "1/2-1/2")]);
    pgn("[Result \"1/2\"] 1. e4 1/2-1/2", &[&read("1", "1/2", "1/2-1/2")]);
    // Other formats are told by a tag, and other results are kept.
    pdn("[Result \"1-0\"][ResultFormat \"Goes\"] 1. 32-28 *", &[][..]);
    pdn("[Result \"12-8\"] 1. 32-28 *", &[]);
}

#[test]
fn results_are_quoted_as_they_stand() {
    let text = "[Result \"1-1\"]\n[FEN \"W:W32:B27\"]\n1. 32x21 *";
    let mut reader = Reader::new(text.as_bytes(), damier_record::Syntax::Pdn);
    let choose =
        |_: &damier_record::WhichGame| Ok(replay_board_with::<Draughts<International>>((), ResultStyle::Two));
    let mut referee = Referee::new(ReadOptions::pdn(), choose, |_| {});
    let error = reader.read_game(&mut referee).expect_err("white has won").to_string();
    assert!(
        error.starts_with("game 1, line 3, column 10: the result is 1-1, but the rules say white wins"),
        "{error}"
    );
}

/// Two results of one game are an error, however it is read; `*` beside a result and other forms of the same are not.
#[test]
fn results_that_contradict_each_other() {
    fn check<P: RecordNotation<Rules = ()>>(options: ReadOptions, tag: &str, moves: &str, end: &str) {
        let text = format!("[Result \"{tag}\"] 1. {moves} {end}");
        let expected = format!(
            "the tag Result is {tag:?}, but the game ends with {end:?}: only one of them can be right"
        );
        let found = reported::<P>(&text, options);
        assert!(found.last().is_some_and(|last| last.ends_with(&expected)), "{text}: {found:?}");
        let replayed = damier_record::replay_games::<P, _>(text.as_bytes(), options).next();
        let error = replayed.expect("a game").expect_err("two results");
        assert!(error.to_string().ends_with(&expected), "{error}");
    }
    for (tag, end) in [("1-0", "0-1"), ("0-1", "1/2-1/2"), ("1/2-1/2", "1-0"), ("0-0", "1-0"), ("1/2", "0-1")]
    {
        check::<Chess>(ReadOptions::pgn(), tag, "e4", end);
    }
    for (tag, end) in [("1-1", "0-2"), ("2-0", "0-1"), ("1-0", "0-2"), ("0-0", "2-0"), ("1-0", "0-0")] {
        check::<Draughts<International>>(ReadOptions::pdn(), tag, "32-28", end);
    }
    for (tag, end) in [("1-0", "2-0"), ("1/2-1/2", "1-1"), ("1-1", "1/2-1/2"), ("2-0", "*"), ("0-0", "*")] {
        let text = format!("[Result \"{tag}\"] 1. 32-28 {end}");
        let found = reported::<Draughts<International>>(&text, ReadOptions::pdn());
        assert!(!found.iter().any(|line| line.contains("only one of them")), "{text}: {found:?}");
    }
}

#[test]
fn faults_of_tags_stand_at_their_tags() {
    let bad = "[Event \"x\"]\n[FEN \"no position\"]\n[Site \"y\"]\n\n1. e4 *";
    let errors = reported::<Chess>(bad, ReadOptions::pgn());
    assert!(
        errors.len() == 1 && errors[0].starts_with("game 1, line 2, column 1: bad position"),
        "{errors:?}"
    );
    let fen = "8/8/8/4k3/8/8/8/K3R3 b - - 0 1";
    pgn(
        &format!("[Event \"x\"]\n[FEN \"{fen}\"]\n\n1... Kd6 *"),
        &["2, column 1: a FEN tag without SetUp \"1\""],
    );
    pgn(
        "[Event \"x\"]\n[SetUp \"1\"]\n\n1. e4 *",
        &["2, column 1: SetUp \"1\" without a FEN tag, the game begins at the start"],
    );
    // Whoever cannot tell the game says so at the tag.
    let text = "[Event \"x\"]\n[GameType \"999\"]\n\n1. 32-28 *";
    let game = read_raw_games(text.as_bytes(), ReadOptions::pdn()).next().expect("a game").expect("a text");
    let expected = "game 1, line 2, column 1: unknown game";
    assert_eq!(game.error("unknown game").to_string(), expected);
    let mut reader = Reader::new(text.as_bytes(), damier_record::Syntax::Pdn);
    let mut referee = Referee::new(ReadOptions::pdn(), |_| Err("unknown game".to_owned()), |_| {});
    assert_eq!(reader.read_game(&mut referee).expect_err("unknown").to_string(), expected);
}

#[test]
fn two_headers_in_a_row_are_two_games() {
    let header = |event: &str, white: &str, result: &str| {
        format!("[Event \"{event}\"]\n[White \"{white}\"]\n[Result \"{result}\"]\n\n")
    };
    let alone = "game 1, line 5, column 1: another game begins here: the tags before have no moves, no result and no *";
    let text = format!("{}{}1. e4 e5 0-1\n", header("A", "x", "1-0"), header("B", "p", "0-1"));
    for options in [ReadOptions::pgn(), ReadOptions::pgn().strict()] {
        assert_eq!(reported::<Chess>(&text, options), [alone]);
    }
    let games: Vec<_> = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).flatten().collect();
    let white: Vec<_> = games.iter().map(|game| (game.tree.tags().get("White"), game.tree.plies())).collect();
    assert_eq!(white, [(Some("x"), 0), (Some("p"), 2)]);
    assert_eq!(read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn().strict()).count(), 2);
    // Other line ends, comments, and faults of the first game change nothing.
    let text = format!("{}{{none}}\n\n{}1. e4 e5 0-1\n", header("A", "x", "1-0"), header("B", "p", "0-1"));
    assert_eq!(
        reported::<Chess>(&text.replace('\n', "\r\n"), ReadOptions::pgn()),
        [alone.replace("line 5", "line 7")]
    );
    let text = "[FEN \"no position\"]\n\n[FEN \"none\"]\n\n1. e4 *";
    let errors = reported::<Chess>(text, ReadOptions::pgn());
    assert!(errors.len() == 2 && errors[1].starts_with("game 2, line 3"), "{errors:?}");
    let text = "[Event \"A\"]\n[Site x]\n\n[Event \"B\"]\n\n1. e4 *";
    let errors = reported::<Chess>(text, ReadOptions::pgn());
    assert!(errors.len() == 1 && errors[0].starts_with("game 1, line 2, column 1: bad tag"), "{errors:?}");
    assert_eq!(read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).count(), 2);
}

#[test]
fn an_empty_line_between_tags_is_told() {
    let text = "[Event \"A\"]\n\n[Site \"B\"]\n\n1. e4 *";
    pgn(text, &["3, column 1: an empty line between the tags of a game"]);
    pdn(
        "[Event \"A\"]\n \n\n[Site \"B\"] 1. 32-28 *",
        &["4, column 1: an empty line between the tags of a game"],
    );
    // The names after it are known to be there, whatever is wrong.
    let text = format!("{}\n[Site \"C\"]\n\n1. d4 *", text.replace("1. e4 *", ""));
    for options in [ReadOptions::pgn(), ReadOptions::pgn().strict()] {
        reported::<Chess>(&text, options);
        assert_eq!(read_games::<Chess, _>(text.as_bytes(), options).count(), 2);
    }
    // Without one, a name that is there already is that of one game.
    let twice = "tag \"Event\" given twice, the value \"B\" left out";
    pgn("[Event \"A\"]\n[Event \"B\"]\n1. e4 *", &[&format!("2, column 1: {twice}")]);
    // Nor does one before the first tag, or after the last, say anything.
    pgn("\n\n{c}\n\n[Event \"A\"]\n\n\n1. e4 *", &[]);
}

#[test]
fn the_fault_that_stands_first_counts() {
    let first = |told: Vec<String>, expected: &str| {
        assert!(
            told.len() == 1 && told[0].starts_with(&format!("game 1, line 1, column {expected}")),
            "{told:?}"
        );
    };
    for text in ["[FEN \"abc\"]\n() 1. e4 *", "[FEN \"abc\"]\n) 1. e4 *", "[FEN \"abc\"]\n! 1. e4 *"] {
        first(reported::<Chess>(text, ReadOptions::pgn()), "1: bad position");
        first(reported::<Draughts<International>>(text, ReadOptions::pdn()), "1: bad position");
    }
    let two = ReadOptions::pdn().results(ResultStyle::Two).strict();
    let told = reported::<Draughts<International>>("[Result \"1-0\"]\n! 1. 32-28 *", two);
    first(told, "1: the result \"1-0\" read as \"2-0\"");
    let fen = "8/8/8/4k3/8/8/8/K3R3 b - - 0 1";
    let told = reported::<Chess>(&format!("[FEN \"{fen}\"]\n! 1... Kd6 *"), ReadOptions::pgn().strict());
    first(told, "1: a FEN tag without SetUp");
    for options in [ReadOptions::pgn(), ReadOptions::pgn().strict()] {
        first(reported::<Chess>("1. e4 B(!)c5 *", options), "7: bad move \"B\"");
    }
}

#[test]
fn control_characters_in_tags() {
    pgn(
        "[Site \"a\tb\"] 1. e4 *",
        &["1, column 1: control characters in the value of the tag \"Site\", read as spaces"],
    );
    pgn("[Site \"\u{e9}t\u{e9}\"] 1. e4 *", &[]);
    pgn(
        "[Site \"a\u{85}b\"] 1. e4 *",
        &["1, column 1: control characters in the value of the tag \"Site\", read as spaces"],
    );
}

#[test]
fn ply_counts_that_differ_from_the_moves() {
    let text = "[Event \"x\"]\n[PlyCount \"4\"]\n\n1. e4 (1. d4) e5 2. Nf3 *";
    let expected = "2, column 1: the tag PlyCount is \"4\", expected 3, the number of moves of the game";
    check_kept::<Chess>(ReadOptions::pgn(), text, expected);
    pgn(&text.replace('4', "3").replace("e3", "e4").replace("d3", "d4"), &[]);
    let text = "[PlyCount \"many\"] 1. 32-28 *";
    let expected = "1, column 1: the tag PlyCount is \"many\", expected 1, the number of moves of the game";
    check_kept::<Draughts<International>>(ReadOptions::pdn(), text, expected);
}

#[test]
fn dates_that_are_none() {
    for name in ["Date", "UTCDate", "EventDate"] {
        let text = format!("[Event \"x\"]\n[{name} \"2023.02.30\"]\n\n1. e4 *");
        let expected = format!(
            "2, column 1: the tag {name} is \"2023.02.30\", expected a date as YYYY.MM.DD, with ? for what is unknown"
        );
        check_kept::<Chess>(ReadOptions::pgn(), &text, &expected);
    }
    pgn("[Date \"2023.??.??\"][UTCDate \"2024.02.29\"] 1. e4 *", &[]);
    pdn("[Date \"?\"] 1. 32-28 *", &[]);
}

#[test]
fn results_of_any_kind_end_a_game_if_the_tag_says_the_same() {
    let tags = "[Result \"5-0\"]\n[ResultFormat \"Delfts\"]\n";
    let instead = |line: &str| format!("{line}, column 16: the result \"5-0\" ends the game instead of *");
    let two = format!("{tags}1. 32-28 19-23 5-0\n\n{tags}1. 32-28 19-23 *\n");
    let usual = "[Result \"2-0\"]\n\n1. 32-28 19-23 2-0\n".to_owned();
    for (text, strict) in [(two, instead("3")), (usual, instead("3").replace("5-0", "2-0"))] {
        assert_eq!(reported::<Draughts<International>>(&text, ReadOptions::pdn()), [""; 0]);
        let strict = [format!("game 1, line {strict}")];
        assert_eq!(reported::<Draughts<International>>(&text, ReadOptions::pdn().strict()), strict);
    }
    // What is not the last of its game is a move, and so is what the tag does not say.
    let move_12_8 = "[Result \"12-8\"]\n[FEN \"W:W12:B31\"]\n1. 12-8 31-36 *";
    pdn(move_12_8, &[]);
    let errors =
        reported::<Draughts<International>>("[Result \"4-1\"]\n1. 32-28 19-23 5-0\n", ReadOptions::pdn());
    assert!(errors.len() == 1 && errors[0].contains("line 2, column 16"), "{errors:?}");
}

#[test]
fn names_of_tags_begin_with_a_capital_letter_in_pdn() {
    let options = ReadOptions::pdn();
    let text = "[white \"x\"] 1. 32-28 *";
    assert_eq!(
        reported::<Draughts<International>>(text, options),
        [
            "game 1, line 1, column 1: the name of the tag \"white\" does not begin with a capital letter; kept as it is"
        ]
    );
    assert_eq!(
        reported::<Draughts<International>>(text, options.strict()),
        ["game 1, line 1, column 1: bad tag \"white\": expected a name that begins with a capital letter"]
    );
    pgn("[white \"x\"] 1. e4 *", &[]);
}

#[test]
fn game_types_with_blanks_and_leading_zeros() {
    let read = |found: &str, written: &str| format!("1, column 1: GameType {found:?} read as {written:?}");
    for (found, written) in [(" 20 , W , 10 , 10 , N2 , 0 ", "20,W,10,10,N2,0"), ("020", "20")] {
        pdn(&format!("[GameType \"{found}\"] 1. 32-28 *"), &[&read(found, written)]);
    }
    pdn("[GameType \"20,W,10,10,N2,0\"] 1. 32-28 *", &[]);
}

#[test]
fn positions_that_are_written_otherwise() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    // After every double step (PGN 16.1.3.4), or only where a pawn can answer it: both are in use.
    pgn(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n1... e5 *"), &[]);
    let bare = fen.replace("KQkq", "qkKQ");
    pgn(
        &format!("[SetUp \"1\"]\n[FEN \"{bare}\"]\n1... e5 *"),
        &["2, column 1: the castling field of the position, \"qkKQ\", read as \"KQkq\""],
    );
    let russian = ReadOptions::pdn().results(ResultStyle::One);
    let squares =
        |fen: &str, written: &str| format!("the squares of the position, {fen:?}, read as {written:?}");
    check::<Draughts<Russian>>(
        russian,
        "[FEN \"W:W22:B1\"]\n1. c3-d4 *",
        &[&format!("1, column 1: {}", squares("W:W22:B1", "W:Wc3:Bb8"))],
    );
    check::<Draughts<Russian>>(
        russian,
        "1. c3-d4 /FEN \"W:W22:B1\"/ 1. c3-d4 *",
        &[&format!("1, column 10: {}", squares("W:W22:B1", "W:Wc3:Bb8"))],
    );
    pdn("[FEN \"W:W31-50:B1-20\"] 1. 32-28 *", &[]);
}

#[test]
fn what_is_no_position_is_not_repaired() {
    for (text, is_chess) in
        [("[FEN \"hello: world\"] 1. 32-28 *", false), ("[SetUp \"1\"][FEN \"8/8/8  w - -\"] 1. e4 *", true)]
    {
        let errors = match is_chess {
            true => reported::<Chess>(text, ReadOptions::pgn()),
            false => reported::<Draughts<International>>(text, ReadOptions::pdn()),
        };
        assert!(errors.len() == 1 && errors[0].contains("bad position"), "{errors:?}");
    }
}
