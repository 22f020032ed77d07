#![forbid(unsafe_code)]
//! x
