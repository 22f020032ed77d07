//! The two sides at the board: what each message means, and what to answer.

use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use boardgame::{Color, MoveError, Outcome};
use catalog::{GameId, OutcomeDetails, Place};
use protocol::dxp::{Acceptance, EndReason, Message};

use crate::dxp::connection::{Connection, Heard};
use crate::dxp::running::{Running, from_dxp, hub_move, message_of};
use crate::dxp::{DxpError, DxpEvent, DxpGame, DxpResult, DxpSettings, Role};
use crate::player::{Decision, Thinking};
use crate::session::{Answering, Session};

pub(super) const GAME: GameId = GameId::International;

/// How often the match looks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(20);

/// The longest wait for an answer that needs no thinking.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the match waits for.
pub(super) enum Stage {
    /// A request of the other side.
    Idle,
    /// The answer to our request.
    Asked { since: Instant },
    /// A move, ours or theirs.
    Playing(Running),
    /// The answer to the end of a game.
    Ending { since: Instant },
    /// Nothing any more.
    Over,
}

enum Event {
    Heard(Heard),
    /// The move we found, with the number of the search.
    Decided(u64, Result<Decision, MoveError>),
}

pub(super) struct Table<'a> {
    pub(super) settings: &'a DxpSettings,
    pub(super) hear: &'a mut dyn FnMut(&DxpEvent),
    pub(super) session: Session,
    pub(super) connection: Connection,
    sender: Sender<Event>,
    events: Receiver<Event>,
    pub(super) stage: Stage,
    pub(super) opponent: String,
    /// Games begun so far.
    pub(super) games: u32,
    /// Searches begun so far: what older ones find does not count.
    searches: u64,
}

impl<'a> Table<'a> {
    pub(super) fn new(
        stream: TcpStream,
        settings: &'a DxpSettings,
        hear: &'a mut dyn FnMut(&DxpEvent),
    ) -> Result<Self, DxpError> {
        let (sender, events) = channel();
        Ok(Self {
            settings,
            hear,
            session: Session::new(GAME, settings.megabytes, settings.threads),
            connection: Connection::open(stream, sender.clone(), Event::Heard)?,
            sender,
            events,
            stage: Stage::Idle,
            opponent: "the other side".to_owned(),
            games: 0,
            searches: 0,
        })
    }

    pub(super) fn play(mut self, stop: &AtomicBool) -> Result<(), DxpError> {
        let settings = self.settings;
        if let Role::Initiator(request) = &settings.role {
            self.ask(request)?;
        }
        loop {
            if matches!(self.stage, Stage::Over) {
                return Ok(());
            }
            if stop.load(Ordering::Relaxed) {
                return Err(self.leave());
            }
            match self.events.recv_timeout(GLANCE) {
                Ok(Event::Heard(Heard::Message(message))) => self.answer(message)?,
                Ok(Event::Heard(Heard::Closed)) | Err(RecvTimeoutError::Disconnected) => {
                    return self.closed();
                }
                Ok(Event::Heard(bad)) => self.garbage(bad)?,
                Ok(Event::Decided(search, decision)) if search == self.searches => self.decided(decision)?,
                Ok(Event::Decided(..)) => {}
                Err(RecvTimeoutError::Timeout) => self.check_patience()?,
            }
        }
    }

    /// Says good-bye.
    fn leave(&mut self) -> DxpError {
        if matches!(self.stage, Stage::Playing(_)) {
            let end = Message::GameEnd { reason: EndReason::Unknown, is_last: true };
            // The other side may be gone too.
            let _ = self.connection.send(&end);
        }
        DxpError::Stopped
    }

    fn closed(&mut self) -> Result<(), DxpError> {
        let when = match self.stage {
            Stage::Idle | Stage::Ending { .. } | Stage::Over => return Ok(()),
            Stage::Asked { .. } => "it did not answer the request for a game",
            Stage::Playing(_) => "the game is not over",
        };
        Err(DxpError::Vanished { opponent: self.opponent.clone(), when })
    }

