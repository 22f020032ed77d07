use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

/// An error of an engine.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The command line is invalid.
    #[error("bad command {command:?}: {reason}")]
    BadCommand {
        /// The command line.
        command: String,
        /// Why.
        reason: &'static str,
    },
    /// The folder that the program is to be started in is missing.
    #[error("{} is not a folder that the engine could be started in", folder.display())]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// The program cannot be started.
    #[error("cannot start {program:?}: {source}")]
    CannotStart {
        /// The program.
        program: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The program has exited.
    #[error("the engine exited ({status}) when asked {asked:?}{}", said(.stderr))]
    Exited {
        /// The last request.
        asked: String,
        /// Exit code or signal, in words.
        status: String,
        /// The first and last lines of stderr.
        stderr: Vec<String>,
    },
    /// The program runs, but has closed its output.
    #[error("the engine closed its output when asked {asked:?}{}", said(.stderr))]
    ClosedPipe {
        /// The last request.
        asked: String,
        /// The first and last lines of stderr.
        stderr: Vec<String>,
    },
    /// No answer in time.
    #[error("the engine did not answer {asked:?} within {:.1} s", .waited.as_secs_f64())]
    Hung {
        /// The request.
        asked: String,
        /// How long we waited.
        waited: Duration,
    },
    /// The answer is invalid.
    #[error("the engine answered {asked:?} with {line:?}, expected {expected}")]
    Garbage {
        /// The request.
        asked: String,
        /// The line, shortened.
        line: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The answer is too long.
    #[error("the engine sent more than {lines} lines without answering {asked:?}, the last {line:?}")]
    Flood {
        /// The request.
        asked: String,
        /// How many lines were read.
        lines: usize,
        /// The last one, shortened.
        line: String,
    },
    /// A message contains a line break, which would make it two messages.
    #[error("cannot send {text:?}: it contains a line break")]
    LineBreak {
        /// The message, shortened.
        text: String,
    },
    /// The engine reported an error.
    #[error("the engine reported an error when asked {asked:?}: {message}")]
    Reported {
        /// The request.
        asked: String,
        /// Its message.
        message: String,
    },
    /// The engine does not support something.
    #[error("the engine has no {what}")]
    Unsupported {
        /// What it does not support.
        what: String,
    },
    /// The wait was canceled.
    #[error("stopped")]
    Cancelled,
}

fn said(stderr: &[String]) -> String {
    if stderr.is_empty() { String::new() } else { format!("; stderr: {}", stderr.join(" | ")) }
}

/// A text short enough for an error.
pub(crate) fn shortened(text: &str) -> String {
    protocol::shortened(text, 120)
}
