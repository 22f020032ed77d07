use std::io;
use std::time::Duration;

use thiserror::Error;

/// What went wrong with an engine.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The command line cannot be split into words.
    #[error("bad command {command:?}: {reason}")]
    BadCommand {
        /// The command line.
        command: String,
        /// Why not.
        reason: &'static str,
    },
    /// The program cannot be started.
    #[error("cannot start {program:?}: {source}")]
    CannotStart {
        /// The program.
        program: String,
        /// What the system says.
        source: io::Error,
    },
    /// The program has ended.
    #[error("the engine ended ({status}) when asked {asked:?}{}", said(.stderr))]
    Exited {
        /// What it was asked last.
        asked: String,
        /// Exit code or signal, in words.
        status: String,
        /// The first and last lines of its error stream.
        stderr: Vec<String>,
    },
    /// The program runs, but has closed its output.
    #[error("the engine closed its output when asked {asked:?}{}", said(.stderr))]
    ClosedPipe {
        /// What it was asked last.
        asked: String,
        /// The first and last lines of its error stream.
        stderr: Vec<String>,
    },
    /// No answer in time.
    #[error("the engine did not answer {asked:?} within {:.1} s", .waited.as_secs_f64())]
    Hung {
        /// What it was asked.
        asked: String,
        /// How long was waited.
        waited: Duration,
    },
    /// The answer makes no sense.
    #[error("the engine answered {asked:?} with {line:?}, expected {expected}")]
    Garbage {
        /// What it was asked.
        asked: String,
        /// The line, shortened.
        line: String,
        /// What would be right.
        expected: &'static str,
    },
    /// The answer does not end, or is too large.
    #[error(
        "the engine answered {asked:?} with more than {lines} lines that are no answer, the last {line:?}"
    )]
    Flood {
        /// What it was asked.
        asked: String,
        /// How many lines were read.
        lines: usize,
        /// The last one, shortened.
        line: String,
    },
    /// A message with a line break, which would be two messages.
    #[error("cannot send {text:?}: it has a line break")]
    LineBreak {
        /// The message, shortened.
        text: String,
    },
    /// The engine has told that something is wrong.
    #[error("the engine reports an error when asked {asked:?}: {message}")]
    Reported {
        /// What it was asked.
        asked: String,
        /// What it said.
        message: String,
    },
    /// The engine does not have what was asked for.
    #[error("the engine has no {what}")]
    Unsupported {
        /// What it lacks.
        what: String,
    },
    /// Stopped from outside.
    #[error("stopped")]
    Cancelled,
}

fn said(stderr: &[String]) -> String {
    if stderr.is_empty() { String::new() } else { format!("; it said: {}", stderr.join(" | ")) }
}

/// The longest text that an error repeats.
const LONGEST: usize = 120;

/// A text short enough for an error.
pub(crate) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
