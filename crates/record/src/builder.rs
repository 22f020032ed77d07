//! From events to a tree: every move is resolved and played.

use boardgame::{MoveStyle, Notation, Position};

use crate::comment::Comment;
use crate::error::{Fault, Place, Repair, RepairKind};
use crate::lexer::Syntax;
use crate::marks::Marks;
use crate::result::{GameResult, ResultStyle};
use crate::suggest::meant;
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
    line: Line<P>,
    lines: Vec<Line<P>>,
}

/// A line of moves that is being read.
#[derive(Clone, Debug)]
struct Line<P> {
    node: NodeId,
    position: P,
    /// The position before the last move, where a variation begins.
    before: P,
    /// What waits for the next move.
    comments: Vec<Comment>,
    nags: Vec<u8>,
    /// Whether a move is unknown, so that nobody knows the position.
    is_lost: bool,
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

    /// Reads a move of the current position.
    fn resolve(&self, text: &str) -> Result<P::Move, Fault> {
        if self.line.is_lost {
            return Err(Fault::UnknownMove);
        }
        self.line.position.read_move(text, MoveStyle::Record).map_err(|error| Fault::BadMove {
            // A candidate of an ambiguous move would be a guess.
            meant: match error {
                boardgame::MoveError::Ambiguous { .. } => None,
                _ => meant(&self.line.position, text),
            },
            error,
        })
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
        self.line = Line::new(NodeId::ROOT, P::start());
        self.lines.clear();
    }

    fn tag(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        if self.tree.tags().get(name).is_some() {
            let (name, value) = (name.to_owned(), value.to_owned());
            return Err(Fault::NotTolerated(RepairKind::TagTwice { name, value }));
        }
        self.tree.tags_mut().set(name, value);
        if name == "FEN" {
            let start = P::from_fen(value)?;
            self.tree.set_start(start.clone());
            self.line = Line::new(NodeId::ROOT, start);
        }
        if name != "Result" {
            return Ok(());
        }
        let result = GameResult::from_text(value);
        self.tree.set_result(result);
        if result.is_none() && self.syntax == Syntax::Pgn && !matches!(value, "*" | "?" | "") {
            return Err(Fault::NotTolerated(RepairKind::UnknownResult { found: value.to_owned() }));
        }
        Ok(())
    }

    fn end_tags(&mut self) -> Result<Flow, Fault> {
        let is_announced = self.tree.tags().get("SetUp") == Some("1");
        match self.tree.tags().get("FEN") {
            Some(_) if !is_announced && self.syntax == Syntax::Pgn => {
                Err(Fault::NotTolerated(RepairKind::FenWithoutSetUp))
            }
            None if is_announced => Err(Fault::NotTolerated(RepairKind::SetUpWithoutFen)),
            _ => Ok(Flow::Visit),
        }
    }

    fn mv(&mut self, mv: MoveText<'_>) -> Result<(), Fault> {
        let text = mv.as_str();
        if text == "..." && !self.line.is_lost {
            // Where it is the turn of the second player the move of the first is not of this game.
            if self.line.position.turn() != P::start().turn() {
                return Ok(());
            }
            self.line.is_lost = true;
            return Err(Fault::NotTolerated(RepairKind::UnknownMove));
        }
        let mv = self.resolve(text)?;
        self.push(Step::Move(mv))?;
        self.line.before = self.line.position.clone();
        self.line.position.play(mv);
        if self.exact_moves {
            let written = self.line.before.write_move(mv, MoveStyle::Record);
            if written != text {
                return Err(Fault::NotTolerated(RepairKind::MoveText { found: text.to_owned(), written }));
            }
        }
        Ok(())
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
        let start = Line::new(self.branch(&self.line), self.line.before.clone());
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
        self.line.before = std::mem::replace(&mut self.line.position, position);
        self.line.is_lost = false;
        Ok(())
    }

    fn end_game(&mut self, terminator: Terminator) -> Result<(), Fault> {
        self.settle();
        let Terminator::Result(end) = terminator else { return Ok(()) };
        match self.tree.result() {
            Some(result) if result != end => Err(Fault::NotTolerated(RepairKind::ResultsDiffer {
                tag: self.tree.tags().get("Result").unwrap_or_default().to_owned(),
                terminator: end.text(ResultStyle::One).to_owned(),
            })),
            Some(_) => Ok(()),
            None => {
                self.tree.set_result(Some(end));
                Ok(())
            }
        }
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

impl<P: Position> Line<P> {
    fn new(node: NodeId, position: P) -> Self {
        Self {
            node,
            before: position.clone(),
            position,
            comments: Vec::new(),
            nags: Vec::new(),
            is_lost: false,
        }
    }
}
