//! From trees to texts.

mod moves;
mod wrap;

use std::borrow::Cow;
use std::io::{self, Write};

use boardgame::RecordNotation;
use thiserror::Error;

use crate::lexer::Syntax;
use crate::marks::Marks;
use crate::result::{GameResult, ResultStyle};
use crate::tags::Tags;
use crate::text_tree::{TextTree, Texts};
use crate::tree::GameTree;
use moves::MoveWriter;
use wrap::Wrap;

/// Why a game was not written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The bytes cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game has a set-up in its middle, which PGN cannot express.
    #[error("a set-up inside the game cannot be written in PGN")]
    SetUp,
    /// The format cannot hold something, and the caller did not ask to hear of it.
    #[error(transparent)]
    Loss(#[from] Loss),
}

/// What a format cannot hold, and how it was written instead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Loss {
    /// A comment of PDN ends with the first brace, one that opens seems to be of the next comment, and nothing escapes
    /// them.
    #[error("PDN cannot hold the braces in the comment {comment:?}, written as ( and )")]
    Brace {
        /// The whole comment.
        comment: String,
    },
    /// What looks like a tag after an empty line seems to begin a game, as if the comment were not closed.
    #[error(
        "PGN and PDN cannot hold the tag after an empty line in the comment {comment:?}, written in one line"
    )]
    TagLine {
        /// The whole comment.
        comment: String,
    },
    /// Comments have no other control characters than line breaks and tabs.
    #[error(
        "PGN and PDN cannot hold the control characters in the comment {comment:?}, written as line breaks or spaces"
    )]
    ControlCharacters {
        /// The whole comment.
        comment: String,
    },
    /// PGN knows six marks of strength, and writes them as numbers; PDN has no others for a set-up.
    #[error("the marks {:?} have no number, written as a comment", marks.as_str())]
    Marks {
        /// The marks.
        marks: Marks,
    },
    /// A comment of PGN that holds a brace goes to the end of its line, and so cannot have several.
    #[error(
        "PGN cannot hold both the brace and the line breaks of the comment {comment:?}, written in one line"
    )]
    BraceAndLineBreak {
        /// The whole comment.
        comment: String,
    },
}

/// A game whose moves can be written: a tree of any game, or one of texts.
pub trait ToTexts {
    /// The game with its moves and positions as texts.
    fn to_text_tree(&self) -> Cow<'_, TextTree>;
}

impl<P: RecordNotation> ToTexts for GameTree<P> {
    fn to_text_tree(&self) -> Cow<'_, TextTree> {
        Cow::Owned(self.to_texts())
    }
}

impl ToTexts for GameTree<Texts> {
    fn to_text_tree(&self) -> Cow<'_, TextTree> {
        Cow::Borrowed(self)
    }
}

/// How records are written.
///
/// A game that both players lost has no result in PGN: its tag says `0-0`, and it ends with `*`.
///
/// ```
/// use boardgame::Color;
/// use draughts::{Draughts, variants::International};
/// use damier_record::{GameResult, GameTree, NodeId, ResultStyle, WriteOptions};
///
/// let mut tree = GameTree::<Draughts<International>>::default();
/// tree.tags_mut().set("White", "Somebody");
/// let node = tree.add_text(NodeId::ROOT, "32-28")?;
/// tree.add_text(node, "19-23")?;
/// tree.add_text(node, "18-23")?;
/// tree.set_result(Some(GameResult::Win(Color::White)));
///
/// let options = WriteOptions::pdn(ResultStyle::Two).with_tag("GameType", "20");
/// let text = options.to_text(&tree)?;
/// assert_eq!(text, "\
/// [White \"Somebody\"]
/// [Result \"2-0\"]
/// [GameType \"20\"]
///
/// 1. 32-28 19-23 (1... 18-23) *
///
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    syntax: Syntax,
    results: ResultStyle,
    tags: Tags,
}

/// The tags that PGN wants first, with what stands for unknown.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

impl WriteOptions {
    /// PGN in its export format.
    #[must_use]
    pub fn pgn() -> Self {
        Self { syntax: Syntax::Pgn, results: ResultStyle::One, tags: Tags::default() }
    }

    /// PDN 3.0. The variant decides how results are written, and its `GameType` is given as a tag.
    #[must_use]
    pub fn pdn(results: ResultStyle) -> Self {
        Self { syntax: Syntax::Pdn, results, tags: Tags::default() }
    }

    /// With a tag that every game gets, in place of its own.
    #[must_use]
    pub fn with_tag(mut self, name: impl AsRef<str>, value: impl AsRef<str>) -> Self {
        self.tags.set(name.as_ref(), value.as_ref());
        self
    }

