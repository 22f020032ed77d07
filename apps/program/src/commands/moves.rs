//! `damier moves`: the legal moves of positions.

use std::io::{self, BufReader, Read, Write};
use std::process::ExitCode;

use ::lines::{BadLine, BoundedLine, BoundedReader};
use anyhow::Context;
use catalog::{ClaimDetails, GameId, MoveDetails, PositionDetails, PositionText};
use clap::Args;
use damier::Reading;
use serde_json::json;

use crate::arguments::PLAIN_EXIT_CODES;
use crate::commands::position_arguments::{PositionArguments, Takes};

/// The longest line that is read as a position. A few hundred bytes would do; the rest is room for
/// clumsy writers, and a bound on memory.
const LONGEST_LINE: usize = 1 << 22;

const EXAMPLES: &str = "Examples:
  damier moves frisian
  damier moves russian W:WKa1,h2:Ba7,b2,d6 --json
  damier moves \"8/8/8/4k3/8/8/8/K3R3 b - - 0 1\"
  damier moves chess --moves \"e4 e5 Nf3\"
  damier moves international --stdin < positions.txt

With --stdin each line is a position, and each line of output is one JSON object:
  {\"fen\", \"turn\", \"count\", \"legal_moves\": [...], \"outcome\": null | {\"result\", \"reason\"}, \"claims\": [...]}
or, for a line that is not a position, {\"error\": \"...\"}. A chess position has \"in_check\" too.
A position with too many captures to examine gives such an error too; every list is complete.

A move has the same fields in all games:
  {\"move\", \"from\", \"to\", \"captured\": [...], \"path\": [...], \"promotion\", \"uci\" in chess, \"hub\" in draughts}
Squares are written as in the game. \"promotion\" names what the piece becomes. A draughts capture also has \"routes\", or
\"routes_count\" if there are more than 40, or neither if there are too many to examine.
\"claims\" lists the draws that the player may claim, {\"rule\", \"article\"}, with \"move\" if the claim is for the position
after that move. Moves given with --moves count for repetitions. docs/json.md describes all of it.";

/// List the legal moves of a position.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{PLAIN_EXIT_CODES}"))]
pub(crate) struct MovesArguments {
    #[command(flatten)]
    pub(crate) position: PositionArguments,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// Read positions from standard input, one per line, and print one JSON object for each.
    #[arg(long, conflicts_with_all = ["fen", "moves"])]
    pub(crate) stdin: bool,
}

pub(crate) fn run(arguments: &MovesArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let named = arguments.position.read(Takes::Nothing)?;
    if arguments.stdin {
        named.without_position("--stdin")?;
    }
    let (game, place) = (named.game("moves")?, named.place());
    if arguments.stdin {
        answer_lines(game, place.reading, BufReader::new(io::stdin().lock()), out)?;
    } else if arguments.json {
        write_position_json(out, &game.game_at(&place)?.describe())?;
    } else {
        write_position(game, &place, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows a position and its legal moves to people.
pub(crate) fn write_position(
    game: GameId,
    place: &PositionText<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let now = game.game_at(place)?;
    let position = now.describe();
    writeln!(out, "{}, {} to move", game.about().title, position.turn)?;
    writeln!(out)?;
    writeln!(out, "{}", now.diagram().trim_end_matches('\n'))?;
    writeln!(out)?;
    writeln!(out, "{}", position.fen)?;
    if let Some(outcome) = &position.outcome {
        writeln!(out, "The game is over: {}.", outcome.text())?;
    }
    for line in claim_lines(&position) {
        writeln!(out, "{line}")?;
    }
    let noun = if position.count == 1 { "move" } else { "moves" };
    writeln!(out, "{} legal {noun}{}", position.count, if position.count > 0 { ":" } else { "." })?;
    if !game.is_chess() && position.legal_moves.iter().any(|mv| !mv.captured.is_empty()) {
        return position.legal_moves.iter().try_for_each(|mv| write_capture(mv, out));
    }
    let mut column = 0;
    for mv in &position.legal_moves {
        if column > 0 && column + 1 + mv.text().len() > 78 {
            writeln!(out)?;
            column = 0;
        }
        write!(out, " {}", mv.text())?;
        column += 1 + mv.text().len();
    }
    if column > 0 {
        writeln!(out)?;
    }
    Ok(())
}

/// What the player to move may claim, one line for each rule.
fn claim_lines(position: &PositionDetails) -> Vec<String> {
    let mut lines: Vec<(&ClaimDetails, Vec<&str>)> = Vec::new();
    for claim in &position.claims {
        match lines.iter_mut().find(|(known, _)| known.rule == claim.rule) {
            Some((_, moves)) => moves.extend(claim.with.as_deref()),
            None => lines.push((claim, claim.with.as_deref().into_iter().collect())),
        }
    }
    let line = |(claim, moves): (&ClaimDetails, Vec<&str>)| {
        let with = if moves.is_empty() { String::new() } else { format!(" with {}", moves.join(" or ")) };
        let rule = claim.rule.replace('_', " ");
        format!("The player to move may claim a draw{with}: {rule} ({}).", claim.article)
    };
    lines.into_iter().map(line).collect()
}

/// More routes of one capture than this are left to the JSON.
const MOST_ROUTES: usize = 4;

/// A capture with what it takes and how.
fn write_capture(mv: &MoveDetails, out: &mut dyn Write) -> anyhow::Result<()> {
    if mv.captured.is_empty() {
        return Ok(writeln!(out, " {}", mv.text)?);
    }
    write!(out, " {:<8} takes {}", mv.text, mv.captured.join(", "))?;
    if let Some(role) = mv.promotion {
        write!(out, ", becomes a {role}")?;
    }
    let shown = &mv.routes[..mv.routes.len().min(MOST_ROUTES)];
    let all = mv.routes_count.unwrap_or(mv.routes.len() as u64);
    if shown != [mv.text.as_str()] && !shown.is_empty() {
        write!(out, ": {}", shown.join(" or "))?;
    }
    if all > shown.len() as u64 {
        write!(out, ", {all} routes")?;
    }
    Ok(writeln!(out)?)
}

/// Answers each line with one line of JSON, before it waits for another.
fn answer_lines(
    game: GameId,
    reading: Reading,
    input: BufReader<impl Read>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut lines = BoundedReader::lines(input, LONGEST_LINE);
    while let Some(line) = lines.next_line().context("cannot read standard input")? {
        match read_position(game, reading, line) {
            Ok(position) => write_position_json(out, &position)?,
            Err(error) => super::write_json(out, &json!({ "error": error }))?,
        }
        lines.skip_rest().context("cannot read standard input")?;
        if !lines.input().buffer().contains(&b'\n') {
            out.flush()?;
        }
    }
    Ok(())
}

fn write_position_json(out: &mut dyn Write, position: &PositionDetails) -> anyhow::Result<()> {
    let mut line = Vec::new();
    position.write_json(&mut line);
    line.push(b'\n');
    out.write_all(&line).context("cannot write JSON")
}

fn read_position(game: GameId, reading: Reading, line: BoundedLine<'_>) -> Result<PositionDetails, String> {
    let fen = line.text().map_err(|error| match error {
        BadLine::TooLong { .. } => format!("{error}, expected one position"),
        _ => error.to_string(),
    })?;
    let now = game
        .game_at(&PositionText { reading, ..PositionText::at(fen) })
        .map_err(|error| error.to_string())?;
    Ok(now.describe())
}
