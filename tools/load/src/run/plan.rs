//! When which game is played, and what all games share.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, Semaphore};

use super::counts::Counts;
use crate::http::Http;

/// How many connections for requests are open at once.
const REQUESTS_AT_ONCE: usize = 8;

/// How many sockets are opened at once: many more would overflow the queue of the listener.
const OPENED_AT_ONCE: usize = 32;

/// What all games share.
pub(super) struct Plan {
    pub(super) address: SocketAddr,
    pub(super) spectators: usize,
    /// Tells the game of this number to move.
    pub(super) go: Vec<Arc<Notify>>,
    /// The first games are those that slow clients watch.
    busy: usize,
    lanes: Mutex<[Lane; 2]>,
    pub(super) http: Pool,
    pub(super) opening: Semaphore,
    counts: Mutex<Counts>,
}

/// Games that share a rate.
#[derive(Debug, Default)]
struct Lane {
    ready: VecDeque<usize>,
    rate: f64,
    due: f64,
}

impl Lane {
    /// The games to move after so much time.
    fn advance(&mut self, elapsed: Duration) -> impl Iterator<Item = usize> {
        // What could not be played in time is not caught up for ever: it shows as a lower rate.
        self.due = (self.due + self.rate * elapsed.as_secs_f64()).min(self.rate.max(1.0));
        let count = (self.due as usize).min(self.ready.len());
        self.due -= count as f64;
        self.ready.drain(..count)
    }
}

impl Plan {
    /// A plan for games of which the first `busy` are played at `busy_rate` moves a second in all.
    pub(super) fn new(
        address: SocketAddr,
        games: usize,
        spectators: usize,
        rate: f64,
        busy: (usize, f64),
    ) -> Self {
        let lane = |rate| Lane { rate, ..Lane::default() };
        Self {
            address,
            spectators,
            go: (0..games).map(|_| Arc::default()).collect(),
            busy: busy.0,
            lanes: Mutex::new([lane(busy.1), lane(rate - busy.1)]),
            http: Pool::new(address),
            opening: Semaphore::new(OPENED_AT_ONCE),
            counts: Mutex::new(Counts::new()),
        }
    }

    /// What has been counted so far.
    pub(super) fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a game waits for its turn.
    pub(super) fn is_ready(&self, index: usize) {
        let lane = usize::from(index >= self.busy);
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)[lane].ready.push_back(index);
    }

    /// Lets games move at the rate of the plan, until dropped.
    pub(super) async fn pace(&self) {
        let mut timer = tokio::time::interval(Duration::from_millis(2));
        timer.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut last = Instant::now();
        loop {
            timer.tick().await;
            let elapsed = last.elapsed();
            last += elapsed;
            for lane in self.lanes.lock().unwrap_or_else(PoisonError::into_inner).iter_mut() {
                for index in lane.advance(elapsed) {
                    self.go[index].notify_one();
                }
            }
        }
    }
}

/// Connections for requests.
pub(super) struct Pool {
    address: SocketAddr,
    permits: Semaphore,
    idle: Mutex<Vec<Http>>,
}

impl Pool {
    fn new(address: SocketAddr) -> Self {
        Self { address, permits: Semaphore::new(REQUESTS_AT_ONCE), idle: Mutex::default() }
    }

    /// A connection, which must be given back.
    pub(super) async fn take(&self) -> Http {
        self.permits.acquire().await.expect("never closed").forget();
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| Http::new(self.address))
    }

    pub(super) fn give_back(&self, http: Http) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(http);
        self.permits.add_permits(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_moves_ready_games_in_turn_at_its_rate() {
        let mut lane = Lane { ready: (0..5).collect(), rate: 100.0, due: 0.0 };
        assert_eq!(lane.advance(Duration::from_millis(25)).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(lane.advance(Duration::from_millis(25)).collect::<Vec<_>>(), [2, 3, 4]);
        assert_eq!(lane.advance(Duration::from_secs(60)).count(), 0);
        lane.ready.extend(0..1000);
        assert_eq!(
            lane.advance(Duration::from_millis(10)).count(),
            100,
            "a second is caught up, not a minute"
        );
    }
}
