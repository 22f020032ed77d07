//! Finds the games that a position can belong to.

use boardgame::Reading;

use crate::games::GameId;
use crate::position_text::PositionText;

impl GameId {
    /// The games that a position can belong to; exactly one if the position makes it clear.
    ///
    /// A chess position has slashes; castling rights with file letters mean Chess960. A draughts position belongs to
    /// every game that can read it.
    ///
    /// ```
    /// use boardgame::Reading;
    /// use damier_catalog::GameId;
    ///
    /// let games = |fen| GameId::of_fen(fen, Reading::Strict);
    /// assert_eq!(games("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), [GameId::Chess]);
    /// assert_eq!(games("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1"), [GameId::Chess960]);
    /// assert_eq!(games("W:W72:B1"), [GameId::Canadian, GameId::SriLankan]);
    /// assert_eq!(games("nonsense"), []);
    /// ```
    #[must_use]
    pub fn of_fen(fen: &str, reading: Reading) -> Vec<Self> {
        if fen.contains('/') {
            let rights = fen.split_whitespace().nth(2).unwrap_or_default();
            let has_files = rights.chars().any(|right| matches!(right, 'A'..='H' | 'a'..='h'));
            return vec![if has_files { Self::Chess960 } else { Self::Chess }];
        }
        let place = PositionText { reading, ..PositionText::at(fen) };
        Self::ALL.iter().copied().filter(|game| !game.is_chess() && game.game_at(&place).is_ok()).collect()
    }
}
