//! Ratings of several players against cases computed by hand.

use damier_stats::{Counts, Encounter, Pentanomial, Rating, Trinomial, estimate, ratings, score_of_elo};

fn games(players: [usize; 2], wins: u64, losses: u64, draws: u64) -> Encounter {
    Encounter { players, counts: Trinomial::new(wins, losses, draws).expect("games").into() }
}

fn elo(found: &[Rating]) -> Vec<f64> {
    found.iter().map(|rating| (rating.elo * 10.0).round() / 10.0).collect()
}

/// Scores of 75 % and 90 % are odds of 3 and 9: three players in steps of 400 log10(3) = 190.85 Elo agree exactly.
#[test]
fn results_that_agree_give_their_elo() {
    let encounters = [games([0, 1], 75, 25, 0), games([1, 2], 60, 10, 30), games([2, 0], 10, 90, 0)];
    assert_eq!(elo(&ratings(3, &encounters, &[])), [190.8, 0.0, -190.8]);
    assert_eq!(elo(&ratings(3, &encounters, &[(1, 2000.0)])), [2190.8, 2000.0, 1809.2]);
    assert_eq!(elo(&ratings(3, &encounters, &[(2, 1000.0)])), [1381.7, 1190.8, 1000.0]);
}

/// Everyone makes 60 % against the next and against the one after: by symmetry the middle one is at 0 and the others at
/// ±x, where p(x) + p(2x) = 1.2. Halving intervals finds x.
#[test]
fn results_that_do_not_agree_are_balanced() {
    let encounters = [games([0, 1], 60, 40, 0), games([1, 2], 60, 40, 0), games([0, 2], 60, 40, 0)];
    let (mut low, mut high) = (0.0, 400.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if score_of_elo(middle) + score_of_elo(2.0 * middle) < 1.2 { low = middle } else { high = middle }
    }
    let found = ratings(3, &encounters, &[]);
    assert!((found[0].elo - low).abs() < 1e-6, "{found:?} {low}");
    assert!(found[1].elo.abs() < 1e-6 && (found[2].elo + low).abs() < 1e-6, "{found:?}");
}

/// For two players the rating is the usual estimate, and its error bar that of the Elo curve's tangent.
#[test]
fn two_players_are_rated_as_their_match() {
    let pairs = Pentanomial::new([39, 11353, 31686, 11822, 33]).expect("pairs");
    let counts = Counts::from(pairs);
    let known = estimate(&counts);
    let [first, second] = ratings(2, &[Encounter { players: [0, 1], counts }], &[(1, 0.0)])[..] else {
        panic!("two players")
    };
    assert!((first.elo - known.elo).abs() < 1e-9, "{first:?} {known:?}");
    assert!((first.elo_error - known.elo_error).abs() < 1e-3, "{first:?} {known:?}");
    assert_eq!((second.elo, second.elo_error), (0.0, 0.0));
    // Half of it on each side of the average.
    let around = ratings(2, &[Encounter { players: [0, 1], counts }], &[]);
    assert!((around[0].elo - known.elo / 2.0).abs() < 1e-9, "{around:?}");
    assert!((around[0].elo_error - first.elo_error / 2.0).abs() < 1e-9, "{around:?}");
}

/// Errors add up along a chain as squares: with 50 %, games of variance v and n of them, the error of one link is
/// 1.96 · 400/ln 10 · 4 √(v/n), here 1.96 · 173.7178 · 4 · √(0.25/100) = 68.1.
#[test]
fn errors_grow_along_a_chain() {
    let encounters = [games([0, 1], 50, 50, 0), games([1, 2], 50, 50, 0)];
    let found = ratings(3, &encounters, &[(0, 0.0)]);
    let errors: Vec<String> = found.iter().map(|rating| format!("{:.1}", rating.elo_error)).collect();
    assert_eq!(errors, ["0.0", "68.1", "96.3"]);
    // Draws make them smaller.
    let found = ratings(2, &[games([0, 1], 25, 25, 50)], &[(0, 0.0)]);
    assert_eq!(format!("{:.1}", found[1].elo_error), "48.2");
}

/// A link whose results are all the same counts with the largest scatter that its ratings allow.
#[test]
fn one_pair_is_no_certainty() {
    let pairs =
        |players, pairs| Encounter { players, counts: Pentanomial::new(pairs).expect("pairs").into() };
    let error = |of: [u64; 5]| ratings(2, &[pairs([0, 1], of)], &[(0, 0.0)])[1].elo_error;
    let widest = error([50, 0, 0, 0, 50]);
    for (unanimous, shown) in
        [([0, 0, 100, 0, 0], "68.1"), ([0, 0, 1, 0, 0], "681.0"), ([0, 0, 0, 1, 0], "786.3")]
    {
        assert_eq!(format!("{:.1}", error(unanimous)), shown, "{unanimous:?}");
    }
    assert!((error([0, 0, 100, 0, 0]) - widest).abs() < 1e-9);
    // The next one of a chain is not as certain as the one before.
    let chain = [pairs([0, 1], [10, 20, 40, 20, 10]), pairs([1, 2], [0, 0, 7, 0, 0])];
    let found = ratings(3, &chain, &[(0, 0.0)]);
    assert!(found[2].elo_error > found[1].elo_error + 100.0, "{found:?}");
}

/// Two anchors hold a player from both sides.
#[test]
fn anchors_stay_where_they_are() {
    let encounters = [games([0, 2], 50, 50, 0), games([2, 1], 50, 50, 0)];
    let found = ratings(3, &encounters, &[(0, 1600.0), (1, 1400.0)]);
    assert_eq!(elo(&found), [1600.0, 1400.0, 1500.0]);
    assert_eq!((found[0].elo_error, found[1].elo_error), (0.0, 0.0));
}

#[test]
fn players_without_a_finite_elo_are_told_and_do_no_harm() {
    let encounters = [
        games([0, 1], 75, 25, 0),
        // Player 2 won everything, player 3 lost everything, players 4 and 5 met nobody else, player 6 nobody at all.
        games([2, 0], 10, 0, 0),
        games([3, 1], 0, 10, 0),
        games([4, 5], 5, 5, 0),
        games([1, 1], 9, 0, 0),
    ];
    let found = ratings(7, &encounters, &[(1, 0.0)]);
    assert_eq!(elo(&found)[..2], [190.8, 0.0]);
    assert_eq!((found[2].elo, found[2].elo_error), (f64::INFINITY, f64::INFINITY));
    assert_eq!((found[3].elo, found[3].elo_error), (f64::NEG_INFINITY, f64::INFINITY));
    assert!(found[4..].iter().all(|rating| rating.elo.is_nan() && rating.elo_error.is_nan()), "{found:?}");
    // Without anchors the largest group is rated; an empty list is fine.
    assert_eq!(elo(&ratings(7, &encounters, &[]))[..2], [95.4, -95.4]);
    assert!(ratings(0, &[], &[]).is_empty());
    assert!(ratings(1, &[], &[])[0].elo.abs() < 1e-9);
}

/// Far apart, through weak ties: the method of Newton does not run away.
#[test]
fn distant_players_are_found() {
    let encounters: Vec<Encounter> = (0..9).map(|player| games([player, player + 1], 1, 999, 0)).collect();
    let found = ratings(10, &encounters, &[(0, 0.0)]);
    let step = 400.0 * 999.0_f64.log10();
    for (player, rating) in found.iter().enumerate() {
        assert!((rating.elo - player as f64 * step).abs() < 1e-3, "{player}: {rating:?}");
    }
}
