//! A match: what each message means and how to respond.

use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use boardgame::{Color, MoveError, MoveStyle};
use catalog::{GameId, PositionText};
use protocol::dxp::{Acceptance, DxpMessage, EndReason};
use search::{BestMove, Limits};

use crate::background_player::{AnswerTime, BackgroundPlayer};
use crate::dxp::connection::{Connection, Received};
use crate::dxp::inbox::{Event, Inbox};
use crate::dxp::running_game::{RunningGame, from_dxp};
use crate::dxp::{DxpError, DxpEvent, DxpRole, DxpSettings};
use crate::level::Strength;

pub(super) const GAME: GameId = GameId::International;

/// How often to check whether the match was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The most messages between two moves.
const MAX_CHATTER: u32 = 1_000;

/// What the match is waiting for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    /// A request of the opponent.
    Idle,
    /// The answer to our request.
    Asked,
    /// A move, ours or theirs.
    Playing,
    /// The answer to the end of a game.
    Ending,
    /// Nothing: the match is over.
    Over,
}

pub(super) struct DxpMatch<'a> {
    pub(super) settings: &'a DxpSettings,
    pub(super) on_event: &'a mut dyn FnMut(&DxpEvent),
    pub(super) player: BackgroundPlayer,
    pub(super) connection: Connection,
    inbox: Inbox,
    pub(super) stage: Stage,
    /// When the stage began.
    pub(super) since: Instant,
    /// The game while `Playing`. Whatever removes it reports its end.
    pub(super) game: Option<RunningGame>,
    pub(super) opponent: String,
    /// Games started so far.
    pub(super) games: u32,
    /// Searches started so far: results of older ones are ignored.
    pub(super) searches: u64,
    /// Messages since the last move, or since the connection was opened.
    pub(super) chatter: u32,
}

impl<'a> DxpMatch<'a> {
    pub(super) fn new(
        stream: TcpStream,
        settings: &'a DxpSettings,
        on_event: &'a mut dyn FnMut(&DxpEvent),
    ) -> Result<Self, DxpError> {
        let inbox = Inbox::default();
        Ok(Self {
            settings,
            on_event,
            player: player(settings)?,
            connection: Connection::open(stream, inbox.clone())?,
            inbox,
            stage: Stage::Idle,
            since: Instant::now(),
            game: None,
            opponent: "the opponent".to_owned(),
            games: 0,
            searches: 0,
            chatter: 0,
        })
    }

    pub(super) fn play(mut self, stop: &AtomicBool) -> Result<(), DxpError> {
        let played = self.talk(stop);
        if let Err(error) = &played {
            self.abandon(error);
        }
        played
    }

    fn talk(&mut self, stop: &AtomicBool) -> Result<(), DxpError> {
        let settings = self.settings;
        if let DxpRole::Initiator(request) = &settings.role {
            self.ask(request)?;
        }
        while !matches!(self.stage, Stage::Over) {
            if stop.load(Ordering::Relaxed) {
                return Err(self.leave());
            }
            match self.inbox.next(POLL_INTERVAL) {
                Some(Event::Received(Received::Closed)) => return self.closed(),
                Some(Event::Received(received)) => {
                    self.count(&received)?;
                    self.handle(received)?;
                }
                Some(Event::Found(search, found)) if search == self.searches => {
                    self.found(found)?;
                }
                Some(Event::Found(..)) | None => {}
            }
            // Also after a message: chatting is not moving.
            self.check_patience()?;
        }
        Ok(())
    }

    pub(super) fn enter(&mut self, stage: Stage) {
        (self.stage, self.since) = (stage, Instant::now());
    }

    /// Ends the game because the match was stopped.
    fn leave(&mut self) -> DxpError {
        if self.game.is_some() {
            let end = DxpMessage::GameEnd { reason: EndReason::Unknown, is_last: true };
            // The opponent may be gone too.
            let _ = self.connection.send(&end);
        }
        DxpError::Stopped
    }

    fn closed(&self) -> Result<(), DxpError> {
        let wants_more = matches!(self.settings.role, DxpRole::Initiator(_)) && !self.is_last();
        let when = match self.stage {
            Stage::Ending if wants_more => "before all games were played",
            Stage::Idle | Stage::Ending | Stage::Over => return Ok(()),
            Stage::Asked => "without an answer to the request for a game",
            Stage::Playing => "before the game was over",
        };
        Err(DxpError::Vanished { opponent: self.opponent.clone(), when })
    }

    /// Limits the number of messages that are not moves.
    fn count(&mut self, received: &Received) -> Result<(), DxpError> {
        if !matches!(received, Received::Message(DxpMessage::Move { .. })) {
            self.chatter += 1;
        }
        if self.chatter <= MAX_CHATTER {
            return Ok(());
        }
        Err(DxpError::Flood { opponent: self.opponent.clone(), messages: MAX_CHATTER })
    }

