//! The parts of an EPD line, for any game: the fields of a position, then operations that end with `;`.
//!
//! ```
//! use damier_boardgame::epd;
//!
//! let line = r#"4k3/8/8/8/8/8/8/4K2R w K - hmvc 3; bm O-O; c0 "one; two";"#;
//! let (position, clock_fields, rest) = epd::split_position(line);
//! assert_eq!((position, clock_fields), ("4k3/8/8/8/8/8/8/4K2R w K -", None));
//! let operations = epd::operations(rest);
//! assert_eq!(operations, ["hmvc 3", "bm O-O", r#"c0 "one; two""#]);
//! assert_eq!(epd::split_opcode(operations[1]), ("bm", "O-O"));
//! let fen = epd::fen(position, epd::clocks(clock_fields, &operations)?);
//! assert_eq!(fen, "4k3/8/8/8/8/8/8/4K2R w K - 3 1");
//! assert_eq!(epd::write(&fen, &operations), line);
//! # Ok::<(), epd::ClockError>(())
//! ```

use thiserror::Error;

use crate::text::shortened;

/// The opcodes of the clocks of a chess position, in the order of FEN, each with its default.
pub const CLOCKS: [(&str, &str); 2] = [("hmvc", "0"), ("fmvn", "1")];

/// Splits off the first fields of a text, which end at white space or `;`.
#[must_use]
pub fn split_fields(text: &str, count: usize) -> (&str, &str) {
    let text = text.trim_start();
    let rest = (0..count).fold(text, |rest, _| {
        let rest = rest.trim_start();
        rest.find(|letter: char| letter.is_whitespace() || letter == ';').map_or("", |end| &rest[end..])
    });
    (text[..text.len() - rest.len()].trim_end(), rest.trim_start())
}

/// The clocks of a position; `None` for one that the line does not have.
pub type EpdClocks<'a> = [Option<&'a str>; CLOCKS.len()];

/// Why the clocks of a line cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ClockError {
    /// The operand of a clock is not one number.
    #[error("{opcode} is {found:?}, expected a number")]
    NotANumber {
        /// `hmvc` or `fmvn`.
        opcode: &'static str,
        /// The operands found, shortened.
        found: String,
    },
    /// A line has two values for one clock.
    #[error("{opcode} is given twice, {earlier:?} and {found:?}: expected one of them")]
    Contradiction {
        /// `hmvc` or `fmvn`.
        opcode: &'static str,
        /// The first value.
        earlier: String,
        /// The other value, shortened.
        found: String,
    },
}

/// Splits a line into the fields of its position, the clocks of a FEN if they follow, and the text of the operations.
///
/// A chess position, which has slashes, has four fields besides the clocks; a position of draughts has one.
#[must_use]
pub fn split_position(line: &str) -> (&str, Option<[&str; 2]>, &str) {
    if !split_fields(line, 1).0.contains('/') {
        let (position, rest) = split_fields(line, 1);
        return (position, None, rest);
    }
    let (position, rest) = split_fields(line, 4);
    let (clocks, rest) = split_clocks(rest);
    (position, clocks, rest)
}

/// Splits off the two clocks of a FEN, if the text starts with two numbers.
#[must_use]
pub fn split_clocks(text: &str) -> (Option<[&str; 2]>, &str) {
    let (first, rest) = split_fields(text, 1);
    let (second, rest) = split_fields(rest, 1);
    if is_number(first) && is_number(second) { (Some([first, second]), rest) } else { (None, text) }
}

/// The part of a text up to the `;` that ends an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment<'a> {
    /// The operation without white space around it; empty between two `;`.
    pub text: &'a str,
    /// How it ends.
    pub end: SegmentEnd,
}

/// How an operation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentEnd {
    /// With `;`.
    Semicolon,
    /// With the text.
    Text,
    /// With the text, inside a quote.
    OpenQuote,
}

