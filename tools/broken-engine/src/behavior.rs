//! Ways to behave badly when asked something.

use std::io::{self, Write};
use std::str::FromStr;
use std::time::Duration;

/// A way to behave badly.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Behavior {
    /// Ends before it says anything.
    ExitAtStart,
    /// Never says anything.
    HangAtStart,
    /// Panics when asked.
    Crash,
    /// Does not answer.
    Hang,
    /// Sends invalid answers.
    Garbage,
    /// Answers without an end.
    Endless,
    /// Counts one too many, though it has the right moves.
    WrongCount,
    /// Names the first move twice.
    Twice,
    /// Plays a move that is not legal.
    IllegalMove,
    /// Says that it knows no move.
    NoMove,
    /// Answers with a line that the protocol does not allow.
    BadAnswer,
}

impl FromStr for Behavior {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Ok(match name {
            "exit-at-start" => Self::ExitAtStart,
            "hang-at-start" => Self::HangAtStart,
            "crash" => Self::Crash,
            "hang" => Self::Hang,
            "garbage" => Self::Garbage,
            "endless" => Self::Endless,
            "wrong-count" => Self::WrongCount,
            "twice" => Self::Twice,
            "illegal-move" => Self::IllegalMove,
            "no-move" => Self::NoMove,
            "bad-answer" => Self::BadAnswer,
            other => return Err(format!("unknown behavior {other:?}")),
        })
    }
}

impl Behavior {
    /// Behaves badly where an answer is due; comes back if an answer is to be given all the same.
    pub(crate) fn act(self) {
        match self {
            Self::Crash => panic!("planted crash"),
            Self::Hang => hang(),
            Self::Garbage => say("qwertyuiop 1: 20\n\u{7}\u{fffd}: many\nNodes searched: some\n"),
            Self::Endless => loop {
                say("e2e4 is a good move, and so is d2d4\n");
            },
            _ => {}
        }
    }

    /// Changes counts that were right.
    pub(crate) fn spoil(self, counts: &mut Vec<(String, u64)>) {
        match self {
            Self::WrongCount => counts.iter_mut().take(1).for_each(|(_, count)| *count += 1),
            Self::Twice => counts.extend(counts.first().cloned()),
            Self::Garbage => counts.clear(),
            _ => {}
        }
    }
}

/// Does nothing, for longer than anybody waits.
pub(crate) fn hang() {
    std::thread::sleep(Duration::from_secs(3600));
}

/// Prints; ends the program when nobody reads.
pub(crate) fn say(text: &str) {
    let mut out = io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}
