//! Finds games by name.

use std::str::FromStr;

use boardgame::text::edit_distance;
use thiserror::Error;

use crate::games::GameId;

/// Other names of games, in normal form. Titles are also names and need not be listed.
///
/// A national word means the game that its speakers call by that word alone: `dammen` and `dames` are the game of the
/// Dutch and French federations. If several nations share a word, we chose one: `dama` is the game of
/// the Federazione Italiana Dama (the Turkish one is `turkish-dama`, the Czech one has an accent), `damas` the
/// Spanish game (`brazilian` and `portuguese` have names of their own), and `draughts` what the World Draughts
/// Federation plays (the British game is `english` or `checkers`).
const ALIASES: &[(&str, GameId)] = &[
    ("10x10", GameId::International),
    ("12x12", GameId::Canadian),
    ("american", GameId::English),
    ("american-pool", GameId::Pool),
    ("american-english", GameId::English),
    ("anglo-american", GameId::English),
    ("anti", GameId::Losing),
    ("antidraughts", GameId::Losing),
    ("argentinian-free", GameId::ArgentinianFree),
    ("brazil", GameId::Brazilian),
    ("canada", GameId::Canadian),
    ("cbd", GameId::BrazilianCbd),
    ("checkers", GameId::English),
    ("dama", GameId::Italian),
    ("damas", GameId::Spanish),
    ("dames", GameId::International),
    ("damii", GameId::Ghanaian),
    ("dammen", GameId::International),
    ("derecha", GameId::Filipino),
    ("draughts", GameId::International),
    ("english-american", GameId::English),
    ("dáma", GameId::Czech),
    ("fischer-random", GameId::Chess960),
    ("fischerandom", GameId::Chess960),
    ("frc", GameId::Chess960),
    ("ghana", GameId::Ghanaian),
    ("giveaway", GameId::Losing),
    ("jamaica", GameId::Jamaican),
    ("killer-light", GameId::Modern),
    ("makhot", GameId::Thai),
    ("nigeria", GameId::Nigerian),
    ("philippine", GameId::Filipino),
    ("polish", GameId::International),
    ("pool-checkers", GameId::Pool),
    ("russian-losing", GameId::Poddavki),
    ("shashki", GameId::Russian),
    ("sri-lankan", GameId::SriLankan),
    ("tama", GameId::Armenian),
    ("turkish-dama", GameId::Turkish),
    ("unified-pool", GameId::UnifiedPool),
    ("zimbabwean", GameId::UnifiedPool),
    ("международные-шашки", GameId::International),
    ("поддавки", GameId::Poddavki),
    ("русские-шашки", GameId::Russian),
    ("шашки", GameId::Russian),
];

/// No game has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown game {found:?}{}", self.question())]
pub struct UnknownGame {
    /// The name, shortened.
    pub found: String,
    /// The game with the most similar name, if any is close.
    pub nearest: Option<&'static str>,
    /// The similar name, if it is not the main name of that game.
    pub alias: Option<&'static str>,
}

impl UnknownGame {
    /// A suggestion as the end of a sentence; empty if no name is close.
    #[must_use]
    pub fn question(&self) -> String {
        match (self.nearest, self.alias) {
            (Some(name), Some(alias)) => format!(", did you mean \"{alias}\" ({name})?"),
            (Some(name), None) => format!(", did you mean {name:?}?"),
            (None, _) => String::new(),
        }
    }
}

impl GameId {
    /// The other names of this game.
    pub fn aliases(self) -> impl Iterator<Item = &'static str> {
        ALIASES.iter().filter(move |&&(_, game)| game == self).map(|&(alias, _)| alias)
    }
}

impl FromStr for GameId {
    type Err = UnknownGame;

    /// Reads a name, another name or a title, ignoring case.
    ///
    /// ```
    /// use damier_catalog::GameId;
    ///
    /// assert_eq!("russian".parse(), Ok(GameId::Russian));
    /// assert_eq!("Checkers".parse(), Ok(GameId::English));
    /// assert_eq!("English draughts (American checkers)".parse(), Ok(GameId::English));
    /// let error = "intrenational".parse::<GameId>().unwrap_err();
    /// assert_eq!(error.nearest, Some("international"));
    /// ```
    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        let text: String = text.trim().chars().take(LONGEST).collect();
        let name = normal(&text);
        let titled = || GameId::ALL.iter().copied().find(|game| is_title(game.about().title, &name));
        // Sites write "Italian checkers".
        let bare = || name.strip_suffix("-draughts").or_else(|| name.strip_suffix("-checkers"));
        named(&name).or_else(titled).or_else(|| bare().and_then(named)).ok_or_else(|| {
            let (nearest, alias) = nearest(&name).unzip();
            UnknownGame { found: text, nearest, alias: alias.flatten() }
        })
    }
}

/// The game with exactly this name or other name.
fn named(name: &str) -> Option<GameId> {
    let by_name = GameId::ALL.iter().copied().find(|game| game.name() == name);
    by_name.or_else(|| ALIASES.iter().find(|(alias, _)| *alias == name).map(|&(_, game)| game))
}

/// The most characters of a name to read; no name is longer.
const LONGEST: usize = 60;

/// Normalizes a name: lower case, with one hyphen between words.
fn normal(text: &str) -> String {
    let text = text.to_lowercase();
    let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Whether a name is a title: all of it, the part before the parenthesis, or another title inside the parenthesis.
fn is_title(title: &str, name: &str) -> bool {
    let parts = title.split_once('(').into_iter().flat_map(|(before, inside)| [before, inside]);
    parts.chain([title]).map(normal).any(|part| part == name && part != EXPERIMENTAL)
}

/// The mark in parentheses in the titles of games with weak sources.
const EXPERIMENTAL: &str = "experimental";

/// The game whose name is closest to a misspelled one, if any is close, and that name if it is not the main one.
fn nearest(name: &str) -> Option<(&'static str, Option<&'static str>)> {
    let names = GameId::ALL.iter().copied().map(|game| (game.name(), game));
    let (distance, known, game) = names
        .chain(ALIASES.iter().copied())
        .map(|(known, game)| (edit_distance(name, known), known, game))
        .min_by_key(|&(distance, ..)| distance)?;
    let alias = (known != game.name()).then_some(known);
    (distance <= name.chars().count() / 3 + 1).then(|| (game.name(), alias))
}
