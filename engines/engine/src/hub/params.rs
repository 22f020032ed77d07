//! The Hub parameters.

use std::path::PathBuf;
use std::time::Duration;

use catalog::{GameId, UnknownGame};
use protocol::hub::{Param, ParamKind};
use thiserror::Error;

use crate::level::Level;

/// The values of the parameters, except the game, which the player keeps.
pub(super) struct Params {
    pub(super) megabytes: usize,
    pub(super) threads: usize,
    pub(super) overhead: Duration,
    pub(super) level: Level,
    pub(super) tables: Option<PathBuf>,
}

/// What to do after a parameter was set.
pub(super) enum Setting {
    /// Nothing.
    Kept,
    Game(GameId),
    HashSize(usize),
    EvalFile(String),
    Threads(usize),
    /// The folder of endgame tables.
    Tables(Option<PathBuf>),
}

/// Why a parameter could not be set.
#[derive(Debug, PartialEq, Eq, Error)]
pub(super) enum ParamError {
    #[error(
        "unknown parameter {name:?}, expected variant, hash, threads, level, move-overhead, eval-file or tables-path"
    )]
    Unknown { name: String },
    #[error(transparent)]
    Game(#[from] UnknownGame),
    #[error("bad variant: found {found}, expected a draughts game")]
    NotDraughts { found: GameId },
    #[error("bad {name}: found {found:?}, expected a whole number from {min} to {max}")]
    Number { name: &'static str, found: String, min: i64, max: i64 },
}

/// A parameter that is a whole number within limits.
struct Number {
    name: &'static str,
    min: i64,
    max: i64,
}

const HASH: Number = Number { name: "hash", min: 1, max: 1 << 20 };
/// Too many threads are reduced to the maximum.
const THREADS: Number = Number { name: "threads", min: 1, max: u16::MAX as i64 };
const LEVEL: Number =
    Number { name: "level", min: Level::WEAKEST.number() as i64, max: Level::STRONGEST.number() as i64 };
const OVERHEAD: Number = Number { name: "move-overhead", min: 0, max: 5_000 };

impl Number {
    fn offered(&self, value: i64) -> Param {
        let kind = ParamKind::Int { min: Some(self.min), max: Some(self.max) };
        Param { name: self.name.to_owned(), value: value.to_string(), kind }
    }

    fn read(&self, text: &str) -> Result<i64, ParamError> {
        let &Self { name, min, max } = self;
        let number = text.parse().ok().filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| ParamError::Number { name, found: shortened(text), min, max })
    }
}

impl Default for Params {
    fn default() -> Self {
        let overhead = Duration::from_millis(10);
        Self { megabytes: 64, threads: 1, overhead, level: Level::STRONGEST, tables: None }
    }
}

impl Params {
    /// The parameters to offer to a GUI.
    pub(super) fn offered(&self, game: GameId) -> Vec<Param> {
        let games = GameId::ALL.iter().copied().filter(|game| !game.is_chess());
        let variant = Param {
            name: "variant".to_owned(),
            value: game.hub_name().to_owned(),
            kind: ParamKind::Enum { values: games.map(|game| game.hub_name().to_owned()).collect() },
        };
        vec![
            variant,
            HASH.offered(self.megabytes as i64),
            Number { max: search::max_threads() as i64, ..THREADS }.offered(self.threads as i64),
            LEVEL.offered(self.level.number().into()),
            OVERHEAD.offered(self.overhead.as_millis() as i64),
            Param { name: "eval-file".to_owned(), value: String::new(), kind: ParamKind::Text },
            Param {
                name: "tables-path".to_owned(),
                value: self.tables.as_ref().map_or(String::new(), |folder| folder.display().to_string()),
                kind: ParamKind::Text,
            },
        ]
    }

    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Setting, ParamError> {
        match name {
            "variant" => game_of(value).map(Setting::Game),
            "hash" => Ok(Setting::HashSize(HASH.read(value)? as usize)),
            "threads" => Ok(Setting::Threads(THREADS.read(value)? as usize)),
            "level" => {
                let number = LEVEL.read(value)?;
                self.level = Level::ALL
                    .into_iter()
                    .find(|level| i64::from(level.number()) == number)
                    .unwrap_or(self.level);
                Ok(Setting::Kept)
            }
            "move-overhead" => {
                self.overhead = Duration::from_millis(OVERHEAD.read(value)? as u64);
                Ok(Setting::Kept)
            }
            "eval-file" => Ok(Setting::EvalFile(value.to_owned())),
            "tables-path" => {
                self.tables = Some(PathBuf::from(value)).filter(|_| !value.is_empty());
                Ok(Setting::Tables(self.tables.clone()))
            }
            other => Err(ParamError::Unknown { name: shortened(other) }),
        }
    }
}

fn game_of(name: &str) -> Result<GameId, ParamError> {
    let game = GameId::from_hub_name(name)?;
    if game.is_chess() { Err(ParamError::NotDraughts { found: game }) } else { Ok(game) }
}

fn shortened(text: &str) -> String {
    protocol::shortened(text, 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_draughts_game_can_be_chosen_by_the_name_it_is_offered_with() {
        let offered = Params::default().offered(GameId::Frisian);
        assert_eq!(offered[0].value, "frisian");
        let ParamKind::Enum { values } = &offered[0].kind else { panic!("{:?}", offered[0]) };
        let games: Vec<_> = values.iter().map(|name| game_of(name).expect("a game")).collect();
        assert_eq!(games, GameId::ALL.iter().copied().filter(|game| !game.is_chess()).collect::<Vec<_>>());
        assert!(
            ["normal", "killer", "bt", "frisian", "losing"]
                .iter()
                .all(|name| values.contains(&name.to_string()))
        );
        assert_eq!(game_of("breakthrough"), Ok(GameId::Breakthrough));
        assert_eq!(game_of("chess"), Err(ParamError::NotDraughts { found: GameId::Chess }));
    }
}
