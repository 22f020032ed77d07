#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod check;
pub mod crash;
pub mod fanout;
pub mod http;
pub mod message;
pub mod progress;
pub mod run;
pub mod seats;
pub mod server;
pub mod socket;
