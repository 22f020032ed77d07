//! EPD: a position without clocks, followed by operations.

use boardgame::{FenError, MoveError, MoveStyle, Notation};
use thiserror::Error;

use crate::fen::{CastlingField, shortened};
use crate::mode::Mode;
use crate::moves::Move;
use crate::position::ChessPosition;
use crate::setup::Setup;

/// A position with operations, as test suites give them.
///
/// ```
/// use chess::{Epd, Standard};
///
/// let text = r#"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "back rank";"#;
/// let epd: Epd<Standard> = text.parse()?;
/// assert_eq!(epd.operand("id"), Some("back rank"));
/// let best = epd.moves("bm")?;
/// assert_eq!((best[0].from(), best[0].to()), (chess::Square::A1, chess::Square::A8));
/// assert_eq!(epd.to_string(), text);
/// # Ok::<(), chess::EpdError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd<M: Mode> {
    /// The position. `hmvc` and `fmvn` among the operations set its clocks.
    pub position: ChessPosition<M>,
    /// The operations in their order.
    pub operations: Vec<Operation>,
}

/// An operation: a code and its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// What it is, such as `bm` for the best moves.
    pub code: String,
    /// Its operands, without quotes.
    pub operands: Vec<String>,
}

/// Why a text is not EPD.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EpdError {
    /// The first four fields are not a position.
    #[error(transparent)]
    Position(#[from] FenError),
    /// An operation does not have the form it should have.
    #[error("bad operation {found:?}, expected {expected}")]
    Operation {
        /// What stood there, shortened.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// An operand is not a legal move of the position.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl<M: Mode> Epd<M> {
    /// The first operand of an operation, if there is one.
    #[must_use]
    pub fn operand(&self, code: &str) -> Option<&str> {
        self.operands(code).first().map(String::as_str)
    }

    /// The operands of an operation; none if it is not there.
    #[must_use]
    pub fn operands(&self, code: &str) -> &[String] {
        let operation = self.operations.iter().find(|operation| operation.code == code);
        operation.map_or(&[], |operation| &operation.operands)
    }

    /// The moves of an operation such as `bm` or `am`.
    ///
    /// # Errors
    ///
    /// An operand is not a legal move of the position.
    pub fn moves(&self, code: &str) -> Result<Vec<Move>, EpdError> {
        let read = |text: &String| self.position.read_move(text, MoveStyle::Record);
        Ok(self.operands(code).iter().map(read).collect::<Result<_, _>>()?)
    }
}

impl<M: Mode> std::str::FromStr for Epd<M> {
    type Err = EpdError;

    /// Operations end with `;`. One may stand before the first too, as in perft suites: `;D1 20 ;D2 400`.
    fn from_str(text: &str) -> Result<Self, EpdError> {
        let (fields, rest) = split_fields(text);
        let mut setup = Setup::from_fen(fields)?;
        let operations = read_operations(rest)?;
        for Operation { code, operands } in &operations {
            let clock = match code.as_str() {
                "hmvc" => &mut setup.halfmove_clock,
                "fmvn" => &mut setup.fullmove_number,
                _ => continue,
            };
            let digits_only = |text: &&String| text.bytes().all(|byte| byte.is_ascii_digit());
            let number = operands.first().filter(digits_only).and_then(|text| text.parse().ok());
            *clock = number.ok_or_else(|| bad(&operands.join(" "), "a number from 0 to 65535"))?;
        }
        Ok(Self { position: setup.position().map_err(FenError::from)?, operations })
    }
}

impl<M: Mode> std::fmt::Display for Epd<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let castling = if M::CHESS960 { CastlingField::Files } else { CastlingField::Outermost };
        f.write_str(&self.position.write_epd_fields(castling))?;
        for Operation { code, operands } in &self.operations {
            write!(f, " {code}")?;
            for operand in operands {
                // What could be read as something else, and what people write, stands in quotes.
                let is_text = operand.is_empty() || operand.contains(|c: char| c.is_whitespace() || c == ';');
                let is_text = is_text || matches!(code.as_str(), "id") || is_comment(code);
                if is_text { write!(f, " \"{operand}\"")? } else { write!(f, " {operand}")? }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

/// `c0` to `c9`.
fn is_comment(code: &str) -> bool {
    matches!(code.as_bytes(), [b'c', b'0'..=b'9'])
}

/// The first four fields and what follows them.
fn split_fields(text: &str) -> (&str, &str) {
    let mut rest = text.trim_start();
    for _ in 0..4 {
        rest = rest.find(char::is_whitespace).map_or("", |end| rest[end..].trim_start());
    }
    let end = text.len() - rest.len();
    (&text[..end], rest)
}

fn read_operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    let mut rest = text.trim();
    rest = rest.strip_prefix(';').unwrap_or(rest).trim_start();
    while !rest.is_empty() {
        let (operation, after) = read_operation(rest)?;
        operations.push(operation);
        rest = after.trim_start();
    }
    Ok(operations)
}

/// One operation up to its `;` or the end of the text, and what follows.
fn read_operation(text: &str) -> Result<(Operation, &str), EpdError> {
    let end = text.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(text.len());
    let (code, mut rest) = text.split_at(end);
    if !code.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(bad(text, "an operation such as bm Nf3; that begins with a letter"));
    }
    let mut operands = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            break;
        } else if let Some(after) = rest.strip_prefix(';') {
            rest = after;
            break;
        } else if let Some(quoted) = rest.strip_prefix('"') {
            let end = quoted.find('"').ok_or_else(|| bad(rest, "a quote at the end of the text"))?;
            operands.push(quoted[..end].to_owned());
            rest = &quoted[end + 1..];
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
            // There is no way to write a quote within quotes.
            if rest[..end].contains('"') {
                return Err(bad(rest, "quotes around the whole text only"));
            }
            operands.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
    }
    Ok((Operation { code: code.to_owned(), operands }, rest))
}

fn bad(found: &str, expected: &'static str) -> EpdError {
    EpdError::Operation { found: shortened(found), expected }
}
