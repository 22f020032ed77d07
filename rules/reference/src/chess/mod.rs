//! Chess and Chess960 on a mailbox board: it makes every move and checks whether the king is attacked.
//!
//! Written from the FIDE Laws of Chess of 2023 alone. It deliberately shares no idea
//! with a fast generator, so that the two can check each other.
//! Article numbers in comments are those of the Laws; "Guidelines II" are the
//! Chess960 rules at their end.

mod attacks;
mod board;
mod castling;
mod fen;
mod moves;
mod outcome;
mod play;
mod position;
mod san;

pub use board::{Board, Color, Piece, Role, Square};
pub use castling::Wing;
pub use fen::FenError;
pub use moves::Move;
pub use outcome::Outcome;
pub use position::Position;
pub use san::san;
