//! Moves, variations and what is said about them.

use std::io::Write;

use super::wrap::{WIDTH, Wrap};
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
            self.lines.word(format!("${nag}").as_bytes())?;
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
                self.lines.word(mv.text.as_bytes())?;
                line.number += u32::from(mv.is_second);
            }
            Some(TreeStep::SetUp(_)) if self.syntax == Syntax::Pgn => return Err(WriteError::SetUp),
            Some(TreeStep::SetUp(position)) => {
                if is_commented {
                    self.comments(&notes.before)?;
                }
                self.lines.word(format!("/FEN \"{}\"/", position.fen).as_bytes())?;
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
        // Marks follow moves only, and not in PGN.
        let is_nag = self.syntax == Syntax::Pgn || !self.tree.is_move(node);
        let mut left = None;
        match notes.marks.nag() {
            Some(nag) if is_nag && notes.nags.contains(&nag) => {}
            Some(nag) if is_nag => self.lines.word(format!("${nag}").as_bytes())?,
            None if notes.marks.is_empty() => {}
            None if is_nag => left = Some(notes.marks),
            _ => self.lines.after_last(notes.marks.as_str())?,
        }
        for nag in &notes.nags {
            self.lines.word(format!("${nag}").as_bytes())?;
        }
        Ok(left)
    }

    fn comments(&mut self, comments: &[Comment]) -> Result<(), WriteError> {
        comments.iter().try_for_each(|comment| self.comment(comment))
    }

    fn comment(&mut self, comment: &Comment) -> Result<(), WriteError> {
        let mut text = comment.text();
        let without_control;
        if text.contains(['\r', '\0']) {
            self.losses.push(Loss::ControlCharacters { comment: text.to_owned() });
            without_control = Comment::new(text);
            text = without_control.text();
        }
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
            for (index, word) in words(line).enumerate() {
                if (number, index) == (0, 0) {
                    self.lines.word(b"{")?;
                    self.lines.after_last(word)?;
                } else {
                    self.lines.word(word.as_bytes())?;
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

/// The words of a line of a comment. A command such as `[%clk 0:01:59]` is one word, so that no line is broken inside it,
/// unless it is too long.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = end_of_word(text);
        rest = text.get(end + 1..);
        Some(&text[..end])
    })
}

/// The length of the first word.
fn end_of_word(text: &str) -> usize {
    let mut from = 0;
    while let Some(length) = text[from..].find(' ') {
        let space = from + length;
        let open = text[..space].rfind("[%").filter(|&open| !text[open..space].contains(']'));
        let close = open.and_then(|_| {
            let near = text.as_bytes().iter().take(WIDTH - "{}".len()).enumerate().skip(space);
            near.into_iter().find(|(_, byte)| **byte == b']')
        });
        match close {
            Some((close, _)) => from = close,
            None => return space,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, words};

    #[test]
    fn commands_are_words() {
        let split = |text| words(text).collect::<Vec<_>>();
        assert_eq!(split("a [%clk 0:01:59] b"), ["a", "[%clk 0:01:59]", "b"]);
        // What fits into a line between braces is not broken.
        for (length, expected) in [(WIDTH - 2, 1), (WIDTH - 1, 2)] {
            let command = format!("[%x {}]", "1".repeat(length - "[%x ]".len()));
            assert_eq!(words(&command).count(), expected, "{length}");
        }
        assert_eq!(split("[%eval 1 2][%clk 3],  x"), ["[%eval 1 2][%clk 3],", "", "x"]);
        assert_eq!(split(""), [""]);
        assert_eq!(split(" [%clk ] "), ["", "[%clk ]", ""]);
        assert_eq!(split("[%clk 1 [%clk 2]"), ["[%clk 1 [%clk 2]"]);
        assert_eq!(split("[%clk 1 [ 2"), ["[%clk", "1", "[", "2"]);
        assert_eq!(split("a [x y] %z"), ["a", "[x", "y]", "%z"]);
    }

    /// Too long for a line, they are broken as other texts are.
    #[test]
    fn long_commands_are_several_words() {
        for (count, words_expected) in [(10, 1), (60, 61)] {
            let text = format!("[%x{}]", " y".repeat(count));
            assert_eq!(words(&text).count(), words_expected);
        }
    }
}
