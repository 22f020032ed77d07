//! Draughts of every kind on a mailbox board, one hop at a time.
//!
//! Written from the rule books alone. It deliberately shares no idea with a fast
//! generator, so that the two can check each other.

mod board;
mod captures;
mod draws;
mod fen;
mod game;
mod moves;
mod precedence;
mod rules;
mod variants;

pub use board::{
    Board, Color, Direction, KingRun, LONGEST_SIDE, Piece, Position, Role, Square, is_playing_square,
    is_promotion_square, playing_squares, step,
};
pub use fen::{FenError, from_fen, number_of, read_square, square_numbered, to_fen};
pub use game::{Game, Outcome, Reason};
pub use moves::{Move, Route, legal_moves, legal_moves_within, perft_distinct, perft_routes, play};
pub use rules::{
    Algebraic, DrawRule, Landing, NoLegalMove, Numbering, PlayingSquares, Precedence, Promotion, Removal,
    Rules,
};
pub use variants::{ALL, DISPUTED, rules_of};
