//! The Hub protocol, version 2, of draughts programs.
//!
//! Every line is a command with arguments `name=value`; [`Line`] is that form alone, [`Command`] what a GUI
//! says, [`Reply`] what an engine answers. Unknown arguments are passed over, as the protocol demands.

mod command;
mod line;
mod param;
mod reply;

pub use command::{Command, GoMode, Level};
pub use line::{Argument, Line};
pub use param::{Param, ParamKind};
pub use reply::{Info, Reply};
