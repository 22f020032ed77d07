//! Game records: reading and writing PGN and PDN files.
//!
//! Four ways to read:
//!
//! - [`Reader`] reads a file of any size and reports its contents to a [`Visitor`]; it knows no game.
//! - [`replay_games`] resolves and plays every move, and keeps none: the fast way to know that all are legal.
//!   A [`Watch`] sees every position.
//! - [`read_games`] does the same and gives one [`GameTree`] after the other.
//! - [`read_raw_games`] is for files whose games differ: the tags of a [`RawGame`] say which game it is.
//!
//! [`GameTree`] holds a game with variations, comments and annotations, and [`WriteOptions`] writes it.
//!
//! ```
//! use chess::Chess;
//! use damier_record::{ReadOptions, WriteOptions, read_games};
//!
//! let text = "[White \"Somebody\"] 1.e4 {best by test} e5 (1...c5!) 2.Ng1-f3 1-0";
//! for game in read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()) {
//!     let written = WriteOptions::pgn().to_text(&game?.tree)?;
//!     assert_eq!(written.lines().nth(4), Some("[White \"Somebody\"]"));
//!     assert_eq!(written.lines().nth(8), Some("1. e4 {best by test} 1... e5 (1... c5 $1) 2. Nf3 1-0"));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Strict and tolerant
//!
//! Real files break the standards in many ways. The tolerant mode reads what can be understood and reports
//! each [`Repair`] with its place; in strict mode each of them is an error. Its [`RepairEffect`] is a note where what is unusual
//! is kept, and a change where it is written otherwise. Nothing is repaired silently: move numbers,
//! the texts of moves and what tags say are compared with the game, and comments are kept as they are. Only marks
//! of check are not looked at unless [`ReadOptions::exact_moves`] asks for it. What is kept although it is wrong,
//! such as `PlyCount`, dates and null moves, is reported too; only such tags and null moves can keep what the writer
//! writes from passing the strict mode.
//! A [`RecordError`] ends its game only: reading goes on with the next.
//!
//! # Encodings
//!
//! Readers want UTF-8, and what is not is an error of its game. [`Decoded`] gives it to them: it reads text of any
//! [`Encoding`], given or guessed, and says what it [assumed](Assumption).
//!
//! # Limits
//!
//! A file may be of any size, a token may not: [`LONGEST_COMMENT`], [`LONGEST_VALUE`], [`LONGEST_NAME`],
//! [`LONGEST_MOVE`], [`LONGEST_MARKS`], [`DEEPEST_VARIATION`], [`MOST_COMMENTS_BEFORE`], [`MOST_TAGS`] and
//! [`LARGEST_GAME`]
//! bound what is held at a time. Work and memory are linear in the text.
#![forbid(unsafe_code)]

mod builder;
mod byte_class;
mod comment;
mod date;
mod embedded_command;
mod encoding;
mod error;
mod fen;
mod game_replay;
mod games;
mod header;
mod highlight;
mod late_tag_checks;
mod lexer;
mod limits;
mod marks;
mod numbers;
mod parts;
mod piece_letters;
mod raw;
mod raw_event;
mod raw_games;
mod reader;
mod referee;
mod repair;
mod repair_effect;
mod replay;
mod replay_board;
mod replay_line;
mod result;
mod short_text;
mod source;
mod suggest;
mod tags;
mod termination;
mod text_tree;
mod tree;
mod tree_board;
mod typed_board;
mod visitor;
mod write;

pub use boardgame::Syntax;
pub use comment::Comment;
pub use embedded_command::{EmbeddedCommand, Evaluation, Meaning};
pub use encoding::{
    Assumed, Assumption, Decoded, Encoding, How, Policy, UNSURE, UTF16, UnknownEncoding, is_utf16,
};
pub use error::{Fault, Location, RecordError, shortened};
pub use fen::repair_fen;
pub use games::{BrokenGame, Games, ReadGame, ReadOptions, read_games};
pub use highlight::Highlight;
pub use limits::{
    DEEPEST_VARIATION, LARGEST_GAME, LONGEST_COMMENT, LONGEST_MARKS, LONGEST_MOVE, LONGEST_NAME,
    LONGEST_VALUE, MOST_COMMENTS_BEFORE, MOST_REPAIRS, MOST_TAGS,
};
pub use marks::Marks;
pub use parts::{Part, Parts};
pub use piece_letters::{Letters, UnknownLetters, plain_signs};
pub use raw::RawGame;
pub use raw_event::RawEvent;
pub use raw_games::{RawGames, read_raw_games};
pub use reader::{Reader, ReaderMode};
pub use referee::{Referee, RefereeTally, WhichGame};
pub use repair::{Repair, RepairKind};
pub use repair_effect::RepairEffect;
pub use replay::{Replay, Replayed, Replays, Watch, replay_games};
pub use replay_board::{Played, ReplayBoard, TextCheck, replay_board, replay_board_with};
pub use result::{GameResult, ResultStyle};
pub use short_text::ShortText;
pub use suggest::nearest_move;
pub use tags::Tags;
pub use termination::Termination;
pub use text_tree::{TextMove, TextPosition, TextTree, Texts};
pub use tree::{Content, EditError, GameTree, NodeId, Notes, ResultCheck, TreeStep};
pub use visitor::{CommentPlace, Flow, MoveText, Terminator, Visitor};
pub use write::{Loss, ToTexts, WriteError, WriteOptions};
