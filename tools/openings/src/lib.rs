//! Openings for matches between engines, for every game of the catalog.
//!
//! ```
//! use catalog::GameId;
//! use damier_openings::{OpeningOrder, OpeningSet, OpeningSource};
//!
//! // Every position that three moves reach.
//! let source = OpeningSource::AllPositions { plies: 3, order: OpeningOrder::Listed };
//! let openings = OpeningSet::open(GameId::English, &source, 1)?;
//! assert_eq!(openings.len(), Some(216));
//! assert_eq!(openings.get(40)?.moves.len(), 3);
//! # Ok::<(), damier_openings::OpeningsError>(())
//! ```
//!
//! The opening of a number depends on the source, the seed and the number alone: workers on several machines agree without
//! talking to each other. A source that is used up begins again.
#![forbid(unsafe_code)]

mod all_positions;
mod ballots;
mod book;
mod error;
mod limited_read;
mod opening;
mod random_openings;
mod source;

pub use all_positions::MOST_POSITIONS;
pub use book::{LONGEST_BOOK, MOST_OPENINGS};
pub use error::OpeningsError;
pub use opening::Opening;
pub use source::{MOST_PLIES, OpeningBalance, OpeningOrder, OpeningSet, OpeningSource};
