//! What an engine at the table has to do.

use boardgame::Color;

use crate::table::Table;
use crate::terms::Seat;

/// Something that an engine has to do. It answers with a [`Command`](crate::Command) of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Whose engine.
    pub side: Color,
    /// How strong it plays.
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
    /// What an engine has to do now, if anything: answers first, then moves.
    #[must_use]
    pub fn request(&self) -> Option<Request> {
        if self.ending().is_some() || self.is_paused() {
            return None;
        }
        let engine = |side: Color, purpose| match self.seat(side) {
            Seat::Engine { level } => Some(Request { side, level, purpose }),
            Seat::Person => None,
        };
        let takeback = self.takeback().and_then(|(by, _)| engine(!by, Purpose::AnswerTakeback));
        let draw = || self.draw_offer().and_then(|by| engine(!by, Purpose::AnswerDraw));
        takeback.or_else(draw).or_else(|| engine(self.game().turn(), Purpose::Move))
    }
}
