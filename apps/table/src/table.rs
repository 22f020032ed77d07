//! The state of a game at the table, built from its events.

use std::time::Duration;

use boardgame::{Color, MoveStyle};
use catalog::{AnyGame, OpenError};
use thiserror::Error;

use crate::command::Refusal;
use crate::ending::Ending;
use crate::event::{Event, EventKind};
use crate::terms::{Seat, Terms};
use crate::time::{Clocks, Moment, TimeControl};

/// A game between two seats.
#[derive(Clone, Debug)]
pub struct Table {
    terms: Terms,
    /// Who sits where, by color.
    seats: [Seat; 2],
    game: Box<dyn AnyGame>,
    events: Vec<Event>,
    /// The squares of a move in progress, made hop by hop.
    pub(crate) hops: Vec<String>,
    clocks: Option<Clocks>,
    /// The clocks at the start of each turn played at this table, including the current one: for takebacks.
    turns: Vec<Clocks>,
    /// When the clock of the side to move was started; `None` while it is stopped.
    running_since: Option<Moment>,
    is_paused: bool,
    offer: Option<Color>,
    takeback: Option<(Color, usize)>,
    ending: Option<Ending>,
}

/// Why events cannot be rebuilt into a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RebuildError {
    /// The first event is not [`EventKind::Begun`].
    #[error("event 1: expected the start of the game")]
    NoBeginning,
    /// The game cannot be set up.
    #[error("event 1: {0}")]
    Open(#[from] OpenError),
    /// An event does not fit the ones before it.
    #[error("event {number}: {refusal}")]
    Event {
        /// The number of the event, from 1.
        number: usize,
        /// Why it does not fit.
        refusal: Refusal,
    },
}

impl Table {
    /// Begins a game.
    ///
    /// # Errors
    ///
    /// The terms do not describe a game.
    pub fn begin(terms: Terms, now: Moment) -> Result<Self, OpenError> {
        let game = terms.start.restore()?;
        Ok(Self::with_game(game, terms, now))
    }

    /// Starts a table with a game in progress.
    #[must_use]
    pub fn sit_down(
        game: Box<dyn AnyGame>,
        seats: [Seat; 2],
        time: Option<TimeControl>,
        now: Moment,
    ) -> Self {
        let [white, black] = seats;
        let terms = Terms { start: game.save(), white, black, time };
        Self::with_game(game, terms, now)
    }

    fn with_game(game: Box<dyn AnyGame>, terms: Terms, now: Moment) -> Self {
        let clocks = terms.time.map(Clocks::new);
        let begun = Event { at: now, kind: EventKind::Begun { terms: terms.clone() } };
        let mut table = Self {
            seats: [terms.white, terms.black],
            terms,
            game,
            events: vec![begun],
            hops: Vec::new(),
            clocks,
            turns: Vec::from_iter(clocks),
            running_since: Some(now),
            is_paused: false,
            offer: None,
            takeback: None,
            ending: None,
        };
        table.ending = table.ending_by_rules();
        if table.ending.is_some() {
            table.running_since = None;
        }
        table
    }

    /// Rebuilds a game from its events.
    ///
    /// # Errors
    ///
    /// [`RebuildError`] names the event that does not fit.
    pub fn rebuild(events: &[Event]) -> Result<Self, RebuildError> {
        let Some((Event { at, kind: EventKind::Begun { terms } }, rest)) = events.split_first() else {
            return Err(RebuildError::NoBeginning);
        };
        let mut table = Self::begin(terms.clone(), *at)?;
        for (index, event) in rest.iter().enumerate() {
            let fault = |refusal| RebuildError::Event { number: index + 2, refusal };
            table.apply(event.clone()).map_err(fault)?;
        }
        Ok(table)
    }

    /// The terms of the game.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The game on the table.
    #[must_use]
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// All events so far.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Who sits at a side now.
    #[must_use]
    pub fn seat(&self, color: Color) -> Seat {
        self.seats[color as usize]
    }

    /// The squares of a move in progress, made hop by hop.
    #[must_use]
    pub fn hops(&self) -> &[String] {
        &self.hops
    }

    /// The side whose draw offer is still open.
    #[must_use]
    pub fn draw_offer(&self) -> Option<Color> {
        self.offer
    }

