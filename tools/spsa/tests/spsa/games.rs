//! Comparing two sets of numbers by real games of our own engine.

use arena::{Cancel, EngineSpec, EngineTime, MatchPlan, StartPosition};
use catalog::GameId;
use damier_spsa::{PairPlayer, PairScore, SpsaError};

fn play(option: &str, sets: [&[i64]; 2], concurrency: usize) -> Result<PairScore, SpsaError> {
    let engine = EngineSpec::own("damier").with_option("hash", 1);
    let plan = MatchPlan::new(GameId::English, EngineTime::depth(3), vec![engine.clone(); 2]);
    let names = vec![option.to_owned()];
    let player = PairPlayer::new(plan, engine, names, &StartPosition, &Cancel::default());
    player.pairs(3, concurrency).play(4, sets)
}

/// The strong level wins, whichever set it is, and threads change nothing.
#[test]
fn games_tell_which_set_is_stronger() {
    let strong = play("level", [&[10], &[1]], 1).expect("games");
    assert_eq!((strong.games.iter().sum::<u64>(), strong.faults), (6, 0));
    assert!(strong.difference() > 0.5, "{strong:?}");
    assert_eq!(play("level", [&[10], &[1]], 2).expect("games"), strong);
    let weak = play("level", [&[1], &[10]], 1).expect("games");
    assert!(weak.difference() < -0.5, "{weak:?}");
}

#[test]
fn an_option_that_does_not_exist_is_an_error() {
    let error = play("bravery", [&[1], &[2]], 1).expect_err("no such option");
    assert!(error.to_string().contains("bravery"), "{error}");
}
