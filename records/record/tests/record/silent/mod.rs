//! Nothing is repaired silently, and each fault has one place, whichever way a record is read.

mod agreement;
mod forms;
mod letters;
mod tags;

use std::io::{self, Read};

use boardgame::RecordNotation;
use chess::Chess;
use damier_record::{
    Fault, ReadOptions, Reader, ReaderMode, RecordError, Referee, ResultStyle, WriteOptions, read_games,
    read_raw_games, replay_board, replay_board_with, replay_games,
};
use draughts::Draughts;
use draughts::variants::{International, Russian};

/// What is reported of the games of a text: repairs and errors with their places, the same in all four ways to read.
#[track_caller]
fn reported<P: RecordNotation<Rules = ()>>(text: &str, options: ReadOptions) -> Vec<String> {
    let mut trees = Vec::new();
    for game in read_games::<P, _>(text.as_bytes(), options) {
        match game {
            Ok(game) => trees.extend(game.repairs.iter().map(ToString::to_string)),
            Err(broken) => {
                trees.extend(broken.repairs.iter().map(ToString::to_string));
                trees.push(broken.error.to_string());
            }
        }
    }
    let mut raw = Vec::new();
    let board = || match options.results {
        Some(style) => replay_board_with::<P>((), style),
        None => replay_board::<P>(),
    };
    let mut games = read_raw_games(text.as_bytes(), options);
    while let Some(game) = games.next() {
        // Where the text is broken, what the rules say about the moves before that goes first.
        let (game, fault) = match (game, games.take_broken()) {
            (Ok(game), _) => (game, None),
            (Err(error), Some(broken)) => (broken, Some(error)),
            // What hides games after an error of its game.
            (Err(error), None) => {
                raw.push(error.to_string());
                continue;
            }
        };
        let is_hidden =
            |fault: &RecordError| options.mode == ReaderMode::Strict && fault.fault.may_hide_games();
        let hidden = fault.clone().filter(is_hidden);
        let (found, mut repairs) = match game.resolve_on(&mut *board()) {
            Ok(read) => (None, read.repairs),
            Err(broken) => (Some(broken.error), broken.repairs),
        };
        let error = found.into_iter().chain(fault).min_by_key(|error| error.place);
        if let Some(error) = &error {
            repairs.retain(|repair| game.is_told(repair, error));
        }
        raw.extend(repairs.iter().map(ToString::to_string));
        let hidden = hidden.filter(|hidden| error.as_ref() != Some(hidden));
        raw.extend(error.into_iter().chain(hidden).map(|error| error.to_string()));
    }
    assert_eq!(sorted(&trees), sorted(&raw), "as texts: {text}");
    let mut refereed = Vec::new();
    let mut reader = Reader::with_options(text.as_bytes(), options);
    let mut errors = Vec::new();
    let mut referee = Referee::new(options, |_| Ok(board()), |repair| refereed.push(repair.to_string()));
    loop {
        match reader.read_game(&mut referee) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => errors.push(error.to_string()),
        }
    }
    drop(referee);
    refereed.extend(errors);
    assert_eq!(sorted(&trees), sorted(&refereed), "by the referee: {text}");
    let replays = replay_games::<P, _>(text.as_bytes(), options).flatten().flat_map(|game| game.repairs);
    let replays: Vec<String> = replays.map(|repair| repair.to_string()).collect();
    assert!(replays.iter().all(|repair| trees.contains(repair)), "{replays:?} {trees:?}");
    trees
}

fn sorted(list: &[String]) -> Vec<String> {
    let mut list = list.to_vec();
    list.sort();
    list
}

