//! Game records in other formats than PGN and PDN, and the way between all of them.
//!
//! | format | holds | read | written |
//! |---|---|---|---|
//! | [`Format::Pgn`], [`Format::Pdn`] | everything | [`record`] | [`record`] |
//! | [`Format::JsonLines`] | everything | [`read_games`] | [`write_json`] |
//! | [`Format::Fen`], [`Format::Epd`] | positions | [`read_games`] | [`PositionWriter`] |
//!
//! All readers give [`SourceGame`]s: texts whose rules are known only later. On the board of its rules such a
//! game becomes a [`TextTree`](record::TextTree), which all writers take.
//!
//! ```
//! use chess::Chess;
//! use damier_convert::{Format, read_games, write_json};
//! use record::{ReadOptions, replay_board};
//!
//! let mut out = Vec::new();
//! let mut board = replay_board::<Chess>();
//! for game in read_games("1. e4 {[%clk 0:03:00]} *".as_bytes(), Format::Pgn, ReadOptions::pgn()) {
//!     let game = game?.raw.resolve_on(&mut *board).unwrap();
//!     write_json("chess", &game, None, &mut out).unwrap();
//! }
//! assert_eq!(String::from_utf8(out).unwrap(), concat!(
//!     r#"{"game":"chess","number":1,"tags":{},"result":"*","moves":[{"move":"e4","comments":["[%clk 0:03:00]"],"#,
//!     r#""commands":[{"name":"clk","value":"0:03:00","seconds":180.0}]}]}"#, "\n",
//! ));
//! # Ok::<(), record::RecordError>(())
//! ```
#![forbid(unsafe_code)]

mod content;
mod epd;
mod format;
mod json;
mod lines;
mod positions;
mod source;

pub use format::{Format, UnknownFormat};
pub use json::write_json;
pub use lines::LONGEST_LINE;
pub use positions::{PositionWriter, Which};
pub use source::{SourceGame, SourceGames, check_operations, read_games, without_illegal_operations};
