//! What the server counts, for Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// Upper bounds of times, in seconds.
const BUCKETS: [f64; 14] =
    [0.000_5, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// A kind of request: its route as declared, never with an id.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: String,
    method: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

/// The metrics of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    latency: Family<RouteLabels, Histogram>,
    pub(crate) connections: Gauge,
    pub(crate) sockets: Gauge,
    pub(crate) rooms: Gauge,
    pub(crate) games: Counter,
    pub(crate) events: Counter,
    pub(crate) moves: Counter,
    pub(crate) engine_requests: Gauge,
    pub(crate) analyses: Gauge,
    pub(crate) engine_refused: Counter,
    pub(crate) slow_sockets: Counter,
    pub(crate) store_errors: Counter,
    append_latency: Histogram,
    memory: Gauge<f64, AtomicU64>,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut metrics = Self {
            registry: Registry::with_prefix("damier"),
            requests: Family::default(),
            latency: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
            connections: Gauge::default(),
            sockets: Gauge::default(),
            rooms: Gauge::default(),
            games: Counter::default(),
            events: Counter::default(),
            moves: Counter::default(),
            engine_requests: Gauge::default(),
            analyses: Gauge::default(),
            engine_refused: Counter::default(),
            slow_sockets: Counter::default(),
            store_errors: Counter::default(),
            append_latency: Histogram::new(BUCKETS),
            memory: Gauge::default(),
        };
        metrics.register();
        metrics
    }

    fn register(&mut self) {
        let registry = &mut self.registry;
        registry.register("http_requests", "Requests by route and status", self.requests.clone());
        let seconds = || Unit::Seconds;
        registry.register_with_unit(
            "http_latency",
            "Time to answer by route",
            seconds(),
            self.latency.clone(),
        );
        registry.register("connections", "Open connections", self.connections.clone());
        registry.register("sockets", "Open WebSockets", self.sockets.clone());
        registry.register("rooms", "Games in memory", self.rooms.clone());
        registry.register("games", "Games created", self.games.clone());
        registry.register("events", "Events committed", self.events.clone());
        registry.register("moves", "Moves committed", self.moves.clone());
        registry.register(
            "engine_requests",
            "Engine moves being searched or waiting",
            self.engine_requests.clone(),
        );
        registry.register(
            "analyses",
            "Analyses and reviews being searched or waiting",
            self.analyses.clone(),
        );
        registry.register(
            "engine_refused",
            "Engine requests that found the queue full",
            self.engine_refused.clone(),
        );
        registry.register(
            "slow_sockets",
            "Sockets closed because they were too slow",
            self.slow_sockets.clone(),
        );
        registry.register("store_errors", "Failures of the store", self.store_errors.clone());
        registry.register_with_unit(
            "append",
            "Time to commit events",
            seconds(),
            self.append_latency.clone(),
        );
        registry.register_with_unit("memory", "Resident memory", Unit::Bytes, self.memory.clone());
    }

    pub(crate) fn request(&self, route: &str, method: &str, status: u16, took: Duration) {
        let (route, method) = (route.to_owned(), method.to_owned());
        self.latency.get_or_create(&RouteLabels { route: route.clone() }).observe(took.as_secs_f64());
        self.requests.get_or_create(&RequestLabels { route, method, status }).inc();
    }

    pub(crate) fn appended(&self, took: Duration) {
        self.append_latency.observe(took.as_secs_f64());
    }

    /// The text that Prometheus reads.
    pub(crate) fn text(&self) -> String {
        if let Some(bytes) = resident_memory() {
            self.memory.set(bytes);
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// The memory of this process, where the system tells it.
fn resident_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0)
}
