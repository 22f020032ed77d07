//! The parts of a game as texts.

use crate::comment::unread_commands;
use crate::error::Fault;
use crate::lexer::Syntax;
use crate::marks::Marks;
use crate::reader::repair_move;
use crate::repair::RepairKind;
use crate::short_text::ShortText;
use crate::visitor::{CommentPlace, MoveText, Terminator, Visitor};

/// A part of a game as text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RawEvent {
    /// A tag.
    Tag(String, String),
    /// A move number, with its dots.
    Number(ShortText),
    /// A move.
    Move(ShortText),
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

/// The memory that parts of a game take, in bytes, beside their texts: as events, in a tree, with what an allocator adds.
/// Measured with programs that convert games of one kind of part, and rounded up.
pub(crate) mod memory {
    pub(crate) const MOVE: usize = 288;
    pub(crate) const NUMBER: usize = 112;
    pub(crate) const COMMENT: usize = 448;
    pub(crate) const NOTE: usize = 288;
    pub(crate) const SET_UP: usize = 1024;
    pub(crate) const TAG: usize = 512;
    pub(crate) const OTHER: usize = 80;
    /// How often a text is there at the same time.
    pub(crate) const COPIES: usize = 5;
}

impl RawEvent {
    /// The memory that this takes until its game is written again, in bytes, about: here, in a tree, and in the text that
    /// is made of it. The sum is held below [`LARGEST_GAME`](crate::LARGEST_GAME).
    #[must_use]
    pub fn memory(&self) -> usize {
        let (each, text) = match self {
            Self::Tag(name, value) => (memory::TAG, name.len() + value.len()),
            Self::Number(text) => (memory::NUMBER, text.len()),
            Self::Move(text) => (memory::MOVE, text.len()),
            Self::Comment(text, _) => (memory::COMMENT, text.len()),
            Self::SetUp(text) => (memory::SET_UP, text.len()),
            Self::Nag(_) | Self::Marks(_) => (memory::NOTE, 0),
            Self::BeginVariation | Self::EndVariation | Self::End(_) => (memory::OTHER, 0),
        };
        each + memory::COPIES * text
    }

    /// What the standards do not allow in its text although it can be understood, where no reader has told of it.
    pub(crate) fn unusual(&self, syntax: Syntax) -> Vec<RepairKind> {
        match self {
            Self::Move(text) => repair_move(text).into_iter().collect(),
            Self::Comment(text, _) => unread_commands(text, syntax).collect(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn is_before_moves(&self) -> bool {
        matches!(self, Self::Tag(..) | Self::Comment(_, CommentPlace::Game))
    }

    pub(crate) fn is_dots(&self) -> bool {
        matches!(self, Self::Number(text) | Self::Move(text) if text.starts_with('.'))
    }

    pub(crate) fn tell<V: Visitor>(
        &self,
        visitor: &mut V,
        repairs: &mut Vec<RepairKind>,
    ) -> Result<(), Fault> {
        match self {
            Self::Tag(name, value) => visitor.tag(name, value, repairs)?,
            Self::Number(text) => visitor.move_number(MoveText::new(text), repairs)?,
            Self::Move(text) => visitor.mv(MoveText::new(text), repairs)?,
            Self::Marks(marks) => visitor.marks(*marks),
            Self::Comment(text, place) => visitor.comment(text, *place),
            Self::Nag(nag) => visitor.nag(*nag),
            Self::BeginVariation => {
                visitor.begin_variation()?;
            }
            Self::EndVariation => visitor.end_variation(),
            Self::SetUp(fen) => visitor.set_up(fen, repairs)?,
            Self::End(terminator) => visitor.end_game(*terminator, repairs)?,
        }
        Ok(())
    }
}
