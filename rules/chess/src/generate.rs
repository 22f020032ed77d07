//! The move generator. It generates only legal moves: it computes checks, pins and attacked squares before the first
//! move.

use boardgame::{Color, Side};

use crate::attacks::{
    between, diagonal_rays, diagonals_near, king_attacks, knight_attacks, pawn_attacks, straight_rays,
    straights_near,
};
use crate::bitboard::Bitboard;
use crate::board::{Board, behind, home_rank};
use crate::castling::CastlingWay;
use crate::sliders::{bishop_attacks, rook_attacks};
use crate::square::Square;

/// Receives the legal moves as sets: a list writes them out, a count needs only their sizes.
pub(crate) trait Sink {
    fn knight(&mut self, from: Square, to: Bitboard);
    /// A bishop or queen along diagonals.
    fn diagonal(&mut self, from: Square, to: Bitboard);
    /// A rook or queen along ranks and files.
    fn straight(&mut self, from: Square, to: Bitboard);
    /// The king; not castling.
    fn king(&mut self, from: Square, to: Bitboard);
    /// Pawns that are not promoted, as the set of squares they go to.
    fn pawns(&mut self, step: PawnStep, to: Bitboard);
    /// Pawns that are promoted: four moves for each square.
    fn promotions(&mut self, step: PawnStep, to: Bitboard);
    fn en_passant(&mut self, from: Square, to: Square);
    fn castling(&mut self, king: Square, rook: Square);
}

/// The kinds of pawn moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PawnStep {
    Single,
    Double,
    /// A capture toward the a-file.
    West,
    /// A capture toward the h-file.
    East,
}

impl PawnStep {
    /// The square from which a pawn has reached another.
    #[inline(always)]
    pub(crate) fn origin<Us: Side>(self, to: Square) -> Square {
        let back = match self {
            Self::Single => 8,
            Self::Double => 16,
            Self::West => 7,
            Self::East => 9,
        };
        let index = match Us::COLOR {
            Color::White => (to as u8).wrapping_sub(back),
            // For Black, west and east swap.
            Color::Black if self == Self::West => (to as u8).wrapping_add(9),
            Color::Black if self == Self::East => (to as u8).wrapping_add(7),
            Color::Black => (to as u8).wrapping_add(back),
        };
        Square::from_index(index)
    }
}

/// All legal moves of `Us`.
#[inline(always)]
pub(crate) fn generate<Us: Side>(board: &Board, sink: &mut impl Sink) {
    let lines = Lines::of::<Us>(board);
    let king = board.king::<Us>();
    king_moves::<Us>(board, king, &lines, sink);
    if lines.checkers.is_empty() {
        others::<Us>(board, &lines, Bitboard::ALL, sink);
    } else if !lines.checkers.has_several() {
        evasions::<Us>(board, &lines, sink);
    }
}

/// Moves that end a single check, except those of the king. They are rare, and generating them separately costs the
/// common case nothing.
#[cold]
#[inline(never)]
fn evasions<Us: Side>(board: &Board, lines: &Lines, sink: &mut impl Sink) {
    others::<Us>(board, lines, lines.evasions, sink);
}

/// All moves to these squares, except those of the king; en passant wherever it ends a check.
#[inline(always)]
fn others<Us: Side>(board: &Board, lines: &Lines, within: Bitboard, sink: &mut impl Sink) {
    pieces::<Us>(board, lines, within & !board.own::<Us>(), sink);
    pawns::<Us>(board, lines, within, sink);
    if board.en_passant.is_some() {
        en_passant::<Us>(board, sink);
    }
}

/// The checks and pins of the side to move.
pub(crate) struct Lines {
    /// The enemy pieces that give check.
    pub(crate) checkers: Bitboard,
    /// The squares where a piece ends a single check: the checker and the squares between.
    pub(crate) evasions: Bitboard,
    /// Ranks and files from the king to an enemy rook or queen with one piece between. A piece of our side there is
    /// pinned and may move only along the line.
    pub(crate) straight_pins: Bitboard,
    /// The same on diagonals.
    pub(crate) diagonal_pins: Bitboard,
}

