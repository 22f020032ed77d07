#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod api;
pub mod api_answers;
mod app;
mod command;
mod config;
mod engine_seat;
mod errors;
mod games;
mod http;
mod limits;
mod log;
mod metrics;
mod outages;
mod presence;
mod rematch;
mod room;
mod room_commands;
mod room_keeper;
mod rooms;
mod running;
mod serving;
mod socket;
mod state;
mod time_source;
mod tokens;
mod view;

pub use command::PlayerCommand;
pub use config::Config;
pub use errors::{ErrorBody, ErrorInfo};
pub use games::{GameChange, NewTable, ServerGames, Snapshot};
pub use running::{RunError, Server, run};
pub use time_source::TimeSource;
