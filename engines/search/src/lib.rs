//! Tree search for two-player board games.
//!
//! One search for all games: iterative deepening of a principal variation search with a table that all
//! threads share. It knows the rules through [`Position`](boardgame::Position) and all else through
//! [`Knowledge`]: how good a position is, which moves promise most, and which of the tricks of search are
//! sound in the game.
#![deny(unsafe_code)]

mod control;
mod history;
mod knowledge;
mod limits;
mod memory;
mod node;
mod order;
mod path;
mod prune;
mod quiesce;
mod reduction;
mod root;
mod score;
mod searcher;
mod table;
mod win;
mod worker;

pub use control::Control;
pub use knowledge::{Knowledge, Margins, Reduction, Tuning, Unquiet};
pub use limits::{Clock, Limits};
pub use score::{MAX_PLY, Score};
pub use searcher::{Answer, Question, Report, Searcher, most_threads};
pub use table::{Bound, Table};
