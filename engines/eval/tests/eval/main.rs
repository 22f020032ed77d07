//! Search with the real evaluation.

mod endgame_tables;
mod fingerprint;
mod search;
