//! Files made to be hostile end in an error, in time and memory that grow no faster than they do.

use std::io::{self, Read};
use std::time::Duration;

use boardgame::testing::Random;
use chess::Chess;
use cpu_time::ThreadTime;
use damier_record::{
    CommentPlace, Fault, LARGEST_GAME, MOST_REPAIRS, MoveText, RawEvent, ReadOptions, Reader, ReaderMode,
    Repair, RepairKind, Syntax, Visitor, read_games, read_raw_games, replay_games,
};

#[derive(Default)]
struct Count {
    moves: usize,
    repairs: usize,
}

impl Visitor for Count {
    fn mv(&mut self, _: MoveText<'_>, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.moves += 1;
        Ok(())
    }
    fn repair(&mut self, _: damier_record::Repair) {
        self.repairs += 1;
    }
}

/// Reads all games; gives how many could be read and how many not.
fn count(read: impl Read, syntax: Syntax, mode: ReaderMode) -> (usize, usize) {
    let mut reader = Reader::new(read, syntax).with_mode(mode);
    let (mut games, mut errors) = (0, 0);
    loop {
        match reader.read_game(&mut Count::default()) {
            Ok(true) => games += 1,
            Ok(false) => return (games, errors),
            Err(_) => errors += 1,
        }
    }
}

/// Processor time: far more than any of these needs, far less than quadratic work would take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The same few bytes again and again, without being held.
struct Repeat {
    unit: Vec<u8>,
    at: usize,
    left: usize,
}

impl Read for Repeat {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.left);
        for byte in &mut buffer[..length] {
            *byte = self.unit[self.at];
            self.at = (self.at + 1) % self.unit.len();
        }
        self.left -= length;
        Ok(length)
    }
}

#[test]
fn fifty_megabytes_need_no_more_memory_than_one_game() {
    let game =
        "[Event \"x\"]\n[White \"y\"]\n\n1. e4 {good} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 3. Bb5 a6 1-0\n\n";
    let games = 50_000_000 / game.len();
    let read = Repeat { unit: game.into(), at: 0, left: games * game.len() };
    let mut reader = Reader::new(read, Syntax::Pgn);
    let mut visitor = Count::default();
    assert_eq!(reader.read_game(&mut visitor), Ok(true));
    let capacity = reader.capacity();
    while reader.read_game(&mut visitor).expect("a good file") {}
    assert_eq!((reader.games() as usize, visitor.moves, visitor.repairs), (games, 8 * games, 0));
    assert_eq!(reader.capacity(), capacity);
}

#[test]
fn units_that_could_cost_quadratic_time() {
    let units = [
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "\"",
        "*",
        ";",
        "%",
        "$",
        "/",
        "\\",
        ".",
        "!",
        "-",
        "\0",
        "1",
        "Q",
        "[A \"x\"]",
        "[A \"x\n",
        "[A \"",
        "[A \"x\" \"",
        "[A \"x\"]\n1. {\n",
        "{\0",
        "/FEN \"",
        "/\n",
        "(!",
        "( ) ",
        "1. e4 (",
        "1. e4 (1. d4 ",
        "{a}",
        "{a} *\n",
        ";\n",
        "% \n",
        "$1 ",
        "$999 ",
        "1-0 ",
        "* ",
        "1. e4 {",
        "\n",
        " ",
        "1... ",
        "e.p. ",
        "e4!",
        "(!)",
        "\u{e9}",
        "[",
        "{[",
        "\n[",
        "\n[A",
        "[A \"x\"]\n{\n",
    ];
    for syntax in [Syntax::Pgn, Syntax::Pdn] {
        for unit in units {
            let begin = ThreadTime::now();
            let text = unit.repeat((9 << 18) / unit.len());
            count(text.as_bytes(), syntax, ReaderMode::Tolerant);
            assert!(begin.elapsed() < PATIENCE, "{unit:?} took {:?}", begin.elapsed());
        }
    }
}

