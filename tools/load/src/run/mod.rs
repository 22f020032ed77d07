//! Many games at once: `load run`.

mod counts;
mod game;
mod plan;
mod slow;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

pub use self::counts::{Latency, Report};
use self::game::{LiveGame, Played};
use self::plan::Plan;
use crate::progress::Progress;
use crate::seats::{Failure, Seats};
use crate::server::{Server, Usage};

/// Games that slow clients watch, and the moves a second in each: fast enough to fill the buffers of who does not read.
const BUSY_GAMES: usize = 5;
const BUSY_RATE: f64 = 10.0;

/// What to do in a run.
#[derive(Clone, Debug)]
pub struct Load {
    /// Games open at once.
    pub games: usize,
    /// Spectators of each.
    pub spectators: usize,
    /// Moves a second, over all games.
    pub moves_per_second: f64,
    /// How long moves are played.
    pub time: Duration,
    /// Clients that read slowly, not at all, or never finish what they say.
    pub slow_clients: usize,
    /// What the report must stay within.
    pub bars: Bars,
}

/// What a run must stay within.
#[derive(Clone, Copy, Debug)]
pub struct Bars {
    /// The 99th percentile of both latencies, in milliseconds.
    pub p99: f64,
    /// The most memory of the server, in bytes.
    pub memory: u64,
    /// The part of the asked rate that must be reached.
    pub rate: f64,
}

/// Which server a run is against.
#[derive(Clone, Copy, Debug)]
pub enum Target<'a> {
    /// One that we started and can measure.
    Own(&'a Server),
    /// One that runs somewhere.
    Other(SocketAddr),
}

impl Target<'_> {
    fn address(&self) -> SocketAddr {
        match self {
            Self::Own(server) => server.address(),
            Self::Other(address) => *address,
        }
    }

    fn usage(&self) -> anyhow::Result<Option<Usage>> {
        match self {
            Self::Own(server) => server.usage().map(Some),
            Self::Other(_) => Ok(None),
        }
    }
}

impl Load {
    /// Plays against a server until the time is over or `stop` says so.
    ///
    /// # Errors
    ///
    /// When the games cannot be made. What the server does wrong later is in the report.
    pub async fn run(
        &self,
        target: Target<'_>,
        stop: &mut watch::Receiver<bool>,
        progress: &Progress,
    ) -> anyhow::Result<Report> {
        let is_slow = self.slow_clients > 0 && self.games > BUSY_GAMES;
        let busy_rate = (BUSY_GAMES as f64 * BUSY_RATE).min(self.moves_per_second / 2.0);
        let busy = if is_slow { (BUSY_GAMES, busy_rate) } else { (0, 0.0) };
        let plan = Plan::new(target.address(), self.games, self.spectators, self.moves_per_second, busy);
        let plan = Arc::new(plan);
        let at_start = target.usage()?;
        let seats = self.create_games(&plan, stop, progress).await?;
        let with_games = target.usage()?;
        let games = self.open_sockets(&plan, &seats, stop, progress).await?;
        let with_sockets = target.usage()?;

        let mut slow = JoinSet::new();
        for number in 0..self.slow_clients {
            let game = seats[number % BUSY_GAMES.min(seats.len())].id.clone();
            slow.spawn(slow::be_slow(Arc::clone(&plan), number, game));
        }
        let (end, is_ended) = watch::channel(false);
        let mut players = JoinSet::new();
        for (index, game) in games.into_iter().enumerate() {
            players.spawn(play_on(Arc::clone(&plan), game, index, is_ended.clone()));
        }
        let before = plan.counts().received();
        let begin = Instant::now();
        tokio::select! {
            () = plan.pace() => {}
            () = sleep(self.time) => {}
            _ = stop.wait_for(|stop| *stop) => {}
            () = self.show(&plan, begin, progress) => {}
        }
        let seconds = begin.elapsed().as_secs_f64();
        let moves = plan.counts().acked;
        let after = plan.counts().received();
        let at_end = target.usage()?;
        slow.shutdown().await;
        progress.show("comparing histories");
        end.send_replace(true);
        while let Some(joined) = players.join_next().await {
            joined.context("a player panicked")?;
        }
        // The peak may come while the histories are read.
        let at_end = at_end.map(|usage| Usage {
            peak: target.usage().ok().flatten().map_or(usage.peak, |last| last.peak),
            ..usage
        });

        let counts = plan.counts();
        let mut report = Report {
            games: self.games,
            sockets: self.games * (2 + self.spectators),
            slow_clients: self.slow_clients,
            seconds,
            moves,
            moves_per_second: moves as f64 / seconds,
            messages_per_second: (after.0 - before.0) as f64 / seconds,
            bytes_per_second: (after.1 - before.1) as f64 / seconds,
            to_ack: counts.to_ack(),
            to_opponent: counts.to_opponent(),
            games_compared: counts.verified,
            moves_compared: counts.plies,
            states_resent: counts.resent,
            slow_connections: [counts.slow_opened, counts.slow_dropped],
            at_start,
            with_games,
            with_sockets,
            at_end,
            fault_count: counts.fault_count,
            faults: counts.faults.clone(),
            missed: Vec::new(),
            passed: false,
        };
        report.missed = self.missed(&report);
        report.passed = report.missed.is_empty() && report.fault_count == 0;
        Ok(report)
    }

