//! Limits per client: token buckets and connections, by address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::errors::ApiError;

/// A bucket that fills at a steady rate, and is full at the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    level: f64,
    since: Instant,
}

/// How fast a bucket fills, and how much it holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) per_second: f64,
    pub(crate) burst: f64,
}

impl Bucket {
    pub(crate) fn full(rate: Rate, now: Instant) -> Self {
        Self { level: rate.burst, since: now }
    }

    /// Takes one; otherwise says how long to wait for it.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> Result<(), Duration> {
        self.fill(rate, now);
        if self.level >= 1.0 {
            self.level -= 1.0;
            return Ok(());
        }
        Err(Duration::from_secs_f64((1.0 - self.level) / rate.per_second))
    }

    fn fill(&mut self, rate: Rate, now: Instant) {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        self.level = (self.level + passed * rate.per_second).min(rate.burst);
        self.since = now;
    }
}

/// A client: its address, or for IPv6 its network, of which one household has all addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client(IpAddr);

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(v6) => {
                let mut parts = v6.segments();
                parts[4..].fill(0);
                Self(IpAddr::V6(parts.into()))
            }
            v4 => Self(v4),
        }
    }
}

/// The limits of all clients.
#[derive(Debug)]
pub(crate) struct RateLimits {
    requests: Option<Buckets>,
    games: Option<Buckets>,
    connections: Option<usize>,
    connected: Arc<Mutex<HashMap<Client, usize>>>,
}

#[derive(Debug)]
struct Buckets {
    rate: Rate,
    by_client: Mutex<HashMap<Client, Bucket>>,
}

/// A connection of a client, counted while it lives.
#[derive(Debug)]
pub(crate) struct Connected {
    client: Client,
    all: Arc<Mutex<HashMap<Client, usize>>>,
}

impl RateLimits {
    /// Limits for clients that may send this many requests a second; 0 means no limits.
    pub(crate) fn new(per_second: u32) -> Self {
        let limit = (per_second > 0).then_some(f64::from(per_second));
        let buckets = |rate| Buckets { rate, by_client: Mutex::default() };
        Self {
            requests: limit.map(|n| buckets(Rate { per_second: n, burst: 2.0 * n })),
            // As many games per minute as requests per second, with a burst of ten minutes' worth.
            games: limit.map(|n| buckets(Rate { per_second: n / 60.0, burst: 10.0 * n })),
            connections: limit.map(|n| 4 * n as usize),
            connected: Arc::default(),
        }
    }

    /// Counts a request.
    pub(crate) fn request(&self, client: Client) -> Result<(), ApiError> {
        take(self.requests.as_ref(), client, "too many requests from your address")
    }

    /// Counts a new game.
    pub(crate) fn game(&self, client: Client) -> Result<(), ApiError> {
        take(self.games.as_ref(), client, "too many new games from your address")
    }

    /// Counts a connection; `None` if the client has too many.
    pub(crate) fn connection(&self, client: Client) -> Option<Connected> {
        let mut all = lock(&self.connected);
        let count = all.entry(client).or_default();
        if self.connections.is_some_and(|most| *count >= most) {
            return None;
        }
        *count += 1;
        Some(Connected { client, all: Arc::clone(&self.connected) })
    }

    /// Forgets clients whose buckets are full again.
    pub(crate) fn clean(&self) {
        let now = Instant::now();
        for buckets in self.requests.iter().chain(&self.games) {
            lock(&buckets.by_client).retain(|_, bucket| {
                bucket.fill(buckets.rate, now);
                bucket.level < buckets.rate.burst
            });
        }
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut all = lock(&self.all);
        if let Some(count) = all.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.client);
            }
        }
    }
}

fn take(buckets: Option<&Buckets>, client: Client, message: &str) -> Result<(), ApiError> {
    let Some(Buckets { rate, by_client }) = buckets else { return Ok(()) };
    let now = Instant::now();
    let mut by_client = lock(by_client);
    let bucket = by_client.entry(client).or_insert_with(|| Bucket::full(*rate, now));
    bucket.take(*rate, now).map_err(|wait| {
        let seconds = wait.as_secs_f64().ceil() as u64;
        ApiError::too_many(format!("{message}: wait {} s", seconds.max(1)), seconds)
    })
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
