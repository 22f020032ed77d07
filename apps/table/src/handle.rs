//! Turns commands into events.

use boardgame::{Color, MoveStyle};

use crate::command::{Command, Refusal};
use crate::ending::Ending;
use crate::event::{Event, EventKind};
use crate::table::Table;
use crate::time::Moment;

impl Table {
    /// Runs a command and returns the new events of the game. If a flag has fallen by now, the game ends instead.
    ///
    /// # Errors
    ///
    /// [`Refusal`] gives the reason; nothing has changed.
    pub fn handle(&mut self, command: &Command, now: Moment) -> Result<Vec<Event>, Refusal> {
        let before = self.events().len();
        if let Some(kind) = self.fallen_flag(now) {
            self.happen(now, kind)?;
        } else {
            for kind in self.answer(command)? {
                self.happen(now, kind)?;
            }
        }
        // A move may have ended the game by the rules.
        if self.ending().is_none()
            && let Some(ending) = self.ending_by_rules()
        {
            self.happen(now, EventKind::Ended { ending })?;
        }
        Ok(self.events()[before..].to_vec())
    }

    fn happen(&mut self, at: Moment, kind: EventKind) -> Result<(), Refusal> {
        // `answer` returns only events that can be applied.
        self.apply(Event { at, kind }).map_err(|_| Refusal::Nothing { what: "do" })
    }

    /// The end of the game, if the side to move has no time left.
    fn fallen_flag(&self, now: Moment) -> Option<EventKind> {
        let falls = self.flag_falls().filter(|&falls| self.ending().is_none() && now >= falls);
        falls.map(|_| {
            let side = self.game().turn();
            let opponent_can_win = self.game().can_win(!side);
            EventKind::Ended { ending: Ending::OutOfTime { side, opponent_can_win } }
        })
    }

    /// The events that a command causes.
    fn answer(&self, command: &Command) -> Result<Vec<EventKind>, Refusal> {
        if let (Some(ending), false) = (self.ending(), *command == Command::Reopen) {
            return match command {
                Command::CheckClocks => Ok(Vec::new()),
                Command::SetSeat { side, seat } => Ok(vec![EventKind::Seated { side: *side, seat: *seat }]),
                // Moves of a finished game can still be taken back by consent.
                Command::AskTakeback { by, plies } => self.ask_takeback(*by, *plies),
                Command::AcceptTakeback { by } => self.accept_takeback(*by),
                Command::DeclineTakeback { by } => self.decline_takeback(*by),
                _ => Err(Refusal::Over { ending: ending.to_string() }),
            };
        }
        match command {
            Command::Move { by, ply, mv } => {
                self.check_turn(*by, *ply)?;
                Ok(vec![self.moved(self.game().find(mv)?)])
            }
            Command::Hop { by, ply, square } => {
                self.check_turn(*by, *ply)?;
                self.hop(square)
            }
            Command::UndoHop { by, ply } => {
                self.check_turn(*by, *ply)?;
                self.one_if(!self.hops().is_empty(), EventKind::HopUndone, "undo")
            }
            Command::OfferDraw { by } => match self.draw_offer() {
                Some(_) => Err(Refusal::AlreadyOffered),
                None => Ok(vec![EventKind::DrawOffered { by: *by }]),
            },
            Command::AcceptDraw { by } => {
                self.check_offer(*by)?;
                Ok(vec![EventKind::Ended { ending: Ending::Agreed }])
            }
            Command::DeclineDraw { by } => {
                self.check_offer(*by)?;
                Ok(vec![EventKind::DrawDeclined { by: *by }])
            }
            Command::ClaimDraw { by, ply, with } => {
                self.check_turn(*by, *ply)?;
                self.claim(*by, with.as_deref())
            }
            Command::Resign { by } => Ok(vec![EventKind::Ended { ending: Ending::Resigned { side: *by } }]),
            Command::AskTakeback { by, plies } => self.ask_takeback(*by, *plies),
            Command::AcceptTakeback { by } => self.accept_takeback(*by),
            Command::DeclineTakeback { by } => self.decline_takeback(*by),
            Command::SetSeat { side, seat } => Ok(vec![EventKind::Seated { side: *side, seat: *seat }]),
            Command::CheckClocks => Ok(Vec::new()),
            Command::Pause => self.one_if(!self.is_paused(), EventKind::Paused, "pause"),
            Command::Resume => self.one_if(self.is_paused(), EventKind::Resumed, "resume"),
            Command::SetClocks { white, black } => {
                let event = EventKind::ClocksSet { white: *white, black: *black };
                self.one_if(self.clocks().is_some(), event, "set")
            }
            Command::Reopen => {
                let by_players = self.ending().is_some_and(|ending| !matches!(ending, Ending::Rules { .. }));
                self.one_if(by_players, EventKind::Reopened, "reopen")
            }
        }
    }