/// Splits a text at every `;` that is not in quotes. White space after the last `;` is not a segment.
pub fn segments(text: &str) -> impl Iterator<Item = Segment<'_>> {
    let mut rest = text.trim();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut is_quoted = false;
        let end = rest.bytes().position(|byte| {
            is_quoted ^= byte == b'"';
            byte == b';' && !is_quoted
        });
        let (segment, after, end) = match end {
            Some(index) => (&rest[..index], &rest[index + 1..], SegmentEnd::Semicolon),
            None if is_quoted => (rest, "", SegmentEnd::OpenQuote),
            None => (rest, "", SegmentEnd::Text),
        };
        rest = after.trim_start();
        Some(Segment { text: segment.trim_end(), end })
    })
}

/// The operations of a text, without their `;`. A leading `;`, as in perft suites, is ignored. Two `;` in a row give an
/// empty operation.
#[must_use]
pub fn operations(text: &str) -> Vec<&str> {
    let text = text.trim_start();
    segments(text.strip_prefix(';').unwrap_or(text)).map(|segment| segment.text).collect()
}

/// The opcode and the operands of an operation.
#[must_use]
pub fn split_opcode(operation: &str) -> (&str, &str) {
    let (opcode, operands) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
    (opcode, operands.trim())
}

/// The clocks of a line, from the fields of a FEN or from the operations.
///
/// # Errors
///
/// A clock is not a number, or the line has different values for one.
pub fn clocks<'a>(
    fields: Option<[&'a str; CLOCKS.len()]>,
    operations: &[&'a str],
) -> Result<EpdClocks<'a>, ClockError> {
    let mut clocks: EpdClocks<'a> = fields.map_or([None; CLOCKS.len()], |fields| fields.map(Some));
    for operation in operations {
        let (found, operands) = split_opcode(operation);
        for ((opcode, _), clock) in CLOCKS.into_iter().zip(&mut clocks) {
            if opcode != found {
                continue;
            }
            if !is_number(operands) {
                return Err(ClockError::NotANumber { opcode, found: shortened(operands) });
            }
            if let Some(earlier) = clock.replace(operands).filter(|&earlier| earlier != operands) {
                let (earlier, found) = (shortened(earlier), shortened(operands));
                return Err(ClockError::Contradiction { opcode, earlier, found });
            }
        }
    }
    Ok(clocks)
}

/// The FEN of a position with clocks: both, each the default if the line does not have it. A position with fields
/// missing gets none, since they would take the place of those.
#[must_use]
pub fn fen(position: &str, clocks: EpdClocks<'_>) -> String {
    if position.split_whitespace().count() < 4 {
        return position.to_owned();
    }
    let [quiet, number] = [0, 1].map(|index| clocks[index].unwrap_or(CLOCKS[index].1));
    format!("{position} {quiet} {number}")
}

/// Writes a position with operations after it.
///
/// The clocks of a chess FEN become operations. Where `operations` has them, they stand there with the value of the FEN;
/// otherwise they come first, unless they have their defaults.
#[must_use]
pub fn write(fen: &str, operations: &[impl AsRef<str>]) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let (position, clocks) = fields.split_at(if fields.len() == 6 { 4 } else { fields.len() });
    let clocks: Vec<_> = CLOCKS.into_iter().zip(clocks).collect();
    let mut line = position.join(" ");
    for ((opcode, default), clock) in &clocks {
        let is_there = operations.iter().any(|operation| split_opcode(operation.as_ref()).0 == *opcode);
        if clock != &default && !is_there {
            line.push_str(&format!(" {opcode} {clock};"));
        }
    }
    for operation in operations.iter().map(AsRef::as_ref) {
        match clocks.iter().find(|((opcode, _), _)| split_opcode(operation).0 == *opcode) {
            Some(((opcode, _), clock)) => line.push_str(&format!(" {opcode} {clock};")),
            None => line.push_str(&format!(" {operation};")),
        }
    }
    line
}

