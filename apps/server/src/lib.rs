#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod api;
pub mod api_answers;
mod app;
mod clock;
mod command;
mod config;
mod dates;
mod engine_seat;
mod errors;
mod http;
mod limits;
mod log;
mod metrics;
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
mod tokens;
mod view;

pub use clock::Clock;
pub use command::PlayerCommand;
pub use config::Config;
pub use errors::{ErrorBody, ErrorInfo};
pub use running::{RunError, run};