#[test]
fn garbage() {
    let mut random = Random::new(1);
    for syntax in [Syntax::Pgn, Syntax::Pdn] {
        let bytes: Vec<u8> = (0..1 << 20).map(|_| random.number() as u8).collect();
        let (_, errors) = count(&bytes[..], syntax, ReaderMode::Tolerant);
        assert!(errors > 0);
        // Only bytes that mean something.
        let signs = b"{}()[]*;%$\"\\!?./-x:01 \n\0eaN";
        for _ in 0..200 {
            let text: Vec<u8> = (0..5000).map(|_| signs[random.below(signs.len())]).collect();
            count(&text[..], syntax, ReaderMode::Tolerant);
            count(&text[..], syntax, ReaderMode::Strict);
        }
    }
}

#[test]
fn small_reads_make_no_difference() {
    struct One<'a>(&'a [u8]);
    impl Read for One<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            buffer[0] = *first;
            self.0 = rest;
            Ok(1)
        }
    }
    let text = "[A \"b\"]\n1. e4 {c} (1. d4) e5 1/2-1/2\n".repeat(50);
    assert_eq!(count(One(text.as_bytes()), Syntax::Pgn, ReaderMode::Strict), (50, 0));
}

#[test]
fn a_failing_stream_is_an_error_and_the_end() {
    struct Failing(usize);
    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            if self.0 > 1 {
                return Err(io::Error::other("the disk is gone"));
            }
            buffer[..6].copy_from_slice(b"1. e4 ");
            Ok(6)
        }
    }
    let mut games = read_games::<Chess, _>(Failing(0), ReadOptions::pgn());
    let error = games.next().expect("an error").expect_err("an error");
    assert_eq!(error.to_string(), "game 1, line 1, column 7: cannot read: the disk is gone");
    assert!(games.next().is_none());
}

/// What a stream gives after a failure is no part of the record: something is missing before it.
#[test]
fn nothing_is_read_after_a_failure() {
    struct Recovers(usize);
    impl Read for Recovers {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            if self.0 == 2 {
                return Err(io::Error::other("the disk is gone"));
            }
            buffer[..8].copy_from_slice(b"1. e4 *\n");
            Ok(if self.0 < 4 { 8 } else { 0 })
        }
    }
    let games = read_raw_games(Recovers(0), ReadOptions::pgn()).map(|game| game.is_ok());
    assert_eq!(games.collect::<Vec<_>>(), [true, false]);
}

#[test]
fn texts_count_as_often_as_they_are_kept() {
    let text = "x".repeat(10_000);
    let name = "n".repeat(100);
    for event in [
        RawEvent::Tag(name, text.clone()),
        RawEvent::Comment(text.clone(), CommentPlace::After),
        RawEvent::SetUp(text),
    ] {
        // In the list of events, in a tree, and in the text that is written.
        assert!((30_000..100_000).contains(&event.memory()), "{}", event.memory());
    }
    // 55 megabytes of comments in one game.
    let mut text = b"1. e4 ".to_vec();
    for _ in 0..55 {
        text.push(b'{');
        text.resize(text.len() + 1_000_000, b'x');
        text.extend(b"} ");
    }
    text.push(b'*');
    let too_long = Fault::TooMany { what: "bytes of memory for the game", limit: LARGEST_GAME };
    let raw = read_raw_games(&text[..], ReadOptions::pgn()).next().expect("a game");
    assert_eq!(raw.expect_err("too long").fault, too_long);
    let game = read_games::<Chess, _>(&text[..], ReadOptions::pgn()).next().expect("a game");
    assert_eq!(game.expect_err("too long").error.fault, too_long);
}

#[test]
fn megabyte_comments_are_read_whole() {
    let long = "word ".repeat(200_000);
    let text = format!("1. e4 {{{long}}} e5 {{{long}}} *");
    let games: Vec<_> = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).collect();
    let [Ok(game)] = &games[..] else { panic!("one game") };
    assert_eq!(game.tree.notes(game.tree.end()).after[0].text(), long);
}