/// One repair at a place in the tolerant mode, and the same as an error in the strict one.
#[track_caller]
fn check<P: RecordNotation<Rules = ()>>(options: ReadOptions, text: &str, expected: &[&str]) {
    let expected: Vec<String> = expected.iter().map(|text| format!("game 1, line {text}")).collect();
    assert_eq!(reported::<P>(text, options), expected, "{text}");
    let strict = reported::<P>(text, options.strict());
    assert_eq!(strict.len(), usize::from(!expected.is_empty()), "{strict:?}");
    assert!(strict.iter().all(|error| expected.contains(error)), "{strict:?}");
    // What is written then needs no repair.
    for game in read_games::<P, _>(text.as_bytes(), options) {
        let Ok(game) = game else { continue };
        let writing = match options.syntax {
            damier_record::Syntax::Pgn => WriteOptions::pgn(),
            damier_record::Syntax::Pdn => WriteOptions::pdn(options.results.unwrap_or_default()),
        };
        let mut out = Vec::new();
        writing.write(&game.tree, &mut out).expect("a record");
        let written = String::from_utf8(out).expect("text");
        assert_eq!(reported::<P>(&written, options.strict()), [""; 0], "{written}");
    }
}

fn pgn(text: &str, expected: &[&str]) {
    check::<Chess>(ReadOptions::pgn(), text, expected);
}

fn pdn(text: &str, expected: &[&str]) {
    check::<Draughts<International>>(ReadOptions::pdn().results(ResultStyle::Two), text, expected);
}

const OTHERS: &str = "those that follow from it are not reported";

#[test]
fn wrong_move_numbers() {
    let wrong = |place: &str, found: &str, written: &str| {
        format!("1, column {place}: wrong move number {found:?}, read as {written:?}; {OTHERS}")
    };
    pgn("1. e4 e5 7. Nf3 Nc6 8. Bb5 *", &[&wrong("10", "7.", "2.")]);
    pgn("1... e4 e5 2. Nf3 *", &[&wrong("1", "1...", "1.")]);
    pgn("1. e4 e5 2. ... Nf3 *", &[&wrong("13", "...", "2.")]);
    pgn("1. e4 (2. d4 d5 3. c4) 1... e5 2. Nf3 *", &[&wrong("8", "2.", "1.")]);
    pgn("1. e4 2... e5 *", &[&wrong("7", "2...", "1...")]);
    pdn("1. 32-28 19-23 7. 28x19 14x23 8. 37-32 *", &[&wrong("16", "7.", "2.")]);
    pdn("1... 32-28 *", &[&wrong("1", "1...", "1.")]);
    // Numbers may be missing, stand twice and have their dots apart.
    pgn("e4 e5 2. Nf3 Nc6 Bb5 *", &[]);
    pgn("1 e4 1... e5 2. {why} 2. Nf3 2... Nc6 3.Bb5 3. ... a6 *", &[]);
    pdn("1. 32-28 1... 19-23 2. 28x19 2. ... 14x23 *", &[]);
    // A new jump is told again.
    pgn("1. e4 e5 5. Nf3 Nc6 9... Bb5 *", &[&wrong("10", "5.", "2."), &wrong("21", "9...", "3.")]);
}

#[test]
fn move_numbers_of_the_second_player_have_three_dots() {
    let wrong = |place: &str, found: &str, written: &str| {
        format!("{place}: wrong move number {found:?}, read as {written:?}; {OTHERS}")
    };
    pgn("1. e4 1. e5 2. Nf3 2. Nc6 *", &[&wrong("1, column 7", "1.", "1...")]);
    pgn("1. e4 1. ... e5 2. Nf3 2. Nc6 *", &[&wrong("1, column 24", "2.", "2...")]);
    pdn("[FEN \"B:W40:B11\"]\n1. 11-17 40-34 2. 17-22 *", &[&wrong("2, column 1", "1.", "1...")]);
}

#[test]
fn counters_of_lidraughts_number_the_moves() {
    let tag = |groups: &str| format!("[FEN \"W:W32:B19:{groups}\"]\n");
    let extra = |groups: &str, more: &str| {
        format!("1, column 1: {groups:?} in the position is not part of the standard, left out{more}")
    };
    pdn(
        &format!("{}7. 32-28 19-24 8. 28-22 *", tag("H3:F7")),
        &[&extra("H3:F7", "; moves are numbered from 1")],
    );
    pdn(&format!("{}1. 32-28 19-24 2. 28-22 *", tag("H0:F1")), &[&extra("H0:F1", "")]);
}

