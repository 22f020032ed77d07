//! The rules of chess and Chess960.
//!
//! ```
//! use boardgame::{MoveList, MoveStyle, Notation, Position};
//! use damier_chess::Chess;
//!
//! // The king may not flee along the file of the rook that checks it: it does not shield the square behind.
//! let position = Chess::from_fen("8/8/8/4k3/8/8/8/K3R3 b - - 0 1")?;
//! let mut moves = MoveList::new();
//! position.legal_moves_into(&mut moves);
//! let texts = position.write_moves(&moves, MoveStyle::Record);
//! assert_eq!(texts.len(), 6);
//! assert!(!texts.contains(&"Ke6".to_owned()));
//! # Ok::<(), boardgame::FenError>(())
//! ```
//!
//! [`Chess`] and [`Chess960`] are one moment of a game, [`Setup`] a described position, [`Epd`] a position
//! with operations. Legal moves are found without trying them: the generator knows the checking pieces, the
//! pinned ones, and the squares that are attacked when the king is taken off the board.
#![deny(unsafe_code)]

mod attacks;
mod bitboard;
mod board;
mod castling;
mod chess960;
mod count;
mod epd;
mod explain;
mod extract;
mod fen;
mod generate;
mod list;
mod magics;
mod mode;
mod moves;
mod notation;
mod origins;
mod outcome;
mod piece;
mod play;
mod position;
mod san;
mod san_text;
mod setup;
mod short;
mod sliders;
mod square;
mod successors;
mod uci;
mod words;
mod zobrist;

pub use attacks::{between, king_attacks, knight_attacks, pawn_attacks};
pub use bitboard::{Bitboard, Squares};
pub use epd::{Epd, EpdError, Operation};
pub use explain::{Illegal, Placed, Refusal};
pub use fen::CastlingField;
pub use mode::{FischerRandom, Mode, Standard};
pub use moves::{Move, MoveKind};
pub use piece::{Piece, Role};
pub use position::{Chess, Chess960, ChessPosition};
pub use setup::{Setup, SetupError};
pub use sliders::{bishop_attacks, rook_attacks};
pub use square::{NoSquare, Square};
