//! The two sides at the board: what each message means, and what to answer.

use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use boardgame::{Color, MoveError, MoveStyle};
use catalog::{GameId, Place};
use protocol::dxp::{Acceptance, EndReason, Message};
use search::Limits;

use crate::dxp::connection::{Connection, Heard};
use crate::dxp::inbox::{Event, Inbox};
use crate::dxp::running::{Running, from_dxp, hub_move, message_of};
use crate::dxp::{DxpError, DxpEvent, DxpSettings, Role};
use crate::player::{Decision, Thinking};
use crate::session::{Answering, Session};

pub(super) const GAME: GameId = GameId::International;

/// How often the match looks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(20);

/// So many messages that are no moves may come between two moves.
const MOST_CHATTER: u32 = 1_000;

/// What the match waits for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    /// A request of the other side.
    Idle,
    /// The answer to our request.
    Asked,
    /// A move, ours or theirs.
    Playing,
    /// The answer to the end of a game.
    Ending,
    /// Nothing any more.
    Over,
}

pub(super) struct Table<'a> {
    pub(super) settings: &'a DxpSettings,
    pub(super) hear: &'a mut dyn FnMut(&DxpEvent),
    pub(super) session: Session,
    pub(super) connection: Connection,
    inbox: Inbox,
    pub(super) stage: Stage,
    /// When the stage began.
    pub(super) since: Instant,
    /// The game of the stage `Playing`. Whatever takes it away tells of it.
    pub(super) game: Option<Running>,
    pub(super) opponent: String,
    /// Games begun so far.
    pub(super) games: u32,
    /// Searches begun so far: what older ones find does not count.
    pub(super) searches: u64,
    /// Messages since the last move, or since the connection was made.
    pub(super) chatter: u32,
}

