//! Why a move is illegal.
//!
//! The generator decides which moves are legal. This module checks the laws one by one to name the one that forbids
//! an illegal move.

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

/// Why a text is not a legal move of a position.
pub type MoveRefusal = boardgame::MoveRefusal<Illegal>;

/// A law that a move breaks. [`text`](Self::text) gives the reason in words, [`article`](Self::article) the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "fields are the squares and pieces that the sentence names")]
pub enum Illegal {
    /// The game is over.
    GameOver { outcome: Outcome, reason: Reason },
    /// The starting square is empty.
    NoPiece { square: Square },
    /// The piece belongs to the opponent.
    NotYours { square: Square, piece: Piece },
    /// The player has no such piece on the squares that the text allows.
    NoSuchPiece { color: Color, role: Role },
    /// The move ends where it starts.
    StaysPut { square: Square },
    /// The target is occupied by a piece of the same side.
    OwnPiece { square: Square, role: Role },
    /// A piece of this role cannot move from one square to the other.
    NotItsWay { role: Role, from: Square, to: Square },
    /// No piece of this role can reach the square.
    NoneGoes { role: Role, to: Square },
    /// This piece can reach the target, but the text names another starting square or none.
    NotNamed { role: Role, from: Square, to: Square },
    /// A piece is in the way.
    Blocked { role: Role, from: Square, to: Square, by: Placed },
    /// A pawn moves two squares only from its starting square.
    DoubleStep { from: Square, to: Square },
    /// A pawn moves diagonally only to capture.
    PawnTakesNothing { from: Square, to: Square },
    /// The adjacent pawn has not just moved two squares.
    NotEnPassant { pawn: Square, to: Square },
    /// The capture opens the line between the king and this piece.
    EnPassantExposes { pawn: Square, king: Square, by: Placed },
    /// The text does not say what the pawn promotes to.
    PromotionMissing { to: Square },
    /// Only pawns promote.
    NotAPawn { role: Role },
    /// A pawn promotes only on the last rank.
    NotLastRank { to: Square },
    /// A pawn can neither become a king nor stay a pawn.
    BadPromotion { role: Role },
    /// The king would be attacked; `through` means through the square that it leaves.
    KingAttacked { from: Square, to: Square, by: Placed, through: bool },
    /// The king or the rook has moved or is not in place.
    CastlingRightLost { color: Color, short: bool },
    /// The king is in check.
    CastlingInCheck { king: Square, by: Placed },
    /// The king would cross or reach an attacked square.
    CastlingAttacked { square: Square, by: Placed, arrives: bool },
    /// A piece is in the way of the king or the rook.
    CastlingBlocked { rook: Square, by: Placed },
    /// The rook leaves the line between the king and this piece (Chess960).
    CastlingExposes { rook: Square, king: Square, by: Placed },
    /// Castling is legal, but must be written differently.
    CastlingWritten { king: Square, rook: Square },
    /// The piece is pinned to its king.
    Pinned { role: Role, from: Square, king: Square, by: Placed },
    /// The king would still be in check.
    StaysInCheck { king: Square, by: Placed },
    /// Two pieces give check: only the king can move.
    DoubleCheck { king: Square, first: Placed, second: Placed },
    /// The text says that the move captures, but nothing is there.
    NothingToCapture { to: Square },
    /// The text says en passant, but the move is not.
    NoEnPassant { to: Square },
    /// None of the above. Tests over all pairs of squares in many positions show that it is never needed.
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
    /// The article of the FIDE Laws of Chess, or of their guidelines for castling in Chess960.
    #[must_use]
    pub fn article(&self, chess960: bool) -> Option<&'static str> {
        let castling = |article| if chess960 { "FIDE Guidelines II.3" } else { article };
        Some(match *self {
            Self::GameOver { reason, .. } => reason.article,
            Self::NotYours { .. } => "FIDE 1.2",
            Self::OwnPiece { .. } => "FIDE 3.1",
            Self::NotItsWay { role, .. } | Self::NoneGoes { role, .. } => movement_article(role),
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

/// The article on how a piece moves.
const fn movement_article(role: Role) -> &'static str {
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
    /// The legal move that a text describes, or why there is none. [`MoveStyle::Protocol`] reads UCI; the other
    /// styles read short or long algebraic notation, including two squares.
    ///
    /// ```
    /// use boardgame::{MoveStyle, PositionExt};
    /// use damier_chess::{Chess, Illegal, MoveRefusal};
    ///
    /// let position = Chess::from_fen("8/8/8/4k3/8/8/8/K3R3 b - - 0 1")?;
    /// let Err(MoveRefusal::Illegal { reasons, .. }) = position.explain("Ke6", MoveStyle::Record) else { panic!() };
    /// assert!(matches!(reasons[0], Illegal::KingAttacked { through: true, .. }));
    /// assert_eq!(
    ///     reasons[0].text(),
    ///     "the king on e5 cannot move to e6: the rook on e1 attacks e6 through e5"
    /// );
    /// assert_eq!(reasons[0].article(false), Some("FIDE 3.9.2"));
    /// # Ok::<(), boardgame::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MoveRefusal`] names the laws that forbid the move, or says what is wrong with the text.
    pub fn explain(&self, text: &str, style: MoveStyle) -> Result<Move, MoveRefusal> {
        match style {
            MoveStyle::Protocol => self.explain_uci(text),
            MoveStyle::Record | MoveStyle::Full => self.explain_san(text),
        }
    }

    /// Refuses a text. If the side to move has no legal move at all, the refusal says so too.
    pub(crate) fn refuse(&self, found: String, mut reasons: Vec<Illegal>) -> MoveRefusal {
        if let Some((outcome, reason)) = crate::outcome::without_moves(self) {
            reasons.push(Illegal::GameOver { outcome, reason });
        }
        MoveRefusal::Illegal { found, reasons }
    }

    /// The first piece of a set, on its square.
    fn placed(&self, set: Bitboard) -> Option<Placed> {
        let square = set.first()?;
        Some(Placed { piece: self.piece_at(square)?, square })
    }
}
