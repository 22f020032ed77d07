//! Game requests, ours and the opponent's.

use std::fmt::Display;
use std::time::Instant;

use boardgame::Color;
use protocol::dxp::{Acceptance, DxpMessage, DxpPosition};

use crate::dxp::dxp_match::{DxpMatch, GAME, Stage};
use crate::dxp::running_game::{RunningGame, from_dxp, to_dxp};
use crate::dxp::{DxpError, DxpEvent, DxpRequest, DxpRole};

impl DxpMatch<'_> {
    /// Requests the next game.
    pub(super) fn ask(&mut self, request: &DxpRequest) -> Result<(), DxpError> {
        let fen = self.set_position(request.fen.as_deref(), &[])?;
        let hub = GAME.hub_of_fen(&fen).filter(|_| request.fen.is_some());
        let position = hub.as_deref().and_then(DxpPosition::from_hub);
        let &DxpRequest { minutes, moves, .. } = request;
        let follower = to_dxp(!self.color_of(request));
        let name = self.settings.name.clone();
        self.connection.send(&DxpMessage::GameRequest { name, follower, minutes, moves, position })?;
        self.enter(Stage::Asked);
        Ok(())
    }

    /// Our color in the next game we request.
    fn color_of(&self, request: &DxpRequest) -> Color {
        if self.games.is_multiple_of(2) { request.color } else { !request.color }
    }

    /// The opponent requests a game.
    pub(super) fn requested(
        &mut self,
        color: Color,
        minutes: u16,
        moves: u16,
        position: Option<DxpPosition>,
    ) -> Result<(), DxpError> {
        let fen = position
            .map(|DxpPosition { turn, squares }| GAME.fen_of_hub(&hub_of_dxp(from_dxp(turn), &squares)));
        let fen = match fen.transpose() {
            Ok(fen) => fen,
            Err(error) => return self.refuse(Acceptance::NotThisGame, &error),
        };
        if let Err(error) = self.set_position(fen.as_deref(), &[]) {
            return self.refuse(Acceptance::NotThisGame, &error);
        }
        self.accept(Acceptance::Accepted)?;
        self.begin(fen.as_deref(), color, minutes, moves)
    }

    /// Refuses a game. The opponent gets only a code; the event has the reason.
    pub(super) fn refuse(&mut self, code: Acceptance, reason: &dyn Display) -> Result<(), DxpError> {
        let (opponent, reason) = (self.opponent.clone(), reason.to_string());
        (self.on_event)(&DxpEvent::Refused { opponent, reason });
        self.accept(code)
    }

    fn accept(&mut self, code: Acceptance) -> Result<(), DxpError> {
        let name = self.settings.name.clone();
        Ok(self.connection.send(&DxpMessage::GameAnswer { name, code })?)
    }

    /// The opponent has answered our request.
    pub(super) fn answered(&mut self, code: Acceptance) -> Result<(), DxpError> {
        let settings = self.settings;
        let DxpRole::Initiator(request) = &settings.role else { return Ok(()) };
        if code != Acceptance::Accepted {
            return Err(DxpError::Refused { opponent: self.opponent.clone(), code });
        }
        let color = self.color_of(request);
        self.begin(request.fen.as_deref(), color, request.minutes, request.moves)
    }

    fn begin(&mut self, fen: Option<&str>, color: Color, minutes: u16, moves: u16) -> Result<(), DxpError> {
        let start = self.set_position(fen, &[])?;
        self.player.new_game();
        let first = self.player.player().turn();
        self.games += 1;
        let (number, opponent) = (self.games, self.opponent.clone());
        (self.on_event)(&DxpEvent::Begin { number, opponent, color, minutes, moves });
        self.chatter = 0;
        self.enter(Stage::Playing);
        self.game = Some(RunningGame {
            start,
            first,
            color,
            minutes,
            max_moves: moves,
            moves: Vec::new(),
            record: Vec::new(),
            times: Vec::new(),
            since: Instant::now(),
        });
        self.go_on()
    }
}

/// A position of the protocol as a Hub position: the same, but for the letters of Black.
fn hub_of_dxp(turn: Color, squares: &str) -> String {
    format!("{}{}", turn.letter(), squares.replace('z', "b").replace('Z', "B"))
}
