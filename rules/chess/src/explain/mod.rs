//! Exactly why a move is not legal.
//!
//! Which moves are legal is for the generator. Here the laws are looked at one after the other to name the one
//! that forbids a move that is not.

mod castling;
mod squares;
mod text;

use boardgame::{Color, MoveStyle, Outcome, Reason};

use crate::bitboard::Bitboard;
use crate::mode::Mode;
use crate::moves::Move;
use crate::piece::{Piece, Role};
use crate::position::ChessPosition;
use crate::square::Square;

/// Why a text means no legal move of a position.
pub type Refusal = boardgame::Refusal<Illegal>;

/// One law that a move breaks. [`text`](Self::text) says it in words, [`article`](Self::article) where it is
/// written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "fields are the squares and pieces that the sentence names")]
pub enum Illegal {
    /// Nobody moves any more.
    GameOver { outcome: Outcome, reason: Reason },
    /// Nothing stands where the move starts.
    NoPiece { square: Square },
    /// The piece is the opponent's.
    NotYours { square: Square, piece: Piece },
    /// The player has no such piece where the text says.
    NoSuchPiece { color: Color, role: Role },
    /// The move ends where it starts.
    StaysPut { square: Square },
    /// An own piece stands where the move goes.
    OwnPiece { square: Square, role: Role },
    /// No piece of this role moves like that.
    NotItsWay { role: Role, from: Square, to: Square },
    /// None of the pieces of this role moves like that.
    NoneGoes { role: Role, to: Square },
    /// This piece goes there, and what the text says of where the move starts is not true of it.
    NotNamed { role: Role, from: Square, to: Square },
    /// A piece stands on the way.
    Blocked { role: Role, from: Square, to: Square, by: Placed },
    /// A pawn moves two squares from where it started only.
    DoubleStep { from: Square, to: Square },
    /// A pawn moves diagonally only to capture.
    PawnTakesNothing { from: Square, to: Square },
    /// The pawn beside has not just moved two squares.
    NotEnPassant { pawn: Square, to: Square },
    /// The pawns would leave the line between the king and this piece.
    EnPassantExposes { pawn: Square, king: Square, by: Placed },
    /// The text does not say what the pawn becomes.
    PromotionMissing { to: Square },
    /// Only pawns are promoted.
    NotAPawn { role: Role },
    /// A pawn is promoted on the last rank only.
    NotLastRank { to: Square },
    /// A pawn becomes neither a king nor stays a pawn.
    BadPromotion { role: Role },
    /// The king would be attacked. `through` means: through the square it leaves.
    KingAttacked { from: Square, to: Square, by: Placed, through: bool },
    /// The king or the rook has moved, or stands elsewhere.
    CastlingRightLost { color: Color, short: bool },
    /// No castling out of check.
    CastlingInCheck { king: Square, by: Placed },
    /// The king would pass or reach an attacked square.
    CastlingAttacked { square: Square, by: Placed, arrives: bool },
    /// A piece stands on the way of the king or of the rook.
    CastlingBlocked { rook: Square, by: Placed },
    /// The rook leaves the line between the king and this piece (Chess960).
    CastlingExposes { rook: Square, king: Square, by: Placed },
    /// Legal castling, written in a way that is not read.
    CastlingWritten { king: Square, rook: Square },
    /// The piece shields its king.
    Pinned { role: Role, from: Square, king: Square, by: Placed },
    /// The king stays in check.
    StaysInCheck { king: Square, by: Placed },
    /// Two pieces give check: only the king can move.
    DoubleCheck { king: Square, first: Placed, second: Placed },
    /// The text says that something is taken.
    NothingToCapture { to: Square },
    /// The text says that a pawn is taken en passant.
    NoEnPassant { to: Square },
    /// None of the above. Tests over all pairs of squares of many positions prove that it is never needed.
    Unexplained,
}

/// A piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// What it is.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
}

boardgame::codes! {
    Illegal:
    GameOver => "game_over",
    NoPiece => "no_piece",
    NotYours => "not_yours",
    NoSuchPiece => "no_such_piece",
    StaysPut => "stays_put",
    OwnPiece => "own_piece",
    NotItsWay => "not_its_way",
    NoneGoes => "none_goes",
    NotNamed => "not_named",
    Blocked => "blocked",
    DoubleStep => "double_step",
    PawnTakesNothing => "pawn_takes_nothing",
    NotEnPassant => "not_en_passant",
    EnPassantExposes => "en_passant_exposes",
    PromotionMissing => "promotion_missing",
    NotAPawn => "not_a_pawn",
    NotLastRank => "not_last_rank",
    BadPromotion => "bad_promotion",
    KingAttacked => "king_attacked",
    CastlingRightLost => "castling_right_lost",
    CastlingInCheck => "castling_in_check",
    CastlingAttacked => "castling_attacked",
    CastlingBlocked => "castling_blocked",
    CastlingExposes => "castling_exposes",
    CastlingWritten => "castling_written",
    Pinned => "pinned",
    StaysInCheck => "stays_in_check",
    DoubleCheck => "double_check",
    NothingToCapture => "nothing_to_capture",
    NoEnPassant => "no_en_passant",
    Unexplained => "unexplained",
}

