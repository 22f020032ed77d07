//! The board as text.

use boardgame::Color;

use crate::any_variant::AnyDraughts;
use crate::board::Square;
use crate::position::{Piece, Role};
use crate::rules::Rules;

impl AnyDraughts {
    /// The board as text, White at the bottom: `w` and `b` men, `W` and `B` kings, `.` free playing
    /// squares. At the edges stand ranks and files, or the numbers of the first and last square of each row.
    pub(crate) fn draw(&self) -> String {
        let board = self.rules().board;
        let mut text = String::new();
        for rank in (0..board.rows).rev() {
            let row: Vec<Option<Square>> =
                (0..board.columns).map(|file| board.square_at(file, rank)).collect();
            let (left, right) = self.rules().edges(&row);
            let mut line = format!("{left:>3} ");
            for square in &row {
                line.push(' ');
                line.push(square.map_or(' ', |square| letter(self.piece_at(square))));
            }
            line.push_str(&format!("  {right:<3}"));
            text.push_str(line.trim_end());
            text.push('\n');
        }
        if self.rules().numbering.algebraic {
            text.push_str("    ");
            for file in 0..board.columns {
                text.push(' ');
                text.push(self.rules().file_letter(file));
            }
            text.push('\n');
        }
        text
    }
}

impl Rules {
    /// The labels left and right of a row: its rank on the left, or the numbers of its outer squares.
    fn edges(&self, row: &[Option<Square>]) -> (String, String) {
        let mut squares = row.iter().flatten();
        let (Some(&first), last) = (squares.next(), squares.next_back()) else { return Default::default() };
        if self.numbering.algebraic {
            let (_, rank) = self.file_and_rank_named(first);
            return ((rank + 1).to_string(), String::new());
        }
        let last = last.copied().unwrap_or(first);
        (self.number(first).to_string(), self.number(last).to_string())
    }

    /// The letter of the file in this column, from the left, seen from White.
    fn file_letter(&self, column: u8) -> char {
        let square = (0..self.board.rows).find_map(|rank| self.board.square_at(column, rank));
        square.map_or(' ', |square| char::from(b'a' + self.file_and_rank_named(square).0))
    }
}

fn letter(piece: Option<Piece>) -> char {
    match piece {
        None => '.',
        Some(Piece { color: Color::White, role: Role::Man }) => 'w',
        Some(Piece { color: Color::White, role: Role::King }) => 'W',
        Some(Piece { color: Color::Black, role: Role::Man }) => 'b',
        Some(Piece { color: Color::Black, role: Role::King }) => 'B',
    }
}
