//! The configuration of a server.

use std::path::PathBuf;
use std::time::Duration;

use crate::time_source::TimeSource;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Threads that engines may use.
    pub engine_threads: usize,
    /// The folder of endgame tables.
    pub tables: Option<PathBuf>,
    /// The most connections at once.
    pub max_connections: usize,
    /// Requests that one client may send in a second; new games and connections are limited in proportion. 0 means no
    /// limits.
    pub client_limit: u32,
    /// Whether a proxy in front of the server names the client in `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// The address under which people reach the server, such as `https://example.org`, if a proxy stands before it.
    pub public_url: Option<String>,
    /// Whether several servers share the store.
    pub is_shared: bool,
    /// The most games in memory.
    pub max_rooms: usize,
    /// How long a game that nobody watches stays in memory.
    pub rest_after: Duration,
    /// How long another server may take to make an engine move before this one does.
    pub take_over_after: Duration,
    /// How often sockets are pinged; those that miss two pings are closed.
    pub ping_every: Duration,
    /// How long a message may wait for a client that does not read.
    pub send_within: Duration,
    /// How long after an outage the clocks start again: time for the players to come back.
    pub grace: Duration,
    /// How long the shutdown may take.
    pub shutdown_within: Duration,
    /// The clock of the server.
    pub clock: TimeSource,
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            engine_threads: (cores / 2).max(1),
            tables: None,
            max_connections: 10_000,
            client_limit: 50,
            trust_proxy: false,
            public_url: None,
            is_shared: false,
            max_rooms: 100_000,
            rest_after: Duration::from_secs(60),
            take_over_after: Duration::from_secs(10),
            ping_every: Duration::from_secs(20),
            send_within: Duration::from_secs(10),
            grace: Duration::from_secs(10),
            shutdown_within: Duration::from_secs(10),
            clock: TimeSource::system(),
        }
    }
}
