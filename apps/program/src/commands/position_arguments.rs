//! Arguments shared by commands about one position: the game and the position.
//!
//! All commands follow one order: first the game, by any of its names; then the position as FEN; then the depth or
//! the move, if the command needs one. Each may be left out if something else determines it.

use anyhow::bail;
use catalog::{GameId, PositionText, START};
use clap::Args;
use damier::Reading;

use crate::commands::game_arguments::{
    GameParser, GameWord, agree, leading_game, names, quoted, see_games, which_game,
};

/// The game and the position on a command line.
#[derive(Args)]
pub(crate) struct PositionArguments {
    /// The game: any name that "damier games" lists. Not needed if the position makes it clear.
    #[arg(value_name = "GAME", value_parser = GameWord, hide_possible_values = true)]
    first_word: Option<String>,
    /// The position; if left out or "startpos", the start position.
    #[arg(value_name = "FEN")]
    words: Vec<String>,
    /// The game, as an option.
    #[arg(long, value_name = "NAME", value_parser = GameParser, hide_possible_values = true)]
    game: Option<GameId>,
    /// The position, as an option.
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    fen: Option<String>,
    /// Moves to play first: "e4 e5 Nf3", "32-28 19-23".
    #[arg(long, value_name = "MOVES", value_parser = split_moves, allow_hyphen_values = true)]
    moves: Option<Moves>,
    /// Accept positions with more pieces than a side can have and, in chess, with more checking pieces.
    #[arg(long)]
    lenient: bool,
}

/// The moves on a command line. A type of its own, because clap reads a `Vec` as a repeated option.
#[derive(Clone)]
struct Moves(Vec<String>);

/// What else a command takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    Nothing,
    /// A number, before or after the position.
    Depth,
    Move,
}

/// The game and the position, as read from a command line.
#[derive(Debug)]
pub(crate) struct Named {
    /// The game, if it is named.
    pub(crate) game: Option<GameId>,
    /// The position, if it is given.
    pub(crate) fen: Option<String>,
    moves: Vec<String>,
    reading: Reading,
    /// The depth or the move.
    pub(crate) operand: Option<String>,
}

impl PositionArguments {
    /// Reads the game and the position from arguments and options.
    pub(crate) fn read(&self, takes: Takes) -> anyhow::Result<Named> {
        let all: Vec<&str> = self.first_word.iter().chain(&self.words).map(String::as_str).collect();
        let (game, mut rest) = leading_game(&all);
        let mut named = Named {
            game: agree(game, self.game)?,
            fen: None,
            moves: self.moves.as_ref().map_or_else(Vec::new, |moves| moves.0.clone()),
            reading: if self.lenient { Reading::Lenient } else { Reading::Strict },
            operand: None,
        };
        if let Some(fen) = &self.fen {
            let (fen, used) = join_fen(fen, rest)?;
            named.fen = Some(fen);
            rest = &rest[used..];
        }
        while let Some((&word, after)) = rest.split_first() {
            rest = after;
            if named.fen.is_none() && looks_like_fen(word) {
                let (fen, used) = join_fen(word, rest)?;
                named.fen = Some(fen);
                rest = &rest[used..];
            } else if named.operand.is_none() && fits(takes, word, rest) {
                named.operand = Some(word.to_owned());
            } else {
                bail!("{}", named.unexpected(word, takes));
            }
        }
        Ok(named)
    }
}

impl Named {
    /// The game, by its name or by the position.
    pub(crate) fn game(&self, command: &str) -> anyhow::Result<GameId> {
        if let Some(game) = self.game {
            return Ok(game);
        }
        let Some(fen) = self.fen.as_deref().filter(|fen| fen.trim() != START) else {
            bail!("{}", which_game(command));
        };
        match &GameId::of_fen(fen, self.reading)[..] {
            [game] => Ok(*game),
            [] => bail!("the position {} fits no game; give the game to see why", quoted(fen)),
            games => bail!("the position fits {}: give the game before it", names(games)),
        }
    }

