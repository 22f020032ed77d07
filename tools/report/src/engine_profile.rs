//! How an engine used its time.

use arena::PlayedMove;
use serde::Serialize;

/// Plies of one mover in a phase of the game.
const MOVES_IN_PHASE: usize = 5;

/// Phases that are told apart; later moves belong to the last one.
const PHASES: usize = 24;

/// How an engine used its time, as it says itself.
#[derive(Clone, Debug, Default, Serialize)]
pub struct EngineProfile {
    /// Moves.
    pub moves: u64,
    /// Seconds for a move, on average.
    pub seconds: f64,
    /// The longest time for a move, in seconds.
    pub longest: f64,
    /// The depth of the search, on average, if it says so.
    pub depth: Option<f64>,
    /// Nodes in a second, if it counts them.
    pub speed: Option<f64>,
    /// By phase of the game.
    pub phases: Vec<PhaseAverage>,
}

/// Averages over some moves of the game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PhaseAverage {
    /// The first of these moves, from 1.
    pub from: usize,
    /// How many moves were played.
    pub moves: u64,
    /// Seconds for a move.
    pub seconds: f64,
    /// The depth of the search.
    pub depth: Option<f64>,
}

/// Sums of which averages are made.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    moves: u64,
    micros: u64,
    longest: u64,
    depths: u64,
    depth: u64,
    nodes: u64,
    /// The time of moves whose nodes are known.
    node_micros: u64,
}

impl Sums {
    fn add(&mut self, mv: &PlayedMove) {
        self.moves += 1;
        self.micros = self.micros.saturating_add(mv.micros);
        self.longest = self.longest.max(mv.micros);
        if let Some(depth) = mv.depth {
            self.depths += 1;
            self.depth += u64::from(depth);
        }
        if let Some(nodes) = mv.nodes {
            self.nodes = self.nodes.saturating_add(nodes);
            self.node_micros = self.node_micros.saturating_add(mv.micros);
        }
    }

    fn seconds(&self) -> f64 {
        self.micros as f64 / self.moves.max(1) as f64 / 1e6
    }

    fn mean_depth(&self) -> Option<f64> {
        (self.depths > 0).then(|| self.depth as f64 / self.depths as f64)
    }
}

/// The moves of an engine, summed up.
#[derive(Clone, Debug)]
pub(crate) struct ProfileSums {
    all: Sums,
    phases: [Sums; PHASES],
}

impl Default for ProfileSums {
    fn default() -> Self {
        Self { all: Sums::default(), phases: [Sums::default(); PHASES] }
    }
}

impl ProfileSums {
    /// Adds a move; `number` is its number among the moves of its side, from 0.
    pub(crate) fn add(&mut self, number: usize, mv: &PlayedMove) {
        self.all.add(mv);
        self.phases[(number / MOVES_IN_PHASE).min(PHASES - 1)].add(mv);
    }

    pub(crate) fn finish(&self) -> EngineProfile {
        let Sums { moves, longest, nodes, node_micros, .. } = self.all;
        let phases = self.phases.iter().enumerate().filter(|(_, sums)| sums.moves > 0);
        let phases = phases.map(|(index, sums)| PhaseAverage {
            from: index * MOVES_IN_PHASE + 1,
            moves: sums.moves,
            seconds: sums.seconds(),
            depth: sums.mean_depth(),
        });
        EngineProfile {
            moves,
            seconds: self.all.seconds(),
            longest: longest as f64 / 1e6,
            depth: self.all.mean_depth(),
            speed: (node_micros > 0).then(|| nodes as f64 * 1e6 / node_micros as f64),
            phases: phases.collect(),
        }
    }
}
