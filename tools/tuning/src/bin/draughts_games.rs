//! Writes the quiet positions of self-play games of international draughts, for `fit_patterns.py`.
#![forbid(unsafe_code)]

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use boardgame::{Color, Outcome, Position};
use clap::Parser;
use draughts::variants::International;
use draughts::{AnyDraughts, AnyVariant, Bitboard, Square, Variant};
use selfplay::{GameFile, SelfPlayGame};

/// Write the positions of games of "damier selfplay international".
#[derive(Parser)]
struct Arguments {
    /// Files of games.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The file for the positions: 36 bytes each, see `sample`.
    #[arg(long)]
    output: PathBuf,
}

/// Positions with larger scores are decided.
const DECIDED: i32 = 20_000;

/// The largest score that is written.
const MOST_SCORE: i32 = 3_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let mut output = BufWriter::new(File::create(&arguments.output)?);
    let (squares, variant) = (squares(), AnyVariant::of::<International>());
    let (mut games, mut positions) = (0, 0);
    for path in &arguments.games {
        let mut file = GameFile::open(path)?;
        let game = file.game();
        if game.name() != "international" {
            return Err(format!("{} holds games of {game}, expected international", path.display()).into());
        }
        while let Some(block) = file.next_block()? {
            for stored in &block.games {
                let played: SelfPlayGame<AnyDraughts> =
                    selfplay::decode(game, variant, stored).ok_or("a game with illegal moves")?;
                games += 1;
                let mut samples = Vec::new();
                played.for_each_ply(AnyDraughts::start_of(variant), |position, _, score| {
                    let is_quiet = !position.must_capture();
                    if let Some(score) = score.filter(|score| is_quiet && score.abs() < DECIDED) {
                        positions += 1;
                        samples.extend(sample(position, score, halves(played.outcome), &squares));
                    }
                });
                output.write_all(&samples)?;
            }
        }
    }
    println!("{games} games, {positions} positions");
    Ok(output.flush()?)
}

/// White men, black men, white kings, black kings as bits by number of square; whether White moves; the result of the game
/// for White in halves; the score for White.
fn sample(position: &AnyDraughts, score: i32, result: u8, squares: &[Square]) -> Vec<u8> {
    let bits = |set: Bitboard<u128>| {
        let bit = |(index, &square): (usize, &Square)| u64::from(set.contains(square)) << index;
        squares.iter().enumerate().map(bit).sum::<u64>()
    };
    let kings = position.kings();
    let [white, black] = Color::ALL.map(|color| position.pieces(color));
    let sets = [white - kings, black - kings, white & kings, black & kings];
    let mut bytes: Vec<u8> = sets.into_iter().flat_map(|set| bits(set).to_le_bytes()).collect();
    bytes.extend([u8::from(position.turn() == Color::White), result]);
    bytes.extend((score.clamp(-MOST_SCORE, MOST_SCORE) as i16).to_le_bytes());
    bytes
}

fn halves(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Win(Color::White) => 2,
        Outcome::Draw => 1,
        Outcome::Win(Color::Black) => 0,
    }
}

/// All squares by number.
fn squares() -> Vec<Square> {
    let board = International::RULES.board;
    let row = |rank| (0..board.columns).filter_map(move |file| board.square_at(file, rank));
    (0..board.rows).rev().flat_map(row).collect()
}
