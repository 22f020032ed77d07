//! What a newcomer must know of a variant, in plain words.

use crate::board::Directions;
use crate::precedence::Precedence;
use crate::rules::{Blocked, Rules};

impl Rules {
    /// What a newcomer must know, in a few plain words each: what is unusual first, then which capture must be chosen.
    ///
    /// ```
    /// use damier_draughts::Variant;
    /// use damier_draughts::variants::{English, International};
    ///
    /// assert_eq!(International::RULES.in_short(), ["most pieces must be taken"]);
    /// assert_eq!(English::RULES.in_short(), ["kings move one square", "any capture may be chosen"]);
    /// ```
    #[must_use]
    pub fn in_short(&self) -> Vec<&'static str> {
        let unusual = [
            (self.is_losing(), "lose all pieces to win"),
            (self.first_king_wins, "the first king wins"),
            (self.last_piece_loses, "the last piece loses"),
            (self.king_captures == Directions::STRAIGHT, "straight lines, not diagonals"),
            (self.king_captures == Directions::ALL, "captures in all eight directions"),
            (!self.flying_kings, "kings move one square"),
        ];
        let choice = match self.precedence {
            Precedence::Free => "any capture may be chosen",
            Precedence::Count => "most pieces must be taken",
            Precedence::CountThenKings => "most pieces, then most kings must be taken",
            Precedence::CountThenWithKing => "most pieces must be taken, with a king if possible",
            Precedence::Italian => "most pieces must be taken, kings first",
            Precedence::WithKing => "a king must take before a man",
            Precedence::Frisian => "the most valuable capture must be made",
        };
        unusual.into_iter().filter(|&(holds, _)| holds).map(|(_, text)| text).chain([choice]).collect()
    }

    /// Whether a player who has no move or piece left wins.
    #[must_use]
    pub fn is_losing(&self) -> bool {
        self.blocked == Blocked::Wins
    }
}
