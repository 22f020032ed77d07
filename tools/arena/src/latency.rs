//! What a match adds to the clocks of engines.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

/// Collects the time that empty requests take, there and back.
///
/// The clock of an engine runs from the moment before we send `go` until we have read its move. Besides the search, that
/// is the way to the engine and back, which `isready` and `ping` measure.
#[derive(Debug, Default)]
pub struct LatencyMeter(Mutex<Vec<u32>>);

/// The most times that are kept; further ones are left out.
const MOST_TIMES: usize = 1 << 20;

/// What a meter has found, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LatencySummary {
    /// How many requests.
    pub requests: usize,
    /// Half of them took at most this.
    pub median: f64,
    /// 99 % took at most this.
    pub p99: f64,
    /// All took at most this.
    pub longest: f64,
}

impl LatencyMeter {
    /// Adds the time of a request, if there was one.
    pub(crate) fn add(&self, time: Option<Duration>) {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(time) = time.filter(|_| times.len() < MOST_TIMES) {
            times.push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
        }
    }

    /// What it has found; `None` without any request.
    #[must_use]
    pub fn summary(&self) -> Option<LatencySummary> {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        times.sort_unstable();
        let last = times.len().checked_sub(1)?;
        let at = |share: f64| f64::from(times[(last as f64 * share).ceil() as usize]) / 1e3;
        Some(LatencySummary { requests: times.len(), median: at(0.5), p99: at(0.99), longest: at(1.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_is_of_all_times() {
        let meter = LatencyMeter::default();
        assert_eq!(meter.summary(), None);
        meter.add(None);
        (1..=101).rev().for_each(|millis| meter.add(Some(Duration::from_millis(millis))));
        let summary = LatencySummary { requests: 101, median: 51.0, p99: 100.0, longest: 101.0 };
        assert_eq!(meter.summary(), Some(summary));
    }
}
