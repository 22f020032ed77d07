//! The rules of chess, checked against tables, cases and other generators.

mod cases;
mod suites;
