//! The sequential test on simulated matches: is it wrong as rarely as it promises?

use damier_stats::{FinishedPairs, GamePoints, Model, PairResult, Sprt, Verdict, score_of_elo};

/// SplitMix64: any generator will do, but always the same one.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The law of single games with a bias of the opening: White scores `bias` more with either engine.
#[derive(Clone, Copy)]
struct Law {
    score: f64,
    draws: f64,
    bias: f64,
}

impl Law {
    fn game(self, is_white: bool, random: &mut Random) -> GamePoints {
        let score = self.score + if is_white { self.bias } else { -self.bias };
        let wins = score - 0.5 * self.draws;
        match random.unit() {
            roll if roll < wins => GamePoints::Win,
            roll if roll < wins + self.draws => GamePoints::Draw,
            _ => GamePoints::Loss,
        }
    }

    /// The variance of the score of a pair.
    fn pair_variance(self) -> f64 {
        let of_game = |score: f64| {
            let wins = score - 0.5 * self.draws;
            wins + 0.25 * self.draws - score * score
        };
        (of_game(self.score + self.bias) + of_game(self.score - self.bias)) / 4.0
    }

    /// The law in which the first engine is better by this Elo.
    fn with_elo(self, model: Model, elo: f64) -> Self {
        match model {
            Model::Logistic => Self { score: score_of_elo(elo), ..self },
            Model::Normalized => {
                let t = elo * 2.0_f64.sqrt() / damier_stats::ELO_PER_T;
                let step = |law: Self, _| Self { score: 0.5 + t * law.pair_variance().sqrt(), ..law };
                (0..50).fold(self, step)
            }
        }
    }
}

const MATCHES: u64 = 2000;

/// Plays matches until the test decides; returns the share of those that accept H1, and the mean number of pairs.
fn accepted(sprt: Sprt, law: Law, seed: u64) -> (f64, f64) {
    let (mut accepted, mut pairs) = (0, 0);
    for number in 0..MATCHES {
        let mut random = Random(seed ^ number.wrapping_mul(0xd134_2543_de82_ef95));
        let mut finished = FinishedPairs::new(Some(sprt));
        let decision = loop {
            let games = [true, false].map(|is_white| law.game(is_white, &mut random));
            let result = PairResult::of(games[0], games[1]);
            finished.record(finished.len(), result).expect("a new pair");
            if let Some(decision) = finished.decision() {
                break decision;
            }
            assert!(finished.len() < 100_000, "the test does not end");
        };
        accepted += u64::from(decision.verdict == Verdict::AcceptH1);
        pairs += decision.pairs;
    }
    (accepted as f64 / MATCHES as f64, pairs as f64 / MATCHES as f64)
}

const LAW: Law = Law { score: 0.5, draws: 0.4, bias: 0.1 };

/// Both rates of error over 2,000 matches. The seeds are fixed, so chance plays no part in the verdict.
fn check(model: Model, elos: [f64; 2], [alpha, beta]: [f64; 2]) {
    let sprt = Sprt::new(model, elos[0], elos[1], alpha, beta).expect("limits");
    let (false_positives, pairs0) = accepted(sprt, LAW.with_elo(model, elos[0]), 1);
    let (positives, pairs1) = accepted(sprt, LAW.with_elo(model, elos[1]), 2);
    let false_negatives = 1.0 - positives;
    println!(
        "{model} {elos:?}: {false_positives} of {alpha} after {pairs0} pairs, {false_negatives} of {beta} after {pairs1}"
    );
    for (found, promised) in [(false_positives, alpha), (false_negatives, beta)] {
        assert!(found <= promised, "{found} instead of {promised}");
        // A test that hardly errs plays too many games: something is wrong with it too.
        assert!(found >= promised / 2.0, "{found} instead of {promised}");
    }
}

#[test]
fn the_normalized_test_keeps_its_error_rates() {
    check(Model::Normalized, [0.0, 40.0], [0.05, 0.05]);
}

#[test]
fn the_logistic_test_keeps_its_error_rates() {
    check(Model::Logistic, [-10.0, 20.0], [0.05, 0.1]);
}
