//! The event reader: every trap of the grammars, errors with their places, limits.

use std::slice;

use damier_record::{
    CommentPlace, Fault, Flow, Location, Marks, MoveText, ReadOptions, Reader, ReaderMode, RecordError,
    Repair, RepairKind, Syntax, Terminator, Visitor, read_raw_games,
};

/// Writes down what it sees, one short word for each event.
#[derive(Default)]
struct Log {
    games: Vec<String>,
    repairs: Vec<Repair>,
    skips_variations: bool,
}

impl Log {
    fn say(&mut self, word: &str) {
        let game = self.games.last_mut().expect("a game has begun");
        if !game.is_empty() {
            game.push(' ');
        }
        game.push_str(word);
    }
}

impl Visitor for Log {
    fn begin_game(&mut self, _: u64, _: Location) {
        self.games.push(String::new());
    }
    fn tag(&mut self, name: &str, value: &str, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.say(&format!("[{name}={value}]"));
        Ok(())
    }
    fn mv(&mut self, mv: MoveText<'_>, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        assert_eq!(mv.as_bytes(), mv.as_str().as_bytes());
        self.say(mv.as_str());
        Ok(())
    }
    fn marks(&mut self, marks: Marks) {
        self.say(&format!("mark{marks}"));
    }
    fn comment(&mut self, text: &str, place: CommentPlace) {
        let place = match place {
            CommentPlace::Game => "game",
            CommentPlace::Before => "before",
            CommentPlace::After => "after",
        };
        self.say(&format!("{place}{{{text}}}"));
    }
    fn nag(&mut self, nag: u8) {
        self.say(&format!("${nag}"));
    }
    fn begin_variation(&mut self) -> Result<Flow, Fault> {
        if self.skips_variations {
            return Ok(Flow::Skip);
        }
        self.say("(");
        Ok(Flow::Visit)
    }
    fn end_variation(&mut self) {
        self.say(")");
    }
    fn set_up(&mut self, fen: &str, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.say(&format!("/{fen}/"));
        Ok(())
    }
    fn end_game(&mut self, terminator: Terminator, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        let end = match terminator {
            Terminator::Star => "*".to_owned(),
            Terminator::Missing => "end".to_owned(),
            Terminator::Result { text, .. } => text.to_owned(),
            Terminator::Given(_) => unreachable!("records have texts"),
        };
        self.say(&end);
        Ok(())
    }
    fn repair(&mut self, repair: Repair) {
        self.repairs.push(repair);
    }
}

fn read(text: impl AsRef<[u8]>, syntax: Syntax, mode: ReaderMode) -> (Log, Vec<RecordError>) {
    let mut reader = Reader::new(text.as_ref(), syntax).with_mode(mode);
    let mut log = Log::default();
    let mut errors = Vec::new();
    loop {
        match reader.read_game(&mut log) {
            Ok(true) => {}
            Ok(false) => return (log, errors),
            Err(error) => errors.push(error),
        }
    }
}

/// What is read, without errors; and the kinds of repairs.
#[track_caller]
fn games(text: impl AsRef<[u8]>, syntax: Syntax) -> (Vec<String>, Vec<RepairKind>) {
    let (log, errors) = read(text, syntax, ReaderMode::Tolerant);
    assert_eq!(errors, []);
    (log.games, log.repairs.into_iter().map(|repair| repair.kind).collect())
}

#[track_caller]
fn check_pdn(text: &str, expected: &[&str], repairs: &[RepairKind]) {
    let (games, found) = games(text, Syntax::Pdn);
    assert_eq!(games, expected, "{text}");
    assert_eq!(found, repairs, "{text}");
    let (_, errors) = read(text, Syntax::Pdn, ReaderMode::Strict);
    assert_eq!(errors.is_empty(), repairs.is_empty(), "strict: {errors:?}");
}

#[track_caller]
fn check_pgn(text: &str, expected: &[&str], repairs: &[RepairKind]) {
    let (games, found) = games(text, Syntax::Pgn);
    assert_eq!(games, expected, "{text}");
    assert_eq!(found, repairs, "{text}");
    let (_, errors) = read(text, Syntax::Pgn, ReaderMode::Strict);
    assert_eq!(errors.is_empty(), repairs.is_empty(), "strict: {errors:?}");
}

