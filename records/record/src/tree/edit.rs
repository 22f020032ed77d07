//! Changing a game.

use boardgame::{MoveError, MoveList, MoveStyle, RecordNotation, TooComplex};
use thiserror::Error;

use super::{Content, GameTree, Node, NodeId, TreeStep};
use crate::comment::Comment;
use crate::replay_line::is_null_move;

/// Why a game was not changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EditError {
    /// The move is not among the legal moves of the position.
    #[error("the move is not legal in this position")]
    Illegal,
    /// The text is no legal move of the position.
    #[error(transparent)]
    BadMove(#[from] MoveError),
    /// The legal moves of the position cannot be listed within the work limit.
    #[error(transparent)]
    TooComplex(#[from] TooComplex),
    /// The root cannot be moved or deleted.
    #[error("the start of the game is not a variation")]
    Root,
    /// The node was deleted, or belongs to another tree.
    #[error("there is no such node")]
    NoSuchNode,
    /// More nodes than a tree can hold.
    #[error("the game has too many moves")]
    Full,
}

impl<P: RecordNotation> GameTree<P> {
    /// Plays a move after a node: the main one if there is none yet, else a variation. A move that is
    /// already there is not added again. It must be legal, or a [null move](RecordNotation::null_move),
    /// which records may have in variations only.
    ///
    /// # Errors
    ///
    /// [`EditError::Illegal`] and others; the tree is unchanged then.
    pub fn add_move(&mut self, node: NodeId, mv: P::Move) -> Result<NodeId, EditError> {
        self.check(node)?;
        let mut position = self.take_position(node);
        let mut list = MoveList::new();
        let listed = position.try_legal_moves_into(&mut list);
        if listed.is_err() || !list.contains(&mv) && position.null_move() != Some(mv) {
            self.last = Some((node, position));
            return Err(listed.err().map_or(EditError::Illegal, EditError::TooComplex));
        }
        let known = self.children(node).find(|&child| self.mv(child) == Some(mv));
        if let Some(known) = known {
            self.last = Some((node, position));
            return Ok(known);
        }
        let child = self.push(node, TreeStep::Move(mv))?;
        position.play_noted(mv);
        self.last = Some((child, position));
        Ok(child)
    }

    /// Plays a move given as records write it.
    ///
    /// # Errors
    ///
    /// [`EditError::BadMove`] and others; the tree is unchanged then.
    pub fn add_text(&mut self, node: NodeId, text: &str) -> Result<NodeId, EditError> {
        self.check(node)?;
        let position = self.take_position(node);
        let mv = match position.null_move().filter(|_| is_null_move(text)) {
            Some(null) => Ok(null),
            None => position.read_move(text, MoveStyle::Record),
        };
        self.last = Some((node, position));
        self.add_move(node, mv?)
    }

    /// Puts up another position after a node. Counters and repetitions begin anew there.
    ///
    /// # Errors
    ///
    /// [`EditError::NoSuchNode`] or [`EditError::Full`].
    pub fn add_set_up(&mut self, node: NodeId, position: P) -> Result<NodeId, EditError> {
        self.check(node)?;
        self.push(node, TreeStep::SetUp(Box::new(position)))
    }

    /// The position of a node, from where it was left if that is known.
    fn take_position(&mut self, node: NodeId) -> P {
        match self.last.take() {
            Some((known, position)) if known == node => position,
            _ => self.position(node),
        }
    }
}

impl<P: Content> GameTree<P> {
    /// Adds a comment after the move of a node; at the root, about the game.
    pub fn add_comment(&mut self, node: NodeId, text: &str) {
        self.notes_mut(node).after.push(Comment::new(text));
    }

    /// Moves a variation one place forward: before the variation, or the main line, in front of it.
    ///
    /// # Errors
    ///
    /// [`EditError::Root`] or [`EditError::NoSuchNode`].
    pub fn promote(&mut self, node: NodeId) -> Result<(), EditError> {
        self.reorder(node, |index, _| index.saturating_sub(1))
    }

    /// Makes a variation the main line after its parent.
    ///
    /// # Errors
    ///
    /// [`EditError::Root`] or [`EditError::NoSuchNode`].
    pub fn promote_to_main(&mut self, node: NodeId) -> Result<(), EditError> {
        self.reorder(node, |_, _| 0)
    }

    /// Moves a variation, or the main line, one place backward.
    ///
    /// # Errors
    ///
    /// [`EditError::Root`] or [`EditError::NoSuchNode`].
    pub fn demote(&mut self, node: NodeId) -> Result<(), EditError> {
        self.reorder(node, |index, count| (index + 1).min(count - 1))
    }

    /// Removes a node with everything after it. If it was the main line, the first variation becomes it.
    ///
    /// # Errors
    ///
    /// [`EditError::Root`] or [`EditError::NoSuchNode`].
    pub fn delete(&mut self, node: NodeId) -> Result<(), EditError> {
        self.check(node)?;
        let parent = self.parent(node).ok_or(EditError::Root)?;
        let children: Vec<NodeId> = self.children(parent).filter(|&child| child != node).collect();
        self.link(parent, &children);
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            self.push_children(node, &mut stack);
            // What it held is given back; its place stays, so that other nodes keep theirs.
            *self.node_mut(node) = Node { is_deleted: true, ..Node::new(None, None) };
        }
        self.last = None;
        Ok(())
    }

    /// Whether a node is in the tree and not deleted.
    #[must_use]
    pub fn contains(&self, node: NodeId) -> bool {
        self.nodes.get(node.0 as usize).is_some_and(|node| !node.is_deleted)
    }

    /// Appends a continuation without asking the rules.
    pub(crate) fn push(&mut self, parent: NodeId, step: TreeStep<P>) -> Result<NodeId, EditError> {
        let id = u32::try_from(self.nodes.len()).map(NodeId).map_err(|_| EditError::Full)?;
        self.nodes.push(Node::new(Some(parent), Some(step)));
        match self.node_mut(parent).last_child.replace(id) {
            Some(sibling) => self.node_mut(sibling).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        Ok(id)
    }

    fn check(&self, node: NodeId) -> Result<(), EditError> {
        if self.contains(node) { Ok(()) } else { Err(EditError::NoSuchNode) }
    }

    fn reorder(&mut self, node: NodeId, place: impl Fn(usize, usize) -> usize) -> Result<(), EditError> {
        self.check(node)?;
        let parent = self.parent(node).ok_or(EditError::Root)?;
        let mut children: Vec<NodeId> = self.children(parent).collect();
        let index = children.iter().position(|&child| child == node).ok_or(EditError::NoSuchNode)?;
        children.remove(index);
        children.insert(place(index, children.len() + 1), node);
        self.link(parent, &children);
        Ok(())
    }

    /// Makes these the children of a node.
    fn link(&mut self, parent: NodeId, children: &[NodeId]) {
        for (index, &child) in children.iter().enumerate() {
            self.node_mut(child).next_sibling = children.get(index + 1).copied();
        }
        self.node_mut(parent).first_child = children.first().copied();
        self.node_mut(parent).last_child = children.last().copied();
    }
}
