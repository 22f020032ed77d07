//! Games as plain texts: no type of a game is needed to hold and write them.

use std::fmt;

use boardgame::{MoveStyle, RecordNotation};

use crate::short_text::ShortText;
use crate::tree::{Content, EditError, GameTree, NodeId, TreeStep};

/// The content of a [`TextTree`]: moves and positions as their standard texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texts;

impl Content for Texts {
    type Move = TextMove;
    type Position = TextPosition;
}

/// A game with moves and positions as texts, for tools that handle the records of any game.
///
/// ```
/// use chess::Chess;
/// use damier_record::{ReadOptions, WriteOptions, replay_board, read_raw_games};
///
/// let mut board = replay_board::<Chess>();
/// for game in read_raw_games("1. Ng1-f3 *".as_bytes(), ReadOptions::pgn()) {
///     let tree = game?.resolve_on(&mut *board).unwrap().tree;
///     assert!(WriteOptions::pgn().to_text(&tree).unwrap().ends_with("\n\n1. Nf3 *\n\n"));
/// }
/// # Ok::<(), damier_record::RecordError>(())
/// ```
pub type TextTree = GameTree<Texts>;

/// A move as its standard text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMove {
    /// The text.
    pub text: ShortText,
    /// Whether it is a move of the player who moves second at the start of a game.
    pub is_second: bool,
}

impl fmt::Display for TextMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen)
    }
}

impl TextMove {
    /// The text of a legal move of a position.
    pub(crate) fn of<P: RecordNotation>(position: &P, mv: P::Move) -> Self {
        let text = position.write_move(mv, MoveStyle::Record).into();
        Self { text, is_second: position.turn() != P::start_of(position.rules()).turn() }
    }
}

/// A position as its standard text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPosition {
    /// The text.
    pub fen: String,
    /// Whether it is the start of its game.
    pub is_start: bool,
}

impl TextPosition {
    /// The text of a position.
    pub(crate) fn of<P: RecordNotation>(position: &P) -> Self {
        Self { fen: position.to_fen(), is_start: *position == P::start_of(position.rules()) }
    }
}

impl GameTree<Texts> {
    /// Adds a move after a node without asking the rules: for games whose moves are known to be legal.
    ///
    /// # Errors
    ///
    /// [`EditError::NoSuchNode`] or [`EditError::Full`].
    pub fn add_played(&mut self, node: NodeId, mv: TextMove) -> Result<NodeId, EditError> {
        if !self.contains(node) {
            return Err(EditError::NoSuchNode);
        }
        self.push(node, TreeStep::Move(mv))
    }

    /// The texts of the moves of the game itself.
    ///
    /// ```
    /// use chess::Chess;
    /// use damier_record::{GameTree, NodeId};
    ///
    /// let mut tree = GameTree::<Chess>::default();
    /// let node = tree.add_text(NodeId::ROOT, "e2-e4")?;
    /// tree.add_text(node, "Ng8-f6")?;
    /// assert_eq!(tree.to_texts().moves().collect::<Vec<_>>(), ["e4", "Nf6"]);
    /// # Ok::<(), damier_record::EditError>(())
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.main_line().filter_map(|node| match self.step(node)? {
            TreeStep::Move(mv) => Some(&*mv.text),
            TreeStep::SetUp(_) => None,
        })
    }
}

impl<P: RecordNotation> GameTree<P> {
    /// The same game with its moves and positions as texts.
    #[must_use]
    pub fn to_texts(&self) -> TextTree {
        let mut texts = TextTree::new(TextPosition::of(self.start()));
        *texts.tags_mut() = self.tags().clone();
        texts.set_result(self.result());
        *texts.notes_mut(NodeId::ROOT) = self.notes(NodeId::ROOT).clone();
        // Nodes whose continuations are still to come, with their positions.
        let mut open = vec![(NodeId::ROOT, NodeId::ROOT, self.start().clone())];
        while let Some((node, copy, position)) = open.pop() {
            for child in self.children(node) {
                let mut next = position.clone();
                let step = match self.step(child) {
                    Some(TreeStep::Move(mv)) => {
                        next.play_noted(*mv);
                        TreeStep::Move(TextMove::of(&position, *mv))
                    }
                    Some(TreeStep::SetUp(set_up)) => {
                        next = (**set_up).clone();
                        TreeStep::SetUp(Box::new(TextPosition::of(&**set_up)))
                    }
                    None => continue,
                };
                let Ok(id) = texts.push(copy, step) else { continue };
                if !self.notes(child).is_empty() {
                    *texts.notes_mut(id) = self.notes(child).clone();
                }
                open.push((child, id, next));
            }
        }
        texts
    }
}
