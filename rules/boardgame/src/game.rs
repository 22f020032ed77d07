use thiserror::Error;

use crate::{CounterUnit, DrawCounter, MoveError, Outcome, Position, Reason, TooComplex};

/// A game from its start to now: the moves and the positions they led to.
///
/// A position knows its own clocks; repetition depends on the history and is detected here.
#[derive(Clone, Debug)]
pub struct Game<P: Position> {
    start: P,
    moves: Vec<P::Move>,
    /// The position after each move.
    reached: Vec<P>,
}

/// Why a move was not played. The game is unchanged.
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
    /// Starts a game with this position, which counts as its first occurrence.
    #[must_use]
    pub fn new(start: P) -> Self {
        Self { start, moves: Vec::new(), reached: Vec::new() }
    }

    /// The position the game began with.
    #[must_use]
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &P {
        self.reached.last().unwrap_or(&self.start)
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// All positions so far, in order.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &P> {
        std::iter::once(&self.start).chain(&self.reached)
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// [`PlayError::Over`] if the game has ended; use [`play_on`](Self::play_on) to continue after a draw.
    /// [`PlayError::Illegal`] or [`PlayError::TooComplex`] as in [`Position::try_play`].
    pub fn play(&mut self, mv: P::Move) -> Result<(), PlayError> {
        if let Some((outcome, reason)) = self.outcome() {
            return Err(PlayError::Over { outcome, reason });
        }
        self.play_on(mv)
    }

    /// Plays a legal move even if the game has ended, for analysis.
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

    /// Plays a move that is known to be legal, such as one from the list, even if the game has ended.
    pub fn play_unchecked(&mut self, mv: P::Move) {
        let mut next = self.position().clone();
        next.play_unchecked(mv);
        self.moves.push(mv);
        self.reached.push(next);
    }

    /// Takes back the last move and returns it, if there is one.
    pub fn undo(&mut self) -> Option<P::Move> {
        self.reached.pop();
        self.moves.pop()
    }

    /// How often the current position has occurred, including this time.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        1 + self.earlier(self.position(), 1)
    }

    /// How often a position occurred among the reversible moves up to now, without the last `skipped` positions.
    fn earlier(&self, now: &P, skipped: usize) -> usize {
        let key = now.key();
        // The move before a position stands one place before it: the last position has none after it.
        let moves = self.moves.iter().rev().map(Some);
        let before = self.positions().rev().zip(std::iter::once(None).chain(moves)).skip(skipped);
        let same = before
            // Nothing before an irreversible move can equal the current position.
            .take_while(|(position, mv)| mv.is_none_or(|&mv| !position.is_irreversible(mv)))
            .filter(|(position, _)| position.key() == key && now.repeats(position));
        same.count()
    }

    /// How the game ended and why, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<(Outcome, Reason)> {
        // The position comes first: a player who cannot move has lost, even if the position is a repetition.
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
    /// The draws that the player to move may claim with a move not yet made, for the position after it (FIDE 9.2.1
    /// and 9.3.1).
    ///
    /// # Errors
    ///
    /// The move is not legal.
    pub fn claims_with(&self, mv: P::Move) -> Result<Vec<Reason>, PlayError> {
        if let Some((outcome, reason)) = self.outcome() {
            return Err(PlayError::Over { outcome, reason });
        }
        self.position().clone().try_play(mv)?;
        Ok(self.claims_after(mv))
    }

    /// The draws that could be claimed after a move that is known to be legal, such as one from the list.
    #[must_use]
    pub fn claims_after(&self, mv: P::Move) -> Vec<Reason> {
        let position = self.position();
        let mut next = position.clone();
        next.play_unchecked(mv);
        let can_repeat = (2..=MOST_REPETITIONS).any(|times| next.claim_of_repetition(times).is_some());
        let of_clock = next.claim();
        if !can_repeat && of_clock.is_none() || matches!(next.outcome(), Some((Outcome::Win(_), _))) {
            return Vec::new();
        }
        let is_new = !can_repeat || position.is_irreversible(mv);
        let times = if is_new { 1 } else { 1 + self.earlier(&next, 0) };
        next.claim_of_repetition(times).into_iter().chain(of_clock).collect()
    }
}

impl<P: Position> Game<P> {
    /// The counters of the repetition rules: for the next draw by claim, and for the next one that ends the game.
    #[must_use]
    pub fn repetition_counters(&self) -> Vec<DrawCounter> {
        let (position, times) = (self.position(), self.occurrences());
        let next = |reason: &dyn Fn(usize) -> Option<Reason>, must_be_claimed| {
            let (limit, reason) =
                (times..=MOST_REPETITIONS).find_map(|limit| Some((limit, reason(limit)?)))?;
            let (count, limit) = (times as u32, limit as u32);
            Some(DrawCounter { reason, count, limit, unit: CounterUnit::Occurrences, must_be_claimed })
        };
        let claim = next(&|times| position.claim_of_repetition(times), true);
        let end = next(&|times| position.outcome_of_repetition(times).map(|(_, reason)| reason), false);
        claim.into_iter().chain(end).collect()
    }
}

/// The most occurrences that any repetition rule needs.
const MOST_REPETITIONS: usize = 5;

impl<P: Position<Rules: Default>> Default for Game<P> {
    fn default() -> Self {
        Self::new(P::start())
    }
}

impl MoveError {
    /// Converts the error of playing a move that was given as text.
    #[must_use]
    pub fn from_play(error: PlayError, text: &str) -> Self {
        match error {
            PlayError::Over { outcome, reason } => Self::Over { outcome, reason },
            PlayError::TooComplex(error) => Self::TooComplex(error),
            PlayError::Illegal => Self::Illegal { found: text.to_owned(), reason: error.to_string() },
        }
    }
}
