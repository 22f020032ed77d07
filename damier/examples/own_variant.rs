//! A variant of your own: Russian draughts in which the longest capture is mandatory.
//!
//! `cargo run -p damier --example own_variant`

use damier::draughts::{Precedence, Rules, Variant};
use damier::variants::Russian;
use damier::{Draughts, Game, MoveStyle, Notation, PositionExt};

/// Take the rules of a known game and name what differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Greedy;

impl Variant for Greedy {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "greedy",
        title: "Greedy Russian draughts",
        precedence: Precedence::Count,
        ..Russian::RULES
    };
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fen = "W:Wc3,e3:Bb4,d4,f6,h6";
    println!("Russian: {} captures", Draughts::<Russian>::from_fen(fen)?.legal_moves().len());
    let mut game = Game::new(Draughts::<Greedy>::from_fen(fen)?);
    while game.outcome().is_none() {
        let position = game.position();
        let mv = position.legal_moves()[0];
        println!("{} plays {}", position.turn(), position.write_move(mv, MoveStyle::Full));
        game.play(mv)?;
    }
    let (outcome, reason) = game.outcome().expect("the game is over");
    println!("{outcome}, {reason}");
    Ok(())
}
