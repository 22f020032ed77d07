//! Tests of self-play.

mod common;
mod files;
mod games;
