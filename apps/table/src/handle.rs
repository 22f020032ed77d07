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
        self.apply(Event { at, kind })
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

    /// The events that a command asks for. [`Table::apply`] checks whether they can happen.
    fn answer(&self, command: &Command) -> Result<Vec<EventKind>, Refusal> {
        Ok(vec![match command {
            Command::Move { by, ply, mv } => {
                self.check_turn(*by, *ply)?;
                self.moved(self.game().find(mv)?)
            }
            Command::MoveAlong { by, ply, path } => {
                self.check_turn(*by, *ply)?;
                match self.game().hops(path)?.moves.as_slice() {
                    [only] => self.moved_along(only, path),
                    several => return Err(Refusal::Choose { moves: several.to_vec() }),
                }
            }
            Command::Hop { by, ply, square } => {
                self.check_turn(*by, *ply)?;
                self.hop(self.hops(), square)?
            }
            Command::UndoHop { by, ply } => {
                self.check_turn(*by, *ply)?;
                EventKind::HopUndone
            }
            Command::Pick { by, ply, square } => {
                self.check_turn(*by, *ply)?;
                let picked = self.hop(&[], square)?;
                return Ok(self.hops().iter().map(|_| EventKind::HopUndone).chain([picked]).collect());
            }
            Command::OfferDraw { by } => EventKind::DrawOffered { by: *by },
            Command::AcceptDraw { by } => {
                self.check_going_on()?;
                self.check_offer_to(*by)?;
                EventKind::Ended { ending: Ending::Agreed }
            }
            Command::DeclineDraw { by } => EventKind::DrawDeclined { by: *by },
            Command::ClaimDraw { by, ply, with } => {
                self.check_turn(*by, *ply)?;
                return self.claim(*by, with.as_deref());
            }
            Command::Resign { by } => EventKind::Ended { ending: Ending::Resigned { side: *by } },
            Command::AskTakeback { by, ply, plies } => {
                self.check_ply(*ply)?;
                EventKind::TakebackAsked { by: *by, plies: *plies }
            }
            Command::AcceptTakeback { by, plies } => match self.check_takeback_asked_of(*by)? {
                asked if asked == *plies => EventKind::TakenBack { plies: asked },
                _ => return Err(Refusal::NoTakeback { by: *by }),
            },
            Command::DeclineTakeback { by } => EventKind::TakebackDeclined { by: *by },
            Command::SetSeat { side, seat } => EventKind::Seated { side: *side, seat: *seat },
            Command::CheckClocks => return Ok(Vec::new()),
            Command::Pause => EventKind::Paused,
            Command::Resume => EventKind::Resumed,
            Command::SetClocks { white, black } => EventKind::ClocksSet { white: *white, black: *black },
            Command::Reopen => EventKind::Reopened,
        }])
    }

    fn check_going_on(&self) -> Result<(), Refusal> {
        self.ending().map_or(Ok(()), |ending| Err(Refusal::Over { ending: ending.to_string() }))
    }

    fn check_turn(&self, by: Color, ply: usize) -> Result<(), Refusal> {
        self.check_going_on()?;
        self.check_ply(ply)?;
        let turn = self.game().turn();
        if by != turn {
            return Err(Refusal::NotYourTurn { turn });
        }
        if self.is_paused() { Err(Refusal::Paused) } else { Ok(()) }
    }

    fn check_ply(&self, ply: usize) -> Result<(), Refusal> {
        let now = self.game().plies();
        if ply == now { Ok(()) } else { Err(Refusal::Stale { ply, now }) }
    }

    fn moved(&self, index: usize) -> EventKind {
        let mv = self.game().legal_moves(MoveStyle::Record).swap_remove(index);
        EventKind::Moved { mv, path: Vec::new() }
    }

    /// A move made square by square. The only route of a move goes without saying.
    fn moved_along(&self, mv: &str, squares: &[String]) -> EventKind {
        let number = self.game().legal_moves(MoveStyle::Record).iter().position(|text| text == mv);
        let routes = self.game().routes().unwrap_or_default();
        let has_several = number.and_then(|number| routes.get(number)).is_some_and(|&count| count > 1);
        EventKind::Moved { mv: mv.to_owned(), path: if has_several { squares.to_vec() } else { Vec::new() } }
    }

    /// A hop after those made before, or the move that it completes.
    fn hop(&self, made: &[String], square: &str) -> Result<EventKind, Refusal> {
        let squares: Vec<String> = made.iter().cloned().chain([square.to_owned()]).collect();
        match self.game().hops(&squares)?.moves.as_slice() {
            [only] => Ok(self.moved_along(only, &squares)),
            _ => Ok(EventKind::Hopped { square: square.to_owned() }),
        }
    }

    /// A claim for the position now, or for the one after a move that is declared but not made on the board (FIDE 9.2.1
    /// and 9.3.1).
    fn claim(&self, by: Color, with: Option<&str>) -> Result<Vec<EventKind>, Refusal> {
        let index = with.map(|text| self.game().find(text)).transpose()?;
        let claims =
            index.map_or_else(|| Ok(self.game().claims()), |index| self.game().claims_with(index))?;
        let reason = claims.first().ok_or(Refusal::NothingToClaim)?;
        let ended = EventKind::Ended { ending: Ending::claimed(by, reason) };
        Ok(index.map(|index| self.moved(index)).into_iter().chain([ended]).collect())
    }
}
