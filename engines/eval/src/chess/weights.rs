//! The weights of chess, in centipawns: opening and endgame.
//!
//! One table, so that they can be tuned; the constants are the first index of each term.

use crate::tapered::{Tapered, t};

/// Pieces by role; the king counts for nothing.
pub(super) const MATERIAL: usize = 0;
/// Squares of a pawn from its own side, rank by rank, from the edge file to the center file.
pub(super) const PAWN_SQUARE: usize = 5;
/// Squares of a knight from its own side, rank by rank, from the edge file to the center file.
pub(super) const KNIGHT_SQUARE: usize = 37;
/// Squares of a bishop from its own side, rank by rank, from the edge file to the center file.
pub(super) const BISHOP_SQUARE: usize = 69;
/// Squares of a rook from its own side, rank by rank, from the edge file to the center file.
pub(super) const ROOK_SQUARE: usize = 101;
/// Squares of a queen from its own side, rank by rank, from the edge file to the center file.
pub(super) const QUEEN_SQUARE: usize = 133;
/// Squares of a king from its own side, rank by rank, from the edge file to the center file.
pub(super) const KING_SQUARE: usize = 165;
/// A knight by the number of squares it can safely go to.
pub(super) const KNIGHT_MOBILITY: usize = 197;
/// A bishop by the number of squares it can safely go to.
pub(super) const BISHOP_MOBILITY: usize = 206;
/// A rook by the number of squares it can safely go to.
pub(super) const ROOK_MOBILITY: usize = 220;
/// A queen by the number of squares it can safely go to.
pub(super) const QUEEN_MOBILITY: usize = 235;
/// Two bishops or more.
pub(super) const BISHOP_PAIR: usize = 263;
/// A rook on a file without pawns; without own pawns.
pub(super) const OPEN_FILE: usize = 264;
/// A knight, a bishop that a pawn defends and no enemy pawn can attack.
pub(super) const OUTPOST: usize = 266;
/// A pawn without own pawns on the files beside it.
pub(super) const ISOLATED: usize = 268;
/// A pawn behind another.
pub(super) const DOUBLED: usize = 269;
/// A pawn behind its neighbors that cannot safely go on.
pub(super) const BACKWARD: usize = 270;
/// A pawn beside another or defended by one, by rank.
pub(super) const CONNECTED: usize = 271;
/// A pawn that no enemy pawn can stop or take, by rank.
pub(super) const PASSED: usize = 279;
/// A passed pawn with an enemy piece before it, by rank.
pub(super) const BLOCKED_PASSED: usize = 287;
/// Steps of the enemy king and of the own king to the square before a passed pawn, for each rank beyond the third.
pub(super) const PASSED_KING: usize = 295;
/// Attacks by cheaper pieces: pawn on piece, minor piece on rook or queen, rook on queen.
pub(super) const THREAT: usize = 297;
/// An enemy piece that is attacked and not defended.
pub(super) const HANGING: usize = 300;
/// The nearest own pawn on the files of the king: beside it, one rank ahead, two, further or none.
pub(super) const SHELTER: usize = 301;
/// The nearest enemy pawn on the files of the king, by ranks ahead.
pub(super) const STORM: usize = 305;
/// The right to move.
pub(super) const TEMPO: usize = 313;

/// All weights.
pub(super) const COUNT: usize = 314;

