//! Brings the messages of games up to date: the newest state at the time of sending, one call for each.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use boardgame::Color;
use server::{ServerGames, Snapshot};
use table::Seat;
use tokio::sync::Semaphore;

use crate::api::{ApiError, Call, Client, SentMessage};
use crate::board::{Content, Links, Look, content};
use crate::book::Book;
use crate::chat_game::{ChatGame, Target};
use crate::outbox::{Screens, Shown};
use crate::people::People;
use crate::reminders::Reminders;
use crate::token::Token;

/// The width of pictures in pixels: sharp on phones, and small enough for slow networks.
pub(crate) const WIDTH: u32 = 640;

/// Pictures that are drawn at the same time.
const PAINTERS: usize = 2;

/// A player who has done nothing for this long gets a new message, which makes a sound, instead of an edit.
const AWAY_AFTER: Duration = Duration::from_secs(90);

/// The most messages whose contents are remembered, so that nothing is sent twice.
const MOST_MARKS: usize = 10_000;

/// The addresses of pages.
pub(crate) struct Site {
    pub(crate) url: Option<String>,
    pub(crate) token: Token,
}

impl Links for Site {
    fn page(&self, game: &str, seat: Option<(&str, i64)>) -> Option<String> {
        let url = self.url.as_deref()?;
        let secret = seat.map(|(first, user)| format!("#seat={}", self.token.seat(first, user)));
        Some(format!("{url}/game/{game}{}", secret.unwrap_or_default()))
    }
}

/// Brings the messages of games up to date.
pub(crate) struct Gallery {
    pub(crate) games: ServerGames,
    pub(crate) book: Arc<Book>,
    pub(crate) people: Arc<People>,
    pub(crate) client: Arc<Client>,
    pub(crate) site: Arc<Site>,
    pub(crate) reminders: Arc<Reminders>,
    painters: Semaphore,
    /// What the messages show, by game and screen: marks of the whole and of the picture.
    marks: Mutex<HashMap<(String, usize), Marks>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Marks {
    whole: u64,
    picture: u64,
}

/// A game and what a screen should show of it.
struct Plan {
    state: (u64, u64),
    target: Target,
    content: Content,
    /// Whether to send a new message: the player is away and should hear it, or the last message may not have arrived.
    is_new: bool,
}

impl Gallery {
    pub(crate) fn new(
        games: ServerGames,
        book: Arc<Book>,
        people: Arc<People>,
        client: Arc<Client>,
        site: Arc<Site>,
        reminders: Arc<Reminders>,
    ) -> Self {
        let painters = Semaphore::new(PAINTERS);
        Self { games, book, people, client, site, reminders, painters, marks: Mutex::default() }
    }

    /// What a screen should show; `None` if it shows that already, or nothing can be shown.
    async fn plan(&self, id: &str, screen: usize) -> Result<Option<Plan>, ApiError> {
        let chat = self.book.find(id).await.map_err(|error| store_failed(&error))?;
        let game = self.games.look(id).await.map_err(|error| store_failed(&error.message))?;
        let (Some(chat), Some(game)) = (chat, game) else { return Ok(None) };
        let Some(shown) = chat.screens.get(screen).filter(|screen| !screen.is_dead) else { return Ok(None) };
        self.reminders.note(id, &game);
        let state = (game.seq, chat.version);
        if shown.shown == state && shown.target.place().is_some() {
            return Ok(None);
        }
        let look = Look { id, chat: &chat, game: &game, now: self.games.now(), links: &*self.site };
        let content = content(look, shown);
        let is_new = shown.is_sending || self.is_news(&chat, &game, &shown.target);
        Ok(Some(Plan { state, target: shown.target.clone(), content, is_new }))
    }

    /// An edit makes no sound: a player who is away gets a new message about the opponent's move.
    fn is_news(&self, chat: &ChatGame, game: &Snapshot, target: &Target) -> bool {
        let Target::Private { user, .. } = *target else { return false };
        let turn = game.table.game().turn();
        let is_person = |color: Color| game.table.seat(color) == Seat::Person;
        game.table.ending().is_none()
            && game.table.hops().is_empty()
            && chat.side_of(user) == Some(turn)
            && is_person(!turn)
            && !self.people.is_active(user, AWAY_AFTER)
    }

