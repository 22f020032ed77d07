//! Searches of UCI engines.

use std::time::Duration;

use boardgame::MoveStyle;
use catalog::AnyGame;
use protocol::uci::{Go, UciCommand, UciInfo, UciReply, UciScoreValue, UciStart};

use crate::conversation::Conversation;
use crate::search::{self, Said, Searched, Words, finish};
use crate::steps::{Complaint, complaint};

/// The largest score in centipawns that makes sense.
const MOST_CENTIPAWNS: i32 = 200_000;

/// The longest mate that makes sense.
const LONGEST_MATE: i32 = 1_000;

/// The words of UCI.
pub(crate) struct UciWords;

impl Words for UciWords {
    const PROBE: &str = "isready";
    const MOVE: &str = "bestmove";

    fn said(line: &str) -> Result<Said, Complaint> {
        Ok(match read(line)? {
            Some(UciReply::ReadyOk) => Said::Ready,
            Some(UciReply::Info(info)) => said_about(*info, line)?,
            Some(UciReply::BestMove { best, ponder }) => Said::Move { best, ponder },
            _ => Said::Other,
        })
    }
}

/// Reads a line.
pub(crate) fn read(line: &str) -> Result<Option<UciReply>, Complaint> {
    search::read(line, &["info", "bestmove", "option", "readyok", "uciok"])
}

fn said_about(info: UciInfo, line: &str) -> Result<Said, Complaint> {
    let bad = |what: &str| Err(complaint!("{what} in {:?}", protocol::shortened(line, 200)));
    if let Some(score) = info.score {
        match score.value {
            UciScoreValue::Centipawns(value) if value.abs() > MOST_CENTIPAWNS => {
                return bad("a score beyond all bounds");
            }
            UciScoreValue::Mate(moves) if moves.abs() > LONGEST_MATE => {
                return bad("a mate beyond all bounds");
            }
            _ => {}
        }
        if let Some(wdl) = score.wdl
            && wdl.win.saturating_add(wdl.draw).saturating_add(wdl.loss) != 1_000
        {
            return bad("chances that do not add up to 1000");
        }
    }
    match (info.hash_full, info.multi_pv) {
        (Some(permille), _) if permille > 1_000 => bad("a hashfull above 1000"),
        (_, Some(0)) => bad("multipv 0, expected 1 or more"),
        (_, number) => Ok(Said::Info { line: info.pv, variation: number.unwrap_or(1) }),
    }
}

/// Sends a position and starts a search.
pub(crate) fn begin(talk: &mut Conversation, game: &dyn AnyGame, go: &Go) -> Result<(), Complaint> {
    let start = game.save().fen.map_or(UciStart::StartPosition, UciStart::Fen);
    talk.send(UciCommand::Position { start, moves: game.moves(MoveStyle::Protocol) })?;
    talk.send(go)
}

/// A search from beginning to end.
pub(crate) fn search(
    talk: &mut Conversation,
    game: &dyn AnyGame,
    go: &Go,
    given: Duration,
) -> Result<Searched, Complaint> {
    begin(talk, game, go)?;
    finish::<UciWords>(talk, game, given)
}
