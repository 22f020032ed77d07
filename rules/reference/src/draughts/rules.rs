//! What a set of rules consists of.
//!
//! The sources named in the comments (FMJD, APCA, FID ...) are the short names
//! of the rule survey this table was written from.

use super::board::{Color, Direction};

/// Which squares of the board are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayingSquares {
    /// One color of squares, the corner at White's left hand among them.
    BottomLeft,
    /// The other color: the mirrored board.
    NotBottomLeft,
    /// Every square.
    All,
}

/// Where a flying king may land behind a captured piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// On any empty square behind it.
    Free,
    /// Right behind each captured piece.
    BehindEach,
    /// Right behind the last captured piece if that one is a king.
    BehindLastKing,
    /// As `BehindLastKing`, but only if the capture takes at least two pieces.
    BehindLastKingOfSeveral,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// Together, after the move. Until then they block and cannot be jumped again.
    AfterMove,
    /// Each one as soon as it is jumped.
    Immediate,
}

/// What happens to a man that reaches the last row by a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// It is crowned only if the move ends there.
    IfMoveEnds,
    /// It is crowned at once and continues the capture as a king.
    ContinuesAsKing,
    /// It is crowned and the move ends, whatever else could be captured.
    EndsMove,
}

/// One comparison between captures; larger is better, and only the best are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// Number of captured pieces.
    Count,
    /// Frisian value: a king is worth slightly less than two men.
    FrisianValue,
    /// A capture by a king takes precedence over one by a man.
    WithKing,
    /// Number of captured kings.
    KingsCaptured,
    /// The capture that takes a king earlier.
    EarliestKing,
}

/// What it means to have no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLegalMove {
    /// The player has lost.
    Loses,
    /// The player has won.
    Wins,
    /// Draw if the player still has pieces, lost without any.
    DrawsIfBlocked,
}

/// From which corner squares are numbered, seen from White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// Row by row from the top left, to the right.
    FromTopLeft,
    /// Row by row from the bottom right, to the left.
    FromBottomRight,
}

/// Where algebraic square a1 lies, seen from White; letters always run to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algebraic {
    /// Ranks count upward.
    FromBottomLeft,
    /// Ranks count downward.
    FromTopLeft,
}

/// A reason to call the game drawn. Limits are plies: moves of both players together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawRule {
    /// The same position with the same player to move, this many times.
    Repetition(usize),
    /// This many plies without a capture or a man move.
    KingMovesOnly(usize),
    /// As `KingMovesOnly`, but not in endings of four to seven pieces.
    KingMovesOnlyOutsideEndings(usize),
    /// At least this many kings and nothing else against a lone king.
    KingsAgainstKing {
        /// Kings of the stronger side, at least.
        kings: usize,
        /// Plies from the moment the balance arose.
        plies: usize,
    },
    /// Exactly two kings against a lone king.
    TwoKingsAgainstKing(usize),
    /// Three pieces, a king among them, against a lone king. Going on with
    /// fewer pieces does not start a fresh count.
    ThreeAgainstKing(usize),
    /// As `ThreeAgainstKing`, but over with the capture that leaves fewer pieces.
    ThreeAgainstKingUntilCapture(usize),
    /// Three pieces, a king among them, against a lone king: plies after which
    /// the lone king stood on the long diagonal.
    ThreeAgainstKingOnLongDiagonal(usize),
    /// Three pieces, a king among them, against a lone king: plies during which
    /// the lone king has stayed on the long diagonal.
    ThreeAgainstKingHoldingLongDiagonal(usize),
    /// One or two pieces, a king among them, against a lone king.
    TwoAgainstKing(usize),
    /// Both sides have a king, no capture and no promotion, with this many pieces in all.
    UnchangedBalance {
        /// Fewest pieces on the board.
        least: usize,
        /// Most pieces on the board.
        most: usize,
        /// Plies without a change.
        plies: usize,
    },
    /// King against king at once, unless one of them can win by force.
    KingAgainstKing,
    /// One piece each at once, unless the player to move can capture.
    OnePieceEach,
}

