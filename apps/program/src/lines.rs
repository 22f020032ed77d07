//! Formats the lines of an engine for people.

use catalog::{AnyGame, GameId};
use damier::{Color, MoveStyle};

/// Converts engine moves to record notation.
pub(crate) fn in_record_notation(game: &dyn AnyGame, moves: &[String]) -> Vec<String> {
    let mut line = game.clone_game();
    for mv in moves {
        let Ok(index) = line.find_in(mv, MoveStyle::Protocol) else { break };
        // Cut the line off before a position that is too complex.
        if line.play_on(index).is_err() {
            break;
        }
    }
    line.moves(MoveStyle::Record).split_off(game.plies())
}

/// The number of a move in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveNumber {
    /// Plies before this move, counted from move 1 of the player who starts.
    plies: usize,
}

impl MoveNumber {
    /// The number of the next move in a position. Only chess positions hold it; other games count from 1.
    pub(crate) fn of(game: GameId, fen: &str, turn: Color) -> Self {
        let told = fen.split_whitespace().nth(5).filter(|_| game.is_chess());
        let number = told.and_then(|number| number.parse::<usize>().ok()).unwrap_or(1).max(1);
        Self { plies: 2 * (number - 1) + usize::from(turn != game.about().first) }
    }

    /// The number after this many plies.
    pub(crate) fn after(self, moves: usize) -> Self {
        Self { plies: self.plies + moves }
    }

    /// `3.` or, for the second player, `3...`.
    pub(crate) fn text(self) -> String {
        let dots = if self.plies.is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots}", self.plies / 2 + 1)
    }

    /// Moves with their numbers: `3... Nf6 4. O-O`.
    pub(crate) fn line(self, moves: &[String]) -> String {
        let words = moves.iter().enumerate().map(|(index, mv)| {
            let number = self.after(index);
            let is_numbered = index == 0 || number.plies.is_multiple_of(2);
            if is_numbered { format!("{} {mv}", number.text()) } else { mv.clone() }
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<const N: usize>(moves: [&str; N]) -> Vec<String> {
        moves.map(str::to_owned).to_vec()
    }

    #[test]
    fn moves_have_the_numbers_of_records() {
        let start = MoveNumber::of(GameId::Chess, "8/8/8/8/8/8/8/8 w - - 0 1", Color::White);
        assert_eq!(start.line(&texts(["e4", "e5", "Nf3"])), "1. e4 e5 2. Nf3");
        let later = MoveNumber::of(GameId::Chess, "8/8/8/8/8/8/8/8 b - - 3 12", Color::Black);
        assert_eq!(later.line(&texts(["e5", "Nf3", "Nc6"])), "12... e5 13. Nf3 Nc6");
        // Black begins in English draughts.
        let english = MoveNumber::of(GameId::English, "B:W21:B1", Color::Black);
        assert_eq!(english.line(&texts(["11-15", "23-19"])), "1. 11-15 23-19");
        assert_eq!(english.after(3).text(), "2...");
    }

    #[test]
    fn protocol_moves_become_record_moves() {
        let game = GameId::Chess.start();
        let line = in_record_notation(&*game, &texts(["e2e4", "e7e5", "g1f3", "a1a8"]));
        assert_eq!(line, ["e4", "e5", "Nf3"]);
        let game = GameId::International.at("W:W28:B1,14,23").expect("a position");
        assert_eq!(in_record_notation(&*game, &texts(["28x10x14x23"])), ["28x10"]);
    }
}
