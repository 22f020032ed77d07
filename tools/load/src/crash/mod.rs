//! The server killed under load, again and again: `load crash`.

mod memory;
mod slot;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context;
use fastrand::Rng;
use serde::Serialize;
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use self::slot::Slot;
use crate::check::Fault;
use crate::seats::Failure;
use crate::server::Launch;

/// How long the acknowledgments before a kill may take. A loaded machine is slow.
const LONGEST_LIFE: Duration = Duration::from_secs(120);

/// How to crash a server.
#[derive(Clone, Debug)]
pub struct Crash {
    /// How often it is killed.
    pub kills: usize,
    /// Games open at once.
    pub games: usize,
    /// The most acknowledgments between two kills.
    pub acks: u64,
    /// Chooses the moves and the moments.
    pub seed: u64,
}

/// What the crashes showed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Outcome {
    /// Kills under load.
    pub kills: usize,
    /// Kills of servers that had not answered yet.
    pub kills_at_start: usize,
    /// Commands that were acknowledged.
    pub acknowledged: u64,
    /// Acknowledged commands sent again after a restart.
    pub sent_again: u64,
    /// Commands without an answer when the server was killed.
    pub open_at_kill: u64,
    /// Games that ended on the way.
    pub games_finished: usize,
    /// What was lost, done twice or changed.
    pub faults: Vec<String>,
}

impl Outcome {
    /// Whether nothing was lost.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.faults.is_empty()
    }
}

/// What all games count.
#[derive(Debug, Default)]
struct Tally {
    acked: AtomicU64,
    again: AtomicU64,
    acknowledged: Notify,
    /// The server is being killed: connections may break.
    is_killed: AtomicBool,
    /// A game has ended with a fault: there is nothing to wait for.
    is_broken: AtomicBool,
}

impl Tally {
    fn note_ack(&self) {
        self.acked.fetch_add(1, Ordering::Relaxed);
        self.acknowledged.notify_one();
    }

    fn note_again(&self) {
        self.again.fetch_add(1, Ordering::Relaxed);
    }

    fn is_killed(&self) -> bool {
        self.is_killed.load(Ordering::Relaxed)
    }

    async fn wait_for(&self, acked: u64) {
        while self.acked.load(Ordering::Relaxed) < acked && !self.is_broken.load(Ordering::Relaxed) {
            self.acknowledged.notified().await;
        }
    }
}

impl Crash {
    /// Kills the server as often as asked, or until `stop` says so. `tell` gets a line for each kill.
    ///
    /// # Errors
    ///
    /// When the server cannot be started or killed. What it loses is in the outcome.
    pub async fn run(
        &self,
        launch: &Launch,
        stop: &watch::Receiver<bool>,
        mut tell: impl FnMut(&str),
    ) -> anyhow::Result<Outcome> {
        let mut rng = Rng::with_seed(self.seed);
        let mut slots: Vec<Slot> = (0..self.games).map(|index| Slot::new(index, self.seed)).collect();
        let tally = Arc::new(Tally::default());
        let mut outcome = Outcome::default();
        while outcome.kills < self.kills && outcome.passed() && !*stop.borrow() {
            if rng.u32(..10) == 0 {
                let server = launch.spawn()?;
                sleep(Duration::from_millis(rng.u64(..200))).await;
                server.kill().await?;
                outcome.kills_at_start += 1;
            }
            let server = launch.start().await?;
            let before = tally.acked.load(Ordering::Relaxed);
            tally.is_killed.store(false, Ordering::Relaxed);
            let mut games = start_all(slots, server.address(), &tally);
            // The moment is counted in acknowledgments, so that a slow machine tests the same; the rest is chance.
            let enough = tally.wait_for(before + rng.u64(1..=self.acks));
            if timeout(LONGEST_LIFE, enough).await.is_err() {
                outcome.faults.push(format!("no progress within {LONGEST_LIFE:?}"));
            }
            sleep(Duration::from_micros(rng.u64(..5000))).await;
            tally.is_killed.store(true, Ordering::Relaxed);
            server.kill().await?;
            outcome.kills += 1;
            slots = Vec::with_capacity(self.games);
            while let Some(joined) = games.join_next().await {
                let (slot, fault) = joined.context("a game panicked")?;
                outcome.faults.extend(fault.map(|fault| slot.describe(&fault)));
                outcome.open_at_kill += u64::from(slot.has_open_command());
                slots.push(slot);
            }
            let acked = tally.acked.load(Ordering::Relaxed);
            tell(&format!(
                "kill {}: {} commands acknowledged, {} since the last one, {} open",
                outcome.kills,
                acked,
                acked - before,
                slots.iter().filter(|slot| slot.has_open_command()).count()
            ));
        }
        self.check_all(launch, &mut slots, &tally, &mut outcome).await?;
        outcome.acknowledged = tally.acked.load(Ordering::Relaxed);
        outcome.sent_again = tally.again.load(Ordering::Relaxed);
        outcome.games_finished = slots.iter().map(Slot::finished).sum();
        Ok(outcome)
    }

    /// A last start: everything is there, and the server ends when asked to.
    async fn check_all(
        &self,
        launch: &Launch,
        slots: &mut [Slot],
        tally: &Arc<Tally>,
        outcome: &mut Outcome,
    ) -> anyhow::Result<()> {
        let server = launch.start().await?;
        tally.is_killed.store(false, Ordering::Relaxed);
        for slot in slots {
            if let Err(failure) = slot.check_all(server.address(), tally).await {
                let fault = match failure {
                    Failure::Fault(fault) => fault,
                    Failure::Lost(error) => Fault::Closed { why: format!("{error:#}") },
                };
                outcome.faults.push(slot.describe(&fault));
            }
        }
        let status = server.stop().await?;
        if !status.success() {
            outcome.faults.push(format!("the server ended with {status}"));
        }
        Ok(())
    }
}

fn start_all(slots: Vec<Slot>, address: SocketAddr, tally: &Arc<Tally>) -> JoinSet<(Slot, Option<Fault>)> {
    let mut games = JoinSet::new();
    for mut slot in slots {
        let tally = Arc::clone(tally);
        games.spawn(async move {
            let fault = match slot.live(address, &tally).await {
                Failure::Lost(_) if tally.is_killed() => None,
                Failure::Lost(error) => Some(Fault::Closed { why: format!("{error:#}") }),
                Failure::Fault(fault) => Some(fault),
            };
            if fault.is_some() {
                tally.is_broken.store(true, Ordering::Relaxed);
                tally.acknowledged.notify_one();
            }
            (slot, fault)
        });
    }
    games
}