/// An operation whose operand is a text. EPD cannot write a quote inside it, so quotes become apostrophes.
#[must_use]
pub fn text_operation(opcode: &str, text: &str) -> String {
    format!("{opcode} \"{}\"", text.replace('"', "'"))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_end_at_blanks_and_semicolons() {
        assert_eq!(split_fields(" W:W1:B2 ;D1 9", 1), ("W:W1:B2", ";D1 9"));
        assert_eq!(split_fields("W:W1:B2;D1 9", 1), ("W:W1:B2", ";D1 9"));
        assert_eq!(split_fields("8/8 w - - 0 1 bm a1;", 4), ("8/8 w - -", "0 1 bm a1;"));
        assert_eq!(split_fields("8/8 w", 4), ("8/8 w", ""));
        assert_eq!(split_fields("", 1), ("", ""));
    }

    #[test]
    fn clocks_are_two_numbers() {
        assert_eq!(split_clocks("0 1 ;D1 20"), (Some(["0", "1"]), ";D1 20"));
        assert_eq!(split_clocks("0 1;D1 20"), (Some(["0", "1"]), ";D1 20"));
        for other in ["bm e4;", "0 bm e4;", "-1 1", "", "0"] {
            assert_eq!(split_clocks(other), (None, other));
        }
    }

    #[test]
    fn operations_end_with_semicolons() {
        assert_eq!(operations(";D1 20 ;D2 400"), ["D1 20", "D2 400"]);
        assert_eq!(operations(" D1 20; D2 400; "), ["D1 20", "D2 400"]);
        assert_eq!(operations("bm e4;; am e5;"), ["bm e4", "", "am e5"]);
        assert_eq!(operations("c0 \"open; quote"), ["c0 \"open; quote"]);
        assert!(operations("").is_empty() && operations(" ; ").is_empty());
        assert_eq!(split_opcode("bm e4 d4"), ("bm", "e4 d4"));
        assert_eq!(split_opcode("noop"), ("noop", ""));
    }

    #[test]
    fn segments_say_how_they_end() {
        use SegmentEnd::{OpenQuote, Semicolon, Text};
        let read = |text| segments(text).map(|segment| (segment.text, segment.end)).collect::<Vec<_>>();
        assert_eq!(
            read(" ;bm e4 ; c0 \"a;b\""),
            [("", Semicolon), ("bm e4", Semicolon), ("c0 \"a;b\"", Text)]
        );
        assert_eq!(read("c0 \"a; "), [("c0 \"a;", OpenQuote)]);
        assert_eq!(read("noop; "), [("noop", Semicolon)]);
        assert_eq!(read(" "), []);
    }

    #[test]
    fn positions_have_one_field_or_four() {
        assert_eq!(split_position("W:W1:B2 3 4;"), ("W:W1:B2", None, "3 4;"));
        assert_eq!(split_position("8/8 w - - 3 4;D1 2"), ("8/8 w - -", Some(["3", "4"]), ";D1 2"));
        assert_eq!(split_position("8/8 w - - bm a1;"), ("8/8 w - -", None, "bm a1;"));
        assert_eq!(split_position(""), ("", None, ""));
    }

    #[test]
    fn clocks_come_from_fields_and_operations() {
        assert_eq!(clocks(None, &["bm e4"]), Ok([None, None]));
        assert_eq!(clocks(Some(["3", "9"]), &["hmvc 3"]), Ok([Some("3"), Some("9")]));
        assert_eq!(clocks(None, &["fmvn 7"]), Ok([None, Some("7")]));
        for bad in ["hmvc", "hmvc -1", "fmvn 1 2"] {
            assert!(matches!(clocks(None, &[bad]), Err(ClockError::NotANumber { .. })), "{bad}");
        }
        let error = clocks(Some(["3", "9"]), &["hmvc 4"]).unwrap_err();
        assert_eq!(error.to_string(), "hmvc is given twice, \"3\" and \"4\": expected one of them");
        assert_eq!(fen("8/8 w - -", [None, Some("7")]), "8/8 w - - 0 7");
        assert_eq!(fen("8/8 w", [None, Some("7")]), "8/8 w");
    }

    #[test]
    fn clocks_are_written_as_operations() {
        let none: [&str; 0] = [];
        assert_eq!(write("8/8 w - - 0 1", &none), "8/8 w - -");
        assert_eq!(write("8/8 w - - 3 1", &["bm a1", "fmvn 9"]), "8/8 w - - hmvc 3; bm a1; fmvn 1;");
        assert_eq!(write("W:W1:B2", &["bm 1-6"]), "W:W1:B2 bm 1-6;");
        assert_eq!(text_operation("id", "a \"b\""), "id \"a 'b'\"");
    }
}
