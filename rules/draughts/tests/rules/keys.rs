//! Keys: positions that the repetition rule tells apart have different ones.

use std::collections::{HashMap, HashSet};

use boardgame::{MoveList, Notation, Position};
use damier_draughts::{AnyDraughts, AnyVariant, Direction};

use crate::common::{at, read, start};
use crate::variants::{CANADIAN, FRISIAN, INTERNATIONAL, RUSSIAN};

/// The positions after up to `depth` moves, by their texts.
fn collect(position: &AnyDraughts, depth: u32, found: &mut HashMap<String, u64>) {
    found.insert(position.to_fen(), position.key());
    if depth > 0 {
        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        list.iter().for_each(|&mv| collect(&position.after(mv), depth - 1, found));
    }
}

/// No two positions share a key, and each bit of a key is set in about half of them.
fn check(variant: AnyVariant, fen: &str, depth: u32) {
    let mut found = HashMap::new();
    collect(&at(variant, fen), depth, &mut found);
    let keys: HashSet<u64> = found.values().copied().collect();
    assert_eq!(keys.len(), found.len(), "{}", variant.rules().name);
    assert!(keys.len() > 1000, "{} has only {}", variant.rules().name, keys.len());
    for bit in 0..64 {
        let set = keys.iter().filter(|&key| key >> bit & 1 == 1).count();
        let share = 100 * set / keys.len();
        assert!((40..60).contains(&share), "{}: bit {bit} is set in {share} %", variant.rules().name);
    }
}

#[test]
fn different_positions_have_different_keys() {
    check(INTERNATIONAL, "W:W31-50:B1-20", 4);
    check(INTERNATIONAL, "W:WK47,K48,36:BK3,K4,15", 3);
    check(CANADIAN, "W:W61,K71,K72:BK1,K2,12", 3);
    check(FRISIAN, "W:WK47,K48,36:BK3,K4,15", 3);
}

#[test]
fn side_color_and_role_change_the_key() {
    let texts = ["W:Wc3:Bh8", "B:Wc3:Bh8", "W:WKc3:Bh8", "W:Wc3:BKh8", "W:Wh8:Bc3", "W:WKh8:Bc3"];
    let keys: HashSet<u64> =
        texts.into_iter().filter_map(|fen| read(RUSSIAN, fen).ok()).map(|p| p.key()).collect();
    assert_eq!(keys.len(), 5, "a white man cannot stand on h8");
    // Counters do not.
    assert_eq!(at(RUSSIAN, "W:Wc3:Bh8:H7").key(), at(RUSSIAN, "W:Wc3:Bh8").key());
}

#[test]
fn moves_show_what_they_are() {
    let position = at(INTERNATIONAL, "W:W28:B1,14,23");
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    let text = format!("{:?}", list[0]);
    for field in ["from", "to", "captured", "crowned: false"] {
        assert!(text.contains(field), "{text}");
    }
}

#[test]
fn neighbors_are_squares_of_the_board() {
    let near = |number, direction| {
        let from = INTERNATIONAL.rules().square_of_number(number).expect("a square");
        let near = start(INTERNATIONAL).neighbors(from.into(), direction);
        near.into_iter().map(|square| INTERNATIONAL.rules().number(square)).collect::<Vec<_>>()
    };
    assert_eq!(near(28, Direction::NorthEast), [23]);
    assert_eq!(near(28, Direction::SouthWest), [32]);
    assert!(near(5, Direction::NorthEast).is_empty() && near(46, Direction::SouthWest).is_empty());
}

#[test]
fn games_are_compared_by_the_keys_of_positions() {
    let position = start(INTERNATIONAL);
    assert_eq!(Position::key(&position), position.key());
    assert_ne!(Position::key(&position), Position::key(&start(RUSSIAN)));
}
