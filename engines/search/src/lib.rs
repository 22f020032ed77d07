//! Alpha-beta search for two-player board games.
//!
//! One search for all games: iterative deepening with aspiration windows, principal variation search, quiescence
//! search and a transposition table shared by all threads. It gets the rules from
//! [`Position`](boardgame::Position) and everything else from [`Knowledge`]: evaluation, move ordering, and which
//! kinds of pruning are sound in the game.
//!
//! A [`Searcher`] takes a [`SearchRequest`], reports [`Info`] after every depth and returns a [`BestMove`]. A
//! [`Control`] stops it from another thread.
#![deny(unsafe_code)]

mod alpha_beta;
mod aspiration;
mod control;
mod correction_history;
mod endgame_tables;
mod forced_win;
mod history;
mod iterative_deepening;
mod knowledge;
mod late_move_reduction;
mod limits;
mod move_ordering;
mod pruning;
mod quiescence;
mod repetition;
mod root_moves;
mod score;
mod search_messages;
mod searcher;
#[cfg(test)]
mod test_tree;
mod time_manager;
mod transposition_table;
mod worker;
mod zeroed_memory;

pub use control::Control;
pub use endgame_tables::{EndgameTables, TableValue};
pub use knowledge::{
    Knowledge, LateMoveReduction, PruningMargins, QuiescenceMoves, SearchParameters, Structures,
};
pub use limits::{Clock, Limits};
pub use score::{Bound, MAX_PLY, Score, ScoreKind};
pub use search_messages::{BestMove, Info, SearchRequest};
pub use searcher::{Searcher, max_threads};
