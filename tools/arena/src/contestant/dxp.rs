//! Programs that speak DamExchange: each game is one of theirs, which we request.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use boardgame::Color;
use catalog::GameId;
use client::{Companion, DxpConnection, EngineError, Settings};
use protocol::dxp::{Acceptance, DxpColor, DxpMessage, DxpPosition, EndReason};

use crate::clocks::MoveLimits;
use crate::contestant::{Answer, Beginning, Contestant, Failure, Place, failure};
use crate::engine_spec::EngineSpec;
use crate::played_game::FaultKind;

/// What stands for the port in a command.
const PORT: &str = "{port}";

/// The name that the other side sees.
const NAME: &str = "Damier arena";

/// How long to wait for the answer to the end of a game.
const END_PATIENCE: Duration = Duration::from_secs(5);

pub(super) struct DxpContestant {
    connection: DxpConnection,
    /// The program, if we have started it.
    _program: Option<Companion>,
    /// The moves that the program knows.
    known: usize,
    is_playing: bool,
}

/// What the program did instead of moving.
enum Instead {
    Move(String),
    Resigned,
    Ended,
}

impl DxpContestant {
    pub(super) fn start(command: &str, spec: &EngineSpec, settings: &Settings) -> Result<Self, EngineError> {
        let failed = |source| EngineError::CannotStart { program: command.to_owned(), source };
        let mut address = spec.address.clone();
        let mut program = None;
        if !command.is_empty() {
            let mut command = command.to_owned();
            if command.contains(PORT) {
                // Free now; whoever takes it before the program does makes the start fail.
                let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
                let port = port.map_err(failed)?.port();
                command = command.replace(PORT, &port.to_string());
                address.get_or_insert_with(|| format!("127.0.0.1:{port}"));
            }
            program = Some(Companion::start(&command, settings)?);
        }
        let address = address.unwrap_or_else(|| "127.0.0.1:27531".to_owned());
        let connection = DxpConnection::connect(&address, settings)?;
        Ok(Self { connection, _program: program, known: 0, is_playing: false })
    }

    fn request(&mut self, beginning: &Beginning<'_>, timeout: Duration) -> Result<(), EngineError> {
        let hub = GameId::International.hub_of_fen(&beginning.position);
        let is_start = beginning.fen.is_none() && beginning.moves.is_empty();
        let position = hub.as_deref().filter(|_| !is_start).and_then(DxpPosition::from_hub);
        let minutes =
            beginning.time.clock.map_or(0, |clock| clock.time.as_secs().div_ceil(60).min(999) as u16);
        let follower = match beginning.color {
            Color::White => DxpColor::White,
            Color::Black => DxpColor::Black,
        };
        let name = NAME.to_owned();
        self.connection.send(&DxpMessage::GameRequest { name, follower, minutes, moves: 0, position })?;
        let code = self.connection.wait_within(timeout, |message| {
            Ok(match message {
                DxpMessage::GameAnswer { code, .. } => Some(*code),
                _ => None,
            })
        })?;
        match code {
            Acceptance::Accepted => Ok(()),
            code => Err(EngineError::Unsupported { what: format!("wish to play this game: {code:?}") }),
        }
    }

    /// Tells the program the move that it does not know yet, if there is one.
    fn tell(&mut self, moves: &[String]) -> Result<(), EngineError> {
        let Some(last) = moves.get(self.known..).and_then(<[_]>::last) else { return Ok(()) };
        self.known = moves.len();
        match DxpMessage::from_hub_move(last, 0) {
            Some(message) => self.connection.send(&message),
            None => Ok(()),
        }
    }

    fn answer(&mut self, timeout: Duration) -> Result<Instead, EngineError> {
        self.connection.wait_within(timeout, |message| {
            Ok(match message {
                DxpMessage::GameEnd { reason: EndReason::Resigns, .. } => Some(Instead::Resigned),
                DxpMessage::GameEnd { .. } => Some(Instead::Ended),
                // Chat, and wishes to take moves back.
                other => other.hub_move().map(Instead::Move),
            })
        })
    }
}

impl Contestant for DxpContestant {
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Failure> {
        self.known = beginning.moves.len();
        self.request(beginning, super::READY_TIMEOUT).map_err(failure)?;
        self.is_playing = true;
        Ok(())
    }

    fn think(&mut self, place: Place<'_>, limits: &MoveLimits) -> Result<Answer, Failure> {
        let begin = Instant::now();
        let answer = self.tell(place.moves).and_then(|()| self.answer(limits.wait));
        let time = begin.elapsed();
        match answer.map_err(failure)? {
            Instead::Move(mv) => {
                self.known = place.moves.len() + 1;
                Ok(Answer { mv: Some(mv), score: None, depth: None, nodes: None, time })
            }
            end => {
                self.is_playing = false;
                let _ =
                    self.connection.send(&DxpMessage::GameEnd { reason: EndReason::Unknown, is_last: false });
                let text = "the program ended a game that is not over".to_owned();
                Err(match end {
                    Instead::Resigned => Failure::Resigned,
                    _ => Failure::Fault { kind: FaultKind::Protocol, text },
                })
            }
        }
    }

    /// Ends the game on the other side too. By the rules the program ends it itself, once it knows the last move.
    fn finish(&mut self, moves: &[String], by_rules: bool) -> bool {
        if !self.is_playing {
            return true;
        }
        self.is_playing = false;
        let end = DxpMessage::GameEnd { reason: EndReason::Unknown, is_last: false };
        let is_its_turn = by_rules && moves.len() > self.known;
        if is_its_turn
            && self.tell(moves).is_ok()
            && matches!(self.answer(END_PATIENCE), Ok(Instead::Ended | Instead::Resigned))
        {
            return self.connection.send(&end).is_ok();
        }
        let is_end = |message: &DxpMessage| matches!(message, DxpMessage::GameEnd { .. }).then_some(());
        self.connection.send(&end).is_ok()
            && self.connection.wait_within(END_PATIENCE, |message| Ok(is_end(message))).is_ok()
    }

    fn last_lines(&self) -> Vec<String> {
        self.connection.last_lines()
    }
}
