//! How updates reach watchers when there are many: `load fanout`.
//!
//! A simulation with measured costs. Machines are queues with several cores; the work of an update is done in the order of
//! arrival and shared by the cores of its machine. What it answers: how many machines are needed, and how long the last
//! watcher of an update waits.

use fastrand::Rng;
use hdrhistogram::Histogram;
use serde::Serialize;

/// The part of its processors that a machine may use in the long run.
const FULL: f64 = 0.5;

/// How many updates are simulated.
const UPDATES: u64 = 1_000_000;

/// The longest wait that is told apart, in microseconds.
const LONGEST: u64 = 600_000_000;

/// Sockets of the players of a game.
const PLAYERS: u64 = 2;

/// Processor time of the parts of an update, in seconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Costs {
    /// Rules, store and text of the update.
    pub update: f64,
    /// Sending it to one socket.
    pub delivery: f64,
    /// Passing it to another process.
    pub hop: f64,
}

/// Games and how many people watch them.
#[derive(Clone, Debug)]
pub struct Crowd {
    games: u64,
    /// Sockets of the games with spectators; all others have their players alone.
    popular: Vec<u64>,
}

impl Crowd {
    /// A crowd as public sites have it: the game of rank `r` has `largest / r` spectators, so that most have none and few
    /// have thousands.
    #[must_use]
    pub fn new(games: u64, largest: u64) -> Self {
        let popular = (1..=games.min(largest)).map(|rank| PLAYERS + largest / rank).collect();
        Self { games, popular }
    }

    /// Sockets of all games.
    #[must_use]
    pub fn sockets(&self) -> u64 {
        self.popular.iter().sum::<u64>() + (self.games - self.popular.len() as u64) * PLAYERS
    }

    /// A game, as a number, and its sockets.
    fn pick(&self, rng: &mut Rng) -> (u64, u64) {
        let game = rng.u64(..self.games);
        let sockets = usize::try_from(game).ok().and_then(|index| self.popular.get(index));
        (game, sockets.copied().unwrap_or(PLAYERS))
    }
}

/// How the work is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Design {
    /// One process has all games and sockets.
    OneProcess,
    /// Each machine has some of the games, with all of their sockets.
    ByGame,
    /// Some machines have the games, others the sockets.
    Tree,
}

/// What a design needs and gives.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The design.
    pub design: Design,
    /// Machines that have games.
    pub owners: usize,
    /// Machines that have sockets only.
    pub edges: usize,
    /// The part of its processors that the busiest machine used; 1 and more means that it cannot keep up.
    pub busiest: f64,
    /// How long people wait until everybody in their game has an update, in milliseconds: the median of all people, and
    /// 99 and 99.9 of 100.
    pub wait: [f64; 3],
}

/// All designs for one crowd.
#[derive(Clone, Debug, Serialize)]
pub struct Forecast {
    /// Games at once.
    pub games: u64,
    /// Sockets at once.
    pub sockets: u64,
    /// Moves a second.
    pub moves: f64,
    /// Deliveries a second.
    pub deliveries: f64,
    /// The designs.
    pub rows: Vec<Row>,
}

impl Forecast {
    /// Simulates a crowd whose games have this many moves a second each, on machines with this many cores.
    #[must_use]
    pub fn simulate(crowd: &Crowd, moves_per_game: f64, costs: &Costs, cores: u32, seed: u64) -> Self {
        let moves = crowd.games as f64 * moves_per_game;
        let deliveries = crowd.sockets() as f64 * moves_per_game;
        let room = f64::from(cores) * FULL;
        let machines = |work: f64| ((work / room).ceil() as usize).max(1);
        let work = moves * costs.update + deliveries * costs.delivery;
        let edges = machines(deliveries * costs.delivery);
        // A game is passed to each machine that has a socket of it: to most as often as it has sockets.
        let hops = deliveries.min(moves * edges as f64);
        let owners = machines(moves * costs.update + hops * costs.hop);
        let designs =
            [(Design::OneProcess, 1, 0), (Design::ByGame, machines(work), 0), (Design::Tree, owners, edges)];
        let rows = designs.map(|(design, owners, edges)| {
            let mut park = Park::new(owners, edges, f64::from(cores));
            park.run(crowd, moves, costs, seed);
            park.row(design)
        });
        Self { games: crowd.games, sockets: crowd.sockets(), moves, deliveries, rows: rows.into() }
    }
}

/// Machines with their queues.
struct Park {
    cores: f64,
    /// When each machine will have done all that it has.
    owners: Vec<Queue>,
    edges: Vec<Queue>,
    waits: Histogram<u64>,
    now: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Queue {
    free_at: f64,
    busy: f64,
}

impl Queue {
    /// Adds work that comes now; returns when it is done.
    fn add(&mut self, now: f64, seconds: f64) -> f64 {
        self.free_at = self.free_at.max(now) + seconds;
        self.busy += seconds;
        self.free_at
    }
}

impl Park {
    fn new(owners: usize, edges: usize, cores: f64) -> Self {
        let waits = Histogram::new_with_bounds(1, LONGEST, 3).expect("these bounds are allowed");
        let queues = |count| vec![Queue::default(); count];
        Self { cores, owners: queues(owners), edges: queues(edges), waits, now: 0.0 }
    }

