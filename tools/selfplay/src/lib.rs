#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod adjudication;
mod block;
mod bytes;
mod distinct;
mod error;
mod export;
mod fingerprint;
mod finished_game;
mod game_code;
mod game_file;
mod game_record;
mod generate;
mod header;
mod merge;
mod play;
mod random;
mod self_play_game;
mod session;
mod settings;
mod statistics;

pub use adjudication::SelfPlayEnding;
pub use block::{BLOCK_GAMES, Block};
pub use distinct::DistinctCounter;
pub use error::SelfPlayError;
pub use export::{ExportCounts, ExportError, ExportFilter, Exporter, features};
pub use fingerprint::rules_fingerprint;
pub use finished_game::FinishedGame;
pub use game_code::{EncodedGame, decode, encode};
pub use game_file::{GameFile, GameFileWriter, Tail};
pub use game_record::game_record;
pub use generate::{Generator, PlayerEvaluation};
pub use header::{FileHeader, GameSource};
pub use merge::{MergeCounts, MergeError, merge};
pub use self_play_game::SelfPlayGame;
pub use session::{Goal, Session, Totals};
pub use settings::SelfPlaySettings;
pub use statistics::GameStatistics;
