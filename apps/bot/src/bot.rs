//! The bot: the state that all its parts share, and how it starts and stops.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use server::{ErrorInfo, GameChange, ServerGames};
use store::{BoxFuture, Store, StoreError};
use thiserror::Error;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::api::{Address, ApiError, BadAddress, Call, Client, Keyboard, Me};
use crate::book::Book;
use crate::chat_game::Screen;
use crate::config::Config;
use crate::dispatch::Dispatcher;
use crate::gallery::{Gallery, Site};
use crate::intake;
use crate::language::Language;
use crate::outbox::{Job, Lane, Outbox};
use crate::pending::{Pending, mark_handled};
use crate::people::People;
use crate::reminders::Reminders;
use crate::reply::Reply;
use crate::token::Token;
use crate::webhook;
use crate::words::{escaped, time_text};

/// How long stopping may take: answers that are under way are sent first.
const END_WITHIN: Duration = Duration::from_secs(5);

/// How often to look for clocks that run out.
const REMIND_EVERY: Duration = Duration::from_secs(1);

/// How often to look for boards that could not be shown.
const REPAIR_EVERY: Duration = Duration::from_secs(60);

/// Why the bot ends with a failure.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BotError {
    /// The address of the Bot API cannot be read.
    #[error("{0}")]
    Address(String),
    /// Telegram does not accept the token.
    #[error("Telegram does not know this token: copy it again from BotFather")]
    UnknownToken,
    /// Telegram refuses what the bot needs.
    #[error("{0}")]
    Refused(String),
    /// The store failed at the start.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The webhook cannot listen.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// Where.
        address: std::net::SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// A task of the bot has ended, which is a bug.
    #[error("a task of the bot has failed")]
    PartFailed,
}

impl From<BadAddress> for BotError {
    fn from(error: BadAddress) -> Self {
        Self::Address(error.to_string())
    }
}

/// A failure that may pass: the update is handled again later.
#[derive(Debug, Error)]
pub(crate) enum Trouble {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{}", .0.message)]
    Games(Box<ErrorInfo>),
}

impl From<ErrorInfo> for Trouble {
    fn from(error: ErrorInfo) -> Self {
        Self::Games(Box::new(error))
    }
}

/// What all parts of the bot share.
pub(crate) struct Bot {
    pub(crate) games: ServerGames,
    pub(crate) token: Token,
    pub(crate) me: Me,
    pub(crate) book: Arc<Book>,
    pub(crate) people: Arc<People>,
    pub(crate) outbox: Arc<Outbox<Gallery>>,
    pub(crate) client: Arc<Client>,
    pub(crate) site: Arc<Site>,
    reminders: Arc<Reminders>,
    handled: mpsc::UnboundedSender<String>,
}

/// Runs the bot until `stop` is canceled.
///
/// # Errors
///
/// Telegram refuses the token, the store fails at the start, or the webhook cannot listen. Later failures pass.
pub fn run(
    config: Config,
    games: ServerGames,
    stop: CancellationToken,
) -> BoxFuture<'static, Result<(), BotError>> {
    Box::pin(run_bot(config, games, stop))
}

async fn run_bot(config: Config, games: ServerGames, stop: CancellationToken) -> Result<(), BotError> {
    let address = Address::read(&config.api_url)?;
    let client = Arc::new(Client::new(address, config.token.clone()));
    let Some(me) = greet(&client, &stop).await? else { return Ok(()) };
    let store = games.store().clone();
    let (handled, handled_ids) = mpsc::unbounded_channel();
    let bot = Bot::new(&config, games, client, me, handled).await?;
    let mut parts = JoinSet::new();
    parts.spawn(mark_handled(store.clone(), handled_ids));
    parts.spawn(Arc::clone(&bot).follow_games(bot.games.changes()));
    parts.spawn(Arc::clone(&bot).remind());
    let dispatcher = Dispatcher::new(Arc::clone(&bot));
    intake::resume(&dispatcher, &store).await?;
    bot.wake_engines();
    bot.refresh_all();
    let source: BoxFuture<'_, Result<(), BotError>> = match config.webhook {
        Some(hook) => {
            Box::pin(webhook::listen(Arc::clone(&bot), Arc::clone(&dispatcher), hook, stop.clone()))
        }
        None => Box::pin(intake::poll(Arc::clone(&bot), Arc::clone(&dispatcher), stop.clone())),
    };
    tracing::info!(name = bot.me.username, "the bot is running");
    let result = tokio::select! {
        result = source => result,
        _ = parts.join_next() => Err(BotError::PartFailed),
    };
    dispatcher.close(END_WITHIN).await;
    bot.outbox.close(END_WITHIN).await;
    // What was delivered is marked before the store closes.
    tokio::time::sleep(Duration::from_millis(20)).await;
    parts.abort_all();
    result
}

