//! A fast path for SAN without promotion, castling or en passant, which covers nearly all moves of records. It reads,
//! checks and plays such moves without branching on the role: processors mispredict which role moves next, and one
//! misprediction costs as much as everything else here.
//!
//! Everything else is left to the general reader, which knows every spelling and every error.

use boardgame::{BlackSide, Color, Side, WhiteSide};

use crate::attacks::{
    DIAGONAL_STEPS, KING_STEPS, KNIGHT_STEPS, STRAIGHT_STEPS, all_rays, between, diagonal_rays, king_attacks,
    knight_attacks, leaper, pawn_attacks, straight_rays,
};
use crate::bitboard::Bitboard;
use crate::board::{Board, home_rank};
use crate::mode::Mode;
use crate::moves::{Move, MoveKind};
use crate::piece::Role;
use crate::position::{ChessPosition, by_turn};
use crate::square::Square;
use crate::zobrist;

/// The role that moves and, for a pawn, whether it captures: an index into the tables below.
type Kind = usize;

const PUSH: Kind = 0;
const KING: Kind = Role::King as usize;
/// A capturing pawn. The kinds between are roles.
const CAPTURE: Kind = 6;
/// Not a move.
const NONE: Kind = 7;

/// The role of each kind.
const ROLES: [Role; 8] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King, Role::Pawn, Role::Pawn];

/// The sets of a board that contain a piece of each kind: pawns, knights, diagonal, straight.
static SETS: [[Bitboard; 4]; 8] = {
    const IN: Bitboard = Bitboard::ALL;
    const OUT: Bitboard = Bitboard::EMPTY;
    let pawn = [IN, OUT, OUT, OUT];
    let queen = [OUT, OUT, IN, IN];
    [pawn, [OUT, IN, OUT, OUT], [OUT, OUT, IN, OUT], [OUT, OUT, OUT, IN], queen, [OUT; 4], pawn, pawn]
};

/// The kind of a move by its first letter.
static LETTERS: [u8; 256] = {
    let mut kinds = [NONE as u8; 256];
    let mut file = b'a';
    while file <= b'h' {
        kinds[file as usize] = PUSH as u8;
        file += 1;
    }
    let mut role = Role::Knight as usize;
    while role <= KING {
        kinds[Role::ALL[role].letter() as usize] = role as u8;
        role += 1;
    }
    kinds
};

/// The origins that a file letter or rank digit allows.
static ORIGINS: [Bitboard; 256] = {
    let mut origins = [Bitboard::EMPTY; 256];
    let mut index = 0;
    while index < 8 {
        origins[b'a' as usize + index] = Bitboard::file(index as u8);
        origins[b'1' as usize + index] = Bitboard::rank(index as u8);
        index += 1;
    }
    origins
};

/// The squares from which a piece of each color and kind reaches a square on an empty board. Pawn moves to the last
/// rank are left out, since they are promotions.
static REACH: [[[Bitboard; 64]; 8]; 2] = [reach(Color::White), reach(Color::Black)];

const fn reach(color: Color) -> [[Bitboard; 64]; 8] {
    let mut table = [[Bitboard::EMPTY; 64]; 8];
    table[Role::Knight as usize] = leaper(&KNIGHT_STEPS);
    table[Role::Bishop as usize] = all_rays(&DIAGONAL_STEPS);
    table[Role::Rook as usize] = all_rays(&STRAIGHT_STEPS);
    table[KING] = leaper(&KING_STEPS);
    let mut to = 0;
    while to < 64 {
        let lines = table[Role::Bishop as usize][to].0 | table[Role::Rook as usize][to].0;
        table[Role::Queen as usize][to] = Bitboard(lines);
        let rank = Square::ALL[to].rank_for(color);
        if rank > 1 && rank < 7 {
            let (one, two) = match color {
                Color::White => (1 << (to - 8), 1 << (to - 16)),
                Color::Black => (1 << (to + 8), 1 << (to + 16)),
            };
            table[PUSH][to] = Bitboard(if rank == 3 { one | two } else { one });
            let sides = (one & !Bitboard::file(0).0) >> 1 | (one & !Bitboard::file(7).0) << 1;
            table[CAPTURE][to] = Bitboard(sides);
        }
        to += 1;
    }
    table
}

