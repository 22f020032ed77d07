//! `damier games --played`: lists, replays, exports and deletes the games played here.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use serde_json::{Value, json};

use crate::commands::ask::{Leaving, ask_yes};
use crate::commands::numbers::whole;
use crate::commands::play::default_screen;
use crate::commands::{number_of, write_json};
use crate::display;
use crate::interrupt::Interrupts;
use crate::play::line_reader::{self, LineReader};
use crate::play::records;
use crate::play::replay::Replay;
use crate::play::store::{Found, Store};

/// The options for games played here.
#[derive(Args)]
pub(crate) struct PlayedArguments {
    /// List the games played here. With numbers from the list, replay those games: step by step on a terminal, as PGN
    /// or PDN elsewhere.
    #[arg(long, value_name = "N", num_args = 0.., value_parser = whole::<u64>(1..=u64::MAX))]
    pub(crate) played: Option<Vec<u64>>,
    /// Write the played games to a new file, PGN or PDN.
    #[arg(long, short, value_name = "FILE", requires = "played", conflicts_with_all = ["json", "delete"])]
    output: Option<PathBuf>,
    /// Delete the played games with these numbers.
    #[arg(long, requires = "played", conflicts_with = "json")]
    delete: bool,
    /// Delete without asking.
    #[arg(long, requires = "delete")]
    yes: bool,
}

pub(crate) fn run(
    arguments: &PlayedArguments,
    numbers: &[u64],
    is_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let store = Store::open();
    if numbers.is_empty() && (arguments.delete || arguments.output.is_some()) {
        bail!("which game? Give its number, as in damier games --played 3");
    }
    if arguments.delete {
        return delete(&store, numbers, arguments.yes, out);
    }
    let games: Vec<Found> = if numbers.is_empty() {
        store.list()
    } else {
        numbers.iter().map(|&number| store.find(number)).collect::<Result<_, _>>()?
    };
    match &arguments.output {
        Some(path) => export(&games, path, out)?,
        None if is_json => write_json(out, &games.iter().map(game_json).collect::<Vec<_>>())?,
        None if numbers.is_empty() => list(&games, out)?,
        None if line_reader::is_terminal() => return replay(&games, out),
        None => out.write_all(records_of(&games)?.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints two lines per game: date, result and title; then players, moves and ending.
fn list(games: &[Found], out: &mut dyn Write) -> anyhow::Result<()> {
    if games.is_empty() {
        return display::say("There are no saved games yet; damier play starts one.", out);
    }
    let width = display::width().unwrap_or(usize::MAX);
    let below = " ".repeat(8);
    writeln!(out, "NUMBER  DATE        RESULT   GAME")?;
    for Found { number, summary, .. } in games {
        let score = summary.result.as_ref().map_or("-", |(score, _)| score);
        let title = summary.game.about().title;
        let line = format!("{number:>6}  {}  {score:<7}  {title}", date(summary.began));
        writeln!(out, "{}", display::wrapped(&line, width, "", &below))?;
        let end = summary.result.as_ref().map_or("unfinished", |(_, text)| text);
        let moves = number_of(summary.moves.len() as u64, "move");
        let details = format!("{} against {}, {moves}; {end}", summary.white, summary.black);
        writeln!(out, "{}", display::wrapped(&details, width, &below, &below))?;
    }
    Ok(())
}

fn date(began: Option<u64>) -> String {
    began.map_or_else(|| "?         ".to_owned(), study::date_text)
}

fn game_json(found: &Found) -> Value {
    let summary = &found.summary;
    let (score, ending) = summary.result.as_ref().map(|(score, text)| (score, text)).unzip();
    json!({
        "number": found.number,
        "game": summary.game.name(),
        "began": summary.began.map(study::date_text),
        "white": summary.white,
        "black": summary.black,
        "result": score,
        "ending": ending,
        "plies": summary.moves.len(),
        "fen": summary.fen,
        "moves": summary.moves,
    })
}

/// The games as PGN or PDN.
fn records_of(games: &[Found]) -> anyhow::Result<String> {
    let mut texts = String::new();
    for found in games {
        let failed = || format!("cannot replay game {}", found.number);
        let dialogue = found.file.dialogue().with_context(failed)?;
        texts.push_str(&records::text(&dialogue).with_context(failed)?);
    }
    Ok(texts)
}

fn export(games: &[Found], path: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    for found in games {
        records::check_name(found.summary.game, path)?;
    }
    records::write_new(path, &records_of(games)?, false)?;
    display::say(&format!("Saved to {}.", path.display()), out)
}

/// Lets the user step through games.
fn replay(games: &[Found], out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let _interrupts = Interrupts::listen()?;
    let mut reader = LineReader::new()?;
    for found in games {
        let dialogue =
            found.file.dialogue().with_context(|| format!("cannot replay game {}", found.number))?;
        list(std::slice::from_ref(found), out)?;
        let leaving = Replay::new(dialogue)?.run(default_screen(), &mut reader, out)?;
        if leaving == Leaving::Interrupt {
            return Ok(leaving.exit_code());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Deletes games after the user has confirmed it.
fn delete(store: &Store, numbers: &[u64], is_sure: bool, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    for &number in numbers {
        store.file_of(number)?;
    }
    if !is_sure {
        if !line_reader::is_terminal() {
            bail!("deleting cannot be undone; add --yes to confirm");
        }
        let games: Vec<Found> = numbers.iter().filter_map(|&number| store.find(number).ok()).collect();
        if !games.is_empty() {
            list(&games, out)?;
        }
        let _interrupts = Interrupts::listen()?;
        let question = format!("Delete {}, yes or no [no]? ", number_of(numbers.len() as u64, "game"));
        match ask_yes(&mut LineReader::new()?, out, &question, false)? {
            Ok(true) => {}
            Ok(false) => {
                display::say("Nothing was deleted.", out)?;
                return Ok(ExitCode::SUCCESS);
            }
            Err(leaving) => return Ok(leaving.exit_code()),
        }
    }
    for &number in numbers {
        store.delete(number)?;
        display::say(&format!("Deleted game {number}."), out)?;
    }
    Ok(ExitCode::SUCCESS)
}
