//! Sets of squares.

use boardgame::Color;
use damier_draughts::{Bitboard, Square};

use crate::common::at;
use crate::variants::INTERNATIONAL;

#[test]
fn operators_are_set_operations() {
    let position = at(INTERNATIONAL, "W:W31,K32:B20,K21");
    let (white, kings) = (position.pieces(Color::White), position.kings());
    let numbers = |set: Bitboard<u128>| {
        set.into_iter().map(|square: Square| position.rules().number(square)).collect::<Vec<_>>()
    };
    assert_eq!(numbers(white & kings), [32]);
    assert_eq!(numbers(white | kings), [21, 31, 32]);
    assert_eq!(numbers(white - kings), [31]);
    assert_eq!(numbers(kings - white), [21]);
    assert_eq!(position.empty_squares().len(), 46);
    assert!((position.empty_squares() & white).is_empty());
    assert_eq!(Bitboard::from_word(white.word()), white);
    assert_eq!(white.word().count_ones(), 2);
    assert_eq!(white.into_iter().collect::<Bitboard<u128>>(), white);
}