    /// The position with the moves to play.
    pub(crate) fn place(&self) -> PositionText<'_> {
        PositionText { reading: self.reading, fen: self.fen.as_deref(), moves: &self.moves }
    }

    /// Refuses a position together with an option that replaces it.
    pub(crate) fn without_position(&self, option: &str) -> anyhow::Result<()> {
        match &self.fen {
            Some(fen) => bail!("the position {} cannot be used with {option}", quoted(fen)),
            None => Ok(()),
        }
    }

    /// The error for a word that is not the game, the position or the operand.
    fn unexpected(&self, word: &str, takes: Takes) -> String {
        let found = quoted(word);
        if looks_like_fen(word) {
            return format!("unexpected second position {found}");
        }
        if self.fen.is_some() && is_field(word) {
            return format!(
                "unexpected {found} after the position: put quotes around a position with spaces"
            );
        }
        if let Some(depth) = self.operand.as_deref().filter(|_| takes == Takes::Depth) {
            return format!("unexpected {found} with the depth {}, expected a position", quoted(depth));
        }
        let expected =
            if takes == Takes::Depth { "a position or a depth (a whole number)" } else { "a position" };
        match word.parse::<GameId>() {
            Ok(_) if self.game.is_some() => format!("unexpected second game {found}"),
            Ok(game) => {
                format!("found {found} after the position: give the game first, as in \"{game} FEN\"")
            }
            Err(_) if self.game.is_some() || self.fen.is_some() => {
                let hint = if takes == Takes::Move {
                    " before the move; use --moves to play moves first"
                } else {
                    ""
                };
                format!("found {found}, expected {expected}{hint}")
            }
            Err(error) => {
                format!("{found} is neither a game nor {expected}{}{}", error.question(), see_games(&error))
            }
        }
    }
}

/// Whether a word looks like a position: it has slashes between ranks, or a colon after the side to move.
fn looks_like_fen(word: &str) -> bool {
    let mut letters = word.chars();
    word.trim() == START || word.contains('/') || letters.next() == Some(':') || letters.next() == Some(':')
}

/// Whether a word is the depth or the move. A move must be the last word.
fn fits(takes: Takes, word: &str, rest: &[&str]) -> bool {
    match takes {
        Takes::Nothing => false,
        Takes::Depth => {
            word.starts_with(|first: char| first.is_ascii_digit() || first == '-' || first == '+')
        }
        Takes::Move => rest.is_empty(),
    }
}

/// Joins a chess position that was not quoted with the words after it: side to move, castling rights, en passant
/// square and, if both are given, the two counters. Also returns the number of words used.
fn join_fen(first: &str, rest: &[&str]) -> anyhow::Result<(String, usize)> {
    let is_side = |word: &&str| matches!(*word, "w" | "b");
    if first.contains(char::is_whitespace) || !first.contains('/') || !rest.first().is_some_and(is_side) {
        return Ok((first.to_owned(), 0));
    }
    let is_number = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    if rest.len() < 3 || !is_rights(rest[1]) || !is_en_passant(rest[2]) {
        let found = [&[first], &rest[..rest.len().min(3)]].concat().join(" ");
        bail!("cannot tell where the position {} ends: put quotes around it", quoted(&found));
    }
    let has_counters = rest.len() >= 5 && rest[3..5].iter().all(is_number);
    let used = if has_counters { 5 } else { 3 };
    Ok(([&[first], &rest[..used]].concat().join(" "), used))
}

fn is_rights(word: &str) -> bool {
    let is_right = |letter| matches!(letter, 'K' | 'Q' | 'k' | 'q' | 'A'..='H' | 'a'..='h');
    word == "-" || (1..=4).contains(&word.len()) && word.chars().all(is_right)
}

fn is_en_passant(word: &str) -> bool {
    word == "-" || matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

/// Whether a word may be a field of an unquoted position.
fn is_field(word: &str) -> bool {
    matches!(word, "w" | "b") || is_rights(word) || is_en_passant(word) || word.parse::<u32>().is_ok()
}

#[expect(clippy::unnecessary_wraps, reason = "clap needs a parser that returns a result")]
fn split_moves(text: &str) -> Result<Moves, std::convert::Infallible> {
    Ok(Moves(PositionText::split_moves(text)))
}
