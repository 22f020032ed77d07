//! Any text is read as a legal move in UCI, or refused; the move is written and read back.
#![no_main]

use boardgame::MoveStyle;
use chess::Mode;
use fuzz::Bytes;
use fuzz::chess::{Check, check_move_text, position, run, text_of_move};
use libfuzzer_sys::fuzz_target;

const STYLES: &[MoveStyle] = &[MoveStyle::Protocol];

struct Uci;

impl Check for Uci {
    fn check<M: Mode>(mut bytes: Bytes<'_>) {
        let Some(position) = position::<M>(&mut bytes) else { return };
        let text = text_of_move(&position, bytes, STYLES);
        for &style in STYLES {
            check_move_text(&position, &text, style);
        }
    }
}

fuzz_target!(|data: &[u8]| run::<Uci>(data));
