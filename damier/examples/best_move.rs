//! The best move of a chess position in SAN, with the line that the engine expects.
//!
//! `cargo run --release -p damier --features engine --example best_move -- [FEN]`

use damier::engine::{Control, Limits, player};
use damier::{GameId, MoveStyle, PositionText};

/// Mate in two: the queen is sacrificed.
const PUZZLE: &str = "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fen = std::env::args().nth(1).unwrap_or(PUZZLE.to_owned());
    let mut player = player(GameId::Chess, 16, 1);
    player.set_notation(MoveStyle::Record);
    player.set_position(&PositionText::at(&fen))?;
    let mut line = Vec::new();
    player.search(&Limits::depth(6).into(), &Control::default(), &mut |info| line = info.pv.clone())?;
    println!("{}", line.join(" "));
    Ok(())
}
