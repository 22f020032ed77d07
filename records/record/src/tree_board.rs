//! What a tree is built with: a board of one game, or one of any game.

use boardgame::RecordNotation;

use crate::replay_board::ReplayBoard;
use crate::text_tree::{TextMove, TextPosition, Texts};
use crate::tree::Content;
use crate::typed_board::TypedBoard;

/// A board that gives the moves and positions of a tree.
pub(crate) trait TreeBoard {
    type Content: Content;
    type Board: ReplayBoard + ?Sized;

    fn board(&mut self) -> &mut Self::Board;
    /// The last move; its standard text is given where it is known.
    fn last_move(&self, standard: Option<&str>) -> Option<<Self::Content as Content>::Move>;
    fn position(&self) -> <Self::Content as Content>::Position;
}

impl<P: RecordNotation> TreeBoard for TypedBoard<P> {
    type Content = P;
    type Board = Self;

    fn board(&mut self) -> &mut Self {
        self
    }

    fn last_move(&self, _: Option<&str>) -> Option<P::Move> {
        self.last()
    }

    fn position(&self) -> P {
        self.position().clone()
    }
}

impl<'a> TreeBoard for &'a mut dyn ReplayBoard {
    type Content = Texts;
    type Board = dyn ReplayBoard + 'a;

    fn board(&mut self) -> &mut (dyn ReplayBoard + 'a) {
        *self
    }

    fn last_move(&self, standard: Option<&str>) -> Option<TextMove> {
        match standard {
            Some(text) => Some(TextMove { text: text.into(), is_second: self.is_second() }),
            None => (**self).last_move(),
        }
    }

    fn position(&self) -> TextPosition {
        TextPosition { fen: self.fen(), is_start: self.is_start() }
    }
}
