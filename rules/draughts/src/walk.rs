//! Moves made hop by hop, for boards on which people click and for bots.

use boardgame::TooComplex;

use crate::any_walk::AnyWalk;
use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::hop::{Hop, Step, WalkError};
use crate::position::{Draughts, Move, Piece};
use crate::ruleset::Ruleset;
use crate::word::Word;

/// A move in the making: a piece is picked, then it goes from landing square to landing square.
///
/// Only hops are offered that belong to some legal complete move. From one square every landing square is
/// reached in one way: two squares lie on one line at most, and a jump takes the first piece on it. So a
/// landing square says what is captured. What can be ambiguous is the end of a whole move alone; see
/// [`moves_to`](Self::moves_to).
///
/// A flying king that goes straight on may pause on every square from which its capture can be completed.
///
/// ```
/// use boardgame::Notation;
/// use damier_draughts::variants::Russian;
/// use damier_draughts::{Draughts, Step, Variant};
///
/// let square = |name| Russian::RULES.read_square(name).unwrap();
/// let position = Draughts::<Russian>::from_fen("W:Wa1,c3:Ba7,d4,f6")?;
///
/// // A bot enters c3:e5:g7 hop by hop.
/// let mut walk = position.walk()?;
/// assert!(walk.pick(square("a1")).is_err()); // c3 must capture
/// walk.pick(square("c3"))?;
/// assert_eq!(walk.hops().len(), 1);
/// assert!(matches!(walk.step(square("e5"))?, Step::OnTheWay));
/// // The jumped man is marked, but still stands until the move is complete.
/// assert!(walk.marked().contains(square("d4")));
/// assert!(walk.piece_at(square("d4")).is_some());
///
/// let Step::Done { position, .. } = walk.step(square("g7"))? else { panic!("the capture is complete") };
/// assert_eq!(position.to_fen(), "B:Wa1,g7:Ba7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<V: Ruleset> {
    position: Draughts<V>,
    any: AnyWalk,
}

impl<V: Ruleset> Draughts<V> {
    /// Begins a move hop by hop.
    ///
    /// # Errors
    ///
    /// [`TooComplex`] when the legal moves cannot be listed within the work limit.
    pub fn walk(&self) -> Result<Walk<V>, TooComplex> {
        Ok(Walk { position: *self, any: AnyWalk::new(&self.any())? })
    }
}

impl<V: Ruleset> Walk<V> {
    /// The position in which the move began.
    #[must_use]
    pub fn position(&self) -> &Draughts<V> {
        &self.position
    }

    /// The pieces that have a legal move.
    #[must_use]
    pub fn movable(&self) -> Bitboard<V::Word> {
        narrow(self.any.movable())
    }

    /// Where the picked piece started.
    #[must_use]
    pub fn picked(&self) -> Option<Square> {
        self.any.picked()
    }

    /// Where the picked piece is now.
    #[must_use]
    pub fn square(&self) -> Option<Square> {
        self.any.square()
    }

    /// The legal next landing squares; none before a piece is picked and after the move is complete.
    #[must_use]
    pub fn hops(&self) -> &[Hop] {
        self.any.hops()
    }

    /// The pieces jumped so far.
    #[must_use]
    pub fn captured(&self) -> Bitboard<V::Word> {
        narrow(self.any.captured())
    }

    /// The pieces jumped so far that still stand: they block and cannot be jumped again. Where captured
    /// pieces leave the board at once, and when the move is complete, there are none.
    #[must_use]
    pub fn marked(&self) -> Bitboard<V::Word> {
        narrow(self.any.marked())
    }

    /// What stands on a square now, in the middle of the move.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.any.piece_at(square)
    }

    /// Every legal move that can still be completed from here.
    ///
    /// # Errors
    ///
    /// [`WalkError::TooComplex`] when that cannot be found out within the work limit.
    pub fn moves(&self) -> Result<Vec<Move<V::Word>>, WalkError> {
        Ok(self.any.moves()?.into_iter().map(Move::convert).collect())
    }

    /// The legal moves that can still be completed from here and end on a square: for boards on which
    /// people click the end at once. More than one differ in the pieces they capture;
    /// [`complete`](Self::complete) takes the one chosen.
    ///
    /// # Errors
    ///
    /// As [`moves`](Self::moves).
    pub fn moves_to(&self, end: Square) -> Result<Vec<Move<V::Word>>, WalkError> {
        Ok(self.moves()?.into_iter().filter(|mv| mv.to() == end).collect())
    }

    /// Picks the piece to move. Another may be picked until the first hop is made.
    ///
    /// # Errors
    ///
    /// [`WalkError`] says why the piece cannot move.
    pub fn pick(&mut self, square: Square) -> Result<&[Hop], WalkError> {
        self.any.pick(square)
    }

    /// Makes a hop to a landing square.
    ///
    /// # Errors
    ///
    /// [`WalkError`] says why there is no such hop; nothing has changed then.
    pub fn step(&mut self, to: Square) -> Result<Step<V>, WalkError> {
        let step = self.any.step(to)?;
        Ok(self.typed(step))
    }

    /// Makes the rest of a move at once, by any route that fits the hops made.
    ///
    /// # Errors
    ///
    /// [`WalkError::NotPossible`] if the move is not among [`moves`](Self::moves).
    pub fn complete(&mut self, mv: Move<V::Word>) -> Result<Step<V>, WalkError> {
        let step = self.any.complete(mv.convert())?;
        Ok(self.typed(step))
    }

    /// Takes back the last hop, or the pick; tells whether there was anything to take back.
    pub fn undo(&mut self) -> bool {
        self.any.undo()
    }

    fn typed(&self, done: Option<Move<u128>>) -> Step<V> {
        done.map_or(Step::OnTheWay, |mv| {
            let mv = mv.convert();
            Step::Done { mv, position: self.position.after(mv) }
        })
    }
}

fn narrow<W: Word>(squares: Bitboard<u128>) -> Bitboard<W> {
    Bitboard(W::truncate(squares.0))
}
