//! The rules of chess, checked against tables, cases and other generators.

mod against_reference;
mod against_stockfish;
mod cases;
mod common;
mod epd;
mod explain;
mod fen;
mod outcomes;
mod play;
mod san;
mod setup;
mod shield;
mod suites;
mod uci;
