//! How a game ends (FIDE Laws, articles 5 and 9): automatically or by a claim.

use boardgame::{Color, Countable, CounterUnit, DrawCounter, Outcome, Reason, Rule};

use crate::bitboard::Bitboard;
use crate::mode::Mode;
use crate::piece::Role;
use crate::position::ChessPosition;

/// Plies without capture or pawn move after which a draw may be claimed, and after which the game is drawn.
pub(crate) const CLAIM_PLIES: u16 = 100;
pub(crate) const DRAW_PLIES: u16 = 150;

/// Occurrences of a position after which a draw may be claimed, and after which the game is drawn.
pub(crate) const CLAIM_OCCURRENCES: usize = 3;
pub(crate) const DRAW_OCCURRENCES: usize = 5;

pub(crate) const CHECKMATE: Reason =
    Reason { rule: Rule::Checkmate, name: "checkmate", article: "FIDE 5.1.1" };
pub(crate) const STALEMATE: Reason =
    Reason { rule: Rule::Stalemate, name: "stalemate", article: "FIDE 5.2.1" };
pub(crate) const INSUFFICIENT_MATERIAL: Reason =
    Reason { rule: Rule::InsufficientMaterial, name: "insufficient_material", article: "FIDE 5.2.2" };
pub(crate) const SEVENTYFIVE_MOVES: Reason =
    Reason { rule: Rule::QuietMoves, name: "seventyfive_moves", article: "FIDE 9.6.2" };
pub(crate) const FIFTY_MOVES: Reason =
    Reason { rule: Rule::QuietMoves, name: "fifty_moves", article: "FIDE 9.3" };
pub(crate) const FIVEFOLD_REPETITION: Reason =
    Reason { rule: Rule::Repetition, name: "fivefold_repetition", article: "FIDE 9.6.1" };
pub(crate) const THREEFOLD_REPETITION: Reason =
    Reason { rule: Rule::Repetition, name: "threefold_repetition", article: "FIDE 9.2" };

/// Checkmate takes precedence over every draw, because the mating move ended the game (FIDE 9.6.2).
pub(crate) fn of_position<M: Mode>(position: &ChessPosition<M>) -> Option<(Outcome, Reason)> {
    if let Some(ended) = without_moves(position) {
        return Some(ended);
    }
    with_moves(position)
}

/// The draw by the pieces or the clock of a position with a legal move.
#[inline]
pub(crate) fn with_moves<M: Mode>(position: &ChessPosition<M>) -> Option<(Outcome, Reason)> {
    if position.has_insufficient_material() {
        return Some((Outcome::Draw, INSUFFICIENT_MATERIAL));
    }
    (position.halfmove_clock >= DRAW_PLIES).then_some((Outcome::Draw, SEVENTYFIVE_MOVES))
}

/// Mate or stalemate, if there is no legal move.
pub(crate) fn without_moves<M: Mode>(position: &ChessPosition<M>) -> Option<(Outcome, Reason)> {
    (position.count_legal() == 0).then(|| match position.is_check() {
        true => (Outcome::Win(!position.turn), CHECKMATE),
        false => (Outcome::Draw, STALEMATE),
    })
}

pub(crate) fn of_repetition(times: usize) -> Option<(Outcome, Reason)> {
    (times >= DRAW_OCCURRENCES).then_some((Outcome::Draw, FIVEFOLD_REPETITION))
}

pub(crate) fn claim<M: Mode>(position: &ChessPosition<M>) -> Option<Reason> {
    (position.halfmove_clock >= CLAIM_PLIES && position.count_legal() > 0).then_some(FIFTY_MOVES)
}

/// Whether one more quiet move may complete the fifty.
pub(crate) fn can_claim_after_move<M: Mode>(position: &ChessPosition<M>) -> bool {
    position.halfmove_clock.saturating_add(1) >= CLAIM_PLIES
}

pub(crate) fn claim_of_repetition(times: usize) -> Option<Reason> {
    (times >= CLAIM_OCCURRENCES).then_some(THREEFOLD_REPETITION)
}

impl<M: Mode> ChessPosition<M> {
    /// Whether the material alone rules out checkmate: two bare kings, one knight or bishop besides, or only bishops on
    /// squares of one color.
    ///
    /// Such a position is dead (FIDE 5.2.2). Some blocked positions are dead too, but are not detected.
    ///
    /// ```
    /// use boardgame::PositionExt;
    /// use damier_chess::Chess;
    ///
    /// assert!(Chess::from_fen("8/8/4k3/8/8/3KN3/8/8 w - - 0 1")?.has_insufficient_material());
    /// // Two knights cannot force mate, but mate is possible.
    /// assert!(!Chess::from_fen("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1")?.has_insufficient_material());
    /// # Ok::<(), boardgame::FenError>(())
    /// ```
    #[must_use]
    pub fn has_insufficient_material(&self) -> bool {
        let board = &self.board;
        if !(board.pawns | board.straight).is_empty() {
            return false;
        }
        let minor_pieces = (board.knights | board.diagonal).len();
        let dark = board.diagonal & Bitboard::DARK;
        let bishops_alike = dark.is_empty() || dark == board.diagonal;
        minor_pieces <= 1 || board.knights.is_empty() && bishops_alike
    }

    /// Whether a side could still give mate by some series of moves, by the pieces alone: if not, the opponent who
    /// runs out of time draws (FIDE 6.9).
    ///
    /// A lone king cannot. A king and a knight can only if the opponent has a pawn, knight, bishop or rook. Bishops on
    /// squares of one color can only if there is a pawn, a knight, or a bishop on the other color.
    ///
    /// ```
    /// use boardgame::{Color, PositionExt};
    /// use damier_chess::Chess;
    ///
    /// let position = Chess::from_fen("8/8/4k3/4q3/8/3KN3/8/8 w - - 0 1")?;
    /// assert!(!position.can_checkmate(Color::White));
    /// assert!(position.can_checkmate(Color::Black));
    /// # Ok::<(), boardgame::FenError>(())
    /// ```
    #[must_use]
    pub fn can_checkmate(&self, color: Color) -> bool {
        let of = |role| self.role(role) & self.pieces(color);
        let theirs = |role| self.role(role) & self.pieces(!color);
        if ![Role::Pawn, Role::Rook, Role::Queen].into_iter().all(|role| of(role).is_empty()) {
            return true;
        }
        let (knights, bishops) = (of(Role::Knight), of(Role::Bishop));
        if !knights.is_empty() {
            let blockers = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook].map(theirs);
            return knights.len() + bishops.len() > 1 || blockers.iter().any(|pieces| !pieces.is_empty());
        }
        let all_bishops = bishops | theirs(Role::Bishop);
        let dark = all_bishops & Bitboard::DARK;
        let is_one_color = dark.is_empty() || dark == all_bishops;
        let others = theirs(Role::Pawn) | theirs(Role::Knight);
        !bishops.is_empty() && (!is_one_color || !others.is_empty())
    }

    /// How far the rules on moves without capture or pawn move have counted.
    #[must_use]
    pub fn draw_counters(&self) -> [DrawCounter; 2] {
        let counter = |reason, limit: u16, must_be_claimed| DrawCounter {
            reason,
            count: self.halfmove_clock.into(),
            limit: limit.into(),
            unit: CounterUnit::Plies,
            must_be_claimed,
        };
        [counter(FIFTY_MOVES, CLAIM_PLIES, true), counter(SEVENTYFIVE_MOVES, DRAW_PLIES, false)]
    }
}