    pub(super) fn handle(&mut self, received: Received) -> Result<(), DxpError> {
        let opponent = self.opponent.clone();
        match received {
            Received::Message(message) => self.answer(message),
            Received::Invalid(error) => {
                if let Some(answer) = answer_to_invalid(&error) {
                    return self.refuse(answer, &error);
                }
                let _ = self.connection.send(&DxpMessage::Chat(format!("error: {error}")));
                Err(DxpError::Garbage { opponent, error })
            }
            Received::TooLong => Err(DxpError::TooLong { opponent }),
            Received::Closed => self.closed(),
        }
    }

    fn answer(&mut self, message: DxpMessage) -> Result<(), DxpError> {
        let is_their_turn = self.game.as_ref().is_some_and(|game| !game.is_our_turn());
        match (message, self.stage) {
            (DxpMessage::Chat(text), _) => (self.on_event)(&DxpEvent::Chat { text }),
            (DxpMessage::GameRequest { name, follower, minutes, moves, position }, Stage::Idle)
                if self.settings.role == DxpRole::Follower =>
            {
                self.opponent = printable(&name);
                return self.requested(from_dxp(follower), minutes, moves, position);
            }
            (DxpMessage::GameRequest { .. }, _) => {
                let why = match &self.settings.role {
                    DxpRole::Initiator(_) => "we request the games",
                    DxpRole::Follower => "a game is not over",
                };
                return self.refuse(Acceptance::NotThisGame, &why);
            }
            (DxpMessage::GameAnswer { name, code }, Stage::Asked) => {
                self.opponent = printable(&name);
                return self.answered(code);
            }
            (mv @ DxpMessage::Move { seconds, .. }, Stage::Playing) if is_their_turn => {
                return self.their_move(&mv.hub_move().unwrap_or_default(), seconds);
            }
            (DxpMessage::GameEnd { reason, is_last }, Stage::Playing) => {
                return self.they_end(reason, is_last);
            }
            (DxpMessage::GameEnd { is_last, .. }, Stage::Ending) => return self.after_game(is_last),
            (DxpMessage::GameEnd { is_last: true, .. }, _) => self.stage = Stage::Over,
            (DxpMessage::BackRequest { number, color }, _) => return self.go_back(number, from_dxp(color)),
            // We never ask to take back moves; messages that cross the end of a game are ignored.
            (DxpMessage::BackAnswer { .. } | DxpMessage::GameEnd { .. }, _) | (_, Stage::Ending) => {}
            (message, stage) => {
                let when = match stage {
                    Stage::Playing => "when it was not its turn",
                    _ => "without a game",
                };
                let message = message.to_string();
                return Err(DxpError::OutOfTurn { opponent: self.opponent.clone(), message, when });
            }
        }
        Ok(())
    }

    /// Sets the position of the player; returns it as FEN.
    pub(super) fn set_position(
        &mut self,
        fen: Option<&str>,
        moves: &[String],
    ) -> Result<String, catalog::PositionTextError> {
        let player = self.player.player();
        player.set_position(&PositionText { fen, moves, ..PositionText::default() })?;
        Ok(player.fen())
    }

    /// Ends the game if it is over; otherwise starts a search if it is our turn.
    pub(super) fn go_on(&mut self) -> Result<(), DxpError> {
        if !self.end_if_over()?
            && let Some(game) = self.game.as_ref().filter(|game| game.is_our_turn())
        {
            let limits = game.limits(self.settings.move_time);
            self.search(limits);
        }
        Ok(())
    }

    fn search(&mut self, limits: Limits) {
        let strength = Strength { level: self.settings.level, seed: self.player.seed() };
        self.searches += 1;
        let (search, inbox) = (self.searches, self.inbox.clone());
        let on_best_move = move |found| inbox.put_best_move(search, found);
        self.player.search(limits.into(), Some(strength), AnswerTime::AtOnce, |_| true, on_best_move);
    }

    fn found(&mut self, found: Result<BestMove<String>, MoveError>) -> Result<(), DxpError> {
        let Some(game) = &self.game else { return Ok(()) };
        let time = game.since.elapsed();
        let text = found?.best.unwrap_or_default();
        if let Some(message) = DxpMessage::from_hub_move(&text, in_seconds(time)) {
            self.connection.send(&message)?;
        }
        self.played(text, time, in_seconds(time))
    }

