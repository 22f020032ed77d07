//! Comparing engines with the rules.
//!
//! An [`Opponent`] is anything that can be asked for the moves of a position: an engine behind UCI or Hub, a
//! script, another `damier`, or the slow generators of `reference`. [`find_difference`] compares it with our rules and
//! descends to the first position where the moves differ, [`minimize`] removes everything that the difference does not
//! need, and a [`Report`] describes the rest as text or JSON; [`check`] does all of this.
//!
//! ```
//! use boardgame::MoveStyle;
//! use catalog::GameId;
//! use damier_diff::{Answer, TestPosition, Opponent, OpponentError, Query, find_difference};
//!
//! /// Does not know castling.
//! struct Forgetful;
//!
//! impl Opponent for Forgetful {
//!     fn name(&self) -> &str {
//!         "forgetful"
//!     }
//!     fn ask(&mut self, line: &TestPosition, _query: Query) -> Result<Answer, OpponentError> {
//!         let moves = line.position().legal_moves(MoveStyle::Record).into_iter();
//!         Ok(Answer::of_texts(moves.filter(|mv| !mv.starts_with('O'))))
//!     }
//! }
//!
//! let line = TestPosition::open(GameId::Chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
//! let found = find_difference(&mut Forgetful, &line, Query::of_depth(1), &())?.expect("a difference");
//! assert_eq!(found.difference.missing.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod candidates;
mod case_move;
mod check;
mod compare;
mod edit;
mod editable_position;
mod explain;
mod fen_style;
mod find_difference;
mod minimize;
mod observer;
mod opponent;
mod random;
mod report;
mod routes;
mod test_position;

pub use check::check;
pub use compare::{Difference, Style, WrongCount, WrongSuccessor, compare};
pub use find_difference::{Found, find_difference};
pub use minimize::{Budget, Minimized, MinimizingEnd, minimize};
pub use observer::{Effort, Observer};
pub use opponent::{
    Answer, AnsweredMove, Batch, CommandOpponent, HubOpponent, Opponent, OpponentError, Protocol,
    ReferenceOpponent, UciOpponent, open_opponent,
};
pub use random::RandomPositions;
pub use report::{Case, MoveReport, Origin, Report};
pub use test_position::{Query, TestPosition, TestPositionError};
