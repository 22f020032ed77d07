//! Slow generators written straight from the rule books, for tests.
#![forbid(unsafe_code)]

pub mod chess;
pub mod draughts;
