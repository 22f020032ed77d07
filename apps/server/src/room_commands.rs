//! How commands change a game: decide on a copy, store the events, and only then show them.

use std::sync::Arc;

use boardgame::Color;
use serde::Serialize;
use store::{Append, Appended, CommandKey, SeatHash};
use study::Ply;
use table::{Command, EventKind};
use tokio::time::Instant;

use crate::app::App;
use crate::command::{IdentifiedCommand, PlayerCommand, Side};
use crate::errors::ApiError;
use crate::log::{LogEvent, SeatEventKind};
use crate::rematch;
use crate::room::{Done, HandledCommand, Inner, Loaded, News, Room};
use crate::state::GameState;
use crate::tokens::{Hash, Secret};
use crate::view::{GameView, plies, summary};

/// How often to decide again if other servers are quicker.
const MOST_TRIES: usize = 10;

/// The cause of events, stored with them.
#[derive(Default)]
pub(super) struct Cause {
    /// The command of a player.
    pub(super) command: Option<IdentifiedCommand>,
    /// A seat that is taken, with the hash of its token.
    pub(super) seat: Option<(Color, Hash)>,
}

/// How storing events ended.
pub(super) enum Committed {
    /// They are stored and shown.
    Done,
    /// The game has moved on, and the state with it: decide again.
    Conflict,
    /// The command was done before; this was its last event.
    Repeated(u64),
    /// Another command with this id was done before.
    Reused,
    SeatTaken,
}

/// A message about new events.
#[derive(Serialize)]
struct Update<'a> {
    t: &'static str,
    seq: u64,
    events: &'a [LogEvent],
    game: GameView,
    history: HistoryChange<'a>,
}

/// Cut the history to `from` plies, then add these.
#[derive(Serialize)]
struct HistoryChange<'a> {
    from: usize,
    plies: Vec<&'a Ply>,
}

impl Room {
    /// Runs a command of a player.
    pub(super) async fn decide(
        self: Arc<Self>,
        side: Side,
        identified: IdentifiedCommand,
        command: &PlayerCommand,
    ) -> Result<Done, ApiError> {
        let app = self.app()?;
        // The moment of the command is when it came, not when its turn in the line is.
        let now = app.now();
        let mut inner = self.lock().await?;
        let known = inner.loaded()?.recent.iter().find(|known| known.command.key == identified.key);
        if let Some(HandledCommand { command, seq }) = known {
            identified.check_same(Some(&command.content))?;
            return Ok(Done { seq: *seq });
        }
        for _ in 0..MOST_TRIES {
            self.fall_flag_at(&app, &mut inner, now).await?;
            let loaded = inner.loaded()?;
            let mut next = loaded.state.clone();
            let offered = next.rematch_offer;
            let mut events = match next.play(side, command, now) {
                Ok(events) => events,
                Err(refusal) => {
                    if self.has_moved_on(&app, &mut inner).await? {
                        continue;
                    }
                    let state = &inner.loaded()?.state;
                    return self.refuse(&app, state, &identified, command, refusal).await;
                }
            };
            if next.both_want_rematch(offered, side) {
                let game = rematch::create(&app, &self, loaded).await?;
                let event = LogEvent::seats(next.at, SeatEventKind::Rematch { game });
                next.apply(event.clone())?;
                events.push(event);
            }
            let cause = Cause { command: Some(identified.clone()), ..Cause::default() };
            match self.commit(&app, &mut inner, next, events, cause).await? {
                Committed::Done => return Ok(Done { seq: inner.loaded()?.state.seq }),
                Committed::Repeated(seq) => return Ok(Done { seq }),
                Committed::Reused => return Err(ApiError::reused_id()),
                Committed::Conflict | Committed::SeatTaken => {}
            }
        }
        Err(ApiError::busy("other servers keep changing this game; try again"))
    }

    /// Whether another server has stored more than this one has heard of.
    async fn has_moved_on(&self, app: &Arc<App>, inner: &mut Inner) -> Result<bool, ApiError> {
        if !app.config.is_shared {
            return Ok(false);
        }
        let before = inner.loaded()?.state.seq;
        self.catch_up_locked(app, inner).await?;
        Ok(inner.loaded()?.state.seq > before)
    }

    /// Refuses a command, unless it was done before: then it gets the first answer again.
    async fn refuse(
        &self,
        app: &App,
        state: &GameState,
        identified: &IdentifiedCommand,
        command: &PlayerCommand,
        mut refusal: ApiError,
    ) -> Result<Done, ApiError> {
        let known = app.store.command(self.id(), &identified.key).await;
        if let Some(stored) = known.map_err(|error| app.store_failed("command", &error))? {
            identified.check_same(stored.content.as_deref())?;
            return Ok(Done { seq: stored.last_seq as u64 });
        }
        if refusal.info.code == "illegal_move"
            && let Some(text) = command.tried_move()
            && let Ok(explained) = study::explain(state.table.game(), text)
        {
            refusal.info.explanation = serde_json::to_value(&explained).ok();
        }
        Err(refusal)
    }

