//! Tuning finds the hills it is shown.

mod games;
mod hills;
