//! What the bot sends: in order for each chat, paced, and tried again where Telegram is busy.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio_util::task::TaskTracker;

use crate::api::{ApiError, Call, Client, Place};
use crate::pace::{CHAT, GROUP, Limit, OVERALL, Pace};
use crate::pending::Pending;

/// Jobs that may wait for a chat: further answers are dropped, boards are shown later.
const LONGEST_LINE: usize = 30;

/// How often a call is tried.
const MOST_TRIES: u32 = 8;

/// The longest pause between two tries, unless Telegram wants a longer one.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Silence that Telegram asks for is kept up to this long for one call.
const LONGEST_SILENCE: Duration = Duration::from_secs(600);

/// What shares a limit: a chat, or an inline message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lane {
    Chat(i64),
    Inline(String),
}

/// Something to be sent.
pub(crate) enum Job {
    /// A call, and what waits for it.
    Call(Box<Call>, Arc<Pending>),
    /// A screen of a game: what it shows is found out when its turn comes.
    Screen { game: String, screen: usize },
}

/// What a job with a screen needs.
pub(crate) trait Screens: Send + Sync + 'static {
    /// Brings a screen up to date.
    fn show(&self, game: &str, screen: usize) -> impl Future<Output = Result<Shown, ApiError>> + Send;
}

/// The result of showing a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// Nothing was sent.
    Nothing,
    /// This many calls were made.
    Sent(usize),
}

#[derive(Default)]
struct Line {
    jobs: VecDeque<Job>,
    pace: Pace,
    is_running: bool,
}

/// What the bot sends.
pub(crate) struct Outbox<S> {
    client: Arc<Client>,
    screens: S,
    speed: f64,
    lines: Mutex<HashMap<Lane, Line>>,
    overall: Mutex<Pace>,
    tasks: TaskTracker,
}

impl Lane {
    /// The lane of a message.
    pub(crate) fn of(place: &Place) -> Self {
        match place {
            Place::Chat { chat, .. } => Self::Chat(*chat),
            Place::Inline(id) => Self::Inline(id.clone()),
        }
    }

    fn limits(&self) -> &'static [Limit] {
        match self {
            // The ids of groups are negative.
            Self::Chat(..0) => &[CHAT, GROUP],
            Self::Chat(_) | Self::Inline(_) => &[CHAT],
        }
    }
}

impl<S: Screens> Outbox<S> {
    pub(crate) fn new(client: Arc<Client>, screens: S, speed: f64) -> Arc<Self> {
        let (lines, overall) = (Mutex::default(), Mutex::default());
        Arc::new(Self { client, screens, speed, lines, overall, tasks: TaskTracker::new() })
    }

    /// Sends at once: answers to taps and queries, which have no limits.
    pub(crate) fn answer(self: &Arc<Self>, call: Call, pending: Arc<Pending>) {
        let outbox = Arc::clone(self);
        self.tasks.spawn(async move {
            let mut tries = 0;
            loop {
                tries += 1;
                match outbox.client.tell(&call).await {
                    Err(error) if error.is_passing() && tries < MOST_TRIES => {
                        tokio::time::sleep(pause_after(&error, tries)).await;
                    }
                    Err(error) => {
                        break tracing::debug!(method = call.method, %error, "an answer was not delivered");
                    }
                    Ok(()) => break,
                }
            }
            pending.delivered();
        });
    }

    /// Sends in the order of a lane.
    pub(crate) fn push(self: &Arc<Self>, lane: Lane, job: Job) {
        let mut lines = lock(&self.lines);
        if lines.len() > 1_000 {
            let now = Instant::now();
            lines.retain(|_, line| line.is_running || !line.pace.is_rested(now));
        }
        let line = lines.entry(lane.clone()).or_default();
        match &job {
            Job::Screen { game, screen } => {
                let is_same = |waiting: &Job| matches!(waiting, Job::Screen { game: other, screen: number } if other == game && number == screen);
                if line.jobs.iter().any(is_same) {
                    return;
                }
            }
            Job::Call(call, pending) if line.jobs.len() >= LONGEST_LINE => {
                tracing::warn!(
                    method = call.method,
                    "too many messages wait for a chat: an answer is dropped"
                );
                return pending.delivered();
            }
            Job::Call(..) => {}
        }
        line.jobs.push_back(job);
        if !line.is_running {
            line.is_running = true;
            self.tasks.spawn(Arc::clone(self).run(lane));
        }
    }