impl Lines {
    #[inline(always)]
    pub(crate) fn of<Us: Side>(board: &Board) -> Self {
        let (enemy, occupied) = (board.enemy::<Us>(), board.occupied());
        let king = board.king::<Us>();
        let leapers =
            (knight_attacks(king) & board.knights | pawn_attacks(Us::COLOR, king) & board.pawns) & enemy;
        let mut lines = Self {
            checkers: leapers,
            evasions: leapers,
            straight_pins: Bitboard::EMPTY,
            diagonal_pins: Bitboard::EMPTY,
        };
        for slider in straight_rays(king) & board.straight & enemy {
            let pin = lines.aim(between(king, slider), slider, occupied);
            lines.straight_pins |= pin;
        }
        for slider in diagonal_rays(king) & board.diagonal & enemy {
            let pin = lines.aim(between(king, slider), slider, occupied);
            lines.diagonal_pins |= pin;
        }
        lines
    }

    /// Records a check, or returns the line of a pin if one piece stands between. If that piece is an enemy's, no piece
    /// of our side is on the line, so the line does no harm.
    #[inline(always)]
    fn aim(&mut self, between: Bitboard, slider: Square, occupied: Bitboard) -> Bitboard {
        let blockers = between & occupied;
        let line = between | slider.into();
        if blockers.is_empty() {
            self.checkers |= slider.into();
            self.evasions |= line;
        }
        line & Bitboard::when(!blockers.has_several())
    }
}

/// King moves and castling. Attacked squares are computed only if one of them is possible.
#[inline(always)]
pub(crate) fn king_moves<Us: Side>(board: &Board, king: Square, lines: &Lines, sink: &mut impl Sink) {
    let steps = king_attacks(king) & !board.own::<Us>();
    let rooks =
        if lines.checkers.is_empty() { castling_rooks::<Us>(board, king, lines) } else { Bitboard::EMPTY };
    if (steps | rooks).is_empty() {
        return;
    }
    let (mut diagonal, mut straight) = (board.diagonal, board.straight);
    if rooks.is_empty() {
        // Most sliders are far from the king. Castling needs squares farther away than single steps do.
        diagonal &= diagonals_near(king);
        straight &= straights_near(king);
    }
    let attacked = attacked_by_enemy::<Us>(board, diagonal, straight);
    sink.king(king, steps & !attacked);
    for rook in rooks {
        if (CastlingWay::of(king, rook).king::<Us>() & attacked).is_empty() {
            sink.castling(king, rook);
        }
    }
}

/// The rooks that can castle unless the path of the king is attacked.
///
/// A rook that shields the king on their rank no longer does so after castling.
#[inline(always)]
fn castling_rooks<Us: Side>(board: &Board, king: Square, lines: &Lines) -> Bitboard {
    let mut rooks = board.castling & home_rank::<Us>();
    for rook in rooks {
        let others = board.occupied() & !(Bitboard::of(king) | rook.into());
        let free = (CastlingWay::of(king, rook).all::<Us>() & others).is_empty();
        rooks &= !(Bitboard::of(rook) & Bitboard::when(!free));
    }
    rooks & !lines.straight_pins
}

/// The squares that the enemy attacks with our king removed, because the king does not shield the squares behind it.
/// Only these sliders are considered.
#[inline(always)]
fn attacked_by_enemy<Us: Side>(board: &Board, diagonal: Bitboard, straight: Bitboard) -> Bitboard {
    let enemy = board.enemy::<Us>();
    let occupied = board.occupied() ^ board.king::<Us>().into();
    let pawns = board.pawns & enemy;
    let mut attacked =
        king_attacks(board.king::<Us::Other>()) | west::<Us::Other>(pawns) | east::<Us::Other>(pawns);
    for from in board.knights & enemy {
        attacked |= knight_attacks(from);
    }
    for from in diagonal & enemy {
        attacked |= bishop_attacks(from, occupied);
    }
    for from in straight & enemy {
        attacked |= rook_attacks(from, occupied);
    }
    attacked
}

