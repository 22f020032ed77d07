//! What is done with the last ply.

use std::hint::black_box;

use boardgame::{Countable, MoveList};
use clap::ValueEnum;

/// What is done with the last ply.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// Its moves are counted, as perft does
    Count,
    /// Every position after it is made
    Successors,
    /// Its moves are listed and each is played on a copy
    List,
}

impl Mode {
    pub(crate) const ALL: [Self; 3] = [Self::Count, Self::Successors, Self::List];

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Successors => "successors",
            Self::List => "list",
        }
    }
}

/// The number of move sequences of this length.
pub(crate) fn count<P: Countable<Rules = ()>>(position: &P, depth: u32, mode: Mode) -> u64 {
    match mode {
        Mode::Count => perft::perft(position, depth),
        Mode::Successors => with_successors(position, depth),
        Mode::List => with_lists(position, depth),
    }
}

fn with_successors<P: Countable<Rules = ()>>(position: &P, depth: u32) -> u64 {
    let mut total = 0;
    if depth == 1 {
        position.for_each_successor(|successor| {
            black_box(successor);
            total += 1;
        });
    } else {
        position.for_each_successor(|successor| total += with_successors(successor, depth - 1));
    }
    total
}

fn with_lists<P: Countable<Rules = ()>>(position: &P, depth: u32) -> u64 {
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    let mut total = 0;
    for &mv in &list {
        let mut successor = position.clone();
        successor.play_unchecked(mv);
        if depth == 1 {
            black_box(&successor);
            total += 1;
        } else {
            total += with_lists(&successor, depth - 1);
        }
    }
    total
}