    async fn send(&self, id: &str, screen: usize, plan: Plan) -> Result<Shown, ApiError> {
        let marks = Marks::of(&plan.content);
        let known =
            self.marks.lock().unwrap_or_else(PoisonError::into_inner).get(&(id.to_owned(), screen)).copied();
        let place = plan.target.place();
        let is_new = place.is_none() || plan.is_new;
        if known == Some(marks) && !is_new {
            self.note(id, screen, plan.state, None).await?;
            return Ok(Shown::Nothing);
        }
        let Content { html, keyboard, .. } = &plan.content;
        let has_picture = plan.content.picture.is_some();
        let sent = match (&place, plan.target.chat()) {
            (Some(place), _) if !is_new => {
                let call = match has_picture {
                    false => Call::edit_text(place, html, keyboard),
                    true if known.is_some_and(|known| known.picture == marks.picture) => {
                        Call::edit_caption(place, html, keyboard)
                    }
                    true => Call::edit_picture(place, self.paint(&plan.content).await?, html, keyboard),
                };
                self.client.tell(&call).await.map(|()| None)
            }
            (_, Some(chat)) => {
                let png = self.paint(&plan.content).await?;
                self.note_sending(id, screen).await?;
                let call = Call::send_picture(chat, png, html, keyboard);
                let sent: Result<SentMessage, _> = self.client.ask(&call).await;
                sent.map(|sent| Some(sent.message_id))
            }
            (_, None) => return Ok(Shown::Nothing),
        };
        let message = match sent {
            Ok(message) => message,
            Err(error) if error.is_not_modified() => None,
            Err(error) => return self.failed(id, screen, plan.target, error).await,
        };
        self.remember(id, screen, marks);
        self.note(id, screen, plan.state, message).await?;
        if let (Some(old), Some(_)) = (place, message) {
            // The old board must no longer be tapped. If its buttons cannot be removed, its taps are refused as late.
            let _ = self.client.tell(&Call::remove_keyboard(&old)).await;
            return Ok(Shown::Sent(2));
        }
        Ok(Shown::Sent(1))
    }

    /// A deleted message is replaced once; a chat that is gone gets nothing more.
    async fn failed(
        &self,
        id: &str,
        screen: usize,
        target: Target,
        error: ApiError,
    ) -> Result<Shown, ApiError> {
        if error.is_passing() {
            return Err(error);
        }
        let is_gone = error.is_message_gone() && target.chat().is_some() && target.place().is_some();
        tracing::info!(game = id, %error, is_gone, "a board cannot be shown");
        let changed = self.book.change(id, |game| {
            if let Some(screen) = game.screens.get_mut(screen) {
                screen.target.set_message(None);
                screen.is_sending = false;
                screen.is_dead = !is_gone;
            }
        });
        changed.await.map_err(|error| store_failed(&error))?;
        if is_gone {
            Err(ApiError::Network { reason: "the message is gone".to_owned() })
        } else {
            Ok(Shown::Sent(1))
        }
    }

    /// Notes that a new message is under way, before it is.
    async fn note_sending(&self, id: &str, screen: usize) -> Result<(), ApiError> {
        let changed = self.book.change(id, |game| {
            if let Some(screen) = game.screens.get_mut(screen) {
                screen.is_sending = true;
            }
        });
        changed.await.map(|_| ()).map_err(|error| store_failed(&error))
    }

    /// Notes what a screen shows now, and whether the game is over everywhere.
    async fn note(
        &self,
        id: &str,
        screen: usize,
        state: (u64, u64),
        message: Option<i64>,
    ) -> Result<(), ApiError> {
        let changed = self.book.change(id, |game| {
            if let Some(screen) = game.screens.get_mut(screen) {
                (screen.shown, screen.is_sending) = (state, false);
                if message.is_some() {
                    screen.target.set_message(message);
                }
            }
            game.screens.iter().all(|screen| screen.is_dead || screen.shown == state)
        });
        let is_shown = changed.await.map_err(|error| store_failed(&error))?.unwrap_or(false);
        if is_shown {
            let game = self.games.look(id).await.map_err(|error| store_failed(&error.message))?;
            let is_over = game.is_some_and(|game| game.seq == state.0 && game.table.ending().is_some());
            if is_over == self.book.is_live(id) {
                self.book.set_over(id, is_over).await.map_err(|error| store_failed(&error))?;
            }
        }
        Ok(())
    }

    fn remember(&self, id: &str, screen: usize, marks: Marks) {
        let mut all = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST_MARKS {
            all.clear();
        }
        all.insert((id.to_owned(), screen), marks);
    }

    async fn paint(&self, content: &Content) -> Result<Vec<u8>, ApiError> {
        let failed =
            |reason: String| ApiError::Refused { code: 0, description: format!("no picture: {reason}") };
        let Some(diagram) = content.picture.clone() else { return Err(failed("none".to_owned())) };
        let _place = self.painters.acquire().await.map_err(|error| failed(error.to_string()))?;
        let drawn = tokio::task::spawn_blocking(move || diagram.to_png(WIDTH)).await;
        drawn.map_err(|error| failed(error.to_string()))?.map_err(|error| failed(error.to_string()))
    }
}

impl Screens for Gallery {
    async fn show(&self, game: &str, screen: usize) -> Result<Shown, ApiError> {
        match self.plan(game, screen).await? {
            Some(plan) => self.send(game, screen, plan).await,
            None => Ok(Shown::Nothing),
        }
    }
}

impl Marks {
    fn of(content: &Content) -> Self {
        let picture = mark(&content.picture.as_ref().map(|diagram| format!("{diagram:?}")));
        Self { whole: mark(&(&content.html, &content.keyboard, picture)), picture }
    }
}

fn mark(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The store may work again soon.
fn store_failed(error: &impl ToString) -> ApiError {
    ApiError::Network { reason: format!("the store failed: {}", error.to_string()) }
}
