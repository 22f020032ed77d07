//! Why a move is illegal.
//!
//! The squares of a text are followed hop by hop, with the same code that finds routes. If a hop is impossible, the rules
//! are checked one by one to name the one that forbids it. A route that can be followed is refused because it is
//! incomplete, ends on the wrong square, or is outranked by another capture. Advice to the player is always legal.

mod advice;
mod captures;
mod move_context;
mod quiet;
mod ranked;
mod search;
mod text;

use boardgame::{Outcome, Reason};

use crate::articles::RuleName;
use crate::board::Square;
use crate::position::{Piece, Role};
use crate::precedence::Criterion;
use crate::rules::Rules;

/// Why a text is not a legal move of a position.
pub type MoveRefusal = boardgame::MoveRefusal<Illegal>;

/// A rule that a move breaks. [`text`](Self::text) gives the reason in words, [`article`](Self::article) the source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "fields are the squares and pieces that the sentence names")]
pub enum Illegal {
    /// The game is over.
    GameOver { outcome: Outcome, reason: Reason },
    /// The starting square is empty.
    NoPiece { square: Square },
    /// The piece belongs to the opponent.
    NotYours { square: Square, piece: Piece },
    /// A quiet move or a jump that ends where it starts.
    StaysPut { square: Square },
    /// The target is occupied.
    Occupied { square: Square, piece: Piece },
    /// The squares are not on the same row, file or diagonal.
    NotOnALine { from: Square, to: Square },
    /// The piece cannot move or capture in this direction.
    WrongDirection { from: Square, to: Square, role: Role, way: Heading, capture: bool },
    /// The target is too far for a piece that moves one square.
    TooFar { from: Square, to: Square, role: Role },
    /// A piece blocks a quiet move.
    Blocked { from: Square, to: Square, by: Square, piece: Piece },
    /// The king has used up its consecutive quiet moves.
    KingMustWait { square: Square, limit: u8 },
    /// A quiet move, although a capture is possible.
    MustCapture { instead: Capture },
    /// A legal capture, written as a quiet move.
    WrittenAsQuiet { capture: Capture },
    /// A legal quiet move, written as a capture.
    WrittenAsCapture { from: Square, to: Square },
    /// Nothing stands between the squares of a jump.
    NothingToTake { from: Square, to: Square },
    /// A jump over a piece of the same side.
    OwnPieceInTheWay { square: Square, role: Role, mover: Role },
    /// A jumped piece stays on the board until the move ends: it blocks and cannot be jumped again.
    AlreadyJumped { square: Square },
    /// A jumped piece has been removed and cannot be captured again.
    AlreadyRemoved { square: Square },
    /// More than one piece stands between the squares of a jump.
    TwoPieces { first: Square, second: Square, adjacent: bool, mover: Role },
    /// A man may not capture this king.
    ManTakesKing { square: Square },
    /// A piece that does not fly jumps only adjacent pieces.
    NotAdjacent { from: Square, role: Role, target: Square },
    /// A piece that does not fly must land directly behind the captured piece.
    LandsTooFar { role: Role, target: Square, behind: Square, to: Square },
    /// A flying king must land directly behind the captured piece.
    MustLandBehind { rule: BehindRule, target: Square, behind: Square, to: Square },
    /// A turn by 180 degrees between two jumps.
    TurnsBack { at: Square },
    /// The man is promoted, which ends the move.
    EndsOnCrowning { at: Square },
    /// The man has passed through the last row and continues as a man: only a king could make this jump.
    NotCrownedInPassing { at: Square },
    /// The capture must continue: each of these captures next leads to a legal capture.
    MustGoOn { at: Square, next: Vec<Square>, role: Role, crowned: bool },
    /// The capture cannot continue from here, but it can from these landing squares.
    MustLandOn { at: Square, squares: Vec<Square> },
    /// A legal capture takes precedence over this one. `corrected` means that `ours` is the best capture that the written
    /// one, which stops too early or lands wrongly, can become.
    Outranked { criterion: Criterion, ours: Capture, best: Capture, corrected: bool },
    /// A legal capture of another piece takes precedence over all captures of this one; `ours` is its best.
    NoLegalCapture { role: Role, criterion: Criterion, ours: Capture, best: Capture },
    /// The piece cannot capture anything.
    CannotCapture { square: Square, role: Role },
    /// The piece can capture, but its legal captures end on other squares.
    NoCaptureTo { from: Square, to: Square, role: Role, ends: Vec<Square> },
    /// Captures between these squares capture other pieces than those named.
    OtherPieces { from: Square, to: Square, given: Vec<Square>, taken: Vec<Square> },
    /// None of the above. Tests over random positions of all games show that it is needed only if a position has too many
    /// captures to examine.
    Unexplained,
}

