//! The Hub protocol: any text is read as a position or refused, and so is any text as one of its moves.
#![no_main]

use boardgame::{MoveStyle, Notation};
use draughts::{Draughts, Setup, Variant};
use fuzz::{Bytes, Check, check_move_text, legal_moves, position, run};
use libfuzzer_sys::fuzz_target;

struct Hub;

impl Check for Hub {
    fn check<V: Variant>(mut bytes: Bytes<'_>) {
        match bytes.below(3) {
            // Two lines: a position and a move.
            0 => {
                let text = bytes.text();
                let (squares, mv) = text.split_once('\n').unwrap_or((&text, ""));
                check_position_text::<V>(squares, mv);
            }
            // The text of a position with some characters changed.
            1 => {
                let Some(position) = position::<V>(&mut bytes) else { return };
                check_position_text::<V>(&bytes.spoil(Setup::from(&position).to_hub()), "");
            }
            // The text of a legal move with some characters changed.
            _ => {
                let Some(position) = position::<V>(&mut bytes) else { return };
                check_own_text(&position);
                let Some(mv) = legal_moves(&position).and_then(|list| bytes.pick(&list)) else { return };
                let text = bytes.spoil(position.write_move(mv, MoveStyle::Protocol));
                check_move_text(&position, &text, MoveStyle::Protocol);
            }
        }
    }
}

fn check_position_text<V: Variant>(squares: &str, mv: &str) {
    let Ok(setup) = Setup::<V>::from_hub(squares) else { return };
    assert_eq!(setup.to_hub(), squares.trim());
    let Ok(position) = setup.position() else { return };
    check_own_text(&position);
    check_move_text(&position, mv, MoveStyle::Protocol);
}

/// The text of a position has all but the counters.
fn check_own_text<V: Variant>(position: &Draughts<V>) {
    let setup = Setup::from(position);
    let mut read = Setup::<V>::from_hub(&setup.to_hub()).expect("its own text");
    read.counters = setup.counters;
    assert_eq!(read.position().as_ref(), Ok(position), "{}", setup.to_hub());
}

fuzz_target!(|data: &[u8]| run::<Hub>(data));