#[test]
fn move_numbers_after_a_set_up_are_those_of_its_position() {
    let tags = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 31\"]\n";
    pgn(&format!("{tags}31. e4 Ke7 32. e5 *"), &[]);
    let wrong = format!("3, column 1: wrong move number \"1.\", read as \"31.\"; {OTHERS}");
    pgn(&format!("{tags}1. e4 Ke7 2. e5 (2. Kd2 Kd6 3. Kc3) Kd7 3. Kd2 *"), &[&wrong]);
    let black = tags.replace(" w ", " b ");
    pgn(&format!("{black}31... Kd7 32. e4 *"), &[]);
}

#[test]
fn moves_in_another_notation() {
    let read =
        |place: &str, found: &str, written: &str| format!("1, column {place}: {found:?} read as {written:?}");
    pgn("1. e2e4 e7-e5 *", &[&read("4", "e2e4", "e4"), &read("9", "e7-e5", "e5")]);
    pgn("1. Ng1-f3 Ng8f6 *", &[&read("4", "Ng1-f3", "Nf3"), &read("11", "Ng8f6", "Nf6")]);
    pgn("1. e4 d5 2. ed5 Qd5 *", &[&read("13", "ed5", "exd5"), &read("17", "Qd5", "Qxd5")]);
}

#[test]
fn wrong_disambiguation() {
    let read =
        |place: &str, found: &str, written: &str| format!("1, column {place}: {found:?} read as {written:?}");
    pgn("1. Ngf3 Nbc6 *", &[&read("4", "Ngf3", "Nf3"), &read("9", "Nbc6", "Nc6")]);
    pgn("1. Nf3 d6 2. d3 d5 3. Nfd2 *", &[]);
    pgn("1. Nf3 d6 2. d3 d5 3. Nf3d2 *", &[&read("23", "Nf3d2", "Nfd2")]);
    pgn("1. Nf3 d6 2. d3 d5 3. N3d2 *", &[&read("23", "N3d2", "Nfd2")]);
}

#[test]
fn castling_with_zeros_is_told_once() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *";
    pgn(text, &["1, column 35: \"0-0\" read as castling"]);
    check::<Chess>(ReadOptions::pgn().exact_moves(), text, &["1, column 35: \"0-0\" read as castling"]);
}

#[test]
fn promotions_and_en_passant_in_another_notation() {
    let tags = "[SetUp \"1\"][FEN \"7k/4P3/8/3pP3/8/8/8/K7 w - d6 0 1\"]\n";
    pgn(&format!("{tags}1. exd6 *"), &[]);
    pgn(&format!("{tags}1. exd6e.p. *"), &["2, column 4: \"exd6e.p.\" read as \"exd6\""]);
    pgn(&format!("{tags}1. e8=R+ *"), &[]);
    pgn(&format!("{tags}1. e8R+ *"), &["2, column 4: \"e8R+\" read as \"e8=R+\""]);
}

#[test]
fn marks_of_check_are_compared_on_request() {
    let exact =
        |text: &str, expected: &[&str]| check::<Chess>(ReadOptions::pgn().exact_moves(), text, expected);
    exact("1. e4 f6 2. Qh5+ g6 *", &[]);
    exact("1. e4 f6 2. Qh5 g6 *", &["1, column 13: \"Qh5\" read as \"Qh5+\""]);
    exact(
        "1. e4+ f6 2. Qh5# g6 *",
        &["1, column 4: \"e4+\" read as \"e4\"", "1, column 14: \"Qh5#\" read as \"Qh5+\""],
    );
    exact("1. e4 f6 2. Qh5++ g6 *", &["1, column 13: \"Qh5++\" read as \"Qh5+\""]);
    pgn("1. e4+ f6 2. Qh5 g6 *", &[]);
}

