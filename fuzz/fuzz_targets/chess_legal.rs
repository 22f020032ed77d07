//! The legal moves are those of the reference, which tries every move; and all that holds in every position.
#![no_main]

use boardgame::testing::check_position;
use boardgame::{Countable, MoveStyle, Notation};
use chess::{ChessPosition, Mode};
use fuzz::Bytes;
use fuzz::chess::{Check, legal_moves, position, run, setup};
use libfuzzer_sys::fuzz_target;

struct Legal;

impl Check for Legal {
    fn check<M: Mode>(mut bytes: Bytes<'_>) {
        if bytes.below(8) == 0 {
            // More pieces and checkers than a game can have.
            let Ok(position) = setup(&mut bytes).position_lenient::<M>() else { return };
            check_king_is_safe(&position);
            return;
        }
        let Some(position) = position::<M>(&mut bytes) else { return };
        check_position(&position);
        check_king_is_safe(&position);
        check_reference(&position, &mut bytes);
    }
}

/// No legal move leaves the own king attacked, and counting agrees with listing.
fn check_king_is_safe<M: Mode>(position: &ChessPosition<M>) {
    let list = legal_moves(position);
    assert_eq!(position.count_legal(), list.len(), "{}", position.to_fen());
    let mut total = 0;
    for &mv in &list {
        let next = position.after(mv);
        total += next.count_legal() as u64;
        // The set-up of the next position is refused if its king could be taken.
        let rebuilt = chess::Setup::from(&next).position_lenient::<M>();
        assert_eq!(rebuilt, Ok(next), "{mv:?} in {}", position.to_fen());
    }
    assert_eq!(position.count_legal_of_successors(), total, "{}", position.to_fen());
}

fn check_reference<M: Mode>(position: &ChessPosition<M>, bytes: &mut Bytes<'_>) {
    let fen = position.to_fen();
    let reference =
        reference::chess::Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(reference.in_check(), position.is_check(), "{fen}");
    let list = legal_moves(position);
    let mut found = position.write_moves(&list, MoveStyle::Protocol);
    let mut expected: Vec<_> = reference.moves().iter().map(|mv| mv.uci(M::CHESS960)).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{fen}");
    let Some(mv) = bytes.pick(&list) else { return };
    let text = position.write_move(mv, MoveStyle::Protocol);
    let other = reference.moves().into_iter().find(|other| other.uci(M::CHESS960) == text).expect("compared");
    let san = reference::chess::san(&reference, &other);
    assert_eq!(position.write_move(mv, MoveStyle::Record), san, "{fen}");
    let mut next = reference.play(&other);
    next.chess960 = M::CHESS960;
    assert_eq!(position.after(mv).to_fen(), next.to_fen(), "{text} in {fen}");
}

fuzz_target!(|data: &[u8]| run::<Legal>(data));
