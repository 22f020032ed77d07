//! Books and generated openings.

mod books;
mod generated;