#[test]
fn signs_of_draughts_moves() {
    let read =
        |place: &str, found: &str, written: &str| format!("1, column {place}: {found:?} read as {written:?}");
    pdn("1. 32-28 19-23 2. 28:19 14x23 *", &[]);
    pdn("1. 32-28 19-23 2. 28-19 14-23 *", &[&read("19", "28-19", "28x19"), &read("25", "14-23", "14x23")]);
    pdn("1. 32x28 *", &[&read("4", "32x28", "32-28")]);
    let russian =
        |text: &str, expected: &[&str]| check::<Draughts<Russian>>(ReadOptions::pdn(), text, expected);
    russian("1. c3-d4 d6-c5 2. b2-c3 f6-e5 3. d4xf6 *", &[]);
    russian("1. c3d4 d6-c5 *", &[&read("4", "c3d4", "c3-d4")]);
    russian("1. 22-18 d6-c5 *", &[&read("4", "22-18", "c3-d4")]);
    // In chess only a sign between squares may be wrong.
    pgn("1. e4 d5 2. e-d5 *", &[&read("13", "e-d5", "exd5")]);
    let errors = reported::<Chess>("1. Nxf3 *", ReadOptions::pgn());
    assert!(errors.len() == 1 && errors[0].contains("illegal move \"Nxf3\""), "{errors:?}");
}

#[test]
fn routes_that_are_not_needed() {
    let tag = "[FEN \"W:W28:B14,23,1\"]\n";
    pdn(&format!("{tag}1. 28x10 *"), &[]);
    pdn(&format!("{tag}1. 28:19:10 *"), &["2, column 4: \"28:19:10\" read as \"28x10\""]);
    let tag = "[FEN \"W:WK47:B14,19,29,31,42\"]\n";
    pdn(&format!("{tag}1. 47:38:20:9:36 *"), &[]);
}

/// What a text becomes when it is read and written.
fn written<P: RecordNotation<Rules = ()>>(
    text: &str,
    reading: ReadOptions,
    writing: &WriteOptions,
) -> String {
    let mut games = read_games::<P, _>(text.as_bytes(), reading);
    writing.to_text(&games.next().expect("a game").expect("legal").tree).expect("a record")
}

#[test]
fn comments_are_kept_as_they_are() {
    let moves = |text: &str| {
        let written = written::<Chess>(text, ReadOptions::pgn(), &WriteOptions::pgn());
        written.split_once("\n\n").expect("tags").1.trim_end().to_owned()
    };
    for text in [
        "1. e4 {two\nlines} *",
        "1. e4 { [%clk 0:01:00] } 1... e5 {a  b\n\n   c } *",
        "{  } 1. e4 {} 1... e5 {\n} *",
        "1. e4 {%\n%} *",
        ";one } brace\n1. e4 *",
    ] {
        assert_eq!(moves(text), text);
    }
    assert_eq!(moves("1. e4 {two\r\nlines} ; and more\r\n *"), "1. e4 {two\nlines} { and more} *");
    // Only blanks may become line breaks.
    let long = "word  ".repeat(40);
    let wrapped = moves(&format!("1. e4 {{{long}}} *"));
    assert!(wrapped.lines().all(|line| line.len() < 80), "{wrapped}");
    assert_eq!(wrapped.replace('\n', " "), format!("1. e4 {{{long}}} *"));
    assert_eq!(moves(&wrapped), wrapped);
}

#[test]
fn comments_after_the_result_belong_to_the_game_that_ended() {
    let text = "1. e4 1-0 {end} ; of it\n\n1. d4 *\n";
    let games: Vec<_> =
        read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn().strict()).flatten().collect();
    let [first, second] = &games[..] else { panic!("two games") };
    let comments: Vec<&str> =
        first.tree.notes(first.tree.end()).after.iter().map(damier_record::Comment::text).collect();
    assert_eq!(comments, ["end", " of it"]);
    assert!(second.tree.notes(damier_record::NodeId::ROOT).is_empty());
    pdn("1. 32-28 * {end}", &[]);
}

