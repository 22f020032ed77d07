//! What a run counts, and the report made of it.

use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;

use crate::server::Usage;

/// How many faults are kept word for word.
const FAULTS_SHOWN: usize = 20;

/// The longest latency that is told apart, in microseconds.
const LONGEST: u64 = 600_000_000;

/// What has been counted so far.
#[derive(Debug)]
pub(super) struct Counts {
    pub(super) created: u64,
    pub(super) sent: u64,
    pub(super) acked: u64,
    messages: u64,
    bytes: u64,
    pub(super) verified: u64,
    pub(super) plies: u64,
    pub(super) resent: u64,
    pub(super) slow_opened: u64,
    pub(super) slow_dropped: u64,
    pub(super) fault_count: u64,
    pub(super) faults: Vec<String>,
    to_ack: Histogram<u64>,
    to_opponent: Histogram<u64>,
}

impl Counts {
    pub(super) fn new() -> Self {
        let histogram = || Histogram::new_with_bounds(1, LONGEST, 3).expect("these bounds are allowed");
        Self {
            created: 0,
            sent: 0,
            acked: 0,
            messages: 0,
            bytes: 0,
            verified: 0,
            plies: 0,
            resent: 0,
            slow_opened: 0,
            slow_dropped: 0,
            fault_count: 0,
            faults: Vec::new(),
            to_ack: histogram(),
            to_opponent: histogram(),
        }
    }

    /// Messages and bytes that clients received.
    pub(super) fn received(&self) -> (u64, u64) {
        (self.messages, self.bytes)
    }

    pub(super) fn note_message(&mut self, bytes: usize) {
        self.messages += 1;
        self.bytes += bytes as u64;
    }

    pub(super) fn note_ack(&mut self, latency: Duration) {
        self.acked += 1;
        self.to_ack.saturating_record(micros(latency));
    }

    pub(super) fn note_shown(&mut self, latency: Duration) {
        self.to_opponent.saturating_record(micros(latency));
    }

    pub(super) fn note_fault(&mut self, fault: String) {
        self.fault_count += 1;
        if self.faults.len() < FAULTS_SHOWN {
            self.faults.push(fault);
        }
    }

    pub(super) fn to_ack(&self) -> Latency {
        Latency::of(&self.to_ack)
    }

    pub(super) fn to_opponent(&self) -> Latency {
        Latency::of(&self.to_opponent)
    }
}

fn micros(latency: Duration) -> u64 {
    latency.as_micros().try_into().unwrap_or(u64::MAX)
}

/// How long something took, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Latency {
    /// Half were faster.
    pub p50: f64,
    /// 90 % were faster.
    pub p90: f64,
    /// 99 % were faster.
    pub p99: f64,
    /// The slowest.
    pub max: f64,
}

impl Latency {
    fn of(histogram: &Histogram<u64>) -> Self {
        let at = |quantile: f64| histogram.value_at_quantile(quantile) as f64 / 1000.0;
        Self { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: histogram.max() as f64 / 1000.0 }
    }
}

/// What a run found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Games open at once.
    pub games: usize,
    /// Sockets open at once.
    pub sockets: usize,
    /// Sockets that read slowly or not at all.
    pub slow_clients: usize,
    /// How long moves were played, in seconds.
    pub seconds: f64,
    /// Moves that the server acknowledged.
    pub moves: u64,
    /// Moves a second.
    pub moves_per_second: f64,
    /// Messages that clients received, and checked, in a second.
    pub messages_per_second: f64,
    /// Bytes of text that they received in a second.
    pub bytes_per_second: f64,
    /// From the command to its acknowledgment.
    pub to_ack: Latency,
    /// From the command to the update of the opponent.
    pub to_opponent: Latency,
    /// Games whose histories were compared with the one kept.
    pub games_compared: u64,
    /// Moves of those.
    pub moves_compared: u64,
    /// States sent again to sockets that missed an update.
    pub states_resent: u64,
    /// Slow connections opened, and closed by the server.
    pub slow_connections: [u64; 2],
    /// The server before any game was made, when it is our own.
    pub at_start: Option<Usage>,
    /// With all games, before sockets were opened.
    pub with_games: Option<Usage>,
    /// With all sockets, before a move was made.
    pub with_sockets: Option<Usage>,
    /// After the last move.
    pub at_end: Option<Usage>,
    /// How many faults were found.
    pub fault_count: u64,
    /// The first of them.
    pub faults: Vec<String>,
    /// Demands that were not met.
    pub missed: Vec<String>,
    /// Whether everything was as it must be.
    pub passed: bool,
}

impl Report {
    /// The report as lines of text.
    #[must_use]
    pub fn text(&self) -> String {
        let latency = |name: &str, found: Latency| {
            let Latency { p50, p90, p99, max } = found;
            format!("{name:22} p50 {p50:.1} ms, p90 {p90:.1} ms, p99 {p99:.1} ms, max {max:.1} ms")
        };
        let slow = self.slow_connections;
        let mut lines = vec![
            format!(
                "games                  {} with {} sockets, {} slow clients",
                self.games, self.sockets, self.slow_clients
            ),
            format!(
                "moves                  {} in {:.1} s: {:.0} a second",
                self.moves, self.seconds, self.moves_per_second
            ),
            format!(
                "messages checked       {:.0} a second, {:.1} MB a second",
                self.messages_per_second,
                self.bytes_per_second / 1e6
            ),
            latency("command to ack", self.to_ack),
            latency("command to opponent", self.to_opponent),
            format!(
                "histories compared     {} games with {} moves",
                self.games_compared, self.moves_compared
            ),
            format!("states sent again      {}", self.states_resent),
        ];
        if self.slow_clients > 0 {
            lines
                .push(format!("slow connections       {} opened, {} closed by the server", slow[0], slow[1]));
        }
        if let (Some(start), Some(games), Some(sockets), Some(end)) =
            (self.at_start, self.with_games, self.with_sockets, self.at_end)
        {
            let megabytes = |bytes: u64| bytes as f64 / 1e6;
            lines.push(format!(
                "server memory          {:.1} MB empty, {:.1} with games, {:.1} with sockets, {:.1} at the end, {:.1} at most",
                megabytes(start.memory),
                megabytes(games.memory),
                megabytes(sockets.memory),
                megabytes(end.memory),
                megabytes(end.peak)
            ));
            let processor = end.processor - sockets.processor;
            lines.push(format!(
                "server processor time  {processor:.1} s while moves were played, {:.0} µs a move",
                processor * 1e6 / self.moves.max(1) as f64
            ));
            lines.push(format!(
                "                       {:.0} µs a new game with two seats, {:.0} µs a new socket",
                (games.processor - start.processor) * 1e6 / self.games.max(1) as f64,
                (sockets.processor - games.processor) * 1e6 / self.sockets.max(1) as f64
            ));
        }
        lines.push(format!("faults                 {}", self.fault_count));
        lines.extend(self.faults.iter().map(|fault| format!("  {fault}")));
        lines.extend(self.missed.iter().map(|missed| format!("missed: {missed}")));
        lines.push((if self.passed { "passed" } else { "failed" }).to_owned());
        lines.join("\n")
    }
}
