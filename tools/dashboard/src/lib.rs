//! A match between engines, watched in the terminal.
//!
//! A [`MatchWatcher`] observes a match and gives a [`DashboardView`] at any moment: plain data. [`draw`] puts it on a
//! screen of any size, and [`show`] does so until the match is over.
#![forbid(unsafe_code)]

mod draw;
mod keyboard;
mod show;
mod view;
mod watcher;

pub use draw::draw;
pub use show::{DashboardKeys, show};
pub use view::{BoardPanel, DashboardView, LlrGauge, StandingLine};
pub use watcher::MatchWatcher;
