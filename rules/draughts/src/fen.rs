//! Positions as text: the FEN of PDN 3.0, with the counters that Lidraughts adds.
//!
//! ```text
//! W:W31-50:B1-20            side to move, then the squares of each color, in either order
//! B:WK3,28:B12,K45          K before a square, or before a range, makes kings
//! W:Wa1,c3,Kd4:Bh8          letters where the game writes letters; numbers are read there too
//! W:WK46,40:BK5:H12:F33     plies of the active draw rule, number of the move
//! W:WK46,40:BK5,12:H2:F9:+105+146    Frisian king moves in a row: first Black's king, then White's
//! ```

use boardgame::{Color, FenError};

use crate::any_variant::AnyVariant;
use crate::board::Square;
use crate::draw_clocks::Ending;
use crate::king_runs::Extra;
use crate::numbering::SquareText;
use crate::position::{Draughts, Piece, Role};
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::setup::{Counters, Setup};
use crate::variants::Variant;
use boardgame::text::shortened;

const EXAMPLE: &str = "a text such as W:W31-50:B1-20";

impl<V: Variant> Setup<V> {
    /// Reads a described position. Only the text is checked here; [`position`](Self::position) checks whether the rules
    /// allow the position.
    ///
    /// ```
    /// use damier_draughts::Setup;
    /// use damier_draughts::variants::International;
    ///
    /// let setup = Setup::<International>::from_fen("W:W31-50:B1-20:H0:F12")?;
    /// assert_eq!(setup.counters.move_number, Some(12));
    /// assert!(setup.position().is_ok());
    /// # Ok::<(), boardgame::FenError>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Self::read_fen((), fen)
    }
}

impl<V: Ruleset> Setup<V> {
    /// Reads a described position of a variant.
    pub fn read_fen(handle: V::Handle, fen: &str) -> Result<Self, FenError> {
        Ok(read(V::any(handle), fen)?.convert(handle))
    }

    /// Writes the squares and the side to move, without counters.
    #[must_use]
    pub fn to_fen(&self) -> String {
        self.any().write()
    }
}

fn read(variant: AnyVariant, fen: &str) -> Result<Setup<AnyVariant>, FenError> {
    let text = fen.trim();
    let text = text.strip_suffix('.').unwrap_or(text);
    if text.is_empty() {
        return Err(FenError::Empty { expected: EXAMPLE });
    }
    let mut sections = text.split(':');
    let side = sections.next().unwrap_or_default();
    let turn = Color::ALL.into_iter().find(|color| is_letter(side, color.letter()));
    let turn = turn.ok_or_else(|| bad("side to move", side, "W or B"))?;
    let mut reader = Reader {
        setup: Setup::empty_of(variant, turn),
        rules: variant.rules(),
        seen: Seen::default(),
        spelling: None,
    };
    for section in sections {
        reader.section(section)?;
    }
    reader.finish()
}

impl Setup<AnyVariant> {
    fn write(&self) -> String {
        let mut text = String::from(self.turn.letter());
        for color in Color::ALL {
            text.push(':');
            text.push(color.letter());
            let mut squares: Vec<Square> = self.pieces(color).into_iter().collect();
            squares.sort_by_key(|&square| self.rules().writing_order(square));
            for (index, square) in squares.into_iter().enumerate() {
                text.push_str(if index == 0 { "" } else { "," });
                text.push_str(if self.kings().contains(square) { "K" } else { "" });
                text.push_str(&self.rules().square_name(square));
            }
        }
        text
    }
}

impl<V: Ruleset> Draughts<V> {
    /// Writes the position. If counts of consecutive king moves affect which moves are legal, their group follows, so
    /// that the text gives the same position again.
    pub(crate) fn write_fen(&self) -> String {
        let mut text = Setup::from(self).to_fen();
        if Color::ALL.into_iter().any(|color| self.extra.run(color).is_some()) {
            text.push_str(&self.king_runs_text());
        }
        text
    }