#[test]
fn comments_between_games_are_told() {
    let text = "{first} 1. e4 1-0\n{between}\n1. d4 *\n{last}\n\n{of all}\n";
    let last = |line: &str| {
        format!("game 2, line {line}, column 1: a comment after the last game, read as belonging to it")
    };
    assert_eq!(
        reported::<Chess>(text, ReadOptions::pgn()),
        [
            "game 2, line 2, column 1: a comment between two games, read as belonging to the second",
            &last("4"),
            &last("6"),
        ],
    );
    let games: Vec<_> = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).flatten().collect();
    let [_, second] = &games[..] else { panic!("two games") };
    let comments = &second.tree.notes(second.tree.end()).after;
    assert_eq!(comments.iter().map(damier_record::Comment::text).collect::<Vec<_>>(), ["last", "of all"]);
    // Without a game there is none to belong to.
    let mut games = read_games::<Chess, _>("{alone}".as_bytes(), ReadOptions::pgn());
    assert_eq!(games.by_ref().count(), 0);
    assert_eq!(
        games.repairs_after()[0].to_string(),
        "game 1, line 1, column 1: a comment that belongs to no game, left out"
    );
}

#[test]
fn a_failure_between_games_is_no_game() {
    struct Failing<'a>(&'a [u8]);
    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::Error::other("the disk is gone")),
                count => Ok(count),
            }
        }
    }
    let mut reader = Reader::new(Failing(b"1. e4 *\n1. d4 *\n"), damier_record::Syntax::Pgn);
    let mut referee = Referee::new(ReadOptions::pgn(), |_| Ok(replay_board::<Chess>()), |_| {});
    assert_eq!(reader.read_game(&mut referee), Ok(true));
    assert_eq!(reader.read_game(&mut referee), Ok(true));
    let error = reader.read_game(&mut referee).expect_err("a failure");
    assert!(matches!(error.fault, Fault::Io { .. }), "{error}");
    assert_eq!((error.game, error.place.line), (3, 3));
    assert_eq!((reader.games(), referee.tally().games), (2, 2));
    assert_eq!(reader.read_game(&mut referee), Ok(false));
}

#[test]
fn an_unknown_move_in_the_middle_of_a_game() {
    // By the standard the dots stand for a move: the position after it is unknown.
    let text = "1. 32-28 ... 2. 33-28 *";
    let errors = reported::<Draughts<International>>(text, ReadOptions::pdn());
    assert_eq!(
        errors,
        [
            "game 1, line 1, column 10: an unknown move, left out",
            "game 1, line 1, column 17: the previous move is unknown: the game cannot be followed from here",
        ]
    );
    // A set-up tells the position again.
    let text = "1. 32-28 ... 2. /FEN \"W:W32:B19\"/ 32-28 *";
    assert_eq!(reported::<Draughts<International>>(text, ReadOptions::pdn()), [errors[0].as_str()]);
    // After a number, and at the beginning of a line, they are the move of the first player.
    pdn("[FEN \"B:W32:B19\"] 1. ... 19-23 *", &[]);
    pdn("[FEN \"B:W32:B19\"] ... 19-23 *", &[]);
    pdn("1. 32-28 {why} 1. ... 19-23 (1. ... 18-23) *", &[]);
}

#[test]
fn a_pass_in_a_set_up() {
    let pass = "1, column 10: the set-up \"W::\" read as the same position with this player to move";
    let text = "1. 32-28 /FEN \"W::\"/ 1. 37-32 19-23 *";
    pdn(text, &[pass]);
    let options = ReadOptions::pdn().results(ResultStyle::Two);
    let text = written::<Draughts<International>>(text, options, &WriteOptions::pdn(ResultStyle::Two));
    assert!(
        text.contains("1. 32-28\n/FEN \"W:W28,31,33,34") && text.contains("\"/\n1. 37-32 19-23 *"),
        "{text}"
    );
}
