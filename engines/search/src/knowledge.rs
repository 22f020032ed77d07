//! What the search needs to know of a game besides its rules.

use boardgame::{Claims, MoveList, Outcome, Position};

use crate::score::Score;

/// What the search needs to know of a game besides its rules: static evaluation, static exchange evaluation, move
/// ordering, and which kinds of pruning are sound.
///
/// Each thread has its own value, so an implementation can cache what it computes, such as pawn structures.
pub trait Knowledge: Clone + Send {
    /// The positions of the game.
    type Position: Claims;

    /// Entries of the butterfly history (from and to square), per color.
    const BUTTERFLY_SIZE: usize;
    /// Entries of a piece-to table (moving piece and destination), both colors together.
    const PIECE_TO_SIZE: usize;
    /// Margins, and the kinds of pruning to use.
    const PARAMETERS: SearchParameters;

    /// The static evaluation of a position, for the side to move.
    fn evaluate(&mut self, position: &Self::Position) -> Score;

    /// Keys of the structures of a position whose evaluations tend to be wrong in the same way; their upper bits count.
    fn structures(position: &Self::Position) -> Structures;

    /// A move in 16 bits, as the transposition table stores it; never 0. Two legal moves may share a key: then the search
    /// may try the wrong one first.
    fn move_key(mv: <Self::Position as Position>::Move) -> u16;

    /// The index of a move in the butterfly history, below [`BUTTERFLY_SIZE`](Self::BUTTERFLY_SIZE).
    fn butterfly_index(mv: <Self::Position as Position>::Move) -> usize;

    /// The index of the moving piece and its destination, below [`PIECE_TO_SIZE`](Self::PIECE_TO_SIZE).
    fn piece_to_index(position: &Self::Position, mv: <Self::Position as Position>::Move) -> usize;

    /// Whether a move is tactical: a capture or a promotion. All other moves are quiet.
    fn is_tactical(position: &Self::Position, mv: <Self::Position as Position>::Move) -> bool;

    /// The order of tactical moves: most valuable victim, least valuable attacker.
    fn mvv_lva(position: &Self::Position, mv: <Self::Position as Position>::Move) -> i32;

    /// Static exchange evaluation: whether a move wins at least this much when all captures on its destination are
    /// played out.
    fn see_at_least(
        position: &Self::Position,
        mv: <Self::Position as Position>::Move,
        threshold: i32,
    ) -> bool {
        let _ = (position, mv, threshold);
        true
    }

    /// Whether the side to move is in check or must capture. Such positions are not evaluated statically.
    fn is_forced(position: &Self::Position) -> bool;

    /// Whether a move gives check.
    fn gives_check(position: &Self::Position, mv: <Self::Position as Position>::Move) -> bool {
        let _ = (position, mv);
        false
    }

    /// The position after a null move, unless zugzwang is likely or the game has no null moves.
    fn null_move(position: &Self::Position) -> Option<Self::Position> {
        let _ = position;
        None
    }

    /// The result of a position that counters or material end although there are legal moves. Draws that can be claimed
    /// count as claimed.
    fn terminal_outcome(position: &Self::Position) -> Option<Outcome>;

    /// Whether quiescence search can evaluate a position at once: there is a legal move and nothing to capture. Implement
    /// it where the test is cheaper than probing the transposition table.
    fn is_quiet(position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// Lists the moves that quiescence search must look at.
    fn quiescence_moves(
        position: &Self::Position,
        list: &mut MoveList<<Self::Position as Position>::Move>,
    ) -> QuiescenceMoves;
}

/// Keys of structures, such as that of the pawns and those of the other pieces of each side.
pub type Structures = [u64; 3];

/// Which moves quiescence search looks at in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuiescenceMoves {
    /// Tactical moves only: the side to move may stand pat, so the static evaluation is a lower bound.
    Tactical,
    /// All legal moves: the side to move is in check or must capture.
    AllLegal,
}

/// Parameters of the search. Margins are in centipawns, or hundredths of a man.
#[derive(Clone, Copy, Debug)]
pub struct SearchParameters {
    /// Margins of futility pruning and razoring; `None` where a quiet move can sacrifice pieces to win more, so that the
    /// static evaluation proves nothing.
    pub margins: Option<PruningMargins>,
    /// The first half-width of the aspiration window.
    pub aspiration: i32,
    /// Whether to prune late quiet moves and quiet moves with a bad history at low depth.
    pub late_move_pruning: bool,
    /// Late move reduction.
    pub reduction: LateMoveReduction,
    /// Quiet moves are pruned if they lose more than this in the static exchange, per ply squared.
    pub see_margin_quiet: i32,
    /// Tactical moves are pruned if they lose more than this in the static exchange, per ply.
    pub see_margin_tactical: i32,
}

/// Late move reduction: `base + ln(depth) * ln(move number) / divisor` plies.
#[derive(Clone, Copy, Debug)]
pub struct LateMoveReduction {
    /// The reduction before anything is added, in plies.
    pub base: f64,
    /// Divides the product of the logarithms.
    pub divisor: f64,
    /// How much less captures and checks are reduced, in hundredths of a ply.
    pub forcing: i32,
    /// How much less moves at the root are reduced, in hundredths of a ply.
    pub root: i32,
}

/// Margins of pruning by static evaluation: per ply of depth, except that of quiescence search.
#[derive(Clone, Copy, Debug)]
pub struct PruningMargins {
    /// Reverse futility pruning: a node fails high if its evaluation is this far above beta.
    pub reverse_futility: i32,
    /// Futility pruning: quiet moves are skipped if the evaluation is this far below alpha.
    pub futility: i32,
    /// Razoring: a node drops into quiescence search if its evaluation is this far below alpha.
    pub razoring: i32,
    /// Quiescence search skips a move unless it wins what the evaluation lacks to alpha, less this.
    pub quiescence: i32,
}
