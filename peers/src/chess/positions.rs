//! The positions that are counted.

use clap::ValueEnum;

/// A position of the Chess Programming Wiki, by its name there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Place {
    Start,
    Kiwipete,
    Position3,
    Position4,
    Position5,
    Position6,
}

/// How deep a position is counted and what must come out: a fast wrong answer is no result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    pub(crate) name: &'static str,
    pub(crate) fen: &'static str,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

impl Place {
    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Kiwipete => "kiwipete",
            Self::Position3 => "position3",
            Self::Position4 => "position4",
            Self::Position5 => "position5",
            Self::Position6 => "position6",
        }
    }

    /// The full depth or one ply less, with the counts of <https://www.chessprogramming.org/Perft_Results>.
    pub(crate) fn goal(self, quick: bool) -> Goal {
        let (fen, depth, nodes, nodes_above) = match self {
            Self::Start => {
                ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324, 4_865_609)
            }
            Self::Kiwipete => (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                5,
                193_690_690,
                4_085_603,
            ),
            Self::Position3 => ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178_633_661, 11_030_083),
            Self::Position4 => (
                "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
                6,
                706_045_033,
                15_833_292,
            ),
            Self::Position5 => {
                ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194, 2_103_487)
            }
            Self::Position6 => (
                "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
                5,
                164_075_551,
                3_894_594,
            ),
        };
        let (depth, nodes) = if quick { (depth - 1, nodes_above) } else { (depth, nodes) };
        Goal { name: self.name(), fen, depth, nodes }
    }
}
