//! Builds the tables of a game with distances, verifies them and counts: `build_tables russian 4 /tmp/tables`.

use std::path::Path;

use catalog::GameId;
use damier_tables::{BuildOptions, StopFlag, build, verify};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, pieces, folder] = arguments.as_slice() else {
        return Err("expected GAME PIECES FOLDER".into());
    };
    let game: GameId = game.parse()?;
    let options = BuildOptions { pieces: pieces.parse()?, with_distances: true, threads: 0, memory: 8_000 };
    let control = StopFlag::default();
    build(game, Path::new(folder), &options, &control, &mut |step| {
        println!(
            "{}: {} positions, {} bytes, {:.1?}",
            step.material, step.positions, step.bytes, step.elapsed
        );
    })?;
    verify(game, Path::new(folder), &control, &mut |slice| {
        println!("{}: {:?}, {:.2} bits a position", slice.material, slice.counts, slice.bits);
    })?;
    Ok(())
}
