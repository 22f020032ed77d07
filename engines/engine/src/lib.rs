//! The player: search and evaluation of every game of the catalog behind one type, and as an engine that
//! other programs can talk to: UCI for chess, Hub and DamExchange for draughts.
#![forbid(unsafe_code)]

mod bench;
mod dxp;
mod hub;
mod level;
mod lines;
mod player;
mod session;
mod squares;
mod told;
mod uci;
mod voice;

pub use bench::{Bench, run as bench};
pub use dxp::{
    DxpError, DxpEvent, DxpGame, DxpResult, DxpSettings, Request as DxpRequest, Role as DxpRole, play_dxp,
};
pub use hub::speak_hub;
pub use level::{Level, LevelError};
pub use player::{Decision, Player, Thinking, Thought, player};
pub use uci::speak_uci;

pub use search::{Bound, Clock, Control, Limits, Score, most_threads};
pub use session::STACK;
