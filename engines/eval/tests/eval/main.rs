//! Search with the real evaluation.

mod fingerprint;
mod search;