    /// The group of king moves in a row: `:+246+0`. Black first: so does Lidraughts (its `exportKingMoves`).
    fn king_runs_text(&self) -> String {
        let of_color = |color| match self.extra.run(color) {
            Some((square, moves)) => format!("+{moves}{:02}", self.rules().number(square)),
            None => "+0".to_string(),
        };
        format!(":{}{}", of_color(Color::Black), of_color(Color::White))
    }

    /// Writes the position with the counters of Lidraughts: `:H` with the plies of the draw rule that is
    /// active, `:F` with the number of the move (from 1), and in Frisian draughts the king moves in a row.
    ///
    /// ```
    /// use damier_draughts::Draughts;
    /// use damier_draughts::variants::English;
    ///
    /// let start = Draughts::<English>::start();
    /// assert!(start.to_fen_with_counters(1).ends_with(":H0:F1"));
    /// ```
    #[must_use]
    pub fn to_fen_with_counters(&self, move_number: u32) -> String {
        let mut text = Setup::from(self).to_fen();
        let clocks = self.clocks;
        let plies = if clocks.ending() == Ending::Open { clocks.quiet() } else { clocks.in_ending() };
        text.push_str(&format!(":H{plies}:F{}", move_number.max(1)));
        if self.rules().king_run_limit.is_some() {
            text.push_str(&self.king_runs_text());
        }
        text
    }
}

/// The sections read so far.
#[derive(Default)]
struct Seen {
    colors: [bool; 2],
    plies: bool,
    move_number: bool,
    king_runs: bool,
}

struct Reader {
    setup: Setup<AnyVariant>,
    rules: &'static Rules,
    seen: Seen,
    /// Numbers or letters, as soon as one square was read: a text uses one of them.
    spelling: Option<SquareText>,
}

impl Reader {
    fn section(&mut self, section: &str) -> Result<(), FenError> {
        let mut characters = section.chars();
        match characters.next() {
            Some('W') => self.color(Color::White, characters.as_str()),
            Some('B') => self.color(Color::Black, characters.as_str()),
            Some('H') => self.plies(characters.as_str()),
            Some('F') => self.move_number(characters.as_str()),
            Some('+') if self.rules.king_run_limit.is_some() => self.king_runs(characters.as_str()),
            // Unknown groups are ignored, but garbage is not a group.
            Some('A'..='Z' | '+') if section.bytes().all(|byte| byte.is_ascii_graphic()) => Ok(()),
            _ => Err(bad("section", section, "W or B with squares, or a group such as H0")),
        }
    }

    fn color(&mut self, color: Color, items: &str) -> Result<(), FenError> {
        let expected = "each color once";
        once(&mut self.seen.colors[color as usize], "color section", items, expected)?;
        if items.is_empty() {
            return Ok(());
        }
        items.split(',').try_for_each(|item| self.item(color, item))
    }

    /// One square, or a range of numbers, with or without a `K` before it.
    fn item(&mut self, color: Color, item: &str) -> Result<(), FenError> {
        if item.starts_with(['G', 'P']) {
            return Err(bad("piece", item, "no piece that is being captured: finish the capture first"));
        }
        let (role, squares) = match item.strip_prefix('K') {
            Some(squares) => (Role::King, squares),
            None => (Role::Man, item),
        };
        let piece = Piece { color, role };
        let Some((first, last)) = squares.split_once('-') else {
            let square = self.square(squares, item)?;
            return self.put(piece, square);
        };
        let (first, last) = (self.square(first, item)?, self.square(last, item)?);
        if self.spelling == Some(SquareText::Name) {
            return Err(bad("range", item, "squares one by one: ranges are for numbers"));
        }
        let (first, last) = (self.rules.number(first), self.rules.number(last));
        if first > last {
            return Err(bad("range", item, "the lower number first"));
        }
        (first..=last)
            .filter_map(|number| self.rules.square_of_number(number.into()))
            .try_for_each(|square| self.put(piece, square))
    }