/// A parsed move: SAN without promotion, castling or en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PlainSan {
    kind: Kind,
    to: Square,
    /// The origins that the text allows.
    origins: Bitboard,
    /// Whether the text has an `x`.
    takes: bool,
    /// Whether the text names the origin of a piece, needed or not.
    is_told: bool,
}

impl PlainSan {
    #[inline(always)]
    fn parse(text: &[u8]) -> Option<Self> {
        let has_mark = matches!(text.last()?, b'+' | b'#');
        let length = text.len() - usize::from(has_mark);
        let (file, rank) = (text.get(length.wrapping_sub(2))?, text[length - 1]);
        let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
        if (file | rank) > 7 {
            return None;
        }
        let to = Square::at(file, rank);
        let letter = usize::from(LETTERS[usize::from(text[0])]);
        let is_piece = usize::from(letter != PUSH);
        let takes = text[length.saturating_sub(3)] == b'x';
        // The text between the letter of the piece and the target, without the `x`.
        let given = (length - 2).wrapping_sub(is_piece + usize::from(takes));
        if given > 1 {
            return None;
        }
        let origins = ORIGINS[usize::from(text[is_piece])] | Bitboard::when(given == 0);
        // A pawn move with its file is a capture.
        let kind = letter | (CAPTURE * (given & !is_piece));
        Some(Self { kind, to, origins, takes, is_told: (given & is_piece) != 0 })
    }
}

impl Board {
    /// The only origin of a legal move that matches; `None` also if the general reader is needed.
    #[inline(always)]
    fn find_plain_san<Us: Side>(&self, san: PlainSan) -> Option<Square> {
        let PlainSan { kind, to, origins, takes, .. } = san;
        let (own, enemy) = (self.own::<Us>(), self.enemy::<Us>());
        let must_take = Bitboard::when(takes | (kind == CAPTURE));
        let closed = own | must_take & !enemy | Bitboard::when(kind == PUSH) & enemy;
        if closed.contains(to) {
            return None;
        }
        let from = self.only_fitting::<Us>(kind, to, origins)?;
        if self.is_safe_after::<Us>(from, to, kind) { Some(from) } else { None }
    }

    /// The only piece of a kind on these squares that reaches a square. Pins are considered only if there are
    /// several.
    #[inline(always)]
    fn only_fitting<Us: Side>(&self, kind: Kind, to: Square, origins: Bitboard) -> Option<Square> {
        let near = self.near::<Us>(kind, to) & origins;
        // There are hardly ever more than two candidates, so the first and the last are examined without counting
        // them.
        let (first, last) = (near.first()?, near.last()?);
        let is_open = |from| (between(from, to) & self.occupied()).is_empty();
        let (is_first, is_last) = (is_open(first), is_open(last));
        let is_one = (is_first ^ is_last) | (is_first & (first == last));
        let are_more = !(near & !(Bitboard::of(first) | last.into())).is_empty();
        if are_more | !is_one {
            return self.only_safe::<Us>(kind, to, origins);
        }
        Some(if is_first { first } else { last })
    }

    /// The only piece that may legally move to a square, of several that reach it.
    #[cold]
    fn only_safe<Us: Side>(&self, kind: Kind, to: Square, origins: Bitboard) -> Option<Square> {
        let fitting = self.fitting::<Us>(kind, to) & origins;
        let mut safe = fitting.into_iter().filter(|&from| self.is_safe_after::<Us>(from, to, kind));
        safe.next().filter(|_| safe.next().is_none())
    }

    /// Whether a text names exactly the part of the origin that the standard requires: the file if that is enough,
    /// else the rank.
    fn is_needed<Us: Side>(&self, san: PlainSan, from: Square) -> bool {
        let PlainSan { kind, to, origins, .. } = san;
        let others = self.fitting::<Us>(kind, to) & !Bitboard::of(from);
        let may_go = |&other: &Square| self.is_safe_after::<Us>(other, to, kind);
        let rivals = others.into_iter().filter(may_go).fold(Bitboard::EMPTY, |all, other| all | other.into());
        let (file, rank) = (Bitboard::file(from.file()), Bitboard::rank(from.rank()));
        let is_file_enough = (rivals & file).is_empty();
        let needed = if is_file_enough { file } else { rank };
        !rivals.is_empty() && origins == needed && (is_file_enough || (rivals & rank).is_empty())
    }

