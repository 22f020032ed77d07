//! The networks that are built in give exactly the scores that the trainer computed.

use std::fs;
use std::path::Path;

use boardgame::Color;
use damier_network::{Evaluator, Features, built_in};
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
    let Some(net) = built_in(&features) else { return };
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
}
