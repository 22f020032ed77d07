//! The player: search and evaluation of every game of the catalog behind one type, and as an engine that
//! chess programs can talk to.
#![forbid(unsafe_code)]

mod bench;
mod level;
mod player;
mod session;
mod uci;

pub use bench::run as bench;
pub use level::{Level, LevelError};
pub use player::{Decision, Player, Thinking, Thought, player};
pub use uci::speak_uci;

pub use search::{Clock, Control, Limits, Score};
