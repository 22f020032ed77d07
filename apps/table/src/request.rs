//! Requests to engines at the table.

use boardgame::Color;

use crate::table::Table;
use crate::terms::Seat;

/// A request to an engine. It answers with a [`Command`](crate::Command) for its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The side of the engine.
    pub side: Color,
    /// The level of the engine.
    pub level: u8,
    /// What it has to do.
    pub purpose: Purpose,
}

/// What an engine has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Make a move.
    Move,
    /// Accept or decline a draw.
    AnswerDraw,
    /// Accept or decline to take moves back.
    AnswerTakeback,
}

impl Table {
    /// The request to an engine now, if any: answers come before moves.
    #[must_use]
    pub fn request(&self) -> Option<Request> {
        let engine = |side: Color, purpose| match self.seat(side) {
            Seat::Engine { level } => Some(Request { side, level, purpose }),
            Seat::Person => None,
        };
        let takeback = self.takeback().and_then(|(by, _)| engine(!by, Purpose::AnswerTakeback));
        let draw = || self.draw_offer().and_then(|by| engine(!by, Purpose::AnswerDraw));
        let is_playing = self.ending().is_none() && !self.is_paused();
        let others = || draw().or_else(|| engine(self.game().turn(), Purpose::Move));
        takeback.or_else(|| if is_playing { others() } else { None })
    }
}