#[rustfmt::skip]
pub(super) static WEIGHTS: [Tapered; COUNT] = [
    // MATERIAL
    t(82, 104), t(330, 300), t(355, 315), t(475, 540), t(1010, 970),
    // PAWN_SQUARE
    t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(-14, 6), t(-6, 4), t(-4, 0), t(4, -2),
    t(-16, 0), t(-8, -2), t(-6, -6), t(2, -8),
    t(-8, 2), t(0, 0), t(2, -4), t(10, -6),
    t(0, 12), t(8, 10), t(10, 6), t(18, 4),
    t(14, 30), t(22, 28), t(24, 24), t(32, 22),
    t(40, 64), t(48, 62), t(50, 58), t(58, 56),
    t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    // KNIGHT_SQUARE
    t(-56, -44), t(-36, -30), t(-24, -20), t(-20, -14),
    t(-40, -32), t(-20, -18), t(-8, -8), t(-4, -2),
    t(-28, -24), t(-8, -10), t(4, 0), t(8, 6),
    t(-20, -12), t(0, 2), t(12, 12), t(16, 18),
    t(-12, -6), t(8, 8), t(20, 18), t(24, 24),
    t(-8, -12), t(12, 2), t(24, 12), t(28, 18),
    t(-22, -24), t(-2, -10), t(10, 0), t(14, 6),
    t(-60, -40), t(-40, -26), t(-28, -16), t(-24, -10),
    // BISHOP_SQUARE
    t(-20, -12), t(-10, -8), t(-12, -6), t(-10, -4),
    t(-4, -10), t(6, -6), t(4, -4), t(6, -2),
    t(0, -4), t(10, 0), t(8, 2), t(10, 4),
    t(0, 0), t(10, 4), t(8, 6), t(10, 8),
    t(0, 2), t(10, 6), t(8, 8), t(10, 10),
    t(2, 0), t(12, 4), t(10, 6), t(12, 8),
    t(-14, -4), t(-4, 0), t(-6, 2), t(-4, 4),
    t(-22, -8), t(-12, -4), t(-14, -2), t(-12, 0),
    // ROOK_SQUARE
    t(-6, 0), t(0, 0), t(6, 0), t(10, -2),
    t(-20, -4), t(-14, -4), t(-8, -4), t(-4, -6),
    t(-18, -2), t(-12, -2), t(-6, -2), t(-2, -4),
    t(-16, 4), t(-10, 4), t(-4, 4), t(0, 2),
    t(-8, 8), t(-2, 8), t(4, 8), t(8, 6),
    t(0, 8), t(6, 8), t(12, 8), t(16, 6),
    t(12, 8), t(18, 8), t(24, 8), t(28, 6),
    t(2, 6), t(8, 6), t(14, 6), t(18, 4),
    // QUEEN_SQUARE
    t(-6, -34), t(0, -24), t(2, -16), t(2, -12),
    t(-2, -26), t(4, -16), t(6, -8), t(6, -4),
    t(-6, -14), t(0, -4), t(2, 4), t(2, 8),
    t(-10, 0), t(-4, 10), t(-2, 18), t(-2, 22),
    t(-10, 8), t(-4, 18), t(-2, 26), t(-2, 30),
    t(-4, 6), t(2, 16), t(4, 24), t(4, 28),
    t(-2, 8), t(4, 18), t(6, 26), t(6, 30),
    t(2, -2), t(8, 8), t(10, 16), t(10, 20),
    // KING_SQUARE
    t(28, -50), t(38, -30), t(6, -22), t(-8, -18),
    t(14, -28), t(24, -8), t(-8, 0), t(-22, 4),
    t(-12, -16), t(-2, 4), t(-34, 12), t(-48, 16),
    t(-36, -6), t(-26, 14), t(-58, 22), t(-72, 26),
    t(-46, 2), t(-36, 22), t(-68, 30), t(-82, 34),
    t(-36, 6), t(-26, 26), t(-58, 34), t(-72, 38),
    t(-26, -2), t(-16, 18), t(-48, 26), t(-62, 30),
    t(-26, -32), t(-16, -12), t(-48, -4), t(-62, 0),
    // KNIGHT_MOBILITY
    t(-24, -24), t(-18, -18), t(-12, -12), t(-6, -6), t(0, 0), t(6, 6), t(12, 12), t(18, 18),
    t(24, 24),
    // BISHOP_MOBILITY
    t(-30, -25), t(-24, -20), t(-18, -15), t(-12, -10), t(-6, -5), t(0, 0), t(6, 5), t(12, 10),
    t(18, 15), t(24, 20), t(30, 25), t(36, 30), t(42, 35), t(48, 40),
    // ROOK_MOBILITY
    t(-18, -30), t(-15, -25), t(-12, -20), t(-9, -15), t(-6, -10), t(-3, -5), t(0, 0), t(3, 5),
    t(6, 10), t(9, 15), t(12, 20), t(15, 25), t(18, 30), t(21, 35), t(24, 40),
    // QUEEN_MOBILITY
    t(-20, -40), t(-18, -36), t(-16, -32), t(-14, -28), t(-12, -24), t(-10, -20), t(-8, -16), t(-6, -12),
    t(-4, -8), t(-2, -4), t(0, 0), t(2, 4), t(4, 8), t(6, 12), t(8, 16), t(10, 20),
    t(12, 24), t(14, 28), t(16, 32), t(18, 36), t(20, 40), t(22, 44), t(24, 48), t(26, 52),
    t(28, 56), t(30, 60), t(32, 64), t(34, 68),
    // BISHOP_PAIR
    t(26, 48),
    // OPEN_FILE
    t(34, 8), t(14, 8),
    // OUTPOST
    t(26, 16), t(16, 6),
    // ISOLATED
    t(-12, -12),
    // DOUBLED
    t(-6, -16),
    // BACKWARD
    t(-9, -10),
    // CONNECTED
    t(0, 0), t(4, 0), t(8, 4), t(10, 6), t(18, 16), t(34, 36), t(60, 70), t(0, 0),
    // PASSED
    t(0, 0), t(-2, 12), t(-4, 16), t(-2, 38), t(22, 66), t(56, 118), t(104, 190), t(0, 0),
    // BLOCKED_PASSED
    t(0, 0), t(0, -4), t(0, -6), t(-4, -16), t(-10, -30), t(-20, -56), t(-36, -96), t(0, 0),
    // PASSED_KING
    t(0, 5), t(0, -3),
    // THREAT
    t(52, 34), t(34, 28), t(38, 22),
    // HANGING
    t(28, 18),
    // SHELTER
    t(0, 0), t(26, 0), t(16, 0), t(-14, 0),
    // STORM
    t(0, 0), t(0, 0), t(-24, 0), t(-14, 0), t(-4, 0), t(0, 0), t(0, 0), t(0, 0),
    // TEMPO
    t(18, 8),
];

// The danger for the king grows with the square of what attacks it, and is not part of the table.

/// What an attacker of the squares around the king adds, by role.
pub(super) const KING_ATTACKER: [i32; 6] = [0, 26, 22, 28, 18, 0];
/// For each attacked square around the king.
pub(super) const KING_RING_ATTACK: i32 = 12;
/// For a square from which a piece could check safely, by role.
pub(super) const SAFE_CHECK: [i32; 6] = [0, 50, 34, 60, 54, 0];
/// An attack without a queen is worth less.
pub(super) const NO_QUEEN: i32 = -80;
/// The danger that is still no danger, and the divisor of its square.
pub(super) const DANGER_FREE: i32 = 60;
pub(super) const DANGER_DIVISOR: i32 = 420;
