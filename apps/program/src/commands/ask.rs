//! `damier play` without a game on a terminal: asks for the game, the side and the level.

use std::io::Write;
use std::process::ExitCode;

use catalog::GameId;
use damier::Color;
use study::popular;

use crate::commands::play::{DEFAULT_LEVEL, Side, default_screen};
use crate::display::{self, say};
use crate::exit;
use crate::interrupt::Interrupts;
use crate::play::dialogue::{Dialogue, PlayOptions};
use crate::play::line_reader::{LineReader, ReadEvent};
use crate::play::run::Runner;
use crate::play::start_game;
use crate::play::store::Store;

/// The meaning of an answer to the question for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Game(GameId),
    /// List them all.
    All,
    /// It matches several games, or none.
    Unclear(Vec<GameId>),
}

/// How the user left instead of answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// By quitting, or at the end of the input.
    Quit,
    /// By Ctrl-C.
    Interrupt,
}

impl Leaving {
    pub(crate) fn exit_code(self) -> ExitCode {
        match self {
            Self::Quit => ExitCode::SUCCESS,
            Self::Interrupt => ExitCode::from(exit::INTERRUPTED),
        }
    }
}

/// An answer, or how the user left.
pub(crate) type Asked<T> = anyhow::Result<Result<T, Leaving>>;

/// Takes the answer, or returns from the function if the user left.
macro_rules! asked {
    ($asked:expr) => {
        match $asked? {
            Ok(answer) => answer,
            Err(leaving) => return Ok(Err(leaving)),
        }
    };
}

pub(crate) fn run(out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let interrupts = Interrupts::listen()?;
    let mut reader = LineReader::new()?;
    let mut store = Store::open();
    let dialogue = match ask(&mut reader, &mut store, out)? {
        Ok(dialogue) => dialogue,
        Err(leaving) => return Ok(leaving.exit_code()),
    };
    Runner::new(dialogue, default_screen(), store, reader, interrupts, out).run()
}

fn ask(reader: &mut LineReader, store: &mut Store, out: &mut dyn Write) -> Asked<Dialogue> {
    if let Ok(unfinished) = store.newest(None) {
        say(&format!("There is an unfinished game: {}.", unfinished.title()), out)?;
        if asked!(ask_yes(reader, out, "Continue it [yes]? ", true)) {
            return Ok(Ok(store.resume(unfinished)));
        }
    }
    let game = asked!(ask_game(reader, out));
    let side = asked!(ask_side(reader, out));
    let level = asked!(ask_level(reader, out));
    let options = PlayOptions::with_people(|color| color == side, level, None);
    Ok(Ok(Dialogue::new(start_game(game), options)))
}

/// Asks a yes-or-no question; Enter gives the default.
pub(crate) fn ask_yes(
    reader: &mut LineReader,
    out: &mut dyn Write,
    question: &str,
    default: bool,
) -> Asked<bool> {
    loop {
        match asked!(answer(reader, out, question, &["yes", "no"])).as_str() {
            "" => return Ok(Ok(default)),
            "y" | "ye" | "yes" => return Ok(Ok(true)),
            "n" | "no" => return Ok(Ok(false)),
            _ => say("Type yes or no.", out)?,
        }
    }
}

/// Reads an answer, in lower case.
fn answer(reader: &mut LineReader, out: &mut dyn Write, question: &str, words: &[&str]) -> Asked<String> {
    out.flush()?;
    let words = words.iter().map(|&word| word.to_owned()).collect();
    Ok(match reader.read(question, words)? {
        ReadEvent::Line(line) => match line.trim().to_lowercase() {
            word if matches!(word.as_str(), "quit" | "exit") => Err(Leaving::Quit),
            word => Ok(word),
        },
        ReadEvent::End => Err(Leaving::Quit),
        ReadEvent::Interrupt => Err(Leaving::Interrupt),
    })
}

