//! The rules of the draughts family.
#![forbid(unsafe_code)]

mod bitboard;
mod board;
mod capture;
mod clocks;
mod completion;
mod count;
mod diagram;
mod draws;
mod exhaustive;
mod fen;
mod generate;
mod hop;
mod hub;
mod king_runs;
mod leg;
mod move_text;
mod notation;
mod numbering;
mod pdn;
mod play;
mod position;
mod route;
mod rules;
mod setup;
mod shift;
mod successors;
pub mod variants;
mod walk;
mod word;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Direction, Directions, Square};
pub use hop::{Hop, Step, WalkError};
pub use hub::HubError;
pub use king_runs::{Extra, KingRuns};
pub use numbering::{Corner, Numbering};
pub use position::{Draughts, Move, Piece, Role};
pub use route::{Jump, Route};
pub use rules::{Blocked, Draws, Endings, Landing, Limit, Precedence, Promotion, Removal, Rules, Status};
pub use setup::{Counters, Setup, SetupError};
pub use variants::Variant;
pub use walk::Walk;
pub use word::Word;
