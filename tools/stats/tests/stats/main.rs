//! Statistics against published numbers.

mod error_rates;
mod limits;
mod published;
mod ratings;