#[track_caller]
fn errors(text: impl AsRef<[u8]>, syntax: Syntax) -> Vec<String> {
    read(text, syntax, ReaderMode::Tolerant).1.iter().map(ToString::to_string).collect()
}

fn found(text: &str) -> String {
    text.to_owned()
}

#[test]
fn move_1_18_is_not_a_result_and_an_8() {
    check_pdn("1. 1-18 *", &["1-18 *"], &[]);
    check_pdn("1. 1-10 1-11 *", &["1-10 1-11 *"], &[]);
}

#[test]
fn x23_is_not_an_identifier() {
    check_pdn("1. 28x23 18x23x32 *", &["28x23 18x23x32 *"], &[]);
    check_pdn("1. x23 *", &["x23 *"], &[]);
}

#[test]
fn mark_in_parentheses_is_not_a_variation() {
    check_pdn("1. 31-27(?) 19-23(!?) *", &["31-27 mark? 19-23 mark!? *"], &[]);
    let detached = RepairKind::DetachedMarks { found: found("!") };
    check_pdn("1. 31-27 (!) 19-23 *", &["31-27 mark! 19-23 *"], &[detached]);
}

#[test]
fn star_after_a_move_ends_the_game() {
    check_pdn("1. 1-6* 32-28", &["1-6 *", "32-28 end"], &[RepairKind::StarAtMove]);
    check_pdn("1. 1-6 * 32-28*", &["1-6 *", "32-28 *"], &[]);
    // The number of an annotation is no move.
    check_pdn("$1* 32-28 *", &["$1 *", "32-28 *"], &[]);
}

#[test]
fn results_end_games_in_old_files() {
    let end = |text: &str| RepairKind::ResultAsTerminator { found: found(text) };
    check_pdn("1. 32-28 1-1\n1. 33-28 2-0", &["32-28 1-1", "33-28 2-0"], &[end("1-1"), end("2-0")]);
    check_pdn("1. 32-28 1/2-1/2 31-26 0-0", &["32-28 1/2-1/2", "31-26 0-0"], &[end("1/2-1/2"), end("0-0")]);
    check_pdn("1. 32-28 0-2 *", &["32-28 0-2"], &[end("0-2"), RepairKind::StraySeparator]);
}

#[test]
fn leading_zeros_are_read() {
    let zero = |text: &str| RepairKind::LeadingZero { found: found(text) };
    check_pdn("1. 32-28 07-11 *", &["32-28 07-11 *"], &[zero("07-11")]);
    check_pdn("1. 10-05 20-30 *", &["10-05 20-30 *"], &[zero("10-05")]);
}

#[test]
fn next_tags_begin_the_next_game() {
    let text = "[White \"a\"]\n1. 32-28\n[White \"b\"]\n1. 33-28 *";
    check_pdn(text, &["[White=a] 32-28 end", "[White=b] 33-28 *"], &[RepairKind::MissingTerminator]);
    let text = "[White \"a\"]\n\n1. e4\n\n[White \"b\"]\n\n1. d4 1-0";
    check_pgn(text, &["[White=a] e4 end", "[White=b] d4 1-0"], &[RepairKind::MissingTerminator]);
}

