//! The presence of players and watchers in a room.

use std::sync::{Arc, PoisonError};

use axum::extract::ws::Utf8Bytes;
use serde_json::json;
use tokio::time::{Duration, Instant};

use crate::command::Side;
use crate::room::Room;

/// Changes within this time are announced together.
const EVERY: Duration = Duration::from_secs(1);

/// The number of connected players and watchers.
#[derive(Debug, Default)]
pub(crate) struct Presence {
    /// Sockets of players, by color.
    players: [u32; 2],
    watching: u32,
    is_changed: bool,
    told: Option<Instant>,
}

impl Presence {
    /// The presence message.
    pub(crate) fn message(&self) -> Utf8Bytes {
        let [white, black] = self.players.map(|count| count > 0);
        json!({ "t": "presence", "white": white, "black": black, "watching": self.watching })
            .to_string()
            .into()
    }

    /// When to announce a change, if there is one.
    pub(crate) fn due(&self, now: Instant) -> Option<Instant> {
        self.is_changed.then(|| self.told.map_or(now, |told| told + EVERY))
    }

    /// The presence message if it is due; it counts as announced afterward.
    pub(crate) fn take(&mut self, now: Instant) -> Option<Utf8Bytes> {
        self.due(now).filter(|&due| due <= now)?;
        (self.is_changed, self.told) = (false, Some(now));
        Some(self.message())
    }

    fn change(&mut self, side: Option<Side>, step: i32) {
        let [white, black] = &mut self.players;
        match side {
            Some(Side::White) => *white = white.saturating_add_signed(step),
            Some(Side::Black) => *black = black.saturating_add_signed(step),
            Some(Side::Both) => {
                *white = white.saturating_add_signed(step);
                *black = black.saturating_add_signed(step);
            }
            None => self.watching = self.watching.saturating_add_signed(step),
        }
        self.is_changed = true;
    }
}

/// A connected player or watcher; dropping it ends the presence.
pub(crate) struct Present {
    room: Arc<Room>,
    side: Option<Side>,
}

impl Present {
    pub(crate) fn new(room: Arc<Room>, side: Option<Side>) -> Self {
        let present = Self { room, side };
        present.note(1);
        present
    }

    fn note(&self, step: i32) {
        self.room.presence.lock().unwrap_or_else(PoisonError::into_inner).change(self.side, step);
        self.room.wake.notify_one();
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        self.note(-1);
    }
}
