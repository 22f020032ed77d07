//! What a server or a chat bot asks about positions and games: no input or output, no asynchronous code.
//!
//! ```
//! use catalog::GameId;
//!
//! let game = GameId::Russian.at("W:Wa1,c3:Ba7,d4,f6")?;
//! let position = damier_study::position(&*game);
//! assert_eq!(position.legal[0].path, ["c3", "e5", "g7"]);
//! assert_eq!(position.legal[0].captured, ["d4", "f6"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | To | Use |
//! |---|---|
//! | list the games | [`kinds`], [`popular`], [`rules`] |
//! | open a game from texts of strangers | [`open`] |
//! | show a position, its legal moves, its history | [`position`], [`legal`], [`history`], [`ply`], [`board_text`] |
//! | set up a position | [`fen_of_board`] |
//! | let an engine move, answer, analyze, review | [`EnginePool`] |
//! | say what is wrong with a move | [`explain`] |
//! | write and convert records | [`record_of`], [`convert_text`] |
//! | draw | [`picture`] |
#![forbid(unsafe_code)]

mod analysis;
mod conversion_summary;
mod converter;
mod date;
mod engine_move;
mod error;
mod explain;
mod finding;
mod job;
mod kinds;
mod open;
mod picture;
mod player_cache;
mod pool;
mod position;
mod record_rules;
mod records;
mod review;
mod score;
mod set_up;
mod text_conversion;
mod worker;

pub use analysis::{AnalysisDone, AnalysisInfo, AnalysisJob, LONGEST_ANALYSIS, MOST_LINES, TableAnswer};
pub use conversion_summary::ConversionSummary;
pub use converter::{Converter, ConverterOptions};
pub use date::date_text;
pub use engine_move::{DrawAnswerJob, EngineMove, MoveJob, accepts_takeback, clock_limits, clock_of};
pub use error::{RecordFault, StudyError};
pub use explain::{Explained, explain};
pub use finding::{Finding, Hint, Message};
pub use job::{JobFault, JobFlow, JobHandle, QueueFull};
pub use kinds::{Kind, KindSquare, RuleText, RulesText, kinds, popular, rules};
pub use open::{LONGEST_FEN, LONGEST_MOVE, MOST_MOVES, open};
pub use picture::{PictureFormat, PictureOptions, picture};
pub use pool::{EnginePool, PoolConfig, PoolLoad};
pub use position::{
    ClaimView, CounterView, Legal, OutcomeText, Ply, PositionData, board_text, history, history_since, legal,
    legal_by_path_id, move_by_path_id, ply, position,
};
pub use record_rules::{LETTERS_SAMPLE, RecordGame, RecordRules};
pub use records::{GameRecord, check_format, record_of, record_tree, tagged, write_options};
pub use review::{Mark, ReviewDone, ReviewJob, ReviewLine, winning_chance};
pub use score::{ScoreValue, accepts_draw, for_white, score_text, score_words};
pub use set_up::fen_of_board;
pub use text_conversion::{Converted, TextLimits, convert_text};

pub use convert::Format;
pub use diagram::Theme;
pub use engine::Clock;
pub use record::Tags;
