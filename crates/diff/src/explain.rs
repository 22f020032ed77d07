//! Why a move is legal or not, in words.

use boardgame::{MoveError, MoveStyle};

use crate::line::Line;

/// Why the move that a text means is legal or not at the end of a line.
pub(crate) fn explain(line: &Line, text: &str, style: MoveStyle) -> String {
    match line.position().find(text, style) {
        Ok(_) => "legal by the rules".to_owned(),
        Err(MoveError::Illegal { reason, .. }) => reason,
        Err(error) => error.to_string(),
    }
}
