//! Moves, variations and what is said about them.

use std::io::Write;

use super::wrap::Wrap;
use super::{Loss, WriteError};
use crate::comment::{Comment, has_tag_line};
use crate::lexer::Syntax;
use crate::marks::Marks;
use crate::numbers::first_number;
use crate::text_tree::TextTree;
use crate::tree::{NodeId, TreeStep};

pub(super) struct MoveWriter<'a, W> {
    pub(super) tree: &'a TextTree,
    pub(super) syntax: Syntax,
    pub(super) lines: &'a mut Wrap<W>,
    pub(super) losses: &'a mut Vec<Loss>,
}

/// A line of moves that is being written.
struct WrittenLine {
    /// Of the next move.
    number: u32,
    next: Option<NodeId>,
    /// The next variation of the last node, and the number with which they all begin.
    variation: Option<NodeId>,
    branch: Option<u32>,
    /// Whether the next move needs its number, whoever moves.
    needs_number: bool,
    /// Whether nothing of the line has been written.
    is_first: bool,
    /// The last node, whose closing comments are still to come.
    last: Option<NodeId>,
}

impl<W: Write> MoveWriter<'_, W> {
    pub(super) fn write(&mut self) -> Result<(), WriteError> {
        let tree = self.tree;
        let root = tree.notes(NodeId::ROOT);
        for comment in root.before.iter().chain(&root.after) {
            self.comment(comment)?;
        }
        for nag in &root.nags {
            self.lines.word(&format!("${nag}"))?;
        }
        let mut game = WrittenLine::new(first_number(&tree.start().fen), tree.next(NodeId::ROOT));
        game.is_first = false;
        let mut stack = vec![game];
        while let Some(line) = stack.last_mut() {
            if let (Some(node), Some(number)) = (line.variation, line.branch) {
                let inner = WrittenLine::new(number, Some(node));
                line.variation = tree.next_sibling(node);
                line.needs_number = true;
                self.lines.before_next("(")?;
                stack.push(inner);
            } else if let Some(node) = line.next {
                self.node(node, line)?;
            } else {
                if let Some(node) = line.last {
                    self.comments(&tree.notes(node).closing)?;
                }
                stack.pop();
                if !stack.is_empty() {
                    self.lines.after_last(")")?;
                }
            }
        }
        Ok(())
    }

    fn node(&mut self, node: NodeId, line: &mut WrittenLine) -> Result<(), WriteError> {
        let tree = self.tree;
        let notes = tree.notes(node);
        let is_first = std::mem::replace(&mut line.is_first, false);
        // A first comment can stand before the number; others would seem to belong to the move before.
        if is_first {
            self.comments(&notes.before)?;
        }
        let is_varied = !is_first && tree.next_sibling(node).is_some();
        line.variation = tree.next_sibling(node).filter(|_| is_varied);
        line.branch = is_varied.then_some(line.number);
        let is_commented = !is_first && !notes.before.is_empty();
        match tree.step(node) {
            Some(TreeStep::Move(mv)) => {
                if !mv.is_second {
                    self.lines.number(line.number, ".")?;
                } else if line.needs_number || is_commented {
                    self.lines.number(line.number, "...")?;
                }
                if is_commented {
                    self.comments(&notes.before)?;
                }
                self.lines.word(&mv.text)?;
                line.number += u32::from(mv.is_second);
            }
            Some(TreeStep::SetUp(_)) if self.syntax == Syntax::Pgn => return Err(WriteError::SetUp),
            Some(TreeStep::SetUp(position)) => {
                if is_commented {
                    self.comments(&notes.before)?;
                }
                self.lines.word(&format!("/FEN \"{}\"/", position.fen))?;
            }
            None => {}
        }
        line.needs_number = !notes.after.is_empty() || !notes.closing.is_empty() || !tree.is_move(node);
        if let Some(marks) = self.annotations(node)? {
            line.needs_number = true;
            self.losses.push(Loss::Marks { marks });
            self.braced(marks.as_str())?;
        }
        self.comments(&notes.after)?;
        line.next = tree.next(node);
        line.last = Some(node);
        if line.next.is_some() {
            // They would seem to belong to the next move.
            self.comments(&notes.closing)?;
        }
        Ok(())
    }

    /// Writes marks and annotations; gives the marks that have no place among them.
    fn annotations(&mut self, node: NodeId) -> Result<Option<Marks>, WriteError> {
        let notes = self.tree.notes(node);
        // Marks stand behind moves only, and not in PGN.
        let is_nag = self.syntax == Syntax::Pgn || !self.tree.is_move(node);
        let mut left = None;
        match notes.marks.nag() {
            Some(nag) if is_nag && notes.nags.contains(&nag) => {}
            Some(nag) if is_nag => self.lines.word(&format!("${nag}"))?,
            None if notes.marks.is_empty() => {}
            None if is_nag => left = Some(notes.marks),
            _ => self.lines.after_last(notes.marks.as_str())?,
        }
        for nag in &notes.nags {
            self.lines.word(&format!("${nag}"))?;
        }
        Ok(left)
    }

    fn comments(&mut self, comments: &[Comment]) -> Result<(), WriteError> {
        comments.iter().try_for_each(|comment| self.comment(comment))
    }

    fn comment(&mut self, comment: &Comment) -> Result<(), WriteError> {
        let text = comment.text();
        if text.contains(['\r', '\0']) {
            self.losses.push(Loss::ControlCharacters { comment: text.to_owned() });
        }
        let comment = Comment::new(text);
        let text = comment.text();
        if !text.contains(['{', '}']) {
            if !has_tag_line(text.as_bytes()) {
                return self.braced(text);
            }
            self.losses.push(Loss::TagLine { comment: text.to_owned() });
            return self.braced(&text.replace('\n', " "));
        }
        match self.syntax {
            // A comment to the end of the line is the only one that can hold a brace, and it has but one line. One
            // brace that opens would do no harm elsewhere, but seem to be one that is not closed.
            Syntax::Pgn => {
                if text.contains('\n') {
                    self.losses.push(Loss::BraceAndLineBreak { comment: text.to_owned() });
                }
                Ok(self.lines.line(&format!(";{}", text.replace('\n', " ")))?)
            }
            // PDN has no way to write one.
            Syntax::Pdn => {
                self.losses.push(Loss::Brace { comment: text.to_owned() });
                let line_break = if has_tag_line(text.as_bytes()) { " " } else { "\n" };
                self.braced(&text.replace('{', "(").replace('}', ")").replace('\n', line_break))
            }
        }
    }

    fn braced(&mut self, text: &str) -> Result<(), WriteError> {
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.lines.line_break()?;
            }
            for (index, word) in line.split(' ').enumerate() {
                match (number, index) {
                    (0, 0) => self.lines.word(&format!("{{{word}"))?,
                    _ => self.lines.word(word)?,
                }
            }
        }
        Ok(self.lines.after_last("}")?)
    }
}

impl WrittenLine {
    fn new(number: u32, next: Option<NodeId>) -> Self {
        Self { number, next, variation: None, branch: None, needs_number: true, is_first: true, last: None }
    }
}
