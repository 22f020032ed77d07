//! How good a chess position is.

use boardgame::{Color, Position};
use chess::{
    Bitboard, ChessPosition, Mode, Role, Square, bishop_attacks, king_attacks, knight_attacks, rook_attacks,
};
use search::Score;

use super::balance;
use super::pawns::{ahead, attacks, beside, distance, fill_ahead, fill_files, guards};
use super::weights::*;
use crate::tapered::{Tapered, t};

/// What pieces count for the phase of the game, by role, and all of them together.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

pub(super) fn evaluate<M: Mode>(position: &ChessPosition<M>) -> Score {
    let view = View::new(position);
    let total = balance(|color| view.side(color));
    let phase = view.phase();
    let scale = view.ending_scale(total.ending);
    let scaled = t(total.opening, total.ending * scale / FULL_SCALE);
    let white = scaled.at(phase, FULL_PHASE);
    let own = if position.turn() == Color::White { white } else { -white };
    Score::of(own + TEMPO.at(phase, FULL_PHASE))
}

/// The whole value of an ending.
const FULL_SCALE: i32 = 64;

/// What all parts of the evaluation look at.
struct View {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
    occupied: Bitboard,
    kings: [Square; 2],
    pawn_attacks: [Bitboard; 2],
    /// Attacked squares by color and role, and by any piece.
    attacks: [[Bitboard; 6]; 2],
    all_attacks: [Bitboard; 2],
    /// Attackers of the ring around the enemy king: their danger, and the attacks on it.
    king_attack: [i32; 2],
    attackers: [i32; 2],
    /// Mobility and what else was found with the attacks.
    activity: [Tapered; 2],
}

impl View {
    fn new<M: Mode>(position: &ChessPosition<M>) -> Self {
        let roles = Role::ALL.map(|role| position.role(role));
        let colors = Color::ALL.map(|color| position.pieces(color));
        let mut view = Self {
            roles,
            colors,
            occupied: colors[0] | colors[1],
            kings: Color::ALL.map(|color| position.king(color)),
            pawn_attacks: Color::ALL.map(|color| attacks(color, roles[0] & colors[color as usize])),
            attacks: [[Bitboard::EMPTY; 6]; 2],
            all_attacks: [Bitboard::EMPTY; 2],
            king_attack: [0; 2],
            attackers: [0; 2],
            activity: [Tapered::default(); 2],
        };
        for color in Color::ALL {
            view.find_attacks(color);
        }
        view
    }

    fn own(&self, color: Color, role: Role) -> Bitboard {
        self.roles[role as usize] & self.colors[color as usize]
    }

    fn find_attacks(&mut self, color: Color) {
        let (us, them) = (color as usize, !color as usize);
        let king = self.kings[us];
        let ring = king_ring(!color, self.kings[them]);
        let blocked_pawns = self.own(color, Role::Pawn) & ahead(!color, self.occupied);
        let free = !(self.pawn_attacks[them] | blocked_pawns | Bitboard::of(king));
        let queens = self.roles[Role::Queen as usize];
        let straight = self.own(color, Role::Rook) | self.own(color, Role::Queen);
        let mut all = self.pawn_attacks[us] | king_attacks(king);
        self.attacks[us][Role::Pawn as usize] = self.pawn_attacks[us];
        self.attacks[us][Role::King as usize] = king_attacks(king);
        for (index, role) in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().enumerate() {
            for square in self.own(color, role) {
                // Own pieces on the same line work together.
                let reach = match role {
                    Role::Knight => knight_attacks(square),
                    Role::Bishop => bishop_attacks(square, self.occupied & !queens),
                    Role::Rook => rook_attacks(square, self.occupied & !straight),
                    _ => bishop_attacks(square, self.occupied) | rook_attacks(square, self.occupied),
                };
                all = all | reach;
                self.attacks[us][role as usize] = self.attacks[us][role as usize] | reach;
                let mobility = (reach & free).len() as i32 - USUAL_MOBILITY[index];
                self.activity[us] += MOBILITY[index] * mobility;
                let on_ring = (reach & ring).len() as i32;
                if on_ring > 0 {
                    self.attackers[us] += 1;
                    self.king_attack[us] += KING_ATTACKER[role as usize] + KING_RING_ATTACK * on_ring;
                }
            }
        }
        self.all_attacks[us] = all;
    }

    fn phase(&self) -> i32 {
        let parts = self.roles.iter().zip(PHASE).map(|(pieces, weight)| pieces.len() as i32 * weight);
        parts.sum::<i32>().min(FULL_PHASE)
    }

