//! The rules of chess and Chess960.
//!
//! ```
//! use boardgame::{MoveList, MoveStyle, Notation, Position, PositionExt};
//! use damier_chess::Chess;
//!
//! // The king may not retreat along the file of the checking rook: it does not shield the square behind it.
//! let position = Chess::from_fen("8/8/8/4k3/8/8/8/K3R3 b - - 0 1")?;
//! let mut moves = MoveList::new();
//! position.legal_moves_into(&mut moves);
//! let texts = position.write_moves(&moves, MoveStyle::Record);
//! assert_eq!(texts.len(), 6);
//! assert!(!texts.contains(&"Ke6".to_owned()));
//! # Ok::<(), boardgame::FenError>(())
//! ```
//!
//! [`Chess`] and [`Chess960`] are positions, [`Setup`] is a described position that may be illegal, and [`Epd`] is a
//! position with operations. The generator finds legal moves without trying them: it knows the checking pieces, the
//! pinned pieces, and the squares that are attacked with the king removed.
#![deny(unsafe_code)]

mod attacks;
mod bitboard;
mod board;
mod castling;
mod chess960;
mod count;
mod epd;
mod explain;
mod fast_san;
mod fen;
mod generate;
mod list;
mod magics;
mod mode;
mod moves;
mod notation;
mod origins;
mod outcome;
mod pext;
mod piece;
mod play;
mod position;
mod rules_in_words;
mod san;
mod san_text;
mod setup;
mod sliders;
mod square;
mod successors;
mod uci;
mod zobrist;

pub use attacks::{between, king_attacks, knight_attacks, pawn_attacks};
pub use bitboard::{Bitboard, Squares};
pub use epd::{Epd, EpdError, Operation};
pub use explain::{Illegal, MoveRefusal, Placed};
pub use fen::CastlingField;
pub use mode::{FischerRandom, Mode, Standard};
pub use moves::{Move, MoveKind};
pub use piece::{Piece, Role};
pub use position::{Chess, Chess960, ChessPosition};
pub use setup::{Setup, SetupError};
pub use sliders::{bishop_attacks, rook_attacks};
pub use square::{NoSquare, Square};
