//! The rules of the draughts family.
#![forbid(unsafe_code)]

mod bitboard;
mod board;
mod capture;
mod clocks;
mod draws;
mod exhaustive;
mod generate;
mod king_runs;
mod leg;
mod numbering;
mod play;
mod position;
mod route;
mod rules;
mod shift;
pub mod variants;
mod word;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Direction, Directions, Square};
pub use king_runs::{Extra, KingRuns};
pub use numbering::{Corner, Numbering};
pub use position::{Draughts, Move, Piece, Role};
pub use route::{Jump, Route};
pub use rules::{Blocked, Draws, Endings, Landing, Limit, Precedence, Promotion, Removal, Rules, Status};
pub use variants::Variant;
pub use word::Word;
