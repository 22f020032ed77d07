//! The state of a game, rebuilt from its log: the table, its seats and its history.

use std::sync::Arc;

use boardgame::Color;
use store::StoredEvent;
use study::Ply;
use table::{Command, EventKind, Moment, RebuildError, Refusal, Seat, Table};
use thiserror::Error;

use crate::command::{Meaning, PlayerCommand, Side};
use crate::errors::ApiError;
use crate::log::{LogEvent, SeatEventKind};

/// A game with its seats.
#[derive(Clone, Debug)]
pub(crate) struct GameState {
    pub(crate) table: Table,
    /// The names of the players, by color.
    pub(crate) names: [Option<String>; 2],
    /// Whether somebody has the seat, by color.
    pub(crate) taken: [bool; 2],
    pub(crate) rematch_offer: Option<Color>,
    /// The id of the rematch.
    pub(crate) next: Option<String>,
    /// The number of the last event.
    pub(crate) seq: u64,
    /// The moment of the last event.
    pub(crate) at: u64,
    pub(crate) history: Vec<Arc<Ply>>,
}

/// Why a log cannot be read.
#[derive(Debug, Error)]
pub(crate) enum LogError {
    #[error("event {seq} cannot be read: {error}")]
    Unreadable { seq: i64, error: serde_json::Error },
    #[error("event {seq} does not fit: {refusal}")]
    Misfit { seq: i64, refusal: Refusal },
    #[error("event {seq} is out of order, expected event {expected}")]
    Gap { seq: i64, expected: u64 },
    #[error(transparent)]
    Rebuild(#[from] RebuildError),
    #[error("the log is empty")]
    Empty,
}

impl GameState {
    /// The state at the beginning of a table.
    pub(crate) fn new(table: Table) -> Self {
        let history = study::history(table.game()).into_iter().map(Arc::new).collect();
        let at = table.events().last().map_or(0, |event| event.at.0);
        let is_engine = |color| matches!(table.seat(color), Seat::Engine { .. });
        Self {
            names: [None, None],
            taken: [is_engine(Color::White), is_engine(Color::Black)],
            rematch_offer: None,
            next: None,
            seq: table.events().len() as u64,
            at,
            history,
            table,
        }
    }

    /// Rebuilds the state from the log.
    pub(crate) fn rebuild(events: &[StoredEvent]) -> Result<Self, LogError> {
        let (first, rest) = events.split_first().ok_or(LogError::Empty)?;
        let LogEvent::Table(begun) = read(first)? else { return Err(RebuildError::NoBeginning.into()) };
        let mut state = Self::new(Table::rebuild(&[begun])?);
        for event in rest {
            state.follow(event)?;
        }
        Ok(state)
    }

    /// Adds an event of the log, and returns it.
    pub(crate) fn follow(&mut self, stored: &StoredEvent) -> Result<LogEvent, LogError> {
        if stored.seq != self.seq as i64 + 1 {
            return Err(LogError::Gap { seq: stored.seq, expected: self.seq + 1 });
        }
        let event = read(stored)?;
        self.apply(event.clone()).map_err(|refusal| LogError::Misfit { seq: stored.seq, refusal })?;
        Ok(event)
    }

    /// Adds an event.
    pub(crate) fn apply(&mut self, event: LogEvent) -> Result<(), Refusal> {
        let at = event.at();
        match event {
            LogEvent::Table(event) => {
                let kind = event.kind.clone();
                self.table.apply(event)?;
                self.noted();
                self.note_route(&kind);
            }
            LogEvent::Seats(event) => match event.kind {
                SeatEventKind::Joined { side, name } => {
                    self.taken[side as usize] = true;
                    self.names[side as usize] = name;
                }
                SeatEventKind::RematchOffered { by } => self.rematch_offer = Some(by),
                SeatEventKind::Rematch { game } => {
                    self.rematch_offer = None;
                    self.next = Some(game);
                }
            },
        }
        self.seq += 1;
        self.at = self.at.max(at);
        Ok(())
    }

