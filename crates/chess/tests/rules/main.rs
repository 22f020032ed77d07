//! The rules of chess, checked against tables, cases and other generators.

mod against_reference;
mod against_stockfish;
mod cases;
mod common;
mod epd;
mod san;
mod setup;
mod suites;
