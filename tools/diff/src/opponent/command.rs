//! Programs that are started for every question.

use std::time::Instant;

use boardgame::MoveStyle;
use client::{EngineError, Process, Settings};
use protocol::uci::PerftLine;
use serde::Deserialize;

use crate::opponent::{Answer, Batch, Opponent, OpponentError};
use crate::test_position::{Query, TestPosition};

/// A program that is started for every question; several can run in parallel.
#[derive(Debug)]
pub struct CommandOpponent {
    command: String,
    arguments: Arguments,
    settings: Settings,
    processes: usize,
    deadline: Option<Instant>,
}

/// What follows the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arguments {
    Script,
    Damier,
}

impl CommandOpponent {
    /// A script in the form that perftree uses: `CMD DEPTH FEN MOVES` prints a move and its count in each line, an
    /// empty line and the sum. It is started when asked.
    #[must_use]
    pub fn script(command: &str, settings: &Settings) -> Self {
        Self::new(command, Arguments::Script, settings)
    }

    /// Another `damier`, or a program with its command line: `CMD perft --divide --json`. It is started when asked.
    #[must_use]
    pub fn damier(command: &str, settings: &Settings) -> Self {
        Self::new(command, Arguments::Damier, settings)
    }

    fn new(command: &str, arguments: Arguments, settings: &Settings) -> Self {
        let (command, settings) = (command.to_owned(), settings.clone());
        Self { command, arguments, settings, processes: 1, deadline: None }
    }

    /// Asks by starting the program once.
    fn answer(&self, line: &TestPosition, query: Query) -> Result<Answer, OpponentError> {
        match self.arguments {
            Arguments::Script => self.answer_of_script(line, query),
            Arguments::Damier => self.answer_of_damier(line, query),
        }
    }

    fn answer_of_script(&self, line: &TestPosition, query: Query) -> Result<Answer, OpponentError> {
        let style = if line.game().is_chess() { MoveStyle::Protocol } else { MoveStyle::Record };
        let (depth, moves) = (query.depth.to_string(), line.moves(style).join(" "));
        let arguments: Vec<&str> = match moves.as_str() {
            "" => vec![&depth, line.fen()],
            moves => vec![&depth, line.fen(), moves],
        };
        let asked = arguments.join(" ");
        let lines = self.output(&arguments, &asked)?;
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

    fn answer_of_damier(&self, line: &TestPosition, query: Query) -> Result<Answer, OpponentError> {
        let (depth, moves) = (query.depth.to_string(), line.moves(MoveStyle::Record).join(" "));
        let mut arguments = vec!["perft", "--divide", "--json", "--game", line.game().name()];
        arguments.extend(["--depth", &depth, "--fen", line.fen()]);
        if query.routes {
            arguments.push("--routes");
        }
        if !moves.is_empty() {
            arguments.extend(["--moves", &moves]);
        }
        let asked = arguments.join(" ");
        let text = self.output(&arguments, &asked)?.join("\n");
        let counted: Counted =
            serde_json::from_str(&text).map_err(|_| garbage(&asked, &text, "JSON with a list \"divide\""))?;
        Ok(Answer::of_counts(counted.divide.into_iter().map(|mv| (mv.text, mv.nodes))))
    }

    /// The whole output of the program.
    fn output(&self, arguments: &[&str], asked: &str) -> Result<Vec<String>, EngineError> {
        let mut process = Process::start_with(&self.command, arguments, &self.settings)?;
        process.set_asked(asked);
        process.set_deadline(self.deadline);
        process.finish()
    }
}

impl Opponent for CommandOpponent {
    fn name(&self) -> &str {
        &self.command
    }

    fn can_count(&self) -> bool {
        true
    }

    fn ask(&mut self, line: &TestPosition, query: Query) -> Result<Answer, OpponentError> {
        self.answer(line, query)
    }

    fn ask_all(&mut self, lines: &[TestPosition], query: Query) -> Vec<Result<Answer, OpponentError>> {
        let this = &*self;
        let mut answers = Vec::new();
        for lines in lines.chunks(this.processes) {
            answers.extend(std::thread::scope(|scope| {
                let asked: Vec<_> =
                    lines.iter().map(|line| scope.spawn(move || this.answer(line, query))).collect();
                let join =
                    |thread: std::thread::ScopedJoinHandle<'_, _>| thread.join().expect("no panic in it");
                asked.into_iter().map(join).collect::<Vec<_>>()
            }));
        }
        let is_failure = |answer: &Result<_, _>| matches!(answer, Err(OpponentError::Engine(_)));
        let end = answers.iter().position(is_failure).map_or(answers.len(), |failure| failure + 1);
        answers.truncate(end);
        answers
    }

    fn batch(&self) -> Batch {
        Batch::Parallel(self.processes)
    }

    fn set_processes(&mut self, processes: usize) {
        self.processes = processes.max(1);
    }

    fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }
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

fn garbage(asked: &str, line: &str, expected: &'static str) -> EngineError {
    let short = |text: &str| text.chars().take(120).collect();
    EngineError::Garbage { asked: short(asked), line: short(line), expected }
}
