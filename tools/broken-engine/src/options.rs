//! The command line.

use std::cell::Cell;
use std::str::FromStr;
use std::time::Duration;

use crate::behavior::Behavior;
use crate::fault::Fault;

pub(crate) const USAGE: &str = "\
An engine with planted bugs: it knows all rules but one, or behaves badly.

Usage:
  broken-engine [--game NAME] [--bug NAME] [--behavior NAME] [--after N] [--routes] [--delay MS] [--no-perft] [--lax] uci|hub
  broken-engine [--game NAME] --fault NAME uci|hub
  broken-engine [--game NAME] [--bug NAME] [--behavior NAME] [--routes] [--delay MS] script DEPTH FEN [MOVES]

Options:
  --game NAME      the game; chess by default
  --bug NAME       the rule that it has wrong
  --behavior NAME  what it does when it is asked
  --fault NAME     follows the protocol to the letter but for one fault
  --routes         lists and counts every route of a capture
  --after N        behaves well until it was asked N times
  --delay MS       waits this many milliseconds before it answers
  --no-perft       thinks until it is stopped when asked to count
  --lax            takes any move it is given

Bugs in chess:
  king-shields-itself, ep-pin, ep-kept, castling-through-check, castling-out-of-check,
  captured-rook-keeps-right, queen-only, pinned-piece-moves, double-step-jumps, x-fen

Bugs in draughts:
  removed-at-once, double-jump, crowned-in-passing, not-crowned-in-passing, king-lands-behind,
  landing-free, maximum-per-piece, count-for-value, capture-optional, men-capture-backward,
  man-takes-king, king-moves-on, black-first, route-lost

Behaviors:
  exit-at-start, hang-at-start, crash, hang, garbage, endless, wrong-count, twice, illegal-move, no-move,
  bad-answer
";

/// What the engine is asked to be.
pub(crate) struct Options {
    pub(crate) game: String,
    pub(crate) bug: Option<String>,
    pub(crate) behavior: Option<Behavior>,
    /// The one fault of an engine that follows its protocol otherwise.
    pub(crate) fault: Option<Fault>,
    /// Lists and counts every route of a capture.
    pub(crate) routes: bool,
    /// How often it answers well before it behaves badly.
    pub(crate) after: u32,
    /// How often it was asked.
    asked: Cell<u32>,
    /// Waits so long before it answers.
    pub(crate) delay: Duration,
    /// Thinks until it is stopped when asked to count.
    pub(crate) no_perft: bool,
    /// Takes any move it is given.
    pub(crate) lax: bool,
    pub(crate) protocol: Protocol,
}

/// How it is spoken to.
pub(crate) enum Protocol {
    Uci,
    Hub,
    Script { depth: u32, fen: String, moves: Vec<String> },
}

impl Options {
    /// Waits and behaves badly where an answer is due, if that is asked for.
    pub(crate) fn act(&self) {
        self.asked.set(self.asked.get().saturating_add(1));
        if !self.is_bad_now() {
            return;
        }
        std::thread::sleep(self.delay);
        if let Some(behavior) = self.behavior {
            behavior.act();
        }
    }

    fn is_bad_now(&self) -> bool {
        self.asked.get() > self.after
    }

    /// The move to answer with, among those that it takes for legal; `None` if it knows none.
    pub(crate) fn choose(&self, moves: Vec<String>) -> Option<String> {
        match self.behavior.filter(|_| self.is_bad_now()) {
            Some(Behavior::IllegalMove) => Some("a1a1".to_owned()),
            Some(Behavior::NoMove) => None,
            _ => moves.into_iter().next(),
        }
    }

    /// Whether it answers with a line that the protocol does not allow.
    pub(crate) fn answers_badly(&self) -> bool {
        self.is_bad_now() && self.behavior == Some(Behavior::BadAnswer)
    }

    pub(crate) fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            game: "chess".to_owned(),
            bug: None,
            behavior: None,
            fault: None,
            routes: false,
            after: 0,
            asked: Cell::new(0),
            delay: Duration::ZERO,
            no_perft: false,
            lax: false,
            protocol: Protocol::Uci,
        };
        let missing = || "a value is missing".to_owned();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--game" => options.game = words.next().ok_or_else(missing)?,
                "--bug" => options.bug = Some(words.next().ok_or_else(missing)?),
                "--behavior" => {
                    options.behavior = Some(Behavior::from_str(&words.next().ok_or_else(missing)?)?);
                }
                "--fault" => options.fault = Some(Fault::from_str(&words.next().ok_or_else(missing)?)?),
                "--routes" => options.routes = true,
                "--after" => {
                    let text = words.next().ok_or_else(missing)?;
                    options.after = text.parse().map_err(|_| format!("bad number {text:?}"))?;
                }
                "--delay" => {
                    let text = words.next().ok_or_else(missing)?;
                    let delay = text.parse().map_err(|_| format!("bad delay {text:?}"))?;
                    options.delay = Duration::from_millis(delay);
                }
                "--no-perft" => options.no_perft = true,
                "--lax" => options.lax = true,
                "uci" => options.protocol = Protocol::Uci,
                "hub" => options.protocol = Protocol::Hub,
                "script" => {
                    let depth = words.next().ok_or_else(missing)?;
                    let depth = depth.parse().map_err(|_| format!("bad depth {depth:?}"))?;
                    let fen = words.next().ok_or_else(missing)?;
                    let moves = words.next().unwrap_or_default();
                    let moves = moves.split_whitespace().map(str::to_owned).collect();
                    options.protocol = Protocol::Script { depth, fen, moves };
                }
                other => return Err(format!("unknown word {other:?}")),
            }
        }
        Ok(options)
    }
}
