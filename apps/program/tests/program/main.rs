//! The program as scripts and people see it: one binary, since linking one for each file would take most of the time.

mod all_games;
mod bot;
mod command_line;
mod common;
mod compliance;
mod convert;
mod crash;
mod diff;
mod encodings;
mod engines;
mod examples;
mod explain;
mod json;
mod kept_games;
mod lists;
mod match_games;
mod match_report;
mod match_workers;
mod moves;
mod notations;
mod nothing_silent;
mod perft;
mod play;
mod serve;
mod show;
mod stats;
mod suites;
mod tables;
mod terminal;
mod threads;
mod tune;
mod validate;
#[cfg(all(unix, feature = "workers"))]
mod worker_support;
mod workers;
