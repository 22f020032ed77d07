//! Proves random positions of up to four pieces by search: `prove_positions russian 100000 /tmp/tables`.

use std::path::Path;

use catalog::GameId;
use damier_tables::{ProofOptions, StopFlag, Tables, prove};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, positions, folder] = arguments.as_slice() else {
        return Err("expected GAME POSITIONS FOLDER".into());
    };
    let game: GameId = game.parse()?;
    let tables = Tables::open(game, Path::new(folder))?;
    let options = ProofOptions { positions: positions.parse()?, pieces: 4, nodes: 1_000, seed: 1 };
    println!("{} {:?}", game.name(), prove(&tables, &options, &StopFlag::default())?);
    Ok(())
}
