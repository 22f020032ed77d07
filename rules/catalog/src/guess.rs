//! Which game a position is of.

use boardgame::Reading;

use crate::games::GameId;
use crate::place::Place;

impl GameId {
    /// The games that a position can be of: one where it tells its game.
    ///
    /// A position of chess has slashes, and castling rights with the letters of files are of Chess960. A position of
    /// draughts may fit many games; it is of those that can read it.
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
        let place = Place { reading, ..Place::at(fen) };
        Self::ALL.iter().copied().filter(|game| !game.is_chess() && game.game_at(&place).is_ok()).collect()
    }
}