    /// The pieces of a kind that reach a square, whether the move is legal or not.
    fn fitting<Us: Side>(&self, kind: Kind, to: Square) -> Bitboard {
        let is_open = |&from: &Square| (between(from, to) & self.occupied()).is_empty();
        self.near::<Us>(kind, to).into_iter().filter(is_open).collect()
    }

    /// The pieces of a kind that would reach a square on an empty board.
    #[inline(always)]
    fn near<Us: Side>(&self, kind: Kind, to: Square) -> Bitboard {
        let [pawns, knights, diagonal, straight] = SETS[kind & 7];
        let others =
            self.pawns ^ pawns | self.knights ^ knights | self.diagonal ^ diagonal | self.straight ^ straight;
        REACH[Us::COLOR as usize][kind & 7][to as usize] & self.own::<Us>() & !others
    }

    /// Whether the king is safe after a move that is neither castling nor en passant. This needs no knowledge of pins
    /// or checks.
    #[inline(always)]
    fn is_safe_after<Us: Side>(&self, from: Square, to: Square, kind: Kind) -> bool {
        let king = if kind == KING { to } else { self.king::<Us>() };
        let occupied = self.occupied() & !Bitboard::of(from) | to.into();
        !self.is_attacked::<Us>(king, occupied, self.enemy::<Us>() & !Bitboard::of(to))
    }

    /// Whether the king is in check. The tables of sliding pieces, which a reader of records has no use for, are not asked.
    #[inline(always)]
    fn is_in_check<Us: Side>(&self) -> bool {
        self.is_attacked::<Us>(self.king::<Us>(), self.occupied(), self.enemy::<Us>())
    }

    /// Whether the king can step out of check.
    fn has_safe_king_step<Us: Side>(&self) -> bool {
        let king = self.king::<Us>();
        let steps = king_attacks(king) & !self.own::<Us>();
        steps.into_iter().any(|to| self.is_safe_after::<Us>(king, to, KING))
    }

    /// Whether these pieces of the enemy attack a square where the king would stand.
    #[inline(always)]
    fn is_attacked<Us: Side>(&self, king: Square, occupied: Bitboard, enemy: Bitboard) -> bool {
        let leapers = knight_attacks(king) & self.knights
            | pawn_attacks(Us::COLOR, king) & self.pawns
            | king_attacks(king) & Bitboard::of(self.king::<Us::Other>());
        let sliders = (straight_rays(king) & self.straight | diagonal_rays(king) & self.diagonal) & enemy;
        !(leapers & enemy).is_empty() | sees(sliders, king, occupied)
    }
}

/// Whether one of the pieces, all on lines through a square, attacks it. As above, two are always examined.
#[inline(always)]
fn sees(pieces: Bitboard, square: Square, occupied: Bitboard) -> bool {
    let is_open = |from| (between(square, from) & occupied).is_empty();
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return false };
    let others = pieces & !(Bitboard::of(first) | last.into());
    is_open(first) | is_open(last) || !others.is_empty() && others.into_iter().any(is_open)
}

impl<M: Mode> ChessPosition<M> {
    /// The move of a text, if the fast path finds it.
    #[inline]
    pub(crate) fn find_plain_san(&self, text: &[u8]) -> Option<Move> {
        let san = PlainSan::parse(text)?;
        let from = by_turn!(self, find_in(&self.board, san))?;
        Some(Move::plain(from, san.to))
    }

    /// Plays the move of a text, if the fast path finds it. Also returns whether the text is certainly standard apart
    /// from check marks: it names no origin, and `x` is there exactly if the move captures.
    #[inline]
    pub(crate) fn play_plain_san(&mut self, text: &[u8]) -> Option<(Move, bool)> {
        let san = PlainSan::parse(text)?;
        match self.turn {
            Color::White => self.play_plain_san_as::<WhiteSide>(san),
            Color::Black => self.play_plain_san_as::<BlackSide>(san),
        }
    }

    /// Whether the side to move is in check, for readers of records.
    #[inline]
    pub(crate) fn is_check_by_rays(&self) -> bool {
        match self.turn {
            Color::White => self.board.is_in_check::<WhiteSide>(),
            Color::Black => self.board.is_in_check::<BlackSide>(),
        }
    }

