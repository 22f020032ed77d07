//! Finds the game of a record by its tags.

use boardgame::text::shortened;
use thiserror::Error;

use crate::games::GameId;
use crate::pdn::GameTypeError;
use crate::square_names::SquareNames;

/// The tags of a record that name its game.
///
/// ```
/// use damier_catalog::{GameId, GameTags};
///
/// let tags = GameTags { variant: Some("Chess960"), ..GameTags::default() };
/// assert_eq!(tags.game(None), Ok(Some(GameId::Chess960)));
/// let error = tags.game(Some(GameId::Chess)).unwrap_err();
/// assert_eq!(error.to_string(), "the tag Variant \"Chess960\" is not for chess");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct GameTags<'a> {
    /// The tag `GameType` of PDN.
    pub game_type: Option<&'a str>,
    /// The tag `Variant` of PGN.
    pub variant: Option<&'a str>,
}

/// Why the tags do not give a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TagsError {
    /// The `GameType` belongs to no game, or not to the expected one or the one that the other tag names.
    #[error(transparent)]
    GameType(#[from] GameTypeError),
    /// No game has this `Variant`.
    #[error("unknown variant {found:?}")]
    UnknownVariant {
        /// The value.
        found: String,
    },
    /// A tag names another game than the expected one.
    #[error("the tag {tag} {found:?} is not for {game}")]
    Contradiction {
        /// The tag.
        tag: &'static str,
        /// Its value.
        found: String,
        /// The game.
        game: GameId,
    },
}

/// Values that servers write for ordinary games.
const ORDINARY: &[&str] = &[
    "",
    "?",
    "-",
    "standard",
    "normal",
    "classical",
    "from position",
    "fromposition",
    "draughtsfromposition",
];

/// Other names of Chess960 in this tag.
const CHESS960: &[&str] =
    &["chess 960", "chess-960", "fischerrandom", "fischer random", "freestyle", "freestyle chess"];

impl GameTags<'_> {
    /// The game that the tags name; `None` if they name none. It must be the wanted one, if one is given.
    ///
    /// # Errors
    ///
    /// The tags name no known game, or contradict each other or the wanted game.
    pub fn game(&self, wanted: Option<GameId>) -> Result<Option<GameId>, TagsError> {
        let game_type = self.game_type.filter(|tag| !matches!(*tag, "" | "?"));
        let by_variant = self.by_variant(game_type.is_some())?;
        let named = wanted.or(by_variant);
        if let (Some(wanted), Some(found)) = (wanted, by_variant)
            && wanted != found
        {
            return Err(contradiction("Variant", self.variant, wanted));
        }
        let Some(tag) = game_type else { return Ok(named) };
        match named {
            Some(named) => named.check_pdn_game_type(tag).map(|()| Some(named)).map_err(Into::into),
            None => Ok(Some(GameId::from_pdn_game_type(tag)?)),
        }
    }

    /// The square names that the tags define, if they are not the game's own.
    ///
    /// # Errors
    ///
    /// The `GameType` is not for this game.
    pub fn square_names(&self, game: GameId) -> Result<Option<SquareNames>, TagsError> {
        match self.game_type.filter(|tag| !matches!(*tag, "" | "?")) {
            Some(tag) => Ok(SquareNames::of_game_type(game, tag)?),
            None => Ok(None),
        }
    }

    fn by_variant(&self, has_type: bool) -> Result<Option<GameId>, TagsError> {
        let Some(found) = self.variant else { return Ok(None) };
        let name = found.trim().to_lowercase();
        if ORDINARY.contains(&&*name) {
            return Ok(None);
        }
        if CHESS960.contains(&&*name) {
            return Ok(Some(GameId::Chess960));
        }
        match name.parse() {
            Ok(game) => Ok(Some(game)),
            // In PDN the type decides, and programs write anything into this tag.
            Err(_) if has_type => Ok(None),
            Err(_) => Err(TagsError::UnknownVariant { found: shortened(found) }),
        }
    }
}

impl GameId {
    /// The tags that name this game in a record: none for chess.
    ///
    /// ```
    /// use damier_catalog::GameId;
    ///
    /// assert_eq!(GameId::Russian.record_tags(), [("GameType", "25,W,8,8,A0,0".to_owned())]);
    /// assert_eq!(GameId::Killer.record_tags(), [("Variant", "killer".to_owned())]);
    /// ```
    #[must_use]
    pub fn record_tags(self) -> Vec<(&'static str, String)> {
        match self {
            Self::Chess => return Vec::new(),
            Self::Chess960 => return vec![("Variant", "Chess960".to_owned())],
            _ => {}
        }
        let game_type = self.pdn_game_type();
        let is_enough = game_type.as_deref().map(Self::from_pdn_game_type) == Some(Ok(self));
        let variant = (!is_enough).then(|| ("Variant", self.name().to_owned()));
        game_type.map(|tag| ("GameType", tag)).into_iter().chain(variant).collect()
    }

    /// Whether the game is chess or Chess960. For its records, ask [`record_format`](Self::record_format).
    #[must_use]
    pub fn is_chess(self) -> bool {
        matches!(self, Self::Chess | Self::Chess960)
    }
}

fn contradiction(tag: &'static str, found: Option<&str>, game: GameId) -> TagsError {
    TagsError::Contradiction { tag, found: shortened(found.unwrap_or_default()), game }
}
