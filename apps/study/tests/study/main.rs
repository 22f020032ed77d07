//! Tests of the crate, in one program: the code of all games is linked once.

mod boards;
mod common;
mod endgame_tables;
mod hostile;
mod pool;
mod position_time;
mod records;
mod review;
