//! Names of squares: numbers or letters, and from which corner.

use boardgame::Color;

use crate::board::Square;
use crate::rules::Rules;

/// Names of squares, and how PDN tags and moves of a variant look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// The number of the game in PDN's `GameType` tag; 0 where PDN has none.
    pub pdn_game_type: u8,
    /// Whether squares are written `a1` rather than `46`.
    pub algebraic: bool,
    /// The corner where square 1 or a1 is, as seen by `seen_by`.
    pub corner: Corner,
    /// Whose view `corner` means: PDN takes that of the player who starts.
    pub seen_by: Color,
    /// The sign between the squares of a capture when writing.
    pub capture_sign: char,
}

/// A corner of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Corner {
    BottomLeft,
    BottomRight,
    TopLeft,
    TopRight,
}

impl Rules {
    /// The number of a square, from 1.
    ///
    /// In games written with letters this is the second way to name a square, counted from the top left
    /// corner seen from White.
    #[must_use]
    pub const fn number(&self, square: Square) -> u8 {
        let (file, rank) = self.board.file_and_rank(square);
        let (column, row) = self.counted_from(file, rank, self.number_corner());
        // Playable squares of a row stand one, or on diagonal boards two, columns apart.
        if self.board.full {
            row * self.board.columns + column + 1
        } else {
            row * (self.board.columns / 2) + column / 2 + 1
        }
    }

    /// The square with this number, if there is one.
    #[must_use]
    pub const fn square_of_number(&self, number: u32) -> Option<Square> {
        if number == 0 || number > self.board.squares() as u32 {
            return None;
        }
        let per_row = if self.board.full { self.board.columns } else { self.board.columns / 2 };
        let row = (number as u8 - 1) / per_row;
        let place = (number as u8 - 1) % per_row;
        let columns = if self.board.full { [place, place] } else { [2 * place, 2 * place + 1] };
        let (file, rank) = self.counted_from(columns[0], row, self.number_corner());
        match self.board.square_at(file, rank) {
            Some(square) => Some(square),
            None => {
                let (file, rank) = self.counted_from(columns[1], row, self.number_corner());
                self.board.square_at(file, rank)
            }
        }
    }

    /// File and rank of a square as its letters and digits say it, both from 0.
    #[must_use]
    pub const fn file_and_rank_named(&self, square: Square) -> (u8, u8) {
        let (file, rank) = self.board.file_and_rank(square);
        self.counted_from(file, rank, self.name_corner())
    }

    /// The square with this file and rank, both from 0 as letters and digits say it.
    #[must_use]
    pub const fn square_named(&self, file: u8, rank: u8) -> Option<Square> {
        if file >= self.board.columns || rank >= self.board.rows {
            return None;
        }
        let (file, rank) = self.counted_from(file, rank, self.name_corner());
        self.board.square_at(file, rank)
    }

    /// The square as the game writes it: `46` or `a1`.
    #[must_use]
    pub fn square_name(&self, square: Square) -> String {
        if self.numbering.algebraic {
            let (file, rank) = self.file_and_rank_named(square);
            format!("{}{}", char::from(b'a' + file), rank + 1)
        } else {
            self.number(square).to_string()
        }
    }

    /// The place of a square counted from the top left seen from White, whatever the variant calls it.
    pub(crate) fn number_from_top_left(&self, square: Square) -> u16 {
        let (file, rank) = self.board.file_and_rank(square);
        u16::from(self.board.rows - 1 - rank) * u16::from(self.board.columns) + u16::from(file)
    }

    /// The corner that names squares, seen from White.
    const fn name_corner(&self) -> Corner {
        match (self.numbering.seen_by, self.numbering.corner) {
            (Color::White, corner) => corner,
            (Color::Black, Corner::BottomLeft) => Corner::TopRight,
            (Color::Black, Corner::BottomRight) => Corner::TopLeft,
            (Color::Black, Corner::TopLeft) => Corner::BottomRight,
            (Color::Black, Corner::TopRight) => Corner::BottomLeft,
        }
    }

    /// The corner where numbers start, seen from White.
    const fn number_corner(&self) -> Corner {
        if self.numbering.algebraic { Corner::TopLeft } else { self.name_corner() }
    }

    /// Column and row counted from a corner, out of file and rank seen from White, and the other way.
    const fn counted_from(&self, file: u8, rank: u8, corner: Corner) -> (u8, u8) {
        let file_back = self.board.columns - 1 - file;
        let rank_back = self.board.rows - 1 - rank;
        match corner {
            Corner::BottomLeft => (file, rank),
            Corner::BottomRight => (file_back, rank),
            Corner::TopLeft => (file, rank_back),
            Corner::TopRight => (file_back, rank_back),
        }
    }
}

/// The two ways to write a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SquareText {
    /// `46`
    Number,
    /// `a1`
    Name,
}

impl Rules {
    /// How a text writes a square, if it has the form of one that this game knows.
    pub(crate) fn square_spelling(&self, text: &str) -> Option<SquareText> {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if digits(text) {
            return Some(SquareText::Number);
        }
        let rank = text.strip_prefix(|letter: char| letter.is_ascii_lowercase())?;
        (self.numbering.algebraic && digits(rank)).then_some(SquareText::Name)
    }

    /// The square a text names, with a number (leading zeros allowed) or, where the game writes letters,
    /// with a letter and a rank.
    ///
    /// ```
    /// use damier_draughts::Variant;
    /// use damier_draughts::variants::{International, Russian};
    ///
    /// assert_eq!(Russian::RULES.read_square("a1"), Russian::RULES.read_square("29"));
    /// assert_eq!(International::RULES.read_square("51"), None);
    /// ```
    #[must_use]
    pub fn read_square(&self, text: &str) -> Option<Square> {
        match self.square_spelling(text)? {
            SquareText::Number => self.square_of_number(text.parse().ok()?),
            SquareText::Name => {
                let (file, rank) = (text.as_bytes()[0] - b'a', &text[1..]);
                let rank: u8 = rank.parse().ok().filter(|_| !rank.starts_with('0'))?;
                self.square_named(file, rank - 1)
            }
        }
    }

    /// The squares of this board, for error messages.
    pub(crate) fn squares_in_words(&self) -> String {
        let last = self.board.squares();
        if !self.numbering.algebraic {
            return format!("1 to {last}");
        }
        let corner = format!("{}{}", char::from(b'a' + self.board.columns - 1), self.board.rows);
        let kind = if self.board.full { "squares" } else { "playing squares" };
        format!("the {kind} from a1 to {corner}, or 1 to {last}")
    }
}