    /// Whether a king in check can step out of it: then it is not mate, and nothing else need be asked.
    pub(crate) fn has_safe_king_step(&self) -> bool {
        by_turn!(self, king_step_in(&self.board))
    }

    /// Whether the text of a move is standard apart from check marks; `None` for texts beyond the fast path.
    pub(crate) fn is_standard_plain_san(&self, mv: Move, text: &[u8]) -> Option<bool> {
        let san = PlainSan::parse(text).filter(|_| mv.kind() == MoveKind::Plain)?;
        // A pawn has no letter, and names its file only when it captures.
        if text[0] == b'P' || san.kind == CAPTURE && !san.takes {
            return None;
        }
        let is_needed = || by_turn!(self, is_needed_in(&self.board, san, mv.from()));
        Some(san.takes == self.is_capture(mv) && (!san.is_told || is_needed()))
    }

    #[inline(always)]
    fn play_plain_san_as<Us: Side>(&mut self, san: PlainSan) -> Option<(Move, bool)> {
        let from = self.board.find_plain_san::<Us>(san)?;
        let PlainSan { kind, to, takes, is_told, .. } = san;
        let before = self.board;
        let is_standard = (takes == before.enemy::<Us>().contains(to)) & !is_told;
        let gone = !(Bitboard::of(from) | to.into());
        let target = Bitboard::of(to);
        let [pawns, knights, diagonal, straight] = SETS[kind & 7];
        let king_moves = Bitboard::when(kind == KING);

        let board = &mut self.board;
        board.pawns = before.pawns & gone | target & pawns;
        board.knights = before.knights & gone | target & knights;
        board.diagonal = before.diagonal & gone | target & diagonal;
        board.straight = before.straight & gone | target & straight;
        board.colors[Us::COLOR as usize] = before.own::<Us>() & gone | target;
        board.colors[!Us::COLOR as usize] = before.enemy::<Us>() & gone;
        board.castling = before.castling & gone & !(home_rank::<Us>() & king_moves);
        board.kings[Us::COLOR as usize] = if kind == KING { to } else { before.king::<Us>() };
        board.en_passant = None;
        let is_double = (kind == PUSH) & ((from as u8).abs_diff(to as u8) == 16);
        let passed = Square::from_index((from as u8 + to as u8) / 2);
        let captors = pawn_attacks(Us::COLOR, passed) & before.pawns & before.enemy::<Us>();
        if !(captors & Bitboard::when(is_double)).is_empty() {
            board.note_en_passant::<Us::Other>(passed);
        }

        let role = ROLES[kind & 7];
        self.key ^= zobrist::TURN
            ^ zobrist::en_passant(before.en_passant)
            ^ zobrist::en_passant(self.board.en_passant)
            ^ zobrist::castling(before.castling ^ self.board.castling)
            ^ zobrist::piece(Us::COLOR, role, from)
            ^ zobrist::piece(Us::COLOR, role, to)
            ^ zobrist::captured(!Us::COLOR, before.sets_at(to), to);
        let starts_anew = before.enemy::<Us>().contains(to) | (role == Role::Pawn);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1) & u16::from(starts_anew).wrapping_sub(1);
        self.fullmove_number = self.fullmove_number.saturating_add(u16::from(Us::COLOR == Color::Black));
        self.turn = !Us::COLOR;
        Some((Move::plain(from, to), is_standard))
    }
}

fn find_in<Us: Side>(board: &Board, san: PlainSan) -> Option<Square> {
    board.find_plain_san::<Us>(san)
}

fn king_step_in<Us: Side>(board: &Board) -> bool {
    board.has_safe_king_step::<Us>()
}

fn is_needed_in<Us: Side>(board: &Board, san: PlainSan, from: Square) -> bool {
    board.is_needed::<Us>(san, from)
}

#[cfg(test)]
mod tests {
    use boardgame::testing::random_playout_from;
    use boardgame::{MoveList, MoveStyle, Notation, Position, PositionExt, RecordNotation};

    use super::*;
    use crate::position::{Chess, Chess960};

