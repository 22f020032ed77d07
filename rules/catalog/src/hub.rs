//! The names and positions of games in the Hub protocol.

use draughts::{AnyVariant, HubError, Setup};
use thiserror::Error;

use crate::games::GameId;
use crate::names::UnknownGame;

/// Names that Hub programs use instead of those of the catalog. The first of a game is the one to write: it is the name
/// that Scan uses, the program of the author of the protocol.
const HUB_NAMES: [(&str, GameId); 3] =
    [("normal", GameId::International), ("standard", GameId::International), ("bt", GameId::Breakthrough)];

/// Why a text is not a Hub position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HubPositionError {
    /// The game is not a draughts game.
    #[error("{game} has no Hub positions, expected a draughts game")]
    NotDraughts {
        /// The game.
        game: GameId,
    },
    /// The text does not follow the protocol.
    #[error(transparent)]
    Text(#[from] HubError),
}

impl GameId {
    /// The name of the game in the Hub protocol.
    ///
    /// ```
    /// use damier_catalog::GameId;
    ///
    /// assert_eq!(GameId::International.hub_name(), "normal");
    /// assert_eq!(GameId::from_hub_name("bt"), Ok(GameId::Breakthrough));
    /// assert_eq!(GameId::from_hub_name("russian"), Ok(GameId::Russian));
    /// ```
    #[must_use]
    pub fn hub_name(self) -> &'static str {
        HUB_NAMES.iter().find(|&&(_, game)| game == self).map_or_else(|| self.name(), |&(name, _)| name)
    }

    /// The game with this name in the Hub protocol, or in the catalog.
    pub fn from_hub_name(name: &str) -> Result<Self, UnknownGame> {
        let known = HUB_NAMES.iter().find(|(known, _)| *known == name);
        known.map_or_else(|| name.parse(), |&(_, game)| Ok(game))
    }

    /// Converts a Hub position to FEN. The position may be illegal; reading the FEN checks that.
    pub fn fen_of_hub(self, text: &str) -> Result<String, HubPositionError> {
        let variant = self.variant().ok_or(HubPositionError::NotDraughts { game: self })?;
        Ok(Setup::<AnyVariant>::read_hub(variant, text)?.to_fen())
    }

    /// Converts a FEN to a Hub position; `None` if it is not a draughts position.
    #[must_use]
    pub fn hub_of_fen(self, fen: &str) -> Option<String> {
        let setup = Setup::<AnyVariant>::read_fen(self.variant()?, fen).ok()?;
        Some(setup.to_hub())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_every_draughts_game_survive() {
        for &game in GameId::ALL.iter().filter(|game| !game.is_chess()) {
            let start = game.start().fen();
            let text = game.hub_of_fen(&start).expect("a draughts position");
            let fen = game.fen_of_hub(&text).expect("a text of ours");
            assert_eq!(game.at(&fen).expect("a position").fen(), start, "{game}");
        }
    }

    #[test]
    fn kings_and_men_of_both_sides_are_told_apart() {
        let text = format!("B{}", "wWbBe".repeat(10));
        let fen = GameId::International.fen_of_hub(&text).expect("five letters");
        assert!(fen.starts_with("B:W1,K2,6,K7,11,K12") && fen.contains(":B3,K4,8,K9"), "{fen}");
        assert_eq!(GameId::International.hub_of_fen(&fen), Some(text));
    }

    #[test]
    fn every_game_is_found_by_its_hub_name() {
        for &game in GameId::ALL {
            assert_eq!(GameId::from_hub_name(game.hub_name()), Ok(game));
        }
        assert_eq!(GameId::from_hub_name("standard"), Ok(GameId::International));
    }

    #[test]
    fn chess_has_no_hub_positions() {
        let error = GameId::Chess.fen_of_hub(&"e".repeat(65)).unwrap_err();
        assert_eq!(error.to_string(), "chess has no Hub positions, expected a draughts game");
        assert_eq!(GameId::Chess.hub_of_fen("8/8/8/8/8/8/8/8 w - - 0 1"), None);
    }
}
