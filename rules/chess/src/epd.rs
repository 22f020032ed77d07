//! EPD: a position without clocks, followed by operations.

use boardgame::epd::ClockError;
use boardgame::{FenError, MoveError, MoveStyle, Notation, epd};
use thiserror::Error;

use crate::fen::CastlingField;
use crate::mode::Mode;
use crate::moves::Move;
use crate::position::ChessPosition;
use crate::setup::Setup;
use boardgame::text::shortened;

/// A position with operations, as test suites give them.
///
/// ```
/// use damier_chess::{Epd, Standard};
///
/// let text = r#"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "back rank";"#;
/// let epd: Epd<Standard> = text.parse()?;
/// assert_eq!(epd.operand("id"), Some("back rank"));
/// let best = epd.moves("bm")?;
/// assert_eq!((best[0].from(), best[0].to()), (damier_chess::Square::A1, damier_chess::Square::A8));
/// assert_eq!(epd.to_string(), text);
/// # Ok::<(), damier_chess::EpdError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd<M: Mode> {
    /// The position. `hmvc` and `fmvn` among the operations set its clocks.
    pub position: ChessPosition<M>,
    /// The operations in their order.
    pub operations: Vec<Operation>,
}

/// An operation: an opcode and its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    // Private, so that every operation can be written.
    code: String,
    operands: Vec<String>,
}

impl Operation {
    /// An operation such as `bm` with the best moves.
    ///
    /// # Errors
    ///
    /// The opcode does not start with a letter or contains spaces, or an operand contains a quote: EPD cannot write
    /// these.
    pub fn new(code: &str, operands: impl IntoIterator<Item = String>) -> Result<Self, EpdError> {
        let is_code = code.starts_with(|c: char| c.is_ascii_alphabetic())
            && !code.contains(|c: char| c.is_whitespace() || matches!(c, ';' | '"'));
        if !is_code {
            return Err(bad(code, "an opcode such as bm, which starts with a letter and has no spaces"));
        }
        let operands: Vec<String> = operands.into_iter().collect();
        if let Some(operand) = operands.iter().find(|operand| operand.contains('"')) {
            return Err(bad(operand, "an operand without quotes"));
        }
        Ok(Self { code: code.to_owned(), operands })
    }

    /// The opcode, such as `bm` for the best moves.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Its operands, without quotes.
    #[must_use]
    pub fn operands(&self) -> &[String] {
        &self.operands
    }
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
        /// The text found, shortened.
        found: String,
        /// What is expected.
        expected: &'static str,
    },
    /// A clock is not a number, or has two values.
    #[error(transparent)]
    Clock(#[from] ClockError),
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

    /// Operations end with `;`. As in perft suites, the clocks of a FEN and a `;` may come before them:
    /// `... 0 1 ;D1 20 ;D2 400`.
    fn from_str(text: &str) -> Result<Self, EpdError> {
        let (position, rest) = epd::split_fields(text, 4);
        let (clock_fields, rest) = epd::split_clocks(rest);
        let texts = epd::operations(rest);
        let mut operations = texts.iter().map(|text| read_operation(text)).collect::<Result<Vec<_>, _>>()?;
        let clocks = epd::clocks(clock_fields, &texts)?;
        let setup = Setup::from_fen(&epd::fen(position, clocks))?;
        for Operation { code, operands } in &mut operations {
            match code.as_str() {
                "hmvc" => *operands = vec![setup.halfmove_clock.to_string()],
                "fmvn" => *operands = vec![setup.fullmove_number.to_string()],
                _ => {}
            }
        }
        Ok(Self { position: setup.position().map_err(FenError::from)?, operations })
    }
}

impl<M: Mode> std::fmt::Display for Epd<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let castling = if M::CHESS960 { CastlingField::Files } else { CastlingField::Outermost };
        f.write_str(&epd::write(
            &self.position.write_fen(castling),
            &self.operations.iter().map(write_operation).collect::<Vec<_>>(),
        ))
    }
}

fn write_operation(Operation { code, operands }: &Operation) -> String {
    let mut text = code.clone();
    for operand in operands {
        // Comments and texts that could be misread are quoted.
        let is_text = operand.is_empty() || operand.contains(|c: char| c.is_whitespace() || c == ';');
        let is_text = is_text || matches!(code.as_str(), "id") || is_comment(code);
        let quote = if is_text { "\"" } else { "" };
        text.extend([" ", quote, operand, quote]);
    }
    text
}

/// `c0` to `c9`.
fn is_comment(code: &str) -> bool {
    matches!(code.as_bytes(), [b'c', b'0'..=b'9'])
}

fn read_operation(text: &str) -> Result<Operation, EpdError> {
    let (code, operands) = epd::split_opcode(text);
    Operation::new(code, read_operands(operands)?)
}

/// Operands are separated by blanks, unless they are quoted.
fn read_operands(text: &str) -> Result<Vec<String>, EpdError> {
    let mut operands = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (operand, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').ok_or_else(|| bad(rest, "a closing quote"))?,
            None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        operands.push(operand.to_owned());
        rest = after.trim_start();
    }
    Ok(operands)
}

fn bad(found: &str, expected: &'static str) -> EpdError {
    EpdError::Operation { found: shortened(found), expected }
}
