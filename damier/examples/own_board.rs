//! Perft of a board of your own: English draughts on 6x6 squares.
//!
//! `cargo run --release -p damier --example own_board`

use damier::draughts::{Board, Rules, Variant};
use damier::perft::perft;
use damier::variants::English;
use damier::{Draughts, Notation};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Small;

impl Variant for Small {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "small",
        title: "English draughts on 6x6 squares",
        board: Board::diagonal(6, 6),
        men_rows: 2,
        ..English::RULES
    };
}

fn main() {
    let start = Draughts::<Small>::start();
    print!("{}", start.diagram());
    for depth in 1..=8 {
        println!("{depth} {}", perft(&start, depth));
    }
}
