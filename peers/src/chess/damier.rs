//! Our own generator, in the three ways it is used.

use std::hint::black_box;

use anyhow::Context;
use boardgame::{Countable, MoveList, Position, PositionExt};
use chess::Chess;

/// Positions of the last two plies are counted and never stored: what `perft` does.
pub(crate) fn count(fen: &str, depth: u32) -> anyhow::Result<u64> {
    Ok(perft::perft(&read(fen)?, depth))
}

/// Every position down to those whose moves are counted is made with its key, as a table of counts needs it.
pub(crate) fn keyed(fen: &str, depth: u32) -> anyhow::Result<u64> {
    Ok(with_keys(&read(fen)?, depth))
}

/// Moves are listed everywhere, also the last, and played from the lists: the way of a search.
pub(crate) fn list(fen: &str, depth: u32) -> anyhow::Result<u64> {
    Ok(with_lists(&read(fen)?, depth))
}

fn read(fen: &str) -> anyhow::Result<Chess> {
    Chess::from_fen(fen).with_context(|| format!("cannot read {fen:?}"))
}

fn with_keys(position: &Chess, depth: u32) -> u64 {
    black_box(position.key());
    if depth == 1 {
        return position.count_legal() as u64;
    }
    let mut total = 0;
    position.for_each_successor(|successor| total += with_keys(successor, depth - 1));
    total
}

fn with_lists(position: &Chess, depth: u32) -> u64 {
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    if depth == 1 {
        return black_box(&list).len() as u64;
    }
    let mut total = 0;
    for &mv in &list {
        let mut successor = *position;
        successor.play_unchecked(mv);
        total += with_lists(&successor, depth - 1);
    }
    total
}
