//! A count that is cut into positions gives the same number, in every game.
#![cfg(feature = "games")]

use damier::perft::{CountSettings, Counting, Monitor, SplitAt};
use damier::{AnyCounter, AnySplit, GameId, PositionText};

fn count(counter: &dyn AnyCounter, fen: &str, depth: u32) -> u64 {
    counter.count(&PositionText::at(fen), depth, &Monitor::default()).expect("a count").nodes
}

/// The count behind each move of the root, from the texts of the parts alone.
fn summed(counter: &dyn AnyCounter, split: &AnySplit) -> Vec<(String, Option<u64>)> {
    let mut sums = vec![0; split.roots.len()];
    for part in &split.parts {
        let nodes = count(counter, &part.fen, split.depth);
        part.weights.iter().for_each(|&(root, weight)| sums[root] += weight * nodes);
    }
    let mut roots: Vec<_> = split.roots.iter().cloned().zip(sums.into_iter().map(Some)).collect();
    roots.sort();
    roots
}

#[test]
fn parts_add_up_in_every_game() {
    for &game in GameId::ALL {
        for counting in [Counting::Distinct, Counting::Routes] {
            let settings = CountSettings { counting, ..CountSettings::default() };
            let counter = damier::counter(game, &settings).expect("one thread");
            let place = PositionText::default();
            let whole = counter.divide(&place, 4, &Monitor::default()).expect("a count");
            for ply in 1..=3 {
                let split = counter.split(&place, 4, SplitAt::Ply(ply), true).expect("few parts");
                assert_eq!(summed(&*counter, &split), whole.roots, "{game} {counting:?} {ply}");
            }
        }
    }
}

/// Rights, squares and counters of king moves must survive the texts of the parts.
#[test]
fn parts_add_up_in_special_positions() {
    for (game, fen) in [
        (GameId::Chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        (GameId::Chess, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"),
        (GameId::Chess960, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"),
        (GameId::Frisian, "W:WK28,40:BK3,5,12"),
        (GameId::International, "W:W27,28,32,37,K50:B7,8,19,18,K4"),
    ] {
        let counter = damier::counter(game, &CountSettings::default()).expect("one thread");
        let place = PositionText::at(fen);
        let whole = counter.divide(&place, 4, &Monitor::default()).expect("a count");
        for at in [SplitAt::Ply(1), SplitAt::Ply(2), SplitAt::Ply(3), SplitAt::Positions(100)] {
            let split = counter.split(&place, 4, at, true).expect("few parts");
            assert_eq!(summed(&*counter, &split), whole.roots, "{fen} {at:?}");
        }
    }
}
