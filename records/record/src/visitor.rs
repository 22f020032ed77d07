//! The events that a reader reports.

use crate::error::{Fault, Location};
use crate::marks::Marks;
use crate::repair::{Repair, RepairKind};
use crate::result::GameResult;

/// Whether what follows is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Flow {
    /// Go on.
    #[default]
    Visit,
    /// Skip it, which is faster than ignoring it.
    Skip,
}

/// Which move a comment belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommentPlace {
    /// It stands before all moves and move numbers: it is about the game.
    Game,
    /// It stands before its move, at the beginning of a line or after a move number or variation.
    Before,
    /// It stands after its move.
    After,
}

/// How the text of a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terminator {
    /// With `*`: in PGN a game without result, in PDN any game. Results of other kinds stand for it there.
    Star,
    /// With a result.
    Result {
        /// Which.
        result: GameResult,
        /// As the record writes it.
        text: &'static str,
    },
    /// With a result that was not read in a record, so that there is no text that could be wrong.
    Given(GameResult),
    /// With the next game or the end of the file.
    Missing,
}

/// A move as the record writes it, without its marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveText<'a> {
    /// Only ASCII.
    text: &'a str,
}

impl<'a> MoveText<'a> {
    #[inline]
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text }
    }

    /// The text as bytes, all of them ASCII.
    #[inline]
    #[must_use]
    pub fn as_bytes(self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// The text.
    #[inline]
    #[must_use]
    pub fn as_str(self) -> &'a str {
        self.text
    }
}

/// Receives the events of a record. Every method has a default that does nothing.
///
/// The texts are borrowed from the buffer of the reader. A method that returns an error ends the game with
/// it; inside a variation the tolerant mode only cuts the variation off, and reports that. What a visitor understood
/// although it is unusual it adds to `repairs`: the tolerant mode reports it and goes on, the strict one ends the game.
///
/// ```
/// use damier_record::{Fault, MoveText, Reader, RepairKind, Syntax, Visitor};
///
/// struct Count(usize);
///
/// impl Visitor for Count {
///     fn mv(&mut self, _: MoveText<'_>, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
///         self.0 += 1;
///         Ok(())
///     }
/// }
///
/// let mut reader = Reader::new(&b"1. e4 e5 (1... c5) 2. Nf3 *"[..], Syntax::Pgn);
/// let mut count = Count(0);
/// while reader.read_game(&mut count)? {}
/// assert_eq!(count.0, 4);
/// # Ok::<(), damier_record::RecordError>(())
/// ```
pub trait Visitor {
    /// Whether [`place`](Self::place) is called; finding it costs a little for each event.
    const WANTS_PLACES: bool = false;

    /// Whether commands in comments are looked at, to report those that are not understood; that costs a little for
    /// each comment.
    const WANTS_COMMANDS: bool = false;

    /// Where the next event stands in the text, if that is wanted.
    #[inline]
    fn place(&mut self, place: Location) {
        let _ = place;
    }

    /// A game begins: its number from 1, and where.
    #[inline]
    fn begin_game(&mut self, number: u64, place: Location) {
        let _ = (number, place);
    }

    /// A tag.
    #[inline]
    fn tag(&mut self, name: &str, value: &str, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        let _ = (name, value, repairs);
        Ok(())
    }

    /// There are no more tags. Returns whether the moves are wanted.
    #[inline]
    fn end_tags(&mut self, repairs: &mut Vec<RepairKind>) -> Result<Flow, Fault> {
        let _ = repairs;
        Ok(Flow::Visit)
    }

    /// A move number, with its dots. Dots alone belong to the number before them.
    #[inline]
    fn move_number(&mut self, text: MoveText<'_>, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        let _ = (text, repairs);
        Ok(())
    }

    /// A move. `...` is an unknown move, in PDN.
    #[inline]
    fn mv(&mut self, mv: MoveText<'_>, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        let _ = (mv, repairs);
        Ok(())
    }

    /// The marks of the move before.
    #[inline]
    fn marks(&mut self, marks: Marks) {
        let _ = marks;
    }

    /// A comment, without its braces.
    #[inline]
    fn comment(&mut self, text: &str, place: CommentPlace) {
        let _ = (text, place);
    }

    /// An annotation: of the move before; where there is none, of the game; in a variation, of the next move.
    #[inline]
    fn nag(&mut self, nag: u8) {
        let _ = nag;
    }

    /// A variation begins, which replaces the move before. Returns whether it is wanted; if not, its end is not
    /// reported either.
    #[inline]
    fn begin_variation(&mut self) -> Result<Flow, Fault> {
        Ok(Flow::Visit)
    }

    /// The variation that began last ends.
    #[inline]
    fn end_variation(&mut self) {}

    /// Another position is set up inside the game.
    #[inline]
    fn set_up(&mut self, fen: &str, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        let _ = (fen, repairs);
        Ok(())
    }

    /// The game ends. After an error this is not called.
    #[inline]
    fn end_game(&mut self, terminator: Terminator, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        let _ = (terminator, repairs);
        Ok(())
    }

    /// Something was read that the standard does not allow. What stands before a game is reported before it
    /// begins, with its number.
    fn repair(&mut self, repair: Repair) {
        let _ = repair;
    }
}
