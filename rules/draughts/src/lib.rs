//! The rules of the draughts family: one generator, compiled for each kind of movement.
//!
//! ```
//! use boardgame::{MoveList, MoveStyle, Notation, Position, PositionExt};
//! use damier_draughts::Draughts;
//! use damier_draughts::variants::Russian;
//!
//! let position = Draughts::<Russian>::from_fen("W:Wf6:Bb6,e7,h2")?;
//! let mut moves = MoveList::new();
//! position.legal_moves_into(&mut moves);
//! // Promoted on d8, the man continues as a king.
//! assert_eq!(position.write_move(moves[0], MoveStyle::Full), "f6:d8:a5");
//! assert_eq!(position.after(moves[0]).to_fen(), "B:WKa5:Bh2");
//! # Ok::<(), boardgame::FenError>(())
//! ```
//!
//! [`Draughts`] is one moment of a game, of a variant named by its type or, as [`AnyDraughts`], chosen at run time;
//! [`Setup`] is a described position, [`PartialMove`] a move made hop by hop, [`Route`] one way to make a capture. The rules of
//! a variant are the constants in [`variants`].
//!
//! For untrusted positions use `try_legal_moves_into`, which returns an error above two million jumps. `legal_moves` is exact
//! too, but has no limit.
#![forbid(unsafe_code)]

mod any_variant;
mod articles;
mod bitboard;
mod board;
mod capture;
mod capture_state;
mod completion;
mod count;
mod diagram;
mod draw_clocks;
mod draws;
mod exhaustive;
mod explain;
mod fen;
mod generate;
mod hub;
mod king_runs;
mod machine_word;
mod move_text;
mod moves_like;
mod notation;
mod numbering;
mod partial_move;
mod pdn;
mod play;
mod position;
mod precedence;
mod route;
mod rules;
mod rules_in_words;
mod ruleset;
mod setup;
mod shift;
mod successors;
pub mod variants;

pub use any_variant::{AnyDraughts, AnyVariant};
pub use articles::{Articles, Criteria, RuleName};
pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Direction, Directions, Square};
pub use explain::{BehindRule, Capture, Heading, Illegal, MoveRefusal};
pub use hub::HubError;
pub use king_runs::{Extra, KingRuns};
pub use machine_word::Word;
pub use moves_like::MovesLike;
pub use numbering::{Corner, Numbering};
pub use partial_move::{Hop, HopResult, PartialMove, PartialMoveError};
pub use position::{Draughts, Move, Piece, Role};
pub use precedence::{Criterion, Precedence};
pub use route::{Jump, Route};
pub use rules::{Blocked, CaptureInCount, Draws, Endings, Landing, Limit, Promotion, Removal, Rules, Status};
pub use ruleset::Ruleset;
pub use setup::{Counters, Setup, SetupError};
pub use variants::Variant;
