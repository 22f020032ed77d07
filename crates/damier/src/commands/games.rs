//! `damier games`: the catalog.

use std::io::Write;
use std::process::ExitCode;

use catalog::{About, GameId, Status};
use clap::Args;
use serde::Serialize;

use crate::arguments::EXIT_CODES;

/// List the games.
#[derive(Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct GamesArguments {
    /// Show the boards that only test the geometry, too.
    #[arg(long)]
    pub(crate) all: bool,
    /// Print a JSON array.
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(arguments: &GamesArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let games: Vec<GameId> = if arguments.all { GameId::ALL.to_vec() } else { GameId::playable().collect() };
    if arguments.json {
        let games: Vec<_> = games.into_iter().map(as_json).collect();
        super::write_json(out, &games)?;
        return Ok(ExitCode::SUCCESS);
    }
    let titles = games.iter().map(|game| game.about().title.chars().count());
    let width = titles.max().unwrap_or(0);
    writeln!(out, "{:<18}{:<width$}  {:<7}{:<7}STATUS", "NAME", "TITLE", "BOARD", "FIRST")?;
    for game in games {
        let about = game.about();
        let board = format!("{}x{}", about.columns, about.rows);
        let (first, status) = (about.first.to_string(), status_text(about.status));
        writeln!(out, "{:<18}{:<width$}  {board:<7}{first:<7}{status}", about.name, about.title)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The JSON of a game.
#[derive(Serialize)]
struct GameJson {
    name: &'static str,
    title: &'static str,
    columns: u8,
    rows: u8,
    first: String,
    status: &'static str,
}

fn as_json(game: GameId) -> GameJson {
    let About { name, title, columns, rows, first, status } = game.about();
    GameJson { name, title, columns, rows, first: first.to_string(), status: status_text(status) }
}

fn status_text(status: Status) -> &'static str {
    match status {
        Status::Proven => "proven",
        Status::Experimental => "experimental",
        Status::TestBoard => "test board",
    }
}
