//! A fixed amount of work: its number of nodes is a fingerprint of search and evaluation.

use std::fmt;
use std::time::{Duration, Instant};

use catalog::{GameId, Place};
use search::{Control, Limits};

use crate::player::{Thinking, player};

/// Openings, middle games and endings.
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

/// What the work came to. Testing programs read its text: `NODES nodes NPS nps`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Positions looked at: the same on every machine.
    pub nodes: u64,
    /// The time that took.
    pub elapsed: Duration,
}

impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_second = self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9);
        write!(f, "{} nodes {per_second:.0} nps", self.nodes)
    }
}

/// Searches all positions, each with an empty table; nothing if it was stopped.
#[must_use]
pub fn run(control: &Control) -> Option<Bench> {
    let begin = Instant::now();
    let mut nodes = 0;
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let task = Thinking { limits, lines: 1, ..Thinking::default() };
    for (game, fen) in POSITIONS {
        let mut player = player(game, MEGABYTES, 1);
        player.go_to(&Place::at(fen)).expect("the positions are legal");
        let decision = player.think(&task, control, &mut |_| {}).expect("no moves were asked for");
        nodes += decision.nodes;
    }
    (!control.is_stopped()).then(|| Bench { nodes, elapsed: begin.elapsed() })
}
