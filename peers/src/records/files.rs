//! The files that are read: made by seeded play, the same on every machine.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use boardgame::testing::Random;
use boardgame::{MoveStyle, Notation};
use chess::Chess;
use draughts::Draughts;
use draughts::variants::{International, Russian};
use record::{GameResult, ResultStyle};
use serde::{Deserialize, Serialize};

use crate::play::{Play, first, play};

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Chess, moves and numbers only.
    Plain,
    /// Chess, after every move a comment with clock and evaluation, as servers write them.
    Comments,
    /// International draughts.
    International,
    /// Russian draughts.
    Russian,
}

/// What a reader must find in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Contents {
    pub(crate) games: u64,
    pub(crate) moves: u64,
    pub(crate) comments: u64,
}

/// A file to read.
#[derive(Clone, Debug)]
pub(crate) struct Records {
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
    pub(crate) contents: Contents,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain.pgn",
            Self::Comments => "comments.pgn",
            Self::International => "international.pdn",
            Self::Russian => "russian.pdn",
        }
    }

    /// Makes the file in a folder, at least this long, unless it is there from an earlier run.
    pub(crate) fn make(self, folder: &Path, bytes: u64) -> anyhow::Result<Records> {
        let path = folder.join(format!("{bytes}-{}", self.name()));
        // What a file holds is written down after it is complete.
        let notes = path.with_extension("json");
        let known = fs::read(&notes).ok().and_then(|text| serde_json::from_slice(&text).ok());
        let contents = match known {
            Some(contents) if path.is_file() => contents,
            _ => {
                let contents = self.fill(&path, bytes).with_context(|| path.display().to_string())?;
                fs::write(&notes, serde_json::to_vec(&contents)?)?;
                contents
            }
        };
        let bytes = fs::metadata(&path)?.len();
        Ok(Records { path, bytes, contents })
    }

    fn fill(self, path: &Path, bytes: u64) -> anyhow::Result<Contents> {
        let out = BufWriter::new(File::create(path)?);
        match self {
            Self::Plain => fill::<Chess>(
                out,
                bytes,
                Form { tags: PGN, results: ResultStyle::One, ends_with_star: false, comments: false },
            ),
            Self::Comments => fill::<Chess>(
                out,
                bytes,
                Form { tags: PGN, results: ResultStyle::One, ends_with_star: false, comments: true },
            ),
            Self::International => {
                let tags = "[GameType \"20\"]\n";
                fill::<Draughts<International>>(
                    out,
                    bytes,
                    Form { tags, results: ResultStyle::Two, ends_with_star: true, comments: false },
                )
            }
            Self::Russian => {
                let tags = "[GameType \"25\"]\n";
                fill::<Draughts<Russian>>(
                    out,
                    bytes,
                    Form { tags, results: ResultStyle::One, ends_with_star: true, comments: false },
                )
            }
        }
    }
}

const PGN: &str = "[WhiteElo \"1834\"]\n[BlackElo \"1871\"]\n[ECO \"C00\"]\n";

/// How games are written.
struct Form {
    /// Besides those that all games have.
    tags: &'static str,
    results: ResultStyle,
    /// Whether the moves end with a star, as in PDN, and not with the result.
    ends_with_star: bool,
    comments: bool,
}

fn fill<P: Notation<Rules = ()> + Play>(
    mut out: impl Write,
    bytes: u64,
    form: Form,
) -> anyhow::Result<Contents> {
    let mut random = Random::new(7);
    let mut contents = Contents::default();
    let mut written = 0;
    let mut text = String::new();
    while written < bytes {
        text.clear();
        contents.games += 1;
        write_game::<P>(&mut text, &form, &mut contents, &mut random)?;
        out.write_all(text.as_bytes())?;
        written += text.len() as u64;
    }
    out.flush()?;
    Ok(contents)
}

fn write_game<P: Notation<Rules = ()> + Play>(
    text: &mut String,
    form: &Form,
    contents: &mut Contents,
    random: &mut Random,
) -> anyhow::Result<()> {
    let number = contents.games;
    let mut moves = String::new();
    let result = write_moves::<P>(&mut moves, form, contents, random)?;
    let result = result.text(form.results);
    writeln!(text, "[Event \"Seeded play\"]\n[Site \"https://example.org/{number:08}\"]")?;
    writeln!(text, "[Date \"2026.11.15\"]\n[Round \"-\"]\n[White \"Somebody\"]\n[Black \"Somebody else\"]")?;
    writeln!(text, "[Result \"{result}\"]\n{}", form.tags)?;
    writeln!(text, "{moves}{}\n", if form.ends_with_star { "*" } else { result })?;
    Ok(())
}

/// Writes the moves of a game and gives its result: what the rules say of the last position, else a draw.
fn write_moves<P: Notation<Rules = ()> + Play>(
    text: &mut String,
    form: &Form,
    contents: &mut Contents,
    random: &mut Random,
) -> anyhow::Result<GameResult> {
    let plies = 50 + random.below(80);
    let mut noise = Random::new(contents.games);
    let (mut ply, mut result) = (0, Ok(()));
    let last = play::<P>(plies, random, |position, mv| {
        let is_first = position.turn() == first::<P>();
        let number = if is_first { format!("{}. ", ply / 2 + 1) } else { format!("{}... ", ply / 2 + 1) };
        if is_first || form.comments {
            text.push_str(&number);
        }
        text.push_str(&position.write_move(mv, MoveStyle::Record));
        text.push(' ');
        if form.comments {
            contents.comments += 1;
            let (score, seconds) = (noise.below(600) as f64 / 100.0 - 3.0, noise.below(3600));
            let (minutes, seconds) = (seconds / 60, seconds % 60);
            let written = write!(text, "{{ [%eval {score:.2}] [%clk 0:{minutes:02}:{seconds:02}] }} ");
            result = result.and(written);
        }
        ply += 1;
    });
    contents.moves += ply;
    result?;
    Ok(last.outcome().map_or(GameResult::Draw, |(outcome, _)| outcome.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_made_once_and_hold_what_they_say() {
        let folder = tempfile::tempdir().expect("a folder");
        for kind in [Kind::Plain, Kind::Comments, Kind::International, Kind::Russian] {
            let made = kind.make(folder.path(), 20_000).expect("a file");
            assert!((20_000..30_000).contains(&made.bytes), "{kind:?}");
            let text = fs::read_to_string(&made.path).expect("the file");
            assert_eq!(text.matches("[Event ").count() as u64, made.contents.games);
            assert_eq!(text.matches('{').count() as u64, made.contents.comments);
            let again = kind.make(folder.path(), 20_000).expect("the same file");
            assert_eq!(again.contents, made.contents);
        }
    }
}
