//! Any text is read as a legal move or refused; a move that is read can be written and read back.
#![no_main]

use boardgame::Notation;
use draughts::Variant;
use fuzz::{Bytes, Check, STYLES, check_move_text, legal_moves, position, run};
use libfuzzer_sys::fuzz_target;

struct MoveText;

impl Check for MoveText {
    fn check<V: Variant>(mut bytes: Bytes<'_>) {
        let Some(position) = position::<V>(&mut bytes) else { return };
        // Text alone, or the text of a legal move with some characters changed.
        let choice = bytes.below(4);
        let text = match (choice, legal_moves(&position)) {
            (1.., Some(list)) => match bytes.pick(&list) {
                Some(mv) => bytes.spoil(position.write_move(mv, STYLES[choice - 1])),
                None => bytes.text(),
            },
            _ => bytes.text(),
        };
        for style in STYLES {
            check_move_text(&position, &text, style);
        }
    }
}

fuzz_target!(|data: &[u8]| run::<MoveText>(data));
