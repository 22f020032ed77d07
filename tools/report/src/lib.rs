//! Reports of matches between engines: text, JSON, and one HTML page with plots.
//!
//! A [`MatchReport`] holds everything that is shown; it comes from the games of a ledger, finished or not.
//! It is JSON by `serde`, text by [`MatchReport::to_text`] and a page by [`MatchReport::to_html`]. The page has no
//! scripts and loads nothing: its plots are SVG, drawn here.
#![forbid(unsafe_code)]

mod anchor;
mod charts;
mod engine_profile;
mod gather;
mod html;
mod match_report;
mod plot;
mod rating_list;
mod text;
mod tuning_page;

pub use anchor::{Anchor, RatingError};
pub use engine_profile::{EngineProfile, PhaseAverage};
pub use gather::ReportBuilder;
pub use match_report::{
    EndingCount, EngineRow, FaultNote, LengthBin, LlrPoint, MatchReport, MeetingRow, OpeningRow, SprtReport,
};
pub use rating_list::{RatingList, RatingRow};
pub use tuning_page::{TunedLine, tuning_page};
