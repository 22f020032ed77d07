//! A game of Russian draughts by chat: every message is one square, so players enter captures hop by hop.
//!
//! `cargo run -p damier --example chat_game < damier/examples/chat_game.in`

use std::io::stdin;

use damier::draughts::{Hop, Step, Variant};
use damier::variants::Russian;
use damier::{Draughts, Game, MoveStyle, Notation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::<Draughts<Russian>>::default();
    let mut walk = game.position().walk()?;
    for message in stdin().lines() {
        let message = message?;
        let turn = game.position().turn();
        let Some(square) = Russian::RULES.read_square(&message) else {
            println!("{message}: not a square");
            continue;
        };
        let answer = if walk.picked().is_none() {
            let name = |hop: &Hop| Russian::RULES.square_name(hop.to);
            walk.pick(square).map(|hops| hops.iter().map(name).collect::<Vec<_>>().join(" or ") + "?")
        } else {
            walk.step(square).map(|step| match step {
                Step::OnTheWay => format!("{turn} must go on"),
                Step::Done { mv, .. } => {
                    let text = game.position().write_move(mv, MoveStyle::Full);
                    game.play(mv).expect("the walk leads to legal moves");
                    walk = game.position().walk().expect("few captures");
                    format!("{turn} played {text}")
                }
            })
        };
        println!("{message}: {}", answer.unwrap_or_else(|error| error.to_string()));
    }
    print!("{}", game.position().diagram());
    Ok(())
}
