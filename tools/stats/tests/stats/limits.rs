//! Bad input, and counts at the edge of what can be computed.

use damier_stats::{
    Counts, FinishedPairs, GamePoints, MOST_GAMES, Model, PairResult, Pentanomial, Sprt, StatsError,
    Trinomial, Verdict, estimate, number_text,
};

#[test]
fn bad_counts_are_named() {
    let cases = [
        ("1,2,3,4", "pentanomial has 4 counts; expected 5: pairs with 0, 0.5, 1, 1.5 and 2 points"),
        ("1,2,3,4,5,6", "pentanomial has 6 counts; expected 5: pairs with 0, 0.5, 1, 1.5 and 2 points"),
        ("", "pentanomial has 1 counts; expected 5: pairs with 0, 0.5, 1, 1.5 and 2 points"),
        ("1,2,-3,4,5", "pentanomial: \"-3\" is not a count; expected a whole number from 0 to 10000000000"),
        ("1,2,+3,4,5", "pentanomial: \"+3\" is not a count; expected a whole number from 0 to 10000000000"),
        ("1,2,,4,5", "pentanomial: \"\" is not a count; expected a whole number from 0 to 10000000000"),
        (
            "1,2,99999999999999999999,4,5",
            "pentanomial: \"99999999999999999999\" is not a count; expected a whole number from 0 to 10000000000",
        ),
        ("0,0,0,0,0", "pentanomial: all counts are 0; expected at least one result"),
        ("6000000000,6000000000,0,0,0", "pentanomial: more than 10000000000 results; expected fewer"),
    ];
    for (text, message) in cases {
        let error = text.parse::<Pentanomial>().expect_err(text);
        assert_eq!(error.to_string(), message);
    }
    assert_eq!("1, 2,3 ,4,5".parse::<Pentanomial>().expect("spaces").pairs, [1, 2, 3, 4, 5]);
    assert_eq!(" [1, 2, 3, 4, 5]".parse::<Pentanomial>().expect("brackets").pairs, [1, 2, 3, 4, 5]);
    let error = "[1, 2, 3, 4, 5".parse::<Pentanomial>().expect_err("one bracket");
    assert!(error.to_string().starts_with("pentanomial: \"[1\" is not a count"), "{error}");
    let error = "1,2".parse::<Trinomial>().expect_err("two counts");
    assert_eq!(error.to_string(), "trinomial has 2 counts; expected 3: wins, losses, draws");
    assert_eq!(
        Trinomial::new(u64::MAX, u64::MAX, 1),
        Err(StatsError::TooMany { field: "trinomial" }),
        "sums do not overflow"
    );
}

#[test]
fn counts_of_two_matches_are_refused() {
    let pairs = Pentanomial::new([0, 1, 0, 1, 0]).expect("pairs");
    let both = |wins, losses, draws| Counts::both(pairs, Trinomial::new(wins, losses, draws).expect("games"));
    assert!(both(1, 1, 2).is_ok());
    assert!(matches!(both(1, 1, 3), Err(StatsError::Disagree { games: 5, paired_games: 4, .. })));
    assert!(matches!(both(2, 1, 1), Err(StatsError::Disagree { half_points: 5, paired_half_points: 4, .. })));
}

