use std::fmt::Debug;

use crate::{Color, FenError, MoveError, MoveList, Outcome, PlayError, Reason, TooComplex};

/// One moment of a game: all that the rules need to say what is legal now, and no history.
///
/// Copying a position and playing on the copy is the contract: positions are small and need no undo.
pub trait Position: Clone + Eq + Debug + Send + Sync + 'static {
    /// What changes; read and written only together with its position.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// What says which game this is, where the type alone does not: `()` for a game fixed at compile time.
    type Rules: Copy + Eq + Debug + Send + Sync + 'static;

    /// The game that this position belongs to.
    fn rules(&self) -> Self::Rules;

    /// The start of a game.
    fn start_of(rules: Self::Rules) -> Self;

    /// The start of the game.
    fn start() -> Self
    where
        Self::Rules: Default,
    {
        Self::start_of(Self::Rules::default())
    }

    /// The side to move.
    fn turn(&self) -> Color;

    /// Hash of what the repetition rule compares; clocks are left out.
    fn key(&self) -> u64;

    /// Whether the repetition rule calls both the same position. Exact, unlike equal keys.
    fn repeats(&self, earlier: &Self) -> bool;

    /// The legal moves.
    ///
    /// The list is always complete. In positions built to be hostile that can take long; use
    /// [`try_legal_moves_into`](Self::try_legal_moves_into) on positions from outside.
    fn legal_moves(&self) -> MoveList<Self::Move> {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Replaces the contents of `list` with every legal move: [`legal_moves`](Self::legal_moves) without a new list.
    fn legal_moves_into(&self, list: &mut MoveList<Self::Move>);

    /// Like [`legal_moves_into`](Self::legal_moves_into), but gives up with an error when the work needed passes a
    /// limit. The list is empty then.
    fn try_legal_moves_into(&self, list: &mut MoveList<Self::Move>) -> Result<(), TooComplex> {
        self.legal_moves_into(list);
        Ok(())
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

    /// Plays a move if it is legal; otherwise the position stays as it is.
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

    /// Plays a move that is known to be legal, such as one from the list. An illegal one gives a wrong position, never
    /// undefined behavior.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// The result and its reason, when this position with its clocks decides it. Repetition is for
    /// [`Game`](crate::Game).
    fn outcome(&self) -> Option<(Outcome, Reason)>;

    /// The result when this position comes up for the `times`-th time and the rules end the game there.
    fn outcome_of_repetition(&self, times: usize) -> Option<(Outcome, Reason)>;

    /// The draw that the player to move may claim by the clocks of this position, in games where some draws
    /// must be claimed and do not end the game by themselves.
    fn claim(&self) -> Option<Reason> {
        None
    }

    /// The draw that may be claimed when this position comes up for the `times`-th time.
    fn claim_of_repetition(&self, times: usize) -> Option<Reason> {
        let _ = times;
        None
    }

    /// Captures, man and pawn moves: nothing before them can repeat.
    fn is_irreversible(&self, mv: Self::Move) -> bool;

    /// The number of legal moves. Override when moves can be counted without being listed.
    fn count_legal(&self) -> usize {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list.len()
    }
}

/// Which text a move is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveStyle {
    /// What engines speak: UCI in chess, Hub in draughts.
    Protocol,
    /// What people read in game records: SAN in chess, PDN in draughts, as short as it may be.
    Record,
    /// Like `Record`, with nothing left out: every intermediate square of a capture.
    Full,
}

/// Which positions are read from texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Reading {
    /// Those that a game can have.
    #[default]
    Strict,
    /// Also playable ones that no game can have, such as with too many pieces: for analysis.
    Lenient,
}

/// Text in and out, for tools and protocols.
pub trait Notation: Position {
    /// Reads a position of a game. Lenient reading may give hostile positions: use
    /// [`try_legal_moves`](Position::try_legal_moves) on them.
    fn read_fen(rules: Self::Rules, fen: &str, reading: Reading) -> Result<Self, FenError>;

    /// Reads a position.
    fn from_fen(fen: &str) -> Result<Self, FenError>
    where
        Self::Rules: Default,
    {
        Self::read_fen(Self::Rules::default(), fen, Reading::Strict)
    }

    /// Reads a position, also a playable one that no game can have. Such positions may be hostile: use
    /// [`try_legal_moves`](Position::try_legal_moves) on them.
    fn from_fen_lenient(fen: &str) -> Result<Self, FenError>
    where
        Self::Rules: Default,
    {
        Self::read_fen(Self::Rules::default(), fen, Reading::Lenient)
    }

    /// Writes the position in the standard form of its game.
    fn to_fen(&self) -> String;

    /// Reads a move of this position. Anything that fits exactly one legal move is accepted.
    fn read_move(&self, text: &str, style: MoveStyle) -> Result<Self::Move, MoveError>;

    /// Writes a legal move of this position.
    fn write_move(&self, mv: Self::Move, style: MoveStyle) -> String;

    /// Writes all legal moves of this position. Override when what they share need be found out only once.
    fn write_moves(&self, list: &[Self::Move], style: MoveStyle) -> Vec<String> {
        list.iter().map(|&mv| self.write_move(mv, style)).collect()
    }

    /// The board as text with coordinates, White at the bottom.
    fn diagram(&self) -> String;
}
