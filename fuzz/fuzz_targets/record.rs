//! Any bytes are read as games or refused; what is read is written so that it is read and written the same.
#![no_main]

use boardgame::Notation;
use chess::Chess;
use draughts::Draughts;
use draughts::variants::{International, Russian};
use libfuzzer_sys::fuzz_target;
use record::{ReadOptions, ResultStyle, WriteOptions, read_games};

fn rewrite<P: Notation>(text: &[u8], reading: ReadOptions, writing: &WriteOptions) -> String {
    let games = read_games::<P, _>(text, reading).flatten();
    games.map(|game| writing.to_text(&game.tree).expect("no set-ups in PGN")).collect()
}

fn check<P: Notation>(text: &[u8], reading: ReadOptions, writing: &WriteOptions) {
    let once = rewrite::<P>(text, reading, writing);
    assert_eq!(rewrite::<P>(once.as_bytes(), reading, writing), once);
    for game in read_games::<P, _>(once.as_bytes(), reading.strict().exact_moves()) {
        game.unwrap_or_else(|error| panic!("{error} in {once}"));
    }
}

// The first byte chooses the game.
fuzz_target!(|data: &[u8]| {
    let Some((first, text)) = data.split_first() else { return };
    let (pdn, twos) = (ReadOptions::pdn(), WriteOptions::pdn(ResultStyle::Two));
    match first % 3 {
        0 => check::<Chess>(text, ReadOptions::pgn(), &WriteOptions::pgn()),
        1 => check::<Draughts<International>>(text, pdn, &twos),
        _ => check::<Draughts<Russian>>(text, pdn, &WriteOptions::pdn(ResultStyle::One)),
    }
});