    fn square(&mut self, text: &str, item: &str) -> Result<Square, FenError> {
        let expected = if self.rules.numbering.algebraic { "a square such as c3 or 22" } else { "a number" };
        let Some(spelling) = self.rules.square_spelling(text) else {
            return Err(bad("square", item, expected));
        };
        if *self.spelling.get_or_insert(spelling) != spelling {
            return Err(bad("square", item, "either numbers or letters, not both"));
        }
        self.rules.read_square(text).ok_or_else(|| FenError::NoSuchSquare {
            found: shortened(text),
            expected: self.rules.squares_in_words(),
        })
    }

    fn put(&mut self, piece: Piece, square: Square) -> Result<(), FenError> {
        if self.setup.piece_at(square).is_some() {
            return Err(FenError::SquareTwice { square: self.rules.square_name(square) });
        }
        self.setup.set(square, Some(piece));
        Ok(())
    }

    fn plies(&mut self, digits: &str) -> Result<(), FenError> {
        once(&mut self.seen.plies, "half-move clock", digits, "one group H")?;
        let plies = number(digits).ok_or_else(|| bad("half-move clock", digits, "H and a number"))?;
        // Counters stop at 255, beyond every limit.
        let plies = u8::try_from(plies).unwrap_or(u8::MAX);
        self.setup.counters = Counters { quiet: plies, in_ending: plies, ..self.setup.counters };
        Ok(())
    }

    fn move_number(&mut self, digits: &str) -> Result<(), FenError> {
        once(&mut self.seen.move_number, "move number", digits, "one group F")?;
        let number = number(digits).filter(|&number| number > 0);
        let number = number.ok_or_else(|| bad("move number", digits, "F and a number from 1"))?;
        self.setup.counters.move_number = Some(number);
        Ok(())
    }

    /// `n[sq]+n[sq]`, after the first plus: Black's king, then White's.
    fn king_runs(&mut self, group: &str) -> Result<(), FenError> {
        const EXPECTED: &str = "two counts, each with the king's two digits if not zero, as +0+246";
        once(&mut self.seen.king_runs, "king moves", group, "one group of king moves")?;
        let error = || bad("king moves", group, EXPECTED);
        let (black, white) = group.split_once('+').ok_or_else(error)?;
        for (color, run) in [(Color::Black, black), (Color::White, white)] {
            let run = match run.as_bytes() {
                b"0" => None,
                [count @ b'1'..=b'9', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
                    let number = u32::from(tens - b'0') * 10 + u32::from(ones - b'0');
                    let square = self.rules.square_of_number(number).ok_or_else(error)?;
                    Some((square, count - b'0'))
                }
                _ => return Err(error()),
            };
            self.setup.counters.king_runs[color as usize] = run;
        }
        Ok(())
    }

    fn finish(self) -> Result<Setup<AnyVariant>, FenError> {
        for color in Color::ALL {
            if !self.seen.colors[color as usize] {
                let expected = match color {
                    Color::White => "a section W with White's squares",
                    Color::Black => "a section B with Black's squares",
                };
                return Err(bad("color section", "", expected));
            }
        }
        Ok(self.setup)
    }
}

impl Rules {
    /// The place of a square in written lists: by number, or by name where names are written.
    fn writing_order(&self, square: Square) -> (u8, u8) {
        if self.numbering.algebraic { self.file_and_rank_named(square) } else { (0, self.number(square)) }
    }
}

fn is_letter(text: &str, letter: char) -> bool {
    text.chars().eq([letter])
}

/// Marks a section as read; a second one is an error.
fn once(seen: &mut bool, field: &'static str, found: &str, expected: &'static str) -> Result<(), FenError> {
    if std::mem::replace(seen, true) { Err(bad(field, found, expected)) } else { Ok(()) }
}

/// A number made of digits only: `parse` would accept a plus sign too.
fn number(digits: &str) -> Option<u32> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

fn bad(field: &'static str, found: &str, expected: &'static str) -> FenError {
    FenError::BadField { field, found: shortened(found), expected }
}
