#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod conversation;
mod dxp;
mod hub;
mod hub_search;
mod positions;
mod report;
mod search;
mod steps;
mod uci;
mod uci_search;

pub use dxp::test_dxp;
pub use hub::test_hub;
pub use report::{ComplianceReport, ComplianceStep, StepVerdict};
pub use steps::ComplianceSettings;
pub use uci::test_uci;
