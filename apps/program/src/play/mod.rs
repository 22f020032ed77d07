//! Playing at the terminal. The dialogue knows neither files nor terminals; `run` has them.

mod chance;
pub(crate) mod clock;
pub(crate) mod dialogue;
mod engine_side;
mod input;
mod kept;
mod kept_before;
mod obey;
mod questions;
pub(crate) mod records;
mod refusal;
pub(crate) mod replay;
pub(crate) mod run;
pub(crate) mod screen;
pub(crate) mod sitting;
pub(crate) mod store;
mod thought;
pub(crate) mod typed;
mod words;

pub(crate) use chance::number as random_number;
pub(crate) use obey::start_game;