    /// The side that asked for a takeback, and of how many moves, if that is still open.
    #[must_use]
    pub fn takeback(&self) -> Option<(Color, usize)> {
        self.takeback
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Whether the clocks are stopped.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// The clocks at the start of this turn.
    #[must_use]
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// The time that a side has left.
    #[must_use]
    pub fn time_left(&self, color: Color, now: Moment) -> Option<Duration> {
        let clocks = self.clocks?;
        let runs = color == self.game.turn();
        Some(clocks.left_after(color, if runs { self.used(now) } else { Duration::ZERO }))
    }

    /// When the flag of the side to move will fall, if its clock is running.
    #[must_use]
    pub fn flag_falls(&self) -> Option<Moment> {
        let (clocks, since) = (self.clocks?, self.running_since?);
        let left = clocks.left(self.game.turn()).as_millis() as u64;
        Some(Moment(since.0.saturating_add(clocks.delay_left()).saturating_add(left)))
    }

    /// How long the turn has lasted.
    fn used(&self, now: Moment) -> Duration {
        self.running_since.map_or(Duration::ZERO, |since| now.since(since))
    }

    pub(crate) fn ending_by_rules(&self) -> Option<Ending> {
        self.game.outcome().map(|(outcome, reason)| Ending::by_rules(outcome, &reason))
    }

    /// Adds an event to the game if it can happen now. Only this function changes the state.
    ///
    /// # Errors
    ///
    /// [`Refusal`] gives the reason; nothing has changed.
    pub fn apply(&mut self, event: Event) -> Result<(), Refusal> {
        self.check_moment(&event)?;
        let at = event.at;
        match &event.kind {
            EventKind::Begun { .. } => return Err(Refusal::Nothing { what: "begin" }),
            EventKind::Hopped { square } => self.apply_hop(square)?,
            EventKind::HopUndone => {
                self.hops.pop().ok_or(Refusal::Nothing { what: "undo" })?;
            }
            EventKind::Moved { mv, path } => self.apply_move(at, mv, path)?,
            EventKind::DrawOffered { by } => match self.offer {
                Some(_) => return Err(Refusal::AlreadyOffered),
                None => self.offer = Some(*by),
            },
            EventKind::DrawDeclined { by } => {
                self.check_offer_to(*by)?;
                self.offer = None;
            }
            EventKind::TakebackAsked { by, plies } => self.apply_takeback_request(*by, *plies)?,
            EventKind::TakebackDeclined { by } => {
                self.check_takeback_asked_of(*by)?;
                self.takeback = None;
            }
            EventKind::TakenBack { plies } => self.apply_takeback(at, *plies)?,
            EventKind::Seated { side, seat } => self.seats[*side as usize] = *seat,
            EventKind::Paused => {
                if self.is_paused {
                    return Err(Refusal::Paused);
                }
                self.stop_clock(at);
                self.is_paused = true;
            }
            EventKind::Resumed => {
                if !self.is_paused {
                    return Err(Refusal::Nothing { what: "resume" });
                }
                self.running_since = Some(at);
                self.is_paused = false;
            }
            EventKind::ClocksSet { white, black } => {
                let (Some(clocks), Some(turn)) = (&mut self.clocks, self.turns.last_mut()) else {
                    return Err(Refusal::NoClocks);
                };
                clocks.set(*white, *black);
                *turn = *clocks;
                self.running_since = self.running_since.map(|_| at);
            }
            EventKind::Ended { ending } => {
                self.check_ending(ending, at)?;
                self.stop_clock(at);
                self.hops.clear();
                (self.offer, self.takeback) = (None, None);
                self.ending = Some(ending.clone());
            }
            EventKind::Reopened => {
                if self.ending.as_ref().is_none_or(|ending| matches!(ending, Ending::Rules { .. })) {
                    return Err(Refusal::Nothing { what: "reopen" });
                }
                // The turn starts anew: otherwise a fallen flag would fall again.
                self.clocks = self.turns.last().copied();
                self.ending = None;
                self.running_since = (!self.is_paused).then_some(at);
            }
        }
        self.events.push(event);
        Ok(())
    }

    /// Events come in the order of time. After the end, only what can reopen the game goes on.
    fn check_moment(&self, event: &Event) -> Result<(), Refusal> {
        if self.events.last().is_some_and(|last| event.at < last.at) {
            return Err(Refusal::TooEarly);
        }
        let is_allowed_after_end = matches!(
            event.kind,
            EventKind::Seated { .. }
                | EventKind::TakebackAsked { .. }
                | EventKind::TakebackDeclined { .. }
                | EventKind::TakenBack { .. }
                | EventKind::Reopened
        );
        match &self.ending {
            Some(ending) if !is_allowed_after_end => Err(Refusal::Over { ending: ending.to_string() }),
            _ => Ok(()),
        }
    }

    fn apply_hop(&mut self, square: &str) -> Result<(), Refusal> {
        if self.is_paused {
            return Err(Refusal::Paused);
        }
        let squares: Vec<String> = self.hops.iter().cloned().chain([square.to_owned()]).collect();
        let made = self.game.hops(&squares)?;
        if !made.moves.is_empty() {
            return Err(Refusal::Choose { moves: made.moves });
        }
        self.hops = squares;
        Ok(())
    }

    fn apply_move(&mut self, at: Moment, text: &str, path: &[String]) -> Result<(), Refusal> {
        if self.is_paused {
            return Err(Refusal::Paused);
        }
        if !path.is_empty() && !self.game.hops(path)?.moves.iter().any(|mv| mv == text) {
            return Err(Refusal::OtherRoute { mv: text.to_owned(), path: path.to_vec() });
        }
        let mover = self.game.turn();
        self.game.play_text(text, MoveStyle::Record)?;
        self.hops.clear();
        self.takeback = None;
        // A player who moves declines what the opponent has offered.
        self.offer = self.offer.filter(|&by| by == mover);
        let used = self.used(at);
        if let Some(clocks) = &mut self.clocks {
            clocks.press(mover, used);
            self.turns.push(*clocks);
        }
        self.running_since = Some(at);
        Ok(())
    }

    fn apply_takeback_request(&mut self, by: Color, plies: usize) -> Result<(), Refusal> {
        let most = self.game.plies();
        if self.takeback.is_some() {
            return Err(Refusal::AlreadyAsked);
        }
        if plies == 0 || plies > most {
            return Err(Refusal::TooFewMoves { plies, most });
        }
        self.takeback = Some((by, plies));
        Ok(())
    }

    fn apply_takeback(&mut self, at: Moment, plies: usize) -> Result<(), Refusal> {
        if self.takeback.is_none_or(|(_, asked)| asked != plies) {
            return Err(Refusal::Nothing { what: "take back" });
        }
        for _ in 0..plies {
            self.game.undo();
            // The time of moves played before is unknown.
            if self.turns.len() > 1 {
                self.turns.pop();
                self.clocks = self.turns.last().copied();
            }
        }
        self.hops.clear();
        (self.offer, self.takeback, self.ending) = (None, None, None);
        self.running_since = (!self.is_paused).then_some(at);
        Ok(())
    }

    /// Checks that the opponent of this player has offered a draw.
    pub(crate) fn check_offer_to(&self, by: Color) -> Result<(), Refusal> {
        if self.offer == Some(!by) { Ok(()) } else { Err(Refusal::NoOffer { by }) }
    }

    /// Checks that the opponent of this player has asked for a takeback, and returns its length.
    pub(crate) fn check_takeback_asked_of(&self, by: Color) -> Result<usize, Refusal> {
        match self.takeback {
            Some((asked, plies)) if asked != by => Ok(plies),
            _ => Err(Refusal::NoTakeback { by }),
        }
    }

    /// Checks that the game can end like that now.
    fn check_ending(&self, ending: &Ending, at: Moment) -> Result<(), Refusal> {
        let can_end = match ending {
            Ending::Rules { .. } => self.ending_by_rules().as_ref() == Some(ending),
            Ending::Claimed { by, .. } => {
                self.game.claims().iter().any(|reason| Ending::claimed(*by, reason) == *ending)
            }
            Ending::Resigned { .. } => true,
            Ending::Agreed => self.offer.is_some(),
            Ending::OutOfTime { side, opponent_can_win } => {
                self.flag_falls().is_some_and(|falls| at >= falls)
                    && *side == self.game.turn()
                    && *opponent_can_win == self.game.can_win(!*side)
            }
        };
        if can_end { Ok(()) } else { Err(Refusal::WrongEnding { ending: ending.to_string() }) }
    }

    /// Stops the running clock; the turn keeps the time that is left.
    fn stop_clock(&mut self, at: Moment) {
        let (turn, used) = (self.game.turn(), self.used(at));
        if let Some(clocks) = &mut self.clocks {
            clocks.spend(turn, used);
        }
        self.running_since = None;
    }
}