    /// Gives the free seat to the holder of the invitation.
    pub(crate) async fn join(
        self: &Arc<Self>,
        invite: &Secret,
        nonce: &str,
        name: Option<&str>,
    ) -> Result<(Color, Secret), ApiError> {
        let app = self.app()?;
        let token = invite.of_invitation(nonce);
        let hash = token.hash();
        let mut inner = self.lock().await?;
        for _ in 0..MOST_TRIES {
            let loaded = inner.loaded()?;
            match loaded.invite {
                Some(stored) if stored == invite.hash() => {}
                Some(_) => return Err(ApiError::wrong_invite("the invitation is not for this game")),
                None => return Err(ApiError::wrong_invite("nobody can join this game")),
            }
            match loaded.side_of(&hash) {
                Some(Side::White) => return Ok((Color::White, token)),
                Some(Side::Black) => return Ok((Color::Black, token)),
                _ => {}
            }
            let free =
                [Color::White, Color::Black].into_iter().find(|&color| !loaded.state.taken[color as usize]);
            let Some(side) = free else {
                return Err(ApiError::conflict("seat_taken", "the seat is already taken"));
            };
            let mut next = loaded.state.clone();
            let at = app.now().max(next.at);
            let joined = LogEvent::seats(at, SeatEventKind::Joined { side, name: name.map(str::to_owned) });
            next.apply(joined.clone())?;
            let mut events = vec![joined];
            if next.table.is_paused() {
                events.extend(next.handle(&Command::Resume, at)?);
            }
            let cause = Cause { seat: Some((side, hash)), ..Cause::default() };
            match self.commit(&app, &mut inner, next, events, cause).await? {
                Committed::Done => return Ok((side, token)),
                Committed::SeatTaken => inner.loaded = None,
                Committed::Conflict | Committed::Repeated(_) | Committed::Reused => {}
            }
            if inner.loaded.is_none() {
                drop(inner);
                inner = self.lock().await?;
            }
        }
        Err(ApiError::busy("other servers keep changing this game; try again"))
    }

    /// Ends the game if a flag has fallen by now.
    pub(super) async fn fall_flag(&self, inner: &mut Inner) -> Result<(), ApiError> {
        let app = self.app()?;
        let now = app.now();
        self.fall_flag_at(&app, inner, now).await
    }

    async fn fall_flag_at(&self, app: &Arc<App>, inner: &mut Inner, now: u64) -> Result<(), ApiError> {
        self.give_time_back(app, inner).await?;
        for _ in 0..MOST_TRIES {
            let loaded = inner.loaded()?;
            if loaded.state.flag().is_none_or(|falls| now.max(loaded.state.at) < falls) {
                return Ok(());
            }
            self.handle_own(app, inner, &Command::CheckClocks, now).await?;
        }
        Ok(())
    }

    /// Gives the time of outages back to the player whose clock was running.
    async fn give_time_back(&self, app: &Arc<App>, inner: &mut Inner) -> Result<(), ApiError> {
        if app.outages.is_broken() {
            return Err(ApiError::store());
        }
        for _ in 0..MOST_TRIES {
            let state = &inner.loaded()?.state;
            let Some((begun, ended)) = app.outages.first_after(state.at).filter(|_| state.flag().is_some())
            else {
                return Ok(());
            };
            let mut next = state.clone();
            // The flag may have fallen before the outage.
            let mut events = next.handle(&Command::Pause, begun)?;
            if next.table.is_paused() {
                events.extend(next.handle(&Command::Resume, ended + app.config.grace.as_millis() as u64)?);
            }
            self.commit(app, inner, next, events, Cause::default()).await?;
        }
        Ok(())
    }

    /// Runs a command of the server or of an engine.
    pub(super) async fn handle_own(
        &self,
        app: &Arc<App>,
        inner: &mut Inner,
        command: &Command,
        now: u64,
    ) -> Result<(), ApiError> {
        let mut next = inner.loaded()?.state.clone();
        let events = next.handle(command, now)?;
        if !events.is_empty() {
            self.commit(app, inner, next, events, Cause::default()).await?;
        }
        Ok(())
    }

