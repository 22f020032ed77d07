//! ```
//! use damier::{Draughts, MoveStyle, Notation, PositionExt, variants::International};
//!
//! // FMJD rules: the longest capture is mandatory.
//! let mut position = Draughts::<International>::from_fen("W:W32:B19,27,28")?;
//! let moves = position.legal_moves();
//! let texts: Vec<String> = moves.iter().map(|&mv| position.write_move(mv, MoveStyle::Full)).collect();
//! assert_eq!(texts, ["32x23x14"]);
//!
//! position.play(moves[0]);
//! assert_eq!(position.to_fen(), "B:W14:B27");
//! # Ok::<(), damier::FenError>(())
//! ```
//!
//! The rules of chess, Chess960 and 31 draughts games: legal moves, results, notations, records and perft.
//!
//! # A game with its result
//!
//! A [`Position`] is one moment. A [`Game`] also knows its history, and so repetitions and results:
//!
//! ```
//! use damier::{Chess, Game, MoveStyle, Notation};
//!
//! let mut game = Game::<Chess>::default();
//! for text in ["e4", "e5", "Qh5", "Ke7", "Qxe5#"] {
//!     let mv = game.position().read_move(text, MoveStyle::Record)?;
//!     game.play(mv)?;
//! }
//! let (outcome, reason) = game.outcome().expect("mate");
//! assert_eq!(format!("{outcome}, {reason}"), "white_wins, checkmate (FIDE 5.1.1)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A game chosen at run time
//!
//! A [`GameId`] is the name of a game as a value:
//!
//! ```
//! use damier::GameId;
//!
//! let game: GameId = "checkers".parse()?;
//! assert_eq!(game, GameId::English);
//! assert_eq!(game.start().count_legal(), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Game records
//!
//! [`record::read_games`] reads PGN and PDN of any size and reports errors with their place. If you only need to know
//! that every move is legal, [`record::replay_games`] is faster: it keeps nothing.
//!
//! ```
//! use damier::{Chess, record::{ReadOptions, read_games}};
//!
//! let text = "[White \"Somebody\"] 1.e4 {best by test} e5 (1...c5!) 2.Nf3 1-0  1.d4 Nf4 *";
//! let mut games = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn());
//! assert_eq!(games.next().unwrap()?.tree.plies(), 3);
//! let error = games.next().unwrap().unwrap_err();
//! assert!(error.to_string().ends_with("(FIDE 3.6); perhaps Nf6 was meant"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The best move
//!
//! With the feature `engine`, a searcher of one type of position gives its own moves, not texts:
//!
//! ```
//! # #[cfg(feature = "engine")] {
//! use damier::engine::{Limits, searchers};
//! use damier::{Chess, Game, MoveStyle, Notation, PositionExt};
//!
//! let game = Game::new(Chess::from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")?);
//! let found = searchers::chess(1, 1).best_move(&game, Limits::depth(3));
//! let mate = found.best.expect("a legal move");
//! assert_eq!((mate.from(), mate.to()), (damier::chess::Square::A1, damier::chess::Square::A8));
//! assert_eq!(game.position().write_move(mate, MoveStyle::Record), "Ra8#");
//! # }
//! # Ok::<(), damier::FenError>(())
//! ```
//!
//! For any game by its name, `engine::player` does the same with texts.
//!
//! # Where to look
//!
//! | To | Use |
//! |---|---|
//! | generate moves fast, for one game | [`Position`], [`PositionExt`] on [`Chess`], [`Chess960`] or [`Draughts`] |
//! | read and write moves and positions | [`Notation`] |
//! | handle any game by name | [`GameId`], [`AnyGame`], [`board()`], [`counter()`] |
//! | count move sequences | [`perft`] |
//! | draw boards | [`diagram`] |
//!
//! # Features
//!
//! | Feature | Gives |
//! |---|---|
//! | `chess`, `draughts` | one family: its rules as types, with records and perft |
//! | `games` (default) | all games, also chosen at run time |
//! | `engine` | the player of every game |
//!
//! One family alone builds fastest: `damier = { version = "0.1", default-features = false, features = ["chess"] }`. The
//! program is the crate `damier-cli`.
#![forbid(unsafe_code)]

/// The examples of the README, so that they are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(feature = "games")]
mod any_counter;
#[cfg(feature = "games")]
mod named_board;
#[cfg(feature = "games")]
mod replay_board;

pub use boardgame::{
    Claims, Color, Countable, FenError, Game, MoveError, MoveList, MoveStyle, Notation, Outcome, PlayError,
    Position, PositionExt, Reading, Reason, RecordNotation, TooComplex,
};
#[cfg(feature = "chess")]
pub use chess::{Chess, Chess960};
#[cfg(feature = "draughts")]
pub use draughts::{AnyDraughts, AnyVariant, Draughts, variants};
#[cfg(feature = "games")]
pub use {
    any_counter::{AnyCount, AnyCountError, AnyCounter, AnySplit, AnySplitPart, AnyTally, counter},
    catalog::{
        AnyGame, Describe, GameId, OpenError, PositionText, PositionTextError, SavedGame, Task, UnknownGame,
    },
    named_board::{board_by_tags, board_for_lists},
    replay_board::board,
};

#[cfg(feature = "chess")]
pub use chess;
#[cfg(feature = "draughts")]
pub use draughts;
#[cfg(feature = "engine")]
pub use engine;
pub use {boardgame, perft, record};
#[cfg(feature = "games")]
pub use {catalog, diagram};
