//! The weights of chess, in hundredths of a pawn: with many pieces on the board, and with few.

use crate::tapered::{Tapered, t};

/// Pieces by role; the king counts for nothing.
pub(super) const MATERIAL: [Tapered; 6] =
    [t(82, 104), t(330, 300), t(355, 315), t(475, 540), t(1_010, 970), t(0, 0)];

/// What a piece gains by its rank, from the own side, by role.
pub(super) const RANK: [[Tapered; 8]; 6] = [
    [t(0, 0), t(-4, 2), t(-6, -4), t(2, -2), t(10, 8), t(24, 26), t(50, 60), t(0, 0)],
    [t(-30, -24), t(-14, -12), t(-2, -4), t(6, 8), t(14, 14), t(18, 8), t(4, -4), t(-34, -20)],
    [t(-14, -8), t(2, -6), t(6, 0), t(6, 4), t(6, 6), t(8, 4), t(-8, 0), t(-16, -4)],
    [t(2, 0), t(-12, -4), t(-10, -2), t(-8, 4), t(0, 8), t(8, 8), t(20, 8), t(10, 6)],
    [t(0, -22), t(4, -14), t(0, -2), t(-4, 12), t(-4, 20), t(2, 18), t(4, 20), t(8, 10)],
    [t(14, -30), t(0, -8), t(-26, 4), t(-50, 14), t(-60, 22), t(-50, 26), t(-40, 18), t(-40, -12)],
];

/// What a piece gains by its file, the same on both wings: edge to center, by role.
pub(super) const FILE: [[Tapered; 4]; 6] = [
    [t(-10, 4), t(-2, 2), t(0, -2), t(8, -4)],
    [t(-26, -20), t(-6, -6), t(6, 4), t(10, 10)],
    [t(-6, -4), t(4, 0), t(2, 2), t(4, 4)],
    [t(-8, 0), t(-2, 0), t(4, 0), t(8, -2)],
    [t(-6, -12), t(0, -2), t(2, 6), t(2, 10)],
    [t(14, -20), t(24, 0), t(-8, 8), t(-22, 12)],
];

/// Squares a piece can go to, less those it should have: knight, bishop, rook, queen.
pub(super) const MOBILITY: [Tapered; 4] = [t(6, 6), t(6, 5), t(3, 5), t(2, 4)];
pub(super) const USUAL_MOBILITY: [i32; 4] = [4, 5, 6, 10];

pub(super) const BISHOP_PAIR: Tapered = t(26, 48);
pub(super) const TEMPO: Tapered = t(18, 8);

/// A rook on a file without pawns, and without own pawns.
pub(super) const OPEN_FILE: Tapered = t(34, 8);
pub(super) const HALF_OPEN_FILE: Tapered = t(14, 8);

pub(super) const ISOLATED: Tapered = t(-12, -12);
pub(super) const DOUBLED: Tapered = t(-6, -16);
pub(super) const BACKWARD: Tapered = t(-9, -10);
/// A pawn beside or behind another, by rank.
pub(super) const CONNECTED: [Tapered; 8] =
    [t(0, 0), t(4, 0), t(8, 4), t(10, 6), t(18, 16), t(34, 36), t(60, 70), t(0, 0)];
/// A pawn that no enemy pawn can stop or take, by rank.
pub(super) const PASSED: [Tapered; 8] =
    [t(0, 0), t(-2, 12), t(-4, 16), t(-2, 38), t(22, 66), t(56, 118), t(104, 190), t(0, 0)];
/// A passed pawn that an enemy piece blocks, by rank.
pub(super) const BLOCKED_PASSED: [Tapered; 8] =
    [t(0, 0), t(0, -4), t(0, -6), t(-4, -16), t(-10, -30), t(-20, -56), t(-36, -96), t(0, 0)];
/// How far the kings are from the square before a passed pawn, times the rank beyond the third.
pub(super) const ENEMY_KING_DISTANCE: i32 = 5;
pub(super) const OWN_KING_DISTANCE: i32 = 3;

/// Attacks by cheaper pieces: a pawn on a piece, a minor piece on a rook, on a queen, a rook on a queen.
pub(super) const PAWN_THREAT: Tapered = t(52, 34);
pub(super) const MINOR_THREAT: Tapered = t(34, 28);
pub(super) const ROOK_THREAT: Tapered = t(38, 22);
/// A piece that is attacked and not defended.
pub(super) const HANGING: Tapered = t(28, 18);

/// What an attacker of the squares around the king adds to the danger, by role.
pub(super) const KING_ATTACKER: [i32; 6] = [0, 26, 22, 28, 18, 0];
/// For each attacked square around the king, and for each square from which a piece could check safely.
pub(super) const KING_RING_ATTACK: i32 = 12;
pub(super) const SAFE_CHECK: [i32; 6] = [0, 50, 34, 60, 54, 0];
/// An attack without a queen is worth less.
pub(super) const NO_QUEEN: i32 = -80;
/// The danger that is still no danger, and the divisor of its square.
pub(super) const DANGER_FREE: i32 = 60;
pub(super) const DANGER_DIVISOR: i32 = 420;

/// A pawn before the own king, by its distance in ranks from the king: none, one, two, further or none.
pub(super) const SHELTER: [i32; 4] = [0, 26, 16, -14];
/// An enemy pawn on a file beside the king, by rank from the king's side.
pub(super) const STORM: [i32; 8] = [0, 0, -24, -14, -4, 0, 0, 0];

/// A knight or bishop on a square that no enemy pawn can attack, defended by a pawn.
pub(super) const OUTPOST: [Tapered; 2] = [t(26, 16), t(16, 6)];
