//! ```
//! use boardgame::MoveStyle;
//! use catalog::{GameId, PositionText};
//! use damier_engine::{Limits, player};
//!
//! let mut player = player(GameId::Chess, 16, 1); // Megabytes, threads.
//! player.set_position(&PositionText::at("r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4"))?;
//! player.set_notation(MoveStyle::Record); // SAN; PDN in draughts.
//!
//! let found = player.best_move(Limits::nodes(10_000));
//! assert_eq!(found.best.as_deref(), Some("Qxf7#"));
//! assert_eq!(found.score.to_string(), "mate in 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An engine for every game of the catalog.
//!
//! # Watching a search
//!
//! [`Player::search`] reports an [`Info`] after every depth and can be stopped from another thread with a [`Control`]:
//!
//! ```
//! use catalog::GameId;
//! use damier_engine::{Control, Limits, SearchRequest, player};
//!
//! let mut player = player(GameId::International, 16, 1);
//! let request = SearchRequest { multi_pv: 2, ..Limits::depth(6).into() };
//! player.search(&request, &Control::default(), &mut |info| {
//!     println!("depth {}: {}{} {}", info.depth, info.bound, info.score, info.pv.join(" "));
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Typed moves
//!
//! For one type of position, [`searchers`] works with its own moves instead of texts:
//!
//! ```
//! use boardgame::{Game, PositionExt};
//! use catalog::chess::Chess;
//! use damier_engine::{Limits, searchers};
//!
//! let game = Game::new(Chess::from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")?);
//! let found = searchers::chess(16, 1).best_move(&game, Limits::nodes(1_000));
//! let mate = found.best.expect("a legal move");
//! assert!(game.position().after(mate).is_check());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Playing weaker
//!
//! A [`Level`] from 1 to 10 limits the strength; see [`Player::set_strength`].
//!
//! # As a program
//!
//! [`speak_uci`], [`speak_hub`] and [`play_dxp`] run the engine behind the protocols of chess and draughts programs.
#![forbid(unsafe_code)]

mod background_player;
mod bench;
mod command_loop;
mod dxp;
mod eval_file;
mod game_player;
mod hub;
mod info_reporter;
mod level;
mod player;
mod shared_output;
mod uci;

pub use background_player::STACK_SIZE;
pub use bench::{Bench, run as bench};
pub use dxp::{DxpError, DxpEvent, DxpGame, DxpRequest, DxpResult, DxpRole, DxpSettings, play_dxp};
pub use eval_file::EvalFileError;
pub use hub::speak_hub;
pub use level::{Level, LevelError, Strength};
pub use player::{Player, player};
pub use search::{
    BestMove, Bound, Clock, Control, Info, Limits, Score, ScoreKind, SearchRequest, max_threads,
};
pub use searchers::{self, Contribution};
pub use tables::{LookUp, TableError, Tables, Value};
pub use uci::speak_uci;
