//! The slow generators as opponents: our rules agree with them, and a planted difference is found.

use catalog::GameId;
use damier_diff::{Budget, OpponentError, Query, RandomPositions, ReferenceOpponent, check};
use reference::draughts::{Precedence, Promotion, Rules, rules_of};

#[test]
fn our_rules_agree_in_every_game() {
    let mut compared = 0;
    for &game in GameId::ALL {
        let mut opponent = ReferenceOpponent::new(game).unwrap_or_else(|| panic!("no reference for {game}"));
        for line in RandomPositions::new(game, 3).take(40) {
            // Routes are counted in every other position.
            let query = Query { depth: 1, routes: compared % 2 == 0 };
            match check(&mut opponent, &line, query, Some(Budget::default()), &()) {
                Ok(None) => compared += 1,
                Ok(Some(report)) => panic!("{report}"),
                Err(OpponentError::NotComparable { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(compared > GameId::ALL.len() * 30, "{compared}");
}

/// The report about rules that are not those of the game.
fn report(game: GameId, rules: &Rules) -> damier_diff::Report {
    let mut opponent = ReferenceOpponent::with_rules(rules);
    let query = Query::of_depth(1);
    let found = RandomPositions::new(game, 1)
        .take(5000)
        .find_map(|line| check(&mut opponent, &line, query, Some(Budget::default()), &()).expect("simple"));
    found.expect("a difference")
}

#[test]
fn other_rules_are_found_out() {
    let international = rules_of("international").expect("known");
    let longest = Rules { precedence: &[Precedence::Count, Precedence::WithKing], ..international.clone() };
    let found = report(GameId::International, &longest);
    assert!(found.pieces <= 5 && !found.missing.is_empty() && found.is_minimal, "{found}");

    // Crowned in passing, or not: some captures lead to another position only.
    let stops = Rules { promotion: Promotion::ContinuesAsKing, ..international.clone() };
    let found = report(GameId::International, &stops);
    assert!(found.pieces <= 5 && found.is_minimal, "{found}");

    let tireless = Rules { king_run_limit: None, ..rules_of("frisian").expect("known").clone() };
    let found = report(GameId::Frisian, &tireless);
    assert!(found.pieces <= 3 && found.is_minimal, "{found}");
}
