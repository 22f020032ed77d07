//! Results that others published, recomputed.

use damier_stats::{Counts, Model, Pentanomial, Sprt, Trinomial, estimate};

const STOCKFISH: &str = include_str!("../../../../testdata/stats/stockfish-sprt-vectors.csv");

/// Normalized results from before this day were computed by an approximation: fishtest has computed the exact LLR since its
/// pull request 927 of 2021-05-17.
const EXACT_SINCE: &str = "2021-05-17";

/// The two results that the exact formula does not reproduce: both are older, and the approximation gives what was
/// printed.
const APPROXIMATED: [(&str, f64); 2] = [("594e2ac9994f", 2.95633), ("b1c8840f104d", 2.95505)];

/// A line of the list: what Stockfish's history says about one test.
struct Published {
    commit: &'static str,
    date: &'static str,
    sprt: Sprt,
    printed: f64,
    games: Trinomial,
    pairs: Pentanomial,
}

fn published() -> Vec<Published> {
    let lines = STOCKFISH.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let read = |cells: Vec<&'static str>| {
        let number = |index: usize| cells[index].parse::<f64>().expect("a number");
        let count = |index: usize| cells[index].parse::<u64>().expect("a count");
        let model = cells[2].parse().expect("a model");
        Published {
            commit: cells[0],
            date: cells[1],
            sprt: Sprt::new(model, number(3), number(4), 0.05, 0.05).expect("limits"),
            printed: number(5),
            games: Trinomial::new(count(6), count(7), count(8)).expect("games"),
            pairs: Pentanomial::new([9, 10, 11, 12, 13].map(count)).expect("pairs"),
        }
    };
    lines.map(read).collect()
}

/// Does this print as the other, with two digits? Half a unit more is for numbers that lie on the border.
fn prints_as(llr: f64, printed: f64) -> bool {
    (llr - printed).abs() <= 0.005 + 1e-9
}

/// ½ N ln((1 + (t - t0)²) / (1 + (t - t1)²)), for normal results of unknown variance.
fn approximation(sprt: &Sprt, pairs: &Pentanomial) -> f64 {
    let t = estimate(&(*pairs).into()).nelo;
    let [above0, above1] = [sprt.elo0(), sprt.elo1()].map(|elo| {
        let difference = (t - elo) * 2.0_f64.sqrt() / damier_stats::ELO_PER_T;
        1.0 + difference * difference
    });
    0.5 * pairs.len() as f64 * (above0 / above1).ln()
}

#[test]
fn the_llr_of_stockfish_tests_is_the_printed_one() {
    let published = published();
    assert_eq!(published.len(), 2884);
    let mut different = Vec::new();
    for Published { commit, sprt, printed, games, pairs, .. } in &published {
        let counts = Counts::both(*pairs, *games).expect("counts of one match");
        let llr = sprt.llr(&counts);
        if !prints_as(llr, *printed) {
            different.push((*commit, llr));
            assert!((llr - printed).abs() < 0.007, "{commit}: {llr} instead of {printed}");
        }
    }
    let rounded: Vec<_> =
        different.iter().map(|(commit, llr)| (*commit, (llr * 1e5).round() / 1e5)).collect();
    assert_eq!(rounded, APPROXIMATED);
}

/// Why two differ: everything printed before fishtest computed the exact LLR agrees with its approximation, these two
/// included. Later results do not.
#[test]
fn results_before_the_exact_llr_are_approximations() {
    let normalized = published().into_iter().filter(|published| published.sprt.model() == Model::Normalized);
    let (before, after): (Vec<_>, Vec<_>) = normalized.partition(|published| published.date < EXACT_SINCE);
    let agrees = |published: &Published| {
        prints_as(approximation(&published.sprt, &published.pairs), published.printed)
    };
    assert!(before.len() > 15 && before.iter().all(agrees));
    for (commit, _) in APPROXIMATED {
        assert!(before.iter().any(|published| published.commit == commit), "{commit}");
    }
    let wrong = after.iter().filter(|published| !agrees(published)).count();
    assert!(wrong > 50, "{wrong} of {}", after.len());
}

