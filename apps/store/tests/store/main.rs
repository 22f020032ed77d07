//! One suite on SQLite and on PostgreSQL, and what only one of them does.

mod bots;
mod common;
mod crash;
mod shared_postgres;
mod sqlite_file;
mod suite;