    fn side(&self, color: Color) -> Tapered {
        self.activity[color as usize]
            + self.pieces(color)
            + self.pawns(color)
            + self.threats(color)
            + t(self.shelter(color), 0)
            - self.danger(color)
    }

    /// Material and where it stands.
    fn pieces(&self, color: Color) -> Tapered {
        let mut sum = Tapered::default();
        for role in Role::ALL {
            for square in self.own(color, role) {
                let (rank, file) = (usize::from(square.rank_for(color)), usize::from(square.file()));
                let role = role as usize;
                sum += MATERIAL[role] + RANK[role][rank] + FILE[role][file.min(7 - file)];
            }
        }
        if self.own(color, Role::Bishop).has_several() {
            sum += BISHOP_PAIR;
        }
        let pawns = self.roles[Role::Pawn as usize];
        let own_files = fill_files(self.own(color, Role::Pawn));
        let rooks = self.own(color, Role::Rook);
        sum += OPEN_FILE * (rooks & !fill_files(pawns)).len() as i32;
        sum += HALF_OPEN_FILE * (rooks & !own_files & fill_files(pawns)).len() as i32;
        let enemy_guards =
            guards(!color, self.own(!color, Role::Pawn)) & !fill_ahead(!color, self.own(!color, Role::Pawn));
        let safe = self.pawn_attacks[color as usize] & !enemy_guards & outpost_ranks(color);
        sum += OUTPOST[0] * (self.own(color, Role::Knight) & safe).len() as i32;
        sum + OUTPOST[1] * (self.own(color, Role::Bishop) & safe).len() as i32
    }

    fn pawns(&self, color: Color) -> Tapered {
        let (own, enemy) = (self.own(color, Role::Pawn), self.own(!color, Role::Pawn));
        let mut sum = Tapered::default();
        let neighbors = beside(fill_files(own));
        sum += ISOLATED * (own & !neighbors).len() as i32;
        sum += DOUBLED * (own & fill_ahead(color, own)).len() as i32;
        // Behind all neighbors, and the square ahead is guarded by an enemy pawn.
        let supported = beside(own | fill_ahead(color, own));
        let held = ahead(!color, self.pawn_attacks[!color as usize]);
        sum += BACKWARD * (own & neighbors & !supported & held).len() as i32;
        for square in own & (beside(own) | self.pawn_attacks[color as usize]) {
            sum += CONNECTED[usize::from(square.rank_for(color))];
        }
        for square in own & !guards(!color, enemy) & !fill_ahead(!color, own) {
            sum += self.passed_pawn(color, square);
        }
        sum
    }

    fn passed_pawn(&self, color: Color, square: Square) -> Tapered {
        let rank = usize::from(square.rank_for(color));
        let Some(stop) = ahead(color, square.into()).first() else { return Tapered::default() };
        let beyond_third = (rank as i32 - 2).max(0);
        let enemy = distance(self.kings[!color as usize], stop).min(5) * ENEMY_KING_DISTANCE;
        let own = distance(self.kings[color as usize], stop).min(5) * OWN_KING_DISTANCE;
        let mut sum = PASSED[rank] + t(0, (enemy - own) * beyond_third);
        if self.colors[!color as usize].contains(stop) {
            sum += BLOCKED_PASSED[rank];
        }
        sum
    }

    fn threats(&self, color: Color) -> Tapered {
        let (us, them) = (color as usize, !color as usize);
        let pawns = self.own(!color, Role::Pawn);
        let kings = self.own(!color, Role::King);
        let pieces = self.colors[them] & !(pawns | kings);
        let majors = self.own(!color, Role::Rook) | self.own(!color, Role::Queen);
        let minor_attacks = self.attacks[us][Role::Knight as usize] | self.attacks[us][Role::Bishop as usize];
        let rook_attacks = self.attacks[us][Role::Rook as usize];
        let hanging = (pieces | pawns) & self.all_attacks[us] & !self.all_attacks[them];
        PAWN_THREAT * (pieces & self.pawn_attacks[us]).len() as i32
            + MINOR_THREAT * (majors & minor_attacks).len() as i32
            + ROOK_THREAT * (self.own(!color, Role::Queen) & rook_attacks).len() as i32
            + HANGING * hanging.len() as i32
    }

