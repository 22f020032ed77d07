//! What programs put into comments, as data.

use std::time::Duration;

use boardgame::Color;
use record::{Command, Evaluation, Highlight};
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
    pub(super) fn new(command: &Command) -> Self {
        let text = command.to_string();
        let inner = text.strip_prefix("[%").and_then(|text| text.strip_suffix(']')).unwrap_or_default();
        let (name, value) = inner.split_once(' ').unwrap_or((inner, ""));
        let base = Self { name: name.to_owned(), value: value.to_owned(), ..Self::default() };
        match command {
            Command::Clock(time)
            | Command::Elapsed(time)
            | Command::ElapsedInGame(time)
            | Command::MechanicalClock(time) => Self { seconds: seconds(*time), ..base },
            Command::Clocks { white, black, running } => Self {
                white_seconds: seconds(*white),
                black_seconds: seconds(*black),
                running: running.map(|color: Color| color.to_string()),
                ..base
            },
            Command::Evaluation { value: Evaluation::Hundredths(value), depth } => {
                Self { pawns: Some(f64::from(*value) / 100.0), depth: *depth, ..base }
            }
            Command::Evaluation { value: Evaluation::Mate(moves), depth } => {
                Self { mate: Some(*moves), depth: *depth, ..base }
            }
            Command::Squares(list) | Command::Arrows(list) => {
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

fn seconds(time: Duration) -> Option<f64> {
    Some(time.as_secs_f64())
}