    fn their_move(&mut self, text: &str, seconds: u16) -> Result<(), DxpError> {
        let Some(game) = &self.game else { return Ok(()) };
        let (time, number) = (game.since.elapsed(), game.moves.len() + 1);
        match self.player.player().find_move(text) {
            Ok(text) => self.played(text, time, seconds),
            Err(error) => {
                let _ = self.connection.send(&DxpMessage::Chat(format!("error: {error}")));
                let end = DxpMessage::GameEnd { reason: EndReason::Unknown, is_last: true };
                let _ = self.connection.send(&end);
                let error = catalog::PositionTextError::Move { number, error };
                let (opponent, fen) = (self.opponent.clone(), self.player.player().fen());
                Err(DxpError::IllegalMove { opponent, fen, error })
            }
        }
    }

    /// Handles a move: `time` is what we measured, `seconds` what its player claims.
    fn played(&mut self, text: String, time: Duration, seconds: u16) -> Result<(), DxpError> {
        let recorded = in_record_notation(&self.player.player().fen(), &text);
        let Some(game) = &mut self.game else { return Ok(()) };
        (self.on_event)(&DxpEvent::Move { text: recorded.clone(), color: game.turn(), seconds });
        game.add(text, recorded, time);
        self.chatter = 0;
        self.replay()?;
        self.go_on()
    }

    fn go_back(&mut self, number: u16, color: Color) -> Result<(), DxpError> {
        let target = self.game.as_ref().and_then(|game| game.moves_before(number, color));
        self.connection.send(&DxpMessage::BackAnswer { code: u8::from(target.is_none()) })?;
        let (Some(moves), Some(game)) = (target, &mut self.game) else { return Ok(()) };
        // The result of the running search is ignored.
        self.searches += 1;
        game.go_back(moves);
        (self.on_event)(&DxpEvent::Back { moves });
        self.replay()?;
        self.go_on()
    }

    /// Sets the position of the player to that of the game.
    fn replay(&mut self) -> Result<(), DxpError> {
        let Some(game) = &self.game else { return Ok(()) };
        self.player.player().set_position(&PositionText {
            fen: Some(&game.start),
            moves: &game.moves,
            ..PositionText::default()
        })?;
        Ok(())
    }
}

/// The player of a match, with its endgame tables.
fn player(settings: &DxpSettings) -> Result<BackgroundPlayer, DxpError> {
    let mut player = BackgroundPlayer::new(GAME, settings.megabytes, settings.threads);
    if let Some(folder) = &settings.tables {
        let pieces = player.set_tables_folder(Some(folder.clone())).map_err(DxpError::Tables)?;
        if pieces == 0 {
            return Err(DxpError::NoTables { game: GAME.name(), folder: folder.clone() });
        }
    }
    Ok(player)
}

/// A legal move in PDN, with its route only where it is ambiguous.
fn in_record_notation(fen: &str, text: &str) -> String {
    let find = || {
        let position = GAME.at(fen).ok()?;
        let index = position.find_in(text, MoveStyle::Protocol).ok()?;
        position.legal_moves(MoveStyle::Record).into_iter().nth(index)
    };
    // The player has already found this move in this position.
    find().unwrap_or_else(|| text.to_owned())
}

fn in_seconds(time: Duration) -> u16 {
    time.as_secs_f64().round().min(9_999.0) as u16
}

/// A name from the network without control characters.
fn printable(name: &str) -> String {
    name.chars()
        .map(|letter| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter })
        .collect()
}

/// The answer to an invalid message: the protocol can only refuse a game request.
fn answer_to_invalid(error: &protocol::ParseError) -> Option<Acceptance> {
    let protocol::ParseError::BadValue { field, .. } = error else { return None };
    match *field {
        "version" => Some(Acceptance::WrongVersion),
        "color of the follower" | "minutes" | "moves" | "start" | "side to move" | "position" => {
            Some(Acceptance::NotThisGame)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use tables::{BuildOptions, StopFlag, build};

    use super::*;
    use crate::level::Level;

    #[test]
    fn the_player_gets_the_tables() {
        let folder = tempfile::tempdir().expect("a folder");
        let options = BuildOptions { pieces: 2, with_distances: true, threads: 1, memory: 100 };
        build(GAME, folder.path(), &options, &StopFlag::default(), &mut |_| ()).expect("tables");
        let mut settings = DxpSettings {
            name: "Damier".to_owned(),
            role: DxpRole::Follower,
            megabytes: 1,
            threads: 1,
            level: Level::STRONGEST,
            move_time: None,
            tables: Some(folder.path().to_path_buf()),
            timeout: Duration::from_secs(60),
        };
        for pieces in [2, 0] {
            let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
            let _peer = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
            let stream = listener.accept().expect("a connection").0;
            let mut on_event = |_: &DxpEvent| ();
            let dxp_match = DxpMatch::new(stream, &settings, &mut on_event).expect("a match");
            assert_eq!(dxp_match.player.pieces_of_tables().expect("tables"), pieces);
            drop(dxp_match);
            settings.tables = None;
        }
    }
}