    /// Runs a command of the table, and returns what happened.
    pub(crate) fn handle(&mut self, command: &Command, now: u64) -> Result<Vec<LogEvent>, Refusal> {
        let now = now.max(self.at);
        let events = self.table.handle(command, Moment(now))?;
        self.seq += events.len() as u64;
        self.at = now;
        for event in &events {
            // A finished game may go on after a takeback: then nobody wants another one.
            if matches!(event.kind, EventKind::TakenBack { .. }) {
                self.rematch_offer = None;
            }
        }
        self.noted();
        events.iter().for_each(|event| self.note_route(&event.kind));
        Ok(events.into_iter().map(LogEvent::from).collect())
    }

    /// Runs a command of a player.
    pub(crate) fn play(
        &mut self,
        side: Side,
        command: &PlayerCommand,
        now: u64,
    ) -> Result<Vec<LogEvent>, ApiError> {
        match command.meaning(side, &self.table)? {
            Meaning::Table(command) => {
                self.check_takeback(&command)?;
                Ok(self.handle(&command, now)?)
            }
            Meaning::Rematch { by } => self.offer_rematch(side, by, now),
        }
    }

    /// A game with a rematch stays as it ended.
    fn check_takeback(&self, command: &Command) -> Result<(), ApiError> {
        let is_takeback = matches!(
            command,
            Command::AskTakeback { .. } | Command::AcceptTakeback { .. } | Command::DeclineTakeback { .. }
        );
        match self.table.ending() {
            Some(ending) if is_takeback => Err(Refusal::Over { ending: ending.to_string() }.into()),
            _ => Ok(()),
        }
    }

    fn offer_rematch(&mut self, side: Side, by: Color, now: u64) -> Result<Vec<LogEvent>, ApiError> {
        if self.table.ending().is_none() {
            return Err(ApiError::conflict("not_over", "the game is not over"));
        }
        if self.next.is_some() {
            return Err(ApiError::conflict("already_offered", "the rematch has begun"));
        }
        if self.rematch_offer.is_some_and(|offered| offered == by || side == Side::Both) {
            return Err(ApiError::conflict("already_offered", "a rematch has already been offered"));
        }
        let event = LogEvent::seats(now.max(self.at), SeatEventKind::RematchOffered { by });
        self.apply(event.clone())?;
        Ok(vec![event])
    }

    /// Whether both players want a rematch after an offer: an engine always does.
    pub(crate) fn both_want_rematch(&self, before: Option<Color>, side: Side) -> bool {
        let Some(by) = self.rematch_offer.filter(|_| self.next.is_none()) else { return false };
        side == Side::Both || before == Some(!by) || matches!(self.table.seat(!by), Seat::Engine { .. })
    }

    /// Whether the second seat is free.
    pub(crate) fn is_waiting(&self) -> bool {
        self.taken != [true, true]
    }

    /// When the flag of the side to move falls.
    pub(crate) fn flag(&self) -> Option<u64> {
        self.table.flag_falls().filter(|_| self.table.ending().is_none()).map(|moment| moment.0)
    }

    /// Shows the last move by the route that it was made by.
    fn note_route(&mut self, kind: &EventKind) {
        if let EventKind::Moved { path, .. } = kind
            && !path.is_empty()
            && let Some(last) = self.history.last_mut()
        {
            Arc::make_mut(last).follow(self.table.game().id(), path);
        }
    }

    /// Brings the history up to the table.
    fn noted(&mut self) {
        let game = self.table.game();
        let plies = game.plies();
        self.history.truncate(plies);
        let known = self.history.len();
        if known == plies {
            return;
        }
        for mut ply in study::history_since(game, known) {
            // The moves of this table are noted one by one, so the clock of the mover stands as after the move.
            ply.left = self.table.clocks().map(|clocks| clocks.left(!game.turn()).as_millis() as u64);
            self.history.push(Arc::new(ply));
        }
    }
}

fn read(stored: &StoredEvent) -> Result<LogEvent, LogError> {
    serde_json::from_str(&stored.event).map_err(|error| LogError::Unreadable { seq: stored.seq, error })
}
