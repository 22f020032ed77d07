//! Openings without a book.

use std::collections::HashSet;

use catalog::{GameId, PositionText};
use damier_openings::{OpeningBalance, OpeningOrder, OpeningSet, OpeningSource, OpeningsError};
use engine::{Limits, player};

fn random(game: GameId, nodes: u64, seed: u64) -> OpeningSet {
    let balance = OpeningBalance { nodes, ..OpeningBalance::usual(game) };
    OpeningSet::open(game, &OpeningSource::Random { plies: 8, balance: Some(balance) }, seed)
        .expect("openings")
}

/// Two programs that know only the seed and the number agree.
#[test]
fn every_game_has_random_openings() {
    for &game in GameId::ALL {
        let (here, there) = (random(game, 200, 5), random(game, 200, 5));
        assert_eq!(here.len(), None);
        let second = there.get(1).expect("an opening");
        let first = here.get(0).expect("an opening");
        assert_eq!(
            here.get(1).expect("an opening"),
            second,
            "{game}: the order of questions changes nothing"
        );
        assert_ne!(first, second, "{game}");
        assert_eq!(first.moves.len(), 8, "{game}");
        let played = first.play(game).expect("legal moves");
        assert!(played.outcome().is_none(), "{game}");
        let other = random(game, 200, 6).get(0).expect("an opening");
        assert_ne!(other, first, "{game}: the seed matters");
    }
}

#[test]
fn random_openings_do_not_repeat() {
    for game in [GameId::English, GameId::Chess960] {
        let source = OpeningSource::Random { plies: 8, balance: None };
        let openings = OpeningSet::open(game, &source, 1).expect("openings");
        let all: HashSet<_> = (0..2000).map(|number| openings.get(number).expect("an opening")).collect();
        assert_eq!(all.len(), 2000, "{game}");
    }
}

/// A longer search agrees that they are balanced, and does not of those that no search looked at.
#[test]
fn random_openings_are_balanced() {
    let mut player = player(GameId::International, 4, 1);
    let mut advantage = |openings: &OpeningSet| -> u32 {
        let mut sum = 0;
        for number in 0..12 {
            let opening = openings.get(number).expect("an opening");
            player.clear();
            let place = PositionText {
                fen: opening.fen.as_deref(),
                moves: &opening.moves,
                ..PositionText::default()
            };
            player.set_position(&place).expect("legal moves");
            sum += player.best_move(Limits::nodes(10_000)).score.centipawns().unsigned_abs();
        }
        sum / 12
    };
    let balanced = advantage(&random(GameId::International, 3_000, 3));
    let source = OpeningSource::Random { plies: 8, balance: None };
    let wild = advantage(&OpeningSet::open(GameId::International, &source, 3).expect("openings"));
    assert!(balanced <= 50 && wild > 2 * balanced, "{balanced} and {wild}");
}

/// 302 sequences of three moves.
#[test]
fn three_move_openings_of_english_draughts_are_all_there() {
    let source = OpeningSource::AllPositions { plies: 3, order: OpeningOrder::Listed };
    let openings = OpeningSet::open(GameId::English, &source, 1).expect("openings");
    assert_eq!(openings.len(), Some(216));
    let shuffled = OpeningSource::AllPositions { plies: 3, order: OpeningOrder::Shuffled };
    let shuffled = OpeningSet::open(GameId::English, &shuffled, 1).expect("openings");
    let set = |openings: &OpeningSet| -> HashSet<_> {
        (0..216).map(|number| openings.get(number).expect("an opening").moves).collect()
    };
    assert_eq!(set(&shuffled), set(&openings));
    assert_eq!(set(&openings).len(), 216);
}

#[test]
fn ballots_are_drawn_for_english_draughts_alone() {
    let open = |game, order| OpeningSet::open(game, &OpeningSource::Ballots { order }, 1);
    let openings = open(GameId::English, OpeningOrder::Listed).expect("ballots");
    assert_eq!(openings.len(), Some(156));
    assert_eq!(openings.get(2).expect("a ballot").moves, ["9-13", "22-17", "13x22"]);
    let shuffled = open(GameId::English, OpeningOrder::Shuffled).expect("ballots");
    let set = |openings: &OpeningSet| -> HashSet<_> {
        (0..156).map(|number| openings.get(number).expect("a ballot").moves).collect()
    };
    assert_eq!(set(&shuffled).len(), 156);
    assert_eq!(set(&shuffled), set(&openings));
    assert_ne!(shuffled.get(0).expect("a ballot"), openings.get(0).expect("a ballot"));
    let error = open(GameId::Russian, OpeningOrder::Listed).expect_err("no ballots");
    assert_eq!(error.to_string(), "russian has no ballots; expected english, or other openings");
}

#[test]
fn impossible_lengths_are_refused() {
    let all = |game, plies| {
        OpeningSet::open(game, &OpeningSource::AllPositions { plies, order: OpeningOrder::Listed }, 1)
    };
    assert!(matches!(all(GameId::Chess, 0), Err(OpeningsError::Plies { found: 0 })));
    assert!(matches!(all(GameId::Chess, 41), Err(OpeningsError::Plies { found: 41 })));
    let error = all(GameId::Canadian, 40).expect_err("too many");
    assert_eq!(
        error.to_string(),
        "40 plies lead to more than 500000 positions; expected fewer plies, or random openings"
    );
}
