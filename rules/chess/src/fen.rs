//! FEN, X-FEN and Shredder-FEN.

use std::fmt::Write as _;

use boardgame::text::shortened;
use boardgame::{Color, FenError};

use crate::bitboard::Bitboard;
use crate::mode::Mode;
use crate::piece::{Piece, Role};
use crate::position::ChessPosition;
use crate::setup::Setup;
use crate::square::Square;

/// How castling rights are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingField {
    /// `KQkq` for the outermost rook of each side, the letter of the file for others: X-FEN, and FEN.
    Outermost,
    /// The letter of the file for every rook: Shredder-FEN.
    Files,
}

impl Setup {
    /// Reads FEN, X-FEN or Shredder-FEN. Missing clocks default to 0 and 1.
    ///
    /// # Errors
    ///
    /// The text is not a FEN. Whether the position is legal is not checked.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let Some(placement) = fields.next() else {
            return Err(FenError::Empty {
                expected: "a FEN such as rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            });
        };
        let mut setup = Self::empty(Color::White);
        setup.read_placement(placement)?;
        setup.turn = match fields.next() {
            Some("w") => Color::White,
            Some("b") => Color::Black,
            other => return Err(bad("side to move", other, "w or b")),
        };
        setup.read_castling(fields.next())?;
        setup.en_passant = match fields.next() {
            Some("-") => None,
            other => {
                let square = other.and_then(|text| text.parse().ok());
                Some(square.ok_or_else(|| bad("en passant square", other, "a square such as e3, or -"))?)
            }
        };
        let clock = fields.next();
        const CLOCK: &str = "a number from 0 to 65535";
        setup.halfmove_clock = clock.map_or(Ok(0), |text| number("half-move clock", text, 0, CLOCK))?;
        // Either both counters or neither.
        let count = fields.next();
        setup.fullmove_number = match count {
            Some(text) => number("move number", text, 1, "a number from 1 to 65535")?,
            None if clock.is_none() => 1,
            None => return Err(bad("move number", None, "a number from 1, or neither counter")),
        };
        match fields.next() {
            None => Ok(setup),
            extra => Err(bad("text after the move number", extra, "the end of the FEN")),
        }
    }

    fn read_placement(&mut self, placement: &str) -> Result<(), FenError> {
        const EXPECTED: &str = "eight ranks of eight squares, separated by /";
        let wrong = || bad("placement", Some(placement), EXPECTED);
        let mut ranks = placement.split('/');
        for rank in (0..8).rev() {
            let mut file = 0;
            for letter in ranks.next().ok_or_else(wrong)?.chars() {
                if let Some(empty @ 1..=8) = letter.to_digit(10) {
                    file += empty as u8;
                } else {
                    let piece = Piece::from_letter(letter).ok_or_else(|| {
                        bad("placement", Some(&letter.to_string()), "pieces PNBRQKpnbrqk and digits 1 to 8")
                    })?;
                    if file < 8 {
                        self.set(Square::at(file, rank), Some(piece));
                    }
                    file += 1;
                }
                if file > 8 {
                    return Err(wrong());
                }
            }
            if file != 8 {
                return Err(wrong());
            }
        }
        if ranks.next().is_some() { Err(wrong()) } else { Ok(()) }
    }

    /// `K` and `Q` mean the outermost rook on that side of the king; a letter of a file means that rook.
    fn read_castling(&mut self, field: Option<&str>) -> Result<(), FenError> {
        let wrong = || bad("castling rights", field, "letters from KQkq, rook files, or -");
        let text = field.ok_or_else(wrong)?;
        if text == "-" {
            return Ok(());
        }
        for letter in text.chars() {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let home = if color == Color::White { 0 } else { 7 };
            let king = self.king(color)?;
            let rooks = self.squares_of(Piece { color, role: Role::Rook }) & Bitboard::rank(home);
            let mut rooks = rooks.into_iter().filter(|_| king.rank() == home);
            let rook = match letter.to_ascii_lowercase() {
                'k' => rooks.rfind(|&rook| rook > king),
                'q' => rooks.find(|&rook| rook < king),
                file @ 'a'..='h' => Some(Square::at(file as u8 - b'a', home)),
                _ => return Err(wrong()),
            };
            let found = format!("castling right {letter} without a matching rook");
            let expected = "the king and rook on their home rank".to_owned();
            let rook = rook.ok_or(FenError::Illegal { found, expected })?;
            if self.castling.contains(rook) {
                return Err(bad("castling rights", field, "each right once"));
            }
            self.castling |= rook.into();
        }
        Ok(())
    }
}

impl<M: Mode> ChessPosition<M> {
    /// Writes the position as FEN with the given castling field.
    ///
    /// ```
    /// use boardgame::{Notation, PositionExt};
    /// use damier_chess::{CastlingField, Chess960};
    ///
    /// let position = Chess960::from_fen("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1")?;
    /// assert_eq!(position.to_fen(), "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1");
    /// let x_fen = position.write_fen(CastlingField::Outermost);
    /// assert_eq!(x_fen, "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1");
    /// # Ok::<(), boardgame::FenError>(())
    /// ```
    #[must_use]
    pub fn write_fen(&self, castling: CastlingField) -> String {
        let mut text = String::with_capacity(80);
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                match self.piece_at(Square::at(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        push_digit(&mut text, empty);
                        empty = 0;
                        text.push(piece.letter());
                    }
                }
            }
            push_digit(&mut text, empty);
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push(if self.turn == Color::White { 'w' } else { 'b' });
        text.push(' ');
        self.push_castling(&mut text, castling);
        match self.board.en_passant {
            None => text.push_str(" -"),
            Some(square) => {
                text.push(' ');
                text.push_str(square.name());
            }
        }
        let _ = write!(text, " {} {}", self.halfmove_clock, self.fullmove_number);
        text
    }

    fn push_castling(&self, text: &mut String, style: CastlingField) {
        if self.board.castling.is_empty() {
            text.push('-');
        }
        for color in Color::ALL {
            let own = self.board.castling & self.pieces(color);
            // The h-side comes first.
            for rook in own.into_iter().rev() {
                let letter =
                    match style {
                        CastlingField::Outermost if self.is_outermost(color, rook) => {
                            if rook > self.king(color) { 'k' } else { 'q' }
                        }
                        _ => rook.file_letter(),
                    };
                text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
    }

    /// Whether this is the outermost rook on its side of the king.
    fn is_outermost(&self, color: Color, rook: Square) -> bool {
        let rooks = self.role(Role::Rook) & self.pieces(color) & Bitboard::rank(rook.rank());
        !rooks.into_iter().any(|other| if rook > self.king(color) { other > rook } else { other < rook })
    }
}

fn push_digit(text: &mut String, empty: u8) {
    if empty > 0 {
        text.push(char::from(b'0' + empty));
    }
}

fn number(field: &'static str, text: &str, least: u16, expected: &'static str) -> Result<u16, FenError> {
    let number = plain_number(text).filter(|&number| number >= least);
    number.ok_or_else(|| bad(field, Some(text), expected))
}

/// A number without sign or spaces that fits the type.
pub(crate) fn plain_number(text: &str) -> Option<u16> {
    let digits_only = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits_only)
}

fn bad(field: &'static str, found: Option<&str>, expected: &'static str) -> FenError {
    FenError::BadField { field, found: shortened(found.unwrap_or_default()), expected }
}
