//! A search of fixed positions: its node count is a fingerprint of search and evaluation.

use std::fmt;
use std::time::{Duration, Instant};

use catalog::{GameId, PositionText};
use search::{Control, Limits};

use crate::player::player;

/// Openings, middlegames and endgames.
const POSITIONS: [(GameId, &str); 6] = [
    (GameId::Chess, "startpos"),
    (GameId::Chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    (GameId::Chess, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
    (GameId::Chess, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    (GameId::International, "startpos"),
    (GameId::International, "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26"),
];

const DEPTH: u32 = 12;
const MEGABYTES: usize = 16;

/// The result of a bench. Its text, which testing programs read, is `NODES nodes NPS nps`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Nodes searched: the same on every machine.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_second = self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9);
        write!(f, "{} nodes {per_second:.0} nps", self.nodes)
    }
}

/// Searches all positions, each with an empty transposition table; `None` if stopped.
#[must_use]
pub fn run(control: &Control) -> Option<Bench> {
    let begin = Instant::now();
    let mut nodes = 0;
    let request = Limits::depth(DEPTH).into();
    for (game, fen) in POSITIONS {
        let mut player = player(game, MEGABYTES, 1);
        player.set_position(&PositionText::at(fen)).expect("the positions are legal");
        let found = player.search(&request, control, &mut |_| {}).expect("the request names no moves");
        nodes += found.nodes;
    }
    (!control.is_stopped()).then(|| Bench { nodes, elapsed: begin.elapsed() })
}
