//! What search needs to know of a game besides its rules.

use boardgame::{MoveList, Outcome, Position};

use crate::score::Score;

/// What search needs to know of a game besides its rules: how good positions are, which moves to try first,
/// and which of the tricks of search are sound in it.
///
/// One value belongs to one thread: it may keep what it learned while the moves of a line were played.
pub trait Knowledge: Clone + Send {
    /// The positions of the game.
    type Position: Position;

    /// The places of moves in tables of history, per color.
    const SLOTS: usize;
    /// The places of pieces on squares in tables of history, both colors together.
    const PIECE_SLOTS: usize;
    /// Margins and tricks.
    const TUNING: Tuning;

    /// How good a position is for the side to move.
    fn evaluate(&mut self, position: &Self::Position) -> Score;

    /// A move in 16 bits, to be recognized among the legal ones; never 0. Two moves may share it: the
    /// search only tries the wrong one first then.
    fn digest(mv: <Self::Position as Position>::Move) -> u16;

    /// The place of a move below [`SLOTS`](Self::SLOTS).
    fn slot(mv: <Self::Position as Position>::Move) -> usize;

    /// The place of the moving piece on the square it goes to, below [`PIECE_SLOTS`](Self::PIECE_SLOTS).
    fn piece_slot(position: &Self::Position, mv: <Self::Position as Position>::Move) -> usize;

    /// Whether a move changes the material.
    fn is_loud(position: &Self::Position, mv: <Self::Position as Position>::Move) -> bool;

    /// How much a loud move promises, for their order.
    fn promise(position: &Self::Position, mv: <Self::Position as Position>::Move) -> i32;

    /// Whether a move keeps at least this much when all captures on its square are played out.
    fn keeps(position: &Self::Position, mv: <Self::Position as Position>::Move, least: i32) -> bool {
        let _ = (position, mv, least);
        true
    }

    /// Whether the side to move is in check or must capture: what it will do is little of its own choice, so that
    /// the position is not evaluated.
    fn is_forced(position: &Self::Position) -> bool;

    /// Whether a move attacks the enemy king, where that forces the answer.
    fn gives_check(position: &Self::Position, mv: <Self::Position as Position>::Move) -> bool {
        let _ = (position, mv);
        false
    }

    /// The position after passing the turn, where that is a fair test of how good it is.
    fn pass(position: &Self::Position) -> Option<Self::Position> {
        let _ = position;
        None
    }

    /// The result of a position whose counters or material end the game though there are legal moves; draws
    /// that can be claimed are claimed.
    fn decided(position: &Self::Position) -> Option<Outcome>;

    /// Whether a position can be evaluated as it is: the side to move can move, and nothing is to be captured.
    /// Worth telling where that costs less than a look into the table.
    fn is_quiet(position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// The moves that must be looked at before a position can be evaluated, and what they are.
    fn unquiet_moves(
        position: &Self::Position,
        list: &mut MoveList<<Self::Position as Position>::Move>,
    ) -> Unquiet;
}

/// What the moves are that a position must be searched with before it can be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unquiet {
    /// A choice: the side to move may do something else, so that its evaluation is a lower bound.
    Choice,
    /// All legal moves: there is nothing else to do.
    All,
}

/// Margins in hundredths of a pawn or man, and tricks that are not sound in every game.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Whether evaluations far above or below the window are believed at low depth. Not where a quiet move
    /// can give away pieces to take more.
    pub margins: Option<Margins>,
    /// The first half-width of the window around the last score.
    pub aspiration: i32,
    /// Whether late quiet moves, and those that were bad elsewhere, are left out at low depth.
    pub late_move_pruning: bool,
    /// How much less deep late moves are searched.
    pub reduction: Reduction,
    /// The largest exchange loss a ply that is still tried: quiet moves, loud moves.
    pub exchange: (i32, i32),
}

/// What late moves lose of their depth.
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    /// In plies, before anything else.
    pub base: f64,
    /// Divides the product of the logarithms of depth and number of the move, which is added.
    pub divisor: f64,
    /// What moves that capture or give check lose less, in hundredths of a ply.
    pub forcing: i32,
    /// What moves at the root lose less, in hundredths of a ply: those that look bad at first are the ones that
    /// the search is asked for.
    pub root: i32,
}

/// How far off an evaluation must be at low depth.
#[derive(Clone, Copy, Debug)]
pub struct Margins {
    /// Scores above beta by this margin a ply of depth are believed.
    pub reverse_futility: i32,
    /// Quiet moves are not tried when the evaluation is this margin a ply below alpha.
    pub futility: i32,
    /// Positions this far a ply below alpha are only searched for loud moves.
    pub razoring: i32,
}
