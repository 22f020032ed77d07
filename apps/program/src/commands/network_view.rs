//! What the network sees of a position: what each piece is worth there.

use std::io::Write;

use catalog::{AnyGame, GameId};
use damier::Color;
use damier::boardgame::view::{PieceView, Point};
use engine::{Contribution, Player, Score};
use serde_json::json;
use study::score_text;

use crate::commands::write_json;

/// A piece and its worth.
struct Worth {
    square: String,
    piece: PieceView,
    hundredths: i32,
}

/// Writes the evaluation without a search, and what each piece contributes. `player` has the position of the game.
pub(super) fn write(
    id: GameId,
    position: &dyn AnyGame,
    player: &dyn Player,
    is_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Some(contributions) = player.contributions() else {
        anyhow::bail!("--explain: {id} has a hand-crafted evaluation; name a network with --eval-file")
    };
    let worths = worths(position, &contributions);
    let score = player.evaluate();
    if is_json {
        let pieces = worths.iter().map(|worth| {
            let color = worth.piece.color.to_string();
            json!({ "square": worth.square, "color": color, "piece": worth.piece.figure.name(), "hundredths": worth.hundredths })
        });
        let white = if position.turn() == Color::White { score } else { -score };
        let value = json!({ "evaluation": { "hundredths": white.centipawns() }, "pieces": pieces.collect::<Vec<_>>() });
        return write_json(out, &value);
    }
    writeln!(out, "network {}  without a search", score_text(score, position.turn()))?;
    for color in Color::ALL {
        let of_color = worths.iter().filter(|worth| worth.piece.color == color);
        let texts = of_color.map(|worth| {
            let value = score_text(Score::from_centipawns(worth.hundredths), Color::White);
            format!("{} {} {value}", worth.piece.figure.name(), worth.square)
        });
        writeln!(out, "{:<7} {}", color.to_string(), texts.collect::<Vec<_>>().join(", "))?;
    }
    Ok(())
}

/// The pieces, the most valuable first.
fn worths(position: &dyn AnyGame, contributions: &[Contribution]) -> Vec<Worth> {
    let board = position.board();
    let worth = |found: &Contribution| {
        let point = Point { column: found.file, row: board.rows - 1 - found.rank };
        let square = board.squares.iter().find(|square| square.point == point)?;
        Some(Worth { square: square.name.clone(), piece: square.piece?, hundredths: found.hundredths })
    };
    let mut worths: Vec<_> = contributions.iter().filter_map(worth).collect();
    worths.sort_by_key(|worth| -worth.hundredths.abs());
    worths
}
