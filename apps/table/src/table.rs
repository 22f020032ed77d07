//! The state of a game at the table, built from its events.

use std::time::Duration;

use boardgame::{Color, MoveError, MoveStyle};
use catalog::{AnyGame, OpenError};
use thiserror::Error;

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
    #[error("event {number}: {reason}")]
    Event {
        /// The number of the event, from 1.
        number: usize,
        /// Why it does not fit.
        reason: String,
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
            let fault = |reason| RebuildError::Event { number: index + 2, reason };
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
        let delay = match clocks.control() {
            TimeControl::Delay { delay, .. } => delay,
            _ => 0,
        };
        Some(Moment(since.0 + delay + clocks.left(self.game.turn()).as_millis() as u64))
    }

    /// How long the turn has lasted.
    fn used(&self, now: Moment) -> Duration {
        self.running_since.map_or(Duration::ZERO, |since| now.since(since))
    }

    pub(crate) fn ending_by_rules(&self) -> Option<Ending> {
        self.game.outcome().map(|(outcome, reason)| Ending::by_rules(outcome, &reason))
    }

    /// Adds an event to the game. Only this function changes the state.
    pub(crate) fn apply(&mut self, event: Event) -> Result<(), String> {
        let at = event.at;
        match &event.kind {
            EventKind::Begun { .. } => return Err("the game has already begun".to_owned()),
            EventKind::Hopped { square } => self.hops.push(square.clone()),
            EventKind::HopUndone => {
                self.hops.pop();
            }
            EventKind::Moved { mv } => self.apply_move(at, mv).map_err(|error| error.to_string())?,
            EventKind::DrawOffered { by } => self.offer = Some(*by),
            EventKind::DrawDeclined { .. } => self.offer = None,
            EventKind::TakebackAsked { by, plies } => self.takeback = Some((*by, *plies)),
            EventKind::TakebackDeclined { .. } => self.takeback = None,
            EventKind::TakenBack { plies } => self.apply_takeback(at, *plies)?,
            EventKind::Seated { side, seat } => self.seats[*side as usize] = *seat,
            EventKind::Paused => {
                self.stop_clock(at);
                self.is_paused = true;
            }
            EventKind::Resumed => {
                self.running_since = Some(at);
                self.is_paused = false;
            }
            EventKind::ClocksSet { white, black } => {
                if let (Some(clocks), Some(turn)) = (&mut self.clocks, self.turns.last_mut()) {
                    clocks.set(*white, *black);
                    *turn = *clocks;
                }
                self.running_since = self.running_since.map(|_| at);
            }
            EventKind::Ended { ending } => {
                if let (Ending::Rules { .. }, false) =
                    (ending, self.ending_by_rules().as_ref() == Some(ending))
                {
                    return Err(format!("the rules do not end the game this way: {ending}"));
                }
                self.stop_clock(at);
                self.hops.clear();
                (self.offer, self.takeback) = (None, None);
                self.ending = Some(ending.clone());
            }
            EventKind::Reopened => {
                // Restart the turn: otherwise a fallen flag would fall again.
                self.clocks = self.turns.last().copied();
                self.ending = None;
                self.running_since = (!self.is_paused).then_some(at);
            }
        }
        self.events.push(event);
        Ok(())
    }

    fn apply_move(&mut self, at: Moment, text: &str) -> Result<(), MoveError> {
        let mover = self.game.turn();
        self.game.play_text(text, MoveStyle::Record)?;
        self.hops.clear();
        self.takeback = None;
        // Moving declines the opponent's offer.
        self.offer = self.offer.filter(|&by| by == mover);
        let used = self.used(at);
        if let Some(clocks) = &mut self.clocks {
            clocks.press(mover, used);
            self.turns.push(*clocks);
        }
        self.running_since = Some(at);
        Ok(())
    }

    fn apply_takeback(&mut self, at: Moment, plies: usize) -> Result<(), String> {
        let most = self.game.plies();
        if plies > most {
            return Err(format!("cannot take back {plies} moves, only {most} were played"));
        }
        for _ in 0..plies {
            self.game.undo();
            // The times of moves played before this table began are unknown.
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

    /// Stops the running clock; the turn keeps the time that is left.
    fn stop_clock(&mut self, at: Moment) {
        let (turn, used) = (self.game.turn(), self.used(at));
        if let Some(clocks) = &mut self.clocks {
            clocks.spend(turn, used);
        }
        self.running_since = None;
    }
}
