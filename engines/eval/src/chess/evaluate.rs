//! The static evaluation of chess.

use boardgame::{Color, Position};
use chess::{
    Bitboard, ChessPosition, Mode, Role, Square, bishop_attacks, king_attacks, knight_attacks, rook_attacks,
};
use search::Score;

use super::pawn_sets::{ahead, attacks};
use super::pawn_table::{PawnFacts, PawnTable, PawnsAndKings, square_index};
use super::weights::*;
use crate::tapered::{Tapered, t};

/// The game phase by role, and with all pieces on the board.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
pub(super) const FULL_PHASE: i32 = 24;

pub(super) fn evaluate<M: Mode>(position: &ChessPosition<M>, pawn_table: &mut PawnTable) -> Score {
    let pawns = pawn_table.of(pawns_and_kings(position));
    let context = EvaluationContext::new(position, pawns.facts);
    let mut total = pawns.value;
    context.count(position.turn(), &mut total);
    total += context.danger(Color::Black) - context.danger(Color::White);
    let phase = context.phase();
    let scale = context.ending_scale(total.ending());
    let white = t(total.opening(), total.ending() * scale / FULL_SCALE).at(phase, FULL_PHASE);
    Score::from_centipawns(if position.turn() == Color::White { white } else { -white })
}

/// The pawns and kings of a position.
pub(super) fn pawns_and_kings<M: Mode>(position: &ChessPosition<M>) -> PawnsAndKings {
    let pawns = position.role(Role::Pawn);
    PawnsAndKings {
        pawns: Color::ALL.map(|color| position.pieces(color) & pawns),
        kings: Color::ALL.map(|color| position.king(color)),
    }
}

/// Collects the terms of an evaluation: as a sum, or as a list for tuning.
pub(super) trait Terms {
    /// Adds a weight this many times, for White.
    fn add(&mut self, index: usize, times: i32);
}

impl Terms for Tapered {
    #[inline(always)]
    fn add(&mut self, index: usize, times: i32) {
        *self += WEIGHTS[index] * times;
    }
}

/// The terms of one color.
pub(super) struct Side<'a, T> {
    terms: &'a mut T,
    sign: i32,
}

impl<'a, T: Terms> Side<'a, T> {
    pub(super) fn new(terms: &'a mut T, color: Color) -> Self {
        Self { terms, sign: if color == Color::White { 1 } else { -1 } }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, index: usize, times: usize) {
        self.terms.add(index, self.sign * times as i32);
    }
}

/// The scale of a full endgame score.
pub(super) const FULL_SCALE: i32 = 64;

/// What all parts of the evaluation use.
pub(super) struct EvaluationContext {
    facts: PawnFacts,
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
    occupied: Bitboard,
    kings: [Square; 2],
    pawn_attacks: [Bitboard; 2],
    /// Attacked squares by color and role, and by any piece.
    attacks: [[Bitboard; 6]; 2],
    all_attacks: [Bitboard; 2],
    /// Attackers of the enemy king ring: their danger and their number.
    king_attack: [i32; 2],
    attackers: [i32; 2],
    /// The mobility of each piece, by color.
    mobility: [[u8; MOST_PIECES]; 2],
}

/// Searched positions have no more pieces per side than this besides king and pawns.
const MOST_PIECES: usize = 16;

