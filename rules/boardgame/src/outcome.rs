use std::fmt;

use crate::Color;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This color has won.
    Win(Color),
    /// A draw.
    Draw,
}

impl fmt::Display for Outcome {
    /// `white_wins`, `black_wins` or `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(color) => write!(f, "{color}_wins"),
            Self::Draw => f.write_str("draw"),
        }
    }
}

/// Why a game ended: the rule, its name in machine-readable output, and the article that states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    /// The kind of rule, the same for all games.
    pub rule: Rule,
    /// The name in machine-readable output, such as `25_move_rule`.
    pub name: &'static str,
    /// The article, such as `FMJD 6.2`.
    pub article: &'static str,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.article)
    }
}

/// The kinds of rules that end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The side to move has no legal move.
    NoLegalMoves,
    /// A side got a king, which wins at once.
    FirstKing,
    /// A side has only one piece left, which loses at once.
    LastPiece,
    /// The same position occurred too often.
    Repetition,
    /// Too many moves by kings only, without a capture.
    KingMoves,
    /// Three pieces against one king did not win in time.
    ThreeAgainstOne,
    /// Three or more kings against one king did not win in time.
    ThreeKingsAgainstOne,
    /// Three pieces against one king that holds the long diagonal did not win in time.
    LongDiagonal,
    /// Two pieces or one against one king did not win in time.
    TwoAgainstOne,
    /// Both sides have a king and the material did not change for too long.
    BalanceUnchanged,
    /// The king to move is attacked and cannot escape.
    Checkmate,
    /// The side to move has no legal move and its king is not attacked, which is a draw.
    Stalemate,
    /// No series of moves can end in mate.
    InsufficientMaterial,
    /// Too many moves without a capture or pawn move.
    QuietMoves,
    /// One king against one king.
    KingAgainstKing,
    /// One piece against one piece.
    OneAgainstOne,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Syntax;

    #[test]
    fn outcomes_colors_and_formats_are_written() {
        let texts =
            [Outcome::Win(Color::White), Outcome::Win(Color::Black), Outcome::Draw].map(|o| o.to_string());
        assert_eq!(texts, ["white_wins", "black_wins", "draw"]);
        assert_eq!(Color::ALL.map(Color::name), ["White", "Black"]);
        assert_eq!([Syntax::Pgn, Syntax::Pdn].map(Syntax::name), ["pgn", "pdn"]);
    }
}