/// Asks which game to play.
pub(crate) fn ask_game(reader: &mut LineReader, out: &mut dyn Write) -> Asked<GameId> {
    say("Which game? (all lists every game; damier help lists the other commands)\n\n", out)?;
    let mut listed = popular().to_vec();
    list(&listed, out)?;
    let names: Vec<&str> = GameId::ALL.iter().copied().map(GameId::name).chain(["all", "quit"]).collect();
    loop {
        let text = asked!(answer(reader, out, "Game, by number or name [chess]: ", &names));
        match game_of(&text, &listed) {
            Answer::Game(game) => return Ok(Ok(game)),
            Answer::All => {
                listed = GameId::ALL.to_vec();
                list(&listed, out)?;
            }
            Answer::Unclear(games) if games.is_empty() => say(&format!("No game is called {text:?}."), out)?,
            Answer::Unclear(games) => {
                let names: Vec<&str> = games.into_iter().map(GameId::name).collect();
                say(&format!("Which one: {}?", names.join(", ")), out)?;
            }
        }
    }
}

fn list(games: &[GameId], out: &mut dyn Write) -> anyhow::Result<()> {
    for (index, game) in games.iter().enumerate() {
        let first = format!("  {:>2}  ", index + 1);
        let width = display::width().unwrap_or(usize::MAX);
        writeln!(out, "{}", display::wrapped(game.about().title, width, &first, "      "))?;
    }
    Ok(writeln!(out)?)
}

/// Finds a game by its number in the list, its name, or part of its name.
fn game_of(text: &str, listed: &[GameId]) -> Answer {
    if text.is_empty() {
        return Answer::Game(GameId::Chess);
    }
    if text == "all" {
        return Answer::All;
    }
    if let Ok(number) = text.parse::<usize>() {
        let game = number.checked_sub(1).and_then(|index| listed.get(index));
        return game.map_or(Answer::Unclear(Vec::new()), |&game| Answer::Game(game));
    }
    if let Ok(game) = text.parse() {
        return Answer::Game(game);
    }
    let contains = |game: &GameId| {
        let has = |name: &str| name.to_lowercase().contains(text);
        has(game.name()) || has(game.about().title) || game.aliases().any(has)
    };
    let found: Vec<GameId> = GameId::ALL.iter().copied().filter(contains).collect();
    match found[..] {
        [game] => Answer::Game(game),
        _ => Answer::Unclear(found),
    }
}

fn ask_side(reader: &mut LineReader, out: &mut dyn Write) -> Asked<Color> {
    loop {
        let words = ["white", "black", "random"];
        let question = "Your side: white, black or random [white]: ";
        let text = asked!(answer(reader, out, question, &words));
        match words.into_iter().find(|word| word.starts_with(&text)) {
            Some("white") => return Ok(Ok(Side::White.color())),
            Some("black") => return Ok(Ok(Side::Black.color())),
            Some(_) => return Ok(Ok(Side::Random.color())),
            None => say("Type white, black or random, or the first letter.", out)?,
        }
    }
}

fn ask_level(reader: &mut LineReader, out: &mut dyn Write) -> Asked<u8> {
    loop {
        let question = format!("Engine level, from 1 to 10 [{DEFAULT_LEVEL}]: ");
        let text = asked!(answer(reader, out, &question, &[]));
        match text.parse() {
            Ok(level @ 1..=10) => return Ok(Ok(level)),
            Err(_) if text.is_empty() => return Ok(Ok(DEFAULT_LEVEL)),
            _ => writeln!(out, "Type a number from 1 to 10.")?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_by_number_name_or_part() {
        let of = |text| game_of(text, popular());
        assert_eq!(of(""), Answer::Game(GameId::Chess));
        assert_eq!(of("2"), Answer::Game(GameId::International));
        assert_eq!(of("checkers"), Answer::Game(GameId::English));
        assert_eq!(of("shash"), Answer::Game(GameId::Russian));
        assert_eq!(of("czec"), Answer::Game(GameId::Czech));
        assert_eq!(of("all"), Answer::All);
        assert_eq!(of("0"), Answer::Unclear(Vec::new()));
        assert_eq!(of("99"), Answer::Unclear(Vec::new()));
        assert_eq!(of("parcheesi"), Answer::Unclear(Vec::new()));
        assert_eq!(of("draughts"), Answer::Game(GameId::International));
        assert!(matches!(of("draught"), Answer::Unclear(games) if games.len() > 10));
    }
}
