//! The queue on a real PostgreSQL.

mod common;
mod queue;
mod runner;