/// A direction as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Heading {
    Backward,
    Sideways,
    Straight,
    Diagonally,
}

/// When a flying king must land directly behind a captured piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BehindRule {
    /// After each jump.
    Each,
    /// After a capture that ends with a king.
    LastKing,
    /// After a capture of several pieces that ends with a king.
    LastKingOfSeveral,
}

/// A capture as an explanation names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// Where it starts.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// The squares to write: start and end, or the whole route if those are ambiguous.
    pub squares: Vec<Square>,
    /// The pieces it captures.
    pub taken: Vec<Square>,
    /// The number of kings among them.
    pub kings: usize,
    /// Whether a king makes it.
    pub by_king: bool,
}

boardgame::codes! {
    Illegal:
    GameOver => "game_over",
    NoPiece => "no_piece",
    NotYours => "not_yours",
    StaysPut => "stays_put",
    Occupied => "occupied",
    NotOnALine => "not_on_a_line",
    WrongDirection => "wrong_direction",
    TooFar => "too_far",
    Blocked => "blocked",
    KingMustWait => "king_must_wait",
    MustCapture => "must_capture",
    WrittenAsQuiet => "written_as_quiet",
    WrittenAsCapture => "written_as_capture",
    NothingToTake => "nothing_to_take",
    OwnPieceInTheWay => "own_piece_in_the_way",
    AlreadyJumped => "already_jumped",
    AlreadyRemoved => "already_removed",
    TwoPieces => "two_pieces",
    ManTakesKing => "man_takes_king",
    NotAdjacent => "not_adjacent",
    LandsTooFar => "lands_too_far",
    MustLandBehind => "must_land_behind",
    TurnsBack => "turns_back",
    EndsOnCrowning => "ends_on_crowning",
    NotCrownedInPassing => "not_crowned_in_passing",
    MustGoOn => "must_go_on",
    MustLandOn => "must_land_on",
    Outranked => "outranked",
    NoLegalCapture => "no_legal_capture",
    CannotCapture => "cannot_capture",
    NoCaptureTo => "no_capture_to",
    OtherPieces => "other_pieces",
    Unexplained => "unexplained",
}

impl Illegal {
    /// The source of the rule, if known.
    #[must_use]
    pub fn article(&self, rules: &Rules) -> Option<&'static str> {
        match self {
            Self::GameOver { reason, .. } => Some(reason.article).filter(|article| !article.is_empty()),
            _ => rules.article(self.rule()?),
        }
    }

    /// The rule that is broken; `None` if no written rule is needed to see the mistake.
    #[must_use]
    pub fn rule(&self) -> Option<RuleName> {
        let moves = |role: Role| if role == Role::Man { RuleName::ManMoves } else { RuleName::KingMoves };
        let captures =
            |role: Role| if role == Role::Man { RuleName::ManCaptures } else { RuleName::KingCaptures };
        Some(match *self {
            Self::WrongDirection { role, capture: false, .. } | Self::TooFar { role, .. } => moves(role),
            Self::WrongDirection { role, capture: true, .. }
            | Self::OwnPieceInTheWay { mover: role, .. }
            | Self::TwoPieces { mover: role, .. }
            | Self::NotAdjacent { role, .. }
            | Self::LandsTooFar { role, .. } => captures(role),
            Self::Blocked { .. } => RuleName::KingMoves,
            Self::KingMustWait { .. } => RuleName::KingRuns,
            Self::MustCapture { .. } => RuleName::Mandatory,
            Self::AlreadyJumped { .. } | Self::AlreadyRemoved { .. } => RuleName::Removal,
            Self::ManTakesKing { .. } => RuleName::MenTakeKings,
            Self::MustLandBehind { .. } => RuleName::Landing,
            Self::TurnsBack { .. } => RuleName::Reversal,
            Self::EndsOnCrowning { .. } | Self::NotCrownedInPassing { .. } => RuleName::Promotion,
            Self::MustGoOn { .. } | Self::MustLandOn { .. } => RuleName::Completion,
            Self::Outranked { criterion, .. } | Self::NoLegalCapture { criterion, .. } => criterion.rule(),
            _ => return None,
        })
    }
}