/// Waits until Telegram answers; `None` if the bot is stopped first.
async fn greet(client: &Client, stop: &CancellationToken) -> Result<Option<Me>, BotError> {
    let mut pause = Duration::from_millis(250);
    loop {
        let greeted = tokio::select! {
            greeted = client.me() => greeted,
            () = stop.cancelled() => return Ok(None),
        };
        match greeted {
            Ok(me) => {
                tell_commands(client).await;
                return Ok(Some(me));
            }
            Err(ApiError::Refused { code: 401 | 404, .. }) => return Err(BotError::UnknownToken),
            Err(error @ ApiError::Refused { .. }) => return Err(BotError::Refused(error.to_string())),
            Err(error) => tracing::warn!(%error, "cannot reach Telegram; trying again"),
        }
        tokio::select! {
            () = tokio::time::sleep(pause) => pause = (pause * 2).min(Duration::from_secs(30)),
            () = stop.cancelled() => return Ok(None),
        }
    }
}

/// Sets the menu of commands in every language. A failure does no harm.
async fn tell_commands(client: &Client) {
    for language in Language::ALL {
        let commands = [
            ("play", language.text("command.play")),
            ("games", language.text("command.games")),
            ("rules", language.text("command.rules")),
            ("language", language.text("command.language")),
            ("help", language.text("command.help")),
        ];
        let commands =
            commands.map(|(command, description)| json!({ "command": command, "description": description }));
        let mut parameters = json!({ "commands": commands });
        if language != Language::En {
            parameters["language_code"] = language.code().into();
        }
        if let Err(error) = client.tell(&Call::new("setMyCommands", parameters)).await {
            tracing::debug!(%error, "the menu of commands was not set");
            return;
        }
    }
}

impl Bot {
    async fn new(
        config: &Config,
        games: ServerGames,
        client: Arc<Client>,
        me: Me,
        handled: mpsc::UnboundedSender<String>,
    ) -> Result<Arc<Self>, BotError> {
        let store: Store = games.store().clone();
        let book = Arc::new(Book::open(store.clone()).await?);
        let people = Arc::new(People::new(store));
        let token = config.token.clone();
        let site = Arc::new(Site { url: config.public_url.clone(), token: token.clone() });
        let reminders = Arc::new(Reminders::default());
        let gallery = Gallery::new(
            games.clone(),
            Arc::clone(&book),
            Arc::clone(&people),
            Arc::clone(&client),
            Arc::clone(&site),
            Arc::clone(&reminders),
        );
        let outbox = Outbox::new(Arc::clone(&client), gallery, config.pace);
        Ok(Arc::new(Self { games, token, me, book, people, outbox, client, site, reminders, handled }))
    }

    /// Sends the answers to an update; it is handled when they are delivered.
    pub(crate) fn send(self: &Arc<Self>, update: &str, replies: Vec<Reply>) {
        let pending = Pending::of(update, replies.len(), &self.handled);
        for Reply { lane, call } in replies {
            let pending = Arc::clone(&pending);
            match lane {
                None => self.outbox.answer(call, pending),
                Some(lane) => self.outbox.push(lane, Job::Call(Box::new(call), pending)),
            }
        }
    }

    /// Brings the messages of a game up to date.
    pub(crate) async fn refresh(self: &Arc<Self>, id: &str) {
        let Ok(Some(chat)) = self.book.find(id).await else { return };
        for (number, screen) in chat.screens.iter().enumerate().filter(|(_, screen)| !screen.is_dead) {
            let lane = match (screen.target.chat(), screen.target.place()) {
                (Some(chat), _) => Lane::Chat(chat),
                (None, Some(place)) => Lane::of(&place),
                (None, None) => continue,
            };
            self.outbox.push(lane, Job::Screen { game: id.to_owned(), screen: number });
        }
    }