    /// Texts with every role, target and separator and many origins.
    fn texts() -> Vec<String> {
        let mut texts = Vec::new();
        for letter in ["", "N", "B", "R", "Q", "K", "P"] {
            for origin in ["", "a", "d", "e", "h", "1", "4", "7", "8", "e2", "x"] {
                for sign in ["", "x", "-"] {
                    for to in Square::ALL {
                        texts.push(format!("{letter}{origin}{sign}{to}"));
                    }
                }
            }
        }
        texts
    }

    /// The fast path finds the same moves as the general reader, for legal and illegal texts alike, and plays them as
    /// `play` does.
    #[test]
    fn the_fast_path_agrees_with_the_general_reader() {
        let texts = texts();
        let mut found = 0;
        for number in 0..12 {
            let start = Chess960::double_start(number * 80, (number * 37) % 960).expect("a number below 960");
            random_playout_from(start, u64::from(number), 60, |position| {
                for text in &texts {
                    let Some(mv) = position.find_plain_san(text.as_bytes()) else { continue };
                    assert_eq!(position.explain_long_san(text), Ok(mv), "{text} in {position:?}");
                    let mut played = *position;
                    let is_standard = position.is_standard_san(mv, text);
                    assert_eq!(position.is_standard_text(mv, text), is_standard, "{text} in {position:?}");
                    let (found_mv, is_surely) = played.play_plain_san(text.as_bytes()).expect("found before");
                    assert!(found_mv == mv && (is_standard || !is_surely), "{text} in {position:?}");
                    assert_eq!(played, position.after(mv), "{text} in {position:?}");
                    found += 1;
                }
            });
        }
        assert!(found > 10_000, "{found}");
    }

    /// The fast path finds nearly all moves of a game, and all moves lead to the same position.
    #[test]
    fn the_fast_path_finds_written_moves() {
        for seed in 0..40 {
            random_playout_from(Chess::start(), seed, 200, |position| {
                let mut list = MoveList::new();
                position.legal_moves_into(&mut list);
                for &mv in &list {
                    let text = position.write_move(mv, MoveStyle::Record);
                    let has_square = text.len() > 5 && !text.contains('x');
                    let is_plain = mv.kind() == MoveKind::Plain && !has_square && text.len() < 7;
                    let found = position.find_plain_san(text.as_bytes());
                    assert!(found == Some(mv) || !is_plain, "{text} in {position:?}");
                    let mut played = *position;
                    assert_eq!(played.play_text(&text, MoveStyle::Record), Ok(mv));
                    assert_eq!(played, position.after(mv));
                }
            });
        }
    }

    /// The mark of check is asked of the king's steps first: the legal moves must agree.
    #[test]
    fn marks_agree_with_the_legal_moves() {
        let check = |position: &Chess| {
            let expected = match (position.is_check(), position.legal_moves().len()) {
                (false, _) => "",
                (true, 0) => "#",
                (true, _) => "+",
            };
            assert_eq!(position.check_mark(), expected, "{position:?}");
            expected
        };
        for (fen, mark) in [
            // Smothered; on the back rank, with and without a piece to put between; a capture alone helps; a step back
            // on the line of the check does not.
            ("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", "#"),
            ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "#"),
            ("R5k1/4rppp/8/8/8/8/8/6K1 b - - 0 1", "+"),
            ("6rk/5Npp/8/8/8/1b6/8/6K1 b - - 0 1", "+"),
            ("k7/8/1K6/8/8/8/8/R7 b - - 0 1", "+"),
            ("8/k1K5/8/8/8/8/8/R7 b - - 0 1", "#"),
            ("8/8/8/8/8/8/8/k1K5 b - - 0 1", ""),
        ] {
            assert_eq!(check(&Chess::from_fen(fen).expect("a position")), mark, "{fen}");
        }
        for seed in 0..60 {
            random_playout_from(Chess::start(), seed, 200, |position| {
                check(position);
            });
        }
    }

    #[test]
    fn texts_without_a_move_change_nothing() {
        for text in [
            "", "+", "#", "a", "e", "x", "4", "e9", "i4", "e5", "xe4", "exe4", "Nf3++", "N", "Nx", "é4",
            "Ke2", "O-O",
        ] {
            let mut position = Chess::start();
            assert_eq!(position.play_plain_san(text.as_bytes()), None, "{text}");
            assert_eq!(position, Chess::start());
        }
    }
}
