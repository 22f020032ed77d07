use std::fmt::Debug;

use crate::{Color, FenError, MoveError, MoveList, Outcome, PlayError, Reason, TooComplex};

/// One moment of a game: everything the rules need to decide what is legal, without history.
///
/// To try a move, play it on a copy: positions are small and have no undo. This trait is what every game must say;
/// [`PositionExt`] has what follows from it for all games. [`Countable`](crate::Countable) counts, and
/// [`Claims`](crate::Claims) has the draws that must be claimed.
pub trait Position: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move. It has a meaning only together with its position.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// The rules, if the type does not fix them; `()` for a game fixed at compile time.
    type Rules: Copy + Eq + Debug + Send + Sync + 'static;

    /// The rules of this position's game.
    fn rules(&self) -> Self::Rules;

    /// The start position of a game with these rules.
    fn start_of(rules: Self::Rules) -> Self;

    /// The side to move.
    fn turn(&self) -> Color;

    /// A hash of what the repetition rule compares, without clocks.
    fn key(&self) -> u64;

    /// Whether the repetition rule counts both as the same position. Exact, unlike comparing keys.
    fn repeats(&self, earlier: &Self) -> bool;

    /// Replaces the contents of `list` with every legal move: [`legal_moves`](PositionExt::legal_moves) without a new list.
    ///
    /// The list is always complete. In contrived positions this can take long; use
    /// [`try_legal_moves_into`](Self::try_legal_moves_into) for untrusted positions.
    fn legal_moves_into(&self, list: &mut MoveList<Self::Move>);

    /// Like [`legal_moves_into`](Self::legal_moves_into), but returns an error and an empty list above a work limit.
    /// Only games with a limit override it: a generator without one does no work to watch it.
    fn try_legal_moves_into(&self, list: &mut MoveList<Self::Move>) -> Result<(), TooComplex> {
        self.legal_moves_into(list);
        Ok(())
    }

    /// Plays a move that is known to be legal, such as one from the list. An illegal one gives a wrong position, never
    /// undefined behavior.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// The result and its reason, if this position and its clocks decide the game. [`Game`](crate::Game) detects
    /// repetition.
    fn outcome(&self) -> Option<(Outcome, Reason)>;

    /// The result, if the rules end the game when this position occurs for the `times`-th time.
    fn outcome_of_repetition(&self, times: usize) -> Option<(Outcome, Reason)>;

    /// Whether no earlier position can occur again after this move, such as a capture or a pawn move.
    fn is_irreversible(&self, mv: Self::Move) -> bool;
}

/// What follows from [`Position`] and [`Notation`] for every game.
pub trait PositionExt: Position {
    /// The start position.
    fn start() -> Self
    where
        Self::Rules: Default,
    {
        Self::start_of(Self::Rules::default())
    }

    /// The legal moves.
    ///
    /// The list is always complete. In contrived positions this can take long; use
    /// [`try_legal_moves_into`](Position::try_legal_moves_into) for untrusted positions.
    fn legal_moves(&self) -> MoveList<Self::Move> {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Plays a move.
    ///
    /// # Panics
    ///
    /// If the move is not legal; [`try_play`](Self::try_play) returns an error instead.
    fn play(&mut self, mv: Self::Move) {
        assert!(self.legal_moves().contains(&mv), "{mv:?} is not legal in {self:?}");
        self.play_unchecked(mv);
    }

    /// Plays a move if it is legal; otherwise leaves the position unchanged.
    ///
    /// # Errors
    ///
    /// [`PlayError::Illegal`], or [`PlayError::TooComplex`] when the legal moves cannot be listed within the work limit.
    fn try_play(&mut self, mv: Self::Move) -> Result<(), PlayError> {
        let mut list = MoveList::new();
        self.try_legal_moves_into(&mut list)?;
        if !list.contains(&mv) {
            return Err(PlayError::Illegal);
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Reads a position.
    fn from_fen(fen: &str) -> Result<Self, FenError>
    where
        Self: Notation,
        Self::Rules: Default,
    {
        Self::read_fen(Self::Rules::default(), fen, Reading::Strict)
    }

    /// Reads a position, even a playable one that no game can reach. Use
    /// [`try_legal_moves_into`](Position::try_legal_moves_into) on it: it may be too complex.
    fn from_fen_lenient(fen: &str) -> Result<Self, FenError>
    where
        Self: Notation,
        Self::Rules: Default,
    {
        Self::read_fen(Self::Rules::default(), fen, Reading::Lenient)
    }
}

impl<P: Position> PositionExt for P {}

/// The notation of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveStyle {
    /// The notation of engines: UCI in chess, Hub in draughts.
    Protocol,
    /// The notation of game records, in its shortest form: SAN in chess, PDN in draughts.
    Record,
    /// Like `Record`, with nothing left out: every intermediate square of a capture.
    Full,
}

/// Which positions to accept when reading text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Reading {
    /// Positions that a game can reach.
    #[default]
    Strict,
    /// Also playable positions that no game can reach, such as with too many pieces: for analysis.
    Lenient,
}

/// Reading and writing positions and moves as text.
pub trait Notation: Position {
    /// Reads a position of a game with these rules. Use [`try_legal_moves_into`](Position::try_legal_moves_into) on
    /// positions read leniently: they may be too complex.
    fn read_fen(rules: Self::Rules, fen: &str, reading: Reading) -> Result<Self, FenError>;

    /// Writes the position in the standard form of its game.
    fn to_fen(&self) -> String;

    /// Reads a move of this position. Accepts any text that matches exactly one legal move.
    fn read_move(&self, text: &str, style: MoveStyle) -> Result<Self::Move, MoveError>;

    /// Writes a legal move of this position.
    fn write_move(&self, mv: Self::Move, style: MoveStyle) -> String;

    /// Writes all legal moves of this position. Draughts overrides it: writing them together shares the search for
    /// moves with the same ends.
    fn write_moves(&self, list: &[Self::Move], style: MoveStyle) -> Vec<String> {
        list.iter().map(|&mv| self.write_move(mv, style)).collect()
    }

    /// The board as text with coordinates, White at the bottom.
    fn diagram(&self) -> String;
}