    /// Stores events; then the next state replaces the one before, and everybody is told.
    pub(super) async fn commit(
        &self,
        app: &Arc<App>,
        inner: &mut Inner,
        next: GameState,
        events: Vec<LogEvent>,
        cause: Cause,
    ) -> Result<Committed, ApiError> {
        let append = Append {
            game: self.id().to_owned(),
            expected: inner.loaded()?.state.seq as i64,
            at: next.at as i64,
            events: events.iter().map(LogEvent::text).collect(),
            command: cause.command.as_ref().map(|command| CommandKey {
                id: command.key.clone(),
                actor: command.side.name().to_owned(),
                content: command.content.clone(),
            }),
            seat: cause.seat.map(|(color, hash)| (color as usize, SeatHash::from(hash))),
            state: stored_state(&next),
        };
        let started = Instant::now();
        let appended = app.store.append(append).await;
        app.metrics.appended(started.elapsed());
        match appended {
            Ok(Appended::Done { .. }) => {
                let loaded = inner.loaded_mut()?;
                if let Some((color, hash)) = cause.seat {
                    loaded.seats[color as usize] = Some(hash);
                }
                if let Some(command) = cause.command {
                    loaded.remember(command, next.seq);
                }
                loaded.is_own = true;
                self.replace(app, loaded, next, &events);
                Ok(Committed::Done)
            }
            Ok(Appended::Conflict { .. }) => {
                self.catch_up_locked(app, inner).await?;
                Ok(Committed::Conflict)
            }
            Ok(Appended::Repeated { last_seq }) => Ok(Committed::Repeated(last_seq as u64)),
            Ok(Appended::Reused) => Ok(Committed::Reused),
            Ok(Appended::SeatTaken) => Ok(Committed::SeatTaken),
            Ok(Appended::NoSuchGame) => Err(ApiError::no_game()),
            Err(error) => {
                if !error.is_definite() {
                    inner.loaded = None;
                    self.wake.notify_one();
                }
                Err(app.store_failed("append", &error))
            }
        }
    }

    /// Replaces the state and tells everybody.
    fn replace(&self, app: &App, loaded: &mut Loaded, next: GameState, events: &[LogEvent]) {
        let before = std::mem::replace(&mut loaded.state, next);
        let is_move = |event: &&LogEvent| matches!(event, LogEvent::Table(event) if matches!(event.kind, EventKind::Moved { .. }));
        app.metrics.events.inc_by(events.len() as u64);
        app.metrics.moves.inc_by(events.iter().filter(is_move).count() as u64);
        self.set_seq(loaded.state.seq);
        app.tell_change(self.id(), loaded.state.seq);
        let kept =
            before.history.iter().zip(&loaded.state.history).take_while(|(old, new)| Arc::ptr_eq(old, new));
        let kept = kept.count();
        self.tell_update(app, loaded, before.seq, events, kept);
        self.wake.notify_one();
    }

    /// Tells everybody about events after this number; the history has changed after `kept` plies.
    pub(super) fn tell_update(
        &self,
        app: &App,
        loaded: &Loaded,
        after: u64,
        events: &[LogEvent],
        kept: usize,
    ) {
        if !self.is_watched() {
            return;
        }
        let state = &loaded.state;
        let update = Update {
            t: "update",
            seq: state.seq,
            events,
            game: self.view(loaded, app.now()),
            history: HistoryChange { from: kept, plies: plies(&state.history[kept..]) },
        };
        let text = serde_json::to_string(&update).expect("a view is plain data");
        self.tell(News::Update { first: after + 1, last: state.seq, text: text.into() });
    }

    /// Adds what other servers have stored.
    pub(crate) async fn catch_up(&self) {
        let Ok(app) = self.app() else { return };
        let mut inner = self.inner.lock().await;
        if inner.loaded.is_some()
            && let Err(error) = self.catch_up_locked(&app, &mut inner).await
        {
            tracing::warn!(game = self.id(), code = error.info.code, "cannot follow another server");
        }
    }

    async fn catch_up_locked(&self, app: &Arc<App>, inner: &mut Inner) -> Result<(), ApiError> {
        let loaded = inner.loaded_mut()?;
        let stored = app.store.events_after(self.id(), loaded.state.seq as i64).await;
        let stored = stored.map_err(|error| app.store_failed("events_after", &error))?;
        if stored.is_empty() {
            return Ok(());
        }
        let mut next = loaded.state.clone();
        let mut events = Vec::with_capacity(stored.len());
        for event in &stored {
            match next.follow(event) {
                Ok(event) => events.push(event),
                Err(error) => {
                    tracing::error!(game = self.id(), %error, "cannot follow the log; reading it again");
                    inner.loaded = None;
                    return Err(ApiError::store());
                }
            }
        }
        let is_joined = |event: &LogEvent| matches!(event, LogEvent::Seats(event) if matches!(event.kind, SeatEventKind::Joined { .. }));
        if events.iter().any(is_joined) {
            // The new seat has a token too.
            let stored = app.store.load(self.id()).await.map_err(|error| app.store_failed("load", &error))?;
            loaded.seats = stored.ok_or_else(ApiError::no_game)?.seats.map(|seat| seat.map(Hash::from));
        }
        loaded.is_own = false;
        self.replace(app, loaded, next, &events);
        Ok(())
    }
}

/// The part of a state that the store must know.
pub(crate) fn stored_state(state: &GameState) -> store::GameState {
    store::GameState {
        is_over: state.table.ending().is_some(),
        flag: state.flag().map(|flag| flag as i64),
        summary: summary(state),
    }
}
