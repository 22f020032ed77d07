//! The game on a command line: the first words, or an option.

use std::ffi::OsStr;
use std::path::PathBuf;

use anyhow::bail;
use catalog::{GameId, UnknownGame};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};

/// The game, for commands that take no other argument.
#[derive(Args)]
pub(crate) struct GameArguments {
    /// The game: any name that "damier games" lists.
    #[arg(value_name = "GAME", value_parser = GameWord, hide_possible_values = true)]
    words: Vec<String>,
    /// The game, as an option.
    #[arg(long, value_name = "NAME", value_parser = GameParser, hide_possible_values = true)]
    game: Option<GameId>,
}

impl GameArguments {
    /// The game, if one is named.
    pub(crate) fn read(&self) -> anyhow::Result<Option<GameId>> {
        agree(only_game(&self.words)?, self.game)
    }

    /// The game, which must be named.
    pub(crate) fn required(&self, command: &str) -> anyhow::Result<GameId> {
        match self.read()? {
            Some(game) => Ok(game),
            None => bail!("{}", which_game(command)),
        }
    }
}

/// The error message if no game is named.
pub(crate) fn which_game(command: &str) -> String {
    format!("which game? Name it, as in \"damier {command} chess\"; \"damier games\" lists all games")
}

/// The game named by words that can be nothing else.
pub(crate) fn only_game(words: &[String]) -> anyhow::Result<Option<GameId>> {
    let all: Vec<&str> = words.iter().map(String::as_str).collect();
    match leading_game(&all) {
        (game, []) => Ok(game),
        (Some(_), [found, ..]) => bail!("unexpected {} after the game", quoted(found)),
        (None, _) => match find_game(&all.join(" ")) {
            Ok(game) => Ok(Some(game)),
            Err(error) => bail!(error),
        },
    }
}

/// The game named by the longest run of leading words, and the remaining words.
pub(crate) fn leading_game<'a, 'b>(words: &'b [&'a str]) -> (Option<GameId>, &'b [&'a str]) {
    for count in (1..=words.len().min(LONGEST_NAME)).rev() {
        if let Ok(game) = words[..count].join(" ").parse() {
            return (Some(game), &words[count..]);
        }
    }
    (None, words)
}

/// The most words in a title.
const LONGEST_NAME: usize = 5;

/// The game named by an argument, an option or both.
pub(crate) fn agree(word: Option<GameId>, option: Option<GameId>) -> anyhow::Result<Option<GameId>> {
    match (word, option) {
        (Some(word), Some(option)) if word != option => {
            bail!("found two games, {word} and --game {option}: give only one");
        }
        _ => Ok(word.or(option)),
    }
}

/// Removes a game from the front of a list of files. Write `./chess` for a file with the name of a game.
pub(crate) fn take_game(files: &mut Vec<PathBuf>, option: &mut Option<GameId>) -> anyhow::Result<()> {
    let is_path = |name: &&str| name.contains(['/', '\\', '.']);
    let name = files.first().and_then(|file| file.to_str()).filter(|name| !is_path(name));
    if let Some(Ok(game)) = name.map(str::parse) {
        *option = agree(Some(game), *option)?;
        files.remove(0);
    }
    Ok(())
}

/// Reads the name of a game, which shells can complete.
#[derive(Clone)]
pub(crate) struct GameParser;

impl TypedValueParser for GameParser {
    type Value = GameId;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<GameId, clap::Error> {
        find_game.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(completions()))
    }
}

/// Reads any text; shells complete the names of games.
#[derive(Clone)]
pub(crate) struct GameWord;

impl TypedValueParser for GameWord {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(completions()))
    }
}

fn completions() -> impl Iterator<Item = PossibleValue> {
    let games = GameId::ALL.iter().copied().map(GameId::about);
    games.map(|about| PossibleValue::new(about.name).help(about.title))
}

/// The game with this name.
pub(crate) fn find_game(name: &str) -> Result<GameId, String> {
    name.parse().map_err(|error: UnknownGame| format!("{error}{}", see_games(&error)))
}

/// Tells where to look for a game, after the question whether another game was meant.
pub(crate) fn see_games(error: &UnknownGame) -> &'static str {
    match error.nearest {
        Some(_) => " \"damier games\" lists all games",
        None => "; \"damier games\" lists all games",
    }
}

/// The names of games for a sentence; only the first few of many.
pub(crate) fn names(games: &[GameId]) -> String {
    let shown: Vec<&str> = games.iter().take(MOST_NAMES).map(|game| game.name()).collect();
    match games.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} other games", shown.join(", ")),
    }
}

const MOST_NAMES: usize = 4;

/// Quotes a text from the command line for a message: one line, not too long.
pub(crate) fn quoted(text: &str) -> String {
    let short: String = text.chars().take(LONGEST_SHOWN).collect();
    let dots = if short.len() < text.len() { "..." } else { "" };
    format!("{short:?}{dots}")
}

const LONGEST_SHOWN: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_counts() {
        let of = |words: &[&str]| {
            let (game, rest) = leading_game(words);
            (game, rest.len())
        };
        assert_eq!(of(&["chess", "e4"]), (Some(GameId::Chess), 1));
        assert_eq!(of(&["american", "checkers", "9-14"]), (Some(GameId::English), 1));
        assert_eq!(of(&["american", "pool", "checkers"]), (Some(GameId::Pool), 0));
        assert_eq!(of(&["English draughts (American checkers)"]), (Some(GameId::English), 0));
        assert_eq!(of(&["шашки"]), (Some(GameId::Russian), 0));
        assert_eq!(of(&["e4", "chess"]), (None, 2));
        assert_eq!(of(&[]), (None, 0));
        let longest = GameId::ALL.iter().map(|game| game.about().title.split(' ').count()).max();
        assert!(longest <= Some(LONGEST_NAME), "{longest:?}");
    }

    #[test]
    fn a_game_before_files_is_taken() {
        let taken = |files: &[&str], mut game| {
            let mut files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
            take_game(&mut files, &mut game).map(|()| (game, files.len())).map_err(|error| error.to_string())
        };
        assert_eq!(taken(&["russian", "games.pdn"], None), Ok((Some(GameId::Russian), 1)));
        for file in ["./russian", "russian.", "/russian", "-", ""] {
            assert_eq!(taken(&[file], None), Ok((None, 1)), "{file}");
        }
        assert_eq!(taken(&["games.pdn", "russian"], None), Ok((None, 2)));
        let two = "found two games, russian and --game chess: give only one".to_owned();
        assert_eq!(taken(&["russian"], Some(GameId::Chess)), Err(two));
    }
}
