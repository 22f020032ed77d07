//! Any text is read as a chess position or refused; what is read can be written and read back, with either
//! castling field. The same for EPD.
#![no_main]

use boardgame::{Notation, PositionExt};
use chess::{CastlingField, ChessPosition, Epd, Mode, Setup};
use fuzz::Bytes;
use fuzz::chess::{Check, position, run};
use libfuzzer_sys::fuzz_target;

struct Fen;

impl Check for Fen {
    fn check<M: Mode>(mut bytes: Bytes<'_>) {
        // Text alone, or the text of a position with some characters changed.
        let text = match bytes.below(2) {
            0 => bytes.text(),
            _ => match position::<M>(&mut bytes) {
                Some(position) => bytes.spoil(position.to_fen()),
                None => return,
            },
        };
        check_epd::<M>(&text);
        let read = ChessPosition::<M>::from_fen(&text);
        let Ok(setup) = Setup::from_fen(&text) else {
            assert!(read.is_err(), "{text:?} is a position, but no set-up");
            return;
        };
        let Ok(lenient) = setup.position_lenient::<M>() else {
            assert!(read.is_err(), "{text:?} is a position only when read strictly");
            return;
        };
        assert!(!lenient.diagram().is_empty());
        for field in [CastlingField::Outermost, CastlingField::Files] {
            let written = lenient.write_fen(field);
            let again =
                Setup::from_fen(&written).unwrap_or_else(|error| panic!("{text:?}, {written}: {error}"));
            assert_eq!(again.position_lenient(), Ok(lenient), "{text:?}, {written}");
        }
        if let Ok(position) = read {
            assert_eq!(position, lenient, "{text:?}");
            assert_eq!(ChessPosition::from_fen(&position.to_fen()).as_ref(), Ok(&position), "{text:?}");
        }
    }
}

fn check_epd<M: Mode>(text: &str) {
    let Ok(epd) = text.parse::<Epd<M>>() else { return };
    let written = epd.to_string();
    assert_eq!(written.parse().as_ref(), Ok(&epd), "{text:?}, {written:?}");
    for operation in &epd.operations {
        // Moves or not: no more than an error.
        let _ = epd.moves(operation.code());
    }
}

fuzz_target!(|data: &[u8]| run::<Fen>(data));
