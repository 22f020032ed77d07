//! A position given as text: a start position and the moves from there.

use boardgame::{FenError, Game, MoveError, MoveStyle, Notation, Reading, TooComplex};
use thiserror::Error;

use crate::names::UnknownGame;

/// The name of the start position, used instead of its FEN.
pub const START: &str = "startpos";

/// A position given as text: a start position and the moves from there.
///
/// ```
/// use damier_catalog::{GameId, PositionText};
///
/// let moves = PositionText::split_moves("1. e4 e5 2. Nf3");
/// let place = PositionText { moves: &moves, ..PositionText::default() };
/// assert_eq!(GameId::Chess.game_at(&place)?.count_legal(), 29);
/// # Ok::<(), damier_catalog::OpenError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PositionText<'a> {
    /// Which positions are accepted.
    pub reading: Reading,
    /// The position to start from; `None` or [`START`] means the start of the game.
    pub fen: Option<&'a str>,
    /// The moves from there, in record or protocol notation.
    pub moves: &'a [String],
}

/// Why the texts do not describe a position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionTextError {
    /// The text is not a position of the game.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move cannot be played.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

/// Why a game cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// No game has this name.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    /// The texts do not describe a position of the game.
    #[error(transparent)]
    PositionText(#[from] PositionTextError),
    /// The legal moves cannot be listed.
    #[error(transparent)]
    TooComplex(#[from] TooComplex),
}

impl<'a> PositionText<'a> {
    /// A position without moves.
    #[must_use]
    pub fn at(fen: &'a str) -> Self {
        Self { fen: Some(fen), ..Self::default() }
    }

    /// Splits a text into moves at spaces and commas, without move numbers.
    #[must_use]
    pub fn split_moves(text: &str) -> Vec<String> {
        let words = text.split(|separator: char| separator.is_whitespace() || separator == ',');
        words.map(without_number).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    /// Plays the moves, in record or protocol notation.
    pub fn game<P: Notation>(&self, rules: P::Rules) -> Result<Game<P>, PositionTextError> {
        self.play(rules, read_any_style)
    }

    /// Plays the moves, in protocol notation only: Hub and PDN use the same signs with different meanings.
    pub fn game_of_protocol<P: Notation>(&self, rules: P::Rules) -> Result<Game<P>, PositionTextError> {
        self.play(rules, |position: &P, text| position.read_move(text, MoveStyle::Protocol))
    }

    fn play<P: Notation>(
        &self,
        rules: P::Rules,
        read: fn(&P, &str) -> Result<P::Move, MoveError>,
    ) -> Result<Game<P>, PositionTextError> {
        let fen = self.fen.filter(|fen| fen.trim() != START);
        let start =
            fen.map_or_else(|| Ok(P::start_of(rules)), |fen| P::read_fen(rules, fen, self.reading))?;
        let mut game = Game::new(start);
        for (index, text) in self.moves.iter().enumerate() {
            let fault = |error| PositionTextError::Move { number: index + 1, error };
            let mv = read(game.position(), text).map_err(fault)?;
            // Draws do not end analysis.
            game.play_on(mv).map_err(|error| fault(MoveError::from_play(error, text)))?;
        }
        Ok(game)
    }
}

/// Reads a move in record notation or, failing that, in protocol notation.
pub(crate) fn read_any_style<P: Notation>(position: &P, text: &str) -> Result<P::Move, MoveError> {
    match position.read_move(text, MoveStyle::Record) {
        Err(error @ MoveError::BadSyntax { .. }) => {
            position.read_move(text, MoveStyle::Protocol).map_err(|_| error)
        }
        read => read,
    }
}

/// A word without the move number at its start: `1.e4`, `12...`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_numbers_are_not_moves() {
        assert_eq!(PositionText::split_moves(" 1. e4 e5,2.Nf3 2...Nc6 "), ["e4", "e5", "Nf3", "Nc6"]);
        assert_eq!(PositionText::split_moves("1.32-28 19-23 28x19"), ["32-28", "19-23", "28x19"]);
        assert!(PositionText::split_moves(" ,\n").is_empty());
    }
}
