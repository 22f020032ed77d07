//! Exactly why a move is not legal.
//!
//! The squares of a text are followed hop by hop. Whether a hop is possible is asked of the same code that
//! finds routes; where it is not, the rules are looked at one after the other to name the one that forbids it.
//! A route that can be followed is refused because it is not complete, ends on the wrong square or goes after
//! another capture: the last wherever nothing legal can be made of it. What a reason tells the player to do is
//! legal after all rules. What does not depend on the game is not generic, so that it is compiled once.

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

/// Why a text means no legal move of a position.
pub type Refusal = boardgame::Refusal<Illegal>;

/// One rule that a move breaks. [`text`](Self::text) says it in words, [`article`](Self::article) where it is
/// written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "fields are the squares and pieces that the sentence names")]
pub enum Illegal {
    /// Nobody moves any more.
    GameOver { outcome: Outcome, reason: Reason },
    /// Nothing stands where the move starts.
    NoPiece { square: Square },
    /// The piece is the opponent's.
    NotYours { square: Square, piece: Piece },
    /// A quiet move or a jump that ends where it starts.
    StaysPut { square: Square },
    /// Something stands where the piece should land.
    Occupied { square: Square, piece: Piece },
    /// No row, file or diagonal joins the squares.
    NotOnALine { from: Square, to: Square },
    /// The piece does not go or capture in this direction.
    WrongDirection { from: Square, to: Square, role: Role, way: Heading, capture: bool },
    /// A piece that moves one square should go farther.
    TooFar { from: Square, to: Square, role: Role },
    /// A piece stands on the way of a quiet move.
    Blocked { from: Square, to: Square, by: Square, piece: Piece },
    /// The king has made all the quiet moves in a row that it may make.
    KingMustWait { square: Square, limit: u8 },
    /// A quiet move where a capture must be made.
    MustCapture { instead: Capture },
    /// A legal capture, written as a quiet move.
    WrittenAsQuiet { capture: Capture },
    /// A legal quiet move, written as a capture.
    WrittenAsCapture { from: Square, to: Square },
    /// Nothing stands between the squares of a jump.
    NothingToTake { from: Square, to: Square },
    /// A jump over an own piece.
    OwnPieceInTheWay { square: Square, role: Role, mover: Role },
    /// A jumped piece stays until the move has ended: it blocks and is not jumped again.
    AlreadyJumped { square: Square },
    /// A jumped piece has left the board: it cannot be taken again.
    AlreadyRemoved { square: Square },
    /// More than one piece stands between the squares of a jump.
    TwoPieces { first: Square, second: Square, adjacent: bool, mover: Role },
    /// A man may not take this king.
    ManTakesKing { square: Square },
    /// A piece that does not fly jumps its neighbor only.
    NotAdjacent { from: Square, role: Role, target: Square },
    /// A piece that does not fly lands right behind what it takes.
    LandsTooFar { role: Role, target: Square, behind: Square, to: Square },
    /// A flying king must stop right behind the piece it takes.
    MustLandBehind { rule: BehindRule, target: Square, behind: Square, to: Square },
    /// A turn by 180 degrees between two jumps.
    TurnsBack { at: Square },
    /// The man is crowned, which ends its move.
    EndsOnCrowning { at: Square },
    /// The man has passed the last row and goes on as a man: only a king could make this jump.
    NotCrownedInPassing { at: Square },
    /// The capture must go on from its end: taking one of these next begins the rest of a legal capture.
    MustGoOn { at: Square, next: Vec<Square>, role: Role, crowned: bool },
    /// The capture ends where it lands, and goes on to a legal one from these landing squares.
    MustLandOn { at: Square, squares: Vec<Square> },
    /// A legal capture goes before this one. `corrected` means: `ours` is not what was written, which stops too
    /// early or lands wrongly, but the best capture that it can become.
    Outranked { criterion: Criterion, ours: Capture, best: Capture, corrected: bool },
    /// A legal capture of another piece goes before all captures of this one, at best `ours`.
    NoLegalCapture { role: Role, criterion: Criterion, ours: Capture, best: Capture },
    /// The piece can jump nothing.
    CannotCapture { square: Square, role: Role },
    /// The piece can capture, but not to there: its legal captures have these ends.
    NoCaptureTo { from: Square, to: Square, role: Role, ends: Vec<Square> },
    /// Captures between these squares take other pieces than those named.
    OtherPieces { from: Square, to: Square, given: Vec<Square>, taken: Vec<Square> },
    /// None of the above. Tests over random positions of all games prove that it is not needed unless a position
    /// has more captures than can be looked at.
    Unexplained,
}

/// How a direction looks to the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Heading {
    Backward,
    Sideways,
    Straight,
    Diagonally,
}

/// When a flying king must stop right behind a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BehindRule {
    /// After each jump.
    Each,
    /// After a capture of a king last.
    LastKing,
    /// After a capture of several pieces, a king last.
    LastKingOfSeveral,
}

/// A capture by what it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// Where it starts.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// As it is written: start and end, or its whole route where they fit several legal captures.
    pub squares: Vec<Square>,
    /// The pieces it takes.
    pub taken: Vec<Square>,
    /// How many of them are kings.
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
    /// Where the rule is written, if that is known.
    #[must_use]
    pub fn article(&self, rules: &Rules) -> Option<&'static str> {
        match self {
            Self::GameOver { reason, .. } => Some(reason.article).filter(|article| !article.is_empty()),
            _ => rules.article(self.rule()?),
        }
    }

    /// The rule that is broken; none where it is more a matter of sense than of a rule.
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
