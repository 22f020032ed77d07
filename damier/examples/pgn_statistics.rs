//! Statistics of a PGN file: results, lengths and first moves. Games with errors are left out.
//!
//! `cargo run -p damier --example pgn_statistics < games.pgn`

use std::collections::BTreeMap;
use std::io::stdin;

use damier::record::{ReadOptions, read_games};
use damier::{Chess, MoveStyle, Notation};

fn main() {
    let mut results = BTreeMap::<String, usize>::new();
    let mut first_moves = BTreeMap::<String, usize>::new();
    let (mut games, mut plies, mut broken) = (0, 0, 0);
    for game in read_games::<Chess, _>(stdin().lock(), ReadOptions::pgn()) {
        let Ok(game) = game else {
            broken += 1;
            continue;
        };
        let tree = game.tree;
        games += 1;
        plies += tree.plies();
        *results.entry(tree.tags().get("Result").unwrap_or("*").to_owned()).or_default() += 1;
        if let Some(mv) = tree.main_line().find_map(|node| tree.mv(node)) {
            *first_moves.entry(tree.start().write_move(mv, MoveStyle::Record)).or_default() += 1;
        }
    }
    println!("{games} games, {plies} plies; games with errors: {broken}");
    println!("results {results:?}");
    println!("first moves {first_moves:?}");
}
