//! The method.

use boardgame::testing::Random;
use serde::{Deserialize, Serialize};

use crate::error::SpsaError;
use crate::tuned_number::TunedNumber;

/// The longest run.
pub const MOST_ITERATIONS: u64 = 10_000_000;

/// How fast steps shrink, by Spall.
const ALPHA: f64 = 0.602;

/// How fast the distance of the candidates shrinks, by Spall.
const GAMMA: f64 = 0.101;

/// This part of the run passes before steps begin to shrink in earnest.
const WARM_UP: f64 = 0.1;

/// Values are multiples of a millionth.
const DIGITS: f64 = 1e6;

/// Steps of the history that are kept.
const MOST_STEPS: usize = 1_000;

/// How a run is done.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpsaSettings {
    /// How many comparisons.
    pub iterations: u64,
    /// How far a number goes in the whole run if every comparison says the same by one point: this many times its range.
    pub rate: f64,
    /// The seed of all random choices.
    pub seed: u64,
}

/// Numbers after some iterations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaStep {
    /// The number of iterations.
    pub iteration: u64,
    /// The numbers.
    pub values: Vec<f64>,
}

/// A run: numbers that move to where they win. It depends on the settings and on the results alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spsa {
    numbers: Vec<TunedNumber>,
    settings: SpsaSettings,
    iteration: u64,
    values: Vec<f64>,
    /// The course of the numbers, thinned out.
    history: Vec<SpsaStep>,
    /// Every how many iterations the history has a step.
    stride: u64,
}

impl Spsa {
    /// A run that begins with the starts of the numbers.
    ///
    /// # Errors
    ///
    /// There are no numbers, or a limit or setting makes no sense.
    pub fn new(numbers: Vec<TunedNumber>, settings: SpsaSettings) -> Result<Self, SpsaError> {
        let values: Vec<f64> = numbers.iter().map(|number| number.start).collect();
        let history = vec![SpsaStep { iteration: 0, values: values.clone() }];
        let spsa = Self { numbers, settings, iteration: 0, values, history, stride: 1 };
        spsa.check()?;
        Ok(spsa)
    }

    /// Checks what a file may have wrong.
    pub(crate) fn check(&self) -> Result<(), SpsaError> {
        if self.numbers.is_empty() {
            return Err(SpsaError::NoNumbers);
        }
        for (index, number) in self.numbers.iter().enumerate() {
            number.check()?;
            if self.numbers[..index].iter().any(|other| other.name.eq_ignore_ascii_case(&number.name)) {
                return Err(SpsaError::SameName { name: number.name.clone() });
            }
        }
        let SpsaSettings { iterations, rate, .. } = self.settings;
        if !(1..=MOST_ITERATIONS).contains(&iterations) {
            return Err(SpsaError::BadIterations { found: iterations });
        }
        if !(rate > 0.0 && rate <= 1_000.0) {
            return Err(SpsaError::BadSetting {
                field: "rate",
                found: rate,
                expected: "above 0 and at most 1000",
            });
        }
        Ok(())
    }

    /// The numbers that are tuned.
    #[must_use]
    pub fn numbers(&self) -> &[TunedNumber] {
        &self.numbers
    }

    /// How the run is done.
    #[must_use]
    pub fn settings(&self) -> &SpsaSettings {
        &self.settings
    }

    /// How many comparisons have been made.
    #[must_use]
    pub fn iteration(&self) -> u64 {
        self.iteration
    }

    /// The numbers now.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The numbers as an engine takes them.
    #[must_use]
    pub fn rounded(&self) -> Vec<i64> {
        self.values.iter().map(|value| value.round() as i64).collect()
    }

    /// The course of the numbers.
    #[must_use]
    pub fn history(&self) -> &[SpsaStep] {
        &self.history
    }

