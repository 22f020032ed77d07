//! Positions in words, for screen readers.

use std::fmt::Write;

use boardgame::Color;

use crate::diagram::Diagram;
use boardgame::view::{Figure, Point};

impl Diagram {
    /// The diagram as lines for screen readers: the side to move, then the pieces of White and Black, each kind with its
    /// squares, then marks.
    #[must_use]
    pub fn to_speech(&self) -> String {
        let mut text = String::new();
        if !self.title.is_empty() {
            let _ = writeln!(text, "{}.", self.title);
        }
        let _ = writeln!(text, "{} to move.", self.turn.name());
        for color in Color::ALL {
            let _ = writeln!(text, "{}: {}.", color.name(), self.pieces_in_words(color));
        }
        for note in self.notes() {
            let _ = writeln!(text, "{note}");
        }
        text
    }

    /// What pictures show and text boards do not, one sentence each: the last move, marks, arrows.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.last_move.is_empty() {
            notes.push(format!("Last move: {}.", self.names(&self.last_move, " to ")));
        }
        if !self.marks.is_empty() {
            notes.push(format!("Marked: {}.", self.names(&self.marks, ", ")));
        }
        if !self.arrows.is_empty() {
            let arrows: Vec<_> = self.arrows.iter().map(|arrow| self.names(&arrow.points, " to ")).collect();
            notes.push(format!("Arrows: {}.", arrows.join("; ")));
        }
        notes
    }

    /// All pieces of a side, the most important first.
    fn pieces_in_words(&self, color: Color) -> String {
        let mut groups = Vec::new();
        for figure in Figure::ALL {
            let squares = self.board.squares.iter();
            let of_this_kind = squares.filter(|square| {
                square.piece.is_some_and(|piece| piece.color == color && piece.figure == figure)
            });
            let names: Vec<&str> = of_this_kind.map(|square| square.name.as_str()).collect();
            match names.as_slice() {
                [] => {}
                [name] => groups.push(format!("{} on {name}", figure.name())),
                _ => groups.push(format!("{} on {}", figure.plural(), names.join(", "))),
            }
        }
        if groups.is_empty() { "no pieces".to_owned() } else { groups.join("; ") }
    }

    fn names(&self, points: &[Point], between: &str) -> String {
        let names =
            points.iter().filter_map(|&point| self.board.at(point)).map(|square| square.name.as_str());
        names.collect::<Vec<_>>().join(between)
    }
}
