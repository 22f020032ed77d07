//! `damier games`: the list of games, and of the games played here.

use std::io::Write;
use std::process::ExitCode;

use catalog::{About, GameId, Source, Status};
use clap::Args;
use serde::Serialize;

use crate::arguments::PLAIN_EXIT_CODES;
use crate::commands::played::{self, PlayedArguments};

const EXAMPLES: &str = "Examples:
  damier games
  damier games --json
  damier rules russian                    the rules of one game, with articles
  damier games --played                   the games played here
  damier games --played 3                 replay game 3
  damier games --played 3 --output a.pgn  write it to a file
  damier games --played 3 4 --delete      delete two games

Name a game by its name, its title or a name listed after \"also\"; case does not matter. Some names are used in several
countries: here dama is the Italian game, damas the Spanish one and draughts the international one. For the others, say
turkish, czech, brazilian, portuguese or english.

The last 1000 games of damier play are kept, finished or not, one file each, in damier/games under $XDG_STATE_HOME or
~/.local/state. Deleting a game does not renumber the others. damier play --resume=3 continues an unfinished game.
With --played, --json prints an array of {\"number\", \"game\", \"began\", \"white\", \"black\", \"result\", \"ending\", \"plies\",
\"fen\", \"moves\"}; unknown values are null.";

/// List all games, or the games played here.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{PLAIN_EXIT_CODES}"))]
pub(crate) struct GamesArguments {
    /// Print a JSON array, with other names and sources.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    played: PlayedArguments,
}

pub(crate) fn run(arguments: &GamesArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    if let Some(numbers) = &arguments.played.played {
        return played::run(&arguments.played, numbers, arguments.json, out);
    }
    let games: Vec<GameJson> = GameId::ALL.iter().copied().map(details).collect::<Result<_, _>>()?;
    if arguments.json {
        super::write_json(out, &games)?;
    } else {
        write_table(&games, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Three lines per game: name and board, rules and sources, other names.
fn write_table(games: &[GameJson], out: &mut dyn Write) -> anyhow::Result<()> {
    let names = games.iter().map(|game| game.name.len()).max().unwrap_or(0);
    let titles = games.iter().map(|game| game.title.chars().count()).max().unwrap_or(0);
    let heading = ["NAME", "TITLE", "BOARD", "FIRST", "SQUARES", "STATUS"];
    let line = |cells: [&str; 6]| {
        let [name, title, board, first, squares, status] = cells;
        format!("{name:<names$}  {title:<titles$}  {board:<5}  {first:<5}  {squares:<7}  {status}")
    };
    writeln!(out, "{}", line(heading))?;
    for game in games {
        let (board, squares) = (format!("{}x{}", game.columns, game.rows), game.squares.join("-"));
        writeln!(out, "{}", line([game.name, game.title, &board, &game.first, &squares, game.status]))?;
        let sources: Vec<&str> = game.sources.iter().map(|source| source.name).collect();
        writeln!(out, "    {} [{}]", game.axes.join(", "), sources.join(", "))?;
        if !game.aliases.is_empty() {
            writeln!(out, "    also: {}", game.aliases.join(", "))?;
        }
    }
    Ok(())
}

/// The JSON of a game.
#[derive(Serialize)]
struct GameJson {
    name: &'static str,
    title: &'static str,
    aliases: Vec<&'static str>,
    columns: u8,
    rows: u8,
    first: String,
    status: &'static str,
    /// The names of the first and the last square.
    squares: [String; 2],
    axes: Vec<&'static str>,
    pdn_game_type: Option<String>,
    sources: Vec<SourceJson>,
}

#[derive(Serialize)]
struct SourceJson {
    name: &'static str,
    title: &'static str,
}

fn details(game: GameId) -> anyhow::Result<GameJson> {
    let About { name, title, columns, rows, first, status, .. } = game.about();
    let squares = game.start().board().squares;
    let name_of = |square: Option<&damier::diagram::SquareView>| {
        square.map(|square| square.name.clone()).unwrap_or_default()
    };
    let sources = Source::of_rules(&game.rules_in_words());
    Ok(GameJson {
        name,
        title,
        aliases: game.aliases().collect(),
        columns,
        rows,
        first: first.to_string(),
        status: status_text(status),
        squares: [name_of(squares.first()), name_of(squares.last())],
        axes: game.axes(),
        pdn_game_type: game.pdn_game_type(),
        sources: sources.into_iter().map(|Source { name, title }| SourceJson { name, title }).collect(),
    })
}

fn status_text(status: Status) -> &'static str {
    match status {
        Status::Proven => "proven",
        Status::Experimental => "experimental",
        Status::TestBoard => "test board",
    }
}
