//! The networks that are built in give exactly the scores that the trainer computed.

use std::fs;
use std::path::Path;

use boardgame::Color;
use chess::Chess;
use damier_network::{Evaluator, Features, Observed, built_in};
use draughts::AnyVariant;
use draughts::variants;

/// The scores of the vectors of a game: positions as the side to move sees them.
fn check(features: Features, evaluate: impl Fn(&[u64]) -> i32) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/network");
    let path = folder.join(features.game).with_extension("vectors");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut count = 0;
    for line in text.lines() {
        let (words, score) = line.rsplit_once(' ').expect(line);
        let words: Vec<_> = words.split(' ').map(|word| u64::from_str_radix(word, 16).expect(line)).collect();
        assert_eq!(evaluate(&words), score.parse().expect(line), "{}: {line}", features.game);
        count += 1;
    }
    assert!(count >= 200, "{}: {count} vectors", features.game);
}

fn check_draughts(variant: AnyVariant) {
    let features = Features::of_draughts(variant);
    let net = built_in(&features).expect(features.game);
    check(features, |words| {
        let wide = |set: usize| {
            let words = &words[set * features.words()..][..features.words()];
            words.iter().rev().fold(0_u128, |wide, &word| wide << 64 | u128::from(word))
        };
        let mut sets: [u128; 4] = std::array::from_fn(wide);
        let found = Evaluator::new(net.clone()).evaluate(&sets, Color::White);
        // The same position for Black to move.
        sets.rotate_left(2);
        let turned = sets.map(|set| features.turned.turn(set, features.bits));
        assert_eq!(Evaluator::new(net.clone()).evaluate(&turned, Color::Black), found);
        found
    });
}

#[test]
fn scores_are_those_of_the_trainer() {
    check_draughts(AnyVariant::of::<variants::English>());
    check_draughts(AnyVariant::of::<variants::Russian>());
    check_draughts(AnyVariant::of::<variants::International>());
    check_draughts(AnyVariant::of::<variants::Frisian>());
    check_draughts(AnyVariant::of::<variants::Canadian>());
    check_draughts(AnyVariant::of::<variants::Losing>());
    check_draughts(AnyVariant::of::<variants::Poddavki>());
    check_draughts(AnyVariant::of::<variants::Turkish>());
}

#[test]
fn scores_of_chess_are_those_of_the_trainer() {
    let features = Chess::features(());
    let net = built_in(&features).expect("a network for chess");
    check(features, |words| {
        let sets: [u64; 12] = words.try_into().expect("a word for each set");
        let found = Evaluator::new(net.clone()).evaluate(&sets, Color::White);
        // The same position for Black to move, and flipped left to right.
        for (flip, turn) in [(56, Color::Black), (63, Color::Black), (7, Color::White)] {
            let mut seen = sets.map(|set| flipped(set, flip));
            if turn == Color::Black {
                seen.rotate_left(6);
            }
            assert_eq!(Evaluator::new(net.clone()).evaluate(&seen, turn), found);
        }
        found
    });
}

/// A set whose squares have other ranks (56), files (7) or both (63).
fn flipped(set: u64, flip: u32) -> u64 {
    let upside_down = if flip & 56 == 0 { set } else { set.swap_bytes() };
    if flip & 7 == 0 { upside_down } else { upside_down.swap_bytes().reverse_bits() }
}
