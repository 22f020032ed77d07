//! The fake: started, watched, asked for its verdict.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::Notify;

use crate::faults::{Fault, Storm};
use crate::refusal::{Rule, Violation};
use crate::settings::Settings;
use crate::user::User;
use crate::view::View;
use crate::webhook::{self, Secret, Webhook};
use crate::world::{Call, Chat, ChatId, Person, Place, World};

/// How long anything may take. A loaded machine is slow; a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running fake of the API. Copies share it; it ends with the last of them.
///
/// Every method that waits panics after a minute, with what has happened so far.
#[derive(Clone, Debug)]
pub struct Fake {
    pub(crate) inner: Arc<Inner>,
    address: SocketAddr,
    // Dropped with the last copy.
    _runtime: Arc<Background>,
}

#[derive(Debug)]
struct Background(Option<Runtime>);

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// What the fake and its server share.
#[derive(Debug)]
pub(crate) struct Inner {
    world: Mutex<World>,
    changed: Condvar,
    changed_async: Notify,
    pub(crate) token: String,
}

impl Inner {
    pub(crate) fn lock(&self) -> MutexGuard<'_, World> {
        // A failed test elsewhere must not hide what this one finds.
        self.world.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Wakes all who wait for something.
    pub(crate) fn notify(&self) {
        self.changed.notify_all();
        self.changed_async.notify_waiters();
    }

    /// Waits until something happens. Looks again now and then, since a change may come just before.
    pub(crate) async fn wait_for_change(&self, at_most: Duration) {
        let at_most = at_most.min(Duration::from_millis(20));
        let _ = tokio::time::timeout(at_most, self.changed_async.notified()).await;
    }
}

