//! What programs put into comments, as data.

use boardgame::Color;
use record::{EmbeddedCommand, Evaluation, Highlight, Meaning};
use serde::Serialize;

/// A command with what it means. Readers of the format find the same in the text of the comment.
#[derive(Debug, Default, Serialize)]
pub(super) struct CommandJson {
    name: String,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    running: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pawns: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marked: Vec<MarkedJson>,
}

#[derive(Debug, Serialize)]
struct MarkedJson {
    color: char,
    squares: String,
}

impl CommandJson {
    pub(super) fn new(command: &EmbeddedCommand) -> Self {
        let (name, value) = (command.name().to_owned(), command.value().to_owned());
        let base = Self { name, value, ..Self::default() };
        match command.meaning() {
            Meaning::Clock(time)
            | Meaning::Elapsed(time)
            | Meaning::ElapsedInGame(time)
            | Meaning::MechanicalClock(time) => Self { seconds: Some(time.as_secs_f64()), ..base },
            Meaning::Clocks { white, black, running } => Self {
                white_seconds: white.map(|time| time.as_secs_f64()),
                black_seconds: black.map(|time| time.as_secs_f64()),
                running: running.map(|color: Color| color.to_string()),
                ..base
            },
            Meaning::Evaluation { value: Evaluation::Mate(moves), depth } => {
                Self { mate: Some(*moves), depth: *depth, ..base }
            }
            Meaning::Evaluation { value, depth } => Self { pawns: value.pawns(), depth: *depth, ..base },
            Meaning::Squares(list) | Meaning::Arrows(list) => {
                let marked = list.iter().map(|Highlight { color, squares }| MarkedJson {
                    color: *color,
                    squares: squares.clone(),
                });
                Self { marked: marked.collect(), ..base }
            }
            _ => base,
        }
    }
}