#[test]
fn a_game_takes_no_more_memory_than_it_may() {
    let too_long = Fault::TooMany { what: "bytes of memory for the game", limit: LARGEST_GAME };
    let begin = b"1. e4 ".as_slice();
    for unit in ["{a} ", "$1 ", "(1. d4 d5) ", "e5 "] {
        // The end of a game must be read for its error to be told.
        let unit = unit.as_bytes().to_vec();
        let read = || {
            begin.chain(Repeat { left: 2_000_000 * unit.len(), unit: unit.clone(), at: 0 }).chain(&b"*"[..])
        };
        let errors: Vec<Fault> = read_raw_games(read(), ReadOptions::pgn())
            .filter_map(|game| game.err().map(|error| error.fault))
            .collect();
        assert_eq!(errors, std::slice::from_ref(&too_long), "{unit:?}");
        if unit != b"e5 " {
            let error =
                read_games::<Chess, _>(read(), ReadOptions::pgn()).next().expect("a game").expect_err("long");
            assert_eq!(error.error.fault, too_long, "{unit:?}");
        }
    }
}

#[test]
fn many_repairs_are_listed_up_to_a_limit_and_then_counted() {
    let count = 3 * MOST_REPAIRS;
    let text = format!("1. e4\n{}e5 {{a {{b}} *\n", "%\n".repeat(count));
    let check = |repairs: &[Repair]| {
        assert_eq!(repairs.len(), MOST_REPAIRS + 2);
        let changes: u64 = repairs.iter().map(Repair::changes).sum();
        let notes: u64 = repairs.iter().map(Repair::notes).sum();
        assert_eq!((changes, notes), (count as u64, 1));
        let more = count - MOST_REPAIRS;
        let more = format!("and {more} more changes and 0 more notes, which are not listed");
        assert!(repairs.iter().any(|repair| repair.kind.to_string() == more));
        // What may hide other games is not lost among them.
        assert!(repairs.iter().any(|repair| repair.kind == RepairKind::BraceInComment));
    };
    let game = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).next().expect("a game");
    check(&game.expect("legal moves").repairs);
    let raw = read_raw_games(text.as_bytes(), ReadOptions::pgn()).next().expect("a game").expect("a text");
    check(raw.repairs());
    check(&raw.resolve::<Chess>().expect("legal moves").repairs);
    let replay = replay_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).next().expect("a game");
    check(&replay.expect("legal moves").repairs);
}

/// Of what may hide other games as many again are kept, wherever they stand.
#[test]
fn what_may_hide_games_is_listed_to_its_own_limit() {
    let lines = |count: usize| "%\n".repeat(count);
    let hidden = |count: usize| "{a {b}\n".repeat(count);
    for (text, listed, counted) in [
        (lines(MOST_REPAIRS) + &hidden(3), 3, 0),
        (lines(MOST_REPAIRS) + &hidden(1) + &lines(2), 1, 2),
        (lines(MOST_REPAIRS + 1) + &hidden(3), 3, 1),
        (lines(MOST_REPAIRS) + &hidden(MOST_REPAIRS + 5), MOST_REPAIRS, 5),
        (lines(1) + &hidden(MOST_REPAIRS + 5) + &lines(2), MOST_REPAIRS + 5, 2),
    ] {
        let text = format!("1. e4\n{text}e5 *\n");
        let raw = read_raw_games(text.as_bytes(), ReadOptions::pgn()).next().expect("a game");
        let raw = raw.expect("a text");
        let is_hidden = |repair: &&Repair| repair.kind == RepairKind::BraceInComment;
        assert_eq!(raw.repairs().iter().filter(is_hidden).count(), listed);
        let more = raw.repairs().iter().find(|repair| matches!(repair.kind, RepairKind::More { .. }));
        assert_eq!(more.map_or(0, |more| more.changes() + more.notes()), counted);
    }
}
