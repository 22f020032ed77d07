//! Searches of Hub engines.

use std::time::Duration;

use boardgame::MoveStyle;
use catalog::AnyGame;
use protocol::hub::{GoMode, HubCommand, HubInfo, HubLimits, HubReply};

use crate::conversation::Conversation;
use crate::search::{self, Said, Searched, Words, finish};
use crate::steps::{Complaint, complaint};

/// The largest score in men that makes sense.
const MOST_MEN: f64 = 20_000.0;

/// The words of Hub.
pub(crate) struct HubWords;

impl Words for HubWords {
    const PROBE: &str = "ping";
    const MOVE: &str = "done";

    fn said(line: &str) -> Result<Said, Complaint> {
        Ok(match read(line)? {
            Some(HubReply::Pong) => Said::Ready,
            Some(HubReply::Info(info)) => said_about(info, line)?,
            Some(HubReply::Done { best, ponder }) => Said::Move { best, ponder },
            Some(HubReply::Error { message }) => Said::Error(message),
            _ => Said::Other,
        })
    }
}

/// Reads a line.
pub(crate) fn read(line: &str) -> Result<Option<HubReply>, Complaint> {
    search::read(line, &["id", "param", "info", "done", "pong", "ready"])
}

fn said_about(info: HubInfo, line: &str) -> Result<Said, Complaint> {
    if info.score.is_some_and(|score| score.is_nan() || score.abs() > MOST_MEN) {
        return Err(complaint!("a score beyond all bounds in {:?}", protocol::shortened(line, 200)));
    }
    Ok(Said::Info { line: info.pv, variation: 1 })
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

/// A search from beginning to end.
pub(crate) fn search(
    talk: &mut Conversation,
    game: &dyn AnyGame,
    limits: &HubLimits,
    given: Duration,
) -> Result<Searched, Complaint> {
    begin(talk, game, limits, GoMode::Think)?;
    finish::<HubWords>(talk, game, given)
}
