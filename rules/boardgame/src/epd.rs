//! The parts of an EPD line, for any game: the fields of a position, then operations that end with `;`.
//!
//! ```
//! use damier_boardgame::epd;
//!
//! let line = r#"4k3/8/8/8/8/8/8/4K2R w K - hmvc 3; bm O-O; c0 "one; two";"#;
//! let (position, rest) = epd::split_fields(line, 4);
//! assert_eq!(position, "4k3/8/8/8/8/8/8/4K2R w K -");
//! let operations = epd::operations(rest);
//! assert_eq!(operations, ["hmvc 3", "bm O-O", r#"c0 "one; two""#]);
//! assert_eq!(epd::split_opcode(operations[1]), ("bm", "O-O"));
//! ```

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

/// Splits off the two clocks of a FEN, if the text starts with two numbers.
#[must_use]
pub fn split_clocks(text: &str) -> (Option<[&str; 2]>, &str) {
    let is_number = |field: &str| !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
    let (first, rest) = split_fields(text, 1);
    let (second, rest) = split_fields(rest, 1);
    if is_number(first) && is_number(second) { (Some([first, second]), rest) } else { (None, text) }
}

/// The operations of a text, without their `;`. A leading `;`, as in perft suites, is ignored, and a `;` in quotes is
/// part of an operand. Two `;` in a row give an empty operation.
#[must_use]
pub fn operations(text: &str) -> Vec<&str> {
    let text = text.trim();
    let text = text.strip_prefix(';').unwrap_or(text);
    if text.is_empty() {
        return Vec::new();
    }
    let text = text.strip_suffix(';').unwrap_or(text);
    let mut is_quoted = false;
    let ends_operation = |letter: char| {
        is_quoted ^= letter == '"';
        letter == ';' && !is_quoted
    };
    text.split(ends_operation).map(str::trim).collect()
}

/// The opcode and the operands of an operation.
#[must_use]
pub fn split_opcode(operation: &str) -> (&str, &str) {
    let (opcode, operands) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
    (opcode, operands.trim())
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
}