/// The rules of one variant as a plain value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The name used in files and commands.
    pub name: &'static str,
    /// Columns.
    pub files: u8,
    /// Rows.
    pub ranks: u8,
    /// Which squares are used.
    pub playing_squares: PlayingSquares,
    /// Rows of men on each side at the start.
    pub rows_of_men: u8,
    /// Empty rows behind them.
    pub empty_back_rows: u8,
    /// Who starts.
    pub first: Color,
    /// Quiet moves of a man, as White.
    pub man_moves: &'static [Direction],
    /// Captures of a man, as White.
    pub man_captures: &'static [Direction],
    /// Quiet moves of a king.
    pub king_moves: &'static [Direction],
    /// Captures of a king.
    pub king_captures: &'static [Direction],
    /// Whether kings move and capture over any distance.
    pub flying_kings: bool,
    /// Where a flying king may land.
    pub landing: Landing,
    /// Whether a man may capture a king.
    pub man_takes_king: bool,
    /// Comparisons between captures, in this order. Empty: free choice.
    pub precedence: &'static [Precedence],
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// Whether a piece may turn by 180 degrees between two jumps.
    pub may_reverse: bool,
    /// What a man does on the last row.
    pub promotion: Promotion,
    /// What it means to have no legal move.
    pub no_legal_move: NoLegalMove,
    /// Whether the first king wins the game.
    pub first_king_wins: bool,
    /// Whether a side with one piece has lost against more.
    pub one_piece_loses: bool,
    /// Whether a king has won against a single man that cannot be taken at once, nor take it.
    pub king_beats_man: bool,
    /// Quiet moves in a row that one king may make while its side has men.
    pub king_run_limit: Option<u8>,
    /// When the game is drawn.
    pub draws: &'static [DrawRule],
    /// Order of the square numbers.
    pub numbering: Numbering,
    /// Place of a1.
    pub algebraic: Algebraic,
}

const fn direction(files: i8, ranks: i8) -> Direction {
    Direction { files, ranks }
}

/// Diagonally forward.
pub(super) const DIAGONAL_FORWARD: &[Direction] = &[direction(-1, 1), direction(1, 1)];

/// All four diagonals.
pub(super) const DIAGONAL: &[Direction] =
    &[direction(-1, 1), direction(1, 1), direction(-1, -1), direction(1, -1)];

/// Diagonals and straight lines on a board that uses one color of squares.
pub(super) const DIAGONAL_AND_STRAIGHT: &[Direction] = &[
    direction(-1, 1),
    direction(1, 1),
    direction(-1, -1),
    direction(1, -1),
    direction(0, 2),
    direction(0, -2),
    direction(-2, 0),
    direction(2, 0),
];

/// Straight forward and sideways on a board that uses every square.
pub(super) const ORTHOGONAL_NOT_BACKWARD: &[Direction] =
    &[direction(0, 1), direction(-1, 0), direction(1, 0)];

/// Straight lines on a board that uses every square.
pub(super) const ORTHOGONAL: &[Direction] =
    &[direction(0, 1), direction(-1, 0), direction(1, 0), direction(0, -1)];

/// Forward, diagonally forward and sideways on a board that uses every square.
pub(super) const FORWARD_AND_SIDEWAYS: &[Direction] =
    &[direction(0, 1), direction(-1, 1), direction(1, 1), direction(-1, 0), direction(1, 0)];

/// All eight neighbors on a board that uses every square.
pub(super) const ALL_NEIGHBORS: &[Direction] = &[
    direction(0, 1),
    direction(0, -1),
    direction(-1, 0),
    direction(1, 0),
    direction(-1, 1),
    direction(1, 1),
    direction(-1, -1),
    direction(1, -1),
];
