use thiserror::Error;

use crate::{Color, MoveError, MoveList, MoveStyle, Notation, Outcome, Position, Reason, TooComplex};

/// A game from its start to now: the moves and the positions they led to.
///
/// A position knows its own clocks; what only the history tells, repetition, is found here.
#[derive(Clone, Debug)]
pub struct Game<P: Position> {
    start: P,
    moves: Vec<P::Move>,
    /// The position after each move.
    reached: Vec<P>,
}

/// Why a move was not played. The game is unchanged then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over: {outcome}, {reason}")]
    Over {
        /// How it ended.
        outcome: Outcome,
        /// Why it ended.
        reason: Reason,
    },
    /// The move is not among the legal moves of the position.
    #[error("the move is not legal in this position")]
    Illegal,
    /// The legal moves of the position cannot be listed within the work limit.
    #[error(transparent)]
    TooComplex(#[from] TooComplex),
}

impl<P: Position> Game<P> {
    /// A game that begins with this position, which counts as its first occurrence.
    #[must_use]
    pub fn new(start: P) -> Self {
        Self { start, moves: Vec::new(), reached: Vec::new() }
    }

    /// The position the game began with.
    #[must_use]
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &P {
        self.reached.last().unwrap_or(&self.start)
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// All positions so far, from the start to now.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &P> {
        std::iter::once(&self.start).chain(&self.reached)
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// [`PlayError::Over`] when the game has ended, also by a draw rule; [`play_on`](Self::play_on) goes on
    /// after those.
    pub fn play(&mut self, mv: P::Move) -> Result<(), PlayError> {
        if let Some((outcome, reason)) = self.outcome() {
            return Err(PlayError::Over { outcome, reason });
        }
        self.play_on(mv)
    }

    /// Plays a legal move whether the game has ended or not: in analysis, and where players go on after a
    /// draw that nobody claimed.
    ///
    /// # Errors
    ///
    /// [`PlayError::Illegal`] or [`PlayError::TooComplex`].
    pub fn play_on(&mut self, mv: P::Move) -> Result<(), PlayError> {
        let mut next = self.position().clone();
        next.try_play(mv)?;
        self.moves.push(mv);
        self.reached.push(next);
        Ok(())
    }

    /// Takes the last move back and gives it, if there is one.
    pub fn undo(&mut self) -> Option<P::Move> {
        self.reached.pop();
        self.moves.pop()
    }

    /// How often the position now has come up, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        let key = now.key();
        let before = self.positions().rev().skip(1).zip(self.moves.iter().rev());
        let same = before
            // Nothing before an irreversible move can be the position now.
            .take_while(|(position, mv)| !position.is_irreversible(**mv))
            .filter(|(position, _)| position.key() == key && now.repeats(position));
        1 + same.count()
    }

    /// How the game ended and why, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<(Outcome, Reason)> {
        // The position goes first: a player who cannot move has lost, whatever has been repeated.
        self.position().outcome().or_else(|| self.position().outcome_of_repetition(self.occurrences()))
    }

    /// The draws that the player to move may claim now. They do not end the game unless claimed.
    #[must_use]
    pub fn claims(&self) -> Vec<Reason> {
        if let Some((Outcome::Win(_), _)) = self.position().outcome() {
            return Vec::new();
        }
        let of_repetition = self.position().claim_of_repetition(self.occurrences());
        of_repetition.into_iter().chain(self.position().claim()).collect()
    }
}

impl<P: Position> Game<P> {
    /// The draws that the player to move may claim with a move not yet made, because of the position it will
    /// lead to (FIDE 9.2.1 and 9.3.1).
    ///
    /// # Errors
    ///
    /// The move is not legal.
    pub fn claims_with(&self, mv: P::Move) -> Result<Vec<Reason>, PlayError> {
        let mut game = self.clone();
        game.play(mv)?;
        Ok(game.claims())
    }
}

impl<P: Position<Rules: Default>> Default for Game<P> {
    fn default() -> Self {
        Self::new(P::start())
    }
}

/// A game of any kind, as text. Implemented once, for every [`Game`].
pub trait AnyGame: Send {
    /// The position now.
    fn fen(&self) -> String;

    /// The side to move.
    fn turn(&self) -> Color;

    /// The board now, for people.
    fn diagram(&self) -> String;

    /// Every legal move.
    ///
    /// # Errors
    ///
    /// [`TooComplex`] when the moves cannot be listed within the work limit.
    fn legal_moves(&self, style: MoveStyle) -> Result<Vec<String>, TooComplex>;

    /// Plays a move given as text.
    ///
    /// # Errors
    ///
    /// The text is no legal move, or the game is over.
    fn play(&mut self, text: &str, style: MoveStyle) -> Result<(), MoveError>;

    /// Takes the last move back; tells whether there was one.
    fn undo(&mut self) -> bool;

    /// The moves so far.
    fn moves(&self, style: MoveStyle) -> Vec<String>;

    /// How the game ended and why, if it has.
    fn outcome(&self) -> Option<(Outcome, Reason)>;

    /// The draws that the player to move may claim now.
    fn claims(&self) -> Vec<Reason>;
}

impl<P: Notation> AnyGame for Game<P> {
    fn fen(&self) -> String {
        self.position().to_fen()
    }

    fn turn(&self) -> Color {
        self.position().turn()
    }

    fn diagram(&self) -> String {
        self.position().diagram()
    }

    fn legal_moves(&self, style: MoveStyle) -> Result<Vec<String>, TooComplex> {
        let mut list = MoveList::new();
        self.position().try_legal_moves_into(&mut list)?;
        Ok(self.position().write_moves(&list, style))
    }

    fn play(&mut self, text: &str, style: MoveStyle) -> Result<(), MoveError> {
        if let Some((outcome, reason)) = self.outcome() {
            return Err(MoveError::Over { outcome, reason });
        }
        let mv = self.position().read_move(text, style)?;
        self.play(mv).map_err(|error| MoveError::from_play(error, text))
    }

    fn undo(&mut self) -> bool {
        self.undo().is_some()
    }

    fn moves(&self, style: MoveStyle) -> Vec<String> {
        let played = self.positions().zip(self.moves());
        played.map(|(position, &mv)| position.write_move(mv, style)).collect()
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        self.outcome()
    }

    fn claims(&self) -> Vec<Reason> {
        self.claims()
    }
}

impl MoveError {
    /// The error of a text whose move was refused.
    #[must_use]
    pub fn from_play(error: PlayError, text: &str) -> Self {
        match error {
            PlayError::Over { outcome, reason } => Self::Over { outcome, reason },
            PlayError::TooComplex(error) => Self::TooComplex(error),
            PlayError::Illegal => Self::Illegal { found: text.to_owned(), reason: error.to_string() },
        }
    }
}
