//! The answer to `go perft`.

use std::str::FromStr;

use crate::error::{ParseError, unknown};

/// A line of the answer to `go perft N`, in the forms that engines use.
///
/// ```
/// use damier_protocol::uci::PerftLine;
///
/// let count = PerftLine::Move { text: "e2e4".to_owned(), nodes: 20 };
/// assert_eq!("e2e4: 20".parse(), Ok(count.clone()));
/// assert_eq!("e2e4 - 20".parse(), Ok(count.clone()));
/// assert_eq!("e2e4 20".parse(), Ok(count));
/// assert_eq!("Nodes searched: 400".parse(), Ok(PerftLine::Total { nodes: 400 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerftLine {
    /// The count after one move.
    Move {
        /// The move.
        text: String,
        /// Its count.
        nodes: u64,
    },
    /// The total, at the end of the answer.
    Total {
        /// The count.
        nodes: u64,
    },
}

/// How lines with the total start, in lower case. Not `perft`: some engines start with `Perft 5`.
const TOTALS: [&str; 4] = ["nodes searched", "nodes", "total", "total nodes"];

impl FromStr for PerftLine {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Self, ParseError> {
        let line = line.trim();
        let error = || unknown(line);
        let (before, digits) =
            line.rsplit_once(|c: char| c == ':' || c == '=' || c.is_whitespace()).unwrap_or(("", line));
        let nodes = digits.parse::<u64>().map_err(|_| error())?;
        let name = before.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '-' | '='));
        // The form that perftree reads ends with the bare count.
        if name.is_empty() || TOTALS.contains(&name.to_lowercase().as_str()) {
            return Ok(Self::Total { nodes });
        }
        // A move is one word that has a digit: all squares do. Castling in words has none.
        let is_move = !name.contains(char::is_whitespace)
            && name.len() <= LONGEST_MOVE
            && (name.contains(|c: char| c.is_ascii_digit())
                || name.starts_with("O-O")
                || name.starts_with("0-0"));
        if is_move { Ok(Self::Move { text: name.to_owned(), nodes }) } else { Err(error()) }
    }
}

/// The longest move of any game.
const LONGEST_MOVE: usize = 400;
