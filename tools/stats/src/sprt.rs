//! The sequential probability ratio test.

use std::fmt;
use std::str::FromStr;

use crate::counts::Counts;
use crate::distribution::Distribution;
use crate::elo::{ELO_PER_T, score_of_elo};
use crate::error::StatsError;
use crate::likelihood::{law_with_mean, law_with_t};

/// The largest limit of a test, in Elo of either model.
pub const MOST_ELO: f64 = 2000.0;

/// Which Elo the limits of a test are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Model {
    /// Normalized Elo: the test takes about as many games whatever the draw rate. Stockfish has used it since 2021.
    #[default]
    Normalized,
    /// The usual Elo, by the expected score.
    Logistic,
}

impl Model {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Says which names exist.
impl FromStr for Model {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "normalized" => Ok(Self::Normalized),
            "logistic" => Ok(Self::Logistic),
            _ => Err("expected normalized or logistic"),
        }
    }
}

/// What a finished test found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The first engine is not better than the lower limit.
    AcceptH0,
    /// The first engine is at least as good as the upper limit.
    AcceptH1,
}

impl Verdict {
    /// The name in JSON: `h0` or `h1`.
    pub fn name(self) -> &'static str {
        match self {
            Self::AcceptH0 => "h0",
            Self::AcceptH1 => "h1",
        }
    }
}

/// A test whether the difference is `elo0` or `elo1`, with the error rates that are accepted.
///
/// It is the generalized test: the log-likelihood ratio (LLR) compares the likeliest law with `elo0` and the likeliest
/// with `elo1`. The match stops as soon as the LLR leaves the interval from `lower` to `upper`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    model: Model,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// The count that stands for an outcome that did not occur, so that it remains possible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// A test with checked limits: `elo0` below `elo1`, both error rates above 0 and their sum below 1.
    pub fn new(model: Model, elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, StatsError> {
        let in_range = |elo: f64| (-MOST_ELO..=MOST_ELO).contains(&elo);
        if !in_range(elo0) || !in_range(elo1) || elo0 >= elo1 {
            return Err(StatsError::Bounds { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(StatsError::ErrorRates { alpha, beta });
        }
        Ok(Self { model, elo0, elo1, alpha, beta })
    }

    /// Which Elo the limits are.
    pub fn model(&self) -> Model {
        self.model
    }

    /// The difference in strength under the null hypothesis.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference in strength under the alternative.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The accepted rate of false positives.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The accepted rate of false negatives.
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// The LLR at which the null hypothesis is accepted.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The LLR at which the alternative is accepted.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of these results; 0 without results.
    pub fn llr(&self, counts: &Counts) -> f64 {
        if counts.games() == 0 {
            return 0.0;
        }
        let observed = Distribution::with_least(counts, UNSEEN);
        let [law0, law1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => law_with_mean(&observed, score_of_elo(elo)),
            Model::Normalized => law_with_t(&observed, elo * observed.games_each.sqrt() / ELO_PER_T),
        });
        let laws = law0.probabilities().iter().zip(law1.probabilities());
        let ratios = observed.probabilities().iter().zip(laws);
        observed.total * ratios.map(|(p, (p0, p1))| p * (p1 / p0).ln()).sum::<f64>()
    }

    /// What this LLR decides, if anything.
    pub fn verdict(&self, llr: f64) -> Option<Verdict> {
        if llr >= self.upper() {
            Some(Verdict::AcceptH1)
        } else if llr <= self.lower() {
            Some(Verdict::AcceptH0)
        } else {
            None
        }
    }
}
