//! Games from texts of strangers.

use catalog::{AnyGame, GameId, PositionText};

use crate::error::StudyError;

/// The most bytes of a position.
pub const LONGEST_FEN: usize = 1_000;

/// The most bytes of a move.
pub const LONGEST_MOVE: usize = 200;

/// The most moves of a game.
pub const MOST_MOVES: usize = 2_000;

/// Opens a game from texts of strangers, with limits on their length: a start position (the usual one if `None`) and the
/// moves from there, in record or protocol notation.
///
/// ```
/// let moves = ["e4".to_owned(), "e5".to_owned()];
/// let game = damier_study::open("chess", None, &moves)?;
/// assert_eq!(game.plies(), 2);
/// let error = damier_study::open("chess", Some("8/8/8/8/8/8/8/8 w - - 0 1"), &[]).unwrap_err();
/// assert_eq!((error.code(), error.field()), ("bad_fen", "fen"));
/// # Ok::<(), damier_study::StudyError>(())
/// ```
///
/// # Errors
///
/// The name, the position or a move is wrong or too long.
pub fn open(game: &str, fen: Option<&str>, moves: &[String]) -> Result<Box<dyn AnyGame>, StudyError> {
    let id: GameId = game.parse()?;
    StudyError::check_length("fen", fen.map_or(0, str::len), LONGEST_FEN)?;
    StudyError::check_length("moves", moves.len(), MOST_MOVES)?;
    for mv in moves {
        StudyError::check_length("moves", mv.len(), LONGEST_MOVE)?;
    }
    Ok(id.game_at(&PositionText { fen, moves, ..PositionText::default() })?)
}