    fn run(&mut self, crowd: &Crowd, moves: f64, costs: &Costs, seed: u64) {
        let mut rng = Rng::with_seed(seed);
        for _ in 0..UPDATES {
            // The time between moves of many independent games.
            self.now += -(1.0 - rng.f64()).ln() / moves;
            let (game, sockets) = crowd.pick(&mut rng);
            let done = self.update(game, sockets, costs, &mut rng);
            // Every watcher counts: a game with thousands of them is one update, but thousands of people wait for it.
            self.waits.saturating_record_n(((done - self.now) * 1e6) as u64, sockets);
        }
    }

    /// Does an update; returns when the last watcher has it.
    fn update(&mut self, game: u64, sockets: u64, costs: &Costs, rng: &mut Rng) -> f64 {
        let owner = (game % self.owners.len() as u64) as usize;
        if self.edges.is_empty() {
            let work = costs.update + costs.delivery * sockets as f64;
            return self.owners[owner].add(self.now, work / self.cores);
        }
        let count = self.edges.len() as u64;
        let touched = sockets.min(count);
        let sent = self.owners[owner].add(self.now, (costs.update + costs.hop * touched as f64) / self.cores);
        let each = sockets.div_ceil(touched) as f64 * costs.delivery / self.cores;
        let first = rng.u64(..count);
        let edges = (0..touched).map(|step| ((first + step * count / touched) % count) as usize);
        edges.fold(sent, |last, edge| last.max(self.edges[edge].add(sent, each)))
    }

    fn row(&self, design: Design) -> Row {
        let busiest = self.owners.iter().chain(&self.edges).map(|queue| queue.busy / self.now);
        let at = |quantile| self.waits.value_at_quantile(quantile) as f64 / 1000.0;
        Row {
            design,
            owners: self.owners.len(),
            edges: self.edges.len(),
            busiest: busiest.fold(0.0, f64::max),
            wait: [at(0.5), at(0.99), at(0.999)],
        }
    }
}

/// The forecasts as a table.
#[must_use]
pub fn text(forecasts: &[Forecast]) -> String {
    let mut text = String::from(
        "| games | sockets | moves/s | deliveries/s | design | machines | busiest | wait p50 | p99 | p99.9 |\n\
         |---:|---:|---:|---:|---|---:|---:|---:|---:|---:|\n",
    );
    for forecast in forecasts {
        let Forecast { games, sockets, moves, deliveries, rows } = forecast;
        for row in rows {
            let (design, machines) = match row.design {
                Design::OneProcess => ("one process", "1".to_owned()),
                Design::ByGame => ("divided by game", row.owners.to_string()),
                Design::Tree => ("tree", format!("{} + {}", row.owners, row.edges)),
            };
            let shown = |index: usize| {
                if row.busiest < 1.0 { format!("{:.1} ms", row.wait[index]) } else { "grows".to_owned() }
            };
            text.push_str(&format!(
                "| {games} | {sockets} | {moves:.0} | {deliveries:.0} | {design} | {machines} | {:.0} % | {} | {} | {} |\n",
                row.busiest * 100.0,
                shown(0),
                shown(1),
                shown(2)
            ));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const COSTS: Costs = Costs { update: 500e-6, delivery: 30e-6, hop: 40e-6 };

    #[test]
    fn crowds_have_few_popular_games() {
        let crowd = Crowd::new(1_000_000, 1000);
        assert_eq!(crowd.popular[0], 1002);
        assert_eq!(crowd.popular.len(), 1000);
        assert!(crowd.sockets() > 2_000_000 && crowd.sockets() < 2_010_000);
        assert_eq!(Crowd::new(3, 1000).sockets(), 6 + 1000 + 500 + 333);
    }

    #[test]
    fn a_small_crowd_needs_one_machine_and_a_large_one_more() {
        let small = Forecast::simulate(&Crowd::new(2000, 10), 0.25, &COSTS, 2, 1);
        assert!(small.rows[0].busiest < 0.5, "{small:?}");
        let large = Forecast::simulate(&Crowd::new(1_000_000, 1000), 0.1, &COSTS, 16, 1);
        assert!(large.rows[0].busiest > 1.0, "{large:?}");
        assert!(large.rows[1].owners > 1 && large.rows[2].edges > 0, "{large:?}");
    }

    #[test]
    fn a_tree_serves_a_crowd_around_one_game_sooner() {
        let forecast = Forecast::simulate(&Crowd::new(10_000_000, 200_000), 0.1, &COSTS, 16, 1);
        let [_, by_game, tree] = &forecast.rows[..] else { panic!("three designs") };
        assert!(tree.edges > 1 && tree.wait[2] < by_game.wait[2], "{forecast:?}");
    }

    #[test]
    fn work_waits_for_work_before_it() {
        let mut queue = Queue::default();
        assert_eq!(queue.add(0.0, 2.0), 2.0);
        assert_eq!(queue.add(1.0, 2.0), 4.0);
        assert_eq!(queue.add(10.0, 1.0), 11.0);
    }
}