/// Games without tags and ends: an empty line and a first number divide them.
#[test]
fn first_numbers_begin_the_next_game() {
    let alone = RepairKind::MovesAlone;
    let missing = RepairKind::MissingTerminator;
    check_pgn("1. e4 e5\n\n1. d4 d5 *", &["e4 e5 end", "d4 d5 *"], slice::from_ref(&alone));
    check_pgn("1. e4 e5\r\n \r\n1.d4", &["e4 e5 end", "d4 end"], &[alone.clone(), missing.clone()]);
    check_pdn("1. 32-28 19-23\n\n1. 33-28", &["32-28 19-23 end", "33-28 end"], slice::from_ref(&alone));
    // The dot is often missing, which PGN allows.
    check_pgn("1 e4 e5\n\n1 d4 d5 *", &["e4 e5 end", "d4 d5 *"], slice::from_ref(&alone));
    let dotless = || RepairKind::NumberWithoutDot { found: "1".to_owned() };
    let repairs = [dotless(), alone.clone(), dotless()];
    check_pdn("1 32-28 19-23\n\n1 31-27 *", &["32-28 19-23 end", "31-27 *"], &repairs);
    // What follows the last move belongs to its game, what follows the empty line to the next.
    let between = RepairKind::CommentBetweenGames;
    check_pgn(
        "1. e4 e5 $1 {good}\n\n{two}\n{more} 1. d4 *",
        &["e4 e5 $1 after{good} end", "game{two} game{more} d4 *"],
        &[alone.clone(), between.clone(), between.clone()],
    );
    check_pgn("1. e4 e5\n\n; two\n1. d4 *", &["e4 e5 end", "game{ two} d4 *"], &[alone.clone(), between]);
    check_pgn("1. e4 e5\n\n$1 1. d4 *", &["e4 e5 $1 end", "d4 *"], slice::from_ref(&alone));
    check_pgn("1. e4 e5 2. d4\n\n1... c5 *", &["e4 e5 d4 end", "c5 *"], slice::from_ref(&alone));
    let (divided, _) = games("1. e4 e5\n\n{c} $1 1. d4 *", Syntax::Pgn);
    assert_eq!(divided.len(), 2, "{divided:?}");
    // An error does not swallow the next game.
    check_pgn("1. e4 e5 (1... c5)\n\n1. d4 *", &["e4 e5 ( c5 ) end", "d4 *"], &[alone]);
    // One game: paragraphs, numbers that go on, and everything inside of variations.
    for text in [
        "1. e4\n\n1... e5 2. d4 *",
        "1. e4 {why}\n\n{because} 1... e5 2. d4 *",
        "1.\n\n1. e4 *",
        "{intro}\n\n1. e4 e5 *",
        "1. e4 e5\n1. d4 *",
        "1. e4 e5\n\n2. d4 *",
        "1. e4 e5 (1... c5\n\n1. d4) *",
        "1. e4 e5\n\n{why} 2. d4 *",
        "1. e4 e5\n\n10. d4 *",
    ] {
        let (games, repairs) = games(text, Syntax::Pgn);
        assert_eq!((games.len(), repairs), (1, vec![]), "{text}: {games:?}");
    }
    // After an error too.
    let text = "1. e4 e5 ) 2. d4\n\n1. d4 *";
    let mut reader = damier_record::Reader::new(text.as_bytes(), Syntax::Pgn);
    assert!(reader.read_game(&mut Nothing).is_err());
    assert_eq!(reader.read_game(&mut Nothing), Ok(true));
    assert_eq!(reader.read_game(&mut Nothing), Ok(false));
}

struct Nothing;

impl damier_record::Visitor for Nothing {}

#[test]
fn final_dot_in_fen() {
    let text = "[FEN \"W:W40:B11.\"]\n1. 40-34 /FEN \"W:W40:B11.\"/ 40-35 *";
    let expected = "[FEN=W:W40:B11] 40-34 /W:W40:B11/ 40-35 *";
    check_pdn(text, &[expected], &[RepairKind::FinalDot, RepairKind::FinalDot]);
}

#[test]
fn hyphens_in_place_of_moves() {
    let text = "1. 32-28 19-23 41. - - *";
    check_pdn(text, &["32-28 19-23 *"], &[RepairKind::MissingMove, RepairKind::MissingMove]);
}

#[test]
fn spaces_in_moves() {
    let spaces = |text: &str| RepairKind::SpacesInMove { found: found(text) };
    check_pdn(
        "1. 39-34  1- 6 2. 34x 12x 3 *",
        &["39-34 1-6 34x12x3 *"],
        &[spaces("1- 6"), spaces("34x 12x 3")],
    );
    check_pdn("1. c3 - d4 10 -14 *", &["c3-d4 10-14 *"], &[spaces("c3 - d4"), spaces("10 -14")]);
    check_pdn(
        "1. 32-28 41 - - *",
        &["32-28 *"],
        &[
            RepairKind::NumberWithoutDot { found: found("41") },
            RepairKind::MissingMove,
            RepairKind::MissingMove,
        ],
    );
}

