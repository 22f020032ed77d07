//! A game of Russian draughts by chat: every message is one square, so players enter captures hop by hop.
//!
//! `cargo run -p damier --example chat_game < damier/examples/chat_game.in`

use std::io::stdin;

use damier::draughts::{Hop, HopResult, Variant};
use damier::variants::Russian;
use damier::{Draughts, Game, MoveStyle, Notation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::<Draughts<Russian>>::default();
    let mut capture = game.position().begin_move()?;
    for message in stdin().lines() {
        let message = message?;
        let turn = game.position().turn();
        let Some(square) = Russian::RULES.read_square(&message) else {
            println!("{message}: not a square");
            continue;
        };
        let answer = if capture.picked().is_none() {
            let name = |hop: &Hop| Russian::RULES.square_name(hop.to);
            capture.pick(square).map(|hops| hops.iter().map(name).collect::<Vec<_>>().join(" or ") + "?")
        } else {
            capture.step(square).map(|step| match step {
                HopResult::OnTheWay => format!("{turn} must go on"),
                HopResult::Done { mv, .. } => {
                    let text = game.position().write_move(mv, MoveStyle::Full);
                    game.play(mv).expect("the capture leads to legal moves");
                    capture = game.position().begin_move().expect("few captures");
                    format!("{turn} played {text}")
                }
            })
        };
        println!("{message}: {}", answer.unwrap_or_else(|error| error.to_string()));
    }
    print!("{}", game.position().diagram());
    Ok(())
}
