//! `damier bot telegram` against a strict fake of the Bot API, with people who play through it.
#![cfg(all(unix, feature = "bot"))]

mod chats;
mod faults;
mod games;
mod hostile;
mod kills;
mod load;
mod page;
mod reminders;
mod support;
mod talk;