/// Knights and sliders, to these squares.
#[inline(always)]
fn pieces<Us: Side>(board: &Board, lines: &Lines, within: Bitboard, sink: &mut impl Sink) {
    let (own, occupied) = (board.own::<Us>(), board.occupied());
    // A pinned knight always leaves its line.
    for from in board.knights & own & !(lines.straight_pins | lines.diagonal_pins) {
        sink.knight(from, knight_attacks(from) & within);
    }
    let diagonal = board.diagonal & own & !lines.straight_pins;
    for from in diagonal & !lines.diagonal_pins {
        sink.diagonal(from, bishop_attacks(from, occupied) & within);
    }
    for from in diagonal & lines.diagonal_pins {
        sink.diagonal(from, bishop_attacks(from, occupied) & within & lines.diagonal_pins);
    }
    let straight = board.straight & own & !lines.diagonal_pins;
    for from in straight & !lines.straight_pins {
        sink.straight(from, rook_attacks(from, occupied) & within);
    }
    for from in straight & lines.straight_pins {
        sink.straight(from, rook_attacks(from, occupied) & within & lines.straight_pins);
    }
}

/// All pawns at once, except en passant.
#[inline(always)]
fn pawns<Us: Side>(board: &Board, lines: &Lines, within: Bitboard, sink: &mut impl Sink) {
    let pawns = board.pawns & board.own::<Us>();
    let empty = !board.occupied();
    let last_rank = home_rank::<Us::Other>();

    // A pawn pinned on its file may step, one pinned on a rank may not: the square ahead is off the line.
    let steppers = pawns & !lines.diagonal_pins;
    let free = forward::<Us>(steppers & !lines.straight_pins);
    let pinned = forward::<Us>(steppers & lines.straight_pins) & lines.straight_pins;
    let single = (free | pinned) & empty;
    let third_rank = forward::<Us>(forward::<Us>(home_rank::<Us>()));
    let double = forward::<Us>(single & third_rank) & empty & within;
    let single = single & within;

    let capturers = pawns & !lines.straight_pins;
    let (free, pinned) = (capturers & !lines.diagonal_pins, capturers & lines.diagonal_pins);
    let targets = board.enemy::<Us>() & within;
    let west_captures = (west::<Us>(free) | west::<Us>(pinned) & lines.diagonal_pins) & targets;
    let east_captures = (east::<Us>(free) | east::<Us>(pinned) & lines.diagonal_pins) & targets;

    sink.pawns(PawnStep::Single, single & !last_rank);
    sink.pawns(PawnStep::Double, double);
    sink.pawns(PawnStep::West, west_captures & !last_rank);
    sink.pawns(PawnStep::East, east_captures & !last_rank);
    if !((single | west_captures | east_captures) & last_rank).is_empty() {
        sink.promotions(PawnStep::Single, single & last_rank);
        sink.promotions(PawnStep::West, west_captures & last_rank);
        sink.promotions(PawnStep::East, east_captures & last_rank);
    }
}

/// En passant captures, each tried on the board: two pawns leave the rank at once, which pins do not cover.
#[inline(never)]
fn en_passant<Us: Side>(board: &Board, sink: &mut impl Sink) {
    let Some(to) = board.en_passant else { return };
    for from in pawn_attacks(!Us::COLOR, to) & board.pawns & board.own::<Us>() {
        if en_passant_is_legal::<Us>(board, from, to) {
            sink.en_passant(from, to);
        }
    }
}

/// Whether the king is safe after an en passant capture.
pub(crate) fn en_passant_is_legal<Us: Side>(board: &Board, from: Square, to: Square) -> bool {
    let captured = Bitboard::of(behind::<Us>(to));
    let occupied = board.occupied() ^ from.into() ^ captured | to.into();
    let attackers = board.attackers(!Us::COLOR, board.king::<Us>(), occupied);
    (attackers & !captured).is_empty()
}

/// One step ahead.
#[inline(always)]
pub(crate) const fn forward<Us: Side>(set: Bitboard) -> Bitboard {
    Bitboard(match Us::COLOR {
        Color::White => set.0 << 8,
        Color::Black => set.0 >> 8,
    })
}

/// One step ahead and toward the a-file.
#[inline(always)]
pub(crate) const fn west<Us: Side>(set: Bitboard) -> Bitboard {
    Bitboard((forward::<Us>(set).0 & !Bitboard::file(0).0) >> 1)
}

/// One step ahead and toward the h-file.
#[inline(always)]
pub(crate) const fn east<Us: Side>(set: Bitboard) -> Bitboard {
    Bitboard((forward::<Us>(set).0 & !Bitboard::file(7).0) << 1)
}
