//! Files that cannot be read to their end, and games after broken ones.

use std::io::{self, Read};

use chess::Chess;
use damier_record::{
    Fault, ReadOptions, Reader, Referee, Syntax, read_raw_games, replay_board, replay_games,
};

/// A text with a fault of the disk after it.
struct Damaged<'a>(&'a [u8]);

impl Read for Damaged<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("the disk is broken")),
            read => Ok(read),
        }
    }
}

/// What becomes of each game: its plies, or why it cannot be read.
fn outcomes(read: impl Read) -> Vec<Result<u64, String>> {
    let games = replay_games::<Chess, _>(read, ReadOptions::pgn());
    games.map(|game| game.map(|game| game.plies).map_err(|error| error.fault.to_string())).collect()
}

#[test]
fn the_end_of_the_bytes_is_told_after_the_error_of_a_game() {
    let moves = " 2. Nf3".repeat(200_000);
    for broken in ["1. e4 Ke5", "1. e4 )", "1. e4 {no end", "[Event \"no end\n\n1. e4"] {
        let text = format!("1. e4 e5 *\n\n{broken}{moves}");
        let found = outcomes(Damaged(text.as_bytes()));
        assert_eq!(found.len(), 3, "{broken}: {found:?}");
        assert_eq!(found[0], Ok(2));
        assert!(found[1].as_ref().is_err_and(|error| !error.contains("disk")), "{broken}: {found:?}");
        assert_eq!(found[2], Err("cannot read: the disk is broken".to_owned()), "{broken}");
        let mut raw = read_raw_games(Damaged(text.as_bytes()), ReadOptions::pgn());
        let last = raw.by_ref().last().expect("an error").expect_err("an error");
        assert!(matches!(last.fault, Fault::Io { .. }), "{broken}: {last}");
    }
}

#[test]
fn games_before_a_failure_are_read() {
    let failure = Err("cannot read: the disk is broken".to_owned());
    for (text, plies) in [
        ("1. e4 e5 *\n\n1. d4 *\n", &[2, 1][..]),
        ("1. e4 e5 *\n\n1. d4 *", &[2, 1]),
        ("1. e4 *\n\n1. d4 d5 2. N", &[1]),
        ("1. e4 *\n\n1. d4 {a comment * ", &[1]),
        ("1. e4 *\n\n[Event \"a * ", &[1]),
        ("1. e4 *\n\n1. d4 {a letter: \u{e9}", &[1]),
        ("1. e4", &[]),
        ("", &[]),
    ] {
        let expected: Vec<_> = plies.iter().map(|&plies| Ok(plies)).chain([failure.clone()]).collect();
        assert_eq!(outcomes(Damaged(text.as_bytes())), expected, "{text}");
    }
}

#[test]
fn a_game_after_bad_tags_and_a_lone_result_is_read() {
    for (tag, syntax, moves) in
        [("[FEN \"bad\"]", Syntax::Pgn, "1. e4"), ("[GameType \"99\"]", Syntax::Pdn, "1. e4")]
    {
        for end in ["*", "1-0"] {
            let text = format!("{tag}\n\n{end}\n\n{moves} *\n\n{moves} *\n");
            let options = if syntax == Syntax::Pgn { ReadOptions::pgn() } else { ReadOptions::pdn() };
            let mut referee = Referee::new(
                options,
                |which| match which.game_type {
                    None => Ok(replay_board::<Chess>()),
                    Some(_) => Err("unknown game type".to_owned()),
                },
                |_| {},
            );
            let mut reader = Reader::new(text.as_bytes(), syntax);
            assert!(reader.read_game(&mut referee).is_err(), "{text}");
            for result in [true, true, false] {
                assert_eq!(reader.read_game(&mut referee), Ok(result), "{text}");
            }
        }
    }
}