/// A row of results with fixed numbers of games, as printed.
struct Fixed {
    pairs: [u64; 5],
    games: [u64; 3],
    elo: &'static str,
    los: Option<&'static str>,
    nelo: Option<&'static str>,
    pairs_ratio: Option<&'static str>,
}

#[test]
fn estimates_are_the_printed_ones() {
    let table = [
        // Stockfish a12dc6cc1f.
        Fixed {
            pairs: [143, 6697, 14452, 6415, 164],
            games: [14169, 14409, 27164],
            elo: "-1.50 +-1.5",
            los: Some("2.3"),
            nelo: Some("-2.95 +-2.9"),
            pairs_ratio: Some("0.96"),
        },
        // Stockfish 69a01b88f3.
        Fixed {
            pairs: [154, 6440, 16053, 7148, 205],
            games: [16085, 15275, 28640],
            elo: "4.69 +-1.4",
            los: None,
            nelo: Some("9.38 +-2.8"),
            pairs_ratio: Some("1.12"),
        },
    ];
    for Fixed { pairs, games: [wins, losses, draws], elo, los, nelo, pairs_ratio } in table {
        let pairs = Pentanomial::new(pairs).expect("pairs");
        let games = Trinomial::new(wins, losses, draws).expect("games");
        let found = estimate(&Counts::both(pairs, games).expect("counts of one match"));
        assert_eq!(format!("{:.2} +-{:.1}", found.elo, found.elo_error), elo);
        let is = |printed: Option<&str>, found: String| printed.is_none_or(|printed| printed == found);
        assert!(is(los, format!("{:.1}", 100.0 * found.los)), "{}", found.los);
        assert!(is(nelo, format!("{:.2} +-{:.1}", found.nelo, found.nelo_error)), "{}", found.nelo);
        let ratio = found.pairs_ratio.expect("pairs");
        assert!(is(pairs_ratio, format!("{ratio:.2}")), "{ratio}");
    }
}

/// OpenBench, pull request 364 of Clockwork: it takes its error bar from Student's t, which is normal for so many games.
#[test]
fn a_test_of_openbench_is_reproduced() {
    let pairs = Pentanomial::new([398, 4112, 7672, 4336, 430]).expect("pairs");
    let counts =
        Counts::both(pairs, Trinomial::new(8688, 8400, 16808).expect("games")).expect("counts of one match");
    let sprt = Sprt::new(Model::Normalized, 0.0, 3.0, 0.05, 0.05).expect("limits");
    assert_eq!(format!("{:.2}", sprt.llr(&counts)), "2.96");
    let found = estimate(&counts);
    assert_eq!(format!("{:.2} +-{:.2}", found.elo, found.elo_error), "2.95 +-2.18");
}

/// The numbers of the unit tests of fastchess, for games one by one.
#[test]
fn games_one_by_one_have_the_llr_of_fastchess() {
    let llr = |model, elo0, elo1, [wins, losses, draws]: [u64; 3]| {
        let sprt = Sprt::new(model, elo0, elo1, 0.05, 0.05).expect("limits");
        sprt.llr(&Trinomial::new(wins, losses, draws).expect("games").into())
    };
    let close = llr(Model::Normalized, 0.0, 2.0, [36433, 36027, 68692]);
    assert_eq!(format!("{close:.2}"), "0.92");
    let negative = llr(Model::Logistic, 0.5, 2.5, [21404, 21184, 40708]);
    assert_eq!(format!("{negative:.2}"), "-1.57");
    let only_wins = llr(Model::Normalized, 0.0, 10.0, [4250, 0, 0]);
    assert!((only_wins / 120.56 - 1.0).abs() < 0.01, "{only_wins}");
}

/// The same games give another LLR when they are taken one by one: pairs matter.
#[test]
fn pairs_say_more_than_their_games() {
    let sprt = Sprt::new(Model::Normalized, 0.5, 2.5, 0.05, 0.05).expect("limits");
    let pairs: Counts = Pentanomial::new([39, 11353, 31686, 11822, 33]).expect("pairs").into();
    let games: Counts = Trinomial::new(28697, 28240, 52929).expect("games").into();
    assert_eq!(format!("{:.2} {:.2}", sprt.llr(&pairs), sprt.llr(&games)), "2.96 0.92");
}
