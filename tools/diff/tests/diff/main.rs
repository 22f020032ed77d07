//! Differences are found, made small and reported.

mod minimize;
mod reference;
mod report;
