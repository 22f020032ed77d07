//! One search of an engine behind UCI or Hub: what it says meanwhile, and its move.

use std::str::FromStr;
use std::time::{Duration, Instant};

use catalog::AnyGame;
use protocol::shortened;

use crate::conversation::Conversation;
use crate::positions::{check_line, check_move};
use crate::steps::{Complaint, complaint};

/// What an engine said in a line.
pub(crate) enum Said {
    /// It is ready, also in the middle of a search.
    Ready,
    /// It told about the search.
    Info {
        /// The moves it expects.
        line: Vec<String>,
        /// The number of the variation.
        variation: u32,
    },
    Move {
        best: Option<String>,
        ponder: Option<String>,
    },
    Error(String),
    Other,
}

/// The words of a protocol.
pub(crate) trait Words {
    /// Asks whether the engine is ready.
    const PROBE: &str;
    /// The word before a move.
    const MOVE: &str;

    /// What a line says. Numbers that make no sense are complaints.
    fn said(line: &str) -> Result<Said, Complaint>;
}

/// A search that ended.
pub(crate) struct Searched {
    pub(crate) best: Option<String>,
    /// The largest number of a variation.
    pub(crate) variations: u32,
    /// How many lines told about the search.
    pub(crate) infos: usize,
    time: Duration,
}

impl Searched {
    /// In words.
    pub(crate) fn text(&self) -> String {
        format!("{} in {} ms", self.best.as_deref().unwrap_or("no move"), self.time.as_millis())
    }
}

/// Reads until the move; the engine was given this much time. Checks everything that is said.
pub(crate) fn finish<W: Words>(
    talk: &mut Conversation,
    game: &dyn AnyGame,
    given: Duration,
) -> Result<Searched, Complaint> {
    let begin = Instant::now();
    let (mut infos, mut variations) = (0, 0);
    loop {
        match W::said(&talk.read_within(given)?)? {
            Said::Info { line, variation } => {
                check_line(game, &line)?;
                infos += 1;
                variations = variations.max(variation);
            }
            Said::Error(message) => return Err(complaint!("the engine reports: {message}")),
            Said::Move { best, ponder } => {
                let time = begin.elapsed();
                check_best::<W>(game, best.as_deref(), ponder.as_deref())?;
                expect_silence::<W>(talk)?;
                return Ok(Searched { best, variations, infos, time });
            }
            Said::Ready | Said::Other => {}
        }
    }
}

/// Checks that the engine is ready and gives no move that nobody asked for.
pub(crate) fn expect_silence<W: Words>(talk: &mut Conversation) -> Result<(), Complaint> {
    talk.send(W::PROBE)?;
    loop {
        match W::said(&talk.read()?)? {
            Said::Ready => return Ok(()),
            Said::Move { .. } => return Err(complaint!("{} though no search is going on", W::MOVE)),
            _ => {}
        }
    }
}

/// Checks that the engine answers while it searches. Tells whether it goes on.
pub(crate) fn expect_ready_while_searching<W: Words>(
    talk: &mut Conversation,
    game: &dyn AnyGame,
) -> Result<bool, Complaint> {
    let mut is_searching = true;
    talk.send(W::PROBE)?;
    loop {
        match W::said(&talk.read()?)? {
            Said::Ready => return Ok(is_searching),
            Said::Info { line, .. } => check_line(game, &line)?,
            Said::Error(message) => return Err(complaint!("the engine reports: {message}")),
            Said::Move { .. } if !is_searching => return Err(complaint!("{} twice", W::MOVE)),
            Said::Move { best, ponder } => {
                check_best::<W>(game, best.as_deref(), ponder.as_deref())?;
                is_searching = false;
            }
            Said::Other => {}
        }
    }
}

/// Reads a line. Ignores lines that do not belong to the protocol, unless they begin with one of its words.
pub(crate) fn read<R: FromStr>(line: &str, words: &[&str]) -> Result<Option<R>, Complaint>
where
    R::Err: std::fmt::Display,
{
    match line.parse() {
        Ok(reply) => Ok(Some(reply)),
        Err(error) if line.split_whitespace().next().is_some_and(|word| words.contains(&word)) => {
            Err(complaint!("malformed line {:?}: {error}", shortened(line, 200)))
        }
        Err(_) => Ok(None),
    }
}

fn check_best<W: Words>(
    game: &dyn AnyGame,
    best: Option<&str>,
    ponder: Option<&str>,
) -> Result<(), Complaint> {
    let Some(best) = best else {
        return match game.count_legal() {
            0 => Ok(()),
            moves => {
                Err(complaint!("{} without a move, though {} has {moves} legal moves", W::MOVE, game.fen()))
            }
        };
    };
    let index = check_move(game, best)?;
    if let Some(ponder) = ponder
        && let Ok(after) = game.after(index)
    {
        check_move(&*after, ponder).map_err(|error| complaint!("move to ponder: {error}"))?;
    }
    Ok(())
}
