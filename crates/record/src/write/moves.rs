//! Moves, variations and what is said about them.

use std::io::Write;

use boardgame::{MoveStyle, Notation};

use super::WriteError;
use super::wrap::Wrap;
use crate::comment::Comment;
use crate::lexer::Syntax;
use crate::tree::{GameTree, NodeId, Step};

pub(super) struct MoveWriter<'a, P: Notation, W> {
    pub(super) tree: &'a GameTree<P>,
    pub(super) syntax: Syntax,
    pub(super) lines: &'a mut Wrap<W>,
}

/// A line of moves that is being written.
struct Line<P> {
    /// Before the next node.
    position: P,
    number: u32,
    next: Option<NodeId>,
    /// The next variation of the last node, and where they all begin.
    variation: Option<NodeId>,
    branch: Option<(P, u32)>,
    /// Whether the next move needs its number, whoever moves.
    needs_number: bool,
    /// Whether nothing of the line has been written.
    is_first: bool,
}

impl<P: Notation, W: Write> MoveWriter<'_, P, W> {
    pub(super) fn write(&mut self) -> Result<(), WriteError> {
        let tree = self.tree;
        let root = tree.notes(NodeId::ROOT);
        for comment in root.before.iter().chain(&root.after) {
            self.comment(comment)?;
        }
        for nag in &root.nags {
            self.lines.word(&format!("${nag}"))?;
        }
        let start = tree.start();
        let mut game = Line::new(start.clone(), first_number(start), tree.next(NodeId::ROOT));
        game.is_first = false;
        let mut stack = vec![game];
        while let Some(line) = stack.last_mut() {
            if let (Some(node), Some((position, number))) = (line.variation, &line.branch) {
                let inner = Line::new(position.clone(), *number, Some(node));
                line.variation = tree.next_sibling(node);
                line.needs_number = true;
                self.lines.before_next("(")?;
                stack.push(inner);
            } else if let Some(node) = line.next {
                self.node(node, line)?;
            } else {
                stack.pop();
                if !stack.is_empty() {
                    self.lines.after_last(")")?;
                }
            }
        }
        Ok(())
    }

    fn node(&mut self, node: NodeId, line: &mut Line<P>) -> Result<(), WriteError> {
        let tree = self.tree;
        let notes = tree.notes(node);
        let is_first = std::mem::replace(&mut line.is_first, false);
        // A first comment can stand before the number; others would seem to belong to the move before.
        if is_first {
            self.comments(&notes.before)?;
        }
        let is_varied = !is_first && tree.next_sibling(node).is_some();
        line.variation = tree.next_sibling(node).filter(|_| is_varied);
        line.branch = is_varied.then(|| (line.position.clone(), line.number));
        let is_commented = !is_first && !notes.before.is_empty();
        match tree.step(node) {
            Some(Step::Move(mv)) => {
                let is_second = line.position.turn() != P::start().turn();
                if !is_second {
                    self.lines.word(&format!("{}.", line.number))?;
                } else if line.needs_number || is_commented {
                    self.lines.word(&format!("{}...", line.number))?;
                }
                if is_commented {
                    self.comments(&notes.before)?;
                }
                self.lines.word(&line.position.write_move(*mv, MoveStyle::Record))?;
                line.position.play(*mv);
                line.number += u32::from(is_second);
            }
            Some(Step::SetUp(_)) if self.syntax == Syntax::Pgn => return Err(WriteError::SetUp),
            Some(Step::SetUp(position)) => {
                if is_commented {
                    self.comments(&notes.before)?;
                }
                self.lines.word(&format!("/FEN \"{}\"/", position.to_fen()))?;
                line.position = (**position).clone();
            }
            None => {}
        }
        line.needs_number = !notes.after.is_empty() || tree.mv(node).is_none();
        self.annotations(node)?;
        self.comments(&notes.after)?;
        line.next = tree.next(node);
        Ok(())
    }

    fn annotations(&mut self, node: NodeId) -> Result<(), WriteError> {
        let notes = self.tree.notes(node);
        // Marks stand behind moves only, and not in PGN.
        let is_nag = self.syntax == Syntax::Pgn || self.tree.mv(node).is_none();
        let mark = notes.marks.nag().filter(|_| is_nag);
        match mark {
            Some(nag) if !notes.nags.contains(&nag) => self.lines.word(&format!("${nag}"))?,
            Some(_) => {}
            None if notes.marks.is_empty() => {}
            None => self.lines.after_last(notes.marks.as_str())?,
        }
        for nag in &notes.nags {
            self.lines.word(&format!("${nag}"))?;
        }
        Ok(())
    }

    fn comments(&mut self, comments: &[Comment]) -> Result<(), WriteError> {
        comments.iter().try_for_each(|comment| self.comment(comment))
    }

    fn comment(&mut self, comment: &Comment) -> Result<(), WriteError> {
        let text = comment.text();
        if text.contains('}') {
            match self.syntax {
                // A comment to the end of the line is the only one that can hold a brace.
                Syntax::Pgn => return Ok(self.lines.line(&format!(";{text}"))?),
                Syntax::Pdn => return self.braced(&text.replace('}', ")")),
            }
        }
        self.braced(text)
    }

    fn braced(&mut self, text: &str) -> Result<(), WriteError> {
        let mut words = text.split(' ');
        let first = words.next().unwrap_or_default();
        self.lines.word(&format!("{{{first}"))?;
        for word in words {
            self.lines.word(word)?;
        }
        Ok(self.lines.after_last("}")?)
    }
}

impl<P> Line<P> {
    fn new(position: P, number: u32, next: Option<NodeId>) -> Self {
        Self { position, number, next, variation: None, branch: None, needs_number: true, is_first: true }
    }
}

/// The number of the first move: the sixth field of a position of chess, else 1.
fn first_number<P: Notation>(start: &P) -> u32 {
    start.to_fen().split(' ').nth(5).and_then(|number| number.parse().ok()).unwrap_or(1)
}
