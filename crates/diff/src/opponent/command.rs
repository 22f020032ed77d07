//! Programs that are started anew for every question.

use boardgame::MoveStyle;
use client::{EngineError, Process, Settings};
use protocol::uci::PerftLine;
use serde::Deserialize;

use crate::line::Line;
use crate::opponent::{Answer, Opponent, OpponentError};

/// A script in the form that perftree uses: `CMD DEPTH FEN MOVES` prints a move and its count in each line, an
/// empty line and the sum.
#[derive(Debug)]
pub struct ScriptOpponent {
    command: String,
    settings: Settings,
}

impl ScriptOpponent {
    /// A script; it is not started before it is asked.
    #[must_use]
    pub fn new(command: &str, settings: &Settings) -> Self {
        Self { command: command.to_owned(), settings: settings.clone() }
    }
}

impl Opponent for ScriptOpponent {
    fn name(&self) -> &str {
        &self.command
    }

    fn can_count(&self) -> bool {
        true
    }

    fn ask(&mut self, line: &Line, depth: u32) -> Result<Answer, OpponentError> {
        let style = if crate::scene::is_chess(line.game()) { MoveStyle::Protocol } else { MoveStyle::Record };
        let (depth, moves) = (depth.to_string(), line.moves(style).join(" "));
        let arguments: Vec<&str> = match moves.as_str() {
            "" => vec![&depth, line.fen()],
            moves => vec![&depth, line.fen(), moves],
        };
        let asked = arguments.join(" ");
        let lines = finish(&self.command, &arguments, &asked, &self.settings)?;
        let mut counts = Vec::new();
        for text in lines.iter().filter(|text| !text.trim().is_empty()) {
            match text.parse() {
                Ok(PerftLine::Move { text, nodes }) => counts.push((text, nodes)),
                Ok(PerftLine::Total { .. }) => return Ok(Answer::of_counts(counts)),
                Err(_) => return Err(garbage(&asked, text, "a move and its count").into()),
            }
        }
        let last = lines.last().map_or("", String::as_str);
        Err(garbage(&asked, last, "a last line with the sum of the counts").into())
    }
}

/// Another `damier`, or what has its command line: `CMD perft --divide --json`.
#[derive(Debug)]
pub struct DamierOpponent {
    command: String,
    settings: Settings,
}

/// The part of the JSON that matters here.
#[derive(Deserialize)]
struct Counted {
    divide: Vec<CountedMove>,
}

#[derive(Deserialize)]
struct CountedMove {
    #[serde(rename = "move")]
    text: String,
    nodes: u64,
}

impl DamierOpponent {
    /// A program; it is not started before it is asked.
    #[must_use]
    pub fn new(command: &str, settings: &Settings) -> Self {
        Self { command: command.to_owned(), settings: settings.clone() }
    }
}

impl Opponent for DamierOpponent {
    fn name(&self) -> &str {
        &self.command
    }

    fn can_count(&self) -> bool {
        true
    }

    fn ask(&mut self, line: &Line, depth: u32) -> Result<Answer, OpponentError> {
        let (depth, moves) = (depth.to_string(), line.moves(MoveStyle::Record).join(" "));
        let mut arguments = vec!["perft", "--divide", "--json", "--game", line.game().name()];
        arguments.extend(["--depth", &depth, "--fen", line.fen()]);
        if !moves.is_empty() {
            arguments.extend(["--moves", &moves]);
        }
        let asked = arguments.join(" ");
        let text = finish(&self.command, &arguments, &asked, &self.settings)?.join("\n");
        let counted: Counted =
            serde_json::from_str(&text).map_err(|_| garbage(&asked, &text, "JSON with a list \"divide\""))?;
        Ok(Answer::of_counts(counted.divide.into_iter().map(|mv| (mv.text, mv.nodes))))
    }
}

/// All that a program says.
fn finish(
    command: &str,
    arguments: &[&str],
    asked: &str,
    settings: &Settings,
) -> Result<Vec<String>, EngineError> {
    let mut process = Process::start_with(command, arguments, settings)?;
    process.set_asked(asked);
    process.finish()
}

fn garbage(asked: &str, line: &str, expected: &'static str) -> EngineError {
    let short = |text: &str| text.chars().take(120).collect();
    EngineError::Garbage { asked: short(asked), line: short(line), expected }
}