#[test]
fn moves_without_a_sign_are_no_move_numbers() {
    let bare = |text: &str| RepairKind::BareSquares { found: found(text) };
    let number = |text: &str| RepairKind::NumberWithoutDot { found: found(text) };
    check_pdn("1. 3228 1923 2. 2819 *", &["3228 1923 2819 *"], &[bare("3228"), bare("1923"), bare("2819")]);
    check_pdn("1 3228 19-23 *", &["3228 19-23 *"], &[number("1"), bare("3228")]);
    check_pdn(
        "1 32 - 28 *",
        &["32-28 *"],
        &[number("1"), RepairKind::SpacesInMove { found: found("32 - 28") }],
    );
    check_pdn("12 {why} 32-28 *", &["before{why} 32-28 *"], &[number("12")]);
    // Not a move either, but whoever follows the game must see it.
    check_pdn("1. 32 28 *", &["32 28 *"], &[bare("32"), bare("28")]);
    check_pdn("1. 328 *", &["328 *"], &[bare("328")]);
}

#[test]
fn unknown_move() {
    check_pdn("1. 32-28 ... 2. 33-28 *", &["32-28 ... 33-28 *"], &[]);
    check_pdn("1... 19-23 *", &["19-23 *"], &[]);
}

#[test]
fn percent_lines() {
    let two = [RepairKind::EscapedLine, RepairKind::EscapedLine];
    check_pdn("% one\n1. 32-28 % two * \n19-23 *", &["32-28 19-23 *"], &two);
    check_pgn("% one\n1. e4\n%two *\ne5 *", &["e4 e5 *"], &two);
    let error = "game 1, line 1, column 7: found '%', expected a move, a comment, a variation or a result";
    assert_eq!(errors("1. e4 %x *", Syntax::Pgn), [error]);
}

#[test]
fn semicolon_comments() {
    check_pgn("1. e4 ; to the } end\r\n1... e5 *", &["e4 after{ to the } end} e5 *"], &[]);
    check_pdn("1. 32-28 ;x\n *", &["32-28 after{x} *"], &[RepairKind::SemicolonComment]);
}

#[test]
fn set_ups() {
    check_pdn("/FEN \"W:W50:B1\"/ 50-45 *", &["/W:W50:B1/ 50-45 *"], &[]);
    let error = "game 1, line 1, column 1: bad set-up \"/XYZ \\\"W:W50:B1\\\"\": expected /FEN \"...\"/";
    assert_eq!(errors("/XYZ \"W:W50:B1\"/ 50-45 *", Syntax::Pdn), [error]);
}

#[test]
fn comments_know_their_place() {
    let text = "{a} 1. {b} e4 {c} $1 {d} (1. d4 {e}) {f} 1... {g} e5 ({h} 1... c5) *";
    let expected =
        "game{a} before{b} e4 after{c} $1 after{d} ( d4 after{e} ) before{f} before{g} e5 ( before{h} c5 ) *";
    check_pgn(text, &[expected], &[]);
}

#[test]
fn comments_before_the_tags() {
    check_pgn("{a}\n[White \"b\"]\n1. e4 *", &["game{a} [White=b] e4 *"], &[]);
}

