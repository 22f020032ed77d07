//! What all board games share: [`Color`], [`Outcome`], [`MoveList`], the [`Position`] and [`Notation`]
//! traits, and [`Game`] with its history.
//!
//! A game crate implements the two traits for its position type. Tools are generic over [`Position`]
//! where speed matters; for games chosen at run time, the catalog has one object-safe type.
#![deny(unsafe_code)]

mod claims;
mod color;
mod countable;
mod draw_counter;
pub mod epd;
mod error;
mod game;
mod move_list;
mod outcome;
mod position;
mod record_notation;
mod rule_in_words;
mod status;
mod syntax;
pub mod testing;
pub mod text;
pub mod view;

pub use claims::Claims;
pub use color::{BlackSide, Color, Side, WhiteSide};
pub use countable::Countable;
pub use draw_counter::{CounterUnit, DrawCounter};
pub use error::{FenError, MoveError, MoveRefusal, TooComplex};
pub use game::{Game, PlayError};
pub use move_list::MoveList;
pub use outcome::{Outcome, Reason, Rule};
pub use position::{MoveStyle, Notation, Position, PositionExt, Reading};
pub use record_notation::RecordNotation;
pub use rule_in_words::RuleInWords;
pub use status::Status;
pub use syntax::Syntax;