impl Illegal {
    /// Where the law is written: the FIDE Laws of Chess, and for castling in Chess960 their guidelines.
    #[must_use]
    pub fn article(&self, chess960: bool) -> Option<&'static str> {
        let castling = |article| if chess960 { "FIDE Guidelines II.3" } else { article };
        Some(match *self {
            Self::GameOver { reason, .. } => reason.article,
            Self::NotYours { .. } => "FIDE 1.2",
            Self::OwnPiece { .. } => "FIDE 3.1",
            Self::NotItsWay { role, .. } | Self::NoneGoes { role, .. } => way_article(role),
            Self::Blocked { role: Role::Pawn, .. } => "FIDE 3.7.1",
            Self::Blocked { .. } => "FIDE 3.5",
            Self::DoubleStep { .. } => "FIDE 3.7.2",
            Self::PawnTakesNothing { .. } => "FIDE 3.7.3",
            Self::NotEnPassant { .. }
            | Self::PromotionMissing { .. }
            | Self::NotAPawn { .. }
            | Self::NotLastRank { .. }
            | Self::BadPromotion { .. } => "FIDE 3.7",
            Self::CastlingRightLost { .. } => castling("FIDE 3.8.2.1"),
            Self::CastlingInCheck { .. } | Self::CastlingAttacked { .. } | Self::CastlingBlocked { .. } => {
                castling("FIDE 3.8.2.2")
            }
            Self::KingAttacked { .. }
            | Self::EnPassantExposes { .. }
            | Self::CastlingExposes { .. }
            | Self::Pinned { .. }
            | Self::StaysInCheck { .. }
            | Self::DoubleCheck { .. } => "FIDE 3.9.2",
            _ => return None,
        })
    }
}

/// How a piece moves.
const fn way_article(role: Role) -> &'static str {
    match role {
        Role::Bishop => "FIDE 3.2",
        Role::Rook => "FIDE 3.3",
        Role::Queen => "FIDE 3.4",
        Role::Knight => "FIDE 3.6",
        Role::Pawn => "FIDE 3.7",
        Role::King => "FIDE 3.8.1",
    }
}

impl<M: Mode> ChessPosition<M> {
    /// The legal move that a text means, or exactly why it means none: UCI in the style of protocols, else
    /// algebraic notation of any length, which may be two squares too.
    ///
    /// ```
    /// use boardgame::{MoveStyle, Notation};
    /// use damier_chess::{Chess, Illegal, Refusal};
    ///
    /// let position = Chess::from_fen("8/8/8/4k3/8/8/8/K3R3 b - - 0 1")?;
    /// let Err(Refusal::Illegal { reasons, .. }) = position.explain("Ke6", MoveStyle::Record) else { panic!() };
    /// assert!(matches!(reasons[0], Illegal::KingAttacked { through: true, .. }));
    /// assert_eq!(
    ///     reasons[0].text(),
    ///     "the king on e5 would stand on e6, attacked by the rook on e1 through the square the king leaves"
    /// );
    /// assert_eq!(reasons[0].article(false), Some("FIDE 3.9.2"));
    /// # Ok::<(), boardgame::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Refusal`] names the laws that forbid the move, or says what is wrong with the text.
    pub fn explain(&self, text: &str, style: MoveStyle) -> Result<Move, Refusal> {
        match style {
            MoveStyle::Protocol => self.explain_uci(text),
            MoveStyle::Record | MoveStyle::Full => self.explain_san(text),
        }
    }

    /// A refusal of a text. Where no move is left at all, it says that too.
    pub(crate) fn refuse(&self, found: String, mut reasons: Vec<Illegal>) -> Refusal {
        if let Some((outcome, reason)) = crate::outcome::without_moves(self) {
            reasons.push(Illegal::GameOver { outcome, reason });
        }
        Refusal::Illegal { found, reasons }
    }

    /// The first piece of a set, on its square.
    fn placed(&self, set: Bitboard) -> Option<Placed> {
        let square = set.first()?;
        Some(Placed { piece: self.piece_at(square)?, square })
    }
}
