//! The state that all parts of a server share.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use store::Store;
use study::EnginePool;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config::Config;
use crate::games::GameChange;
use crate::limits::RateLimits;
use crate::metrics::Metrics;
use crate::outages::Outages;
use crate::rooms::Rooms;

/// How many changes a front end may lag behind before it must look at all its games again.
const LONGEST_NEWS: usize = 4096;

/// The state that all parts of a server share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) rooms: Rooms,
    pub(crate) engines: EnginePool,
    pub(crate) limits: RateLimits,
    pub(crate) metrics: Metrics,
    /// Announces changes of all games to other front ends in this process.
    pub(crate) changed: broadcast::Sender<GameChange>,
    pub(crate) outages: Outages,
    /// Whether only this machine can connect; unknown until the server listens.
    pub(crate) is_loopback: AtomicBool,
    /// Canceled when the server stops.
    pub(crate) shutdown: CancellationToken,
    /// The tasks that a shutdown waits for: connections, sockets, commands.
    pub(crate) tasks: TaskTracker,
}

impl App {
    pub(crate) fn new(config: Config, store: Store, engines: EnginePool) -> Arc<Self> {
        Arc::new(Self {
            rooms: Rooms::default(),
            limits: RateLimits::new(config.client_limit),
            metrics: Metrics::new(),
            changed: broadcast::Sender::new(LONGEST_NEWS),
            outages: Outages::default(),
            is_loopback: AtomicBool::new(false),
            shutdown: CancellationToken::new(),
            tasks: TaskTracker::new(),
            config,
            store,
            engines,
        })
    }

    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        self.config.clock.now()
    }
}
