//! `damier` without a command on a terminal: which game, which side, which level?

use std::io::Write;
use std::process::ExitCode;

use catalog::GameId;
use damier::Color;

use crate::commands::play::{Side, USUAL_LEVEL, usual_screen};
use crate::play::dialogue::{Dialogue, Seat, Terms};
use crate::play::run::Runner;
use crate::play::start_table;
use crate::play::store::Store;
use crate::play::typed::{Typed, Typist};

/// The games that most people look for, in this order.
const MOST_PLAYED: &[GameId] = &[
    GameId::Chess,
    GameId::International,
    GameId::Russian,
    GameId::English,
    GameId::Brazilian,
    GameId::Italian,
    GameId::Turkish,
    GameId::Canadian,
    GameId::Chess960,
];

/// What an answer about the game means.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Game(GameId),
    /// List them all.
    All,
    /// It fits several games, or none.
    Unclear(Vec<GameId>),
}

/// Somebody does not want to answer.
struct Leaving;

pub(crate) fn run(out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut typist = Typist::new()?;
    let mut store = Store::open();
    let dialogue = match ask(&mut typist, &mut store, out)? {
        Ok(dialogue) => dialogue,
        Err(Leaving) => return Ok(ExitCode::SUCCESS),
    };
    Runner::new(dialogue, usual_screen(), store, typist, out)?.run()
}

fn ask(
    typist: &mut Typist,
    store: &mut Store,
    out: &mut dyn Write,
) -> anyhow::Result<Result<Dialogue, Leaving>> {
    if let Some(unfinished) = store.newest(None) {
        writeln!(out, "There is an unfinished game: {}.", unfinished.title())?;
        match ask_yes(typist, out, "Go on with it [yes]? ")? {
            Some(true) => return store.resume(unfinished).map(Ok),
            Some(false) => {}
            None => return Ok(Err(Leaving)),
        }
    }
    let Some(game) = ask_game(typist, out)? else { return Ok(Err(Leaving)) };
    let Some(side) = ask_side(typist, out)? else { return Ok(Err(Leaving)) };
    let Some(level) = ask_level(typist, out)? else { return Ok(Err(Leaving)) };
    let seat = |color| if color == side { Seat::Person } else { Seat::Engine };
    let terms = Terms { white: seat(Color::White), black: seat(Color::Black), level, time: None };
    Ok(Ok(Dialogue::new(start_table(game)?, terms)))
}

/// Whether somebody says yes; none if they leave.
fn ask_yes(typist: &mut Typist, out: &mut dyn Write, question: &str) -> anyhow::Result<Option<bool>> {
    loop {
        let Some(answer) = answer(typist, out, question, &["yes", "no"])? else { return Ok(None) };
        if "yes".starts_with(&answer) {
            return Ok(Some(true));
        }
        if "no".starts_with(&answer) {
            return Ok(Some(false));
        }
        writeln!(out, "Type yes or no.")?;
    }
}

/// An answer in small letters; none if somebody leaves.
fn answer(
    typist: &mut Typist,
    out: &mut dyn Write,
    question: &str,
    words: &[&str],
) -> anyhow::Result<Option<String>> {
    out.flush()?;
    let words = words.iter().map(|&word| word.to_owned()).collect();
    Ok(match typist.read(question, words)? {
        Typed::Line(line) => {
            Some(line.trim().to_lowercase()).filter(|line| !matches!(line.as_str(), "quit" | "exit"))
        }
        Typed::Interrupt | Typed::End => None,
    })
}

/// The game that somebody wants to play; none if they leave.
pub(crate) fn ask_game(typist: &mut Typist, out: &mut dyn Write) -> anyhow::Result<Option<GameId>> {
    writeln!(out, "Which game? (all lists every game, damier help the other commands)\n")?;
    let mut listed = MOST_PLAYED.to_vec();
    list(&listed, out)?;
    let names: Vec<&str> = GameId::playable().map(GameId::name).chain(["all", "quit"]).collect();
    loop {
        let Some(text) = answer(typist, out, "Game, by number or name [chess]: ", &names)? else {
            return Ok(None);
        };
        match game_of(&text, &listed) {
            Answer::Game(game) => return Ok(Some(game)),
            Answer::All => {
                listed = GameId::playable().collect();
                list(&listed, out)?;
            }
            Answer::Unclear(games) if games.is_empty() => writeln!(out, "No game is called {text:?}.")?,
            Answer::Unclear(games) => {
                let names: Vec<&str> = games.into_iter().map(GameId::name).collect();
                writeln!(out, "Which one: {}?", names.join(", "))?;
            }
        }
    }
}

fn list(games: &[GameId], out: &mut dyn Write) -> anyhow::Result<()> {
    for (index, game) in games.iter().enumerate() {
        writeln!(out, "  {:>2}  {}", index + 1, game.about().title)?;
    }
    Ok(writeln!(out)?)
}

/// The game of a number in a list, of a name, or of a part of one.
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
    let found: Vec<GameId> = GameId::playable().filter(contains).collect();
    match found[..] {
        [game] => Answer::Game(game),
        _ => Answer::Unclear(found),
    }
}

fn ask_side(typist: &mut Typist, out: &mut dyn Write) -> anyhow::Result<Option<Color>> {
    loop {
        let words = ["white", "black", "random"];
        let question = "Your side: white, black or random [white]: ";
        let Some(text) = answer(typist, out, question, &words)? else { return Ok(None) };
        match words.into_iter().find(|word| word.starts_with(&text)) {
            Some("white") => return Ok(Some(Side::White.color())),
            Some("black") => return Ok(Some(Side::Black.color())),
            Some(_) => return Ok(Some(Side::Random.color())),
            None => writeln!(out, "Type white, black or random, or only the first letter.")?,
        }
    }
}

fn ask_level(typist: &mut Typist, out: &mut dyn Write) -> anyhow::Result<Option<u8>> {
    loop {
        let question = format!("Level of the engine, from 1 to 10 [{USUAL_LEVEL}]: ");
        let Some(text) = answer(typist, out, &question, &[])? else { return Ok(None) };
        match text.parse() {
            Ok(level @ 1..=10) => return Ok(Some(level)),
            Err(_) if text.is_empty() => return Ok(Some(USUAL_LEVEL)),
            _ => writeln!(out, "Type a number from 1 to 10.")?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_by_number_name_or_part() {
        let of = |text| game_of(text, MOST_PLAYED);
        assert_eq!(of(""), Answer::Game(GameId::Chess));
        assert_eq!(of("2"), Answer::Game(GameId::International));
        assert_eq!(of("checkers"), Answer::Game(GameId::English));
        assert_eq!(of("shash"), Answer::Game(GameId::Russian));
        assert_eq!(of("czec"), Answer::Game(GameId::Czech));
        assert_eq!(of("all"), Answer::All);
        assert_eq!(of("0"), Answer::Unclear(Vec::new()));
        assert_eq!(of("99"), Answer::Unclear(Vec::new()));
        assert_eq!(of("parcheesi"), Answer::Unclear(Vec::new()));
        assert!(matches!(of("draughts"), Answer::Unclear(games) if games.len() > 10));
    }
}
