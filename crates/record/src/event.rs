//! The parts of a game as texts.

use crate::error::Fault;
use crate::marks::Marks;
use crate::visitor::{CommentPlace, MoveText, Terminator, Visitor};

/// A part of a game as text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RawEvent {
    /// A tag.
    Tag(String, String),
    /// A move number, with its dots.
    Number(Box<str>),
    /// A move.
    Move(Box<str>),
    /// Marks of the move before.
    Marks(Marks),
    /// A comment.
    Comment(String, CommentPlace),
    /// An annotation.
    Nag(u8),
    /// A variation begins.
    BeginVariation,
    /// A variation ends.
    EndVariation,
    /// Another position is set up.
    SetUp(String),
    /// The game ends.
    End(Terminator),
}

impl RawEvent {
    pub(crate) fn is_before_moves(&self) -> bool {
        matches!(self, Self::Tag(..) | Self::Comment(_, CommentPlace::Game))
    }

    pub(crate) fn is_dots(&self) -> bool {
        matches!(self, Self::Number(text) | Self::Move(text) if text.starts_with('.'))
    }

    pub(crate) fn tell<V: Visitor>(&self, visitor: &mut V) -> Result<(), Fault> {
        match self {
            Self::Tag(name, value) => visitor.tag(name, value)?,
            Self::Number(text) => visitor.move_number(MoveText::new(text))?,
            Self::Move(text) => visitor.mv(MoveText::new(text))?,
            Self::Marks(marks) => visitor.marks(*marks),
            Self::Comment(text, place) => visitor.comment(text, *place),
            Self::Nag(nag) => visitor.nag(*nag),
            Self::BeginVariation => {
                visitor.begin_variation()?;
            }
            Self::EndVariation => visitor.end_variation(),
            Self::SetUp(fen) => visitor.set_up(fen)?,
            Self::End(terminator) => visitor.end_game(*terminator)?,
        }
        Ok(())
    }
}