    fn one_if(&self, can: bool, event: EventKind, what: &'static str) -> Result<Vec<EventKind>, Refusal> {
        if can { Ok(vec![event]) } else { Err(Refusal::Nothing { what }) }
    }

    fn check_turn(&self, by: Color, ply: usize) -> Result<(), Refusal> {
        let (now, turn) = (self.game().plies(), self.game().turn());
        if ply != now {
            return Err(Refusal::Stale { ply, now });
        }
        if by != turn {
            return Err(Refusal::NotYourTurn { turn });
        }
        if self.is_paused() { Err(Refusal::Paused) } else { Ok(()) }
    }

    fn check_offer(&self, by: Color) -> Result<(), Refusal> {
        if self.draw_offer() == Some(!by) { Ok(()) } else { Err(Refusal::NoOffer { by }) }
    }

    fn moved(&self, index: usize) -> EventKind {
        EventKind::Moved { mv: self.game().legal_moves(MoveStyle::Record).swap_remove(index) }
    }

    fn hop(&self, square: &str) -> Result<Vec<EventKind>, Refusal> {
        let squares: Vec<String> = self.hops().iter().cloned().chain([square.to_owned()]).collect();
        let made = self.game().hops(&squares)?;
        match made.moves.as_slice() {
            [] => Ok(vec![EventKind::Hopped { square: square.to_owned() }]),
            [only] => Ok(vec![EventKind::Moved { mv: only.clone() }]),
            _ => Err(Refusal::Choose { moves: made.moves }),
        }
    }

    /// A claim for the current position, or for the one after a move that is declared but not made (FIDE 9.2.1 and
    /// 9.3.1).
    fn claim(&self, by: Color, with: Option<&str>) -> Result<Vec<EventKind>, Refusal> {
        let Some(text) = with else {
            let claims = self.game().claims();
            let reason = claims.first().ok_or(Refusal::NothingToClaim)?;
            return Ok(vec![EventKind::Ended { ending: Ending::claimed(by, reason) }]);
        };
        let index = self.game().find(text)?;
        let claims = self.game().claims_with(index)?;
        let reason = claims.first().ok_or(Refusal::NothingToClaim)?;
        Ok(vec![self.moved(index), EventKind::Ended { ending: Ending::claimed(by, reason) }])
    }

    fn ask_takeback(&self, by: Color, plies: usize) -> Result<Vec<EventKind>, Refusal> {
        let most = self.game().plies();
        if plies == 0 || plies > most {
            return Err(Refusal::TooFewMoves { plies, most });
        }
        Ok(vec![EventKind::TakebackAsked { by, plies }])
    }

    fn accept_takeback(&self, by: Color) -> Result<Vec<EventKind>, Refusal> {
        match self.takeback() {
            Some((asked, plies)) if asked != by => Ok(vec![EventKind::TakenBack { plies }]),
            _ => Err(Refusal::NoTakeback { by }),
        }
    }

    fn decline_takeback(&self, by: Color) -> Result<Vec<EventKind>, Refusal> {
        let is_asked = self.takeback().is_some_and(|(asked, _)| asked != by);
        if is_asked { Ok(vec![EventKind::TakebackDeclined { by }]) } else { Err(Refusal::NoTakeback { by }) }
    }
}
