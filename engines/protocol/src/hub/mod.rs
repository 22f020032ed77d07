//! The Hub protocol, version 2, of draughts programs.
//!
//! Every line is a command with arguments `name=value`. [`HubLine`] is a line of this form, [`HubCommand`] a message of the
//! GUI, [`HubReply`] one of the engine. Unknown arguments are ignored, as the protocol demands.

mod command;
mod line;
mod param;
mod reply;

pub use command::{GoMode, HubCommand, HubLimits};
pub use line::{HubArgument, HubLine};
pub use param::{Param, ParamKind};
pub use reply::{HubInfo, HubReply};
