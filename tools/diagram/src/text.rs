//! Boards as text.

use boardgame::Color;

use crate::diagram::Diagram;
use boardgame::view::{Figure, PieceView, Point};

/// The characters that a text may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Charset {
    /// Letters: those of FEN in chess, `w` and `b` men, `W` and `B` kings in draughts.
    Ascii,
    /// Unicode pieces.
    Unicode,
}

/// The columns left of a board.
const MARGIN: usize = 4;

/// The columns of a square that shows its number.
const NUMBERED: usize = 4;

/// The style of squares on colored boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cells {
    /// With the number of the square.
    Numbered,
    /// With room around the piece.
    Wide,
    /// As narrow as possible.
    Narrow,
}

impl Diagram {
    /// The board as text with labels at the edges; marked squares are in brackets.
    #[must_use]
    pub fn to_text(&self, charset: Charset) -> String {
        let mut text = String::new();
        for row in 0..self.board.rows {
            let (left, right) = self.row_labels(row);
            let mut line = format!("{left:>3} ");
            for column in 0..=self.board.columns {
                line.push(self.border(column, row));
                if column < self.board.columns {
                    line.push(self.character(self.point_seen(column, row), charset));
                }
            }
            line.push_str(&format!(" {right:<3}"));
            text.push_str(line.trim_end());
            text.push('\n');
        }
        if let Some((columns, _)) = self.edge_labels() {
            text.push_str("    ");
            columns.iter().for_each(|label| text.push_str(&format!(" {label}")));
            text.push('\n');
        }
        text
    }

    /// The board as text with colors for terminals, in their escape sequences. Where squares have numbers, each
    /// shows its own; if the board would be wider than `width` columns then, they stand at the ends of the rows.
    #[must_use]
    pub fn to_colored_text(&self, charset: Charset, width: usize) -> String {
        let labels = self.edge_labels();
        let cells = match labels {
            Some(_) => Cells::Wide,
            None if MARGIN + NUMBERED * usize::from(self.board.columns) <= width => Cells::Numbered,
            None => Cells::Narrow,
        };
        let mut text = String::new();
        for row in 0..self.board.rows {
            let (left, right) =
                if cells == Cells::Numbered { Default::default() } else { self.row_labels(row) };
            text.push_str(&format!("{left:>3} "));
            for column in 0..self.board.columns {
                self.push_colored(self.point_seen(column, row), cells, charset, &mut text);
            }
            text.push_str("\x1b[0m");
            if !right.is_empty() {
                text.push_str(&format!(" {right}"));
            }
            text.push('\n');
        }
        if let Some((columns, _)) = labels {
            text.push_str("    ");
            let letters: Vec<String> = columns.iter().map(|label| format!("{label:^3}")).collect();
            text.push_str(letters.concat().trim_end());
            text.push('\n');
        }
        text
    }

    fn push_colored(&self, point: Point, cells: Cells, charset: Charset, text: &mut String) {
        // Colors of the palette of 256, which nearly every terminal has. White and black ink can be read on each.
        let ground = if self.marks.contains(&point) {
            131
        } else if self.last_move.contains(&point) {
            64
        } else if self.board.is_dark(point) || !self.board.is_checkered {
            94
        } else {
            137
        };
        let square = self.board.at(point);
        let name = square.map_or("", |square| &square.name);
        text.push_str(&format!("\x1b[48;5;{ground}m"));
        match cells {
            Cells::Numbered => text.push_str(&format!("\x1b[38;5;180m{name:>2}")),
            Cells::Wide => text.push(' '),
            Cells::Narrow => {}
        }
        match square.and_then(|square| square.piece) {
            Some(piece) => {
                let ink = if piece.color == Color::White { 231 } else { 16 };
                let character = match charset {
                    Charset::Ascii => letter(piece),
                    Charset::Unicode => filled(piece.figure),
                };
                text.push_str(&format!("\x1b[1;38;5;{ink}m{character}\x1b[22m "));
            }
            None => text.push_str("  "),
        }
    }

    /// The labels left and right of a row: its label, or the names of its outer squares.
    pub(crate) fn row_labels(&self, row: u8) -> (String, String) {
        if let Some((_, rows)) = self.edge_labels() {
            return (rows.get(usize::from(row)).cloned().unwrap_or_default(), String::new());
        }
        let points = (0..self.board.columns).map(|column| self.point_seen(column, row));
        let mut names = points.filter_map(|point| self.board.at(point)).map(|square| square.name.clone());
        let first = names.next().unwrap_or_default();
        let last = names.next_back().unwrap_or_else(|| first.clone());
        (first, last)
    }

    /// What stands left of a column: a bracket beside marked squares.
    fn border(&self, column: u8, row: u8) -> char {
        let is_marked = |column: u8| self.marks.contains(&self.point_seen(column, row));
        let closes = column > 0 && is_marked(column - 1);
        let opens = column < self.board.columns && is_marked(column);
        match (closes, opens) {
            (false, false) => ' ',
            (true, false) => ']',
            (false, true) => '[',
            (true, true) => '|',
        }
    }

    fn character(&self, point: Point, charset: Charset) -> char {
        match (self.board.at(point).map(|square| square.piece), charset) {
            (None, _) => ' ',
            (Some(None), Charset::Ascii) => '.',
            (Some(None), Charset::Unicode) => '·',
            (Some(Some(piece)), Charset::Ascii) => letter(piece),
            (Some(Some(piece)), Charset::Unicode) => figurine(piece),
        }
    }
}

fn letter(piece: PieceView) -> char {
    let letter = match piece.figure {
        Figure::King => 'K',
        Figure::Queen => 'Q',
        Figure::Rook => 'R',
        Figure::Bishop => 'B',
        Figure::Knight => 'N',
        Figure::Pawn => 'P',
        // In draughts the letter gives the color and its case the role.
        Figure::Crowned => return if piece.color == Color::White { 'W' } else { 'B' },
        Figure::Man => return if piece.color == Color::White { 'w' } else { 'b' },
    };
    if piece.color == Color::White { letter } else { letter.to_ascii_lowercase() }
}

fn figurine(piece: PieceView) -> char {
    let (white, black) = match piece.figure {
        Figure::King => ('♔', '♚'),
        Figure::Queen => ('♕', '♛'),
        Figure::Rook => ('♖', '♜'),
        Figure::Bishop => ('♗', '♝'),
        Figure::Knight => ('♘', '♞'),
        Figure::Pawn => ('♙', '♟'),
        Figure::Crowned => ('⛁', '⛃'),
        Figure::Man => ('⛀', '⛂'),
    };
    if piece.color == Color::White { white } else { black }
}

/// A filled figure, for both sides: where there are colors, they tell the sides apart. The pieces of draughts
/// are missing in many fonts of terminals, unlike circles and crowns.
fn filled(figure: Figure) -> char {
    match figure {
        Figure::Crowned => '♛',
        Figure::Man => '●',
        _ => figurine(PieceView { color: Color::Black, figure }),
    }
}
