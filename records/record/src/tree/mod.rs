//! A game with everything that its record says about it.

mod edit;
mod replay;
mod walk;

use std::fmt::Debug;

use boardgame::{PositionExt, RecordNotation};

use crate::comment::Comment;
use crate::marks::Marks;
use crate::result::GameResult;
use crate::tags::Tags;
use crate::termination::Termination;

pub use edit::EditError;
pub use replay::ResultCheck;

/// A game: tags, moves with variations, comments and annotations, and the result.
///
/// Nodes are the positions of the game: the [`ROOT`](NodeId::ROOT) is the start, every other node is reached
/// by the move, or set-up, that it holds. The first child of a node is the main line, the others are
/// variations. Nothing here recurses, however long or deeply nested a game is.
///
/// ```
/// use boardgame::Notation;
/// use chess::Chess;
/// use damier_record::{GameTree, NodeId};
///
/// let mut tree = GameTree::<Chess>::default();
/// let e4 = tree.add_text(NodeId::ROOT, "e4")?;
/// let c5 = tree.add_text(e4, "c5")?;
/// let e5 = tree.add_text(e4, "e5")?;
/// assert_eq!(tree.main_line().collect::<Vec<_>>(), [e4, c5]);
/// assert_eq!(tree.variations(e4).collect::<Vec<_>>(), [e5]);
///
/// tree.promote(e5)?;
/// assert_eq!(tree.main_line().collect::<Vec<_>>(), [e4, e5]);
/// assert!(tree.position(e5).to_fen().starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8"));
/// # Ok::<(), damier_record::EditError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree<P: Content> {
    tags: Tags,
    start: P::Position,
    nodes: Vec<Node<P>>,
    result: Option<GameResult>,
    /// The last position that was made, and its node: playing on from there is quick.
    last: Option<(NodeId, P::Position)>,
}

/// What a tree is made of: the moves and positions of a game, or, as [`Texts`](crate::Texts), their texts.
pub trait Content {
    /// What leads from one position to the next.
    type Move: Clone + Debug + Eq;
    /// A position.
    type Position: Clone + Debug + Eq;
}

impl<P: RecordNotation> Content for P {
    type Move = P::Move;
    type Position = P;
}

/// A node of a [`GameTree`]; it means something only together with its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of the game.
    pub const ROOT: Self = Self(0);
}

/// How a node is reached from the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeStep<P: Content> {
    /// By a move.
    Move(P::Move),
    /// By putting up another position.
    SetUp(Box<P::Position>),
}

#[derive(Clone, Debug)]
struct Node<P: Content> {
    parent: Option<NodeId>,
    /// Only the root has none.
    step: Option<TreeStep<P>>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    /// Most nodes have none.
    notes: Option<Box<Notes>>,
    is_deleted: bool,
}

/// What is said about a move. At the root: about the game.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Notes {
    /// Comments that stand before the move.
    pub before: Vec<Comment>,
    /// Comments that stand after the move.
    pub after: Vec<Comment>,
    /// Comments that stand after its variations, where no other move follows.
    pub closing: Vec<Comment>,
    /// Numeric annotations: `$1` and so on.
    pub nags: Vec<u8>,
    /// `!`, `?` and the like.
    pub marks: Marks,
}

impl Notes {
    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.before.is_empty()
            && self.after.is_empty()
            && self.closing.is_empty()
            && self.nags.is_empty()
            && self.marks.is_empty()
    }
}

static NO_NOTES: Notes = Notes {
    before: Vec::new(),
    after: Vec::new(),
    closing: Vec::new(),
    nags: Vec::new(),
    marks: Marks::NONE,
};

impl<P: Content> GameTree<P> {
    /// A game without moves that begins with this position.
    #[must_use]
    pub fn new(start: P::Position) -> Self {
        let root = Node::new(None, None);
        Self { tags: Tags::default(), start, nodes: vec![root], result: None, last: None }
    }

    /// The tags.
    #[must_use]
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The tags, to change them. `FEN`, `SetUp` and `Result` are written from what the tree holds.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.tags
    }

    /// The position at the beginning.
    #[must_use]
    pub fn start(&self) -> &P::Position {
        &self.start
    }

    /// The result that is recorded.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// Why the game ended, where the tag `Termination` has a value of the standard.
    #[must_use]
    pub fn termination(&self) -> Option<Termination> {
        self.tags.get("Termination").and_then(Termination::from_text)
    }

    /// Records a result.
    pub fn set_result(&mut self, result: Option<GameResult>) {
        self.result = result;
    }

    /// The move or set-up that leads to a node; the root has none.
    #[must_use]
    pub fn step(&self, node: NodeId) -> Option<&TreeStep<P>> {
        self.node(node).step.as_ref()
    }

    /// The move that leads to a node, if it is one.
    #[must_use]
    pub fn mv(&self, node: NodeId) -> Option<P::Move> {
        match self.step(node)? {
            TreeStep::Move(mv) => Some(mv.clone()),
            TreeStep::SetUp(_) => None,
        }
    }

    /// What is said about a move.
    #[must_use]
    pub fn notes(&self, node: NodeId) -> &Notes {
        self.node(node).notes.as_deref().unwrap_or(&NO_NOTES)
    }

    /// What is said about a move, to change it.
    pub fn notes_mut(&mut self, node: NodeId) -> &mut Notes {
        self.nodes[node.0 as usize].notes.get_or_insert_default()
    }

    fn node(&self, node: NodeId) -> &Node<P> {
        &self.nodes[node.0 as usize]
    }

    fn node_mut(&mut self, node: NodeId) -> &mut Node<P> {
        &mut self.nodes[node.0 as usize]
    }

    /// For the reader: the position at the beginning is known only after the tags.
    pub(crate) fn set_start(&mut self, start: P::Position) {
        debug_assert_eq!(self.nodes.len(), 1);
        self.start = start;
        self.last = None;
    }
}

impl<P: RecordNotation<Rules: Default>> Default for GameTree<P> {
    fn default() -> Self {
        Self::new(P::start())
    }
}

impl<P: Content> Node<P> {
    fn new(parent: Option<NodeId>, step: Option<TreeStep<P>>) -> Self {
        Self {
            parent,
            step,
            first_child: None,
            last_child: None,
            next_sibling: None,
            notes: None,
            is_deleted: false,
        }
    }
}