impl Fake {
    /// Starts a fake on a free port of the loopback.
    ///
    /// # Panics
    ///
    /// If there is no free port.
    #[must_use]
    pub fn start(settings: Settings) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("fake-telegram")
            .enable_all()
            .build()
            .expect("a thread");
        let listener =
            runtime.block_on(tokio::net::TcpListener::bind(("127.0.0.1", 0))).expect("a free port");
        let address = listener.local_addr().expect("an address");
        let inner = Arc::new(Inner {
            token: settings.token.clone(),
            world: Mutex::new(World::new(settings)),
            changed: Condvar::new(),
            changed_async: Notify::new(),
        });
        runtime.spawn(crate::http::serve(listener, inner.clone()));
        runtime.spawn(webhook::deliver(inner.clone()));
        Self { inner, address, _runtime: Arc::new(Background(Some(runtime))) }
    }

    /// The address to give to the bot.
    #[must_use]
    pub fn api_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The token to give to the bot.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.inner.token
    }

    /// A person with a name and a language, who has not talked to the bot.
    #[must_use]
    pub fn user(&self, name: &str, language: &str) -> User {
        let mut world = self.inner.lock();
        let id = 5_000_000_000 + world.number();
        let language = (!language.is_empty()).then(|| language.to_owned());
        let person = Person { name: name.to_owned(), language, has_started: false, has_blocked: false };
        world.people.insert(id, person);
        User { fake: self.clone(), id }
    }

    /// A group of these people, with or without the bot.
    #[must_use]
    pub fn group(&self, title: &str, members: &[&User], has_bot: bool) -> ChatId {
        let mut world = self.inner.lock();
        let id = -1_001_000_000_000 - world.number();
        let members = members.iter().map(|user| user.id).collect();
        world.chats.insert(id, Chat { title: title.to_owned(), members, has_bot });
        id
    }

    /// How often things go wrong from now on.
    pub fn set_storm(&self, storm: Storm) {
        self.inner.lock().faults.storm = storm;
    }

    /// The next call of a method fails. Calls planned for the same method fail one after the other.
    pub fn fail_next(&self, method: &str, fault: Fault) {
        self.inner.lock().faults.plan(method, fault);
    }

    /// Forgets the faults that are planned and have not happened.
    pub fn cancel_faults(&self) {
        self.inner.lock().faults.cancel();
    }

    /// How many faults were injected.
    #[must_use]
    pub fn injected(&self) -> usize {
        let world = self.inner.lock();
        world.faults.injected + world.queue.duplicates
    }

    /// The next update gets this number, as after a silent week.
    pub fn jump_to_update(&self, id: i64) {
        self.inner.lock().queue.jump(id);
    }

    /// Updates that the bot has not confirmed.
    #[must_use]
    pub fn pending_updates(&self) -> usize {
        self.inner.lock().queue.len()
    }

    /// Where updates for the webhook go from now on.
    pub fn set_webhook_target(&self, target: SocketAddr) {
        self.inner.lock().settings.webhook_target = Some(target);
        self.inner.notify();
    }

    /// Sends an update to the bot's webhook as a stranger could, and returns the status of the answer.
    ///
    /// # Panics
    ///
    /// If the bot has no webhook or does not answer.
    #[must_use]
    pub fn post_to_webhook(&self, update: &Value, secret: Secret) -> u16 {
        let (hook, target) =
            self.wait("a webhook", |world| world.webhook.clone().zip(world.settings.webhook_target));
        let secret = match (secret, &hook.secret) {
            (Secret::Right, secret) => secret.clone(),
            (Secret::Wrong, Some(right)) => {
                let first = if right.starts_with('x') { 'y' } else { 'x' };
                Some(format!("{first}{}", &right[1..]))
            }
            (Secret::Wrong, None) => Some("wrong".to_owned()),
            (Secret::Missing, _) => None,
        };
        self.block_on(async move { webhook::post(target, &hook, secret.as_deref(), update).await })
            .expect("an answer from the webhook")
    }

    fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self._runtime.0.as_ref().expect("it runs").block_on(future)
    }

    /// Whether the bot has a webhook.
    #[must_use]
    pub fn has_webhook(&self) -> bool {
        let hook: Option<Webhook> = self.inner.lock().webhook.clone();
        hook.is_some()
    }

    /// Waits until the bot has confirmed all updates and answered all queries.
    pub fn wait_until_idle(&self) {
        self.wait("the bot to answer everything", |world| {
            let is_answered = world.callbacks.values().all(|callback| callback.answer.is_some())
                && world.queries.values().all(|query| query.results.is_some());
            (is_answered && world.queue.len() == 0).then_some(())
        });
    }

    /// Waits until a method was called successfully this many times.
    pub fn wait_for_calls(&self, method: &str, count: usize) {
        self.wait(&format!("{count} calls of {method}"), |world| {
            let calls = world.calls.iter().filter(|call| call.method == method && call.code == 200).count();
            (calls >= count).then_some(())
        });
    }

    /// Waits until the bot asks for updates.
    pub fn wait_for_poll(&self) {
        self.wait("getUpdates", |world| (world.polls > 0).then_some(()));
    }

    /// The calls of the bot so far.
    #[must_use]
    pub fn calls(&self) -> Vec<Call> {
        self.inner.lock().calls.clone()
    }

    /// The number of the next update.
    #[must_use]
    pub fn next_update(&self) -> i64 {
        self.inner.lock().queue.next_id()
    }

    /// How long each answer to a tap took, from the delivery of its update to the bot. Updates before this number do
    /// not count.
    #[must_use]
    pub fn answer_times(&self, first: i64) -> Vec<Duration> {
        let world = self.inner.lock();
        let times = world.callbacks.values().filter_map(|callback| {
            callback.update.filter(|&update| update >= first)?;
            let delivered = world.queue.delivered.get(&callback.update?).copied().unwrap_or(callback.asked);
            Some(callback.answered?.saturating_duration_since(delivered))
        });
        times.collect()
    }

    /// The commands that the bot has set, by language; empty for all others.
    #[must_use]
    pub fn commands(&self) -> BTreeMap<String, Vec<(String, String)>> {
        let world = self.inner.lock();
        world.commands.iter().map(|((_, language), commands)| (language.clone(), commands.clone())).collect()
    }

    /// The message at a place as it is now.
    #[must_use]
    pub fn view(&self, place: &Place) -> Option<View> {
        View::of(&self.inner.lock(), place)
    }

    /// From now on the bot may break this rule. Tests that kill it allow repeated answers.
    pub fn allow(&self, rule: Rule) {
        let mut world = self.inner.lock();
        world.allowed.insert(rule);
        world.violations.retain(|violation| violation.rule != rule);
    }

    /// The violations so far.
    #[must_use]
    pub fn violations(&self) -> Vec<Violation> {
        self.inner.lock().violations.clone()
    }

    /// Fails if the bot broke a rule, or left a query unanswered.
    ///
    /// # Panics
    ///
    /// With the list of violations.
    pub fn finish(&self) {
        let mut world = self.inner.lock();
        let callbacks = world.callbacks.values().filter(|callback| callback.answer.is_none()).count();
        let queries = world.queries.values().filter(|query| query.results.is_none()).count();
        if callbacks + queries > 0 {
            world.violation(Rule::AnswerAll, "", format!("{callbacks} callbacks, {queries} inline queries"));
        }
        let found: Vec<String> = world.violations.iter().map(ToString::to_string).collect();
        assert!(found.is_empty(), "the bot broke {} rules:\n{}", found.len(), found.join("\n"));
    }

    /// Waits until the world is as wanted.
    pub(crate) fn wait<T>(&self, what: &str, mut wanted: impl FnMut(&World) -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        let mut world = self.inner.lock();
        loop {
            if let Some(found) = wanted(&world) {
                return found;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let story = story(&world);
                drop(world);
                panic!("waited for {what} in vain\n{story}");
            }
            let waited = self.inner.changed.wait_timeout(world, left.min(Duration::from_millis(100)));
            world = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        }
    }
}

/// What has happened, for messages of failed tests.
fn story(world: &World) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{} updates wait; the last calls:", world.queue.len());
    for call in world.calls.iter().rev().take(12).rev() {
        let _ = writeln!(text, "  {} {} {}", call.method, call.about, call.code);
    }
    for violation in world.violations.iter().take(10) {
        let _ = writeln!(text, "violation: {violation}");
    }
    let mut messages: Vec<_> = world.messages.iter().collect();
    messages.sort_by_key(|(_, message)| message.version);
    for (place, _) in messages.iter().rev().take(4).rev() {
        let view = View::of(world, place).map_or_else(|| json!(null).to_string(), |view| view.to_string());
        let _ = writeln!(text, "{place:?}\n{view}");
    }
    text
}