#[test]
fn repairs_of_pgn() {
    let zero = RepairKind::ZeroCastling { found: found("0-0") };
    check_pgn("4. 0-0 *", &["0-0 *"], &[zero]);
    check_pgn("1. e4 1/2", &["e4 1/2"], &[RepairKind::HalfResult]);
    check_pgn("1. exd6e.p. *", &["exd6e.p. *"], &[]);
    check_pgn("1. exd6 e.p. *", &["exd6 *"], &[RepairKind::EnPassantMark]);
    check_pgn("1 e4 1 ... e5 *", &["e4 e5 *"], &[]);
    check_pgn("1. e4 .. e5 *", &["e4 e5 *"], &[RepairKind::StrayDots]);
    check_pgn("1. e4 e5 (... c5) *", &["e4 e5 ( c5 ) *"], &[RepairKind::StrayDots]);
    check_pgn("1. e4 (1. d4) ... e5 *", &["e4 ( d4 ) e5 *"], &[RepairKind::StrayDots]);
    check_pgn("1 . e4 1 ... e5 (1. ... c5) *", &["e4 e5 ( c5 ) *"], &[]);
    check_pgn("1. e4 (1. d4 1-0) e5 *", &["e4 ( d4 ) e5 *"], &[RepairKind::ResultInVariation]);
    check_pgn("1. e4 () e5 *", &["e4 ( ) e5 *"], &[RepairKind::EmptyVariation]);
    check_pgn("$1 1. e4 *", &["$1 e4 *"], &[]);
    check_pgn("1. e4 ($1 1. d4) *", &["e4 ( $1 d4 ) *"], &[RepairKind::NagBeforeMove { nag: 1 }]);
    check_pgn("1. e4 !? *", &["e4 mark!? *"], &[RepairKind::DetachedMarks { found: found("!?") }]);
    let quotes = RepairKind::UnescapedQuote { name: found("Event") };
    check_pgn("[Event \"the \"big\" one\"] 1. e4 *", &["[Event=the \"big\" one] e4 *"], &[quotes]);
}

