//! Walking through a game.

use super::{Content, GameTree, NodeId, TreeStep};

impl<P: Content> GameTree<P> {
    /// The node before this one.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// The main continuation of a node.
    #[must_use]
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).first_child
    }

    /// The next continuation of the same parent.
    #[must_use]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).next_sibling
    }

    /// All continuations of a node, the main one first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.next(node), |&child| self.node(child).next_sibling)
    }

    /// The continuations of a node that are not the main one.
    pub fn variations(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.children(node).skip(1)
    }

    /// The nodes of the game itself, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line(NodeId::ROOT)
    }

    /// The main continuations after a node, one after the other.
    pub fn line(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.next(node), |&node| self.next(node))
    }

    /// The last node of the game itself.
    #[must_use]
    pub fn end(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::ROOT)
    }

    /// The number of moves of the game itself.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.main_line().filter(|&node| self.is_move(node)).count()
    }

    /// Whether a node is reached by a move, and not by a set-up.
    #[must_use]
    pub fn is_move(&self, node: NodeId) -> bool {
        matches!(self.step(node), Some(TreeStep::Move(_)))
    }

    /// The way from the root to a node, without the root.
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let back = std::iter::successors(Some(node), |&node| self.parent(node));
        let mut path: Vec<NodeId> = back.filter(|&node| node != NodeId::ROOT).collect();
        path.reverse();
        path
    }

    /// All nodes, each before its continuations, the main line first; without the root.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let mut stack: Vec<NodeId> = Vec::new();
        self.push_children(NodeId::ROOT, &mut stack);
        std::iter::from_fn(move || {
            let node = stack.pop()?;
            self.push_children(node, &mut stack);
            Some(node)
        })
    }

    /// The first child comes to the top.
    pub(super) fn push_children(&self, node: NodeId, stack: &mut Vec<NodeId>) {
        let before = stack.len();
        stack.extend(self.children(node));
        stack[before..].reverse();
    }

    /// The last set-up on the way to a node, if there is one.
    pub(super) fn last_set_up(&self, path: &[NodeId]) -> Option<(usize, &P::Position)> {
        path.iter().enumerate().rev().find_map(|(index, &node)| match self.step(node) {
            Some(TreeStep::SetUp(position)) => Some((index, &**position)),
            _ => None,
        })
    }
}