    /// Updates the messages of all games in progress; those that are up to date cause no call.
    fn refresh_all(self: &Arc<Self>) {
        let bot = Arc::clone(self);
        tokio::spawn(async move {
            for ids in bot.book.live().chunks(200) {
                let Ok(summaries) = bot.games.store().summaries(ids).await else { return };
                for summary in summaries {
                    if bot.is_behind(&summary.id, summary.last_seq as u64).await {
                        bot.changed(&summary.id).await;
                    }
                }
            }
        });
    }

    /// Loads the games in progress, so that engines make the moves that are due.
    fn wake_engines(self: &Arc<Self>) {
        let bot = Arc::clone(self);
        tokio::spawn(async move {
            for id in bot.book.live() {
                if let Ok(Some(game)) = bot.games.look(&id).await {
                    bot.reminders.note(&id, &game);
                }
            }
        });
    }

    /// Whether a message of a game does not show its last event.
    async fn is_behind(&self, id: &str, seq: u64) -> bool {
        let Ok(Some(chat)) = self.book.find(id).await else { return false };
        let state = (seq, chat.version);
        let is_behind =
            |screen: &Screen| !screen.is_dead && (screen.shown != state || screen.target.place().is_none());
        chat.screens.iter().any(is_behind)
    }

    /// Shows what happens in the games: moves of engines, and of people in browsers.
    async fn follow_games(self: Arc<Self>, mut changes: broadcast::Receiver<GameChange>) {
        loop {
            match changes.recv().await {
                Ok(change) if self.book.is_live(&change.id) => self.changed(&change.id).await,
                // A game of the page only.
                Ok(_) => {}
                Err(RecvError::Lagged(_)) => self.refresh_all(),
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Shows what happened in a game: it may go on after its end.
    pub(crate) async fn changed(self: &Arc<Self>, id: &str) {
        if !self.book.is_live(id) && self.book.set_over(id, false).await.is_err() {
            return;
        }
        self.refresh(id).await;
        self.follow_rematch(id).await;
    }

    /// Shows the rematch where the game was shown.
    pub(crate) async fn follow_rematch(self: &Arc<Self>, id: &str) {
        let Ok(Some(game)) = self.games.look(id).await else { return };
        let Some(next) = game.next else { return };
        if self.book.is_live(&next) {
            return;
        }
        let Ok(Some(chat)) = self.book.find(id).await else { return };
        let rematch = chat.rematch();
        let people = rematch.people;
        // The inline message shows the new game from now on.
        let left = self.book.change(id, |game| {
            for screen in &mut game.screens {
                screen.is_dead |= screen.target.chat().is_none();
            }
        });
        if left.await.is_err() || self.book.add(&next, rematch).await.is_err() {
            return;
        }
        for user in people.into_iter().flatten() {
            let _ = self.people.change(user, |person| person.put_first(&next)).await;
        }
        self.refresh(&next).await;
    }

    /// Reminds players who are running out of time, and retries what could not be shown.
    async fn remind(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(REMIND_EVERY);
        let mut repaired = tokio::time::Instant::now();
        loop {
            ticks.tick().await;
            for (id, ply) in self.reminders.due(self.games.now()) {
                self.remind_one(&id, ply).await;
            }
            if repaired.elapsed() >= REPAIR_EVERY {
                repaired = tokio::time::Instant::now();
                self.refresh_all();
            }
        }
    }

    async fn remind_one(self: &Arc<Self>, id: &str, ply: usize) {
        let (Ok(Some(chat)), Ok(Some(game))) = (self.book.find(id).await, self.games.look(id).await) else {
            return;
        };
        let table = &game.table;
        let turn = table.game().turn();
        let Some(user) = chat.people[turn as usize].filter(|_| table.game().plies() == ply) else { return };
        let Some(left) = table.time_left(turn, table::Moment(self.games.now())) else { return };
        let Ok(person) = self.people.find(user).await else { return };
        // In a group the name tells who is meant.
        let group = chat.screens.iter().filter_map(|screen| screen.target.chat()).find(|&chat| chat < 0);
        let Some(to) = group.or(person.has_chat.then_some(user)) else { return };
        let (name, left) = (escaped(&person.name), time_text(left));
        let html = chat.language.fill("remind.clock", &[("name", &name), ("left", &left)]);
        let call = Call::send(to, &html, &Keyboard::default());
        self.outbox.push(Lane::Chat(to), Job::Call(Box::new(call), Pending::nothing(&self.handled)));
    }
}
