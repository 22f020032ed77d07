//! Comparing engines with the rules.
//!
//! An [`Opponent`] is anything that can be asked for the moves of a position: an engine behind UCI or Hub, a
//! script, another `damier`, or the slow generators of `reference`. [`find`] compares it with our rules and
//! descends to the first position where the moves differ, [`minimize`] takes away all that the difference
//! does not need, and a [`Report`] tells what is left, as text or JSON; [`check`] does all of that.
//!
//! ```
//! use boardgame::MoveStyle;
//! use catalog::GameId;
//! use damier_diff::{Answer, Line, Opponent, OpponentError, Query, find};
//!
//! /// Knows no castling.
//! struct Forgetful;
//!
//! impl Opponent for Forgetful {
//!     fn name(&self) -> &str {
//!         "forgetful"
//!     }
//!     fn ask(&mut self, line: &Line, _query: Query) -> Result<Answer, OpponentError> {
//!         let moves = line.position().legal_moves(MoveStyle::Record).into_iter();
//!         Ok(Answer::of_texts(moves.filter(|mv| !mv.starts_with('O'))))
//!     }
//! }
//!
//! let line = Line::open(GameId::Chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
//! let found = find(&mut Forgetful, &line, Query::of_depth(1), &())?.expect("a difference");
//! assert_eq!(found.difference.missing.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod candidates;
mod case_move;
mod check;
mod compare;
mod descend;
mod edit;
mod explain;
mod form;
mod line;
mod minimize;
mod observer;
mod opponent;
mod random;
mod report;
mod routes;
mod scene;

pub use check::check;
pub use compare::{Difference, Style, WrongCount, WrongSuccessor, compare};
pub use descend::{Found, find};
pub use line::{Line, LineError, Query};
pub use minimize::{Budget, Minimized, MinimizingEnd, minimize};
pub use observer::{Effort, Observer};
pub use opponent::{
    Answer, AnsweredMove, Batch, CommandOpponent, HubOpponent, Opponent, OpponentError, Protocol,
    ReferenceOpponent, UciOpponent, open_opponent,
};
pub use random::RandomLines;
pub use report::{Case, MoveReport, Origin, Report};
