//! From events to a tree: every move is resolved and played.

use boardgame::FenError;

use crate::blame::RESULT;
use crate::comment::Comment;
use crate::error::{Fault, Place};
use crate::event::memory;
use crate::follow::Follow;
use crate::games::ReadOptions;
use crate::header::{Header, standard_game_type};
use crate::limits::LARGEST_GAME;
use crate::marks::Marks;
use crate::repair::{Repair, RepairKind};
use crate::result::ResultStyle;
use crate::tree::{GameTree, NodeId, Step};
use crate::visitor::{CommentPlace, Flow, MoveText, Terminator, Visitor};

/// Builds the tree of one game after the other.
#[derive(Debug)]
pub(crate) struct TreeBuilder<F: Follow> {
    options: ReadOptions,
    pub(crate) number: u64,
    pub(crate) place: Place,
    pub(crate) tree: GameTree<F::Content>,
    pub(crate) repairs: Vec<Repair>,
    /// Whether line ends inside comments are more than the wrapping of a record.
    pub(crate) keeps_lines: bool,
    header: Header,
    /// Why the tag gives no position.
    bad_start: Option<FenError>,
    /// What the game writes otherwise of that position.
    other_start: Option<Fault>,
    /// How many moves the game itself has.
    plies: u64,
    /// The memory that the game takes, about.
    size: usize,
    board: F,
    line: Line,
    lines: Vec<Line>,
}

/// A line of moves that is being read.
#[derive(Debug)]
struct Line {
    node: NodeId,
    /// What waits for the next move.
    comments: Vec<Comment>,
    nags: Vec<u8>,
}

impl<F: Follow> TreeBuilder<F> {
    pub(crate) fn new(mut board: F, options: ReadOptions) -> Self {
        let start = board.begin(None).expect("every game has a start");
        Self {
            options,
            number: 0,
            place: Place { line: 1, column: 1 },
            tree: GameTree::new(start),
            repairs: Vec::new(),
            keeps_lines: false,
            header: Header::new(options),
            bad_start: None,
            other_start: None,
            plies: 0,
            size: 0,
            board,
            line: Line::new(NodeId::ROOT),
            lines: Vec::new(),
        }
    }

    /// What was read; the next game can begin.
    pub(crate) fn take(&mut self) -> (GameTree<F::Content>, Vec<Repair>) {
        // After an error lines may be open, with comments that wait.
        while !self.lines.is_empty() {
            self.end_variation();
        }
        self.settle(true);
        let empty = GameTree::new(self.tree.start().clone());
        (std::mem::replace(&mut self.tree, empty), std::mem::take(&mut self.repairs))
    }

    fn push(&mut self, step: Step<F::Content>) -> Result<(), Fault> {
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

    /// What waited for a next move that did not come goes to the last one, and behind its variations if it stands
    /// there.
    fn settle(&mut self, is_closing: bool) {
        let Line { node, comments, nags } = &mut self.line;
        if comments.is_empty() && nags.is_empty() {
            return;
        }
        let is_main = self.tree.parent(*node).is_some_and(|parent| self.tree.next(parent) == Some(*node));
        let is_varied = is_main && self.tree.next_sibling(*node).is_some();
        let notes = self.tree.notes_mut(*node);
        let place = if is_closing && is_varied { &mut notes.closing } else { &mut notes.after };
        place.append(comments);
        notes.nags.append(nags);
    }

    /// Counts a part of the game with its text; an error where there is no room for it.
    fn grow(&mut self, each: usize, text: &str) -> Result<(), Fault> {
        self.size = self.size.saturating_add(each + memory::COPIES * text.len());
        self.check_size()
    }

    fn check_size(&self) -> Result<(), Fault> {
        match self.size > LARGEST_GAME {
            true => Err(Fault::TooMany { what: "bytes of memory for the game", limit: LARGEST_GAME }),
            false => Ok(()),
        }
    }

    /// How results are written, as far as known.
    fn results(&self) -> Option<ResultStyle> {
        self.options.results.or_else(|| self.board.results())
    }

    /// Where a variation of the last move of a line begins.
    fn branch(&self, line: &Line) -> NodeId {
        self.tree.parent(line.node).unwrap_or(NodeId::ROOT)
    }
}

impl<F: Follow> Visitor for TreeBuilder<F> {
    const WANTS_COMMANDS: bool = true;

    fn begin_game(&mut self, number: u64, place: Place) {
        (self.number, self.place) = (number, place);
        let start = self.board.begin(None).expect("every game has a start");
        self.tree = GameTree::new(start);
        self.header.clear();
        (self.bad_start, self.other_start) = (None, None);
        (self.plies, self.size) = (0, 0);
        self.line = Line::new(NodeId::ROOT);
        self.lines.clear();
    }