    /// What keeps this run from going on as another one: other numbers or settings. More iterations are no obstacle.
    #[must_use]
    pub fn obstacles(&self, other: &Self) -> Vec<String> {
        let mut found = Vec::new();
        let mut compare = |name: &str, one: String, other: String| {
            if one != other {
                found.push(format!("{name} is {one} there and {other} here"));
            }
        };
        let names = |spsa: &Self| {
            spsa.numbers.iter().map(|number| number.name.as_str()).collect::<Vec<_>>().join(" and ")
        };
        compare("number", names(self), names(other));
        for one in &self.numbers {
            if let Some(other) = other.numbers.iter().find(|number| number.name == one.name) {
                compare(&one.name, one.limits_text(), other.limits_text());
            }
        }
        let (one, other) = (self.settings, other.settings);
        if other.iterations < one.iterations {
            compare("iterations", one.iterations.to_string(), other.iterations.to_string());
        }
        compare("rate", one.rate.to_string(), other.rate.to_string());
        compare("seed", one.seed.to_string(), other.seed.to_string());
        found
    }

    /// The same run with more iterations. From here on, steps are as long as in a run that had so many from the beginning.
    #[must_use]
    pub fn extended(mut self, iterations: u64) -> Self {
        self.settings.iterations = self.settings.iterations.max(iterations);
        self
    }

    /// The two sets of numbers to compare next; `None` at the end. Values between two whole numbers become either of them by
    /// chance, so that small differences count too.
    #[must_use]
    pub fn candidates(&self) -> Option<[Vec<i64>; 2]> {
        if self.iteration >= self.settings.iterations {
            return None;
        }
        let (directions, mut random) = self.directions();
        let spread = self.spread();
        let mut pick = |sign: f64| -> Vec<i64> {
            let moved = self.numbers.iter().zip(&self.values).zip(&directions);
            moved
                .map(|((number, value), direction)| {
                    let wanted = number.clamped(value + sign * direction * spread * number.step);
                    number.clamped((wanted + unit(&mut random)).floor()) as i64
                })
                .collect()
        };
        Some([pick(1.0), pick(-1.0)])
    }

    /// Takes the points by which the first set won the comparison, on average for a pair of games; negative if it lost.
    pub fn update(&mut self, difference: f64) {
        if self.iteration >= self.settings.iterations || !difference.is_finite() {
            return;
        }
        let (directions, _) = self.directions();
        let step = self.gain() * difference;
        for ((number, value), direction) in self.numbers.iter().zip(&mut self.values).zip(directions) {
            let moved = number.clamped(*value + direction * step * number.range());
            // Few digits, so that the file of a run gives back the very same number.
            *value = (moved * DIGITS).round() / DIGITS;
        }
        self.iteration += 1;
        self.remember();
    }

    fn remember(&mut self) {
        if !self.iteration.is_multiple_of(self.stride) && self.iteration != self.settings.iterations {
            return;
        }
        self.history.push(SpsaStep { iteration: self.iteration, values: self.values.clone() });
        if self.history.len() > MOST_STEPS {
            self.stride *= 2;
            let stride = self.stride;
            self.history.retain(|step| step.iteration.is_multiple_of(stride));
        }
    }

    /// Up or down for each number, and what is left of the chance of this iteration.
    fn directions(&self) -> (Vec<f64>, Random) {
        let mut random = Random::new(self.settings.seed);
        let mut random = Random::new(random.number() ^ self.iteration.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let directions = self.numbers.iter().map(|_| if random.number() >> 63 == 0 { 1.0 } else { -1.0 });
        (directions.collect(), random)
    }

    /// How far apart the candidates are, in steps: 1 at the end of the run.
    fn spread(&self) -> f64 {
        let SpsaSettings { iterations, .. } = self.settings;
        (iterations as f64 / (self.iteration + 1) as f64).powf(GAMMA)
    }

    /// The part of its range that a number moves for one point. All gains together are the rate.
    fn gain(&self) -> f64 {
        let SpsaSettings { iterations, rate, .. } = self.settings;
        let total = iterations as f64;
        let shape = |iteration: f64| {
            let spread = (total / iteration).powf(GAMMA);
            (WARM_UP * total + iteration).powf(-ALPHA) / spread
        };
        // The sum over the run; that of a long one by the middles of equal pieces.
        let pieces = iterations.min(1_000);
        let width = total / pieces as f64;
        let middle = |piece: u64| piece as f64 * width + 0.5 * (width + 1.0);
        let sum: f64 = (0..pieces).map(|piece| shape(middle(piece)) * width).sum();
        rate * shape((self.iteration + 1) as f64) / sum
    }
}

/// A number from 0 to 1.
fn unit(random: &mut Random) -> f64 {
    (random.number() >> 11) as f64 / (1_u64 << 53) as f64
}