    /// The text of a game.
    ///
    /// # Errors
    ///
    /// [`WriteError::SetUp`], or [`WriteError::Loss`] when the format cannot hold something.
    pub fn to_text(&self, tree: &impl ToTexts) -> Result<String, WriteError> {
        let mut out = Vec::new();
        if let Some(loss) = self.write(tree, &mut out)?.into_iter().next() {
            return Err(loss.into());
        }
        Ok(String::from_utf8(out).expect("only text is written"))
    }

    /// Writes a game and the empty line after it. Gives what the format could not hold.
    ///
    /// # Errors
    ///
    /// [`WriteError::SetUp`], or when `out` fails.
    pub fn write(&self, tree: &impl ToTexts, mut out: impl Write) -> Result<Vec<Loss>, WriteError> {
        self.write_texts(&tree.to_text_tree(), &mut out)
    }

    fn write_texts(&self, tree: &TextTree, mut out: &mut dyn Write) -> Result<Vec<Loss>, WriteError> {
        let mut losses = Vec::new();
        let tags = self.all_tags(tree);
        let mut text = String::new();
        for (name, value) in &tags {
            text.extend(["[", name, " \""]);
            for letter in value.split_inclusive(['\\', '"']) {
                let (plain, escaped) = match letter.as_bytes().last() {
                    Some(b'\\') => (&letter[..letter.len() - 1], "\\\\"),
                    Some(b'"') => (&letter[..letter.len() - 1], "\\\""),
                    _ => (letter, ""),
                };
                text.extend([plain, escaped]);
            }
            text.push_str("\"]\n");
        }
        if !tags.is_empty() {
            text.push('\n');
        }
        out.write_all(text.as_bytes())?;
        let mut lines = Wrap::new(&mut out);
        MoveWriter { tree, syntax: self.syntax, lines: &mut lines, losses: &mut losses }.write()?;
        let end = match self.syntax {
            // In the moves 0-0 would be castling.
            Syntax::Pgn if tree.result() == Some(GameResult::BothLose) => "*",
            Syntax::Pgn => self.result_text(tree.result()),
            Syntax::Pdn => "*",
        };
        lines.word(end.as_bytes())?;
        lines.end_line()?;
        writeln!(out)?;
        Ok(losses)
    }

    /// The tags in the order of writing.
    fn all_tags<'a>(&'a self, tree: &'a TextTree) -> Vec<(&'a str, &'a str)> {
        let mut tags: Vec<(&str, &str)> = tree.tags().iter().collect();
        if find(&tags, "FEN").is_some() || !tree.start().is_start {
            set(&mut tags, "FEN", &tree.start().fen);
            if self.syntax == Syntax::Pgn {
                set(&mut tags, "SetUp", "1");
            }
        } else if find(&tags, "SetUp") == Some("1") {
            take(&mut tags, "SetUp");
        }
        for (name, value) in self.tags.iter() {
            set(&mut tags, name, value);
        }
        let result = take(&mut tags, "Result");
        let mut all = Vec::with_capacity(ROSTER.len() + 1 + tags.len());
        for (name, unknown) in ROSTER {
            match take(&mut tags, name) {
                Some(value) => all.push((name, value)),
                None if self.syntax == Syntax::Pgn => all.push((name, unknown)),
                None => {}
            }
        }
        all.push(("Result", self.result_tag(result, tree.result())));
        tags.sort_unstable();
        all.extend(tags);
        all
    }

    /// PDN has results of other kinds, which are kept, and so is what says that there is none.
    fn result_tag<'a>(&self, tag: Option<&'a str>, result: Option<GameResult>) -> &'a str {
        let is_kept = |text: &&str| match *text {
            "" | "?" => result.is_none(),
            text => GameResult::from_text(text).is_none() && text != "*",
        };
        match tag.filter(is_kept) {
            Some(text) if self.syntax == Syntax::Pdn => text,
            _ => self.result_text(result),
        }
    }

    fn result_text(&self, result: Option<GameResult>) -> &'static str {
        match result {
            Some(result) => result.text(self.results),
            None => "*",
        }
    }
}

fn find<'a>(tags: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    tags.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

fn set<'a>(tags: &mut Vec<(&'a str, &'a str)>, name: &'a str, value: &'a str) {
    match tags.iter_mut().find(|(known, _)| *known == name) {
        Some((_, known)) => *known = value,
        None => tags.push((name, value)),
    }
}

fn take<'a>(tags: &mut Vec<(&str, &'a str)>, name: &str) -> Option<&'a str> {
    let index = tags.iter().position(|(known, _)| *known == name)?;
    Some(tags.remove(index).1)
}
