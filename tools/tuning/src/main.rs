//! Writes the features of positions of self-play games, for `fit.py`.
#![forbid(unsafe_code)]

mod samples;

use std::path::PathBuf;

use boardgame::{Color, Outcome, PositionExt};
use chess::Chess;
use clap::Parser;
use selfplay::{GameFile, SelfPlayGame};

use crate::samples::Samples;

/// Write the quiet positions of chess games of "damier selfplay" as features.
#[derive(Parser)]
struct Arguments {
    /// Files of games.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The folder for the samples; created if missing.
    #[arg(long)]
    output: PathBuf,
}

/// Positions with larger scores are decided.
const DECIDED: i32 = 20_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let mut samples = Samples::create(&arguments.output)?;
    for path in &arguments.games {
        let mut file = GameFile::open(path)?;
        let game = file.game();
        if game.name() != "chess" {
            return Err(format!("{} holds games of {game}, expected chess", path.display()).into());
        }
        while let Some(block) = file.next_block()? {
            for stored in &block.games {
                let played =
                    selfplay::decode::<Chess>(game, (), stored).ok_or("a game with illegal moves")?;
                samples.add(&quiet_positions(&played), value(played.outcome))?;
            }
        }
    }
    println!("{}", samples.finish()?);
    Ok(())
}

/// The quiet positions of a game, with their scores for White.
fn quiet_positions(played: &SelfPlayGame<Chess>) -> Vec<(Chess, i32)> {
    let mut positions = Vec::new();
    played.for_each_ply(Chess::start(), |position, mv, score| {
        let is_quiet = !position.is_check() && !position.is_capture(mv) && mv.promotion_role().is_none();
        if let Some(score) = score.filter(|score| is_quiet && score.abs() < DECIDED) {
            positions.push((*position, score));
        }
    });
    positions
}

fn value(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win(Color::White) => 1.0,
        Outcome::Win(Color::Black) => 0.0,
        Outcome::Draw => 0.5,
    }
}
