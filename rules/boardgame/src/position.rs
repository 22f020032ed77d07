use std::fmt::Debug;

use crate::{Color, FenError, MoveError, MoveList, Outcome, Reason, TooComplex};

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

    /// Replaces the contents of `list` with every legal move.
    ///
    /// The list is always complete. In positions built to be hostile that can take long; use
    /// [`try_legal_moves`](Self::try_legal_moves) on positions from outside.
    fn legal_moves(&self, list: &mut MoveList<Self::Move>);

    /// Like [`legal_moves`](Self::legal_moves), but gives up with an error when the work needed passes
    /// a limit. The list is empty then.
    fn try_legal_moves(&self, list: &mut MoveList<Self::Move>) -> Result<(), TooComplex> {
        self.legal_moves(list);
        Ok(())
    }

    /// Plays a legal move. An illegal one gives a wrong position, never undefined behavior.
    fn play(&mut self, mv: Self::Move);

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
        self.legal_moves(&mut list);
        list.len()
    }

    /// The number of ways to make the legal moves, where a capture that can be made by several routes
    /// counts once for each. Games without such captures have nothing to override.
    fn count_routes(&self, mv: Self::Move) -> usize {
        let _ = mv;
        1
    }

    /// The work that may be spent on the routes of all moves of one position.
    const ROUTE_WORK: usize = usize::MAX;

    /// Like [`count_routes`](Self::count_routes), but gives up with an error when the work needed passes what
    /// is left. Begin with [`ROUTE_WORK`](Self::ROUTE_WORK) in each position and let its moves share it.
    /// `u64::MAX` stands for that many and more.
    fn count_routes_within(&self, mv: Self::Move, work: &mut usize) -> Result<u64, TooComplex> {
        let _ = work;
        Ok(self.count_routes(mv) as u64)
    }

    /// The number of legal moves of all successors together: the last two plies of a perft. Override when
    /// successors need not be stored to be counted.
    fn count_legal_of_successors(&self) -> u64 {
        let mut total = 0;
        self.for_each_successor(|successor| total += successor.count_legal() as u64);
        total
    }

    /// Calls `visit` with every position one legal move away. Override when successors can be made
    /// without making moves first.
    fn for_each_successor(&self, mut visit: impl FnMut(&Self)) {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        for &mv in &list {
            let mut successor = self.clone();
            successor.play(mv);
            visit(&successor);
        }
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

    /// Reads a move and plays it: the way through a game record. After an error the position is as it was.
    /// Override where both together are cheaper.
    fn play_text(&mut self, text: &str, style: MoveStyle) -> Result<Self::Move, MoveError> {
        let mv = self.read_move(text, style)?;
        self.play(mv);
        Ok(mv)
    }

    /// Like [`play_text`](Self::play_text) for the text of a record, and tells whether this is surely the one of the
    /// standard; if not, [`is_standard_text`](Self::is_standard_text) tells. Override where both together are cheaper.
    fn play_record(&mut self, text: &str) -> Result<(Self::Move, bool), MoveError> {
        Ok((self.play_text(text, MoveStyle::Record)?, false))
    }

    /// Whether a text that was read as this move is one that the standard writes: that of
    /// [`write_move`](Self::write_move), whatever it says of check, see [`check_mark`](Self::check_mark). Override where
    /// that is known without writing the move, or where the standard has several texts.
    fn is_standard_text(&self, mv: Self::Move, text: &str) -> bool {
        self.write_move(mv, MoveStyle::Record) == text
    }

    /// The move that stands for a pass where records may have one, as in variations of chess: no rule allows it, and
    /// [`legal_moves`](Position::legal_moves) never lists it. `None` in games without one, and where nobody can pass.
    /// Play it with [`play_noted`](Self::play_noted).
    fn null_move(&self) -> Option<Self::Move> {
        None
    }

    /// Plays a legal move, or a [null move](Self::null_move): what a record notes. Override where there are any.
    fn play_noted(&mut self, mv: Self::Move) {
        self.play(mv);
    }

    /// The mark at the end of the text of a move that leads to this position: `+` or `#` in chess, nothing in
    /// games without check.
    fn check_mark(&self) -> &'static str {
        ""
    }

    /// Writes a legal move of this position.
    fn write_move(&self, mv: Self::Move, style: MoveStyle) -> String;

    /// Writes all legal moves of this position. Override when what they share need be found out only once.
    fn write_moves(&self, list: &[Self::Move], style: MoveStyle) -> Vec<String> {
        list.iter().map(|&mv| self.write_move(mv, style)).collect()
    }

    /// The board as text with coordinates, White at the bottom.
    fn diagram(&self) -> String;
}