    /// Waits until answers that are under way are sent; boards and messages can wait for the next start.
    pub(crate) async fn close(&self, within: Duration) {
        self.tasks.close();
        let _ = tokio::time::timeout(within, self.tasks.wait()).await;
    }

    /// Sends what waits in a lane, then ends.
    async fn run(self: Arc<Self>, lane: Lane) {
        loop {
            let job = {
                let mut lines = lock(&self.lines);
                let Some(line) = lines.get_mut(&lane) else { return };
                match line.jobs.pop_front() {
                    Some(job) => job,
                    None => {
                        line.is_running = false;
                        return;
                    }
                }
            };
            self.deliver(&lane, job).await;
        }
    }

    async fn deliver(&self, lane: &Lane, job: Job) {
        let mut tries = 0;
        let mut silence = Duration::ZERO;
        loop {
            self.wait(lane).await;
            let result = match &job {
                Job::Call(call, _) => self.client.tell(call).await.map(|()| Shown::Sent(1)),
                Job::Screen { game, screen } => self.screens.show(game, *screen).await,
            };
            match result {
                Ok(Shown::Sent(calls)) => break (0..calls).for_each(|_| self.note(lane)),
                Ok(Shown::Nothing) => break lock(&self.overall).take_back(),
                Err(error) if error.is_not_modified() => break self.note(lane),
                Err(ApiError::TooMany { retry_after }) if silence < LONGEST_SILENCE => {
                    let wanted = Duration::from_secs(retry_after.max(1));
                    silence += wanted;
                    tracing::warn!(?lane, retry_after, "Telegram asks for a pause");
                    self.line(lane, |line| line.pace.silence(wanted, Instant::now()));
                }
                Err(error) if error.is_passing() && tries < MOST_TRIES => {
                    tries += 1;
                    tokio::time::sleep(pause_after(&error, tries)).await;
                }
                Err(error) => {
                    tracing::warn!(?lane, %error, "a message was not sent");
                    break;
                }
            }
        }
        if let Job::Call(_, pending) = job {
            pending.delivered();
        }
    }

    /// Waits until the lane and the bot as a whole may send.
    async fn wait(&self, lane: &Lane) {
        while let Some(wait) = self.take_turn(lane) {
            tokio::time::sleep(wait).await;
        }
    }

    /// Takes a turn to send; otherwise says how long to wait for one.
    fn take_turn(&self, lane: &Lane) -> Option<Duration> {
        let now = Instant::now();
        let own = self.line(lane, |line| line.pace.wait(lane.limits(), self.speed, now));
        if let Some(wait) = own.filter(|wait| !wait.is_zero()) {
            return Some(wait);
        }
        let mut overall = lock(&self.overall);
        let wait = overall.wait(&[OVERALL], self.speed, now);
        if !wait.is_zero() {
            return Some(wait);
        }
        overall.note(now);
        None
    }

    fn note(&self, lane: &Lane) {
        self.line(lane, |line| line.pace.note(Instant::now()));
    }

    fn line<T>(&self, lane: &Lane, change: impl FnOnce(&mut Line) -> T) -> Option<T> {
        lock(&self.lines).get_mut(lane).map(change)
    }
}

/// How long to wait before the next try.
fn pause_after(error: &ApiError, tries: u32) -> Duration {
    match error {
        ApiError::TooMany { retry_after } => Duration::from_secs((*retry_after).max(1)),
        _ => Duration::from_millis(250 << tries.min(8)).min(LONGEST_PAUSE),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
