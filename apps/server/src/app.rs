//! What all parts of a server share.

use std::sync::Arc;

use store::Store;
use study::EnginePool;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config::Config;
use crate::limits::RateLimits;
use crate::metrics::Metrics;
use crate::rooms::Rooms;

/// What all parts of a server share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) rooms: Rooms,
    pub(crate) engines: EnginePool,
    pub(crate) limits: RateLimits,
    pub(crate) metrics: Metrics,
    /// Cancelled when the server stops.
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
