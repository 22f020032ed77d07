//! Positions of draughts as texts with one letter per square, as Hub and DamExchange write them.

use catalog::GameId;
use thiserror::Error;

/// The letters of a protocol: men and kings of White, men and kings of Black.
pub(crate) type Letters = [char; 4];

/// The letter of an empty square.
const EMPTY: char = 'e';

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum SquaresError {
    #[error("{game} has no such positions, expected a game of draughts")]
    NotDraughts { game: GameId },
    #[error("bad side to move: found {found:?}, expected {expected}")]
    BadSide { found: String, expected: &'static str },
    #[error("bad square {number}: found {found:?}, expected one of {expected:?}")]
    BadLetter { number: usize, found: char, expected: String },
    #[error("bad length: found {found} squares, expected {expected}")]
    BadLength { found: usize, expected: usize },
}

/// Whether a game is one of draughts.
pub(crate) fn is_draughts(game: GameId) -> bool {
    !matches!(game, GameId::Chess | GameId::Chess960)
}

/// The FEN of a position with one letter for each square in the order of their numbers. It may be no position
/// of the game: reading it tells.
pub(crate) fn fen_of_squares(
    game: GameId,
    turn: char,
    squares: &str,
    letters: Letters,
) -> Result<String, SquaresError> {
    if !is_draughts(game) {
        return Err(SquaresError::NotDraughts { game });
    }
    let board = game.squares();
    let found = squares.chars().count();
    if found != board.len() {
        return Err(SquaresError::BadLength { found, expected: board.len() });
    }
    let [mut white, mut black] = [Vec::new(), Vec::new()];
    for (square, letter) in board.iter().zip(squares.chars()) {
        let name = &square.name;
        match letters.iter().position(|&known| known == letter) {
            Some(0) => white.push(name.clone()),
            Some(1) => white.push(format!("K{name}")),
            Some(2) => black.push(name.clone()),
            Some(_) => black.push(format!("K{name}")),
            None if letter == EMPTY => {}
            None => {
                let expected = letters.iter().chain([&EMPTY]).collect();
                let number = usize::from(square.number);
                return Err(SquaresError::BadLetter { number, found: letter, expected });
            }
        }
    }
    Ok(format!("{turn}:W{}:B{}", white.join(","), black.join(",")))
}

/// The letters of a position whose standard form this is.
pub(crate) fn squares_of_fen(game: GameId, fen: &str, letters: Letters) -> String {
    let piece_on = |name: &str| {
        let mut groups = fen.split(':').skip(1);
        groups.find_map(|group| {
            let (side, pieces) = group.split_at_checked(1)?;
            let (man, king) = match side {
                "W" => (letters[0], letters[1]),
                _ => (letters[2], letters[3]),
            };
            pieces.split(',').find_map(|piece| match piece.strip_prefix('K') {
                Some(square) => (square == name).then_some(king),
                None => (piece == name).then_some(man),
            })
        })
    };
    game.squares().iter().map(|square| piece_on(&square.name).unwrap_or(EMPTY)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HUB: Letters = ['w', 'W', 'b', 'B'];

    #[test]
    fn positions_of_every_draughts_game_survive() {
        for &game in GameId::ALL.iter().filter(|&&game| is_draughts(game)) {
            let start = game.start();
            let letters = squares_of_fen(game, &start.fen(), HUB);
            let turn = start.turn().letter();
            let fen = fen_of_squares(game, turn, &letters, HUB).expect("a text of ours");
            assert_eq!(game.at(&fen).expect("a position").fen(), start.fen(), "{game}");
        }
    }

    #[test]
    fn kings_and_men_of_both_sides_are_told_apart() {
        let letters = "wWbBe".repeat(10);
        let fen = fen_of_squares(GameId::International, 'B', &letters, HUB).expect("five letters");
        assert!(fen.starts_with("B:W1,K2,6,K7,11,K12") && fen.contains(":B3,K4,8,K9"), "{fen}");
        assert_eq!(squares_of_fen(GameId::International, &fen, HUB), letters);
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let error = |game, text: &str| fen_of_squares(game, 'W', text, HUB).unwrap_err().to_string();
        let (short, odd) = ("e".repeat(49), "e".repeat(16) + "x" + &"e".repeat(33));
        assert_eq!(error(GameId::International, &short), "bad length: found 49 squares, expected 50");
        assert_eq!(error(GameId::International, &odd), "bad square 17: found 'x', expected one of \"wWbBe\"");
        assert_eq!(error(GameId::Chess, &short), "chess has no such positions, expected a game of draughts");
    }
}