/// The first index of the mobility weights of each role.
const MOBILITY: [usize; 4] = [KNIGHT_MOBILITY, BISHOP_MOBILITY, ROOK_MOBILITY, QUEEN_MOBILITY];
/// The first index of the piece-square weights of each role.
const SQUARES: [usize; 4] = [KNIGHT_SQUARE, BISHOP_SQUARE, ROOK_SQUARE, QUEEN_SQUARE];
/// All pieces but kings and pawns.
const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl EvaluationContext {
    pub(super) fn new<M: Mode>(position: &ChessPosition<M>, facts: PawnFacts) -> Self {
        let roles = Role::ALL.map(|role| position.role(role));
        let colors = Color::ALL.map(|color| position.pieces(color));
        let mut context = Self {
            facts,
            roles,
            colors,
            occupied: colors[0] | colors[1],
            kings: Color::ALL.map(|color| position.king(color)),
            pawn_attacks: Color::ALL.map(|color| attacks(color, roles[0] & colors[color as usize])),
            attacks: [[Bitboard::EMPTY; 6]; 2],
            all_attacks: [Bitboard::EMPTY; 2],
            king_attack: [0; 2],
            attackers: [0; 2],
            mobility: [[0; MOST_PIECES]; 2],
        };
        for color in Color::ALL {
            context.find_attacks(color);
        }
        context
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
        let mut piece = 0;
        for role in PIECES {
            for square in self.own(color, role) {
                // Own pieces on the same line: X-ray.
                let reach = match role {
                    Role::Knight => knight_attacks(square),
                    Role::Bishop => bishop_attacks(square, self.occupied & !queens),
                    Role::Rook => rook_attacks(square, self.occupied & !straight),
                    _ => bishop_attacks(square, self.occupied) | rook_attacks(square, self.occupied),
                };
                all |= reach;
                self.attacks[us][role as usize] |= reach;
                if let Some(mobility) = self.mobility[us].get_mut(piece) {
                    *mobility = (reach & free).len() as u8;
                }
                piece += 1;
                let on_ring = (reach & ring).len() as i32;
                if on_ring > 0 {
                    self.attackers[us] += 1;
                    self.king_attack[us] += KING_ATTACKER[role as usize] + KING_RING_ATTACK * on_ring;
                }
            }
        }
        self.all_attacks[us] = all;
    }

    pub(super) fn phase(&self) -> i32 {
        let parts = self.roles.iter().zip(PHASE).map(|(pieces, weight)| pieces.len() as i32 * weight);
        parts.sum::<i32>().min(FULL_PHASE)
    }

    /// Adds all terms but those of pawns and kings.
    pub(super) fn count(&self, turn: Color, terms: &mut impl Terms) {
        for color in Color::ALL {
            let mut side = Side::new(terms, color);
            self.count_pieces(color, &mut side);
            self.count_blockers(color, &mut side);
            self.count_threats(color, &mut side);
            if color == turn {
                side.add(TEMPO, 1);
            }
        }
    }

    /// Material, piece-square tables, mobility, open files and outposts.
    fn count_pieces(&self, color: Color, side: &mut Side<'_, impl Terms>) {
        let mut piece = 0;
        for ((role, squares), table) in PIECES.into_iter().zip(SQUARES).zip(MOBILITY) {
            let pieces = self.own(color, role);
            side.add(MATERIAL + role as usize, pieces.len());
            for square in pieces {
                side.add(squares + square_index(color, square), 1);
                if let Some(&mobility) = self.mobility[color as usize].get(piece) {
                    side.add(table + usize::from(mobility), 1);
                }
                piece += 1;
            }
        }
        if self.own(color, Role::Bishop).has_several() {
            side.add(BISHOP_PAIR, 1);
        }
        let [own_files, enemy_files] = [color, !color].map(|color| self.facts.files[color as usize]);
        let rooks = self.own(color, Role::Rook);
        side.add(OPEN_FILE, (rooks & !(own_files | enemy_files)).len());
        side.add(OPEN_FILE + 1, (rooks & !own_files & enemy_files).len());
        let outposts = self.facts.outposts[color as usize];
        side.add(OUTPOST, (self.own(color, Role::Knight) & outposts).len());
        side.add(OUTPOST + 1, (self.own(color, Role::Bishop) & outposts).len());
    }

    /// Blockers of passed pawns.
    fn count_blockers(&self, color: Color, side: &mut Side<'_, impl Terms>) {
        let stopped = self.facts.passed & ahead(!color, self.colors[!color as usize]);
        for square in stopped & self.colors[color as usize] {
            side.add(BLOCKED_PASSED + usize::from(square.rank_for(color)), 1);
        }
    }

    fn count_threats(&self, color: Color, side: &mut Side<'_, impl Terms>) {
        let (us, them) = (color as usize, !color as usize);
        let pawns = self.own(!color, Role::Pawn);
        let pieces = self.colors[them] & !(pawns | self.own(!color, Role::King));
        let majors = self.own(!color, Role::Rook) | self.own(!color, Role::Queen);
        let attacks = &self.attacks[us];
        let minor_attacks = attacks[Role::Knight as usize] | attacks[Role::Bishop as usize];
        let hanging = (pieces | pawns) & self.all_attacks[us] & !self.all_attacks[them];
        side.add(THREAT, (pieces & self.pawn_attacks[us]).len());
        side.add(THREAT + 1, (majors & minor_attacks).len());
        side.add(THREAT + 2, (self.own(!color, Role::Queen) & attacks[Role::Rook as usize]).len());
        side.add(HANGING, hanging.len());
    }

    /// The king danger of a color.
    pub(super) fn danger(&self, color: Color) -> Tapered {
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

    /// How much of an endgame advantage counts, in parts of [`FULL_SCALE`]: little where it cannot be won.
    pub(super) fn ending_scale(&self, ending: i32) -> i32 {
        let strong = if ending > 0 { Color::White } else { Color::Black };
        let pawns = self.own(strong, Role::Pawn).len() as i32;
        let pieces = |color: Color| {
            let worth = [0, 3, 3, 5, 9, 0];
            let parts = Role::ALL.into_iter().zip(worth);
            parts.map(|(role, worth)| self.own(color, role).len() as i32 * worth).sum::<i32>()
        };
        let (more, less) = (pieces(strong), pieces(!strong));
        // Without pawns, an extra minor piece does not win.
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

/// The king ring: the squares around a king and those ahead of them.
fn king_ring(color: Color, king: Square) -> Bitboard {
    let around = king_attacks(king) | king.into();
    around | ahead(color, around)
}

#[cfg(test)]
mod tests {
    use boardgame::PositionExt;
    use chess::Chess;

    use super::*;

    fn evaluated(fen: &str) -> i32 {
        evaluate(&Chess::from_fen(fen).expect("a position"), &mut PawnTable::new()).centipawns()
    }

    #[test]
    fn evaluation_is_symmetric() {
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
    fn more_material_is_better() {
        let start = evaluated("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!((1..60).contains(&start), "{start}");
        assert!(evaluated("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > 700);
        // Without pawns, an extra knight does not win.
        assert!(evaluated("8/8/4k3/8/8/3KN3/8/5b2 w - - 0 1").abs() < 50);
    }
}
