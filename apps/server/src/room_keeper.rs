//! The keeper of a room: it drops flags on time, asks engines, announces presence, and unloads the room.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::app::App;
use crate::errors::ApiError;
use crate::room::{News, Room};

/// How long to wait after a failure of the store.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// The longest pause: clocks of machines may be set.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Keeps a room until it rests or the server stops.
pub(crate) async fn keep(app: Arc<App>, room: Arc<Room>) {
    loop {
        let (pause, is_busy) = match room.tend(&app).await {
            Ok(tended) => tended,
            Err(_) => (AFTER_FAILURE, true),
        };
        let idle = room.used().elapsed();
        let rest_after = app.config.rest_after;
        let may_rest = !is_busy && !room.is_watched();
        if may_rest && idle >= rest_after && app.rooms.rest(&app, &room) {
            return;
        }
        let until_rest =
            if may_rest { rest_after.saturating_sub(idle).max(AFTER_FAILURE) } else { LONGEST_PAUSE };
        tokio::select! {
            () = room.wake.notified() => {}
            () = tokio::time::sleep(pause.min(until_rest).min(LONGEST_PAUSE)) => {}
            () = app.shutdown.cancelled() => return,
        }
    }
}

impl Room {
    /// Does what is due; returns when the next thing is, and whether an engine is at work.
    async fn tend(self: &Arc<Self>, app: &Arc<App>) -> Result<(Duration, bool), ApiError> {
        let presence_due = self.tell_presence();
        let mut inner = self.lock_quietly().await?;
        self.fall_flag(&mut inner).await?;
        let now = app.now();
        let loaded = inner.loaded_mut()?;
        let engine = self.ask_engine(app, loaded, now);
        let flag = loaded.state.flag().map(|flag| Duration::from_millis(flag.saturating_sub(now).max(1)));
        let pauses = [presence_due, engine, flag].into_iter().flatten();
        Ok((pauses.min().unwrap_or(LONGEST_PAUSE), loaded.asked.is_some()))
    }

    /// Announces presence at most once a second; returns how long to wait for the next time.
    fn tell_presence(&self) -> Option<Duration> {
        let mut presence = self.presence.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if let Some(text) = presence.take(now) {
            self.tell(News::Other(text));
        }
        presence.due(now).map(|due| due.saturating_duration_since(now))
    }
}