impl<'a> Table<'a> {
    pub(super) fn new(
        stream: TcpStream,
        settings: &'a DxpSettings,
        hear: &'a mut dyn FnMut(&DxpEvent),
    ) -> Result<Self, DxpError> {
        let inbox = Inbox::default();
        Ok(Self {
            settings,
            hear,
            session: Session::new(GAME, settings.megabytes, settings.threads),
            connection: Connection::open(stream, inbox.clone())?,
            inbox,
            stage: Stage::Idle,
            since: Instant::now(),
            game: None,
            opponent: "the other side".to_owned(),
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
        if let Role::Initiator(request) = &settings.role {
            self.ask(request)?;
        }
        while !matches!(self.stage, Stage::Over) {
            if stop.load(Ordering::Relaxed) {
                return Err(self.leave());
            }
            match self.inbox.next(GLANCE) {
                Some(Event::Heard(Heard::Closed)) => return self.closed(),
                Some(Event::Heard(heard)) => {
                    self.count(&heard)?;
                    self.heard(heard)?;
                }
                Some(Event::Decided(search, decision)) if search == self.searches => {
                    self.decided(decision)?;
                }
                Some(Event::Decided(..)) | None => {}
            }
            // Whoever chats all the time does not move either.
            self.check_patience()?;
        }
        Ok(())
    }

    pub(super) fn enter(&mut self, stage: Stage) {
        (self.stage, self.since) = (stage, Instant::now());
    }

    /// Says good-bye.
    fn leave(&mut self) -> DxpError {
        if self.game.is_some() {
            let end = Message::GameEnd { reason: EndReason::Unknown, is_last: true };
            // The other side may be gone too.
            let _ = self.connection.send(&end);
        }
        DxpError::Stopped
    }

    fn closed(&self) -> Result<(), DxpError> {
        let wants_more = matches!(self.settings.role, Role::Initiator(_)) && !self.is_last();
        let when = match self.stage {
            Stage::Ending if wants_more => "before all games were played",
            Stage::Idle | Stage::Ending | Stage::Over => return Ok(()),
            Stage::Asked => "without an answer to the request for a game",
            Stage::Playing => "before the game was over",
        };
        Err(DxpError::Vanished { opponent: self.opponent.clone(), when })
    }

    /// Moves are what a game is made of; of all else there may be only so much.
    fn count(&mut self, heard: &Heard) -> Result<(), DxpError> {
        if !matches!(heard, Heard::Message(Message::Move { .. })) {
            self.chatter += 1;
        }
        if self.chatter <= MOST_CHATTER {
            return Ok(());
        }
        Err(DxpError::Flood { opponent: self.opponent.clone(), messages: MOST_CHATTER })
    }

    pub(super) fn heard(&mut self, heard: Heard) -> Result<(), DxpError> {
        let opponent = self.opponent.clone();
        match heard {
            Heard::Message(message) => self.answer(message),
            Heard::Garbage(error) => {
                if let Some(answer) = answer_to_fault(&error) {
                    return self.refuse(answer, &error);
                }
                let _ = self.connection.send(&Message::Chat(format!("error: {error}")));
                Err(DxpError::Garbage { opponent, error })
            }
            Heard::TooLong => Err(DxpError::TooLong { opponent }),
            Heard::Closed => self.closed(),
        }
    }

    fn answer(&mut self, message: Message) -> Result<(), DxpError> {
        let is_their_turn = self.game.as_ref().is_some_and(|game| !game.is_our_turn());
        match (message, self.stage) {
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
            (Message::GameAnswer { name, code }, Stage::Asked) => {
                self.opponent = shown(&name);
                return self.answered(code);
            }
            (Message::Move { from, to, captured, seconds }, Stage::Playing) if is_their_turn => {
                return self.their_move(&hub_move(from, to, &captured), seconds);
            }
            (Message::GameEnd { reason, is_last }, Stage::Playing) => {
                return self.they_end(reason, is_last);
            }
            (Message::GameEnd { is_last, .. }, Stage::Ending) => return self.after_game(is_last),
            (Message::GameEnd { is_last: true, .. }, _) => self.stage = Stage::Over,
            (Message::BackRequest { number, color }, _) => return self.go_back(number, from_dxp(color)),
            // We never ask to go back; what crosses the end of a game does not count.
            (Message::BackAnswer { .. } | Message::GameEnd { .. }, _) | (_, Stage::Ending) => {}
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

    /// Ends the game if it is over, else thinks, if it is our turn.
    pub(super) fn go_on(&mut self) -> Result<(), DxpError> {
        if !self.end_if_over()?
            && let Some(game) = self.game.as_ref().filter(|game| game.is_our_turn())
        {
            let limits = game.limits(self.settings.move_time);
            self.think(limits);
        }
        Ok(())
    }

    fn think(&mut self, limits: Limits) {
        let (level, seed) = (Some(self.settings.level), self.session.seed());
        let task = Thinking { limits, lines: 1, level, seed, ..Thinking::default() };
        self.searches += 1;
        let (search, inbox) = (self.searches, self.inbox.clone());
        self.session.think(task, Answering::AtOnce, |_| true, move |decision| inbox.decide(search, decision));
    }

    fn decided(&mut self, decision: Result<Decision, MoveError>) -> Result<(), DxpError> {
        let Some(game) = &self.game else { return Ok(()) };
        let time = game.since.elapsed();
        let text = decision?.best.unwrap_or_default();
        if let Some(message) = message_of(&text, time) {
            self.connection.send(&message)?;
        }
        self.played(text, time, in_seconds(time))
    }

    fn their_move(&mut self, text: &str, seconds: u16) -> Result<(), DxpError> {
        let Some(game) = &self.game else { return Ok(()) };
        let (time, number) = (game.since.elapsed(), game.moves.len() + 1);
        match self.session.player().find(text) {
            Ok(text) => self.played(text, time, seconds),
            Err(error) => {
                let _ = self.connection.send(&Message::Chat(format!("error: {error}")));
                let end = Message::GameEnd { reason: EndReason::Unknown, is_last: true };
                let _ = self.connection.send(&end);
                let error = catalog::PlaceError::Move { number, error };
                let (opponent, fen) = (self.opponent.clone(), self.session.player().fen());
                Err(DxpError::IllegalMove { opponent, fen, error })
            }
        }
    }

    /// A move was played that took us so long to get, and its player so many seconds to find.
    fn played(&mut self, text: String, time: Duration, seconds: u16) -> Result<(), DxpError> {
        let recorded = in_record_notation(&self.session.player().fen(), &text);
        let Some(game) = &mut self.game else { return Ok(()) };
        (self.hear)(&DxpEvent::Move { text: recorded.clone(), color: game.turn(), seconds });
        game.add(text, recorded, time);
        self.chatter = 0;
        self.replay()?;
        self.go_on()
    }

    fn go_back(&mut self, number: u16, color: Color) -> Result<(), DxpError> {
        let target = self.game.as_ref().and_then(|game| game.moves_before(number, color));
        self.connection.send(&Message::BackAnswer { code: u8::from(target.is_none()) })?;
        let (Some(moves), Some(game)) = (target, &mut self.game) else { return Ok(()) };
        // What the search finds now does not count.
        self.searches += 1;
        game.go_back(moves);
        (self.hear)(&DxpEvent::Back { moves });
        self.replay()?;
        self.go_on()
    }

    /// Puts the player where the game is.
    fn replay(&mut self) -> Result<(), DxpError> {
        let Some(game) = &self.game else { return Ok(()) };
        self.session.player().go_to(&Place {
            fen: Some(&game.start),
            moves: &game.moves,
            ..Place::default()
        })?;
        Ok(())
    }
}

/// A legal move, as records write it: with its route only where that is needed.
fn in_record_notation(fen: &str, text: &str) -> String {
    let find = || {
        let position = GAME.at(fen).ok()?;
        let index = position.find_in(text, MoveStyle::Protocol).ok()?;
        position.legal_moves(MoveStyle::Record).into_iter().nth(index)
    };
    // The player has found the same move in the same position before.
    find().unwrap_or_else(|| text.to_owned())
}

fn in_seconds(time: Duration) -> u16 {
    time.as_secs_f64().round().min(9_999.0) as u16
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
