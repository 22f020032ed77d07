//! Playing at the terminal. The dialogue touches neither files nor terminals; `run` does.

pub(crate) mod clock;
mod command_list;
pub(crate) mod dialogue;
mod early_game_file;
mod engine_side;
mod game_file;
mod input;
pub(crate) mod line_reader;
mod questions;
mod random;
pub(crate) mod records;
mod refusal;
pub(crate) mod replay;
pub(crate) mod run;
mod run_command;
pub(crate) mod screen;
pub(crate) mod sitting;
pub(crate) mod store;
mod thought;

pub(crate) use random::number as random_number;
pub(crate) use run_command::start_game;