    fn check_patience(&mut self) -> Result<(), DxpError> {
        match self.stage {
            Stage::Asked { since } if since.elapsed() > PATIENCE => self.closed(),
            Stage::Ending { since } if since.elapsed() > PATIENCE => {
                self.stage = Stage::Over;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn garbage(&mut self, heard: Heard) -> Result<(), DxpError> {
        let opponent = self.opponent.clone();
        match heard {
            Heard::Garbage(error) => {
                if let Some(answer) = answer_to_fault(&error) {
                    return self.refuse(answer, &error);
                }
                let _ = self.connection.send(&Message::Chat(format!("error: {error}")));
                Err(DxpError::Garbage { opponent, error })
            }
            _ => Err(DxpError::TooLong { opponent }),
        }
    }

    fn answer(&mut self, message: Message) -> Result<(), DxpError> {
        match (message, &self.stage) {
            (Message::Chat(text), _) => (self.hear)(&DxpEvent::Chat { text }),
            (Message::GameRequest { name, follower, minutes, moves, position }, Stage::Idle)
                if self.settings.role == Role::Follower =>
            {
                self.opponent = shown(&name);
                return self.requested(from_dxp(follower), minutes, moves, position);
            }
            (Message::GameRequest { .. }, _) => {
                let why = match &self.settings.role {
                    Role::Initiator(_) => "we are the ones who ask for games",
                    Role::Follower => "a game is not over",
                };
                return self.refuse(Acceptance::NotThisGame, &why);
            }
            (Message::GameAnswer { name, code }, Stage::Asked { .. }) => {
                self.opponent = shown(&name);
                return self.answered(code);
            }
            (Message::Move { from, to, captured, seconds }, Stage::Playing(game)) if !game.is_our_turn() => {
                return self.their_move(hub_move(from, to, &captured), seconds);
            }
            (Message::GameEnd { reason, is_last }, Stage::Playing(_)) => {
                return self.they_end(reason, is_last);
            }
            (Message::GameEnd { is_last, .. }, Stage::Ending { .. }) => return self.after_game(is_last),
            (Message::GameEnd { is_last: true, .. }, _) => self.stage = Stage::Over,
            (Message::BackRequest { number, color }, _) => return self.go_back(number, from_dxp(color)),
            // We never ask to go back; what crosses the end of a game does not count.
            (Message::BackAnswer { .. } | Message::GameEnd { .. }, _) | (_, Stage::Ending { .. }) => {}
            (message, stage) => {
                let when = match stage {
                    Stage::Playing(_) => "when it was not its turn",
                    _ => "without a game",
                };
                let message = message.to_string();
                return Err(DxpError::OutOfTurn { opponent: self.opponent.clone(), message, when });
            }
        }
        Ok(())
    }

    /// Puts the player into a position; gives it in its standard form.
    pub(super) fn place(
        &mut self,
        fen: Option<&str>,
        moves: &[String],
    ) -> Result<String, catalog::PlaceError> {
        let player = self.session.player();
        player.go_to(&Place { fen, moves, ..Place::default() })?;
        Ok(player.fen())
    }

    /// Ends the game if it is over, else thinks, if it is our turn. The side to move ends a game.
    pub(super) fn go_on(&mut self, game: Running) -> Result<(), DxpError> {
        if game.is_our_turn() {
            let outcome = self.session.player().outcome();
            if outcome.is_some() || game.is_at_limit() {
                let reason = match outcome {
                    Some((Outcome::Win(winner), _)) if winner == game.color => EndReason::Wins,
                    Some((Outcome::Win(_), _)) => EndReason::Resigns,
                    Some((Outcome::Draw, _)) => EndReason::Draw,
                    None => EndReason::Unknown,
                };
                return self.we_end(&game, reason);
            }
            self.think(&game);
        }
        self.stage = Stage::Playing(game);
        Ok(())
    }

    fn think(&mut self, game: &Running) {
        let limits = game.limits(self.settings.move_time);
        let (level, seed) = (Some(self.settings.level), self.session.seed());
        let task = Thinking { limits, lines: 1, level, seed, ..Thinking::default() };
        self.searches += 1;
        let (search, sender) = (self.searches, self.sender.clone());
        self.session.think(
            task,
            Answering::AtOnce,
            |_| true,
            move |decision| {
                // Nobody waits for it when the match is over.
                let _ = sender.send(Event::Decided(search, decision));
            },
        );
    }

    fn decided(&mut self, decision: Result<Decision, MoveError>) -> Result<(), DxpError> {
        let Stage::Playing(game) = std::mem::replace(&mut self.stage, Stage::Idle) else { return Ok(()) };
        let text = decision?.best.unwrap_or_default();
        let time = game.since.elapsed();
        if let Some(message) = message_of(&text, time) {
            self.connection.send(&message)?;
        }
        self.played(game, text, time)
    }

    fn their_move(&mut self, text: String, seconds: u16) -> Result<(), DxpError> {
        let Stage::Playing(game) = std::mem::replace(&mut self.stage, Stage::Idle) else { return Ok(()) };
        match self.session.player().find(&text) {
            Ok(text) => self.played(game, text, Duration::from_secs(seconds.into())),
            Err(error) => {
                let _ = self.connection.send(&Message::Chat(format!("error: {error}")));
                let end = Message::GameEnd { reason: EndReason::Unknown, is_last: true };
                let _ = self.connection.send(&end);
                let error = catalog::PlaceError::Move { number: game.moves.len() + 1, error };
                let (opponent, fen) = (self.opponent.clone(), self.session.player().fen());
                Err(DxpError::IllegalMove { opponent, fen, error })
            }
        }
    }

    fn played(&mut self, mut game: Running, text: String, time: Duration) -> Result<(), DxpError> {
        let seconds = time.as_secs_f64().round().min(9_999.0) as u16;
        (self.hear)(&DxpEvent::Move { text: text.clone(), color: game.turn(), seconds });
        game.add(text, time);
        self.place(Some(&game.start), &game.moves)?;
        self.go_on(game)
    }

    fn go_back(&mut self, number: u16, color: Color) -> Result<(), DxpError> {
        let target = match &self.stage {
            Stage::Playing(game) => game.moves_before(number, color),
            _ => None,
        };
        self.connection.send(&Message::BackAnswer { code: u8::from(target.is_none()) })?;
        let Some(moves) = target else { return Ok(()) };
        let Stage::Playing(mut game) = std::mem::replace(&mut self.stage, Stage::Idle) else { return Ok(()) };
        // What the search finds now does not count.
        self.searches += 1;
        game.go_back(moves);
        (self.hear)(&DxpEvent::Back { moves });
        self.place(Some(&game.start), &game.moves)?;
        self.go_on(game)
    }

    fn we_end(&mut self, game: &Running, reason: EndReason) -> Result<(), DxpError> {
        self.connection.send(&Message::GameEnd { reason, is_last: self.is_last() })?;
        let why = self.reason_of_rules().unwrap_or_else(|| "all moves were played".to_owned());
        self.report(game, result_of(reason, game.color), why);
        self.stage = Stage::Ending { since: Instant::now() };
        Ok(())
    }

    fn they_end(&mut self, reason: EndReason, is_last: bool) -> Result<(), DxpError> {
        let Stage::Playing(game) = std::mem::replace(&mut self.stage, Stage::Idle) else { return Ok(()) };
        self.searches += 1;
        self.session.finish();
        let answer = Message::GameEnd { reason: EndReason::Unknown, is_last: is_last || self.is_last() };
        // It may have closed the connection already.
        let _ = self.connection.send(&answer);
        let why = match reason {
            EndReason::Resigns => "the opponent gave up",
            EndReason::Draw => "the opponent ended it as a draw",
            EndReason::Wins => "the opponent says that it has won",
            EndReason::Unknown => "the opponent ended it",
        };
        let why = self.reason_of_rules().unwrap_or_else(|| why.to_owned());
        self.report(&game, result_of(reason, !game.color), why);
        self.after_game(is_last)
    }

    /// Why the game is over by the rules, if it is.
    fn reason_of_rules(&mut self) -> Option<String> {
        self.session.player().outcome().map(|end| OutcomeDetails::from(end).text())
    }

    fn report(&mut self, game: &Running, result: DxpResult, reason: String) {
        (self.hear)(&DxpEvent::End(DxpGame {
            number: self.games,
            opponent: self.opponent.clone(),
            color: game.color,
            result,
            reason,
            fen: game.start.clone(),
            moves: game.moves.clone(),
        }));
    }

    /// Whether we want no game after this one.
    fn is_last(&self) -> bool {
        matches!(&self.settings.role, Role::Initiator(request) if self.games >= request.games)
    }

    fn after_game(&mut self, is_last: bool) -> Result<(), DxpError> {
        let settings = self.settings;
        self.stage = Stage::Idle;
        if is_last || self.is_last() {
            self.stage = Stage::Over;
        } else if let Role::Initiator(request) = &settings.role {
            self.ask(request)?;
        }
        Ok(())
    }
}

/// A name from the network that does nothing to a terminal.
fn shown(name: &str) -> String {
    name.chars()
        .map(|letter| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter })
        .collect()
}

/// What the protocol has to say to a faulty message: only requests for a game are refused, with a reason.
fn answer_to_fault(error: &protocol::ParseError) -> Option<Acceptance> {
    let protocol::ParseError::BadValue { field, .. } = error else { return None };
    match *field {
        "version" => Some(Acceptance::WrongVersion),
        "color of the follower" | "minutes" | "moves" | "start" | "side to move" | "position" => {
            Some(Acceptance::NotThisGame)
        }
        _ => None,
    }
}

/// The result when this color ends a game for this reason.
fn result_of(reason: EndReason, color: Color) -> DxpResult {
    match reason {
        EndReason::Wins => DxpResult::Win(color),
        EndReason::Resigns => DxpResult::Win(!color),
        EndReason::Draw => DxpResult::Draw,
        EndReason::Unknown => DxpResult::Unknown,
    }
}
