//! From events to a tree: every move is resolved and played.

use crate::comment::Comment;
use crate::error::{Fault, Location};
use crate::game_replay::GameReplay;
use crate::games::ReadOptions;
use crate::header::standard_game_type;
use crate::late_tag_checks::RESULT;
use crate::lexer::Syntax;
use crate::limits::LARGEST_GAME;
use crate::marks::Marks;
use crate::raw_event::memory;
use crate::repair::{Repair, RepairKind};
use crate::replay_board::{Played, ReplayBoard};
use crate::tree::{GameTree, NodeId, TreeStep};
use crate::tree_board::TreeBoard;
use crate::visitor::{CommentPlace, Flow, MoveText, Terminator, Visitor};

/// Builds the tree of one game after the other.
#[derive(Debug)]
pub(crate) struct TreeBuilder<B: TreeBoard> {
    pub(crate) number: u64,
    pub(crate) place: Location,
    pub(crate) tree: GameTree<B::Content>,
    pub(crate) repairs: Vec<Repair>,
    /// Whether line ends inside comments are more than the wrapping of a record.
    pub(crate) keeps_lines: bool,
    game: GameReplay,
    /// The memory that the game takes, about.
    size: usize,
    board: B,
    line: OpenLine,
    lines: Vec<OpenLine>,
}

/// A line of moves that is being read.
#[derive(Debug)]
struct OpenLine {
    node: NodeId,
    /// What waits for the next move.
    comments: Vec<Comment>,
    nags: Vec<u8>,
}

impl<B: TreeBoard> TreeBuilder<B> {
    pub(crate) fn new(mut board: B, options: ReadOptions) -> Self {
        board.board().begin(None).expect("every game has a start");
        let start = board.position();
        Self {
            number: 0,
            place: Location { line: 1, column: 1 },
            tree: GameTree::new(start),
            repairs: Vec::new(),
            keeps_lines: false,
            game: GameReplay::new(options),
            size: 0,
            board,
            line: OpenLine::new(NodeId::ROOT),
            lines: Vec::new(),
        }
    }

    /// What was read; the next game can begin.
    pub(crate) fn take(&mut self) -> (GameTree<B::Content>, Vec<Repair>) {
        // After an error lines may be open, with comments that wait.
        while !self.lines.is_empty() {
            self.end_variation();
        }
        self.settle(true);
        let empty = GameTree::new(self.tree.start().clone());
        (std::mem::replace(&mut self.tree, empty), std::mem::take(&mut self.repairs))
    }

    fn push(&mut self, step: TreeStep<B::Content>) -> Result<(), Fault> {
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

    /// What waited for a next move that never came goes to the last move, after its variations if it was written there.
    fn settle(&mut self, is_closing: bool) {
        let OpenLine { node, comments, nags } = &mut self.line;
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

    /// Where a variation of the last move of a line begins.
    fn branch(&self, line: &OpenLine) -> NodeId {
        self.tree.parent(line.node).unwrap_or(NodeId::ROOT)
    }
}

impl<B: TreeBoard> Visitor for TreeBuilder<B> {
    const WANTS_COMMANDS: bool = true;

    fn begin_game(&mut self, number: u64, place: Location) {
        (self.number, self.place) = (number, place);
        self.board.board().begin(None).expect("every game has a start");
        self.tree = GameTree::new(self.board.position());
        self.game.begin_game();
        self.size = 0;
        self.line = OpenLine::new(NodeId::ROOT);
        self.lines.clear();
    }

    fn tag(&mut self, name: &str, value: &str, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        if !self.game.header.note(name, value, repairs) {
            return Ok(());
        }
        self.grow(memory::TAG, value)?;
        self.tree.tags_mut().set(name, value);
        match name {
            "FEN" if self.game.begin_at(value, self.board.board()) => {
                self.tree.set_start(self.board.position());
            }
            "GameType" => {
                if let Some(written) = standard_game_type(value) {
                    self.tree.tags_mut().set(name, &written);
                }
            }
            _ => {}
        }
        self.tree.set_result(self.game.header.result());
        self.game.header.check_value(name, value, repairs)
    }

    fn end_tags(&mut self, repairs: &mut Vec<RepairKind>) -> Result<Flow, Fault> {
        self.game.end_tags(self.board.board(), repairs).map(|()| Flow::Visit)
    }

    fn move_number(&mut self, text: MoveText<'_>, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.board.board().check_number(text.as_str(), repairs);
        Ok(())
    }

    fn mv(&mut self, mv: MoveText<'_>, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        let text = mv.as_str();
        self.grow(memory::MOVE, text)?;
        match self.game.play(text, self.board.board(), repairs) {
            Ok(Played::Nothing) => return Ok(()),
            Ok(_) => {}
            Err(fault) => return Err(*fault),
        }
        // Moves of draughts have several standard texts.
        let is_written_so =
            self.game.options().syntax == Syntax::Pgn && self.board.board().has_standard_text();
        match self.board.last_move(is_written_so.then_some(text)) {
            Some(mv) => self.push(TreeStep::Move(mv)),
            None => Ok(()),
        }
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
        let start = OpenLine::new(self.branch(&self.line));
        self.lines.push(std::mem::replace(&mut self.line, start));
        self.game.begin_variation(self.board.board());
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
        self.game.end_variation(self.board.board());
    }

    fn set_up(&mut self, fen: &str, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.grow(memory::SET_UP, fen)?;
        self.board.board().set_up(fen, repairs)?;
        self.push(TreeStep::SetUp(Box::new(self.board.position())))
    }

    fn end_game(&mut self, terminator: Terminator, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.check_size()?;
        self.settle(true);
        let board = self.board.board();
        let checked = self.game.end_game(terminator, board, repairs);
        let (header, style) = (&self.game.header, self.game.results(board));
        let has_other_names = board.has_other_names();
        self.tree.set_result(header.result());
        if let Some(text) = header.repaired_result(style) {
            self.tree.tags_mut().set(RESULT, text);
        }
        checked?;
        if has_other_names {
            repairs.push(RepairKind::other_square_names(self.tree.tags().get("GameType")));
        }
        Ok(())
    }

    fn repair(&mut self, repair: Repair) {
        repair.keep_in(&mut self.repairs);
    }
}

impl OpenLine {
    fn new(node: NodeId) -> Self {
        Self { node, comments: Vec::new(), nags: Vec::new() }
    }
}
