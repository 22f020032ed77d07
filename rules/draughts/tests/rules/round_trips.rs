//! What is written is read again: on random games of every variant, and on all perft positions.

use std::collections::HashSet;

use boardgame::{MoveList, MoveStyle, Notation, Position, PositionExt};
use damier_draughts::{AnyDraughts, AnyVariant, Move, Setup};
use proptest::prelude::*;

use crate::common::{AnySetup, at, read, start, suite};
use crate::variants::{test_boards, variants};

/// Text in and out for one position: FEN, Hub, and every legal move in every style.
fn check_texts(position: &AnyDraughts) {
    let (variant, fen) = (Position::rules(position), position.to_fen());
    let read = read(variant, &fen).unwrap_or_else(|error| panic!("{error}: {fen}"));
    assert_eq!(read.to_fen(), fen);
    let setup = Setup::from(position);
    assert_eq!(setup.position().as_ref(), Ok(position), "{fen}");
    // The pieces and the side to move are all that a Hub text has.
    let (hub, pieces) = (setup.to_hub(), setup.to_fen());
    assert_eq!(AnySetup::read_hub(variant, &hub).map(|setup| setup.to_fen()).as_ref(), Ok(&pieces));
    let counted = position.to_fen_with_counters(7);
    let read = AnySetup::read_fen(variant, &counted).expect(&counted);
    assert_eq!((read.counters.move_number, read.to_fen()), (Some(7), pieces));
    assert!(read.position().expect(&counted).repeats(position), "{counted}");

    let mut list = MoveList::new();
    position.try_legal_moves_into(&mut list).expect("games stay simple");
    for style in [MoveStyle::Record, MoveStyle::Full, MoveStyle::Protocol] {
        let mut texts = HashSet::new();
        for &mv in &list {
            let text = position.write_move(mv, style);
            assert_eq!(position.read_move(&text, style), Ok(mv), "{text} in {fen}");
            assert!(texts.insert(text.clone()), "{text} is written for two moves of {fen}");
        }
    }
    check_identity(&list, &fen);
}

/// No two moves differ only in crowning: reaching the last row takes a piece of the row before it, and
/// no capture of that piece leaves the last row alone.
fn check_identity<W: damier_draughts::Word>(list: &[Move<W>], fen: &str) {
    let squares: HashSet<_> = list.iter().map(|mv| (mv.from(), mv.to(), mv.captured())).collect();
    assert_eq!(squares.len(), list.len(), "{fen}");
}

/// Plays the moves that `choices` picks, and checks every position on the way.
fn play_out(mut position: AnyDraughts, choices: &[u16]) {
    for &choice in choices {
        check_texts(&position);
        let mut list = MoveList::new();
        if position.try_legal_moves_into(&mut list).is_err() || list.is_empty() {
            return;
        }
        position.play(list[usize::from(choice) % list.len()]);
    }
}

/// A position with few pieces, most of them kings: there captures are long and ambiguous.
fn scattered(variant: AnyVariant, pieces: &[(u16, u8)], black_moves: bool) -> Option<AnyDraughts> {
    use boardgame::Color;
    use damier_draughts::{Piece, Role};
    let mut setup = AnySetup::empty_of(variant, if black_moves { Color::Black } else { Color::White });
    let squares = u16::from(variant.rules().board.squares());
    for &(place, kind) in pieces {
        let square = variant.rules().square_of_number(u32::from(place % squares) + 1)?;
        let color = if kind % 4 == 0 { setup.turn } else { !setup.turn };
        let role = if kind % 3 == 0 { Role::Man } else { Role::King };
        setup.set(square, Some(Piece { color, role }));
    }
    setup.position().ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn texts_of_random_games_are_read_again(choices in prop::collection::vec(any::<u16>(), 120)) {
        variants().for_each(|variant| play_out(start(variant), &choices));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn texts_of_scattered_kings_are_read_again(
        pieces in prop::collection::vec(any::<(u16, u8)>(), 2..14),
        black_moves: bool,
    ) {
        for position in variants().filter_map(|variant| scattered(variant, &pieces, black_moves)) {
            check_texts(&position);
        }
    }

    #[test]
    fn no_text_panics(text in "[WBKHFGP+:,.x0-9a-j -]{0,24}|\\PC{0,12}") {
        for variant in variants() {
            let _ = read(variant, &text);
            let _ = AnySetup::read_hub(variant, &text);
            for style in [MoveStyle::Record, MoveStyle::Protocol] {
                let _ = start(variant).read_move(&text, style);
            }
        }
    }
}

fn check_suite(variant: AnyVariant) -> usize {
    let mut positions = 0;
    for ending in ["", "-paths", "-random"] {
        for fen in suite(&format!("{}{ending}", variant.rules().name)) {
            check_texts(&at(variant, &fen));
            positions += 1;
        }
    }
    positions
}

#[test]
fn all_perft_positions_are_read_and_written() {
    let positions = variants().map(check_suite).sum::<usize>();
    let boards: Vec<usize> = test_boards().map(check_suite).collect();
    assert!(boards.iter().all(|&board| board > 0), "{boards:?}");
    assert!(positions > 500, "{positions} positions");
}
