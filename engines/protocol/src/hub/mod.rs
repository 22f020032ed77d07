//! The Hub protocol, version 2, of draughts programs.
//!
//! Every line is a command with arguments `name=value`; [`HubLine`] is that form alone, [`HubCommand`] what a GUI
//! says, [`HubReply`] what an engine answers. Unknown arguments are passed over, as the protocol demands.

mod command;
mod line;
mod param;
mod reply;

pub use command::{GoMode, HubCommand, HubLimits};
pub use line::{HubArgument, HubLine};
pub use param::{Param, ParamKind};
pub use reply::{HubInfo, HubReply};