    /// Pawns before the king, own ones as a shelter and enemy ones as a storm.
    fn shelter(&self, color: Color) -> i32 {
        let king = self.kings[color as usize];
        let center = king.file().clamp(1, 6);
        let mut sum = 0;
        for file in center - 1..=center + 1 {
            let column = Bitboard::file(file)
                & (fill_ahead(color, Bitboard::rank(king.rank())) | Bitboard::rank(king.rank()));
            let nearest =
                |pawns: Bitboard| (pawns & column).into_iter().map(|pawn| pawn.rank_for(color)).min();
            let own = nearest(self.own(color, Role::Pawn));
            let steps = own.map_or(3, |rank| usize::from(rank - king.rank_for(color)).min(3));
            sum += SHELTER[steps];
            if let Some(rank) = nearest(self.own(!color, Role::Pawn)) {
                let steps = usize::from(rank - king.rank_for(color));
                sum += STORM[steps.min(7)];
            }
        }
        sum
    }

    /// The danger for the king of a color.
    fn danger(&self, color: Color) -> Tapered {
        let (us, them) = (color as usize, !color as usize);
        if self.attackers[them] < 2 && self.own(!color, Role::Queen).is_empty() {
            return Tapered::default();
        }
        let king = self.kings[us];
        let mut danger = self.king_attack[them];
        let safe = !(self.colors[them] | self.all_attacks[us]);
        let (straight, diagonal) = (rook_attacks(king, self.occupied), bishop_attacks(king, self.occupied));
        let checks = [
            (Role::Knight, knight_attacks(king)),
            (Role::Bishop, diagonal),
            (Role::Rook, straight),
            (Role::Queen, straight | diagonal),
        ];
        for (role, from) in checks {
            if !(from & self.attacks[them][role as usize] & safe).is_empty() {
                danger += SAFE_CHECK[role as usize];
            }
        }
        if self.own(!color, Role::Queen).is_empty() {
            danger += NO_QUEEN;
        }
        let beyond = (danger - DANGER_FREE).max(0);
        t(beyond * beyond / DANGER_DIVISOR, beyond / 8)
    }

    /// How much of the advantage in an ending is worth having, in parts of [`FULL_SCALE`].
    fn ending_scale(&self, ending: i32) -> i32 {
        let strong = if ending > 0 { Color::White } else { Color::Black };
        let pawns = self.own(strong, Role::Pawn).len() as i32;
        let pieces = |color: Color| {
            let worth = [0, 3, 3, 5, 9, 0];
            let parts = Role::ALL.into_iter().zip(worth);
            parts.map(|(role, worth)| self.own(color, role).len() as i32 * worth).sum::<i32>()
        };
        let (more, less) = (pieces(strong), pieces(!strong));
        // Without pawns a minor piece more wins nothing.
        if pawns == 0 && more - less <= 3 {
            return if more < 5 { 4 } else { 14 };
        }
        let bishops = self.roles[Role::Bishop as usize];
        let is_one_each = Color::ALL.into_iter().all(|color| self.own(color, Role::Bishop).len() == 1);
        let is_opposite = is_one_each && (bishops & Bitboard::DARK).len() == 1;
        if is_opposite {
            return if more == 3 && less == 3 { 26 + 3 * pawns.min(4) } else { 46 };
        }
        (40 + 5 * pawns).min(FULL_SCALE)
    }
}

/// The squares around a king and those ahead of them.
fn king_ring(color: Color, king: Square) -> Bitboard {
    let around = king_attacks(king) | king.into();
    around | ahead(color, around)
}

fn outpost_ranks(color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard::rank(3) | Bitboard::rank(4) | Bitboard::rank(5),
        Color::Black => Bitboard::rank(4) | Bitboard::rank(3) | Bitboard::rank(2),
    }
}

#[cfg(test)]
mod tests {
    use boardgame::Notation;
    use chess::Chess;

    use super::*;

    fn evaluated(fen: &str) -> i32 {
        evaluate(&Chess::from_fen(fen).expect("a position")).hundredths()
    }

    #[test]
    fn both_sides_are_judged_alike() {
        for (white, black) in [
            (
                "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
                "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 2 3",
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b - - 0 1"),
        ] {
            assert_eq!(evaluated(white), evaluated(black), "{white}");
        }
    }

    #[test]
    fn more_is_better() {
        let start = evaluated("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!((1..60).contains(&start), "{start}");
        assert!(evaluated("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > 700);
        // A knight more without pawns wins nothing.
        assert!(evaluated("8/8/4k3/8/8/3KN3/8/5b2 w - - 0 1").abs() < 50);
    }
}
