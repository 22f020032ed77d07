//! Files that cannot be read to their end.

use std::io::{self, Read};

use chess::Chess;
use record::{Fault, ReadOptions, read_raw_games, replay_games};

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
