//! From events to a tree: every move is resolved and played.

use boardgame::Notation;

use crate::comment::Comment;
use crate::error::{Fault, Place, Repair};
use crate::header::Header;
use crate::lexer::Syntax;
use crate::marks::Marks;
use crate::track::Track;
use crate::tree::{GameTree, NodeId, Step};
use crate::visitor::{CommentPlace, Flow, MoveText, Terminator, Visitor};

/// Builds the tree of one game after the other.
#[derive(Debug)]
pub(crate) struct TreeBuilder<P: Notation> {
    syntax: Syntax,
    exact_moves: bool,
    pub(crate) number: u64,
    pub(crate) place: Place,
    pub(crate) tree: GameTree<P>,
    pub(crate) repairs: Vec<Repair>,
    header: Header,
    line: Line<P>,
    lines: Vec<Line<P>>,
}

/// A line of moves that is being read.
#[derive(Clone, Debug)]
struct Line<P> {
    node: NodeId,
    track: Track<P>,
    /// What waits for the next move.
    comments: Vec<Comment>,
    nags: Vec<u8>,
}

impl<P: Notation> TreeBuilder<P> {
    pub(crate) fn new(syntax: Syntax, exact_moves: bool) -> Self {
        Self {
            syntax,
            exact_moves,
            number: 0,
            place: Place { line: 1, column: 1 },
            tree: GameTree::default(),
            repairs: Vec::new(),
            header: Header::default(),
            line: Line::new(NodeId::ROOT, P::start()),
            lines: Vec::new(),
        }
    }

    /// What was read; the next game can begin.
    pub(crate) fn take(&mut self) -> (GameTree<P>, Vec<Repair>) {
        // After an error lines may be open, with comments that wait.
        while !self.lines.is_empty() {
            self.end_variation();
        }
        self.settle();
        (std::mem::take(&mut self.tree), std::mem::take(&mut self.repairs))
    }

    fn push(&mut self, step: Step<P>) -> Result<(), Fault> {
        let node = self.tree.push(self.line.node, step);
        let node = node.map_err(|error| Fault::Refused { reason: error.to_string() })?;
        self.line.node = node;
        if !self.line.comments.is_empty() || !self.line.nags.is_empty() {
            let notes = self.tree.notes_mut(node);
            notes.before = std::mem::take(&mut self.line.comments);
            notes.nags = std::mem::take(&mut self.line.nags);
        }
        Ok(())
    }

    /// What waited for a next move that did not come goes to the last one.
    fn settle(&mut self) {
        let Line { node, comments, nags, .. } = &mut self.line;
        if !comments.is_empty() || !nags.is_empty() {
            let notes = self.tree.notes_mut(*node);
            notes.after.append(comments);
            notes.nags.append(nags);
        }
    }
}

impl<P: Notation> Visitor for TreeBuilder<P> {
    fn begin_game(&mut self, number: u64, place: Place) {
        (self.number, self.place) = (number, place);
        self.tree = GameTree::default();
        self.header.clear();
        self.line = Line::new(NodeId::ROOT, P::start());
        self.lines.clear();
    }

    fn tag(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        self.header.note(name, value)?;
        self.tree.tags_mut().set(name, value);
        if name == "FEN" {
            let start = P::from_fen(value)?;
            self.tree.set_start(start.clone());
            self.line = Line::new(NodeId::ROOT, start);
        }
        self.tree.set_result(self.header.result());
        self.header.check_value(name, value, self.syntax)
    }

    fn end_tags(&mut self) -> Result<Flow, Fault> {
        self.header.check_start(self.syntax).map(|()| Flow::Visit)
    }

    fn mv(&mut self, mv: MoveText<'_>) -> Result<(), Fault> {
        let text = mv.as_str();
        let Some(mv) = self.line.track.play(text)? else { return Ok(()) };
        self.push(Step::Move(mv))?;
        if self.exact_moves { self.line.track.check_text(mv, text) } else { Ok(()) }
    }

    fn marks(&mut self, marks: Marks) {
        let known = &mut self.tree.notes_mut(self.line.node).marks;
        *known = Marks::new(&format!("{known}{marks}")).unwrap_or(*known);
    }

    fn comment(&mut self, text: &str, place: CommentPlace) {
        let comment = Comment::new(text);
        match place {
            CommentPlace::Before => self.line.comments.push(comment),
            CommentPlace::Game | CommentPlace::After => {
                self.tree.notes_mut(self.line.node).after.push(comment);
            }
        }
    }

    fn nag(&mut self, nag: u8) {
        // At the beginning of a variation the node is still the one before it.
        let is_first = self.lines.last().is_some_and(|outer| self.branch(outer) == self.line.node);
        if is_first {
            self.line.nags.push(nag);
        } else {
            self.tree.notes_mut(self.line.node).nags.push(nag);
        }
    }

    fn begin_variation(&mut self) -> Result<Flow, Fault> {
        let start = Line::new(self.branch(&self.line), self.line.track.before.clone());
        self.lines.push(std::mem::replace(&mut self.line, start));
        Ok(Flow::Visit)
    }

    fn end_variation(&mut self) {
        let Some(outer) = self.lines.pop() else { return };
        if self.line.node == self.branch(&outer) {
            // Nothing was played: what was said goes to the move that was to be varied.
            self.line.node = outer.node;
        }
        self.settle();
        self.line = outer;
    }

    fn set_up(&mut self, fen: &str) -> Result<(), Fault> {
        let position = P::from_fen(fen)?;
        self.push(Step::SetUp(Box::new(position.clone())))?;
        self.line.track.set_up(position);
        Ok(())
    }

    fn end_game(&mut self, terminator: Terminator) -> Result<(), Fault> {
        self.settle();
        let checked = self.header.end(terminator);
        self.tree.set_result(self.header.result());
        checked
    }

    fn repair(&mut self, repair: Repair) {
        self.repairs.push(repair);
    }
}

impl<P: Notation> TreeBuilder<P> {
    /// Where a variation of the last move of a line begins.
    fn branch(&self, line: &Line<P>) -> NodeId {
        self.tree.parent(line.node).unwrap_or(NodeId::ROOT)
    }
}

impl<P: Notation> Line<P> {
    fn new(node: NodeId, position: P) -> Self {
        Self { node, track: Track::new(position), comments: Vec::new(), nags: Vec::new() }
    }
}
