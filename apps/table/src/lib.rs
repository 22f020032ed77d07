//! A game between two seats, for every kind of front end. It does no input or output.
//!
//! Commands come in, events come out. The list of events *is* the game: [`Table::rebuild`] restores the same table from
//! it, including clocks, hops and offers. A front end stores the events before it shows them, and calls
//! [`Table::request`] to learn what an engine has to do.
//!
//! ```
//! use boardgame::Color;
//! use damier_table::{Command, Moment, Table, Terms};
//!
//! let mut table = Table::begin(Terms::of("russian".parse()?), Moment(0))?;
//! table.handle(&Command::Move { by: Color::White, ply: 0, mv: "c3-d4".into() }, Moment(1_000))?;
//! table.handle(&Command::Resign { by: Color::Black }, Moment(2_000))?;
//! assert_eq!(table.ending().unwrap().to_string(), "White wins: Black resigns");
//!
//! let again = Table::rebuild(table.events())?;
//! assert_eq!(again.game().fen(), table.game().fen());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod command;
mod ending;
mod event;
mod handle;
mod request;
mod table;
mod terms;
mod time;

pub use command::{Command, Refusal};
pub use ending::{Ending, rule_in_words};
pub use event::{Event, EventKind};
pub use request::{Purpose, Request};
pub use table::{RebuildError, Table};
pub use terms::{Seat, Terms};
pub use time::{BadTimeControl, Clocks, Moment, TimeControl};