#[test]
fn bad_tests_are_refused() {
    let bounds = |elo0, elo1| Sprt::new(Model::Normalized, elo0, elo1, 0.05, 0.05);
    for (elo0, elo1) in [(2.0, 0.0), (1.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (-3000.0, 0.0)] {
        assert!(matches!(bounds(elo0, elo1), Err(StatsError::Bounds { .. })), "{elo0} {elo1}");
    }
    assert_eq!(
        bounds(2.5, 0.5).expect_err("the wrong way round").to_string(),
        "the SPRT limits are 2.5 and 0.5; expected the smaller one first, both from -2000 to 2000"
    );
    let rates = |alpha, beta| Sprt::new(Model::Logistic, 0.0, 5.0, alpha, beta);
    for (alpha, beta) in [(0.0, 0.05), (0.05, -0.1), (0.5, 0.5), (f64::NAN, 0.05), (1.0, 0.05)] {
        assert!(matches!(rates(alpha, beta), Err(StatsError::ErrorRates { .. })), "{alpha} {beta}");
    }
}

#[test]
fn the_limits_of_the_llr_follow_from_the_error_rates() {
    let sprt = Sprt::new(Model::Normalized, 0.0, 2.0, 0.05, 0.05).expect("limits");
    assert_eq!(format!("{:.3} {:.3}", sprt.lower(), sprt.upper()), "-2.944 2.944");
    assert_eq!(sprt.verdict(2.944), None);
    assert_eq!(sprt.verdict(sprt.upper()), Some(Verdict::AcceptH1));
    assert_eq!(sprt.verdict(sprt.lower()), Some(Verdict::AcceptH0));
    let lopsided = Sprt::new(Model::Normalized, 0.0, 2.0, 0.01, 0.1).expect("limits");
    assert_eq!(format!("{:.3} {:.3}", lopsided.lower(), lopsided.upper()), "-2.293 4.500");
}

/// Every count and every test that passes the checks gives a number.
#[test]
fn the_llr_is_always_finite() {
    let counts = [0, 1, 7, 100_000, MOST_GAMES / 5];
    let tests = [(-2000.0, -1999.0), (-1000.0, -500.0), (0.0, 1e-9), (0.0, 2.0), (400.0, 2000.0)];
    let mut checked = 0;
    for number in 1..5_usize.pow(5) {
        let pairs = [1, 5, 25, 125, 625].map(|power| counts[number / power % 5]);
        // All of them take long and show nothing else.
        if number % 7 != 0 && number > 200 {
            continue;
        }
        let games = [pairs[0], pairs[2], pairs[4]];
        let all = [
            Pentanomial::new(pairs).map(Counts::from),
            Trinomial::new(games[0], games[1], games[2]).map(Counts::from),
        ];
        for counts in all.into_iter().flatten() {
            for (elo0, elo1) in tests {
                for model in [Model::Normalized, Model::Logistic] {
                    let sprt = Sprt::new(model, elo0, elo1, 0.05, 0.05).expect("limits");
                    let llr = sprt.llr(&counts);
                    assert!(llr.is_finite(), "{counts:?} {sprt:?}: {llr}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 5000);
}

/// Better results never lower the LLR by much, and colors can be swapped.
#[test]
fn the_llr_is_symmetric() {
    for model in [Model::Normalized, Model::Logistic] {
        let sprt = Sprt::new(model, -3.0, 7.0, 0.05, 0.05).expect("limits");
        let reversed = Sprt::new(model, -7.0, 3.0, 0.05, 0.05).expect("limits");
        let pairs = Pentanomial::new([3, 40, 100, 60, 9]).expect("pairs");
        let mut mirrored = pairs;
        mirrored.pairs.reverse();
        let (one, other) = (sprt.llr(&pairs.into()), reversed.llr(&mirrored.into()));
        assert!((one + other).abs() < 1e-9, "{one} {other}");
    }
}

#[test]
fn one_sided_matches_have_no_elo() {
    let wins = estimate(&Trinomial::new(10, 0, 0).expect("games").into());
    assert_eq!((wins.elo, wins.los), (f64::INFINITY, 1.0 - 0.5_f64.powi(11)));
    assert!(!wins.elo_error.is_finite() && !wins.nelo.is_finite());
    let draws = estimate(&Trinomial::new(0, 0, 10).expect("games").into());
    assert_eq!((draws.elo, draws.los, draws.nelo), (0.0, 0.5, 0.0));
    assert_eq!(draws.draw_rate, Some(1.0));
    let pairs = estimate(&Pentanomial::new([0, 0, 4, 1, 0]).expect("pairs").into());
    assert_eq!(
        (pairs.pairs_ratio, pairs.even_pairs, pairs.draw_rate),
        (Some(f64::INFINITY), Some(0.8), None)
    );
}

/// Results that are all the same do not show how much they vary: no error bar is 0, and nothing is certain.
#[test]
fn few_results_leave_doubts() {
    for (pairs, los) in [
        ([0, 0, 0, 1, 0], 0.75),
        ([0, 0, 0, 0, 1], 0.75),
        ([0, 0, 0, 1, 1], 0.875),
        ([2, 0, 0, 0, 0], 0.125),
        ([0, 0, 1, 0, 0], 0.5),
        ([0, 0, 99, 1, 0], 0.75),
    ] {
        let found = estimate(&Pentanomial::new(pairs).expect("pairs").into());
        assert!((found.los - 0.5).abs() <= (los - 0.5_f64).abs(), "{pairs:?}: {}", found.los);
        assert!(found.elo_error.is_nan() || found.elo_error > 1.0, "{pairs:?}: {}", found.elo_error);
        assert!(found.nelo_error > 1.0, "{pairs:?}");
    }
    let one = estimate(&Pentanomial::new([0, 0, 0, 1, 0]).expect("pairs").into());
    assert_eq!((format!("{:.1}", one.elo), one.elo_error), ("190.8".to_owned(), f64::INFINITY));
    // The largest variance that even pairs allow: they are won or lost by two points.
    let even = estimate(&Pentanomial::new([0, 0, 100, 0, 0]).expect("pairs").into());
    let widest = estimate(&Pentanomial::new([50, 0, 0, 0, 50]).expect("pairs").into());
    assert_eq!((even.elo_error, even.elo_low), (widest.elo_error, widest.elo_low));
    // Enough results are as sure as they always were.
    let many = estimate(&Pentanomial::new([0, 10, 20, 60, 10]).expect("pairs").into());
    assert!(many.los > 0.999_999_9, "{}", many.los);
}

#[test]
fn numbers_are_written_for_people() {
    let texts =
        [(-0.0, "0.00"), (-0.004, "0.00"), (-0.006, "-0.01"), (f64::NEG_INFINITY, "-∞"), (10.0, "10.00")];
    for (number, text) in texts {
        assert_eq!(number_text(number, 2), text, "{number}");
    }
    assert_eq!(number_text(-0.4, 0), "0");
}

/// The order in which pairs end changes nothing, and later pairs do not change a decision.
#[test]
fn only_pairs_without_a_gap_count() {
    let sprt = Sprt::new(Model::Normalized, 0.0, 100.0, 0.05, 0.05).expect("limits");
    let results: Vec<PairResult> = (0..400)
        .map(|number| match number % 5 {
            0 => PairResult::of(GamePoints::Draw, GamePoints::Draw),
            1 => PairResult::of(GamePoints::Loss, GamePoints::Draw),
            _ => PairResult::of(GamePoints::Win, GamePoints::Draw),
        })
        .collect();
    let mut in_order = FinishedPairs::new(Some(sprt));
    for (number, &result) in (0..).zip(&results) {
        in_order.record(number, result).expect("a new pair");
    }
    let decision = in_order.decision().expect("a decision");
    assert!(decision.pairs < 400 && decision.verdict == Verdict::AcceptH1);

    let mut mixed = FinishedPairs::new(Some(sprt));
    for step in 0..400 {
        // A permutation: 7 has no common factor with 400.
        let number = step * 7 % 400;
        mixed.record(number, results[number as usize]).expect("a new pair");
        if mixed.waiting() > 0 {
            assert_eq!(mixed.record(number, results[0]), Err(StatsError::Doubled { number }));
        }
    }
    assert_eq!(mixed.decision(), Some(decision));
    assert_eq!((mixed.counts(), mixed.llr()), (in_order.counts(), in_order.llr()));
    assert_eq!((mixed.len(), mixed.waiting()), (400, 0));
}
