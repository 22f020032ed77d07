//! Why a match cannot be planned, played or kept.

use std::io;
use std::path::{Path, PathBuf};

use catalog::{GameId, OpenError};
use client::EngineError;
use openings::OpeningsError;
use stats::{StatsError, number_of};
use tables::TableError;
use thiserror::Error;

use crate::engine_time::EngineTime;
use crate::plan_difference::PlanDifference;

/// What is wrong with a plan.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The match file cannot be read.
    #[error("line {line}: {reason}")]
    Toml {
        /// The line of what is wrong, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The plan is not JSON of a plan.
    #[error("bad plan: {0}")]
    Json(#[source] serde_json::Error),
    /// A match needs two engines.
    #[error("a match needs at least 2 engines, found {found}")]
    TooFewEngines {
        /// How many there are.
        found: usize,
    },
    /// A match needs rounds.
    #[error("rounds: found 0, expected 1 or more")]
    NoRounds,
    /// A number is outside its range.
    #[error("{field}: found {found}, expected {least} to {most}")]
    OutOfRange {
        /// The field.
        field: &'static str,
        /// Its number.
        found: u64,
        /// The smallest number.
        least: u64,
        /// The largest number.
        most: u64,
    },
    /// A test compares two engines.
    #[error("an SPRT compares 2 engines, found {found}")]
    TestOfMany {
        /// How many there are.
        found: usize,
    },
    /// The numbers of the test are wrong.
    #[error("sprt: {0}")]
    Test(#[from] StatsError),
    /// An engine needs a name that fits in a line.
    #[error("bad name of an engine: found {found:?}, expected a text in one line")]
    BadName {
        /// The name.
        found: String,
    },
    /// Two engines have the same name.
    #[error("two engines have the name {name:?}; give one of them another name")]
    SameName {
        /// The name.
        name: String,
    },
    /// A protocol cannot be used for a game.
    #[error("engine {engine:?} speaks {protocol}, which is not for {game}")]
    NotForGame {
        /// The engine.
        engine: String,
        /// The protocol.
        protocol: &'static str,
        /// The game.
        game: GameId,
    },
    /// Endgame tables cannot be opened.
    #[error("tables: {0}")]
    Tables(TableError),
    /// A folder has no endgame tables of the game.
    #[error("no tables of {game} in {}; build some with \"damier tables build {game} --pieces 4 --dir {}\"", folder.display(), folder.display())]
    NoTables {
        /// The game.
        game: GameId,
        /// The folder.
        folder: PathBuf,
    },
    /// DamExchange has no word for pondering.
    #[error(
        "engine {engine:?} speaks dxp, which cannot tell it to ponder: leave ponder out, and use an option of the program"
    )]
    CannotPonder {
        /// The engine.
        engine: String,
    },
    /// A time control that the protocol cannot tell the engine.
    #[error(
        "engine {engine:?} speaks dxp, which cannot tell it the time {time}: expected whole minutes for the game, such \
         as 5:00"
    )]
    NotTold {
        /// The engine.
        engine: String,
        /// The time control.
        time: EngineTime,
    },
    /// An option of our own engine is unknown or has a wrong value.
    #[error("engine {engine:?}: {option} is {found:?}, expected {expected}")]
    BadOption {
        /// The engine.
        engine: String,
        /// The option.
        option: String,
        /// Its value.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// Our own engine cannot read its network.
    #[error("engine {engine:?}: EvalFile: {source}")]
    EvalFile {
        /// The engine.
        engine: String,
        /// Why not.
        source: engine::EvalFileError,
    },
    /// The text of an engine on the command line is wrong.
    #[error("bad engine {text:?}: {reason}")]
    BadEngine {
        /// The text.
        text: String,
        /// What is wrong.
        reason: String,
    },
}

/// Why a match stopped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// The plan is wrong.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// An engine cannot be started.
    #[error("cannot start engine {engine:?}: {source}")]
    CannotStart {
        /// The engine.
        engine: String,
        /// What is wrong.
        source: EngineError,
    },
    /// There are no openings.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// An opening is not a position of the game.
    #[error("opening {number}: {source}")]
    Opening {
        /// Its number.
        number: u64,
        /// What is wrong.
        source: OpenError,
    },
    /// The results cannot be kept.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The file for the records has something else in it.
    #[error("{} is not empty and has no ledger beside it", .path.display())]
    NotEmpty {
        /// The file.
        path: PathBuf,
    },
    /// A record cannot be written.
    #[error("cannot write {}: {source}", .path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A game cannot be written as a record.
    #[error("cannot write game {number}: {reason}")]
    BadRecord {
        /// The number of the game, from 1.
        number: u64,
        /// What is wrong.
        reason: String,
    },
    /// The system does not give a thread.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    /// The plan is that of another match.
    #[error("{} holds another match: {}", .path.display(), listed(.differences))]
    OtherMatch {
        /// The file with its records.
        path: PathBuf,
        /// What the plan says differently.
        differences: Vec<PlanDifference>,
    },
    /// The match was canceled from outside.
    #[error("stopped")]
    Cancelled,
}

/// Why results cannot be kept.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// The file cannot be created or opened.
    #[error("cannot open {}: {source}", .path.display())]
    CannotOpen {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is a match in this file already.
    #[error("{} already holds {} of {} match", .path.display(), number_of(*.games, "game"), if *.same { "this" } else { "another" })]
    Exists {
        /// The file.
        path: PathBuf,
        /// Its finished games.
        games: u64,
        /// Whether it is the same match.
        same: bool,
    },
    /// There is no match in this file.
    #[error("{}", no_match(.path))]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// Another process uses the file.
    #[error("{} is used by another process", .path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file holds something else.
    #[error("{} is not a ledger of a match", .path.display())]
    NotALedger {
        /// The file.
        path: PathBuf,
    },
    /// A later version wrote the file.
    #[error("{} has format {found}, this program knows formats up to {known}", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format that is known here.
        known: i64,
    },
    /// Something in the file cannot be understood.
    #[error("{} is damaged: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        reason: String,
    },
    /// The database failed.
    #[error("{}: {}", .path.display(), said(.source))]
    Database {
        /// The file.
        path: PathBuf,
        /// What it said.
        source: sqlx::Error,
    },
}

/// What the database said, without what the driver adds.
fn said(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |error| error.message().to_owned())
}

/// The first differences; a match with other engines has many.
fn listed(differences: &[PlanDifference]) -> String {
    const MOST: usize = 3;
    let texts: Vec<String> = differences.iter().take(MOST).map(ToString::to_string).collect();
    let more = if differences.len() > MOST { ", and more" } else { "" };
    format!("{}{more}", texts.join(", "))
}

/// A ledger is named by its games: they are what people name.
fn no_match(path: &Path) -> String {
    let records = path.with_extension("");
    format!("there is no match in {}: {} is missing or empty", records.display(), path.display())
}
