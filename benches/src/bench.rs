//! The positions that are measured.

use boardgame::{Countable, Notation, PositionExt};
use chess::Chess;
use cpu_time::ThreadTime;
use draughts::Draughts;
use draughts::variants::{
    Brazilian, Canadian, Czech, English, Frisian, International, Italian, Pool, Russian, Spanish, Thai,
};

use crate::modes::{Mode, count};

/// One position, its known count and how deep it is measured.
pub(crate) struct Bench {
    pub(crate) name: &'static str,
    pub(crate) fen: &'static str,
    pub(crate) depth: u32,
    /// The published count: a fast wrong answer is no result.
    pub(crate) nodes: u64,
    /// The depth for counting instructions, which is fifty times slower.
    pub(crate) shallow: u32,
    pub(crate) run: fn(&str, u32, Mode) -> u64,
}

impl Bench {
    /// Runs the bench once: million nodes a second of processor time. Wall-clock time would include other programs.
    pub(crate) fn mega_nodes_per_second(&self, mode: Mode) -> f64 {
        let start = ThreadTime::now();
        let nodes = (self.run)(self.fen, self.depth, mode);
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(nodes, self.nodes, "{} at depth {}", self.name, self.depth);
        nodes as f64 / seconds / 1e6
    }
}

fn run<P: Notation<Rules = ()> + Countable>(fen: &str, depth: u32, mode: Mode) -> u64 {
    count(&P::from_fen(fen).expect("a FEN of this file"), depth, mode)
}

macro_rules! benches {
    ($($name:literal, $position:ty, $fen:expr, $depth:literal, $nodes:literal, $shallow:literal;)*) => {
        /// Two positions of chess, the five in which international generators are compared, and other starts.
        pub(crate) const BENCHES: &[Bench] = &[$(Bench {
            name: $name,
            fen: $fen,
            depth: $depth,
            nodes: $nodes,
            shallow: $shallow,
            run: run::<$position>,
        }),*];
    };
}

const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const WOLDOUBY: &str = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26";
const RANDOM_178: &str = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24";

benches! {
    "chess start", Chess, CHESS_START, 6, 119_060_324, 4;
    "chess kiwipete", Chess, KIWIPETE, 5, 193_690_690, 3;
    "international start", Draughts<International>, "W:W31-50:B1-20", 10, 258_895_763, 7;
    "international woldouby", Draughts<International>, WOLDOUBY, 14, 58_360_286, 11;
    "international random178", Draughts<International>, RANDOM_178, 8, 86_724_219, 6;
    "international kings", Draughts<International>, "W:WK31-50:BK1-20", 10, 58_381_162, 8;
    "international promotion", Draughts<International>, "W:W6-10:B41-45", 8, 138_362_698, 6;
    "russian start", Draughts<Russian>, "W:W21-32:B1-12", 11, 110_917_189, 8;
    "english start", Draughts<English>, "B:W21-32:B1-12", 12, 388_617_999, 9;
    "frisian start", Draughts<Frisian>, "W:W31-50:B1-20", 9, 15_605_069, 7;
    "canadian start", Draughts<Canadian>, "W:W43-72:B1-30", 8, 31_839_056, 6;
    "brazilian start", Draughts<Brazilian>, "W:W21-32:B1-12", 11, 105_491_257, 8;
    "pool start", Draughts<Pool>, "B:W21-32:B1-12", 11, 110_833_952, 8;
    "czech start", Draughts<Czech>, "W:W21-32:B1-12", 11, 84_967_210, 8;
    "spanish start", Draughts<Spanish>, "W:W1-12:B21-32", 11, 81_383_200, 8;
    "italian start", Draughts<Italian>, "W:W21-32:B1-12", 11, 81_647_058, 8;
    "thai 12 men", Draughts<Thai>, "B:B21-32:W1-12", 11, 84_892_793, 8;
}
