//! A game of Russian draughts by chat: every message is one square, so players enter captures hop by hop.
//!
//! `cargo run -p damier --example chat_game < damier/examples/chat_game.in`

use std::io::stdin;

use damier::{GameId, MoveStyle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = GameId::Russian.start();
    let mut trail = Vec::new();
    for message in stdin().lines() {
        let message = message?;
        let squares = [&trail[..], std::slice::from_ref(&message)].concat();
        let answer = match game.hops(&squares) {
            Ok(hops) if hops.moves.is_empty() => {
                trail = squares;
                let next: Vec<String> = hops.next.into_iter().map(|square| square.name).collect();
                next.join(" or ") + "?"
            }
            Ok(hops) => {
                trail.clear();
                game.play_text(&hops.moves[0], MoveStyle::Record)?;
                format!("{} played {}", !game.turn(), hops.moves[0])
            }
            Err(error) => error.to_string(),
        };
        println!("{message}: {answer}");
    }
    print!("{}", game.diagram());
    Ok(())
}
