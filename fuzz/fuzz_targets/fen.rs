//! Any text is read as a position or refused; what is read can be written and read back.
#![no_main]

use boardgame::{Countable, Notation, Position, PositionExt};
use draughts::{Counters, Draughts, Setup, Variant};
use fuzz::{Bytes, Check, check_invariants, legal_moves, position, run};
use libfuzzer_sys::fuzz_target;

struct Fen;

impl Check for Fen {
    fn check<V: Variant>(mut bytes: Bytes<'_>) {
        // Text alone, or the text of a position with some characters changed.
        let text = match bytes.below(2) {
            0 => bytes.text(),
            _ => match position::<V>(&mut bytes) {
                Some(position) => bytes.spoil(position.to_fen_with_counters(1)),
                None => return,
            },
        };
        let read = Draughts::<V>::from_fen(&text);
        let Ok(setup) = Setup::<V>::from_fen(&text) else {
            assert!(read.is_err(), "{text:?} is a position, but no set-up");
            return;
        };
        assert_eq!(setup.position().ok(), read.ok(), "{text:?}");
        check_setup(setup, &text);
    }
}

fn check_setup<V: Variant>(setup: Setup<V>, text: &str) {
    let mut plain = setup;
    plain.counters = Counters::default();
    assert_eq!(Setup::from_fen(&setup.to_fen()), Ok(plain), "{text:?}");
    if let Ok(position) = setup.position_lenient() {
        assert!(!position.diagram().is_empty());
        if let Some(list) = legal_moves(&position) {
            assert_eq!(position.count_legal(), list.len(), "{text:?}");
        }
    }
    let Ok(position) = setup.position() else { return };
    let number = setup.counters.move_number.unwrap_or(1);
    let written = position.to_fen_with_counters(number);
    let again = Setup::<V>::from_fen(&written).unwrap_or_else(|error| panic!("{text:?}, {written}: {error}"));
    assert_eq!(again.counters.move_number, Some(number), "{text:?}, {written}");
    assert_eq!(again.position().as_ref(), Ok(&position), "{text:?}, {written}");
    let without_counters = Draughts::<V>::from_fen(&position.to_fen()).expect("its own text");
    // King moves in a row decide what is legal, so that every text of a position has them.
    plain.counters.king_runs = setup.counters.king_runs;
    assert_eq!(plain.position().as_ref(), Ok(&without_counters), "{text:?}");
    assert!(position.repeats(&without_counters), "{text:?}");
    check_invariants(&position);
}

fuzz_target!(|data: &[u8]| run::<Fen>(data));
