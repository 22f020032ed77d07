//! Moves made hop by hop, for clickable boards and for bots.

mod hop;
mod state;

use boardgame::TooComplex;

use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::machine_word::Word;
use crate::partial_move::state::PartialMoveState;
use crate::position::{Draughts, Move, Piece};
use crate::ruleset::Ruleset;

pub use hop::{Hop, HopResult, PartialMoveError};

/// A move in progress: a piece is picked, then it hops from landing square to landing square.
///
/// Only hops of some complete legal move are offered. Each landing square can be reached in only one way, because two
/// squares share at most one line and a jump captures the first piece on it; so a landing square determines what is
/// captured. Only the end square of a whole move can be ambiguous; see [`moves_to`](Self::moves_to).
///
/// A flying king that continues straight ahead may pause on every square from which its capture can be completed.
///
/// ```
/// use boardgame::{Notation, PositionExt};
/// use damier_draughts::variants::Russian;
/// use damier_draughts::{Draughts, HopResult, Variant};
///
/// let square = |name| Russian::RULES.read_square(name).unwrap();
/// let position = Draughts::<Russian>::from_fen("W:Wa1,c3:Ba7,d4,f6")?;
///
/// // A bot enters c3:e5:g7 hop by hop.
/// let mut mv = position.begin_move()?;
/// assert!(mv.pick(square("a1")).is_err()); // c3 must capture
/// mv.pick(square("c3"))?;
/// assert_eq!(mv.hops().len(), 1);
/// assert!(matches!(mv.step(square("e5"))?, HopResult::OnTheWay));
/// // The jumped man is marked, but stays on the board until the move is complete.
/// assert!(mv.marked().contains(square("d4")));
/// assert!(mv.piece_at(square("d4")).is_some());
///
/// let HopResult::Done { position, .. } = mv.step(square("g7"))? else { panic!("the capture is complete") };
/// assert_eq!(position.to_fen(), "B:Wa1,g7:Ba7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PartialMove<V: Ruleset> {
    position: Draughts<V>,
    state: PartialMoveState,
}

impl<V: Ruleset> Draughts<V> {
    /// Begins a move hop by hop.
    ///
    /// # Errors
    ///
    /// [`TooComplex`] when the legal moves cannot be listed within the work limit.
    pub fn begin_move(&self) -> Result<PartialMove<V>, TooComplex> {
        Ok(PartialMove { position: *self, state: PartialMoveState::new(&self.any())? })
    }
}

impl<V: Ruleset> PartialMove<V> {
    /// The position in which the move began.
    #[must_use]
    pub fn position(&self) -> &Draughts<V> {
        &self.position
    }

    /// The pieces that have a legal move.
    #[must_use]
    pub fn movable(&self) -> Bitboard<V::Word> {
        narrow(self.state.movable())
    }

    /// Where the picked piece started.
    #[must_use]
    pub fn picked(&self) -> Option<Square> {
        self.state.picked()
    }

    /// Where the picked piece is now.
    #[must_use]
    pub fn square(&self) -> Option<Square> {
        self.state.square()
    }

    /// The legal next landing squares; none before a piece is picked and after the move is complete.
    #[must_use]
    pub fn hops(&self) -> &[Hop] {
        self.state.hops()
    }

    /// The pieces jumped so far.
    #[must_use]
    pub fn captured(&self) -> Bitboard<V::Word> {
        narrow(self.state.captured())
    }

    /// The jumped pieces that are still on the board: they block and cannot be jumped again. There are none if captured
    /// pieces are removed at once, or when the move is complete.
    #[must_use]
    pub fn marked(&self) -> Bitboard<V::Word> {
        narrow(self.state.marked())
    }

    /// The piece on a square now, during the move.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.state.piece_at(square)
    }

    /// Every legal move that can still be completed from here.
    ///
    /// # Errors
    ///
    /// [`PartialMoveError::TooComplex`] above the work limit.
    pub fn moves(&self) -> Result<Vec<Move<V::Word>>, PartialMoveError> {
        Ok(self.state.moves()?.into_iter().map(Move::convert).collect())
    }

    /// The legal moves that can still be completed from here and end on a square, for boards where players click the end
    /// directly. If there are several, they capture different pieces; [`complete`](Self::complete) makes the chosen one.
    ///
    /// # Errors
    ///
    /// As [`moves`](Self::moves).
    pub fn moves_to(&self, end: Square) -> Result<Vec<Move<V::Word>>, PartialMoveError> {
        Ok(self.moves()?.into_iter().filter(|mv| mv.to() == end).collect())
    }

    /// Picks the piece to move. Another may be picked until the first hop is made.
    ///
    /// # Errors
    ///
    /// [`PartialMoveError`] says why the piece cannot move.
    pub fn pick(&mut self, square: Square) -> Result<&[Hop], PartialMoveError> {
        self.state.pick(square)
    }

    /// Makes a hop to a landing square.
    ///
    /// # Errors
    ///
    /// [`PartialMoveError`] says why there is no such hop; nothing has changed then.
    pub fn step(&mut self, to: Square) -> Result<HopResult<V>, PartialMoveError> {
        let step = self.state.step(to)?;
        Ok(self.typed(step))
    }

    /// Makes the rest of a move at once, by any route that matches the hops made.
    ///
    /// # Errors
    ///
    /// [`PartialMoveError::NotPossible`] if the move is not among [`moves`](Self::moves).
    pub fn complete(&mut self, mv: Move<V::Word>) -> Result<HopResult<V>, PartialMoveError> {
        let step = self.state.complete(mv.convert())?;
        Ok(self.typed(step))
    }

    /// Takes back the last hop or the pick; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.state.undo()
    }

    fn typed(&self, done: Option<Move<u128>>) -> HopResult<V> {
        done.map_or(HopResult::OnTheWay, |mv| {
            let mv = mv.convert();
            HopResult::Done { mv, position: self.position.after(mv) }
        })
    }
}

fn narrow<W: Word>(squares: Bitboard<u128>) -> Bitboard<W> {
    Bitboard(W::truncate(squares.0))
}
