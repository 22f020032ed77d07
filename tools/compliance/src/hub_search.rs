//! One search of a Hub engine: what it says meanwhile, and its move.

use std::time::{Duration, Instant};

use boardgame::MoveStyle;
use catalog::AnyGame;
use protocol::hub::{GoMode, HubCommand, HubInfo, HubLimits, HubReply};

use crate::conversation::Conversation;
use crate::positions::{check_line, check_move};
use crate::steps::{Complaint, complaint};

/// The largest score in men that makes sense.
const MOST_MEN: f64 = 20_000.0;

/// A search that ended.
pub(crate) struct HubSearched {
    pub(crate) best: Option<String>,
    pub(crate) infos: usize,
    pub(crate) time: Duration,
}

impl HubSearched {
    /// In words.
    pub(crate) fn text(&self) -> String {
        format!("{} in {} ms", self.best.as_deref().unwrap_or("no move"), self.time.as_millis())
    }
}

/// Sends a position and a level, and starts a search.
pub(crate) fn begin(
    talk: &mut Conversation,
    game: &dyn AnyGame,
    limits: &HubLimits,
    mode: GoMode,
) -> Result<(), Complaint> {
    let start = game.id().hub_of_fen(&game.start_fen());
    let position = start.ok_or_else(|| complaint!("{} cannot be written for Hub", game.start_fen()))?;
    talk.send(HubCommand::Position { position, moves: game.moves(MoveStyle::Protocol) })?;
    talk.send(HubCommand::Level(limits.clone()))?;
    talk.send(HubCommand::Go(mode))
}

/// Reads until the move; the engine was given this much time. Checks everything that is said.
pub(crate) fn finish(
    talk: &mut Conversation,
    game: &dyn AnyGame,
    given: Duration,
) -> Result<HubSearched, Complaint> {
    let begin = Instant::now();
    let mut infos = 0;
    loop {
        let line = talk.read_within(given)?;
        match read(&line)? {
            Some(HubReply::Info(info)) => {
                check_info(game, &info, &line)?;
                infos += 1;
            }
            Some(HubReply::Error { message }) => return Err(complaint!("the engine reports: {message}")),
            Some(HubReply::Done { best, ponder }) => {
                let time = begin.elapsed();
                check_best(game, best.as_deref(), ponder.as_deref())?;
                expect_silence(talk)?;
                return Ok(HubSearched { best, infos, time });
            }
            _ => {}
        }
    }
}

/// A search from beginning to end.
pub(crate) fn search(
    talk: &mut Conversation,
    game: &dyn AnyGame,
    limits: &HubLimits,
    given: Duration,
) -> Result<HubSearched, Complaint> {
    begin(talk, game, limits, GoMode::Think)?;
    finish(talk, game, given)
}

/// Checks that the engine answers `ping` and gives no move that nobody asked for.
pub(crate) fn expect_silence(talk: &mut Conversation) -> Result<(), Complaint> {
    talk.send(HubCommand::Ping)?;
    loop {
        match read(&talk.read()?)? {
            Some(HubReply::Pong) => return Ok(()),
            Some(HubReply::Done { .. }) => return Err(complaint!("done though no search is going on")),
            _ => {}
        }
    }
}

/// Checks that the engine answers `ping` while it searches. Tells whether it goes on: other than in UCI, an engine may end
/// every search by itself.
pub(crate) fn expect_pong_while_searching(
    talk: &mut Conversation,
    game: &dyn AnyGame,
) -> Result<bool, Complaint> {
    let mut is_searching = true;
    talk.send(HubCommand::Ping)?;
    loop {
        let line = talk.read()?;
        match read(&line)? {
            Some(HubReply::Pong) => return Ok(is_searching),
            Some(HubReply::Info(info)) => check_info(game, &info, &line)?,
            Some(HubReply::Error { message }) => return Err(complaint!("the engine reports: {message}")),
            Some(HubReply::Done { .. }) if !is_searching => return Err(complaint!("done twice")),
            Some(HubReply::Done { best, ponder }) => {
                check_best(game, best.as_deref(), ponder.as_deref())?;
                is_searching = false;
            }
            _ => {}
        }
    }
}

/// Reads a line. Ignores lines that do not belong to the protocol.
pub(crate) fn read(line: &str) -> Result<Option<HubReply>, Complaint> {
    const WORDS: [&str; 6] = ["id", "param", "info", "done", "pong", "ready"];
    match line.parse() {
        Ok(reply) => Ok(Some(reply)),
        Err(error) if line.split_whitespace().next().is_some_and(|word| WORDS.contains(&word)) => {
            Err(complaint!("malformed line {:?}: {error}", protocol::shortened(line, 200)))
        }
        Err(_) => Ok(None),
    }
}

fn check_best(game: &dyn AnyGame, best: Option<&str>, ponder: Option<&str>) -> Result<(), Complaint> {
    let Some(best) = best else {
        return match game.count_legal() {
            0 => Ok(()),
            moves => Err(complaint!("no move, though {} has {moves} legal moves", game.fen())),
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

fn check_info(game: &dyn AnyGame, info: &HubInfo, line: &str) -> Result<(), Complaint> {
    if info.score.is_some_and(|score| score.is_nan() || score.abs() > MOST_MEN) {
        return Err(complaint!("a score beyond all bounds in {:?}", protocol::shortened(line, 200)));
    }
    check_line(game, &info.pv)
}
