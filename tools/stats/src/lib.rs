//! Statistics of matches between engines.
//!
//! A match is a count of results: of single games ([`Trinomial`]), or better of pairs of games that start from the same
//! opening with colors swapped ([`Pentanomial`]). Pairs cancel most of what an opening decides, so they say more than
//! the same games one by one.
//!
//! ```
//! use damier_stats::{Counts, Model, Pentanomial, Sprt, Verdict, estimate};
//!
//! let counts = Counts::from(Pentanomial::new([39, 11353, 31686, 11822, 33])?);
//! let sprt = Sprt::new(Model::Normalized, 0.5, 2.5, 0.05, 0.05)?;
//! let llr = sprt.llr(&counts);
//! assert_eq!(format!("{llr:.2}"), "2.96");
//! assert_eq!(sprt.verdict(llr), Some(Verdict::AcceptH1));
//!
//! let estimate = estimate(&counts);
//! assert_eq!(format!("{:.2} ± {:.2}", estimate.elo, estimate.elo_error), "1.45 ± 0.95");
//! # Ok::<(), damier_stats::StatsError>(())
//! ```
//!
//! The formulas are those of Michel Van den Bergh: "Comments on normalized Elo" and "A practical introduction to
//! normalized Elo" for the Elo scales, "The generalized sequential probability ratio test for trinomial and multinomial
//! distributions" for the test. All 2,884 published results of Stockfish are in `testdata/stats` and are reproduced.
#![forbid(unsafe_code)]

mod counts;
mod distribution;
mod elo;
mod error;
mod estimate;
mod likelihood;
mod normal;
mod prefix;
mod ratings;
mod sprt;
mod text;

pub use counts::{Counts, GamePoints, MOST_GAMES, PairResult, Pentanomial, Trinomial};
pub use elo::{ELO_PER_T, elo_of_score, score_of_elo};
pub use error::StatsError;
pub use estimate::{CONFIDENCE_95, Estimate, estimate};
pub use normal::normal_cdf;
pub use prefix::{Decision, FinishedPairs};
pub use ratings::{Encounter, Rating, ratings};
pub use sprt::{MOST_ELO, Model, Sprt, Verdict};
pub use text::{number_of, number_text};
