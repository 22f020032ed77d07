#![doc = include_str!("../README.md")]
//!
//! # How it fits together
//!
//! A [`MatchPlan`] is everything that a match is. Its [`Schedule`] gives a [`Pair`] for each number; a [`Slot`] plays the
//! two games of a pair and gives a [`PlayedGame`] for each; a [`Ledger`] keeps them. A [`Match`] does all that with
//! several slots, and tells an [`MatchObserver`] what happens.
#![forbid(unsafe_code)]

mod adjudication;
mod adjudication_text;
mod cancel;
mod clocks;
mod contestant;
mod engine_spec;
mod engine_text;
mod engine_time;
mod error;
mod event;
mod game_record;
mod latency;
mod ledger;
mod number_option;
mod opening;
mod plan;
mod plan_check;
mod plan_difference;
mod played_game;
mod referee;
mod run;
mod schedule;
mod slot;
mod sprt_plan;
mod standings;

pub use adjudication::{Adjudication, DrawRule, ResignRule, SteadyRule};
pub use adjudication_text::AdjudicationError;
pub use cancel::Cancel;
pub use engine_spec::{EngineProtocol, EngineSpec, OptionText, Restart};
pub use engine_time::{ClockControl, EngineTime, EngineTimeError};
pub use error::{ArenaError, LedgerError, PlanError};
pub use event::{MatchEvent, MatchObserver};
pub use game_record::{game_record, record_ending};
pub use latency::{LatencyMeter, LatencySummary};
pub use ledger::Ledger;
pub use number_option::{NumberOption, number_options};
pub use opening::{Openings, StartPosition};
pub use openings::{MOST_PLIES, Opening, OpeningBalance, OpeningOrder, OpeningSet, OpeningSource};
pub use plan::{MOST_TEST_ROUNDS, MatchFormat, MatchPlan, RunPlan};
pub use plan_difference::PlanDifference;
pub use played_game::{
    EndingKind, EngineFault, EngineScore, FaultKind, GameEnding, MatchResult, PlayedGame, PlayedMove,
};
pub use run::{Match, RunSettings, StopReason};
pub use schedule::{Pair, Schedule};
pub use slot::Slot;
pub use sprt_plan::SprtPlan;
pub use standings::{EngineStanding, Meeting, Standings};
