//! One search of a UCI engine: what it says meanwhile, and its move.

use std::time::{Duration, Instant};

use catalog::AnyGame;
use protocol::uci::{Go, UciCommand, UciInfo, UciReply, UciScoreValue, UciStart};

use crate::conversation::Conversation;
use crate::positions::{check_line, check_move};
use crate::steps::{Complaint, complaint};

/// The largest score in centipawns that makes sense.
const MOST_CENTIPAWNS: i32 = 200_000;

/// The longest mate that makes sense.
const LONGEST_MATE: i32 = 1_000;

/// A search that ended.
pub(crate) struct Searched {
    pub(crate) best: Option<String>,
    pub(crate) ponder: Option<String>,
    /// The largest number of a variation.
    pub(crate) variations: u32,
    /// How many lines told about the search.
    pub(crate) infos: usize,
    pub(crate) time: Duration,
}

impl Searched {
    /// In words.
    pub(crate) fn text(&self) -> String {
        format!("{} in {} ms", self.best.as_deref().unwrap_or("no move"), self.time.as_millis())
    }
}

/// Sends a position and starts a search.
pub(crate) fn begin(talk: &mut Conversation, game: &dyn AnyGame, go: &Go) -> Result<(), Complaint> {
    let saved = game.save();
    let start = saved.fen.map_or(UciStart::StartPosition, UciStart::Fen);
    let moves = game.moves(boardgame::MoveStyle::Protocol);
    talk.send(UciCommand::Position { start, moves })?;
    talk.send(go)
}

/// Reads until the move; the engine was given this much time. Checks everything that is said.
pub(crate) fn finish(
    talk: &mut Conversation,
    game: &dyn AnyGame,
    given: Duration,
) -> Result<Searched, Complaint> {
    let begin = Instant::now();
    let mut searched = Searched { best: None, ponder: None, variations: 0, infos: 0, time: Duration::ZERO };
    loop {
        let line = talk.read_within(given)?;
        match read(&line)? {
            Some(UciReply::Info(info)) => {
                check_info(game, &info, &line)?;
                searched.infos += 1;
                searched.variations = searched.variations.max(info.multi_pv.unwrap_or(1));
            }
            Some(UciReply::BestMove { best, ponder }) => {
                searched.time = begin.elapsed();
                check_best(game, best.as_deref(), ponder.as_deref())?;
                (searched.best, searched.ponder) = (best, ponder);
                break;
            }
            _ => {}
        }
    }
    expect_silence(talk)?;
    Ok(searched)
}

/// A search from beginning to end.
pub(crate) fn search(
    talk: &mut Conversation,
    game: &dyn AnyGame,
    go: &Go,
    given: Duration,
) -> Result<Searched, Complaint> {
    begin(talk, game, go)?;
    finish(talk, game, given)
}

/// Checks that the engine is ready and gives no move that nobody asked for.
pub(crate) fn expect_silence(talk: &mut Conversation) -> Result<(), Complaint> {
    talk.send(UciCommand::IsReady)?;
    loop {
        match read(&talk.read()?)? {
            Some(UciReply::ReadyOk) => return Ok(()),
            Some(UciReply::BestMove { .. }) => {
                return Err(complaint!("a bestmove though no search is going on"));
            }
            _ => {}
        }
    }
}

/// Checks that the engine answers `isready` while it searches, and does not move before it is told to stop.
pub(crate) fn expect_ready_while_searching(
    talk: &mut Conversation,
    game: &dyn AnyGame,
) -> Result<(), Complaint> {
    talk.send(UciCommand::IsReady)?;
    loop {
        let line = talk.read()?;
        match read(&line)? {
            Some(UciReply::ReadyOk) => return Ok(()),
            Some(UciReply::Info(info)) => check_info(game, &info, &line)?,
            Some(UciReply::BestMove { .. }) => {
                return Err(complaint!("a bestmove before the engine was told to stop"));
            }
            _ => {}
        }
    }
}

/// Reads a line. Ignores lines that do not belong to the protocol, as the protocol asks.
pub(crate) fn read(line: &str) -> Result<Option<UciReply>, Complaint> {
    const WORDS: [&str; 5] = ["info", "bestmove", "option", "readyok", "uciok"];
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
            moves => Err(complaint!("no bestmove, though {} has {moves} legal moves", game.fen())),
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

fn check_info(game: &dyn AnyGame, info: &UciInfo, line: &str) -> Result<(), Complaint> {
    let bad = |what: &str| complaint!("{what} in {:?}", protocol::shortened(line, 200));
    if let Some(score) = info.score {
        match score.value {
            UciScoreValue::Centipawns(value) if value.abs() > MOST_CENTIPAWNS => {
                return Err(bad("a score beyond all bounds"));
            }
            UciScoreValue::Mate(moves) if moves.abs() > LONGEST_MATE => {
                return Err(bad("a mate beyond all bounds"));
            }
            _ => {}
        }
        if let Some(wdl) = score.wdl
            && wdl.win.saturating_add(wdl.draw).saturating_add(wdl.loss) != 1_000
        {
            return Err(bad("chances that do not add up to 1000"));
        }
    }
    if info.hash_full.is_some_and(|permille| permille > 1_000) {
        return Err(bad("a hashfull above 1000"));
    }
    if info.multi_pv == Some(0) {
        return Err(bad("multipv 0, expected 1 or more"));
    }
    check_line(game, &info.pv)
}