#[test]
fn tag_values_are_unescaped() {
    let text = r#"[White "O\"Neil"][Black "a\\b\c"][ Site "x" ] *"#;
    check_pgn(text, &[r#"[White=O"Neil] [Black=a\b\c] [Site=x] *"#], &[]);
}

#[test]
fn encodings() {
    check_pgn("\u{feff}[White \"\u{e9}\"] *", &["[White=\u{e9}] *"], &[RepairKind::ByteOrderMark]);
    // What is not UTF-8 does not change how the rest of the file is read.
    let text = "[Result \"12-8\"]\n1. 32-28 12-8\n";
    let after_other = [b"[White \"\xe9\"] *\n", text.as_bytes()].concat();
    let (log, errors) = read(&after_other, Syntax::Pdn, ReaderMode::Tolerant);
    assert_eq!(log.games.last(), games(text, Syntax::Pdn).0.last());
    assert_eq!(errors.len(), 1);
    assert!(errors[0].to_string().ends_with("\"\u{fffd}\" is not UTF-8 at byte e9"), "{errors:?}");
}

#[test]
fn errors_name_their_place_and_other_games_stay() {
    let text = "1. e4 *\n1. e4 ) e5 *\r\n1. d4\n \0 d5 *\n[Event \"x\n\n1. c4 *\n1. f4 {no end\n[White \"a\"]\n1. g4 *";
    let (log, errors) = read(text, Syntax::Pgn, ReaderMode::Tolerant);
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let expected = [
        "game 2, line 2, column 7: found \")\" without a variation to close",
        "game 3, line 4, column 2: found '\\0', expected a move, a comment, a variation or a result",
        "game 4, line 5, column 1: the value of the tag is not closed, expected \"] in the same line",
        "game 5, line 8, column 7: the comment is not closed, expected }: everything to the end of the file is inside it, and only games that begin with a tag are found again",
    ];
    assert_eq!(errors, expected);
    assert_eq!(log.games.first().map(String::as_str), Some("e4 *"));
    assert_eq!(log.games.last().map(String::as_str), Some("[White=a] g4 *"));
}

#[test]
fn variations_are_skipped_on_request() {
    let text = "1. e4 (1. d4 (1. c4 {)}) d5) (1. f4) e5 *";
    let mut log = Log { skips_variations: true, ..Log::default() };
    assert_eq!(Reader::new(text.as_bytes(), Syntax::Pgn).read_game(&mut log), Ok(true));
    assert_eq!(log.games, ["e4 e5 *"]);
}

#[test]
fn limits_hold() {
    let deep = format!("1. e4 {} 1. d4 *", "(1. d4 ".repeat(2000));
    let [error] = &errors(&deep, Syntax::Pgn)[..] else { panic!("one error") };
    assert!(error.contains("more than 1000 variations inside each other"), "{error}");
    let long = format!("1. e4 {{{}}} e5 * 1. d4 *", "x".repeat(damier_record::LONGEST_COMMENT + 1));
    let [error] = &errors(&long, Syntax::Pgn)[..] else { panic!("one error") };
    assert!(error.contains("comment longer than 1048576 bytes"), "{error}");
    let fits = format!("1. e4 {{{}}} e5 * 1. d4 *", "x".repeat(damier_record::LONGEST_COMMENT));
    assert_eq!(errors(&fits, Syntax::Pgn).len(), 0);
    let word = format!("1. {} e5 * 1. d4 *", "Q".repeat(100_000));
    assert_eq!(errors(&word, Syntax::Pgn), ["game 1, line 1, column 4: move longer than 256 bytes"]);
    check_pgn("1. e4 $256 *", &["e4 *"], &[RepairKind::FarNag { found: found("$256") }]);
    assert_eq!(errors("1. e4 $ *", Syntax::Pgn).len(), 1);
    let tag = format!("[A \"{}\"]\n*\n", "x".repeat(2 << 20));
    assert_eq!(errors(&tag, Syntax::Pgn), ["game 1, line 1, column 1: tag longer than 1048576 bytes"]);
}

/// Moves, numbers and comments with one space between them are read in another way than all else.
#[test]
fn events_know_their_places() {
    for (text, expected) in [
        ("1. e4 e5 2. Nf3 Nc6 *", "1:1 1:4 1:7 1:10 1:13 1:17 1:21"),
        ("1. e4 e5\n2. Nf3\nNc6 3. Bb5 *", "1:1 1:4 1:7 2:1 2:4 3:1 3:5 3:8 3:12"),
        ("1. e4 {a} e5 {b\nc} 2. Nf3 {d\ne\nf}\nNc6 *", "1:1 1:4 1:7 1:11 1:14 2:4 2:7 2:11 5:1 5:5"),
        ("1. e4  e5\t2. Nf3\n\n Nc6 (2... d6) *", "1:1 1:4 1:8 1:11 1:14 3:2 3:6 3:7 3:12 3:14 3:16"),
    ] {
        let game =
            read_raw_games(text.as_bytes(), ReadOptions::pgn()).next().expect("a game").expect("well formed");
        let places: Vec<String> =
            game.events().iter().map(|(place, _)| format!("{}:{}", place.line, place.column)).collect();
        assert_eq!(places.join(" "), expected, "{text}");
    }
}

/// What is read in a quick way most of the time is read the same at its limits.
#[test]
fn unusual_spaces_dots_and_quotes() {
    check_pgn("1. e4 $1 \n$2\t\n e5 *", &["e4 $1 $2 e5 *"], &[]);
    let wrong = |found: &str| RepairKind::WrongNumber { found: found.to_owned(), written: "1.".to_owned() };
    let numbers = |text: &str| {
        let game =
            read_raw_games(text.as_bytes(), ReadOptions::pgn()).next().expect("a game").expect("a text");
        game.resolve::<chess::Chess>()
            .expect("legal moves")
            .repairs
            .into_iter()
            .map(|repair| repair.kind)
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers("1........ e4 *"), [wrong("1........")]);
    assert_eq!(numbers("1....... e4 *"), [wrong("1.......")]);
    // A tag ends with its line, whatever stood before it.
    let tag = |name: &str| format!("[{name} \"a \"b\" c\"]\n");
    let text = format!("{}{}{}[Date \"?\"]\n\n*", tag("Event"), tag("Site"), tag("Round"));
    let value = "a \"b\" c";
    let (games, repairs) = games(&text, Syntax::Pgn);
    assert_eq!(games, [format!("[Event={value}] [Site={value}] [Round={value}] [Date=?] *")]);
    assert_eq!(repairs.len(), 3);
    assert_eq!(errors("1. e4 /FEN \"W:W1:B2\"/ e5 *", Syntax::Pgn).len(), 1);
    let long = format!("1. 32-28 /FEN \"{}\"/ *", "x".repeat(2 << 20));
    assert_eq!(errors(&long, Syntax::Pdn), ["game 1, line 1, column 10: set-up longer than 1048576 bytes"]);
    assert_eq!(
        errors("1. 32-28 /FEN \"W:W1:B2\"\n *", Syntax::Pdn),
        ["game 1, line 1, column 10: the set-up is not closed, expected /"]
    );
    let name = "n".repeat(255);
    check_pgn(&format!("[{name} \"x\"]\n\n*"), &[&format!("[{name}=x] *")], &[]);
    assert_eq!(errors(format!("[{name}n \"x\"]\n\n*"), Syntax::Pgn).len(), 1);
}

#[test]
fn what_is_as_long_as_its_limit_is_read() {
    let mv = "Q".repeat(256);
    check_pgn(&format!("1. {mv} {mv}! *"), &[&format!("{mv} {mv} mark! *")], &[]);
    assert_eq!(errors(format!("1. {mv}Q *"), Syntax::Pgn).len(), 1);
    check_pgn("1. Qe! *", &["Qe mark! *"], &[]);
    let tags = |count: usize| (0..count).map(|index| format!("[A{index} \"x\"]\n")).collect::<String>();
    assert!(errors(format!("{}\n*", tags(damier_record::MOST_TAGS)), Syntax::Pgn).is_empty());
    assert_eq!(errors(format!("{}\n*", tags(damier_record::MOST_TAGS + 1)), Syntax::Pgn).len(), 1);
}

/// After a comment that is too long or never ends, games are found again by their tags, and their comments too.
#[test]
fn games_after_an_open_comment() {
    for length in [10, 2 << 20] {
        let open = "x".repeat(length);
        let text = format!("1. e4 {{{open}\n[%clk 1]\nxEvent \"b\"\n[Event \"c\"]\n\n1. d4 {{a}} *");
        let (log, errors) = read(&text, Syntax::Pgn, ReaderMode::Tolerant);
        match length {
            // The first brace that closes ends it.
            10 => assert_eq!((log.games.len(), errors.len()), (1, 0)),
            _ => {
                assert_eq!(errors.len(), 1);
                assert_eq!(log.games.last().map(|game| game.trim()), Some("[Event=c] d4 after{a} *"));
            }
        }
    }
}

/// An empty line divides games, also where the buffer of the reader ends in it.
#[test]
fn empty_lines_are_seen_at_the_end_of_the_buffer() {
    for length in (1 << 16) - 500..(1 << 16) + 100 {
        let text = format!("1. e4 {{{}}} e5 \n \n1. d4 *", "x".repeat(length));
        let (games, _) = games(&text, Syntax::Pgn);
        assert_eq!(games.len(), 2, "{length}");
    }
}

#[test]
fn empty_lines_are_seen_in_any_white_space() {
    for space in [400, 70_000, 140_000] {
        let text = format!("1. e4 e5\n{}\n1. d4 *", " ".repeat(space));
        assert_eq!(games(&text, Syntax::Pgn).0.len(), 2, "{space}");
    }
}

/// After an error, and in variations that are skipped, only that is told which may hide other games.
#[test]
fn little_is_told_of_what_is_passed_over() {
    for (comment, told) in [("{a\rb}", 0), ("{a {b}", 1)] {
        let (log, errors) = read(format!("1. e4 ) {comment} e5 *"), Syntax::Pgn, ReaderMode::Tolerant);
        assert_eq!((errors.len(), log.repairs.len()), (1, told), "{comment:?} {:?}", log.repairs);
        let mut log = Log { skips_variations: true, ..Log::default() };
        let text = format!("1. e4 (1. d4 {comment} d5) e5 *");
        assert_eq!(Reader::new(text.as_bytes(), Syntax::Pgn).read_game(&mut log), Ok(true));
        assert_eq!(log.repairs.len(), told, "{comment:?} {:?}", log.repairs);
    }
}

/// A game that was kept as texts shows what the reader showed.
#[test]
fn raw_games_are_shown_as_they_were_read() {
    let text = "[Event \"a\"]\n\n{b} 1. e4! {c} $5 (1. d4 d5) 1... e5 *\n";
    let (read, _) = read(text, Syntax::Pgn, ReaderMode::Tolerant);
    let game = read_raw_games(text.as_bytes(), ReadOptions::pgn()).next().expect("a game").expect("no error");
    let mut shown = Log::default();
    game.show(&mut shown).expect("the log refuses nothing");
    assert_eq!((shown.games, shown.repairs), (read.games, read.repairs));
}