    fn tag(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        self.header.note(name, value)?;
        self.grow(memory::TAG, value)?;
        self.tree.tags_mut().set(name, value);
        match name {
            "FEN" => match self.board.begin(Some(value)) {
                Ok(start) => {
                    self.tree.set_start(start);
                    self.other_start = self.board.check_fen(value).err();
                }
                Err(error) => self.bad_start = Some(error),
            },
            "GameType" => {
                if let Some(written) = standard_game_type(value) {
                    self.tree.tags_mut().set(name, &written);
                }
            }
            _ => {}
        }
        self.tree.set_result(self.header.result());
        self.header.check_value(name, value)
    }

    fn end_tags(&mut self) -> Result<Flow, Fault> {
        if let Some(error) = self.bad_start.take() {
            return Err(error.into());
        }
        let checked = self.header.check_all(self.results());
        Fault::of(self.other_start.take().into_iter().chain(checked.err()).collect()).map(|()| Flow::Visit)
    }

    fn move_number(&mut self, text: MoveText<'_>) -> Result<(), Fault> {
        self.board.check_number(text.as_str())
    }

    fn mv(&mut self, mv: MoveText<'_>) -> Result<(), Fault> {
        let text = mv.as_str();
        self.grow(memory::MOVE, text)?;
        let Some(mv) = self.board.play(text)? else { return Ok(()) };
        self.plies += u64::from(self.lines.is_empty());
        self.push(Step::Move(mv))?;
        self.board.check_text(text, self.options.exact_moves)
    }

    // What finds no room below is left out, and told with the next move or at the end of the game.

    fn marks(&mut self, marks: Marks) {
        if self.grow(memory::NOTE, "").is_err() {
            return;
        }
        let known = &mut self.tree.notes_mut(self.line.node).marks;
        *known = Marks::new(&format!("{known}{marks}")).unwrap_or(*known);
    }

    fn comment(&mut self, text: &str, place: CommentPlace) {
        if self.grow(memory::COMMENT, text).is_err() {
            return;
        }
        let comment = if self.keeps_lines { Comment::with_lines(text) } else { Comment::new(text) };
        match place {
            CommentPlace::Before => self.line.comments.push(comment),
            CommentPlace::Game | CommentPlace::After => {
                self.tree.notes_mut(self.line.node).after.push(comment);
            }
        }
    }

    fn nag(&mut self, nag: u8) {
        if self.grow(memory::NOTE, "").is_err() {
            return;
        }
        // At the beginning of a variation the node is still the one before it.
        let is_first = self.lines.last().is_some_and(|outer| self.branch(outer) == self.line.node);
        if is_first {
            self.line.nags.push(nag);
        } else {
            self.tree.notes_mut(self.line.node).nags.push(nag);
        }
    }

    fn begin_variation(&mut self) -> Result<Flow, Fault> {
        let start = Line::new(self.branch(&self.line));
        self.lines.push(std::mem::replace(&mut self.line, start));
        self.board.begin_variation();
        Ok(Flow::Visit)
    }

    fn end_variation(&mut self) {
        let Some(outer) = self.lines.pop() else { return };
        let is_empty = self.line.node == self.branch(&outer);
        if is_empty {
            // Nothing was played: what was said goes to the move that was to be varied.
            self.line.node = outer.node;
        }
        self.settle(!is_empty);
        self.line = outer;
        self.board.end_variation();
    }

    fn set_up(&mut self, fen: &str) -> Result<(), Fault> {
        self.grow(memory::SET_UP, fen)?;
        let (position, set_up) = self.board.set_up(fen)?;
        self.push(Step::SetUp(Box::new(position)))?;
        set_up
    }

    fn end_game(&mut self, terminator: Terminator) -> Result<(), Fault> {
        self.check_size()?;
        self.settle(true);
        let checked = self.header.end(terminator, self.plies, self.results());
        self.tree.set_result(self.header.result());
        if let Some(text) = self.header.repaired_result(self.results()) {
            self.tree.tags_mut().set(RESULT, text);
        }
        let mut faults = Vec::from_iter(checked.err());
        if self.board.has_other_names() {
            faults.push(RepairKind::other_square_names(self.tree.tags().get("GameType")).into());
        }
        Fault::of(faults)
    }

    fn repair(&mut self, repair: Repair) {
        repair.keep_in(&mut self.repairs);
    }
}

impl Line {
    fn new(node: NodeId) -> Self {
        Self { node, comments: Vec::new(), nags: Vec::new() }
    }
}
