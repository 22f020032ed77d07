//! The slow rules against published counts, cases and draw rules.

mod chess_cases;
mod chess_perft;
mod draughts_cases;
mod draughts_draws;
mod draughts_perft;
mod draughts_variants;
mod perft_files;
mod walk;
