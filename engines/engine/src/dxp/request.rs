//! Asking for games, and being asked.

use std::fmt::Display;
use std::time::Instant;

use boardgame::Color;
use protocol::dxp::{Acceptance, Message, Position};

use crate::dxp::running::{Running, from_dxp, to_dxp};
use crate::dxp::table::{GAME, Stage, Table};
use crate::dxp::{DxpError, DxpEvent, Request, Role};
use crate::squares::{Letters, fen_of_squares, squares_of_fen};

const LETTERS: Letters = ['w', 'W', 'z', 'Z'];

impl Table<'_> {
    /// Asks for the next game.
    pub(super) fn ask(&mut self, request: &Request) -> Result<(), DxpError> {
        let fen = self.place(request.fen.as_deref(), &[])?;
        let position = request.fen.is_some().then(|| Position {
            turn: to_dxp(self.session.player().turn()),
            squares: squares_of_fen(GAME, &fen, LETTERS),
        });
        let &Request { minutes, moves, .. } = request;
        let follower = to_dxp(!self.color_of(request));
        let name = self.settings.name.clone();
        self.connection.send(&Message::GameRequest { name, follower, minutes, moves, position })?;
        self.enter(Stage::Asked);
        Ok(())
    }

    /// Our color in the next game that we ask for.
    fn color_of(&self, request: &Request) -> Color {
        if self.games.is_multiple_of(2) { request.color } else { !request.color }
    }

    /// The other side asks for a game.
    pub(super) fn requested(
        &mut self,
        color: Color,
        minutes: u16,
        moves: u16,
        position: Option<Position>,
    ) -> Result<(), DxpError> {
        let fen = position.map(|Position { turn, squares }| {
            fen_of_squares(GAME, from_dxp(turn).letter(), &squares, LETTERS)
        });
        let fen = match fen.transpose() {
            Ok(fen) => fen,
            Err(error) => return self.refuse(Acceptance::NotThisGame, &error),
        };
        if let Err(error) = self.place(fen.as_deref(), &[]) {
            return self.refuse(Acceptance::NotThisGame, &error);
        }
        self.accept(Acceptance::Accepted)?;
        self.begin(fen.as_deref(), color, minutes, moves)
    }

    /// Refuses a game. The protocol has a number for the reason; whoever sits here learns more.
    pub(super) fn refuse(&mut self, code: Acceptance, reason: &dyn Display) -> Result<(), DxpError> {
        let (opponent, reason) = (self.opponent.clone(), reason.to_string());
        (self.hear)(&DxpEvent::Refused { opponent, reason });
        self.accept(code)
    }

    fn accept(&mut self, code: Acceptance) -> Result<(), DxpError> {
        let name = self.settings.name.clone();
        Ok(self.connection.send(&Message::GameAnswer { name, code })?)
    }

    /// The other side has answered our request.
    pub(super) fn answered(&mut self, code: Acceptance) -> Result<(), DxpError> {
        let settings = self.settings;
        let Role::Initiator(request) = &settings.role else { return Ok(()) };
        if code != Acceptance::Accepted {
            return Err(DxpError::Refused { opponent: self.opponent.clone(), code });
        }
        let color = self.color_of(request);
        self.begin(request.fen.as_deref(), color, request.minutes, request.moves)
    }

    fn begin(&mut self, fen: Option<&str>, color: Color, minutes: u16, moves: u16) -> Result<(), DxpError> {
        let start = self.place(fen, &[])?;
        self.session.forget();
        let first = self.session.player().turn();
        self.games += 1;
        let (number, opponent) = (self.games, self.opponent.clone());
        (self.hear)(&DxpEvent::Begin { number, opponent, color, minutes, moves });
        self.chatter = 0;
        self.enter(Stage::Playing);
        self.game = Some(Running {
            start,
            first,
            color,
            minutes,
            most_moves: moves,
            moves: Vec::new(),
            record: Vec::new(),
            times: Vec::new(),
            since: Instant::now(),
        });
        self.go_on()
    }
}