    async fn create_games(
        &self,
        plan: &Arc<Plan>,
        stop: &watch::Receiver<bool>,
        progress: &Progress,
    ) -> anyhow::Result<Vec<Seats>> {
        let mut tasks = JoinSet::new();
        for index in 0..self.games {
            let plan = Arc::clone(plan);
            tasks.spawn(async move {
                let mut http = plan.http.take().await;
                let seats = LiveGame::create(&plan, &mut http, index).await;
                plan.http.give_back(http);
                (index, seats)
            });
        }
        collect(tasks, stop, |done| progress.show(&format!("{done} of {} games", self.games))).await
    }

    async fn open_sockets(
        &self,
        plan: &Arc<Plan>,
        seats: &[Seats],
        stop: &watch::Receiver<bool>,
        progress: &Progress,
    ) -> anyhow::Result<Vec<LiveGame>> {
        let mut tasks = JoinSet::new();
        for (index, seats) in seats.iter().enumerate() {
            let (plan, seats) = (Arc::clone(plan), seats.clone());
            tasks.spawn(async move { (index, LiveGame::open(plan, seats, index).await) });
        }
        collect(tasks, stop, |done| progress.show(&format!("sockets of {done} of {} games", self.games)))
            .await
    }

    async fn show(&self, plan: &Plan, begin: Instant, progress: &Progress) {
        loop {
            sleep(Duration::from_secs(1)).await;
            let counts = plan.counts();
            let seconds = begin.elapsed().as_secs_f64();
            let rate = counts.acked as f64 / seconds;
            let (p99, faults) = (counts.to_opponent().p99, counts.fault_count);
            progress.show(&format!(
                "{seconds:.0} of {:.0} s: {rate:.0} moves a second, p99 {p99:.1} ms, {faults} faults",
                self.time.as_secs_f64()
            ));
        }
    }

    fn missed(&self, report: &Report) -> Vec<String> {
        let mut missed = Vec::new();
        for (name, found) in [("ack", report.to_ack), ("opponent", report.to_opponent)] {
            if found.p99 > self.bars.p99 {
                missed.push(format!("command to {name}: p99 {:.1} ms, not {:.1}", found.p99, self.bars.p99));
            }
        }
        if report.moves_per_second < self.moves_per_second * self.bars.rate {
            let (found, asked) = (report.moves_per_second, self.moves_per_second);
            missed.push(format!("{found:.0} moves a second, not {asked:.0}"));
        }
        if let Some(usage) = report.at_end.filter(|usage| usage.peak > self.bars.memory) {
            let megabytes = |bytes: u64| bytes as f64 / 1e6;
            missed.push(format!(
                "memory {:.0} MB, not {:.0}",
                megabytes(usage.peak),
                megabytes(self.bars.memory)
            ));
        }
        if report.games_compared < self.games as u64 {
            missed.push(format!(
                "only {} of {} histories could be compared",
                report.games_compared, self.games
            ));
        }
        missed
    }
}

/// The results of all tasks, in the order of their numbers.
async fn collect<T: 'static>(
    mut tasks: JoinSet<(usize, Result<T, Failure>)>,
    stop: &watch::Receiver<bool>,
    mut show: impl FnMut(usize),
) -> anyhow::Result<Vec<T>> {
    let mut results = Vec::with_capacity(tasks.len());
    while let Some(joined) = tasks.join_next().await {
        let (index, result) = joined?;
        results.push((index, result?));
        show(results.len());
        if *stop.borrow() {
            bail!("stopped");
        }
    }
    results.sort_unstable_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Plays a game, and another one whenever it is over.
async fn play_on(plan: Arc<Plan>, mut game: LiveGame, index: usize, mut stop: watch::Receiver<bool>) {
    loop {
        match game.play(&mut stop).await {
            Ok(Played::Stopped) => return,
            Ok(Played::Over) => {}
            Err(failure) => {
                plan.counts().note_fault(format!("game {index}: {failure}"));
                if *stop.borrow() {
                    return;
                }
            }
        }
        match another(&plan, index).await {
            Ok(other) => game = other,
            Err(failure) => {
                plan.counts().note_fault(format!("another game {index}: {failure}"));
                return;
            }
        }
    }
}

async fn another(plan: &Arc<Plan>, index: usize) -> Result<LiveGame, Failure> {
    let mut http = plan.http.take().await;
    let seats = LiveGame::create(plan, &mut http, index).await;
    plan.http.give_back(http);
    LiveGame::open(Arc::clone(plan), seats?, index).await
}
