//! The texts that nearly all moves of a record are: short algebraic notation without a promotion, castling or
//! en passant. They are read, checked and played without asking what kind of piece it is: which one moves
//! next is what a processor guesses wrong, and a wrong guess costs as much as everything else here.
//!
//! Whatever is not found here is left to the reader of all texts, which knows every spelling and every error.

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

/// What moves, and for a pawn how: an index into the tables below.
type Kind = usize;

const PUSH: Kind = 0;
const KING: Kind = Role::King as usize;
/// A pawn that takes something. The kinds between are roles.
const CAPTURE: Kind = 6;
/// No move of this kind leads anywhere.
const NONE: Kind = 7;

/// The role of each kind.
const ROLES: [Role; 8] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King, Role::Pawn, Role::Pawn];

/// In which of the sets of a board a piece of each kind is: pawns, knights, diagonal, straight.
static SETS: [[Bitboard; 4]; 8] = {
    const IN: Bitboard = Bitboard::ALL;
    const OUT: Bitboard = Bitboard::EMPTY;
    let pawn = [IN, OUT, OUT, OUT];
    let queen = [OUT, OUT, IN, IN];
    [pawn, [OUT, IN, OUT, OUT], [OUT, OUT, IN, OUT], [OUT, OUT, OUT, IN], queen, [OUT; 4], pawn, pawn]
};

/// The kind that the first letter of a move tells.
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

/// The squares that a letter or digit of the origin allows.
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

/// From where a piece of each color and kind reaches a square on an empty board. Pawns on the last rank are not
/// here, since they are promoted.
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

/// What a short text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Short {
    kind: Kind,
    to: Square,
    /// What is written of the origin allows these squares.
    origins: Bitboard,
    /// Whether the sign of a capture is there.
    takes: bool,
    /// Whether something of the origin of a piece is written, which may not be needed.
    is_told: bool,
}

impl Short {
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
        // What stands between the letter of the piece and the target, without the sign.
        let given = (length - 2).wrapping_sub(is_piece + usize::from(takes));
        if given > 1 {
            return None;
        }
        let origins = ORIGINS[usize::from(text[is_piece])] | Bitboard::when(given == 0);
        // A pawn with its file takes.
        let kind = letter | (CAPTURE * (given & !is_piece));
        Some(Self { kind, to, origins, takes, is_told: (given & is_piece) != 0 })
    }
}

impl Board {
    /// The one origin of a legal move that a text tells; `None` also where it takes more to find it.
    #[inline(always)]
    fn find_short<Us: Side>(&self, short: Short) -> Option<Square> {
        let Short { kind, to, origins, takes, .. } = short;
        let (own, enemy) = (self.own::<Us>(), self.enemy::<Us>());
        let must_take = Bitboard::when(takes | (kind == CAPTURE));
        let closed = own | must_take & !enemy | Bitboard::when(kind == PUSH) & enemy;
        if closed.contains(to) {
            return None;
        }
        let from = self.only_fitting::<Us>(kind, to, origins)?;
        if self.is_safe_after::<Us>(from, to, kind) { Some(from) } else { None }
    }

    /// The one piece of a kind on these squares that reaches a square, as far as that is known without asking which
    /// of several may go there.
    #[inline(always)]
    fn only_fitting<Us: Side>(&self, kind: Kind, to: Square, origins: Bitboard) -> Option<Square> {
        let near = self.near::<Us>(kind, to) & origins;
        // Hardly ever more than two pieces of a kind are on lines through a square: they are looked at without
        // asking how many there are.
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

    /// Of several pieces that can go to a square, the only one that may.
    #[cold]
    fn only_safe<Us: Side>(&self, kind: Kind, to: Square, origins: Bitboard) -> Option<Square> {
        let fitting = self.fitting::<Us>(kind, to) & origins;
        let mut safe = fitting.into_iter().filter(|&from| self.is_safe_after::<Us>(from, to, kind));
        safe.next().filter(|_| safe.next().is_none())
    }

    /// Whether the standard writes exactly what a text tells of the origin of a piece: the file, if no other that may
    /// go there stands on it, else the rank.
    fn is_needed<Us: Side>(&self, short: Short, from: Square) -> bool {
        let Short { kind, to, origins, .. } = short;
        let others = self.fitting::<Us>(kind, to) & !Bitboard::of(from);
        let may_go = |&other: &Square| self.is_safe_after::<Us>(other, to, kind);
        let rivals = others.into_iter().filter(may_go).fold(Bitboard::EMPTY, |all, other| all | other.into());
        let (file, rank) = (Bitboard::file(from.file()), Bitboard::rank(from.rank()));
        let is_file_enough = (rivals & file).is_empty();
        let needed = if is_file_enough { file } else { rank };
        !rivals.is_empty() && origins == needed && (is_file_enough || (rivals & rank).is_empty())
    }

    /// Where pieces of a kind stand that reach a square, whether they may go there or not.
    fn fitting<Us: Side>(&self, kind: Kind, to: Square) -> Bitboard {
        let is_open = |&from: &Square| (between(from, to) & self.occupied()).is_empty();
        self.near::<Us>(kind, to).into_iter().filter(is_open).collect()
    }

    /// Where pieces of a kind stand that would reach a square on an empty board.
    #[inline(always)]
    fn near<Us: Side>(&self, kind: Kind, to: Square) -> Bitboard {
        let [pawns, knights, diagonal, straight] = SETS[kind & 7];
        let others =
            self.pawns ^ pawns | self.knights ^ knights | self.diagonal ^ diagonal | self.straight ^ straight;
        REACH[Us::COLOR as usize][kind & 7][to as usize] & self.own::<Us>() & !others
    }

    /// Whether the king is not attacked after a move that is neither castling nor en passant: no pin, no check
    /// and no double check need be known for it.
    #[inline(always)]
    fn is_safe_after<Us: Side>(&self, from: Square, to: Square, kind: Kind) -> bool {
        let king = if kind == KING { to } else { self.king::<Us>() };
        let occupied = self.occupied() & !Bitboard::of(from) | to.into();
        let leapers = knight_attacks(king) & self.knights
            | pawn_attacks(Us::COLOR, king) & self.pawns
            | king_attacks(king) & Bitboard::of(self.king::<Us::Other>());
        let enemy = self.enemy::<Us>() & !Bitboard::of(to);
        let sliders = (straight_rays(king) & self.straight | diagonal_rays(king) & self.diagonal) & enemy;
        (leapers & enemy).is_empty() & !sees(sliders, king, occupied)
    }
}

/// Whether one of the pieces, all on lines through a square, sees it. As above, two are looked at in any case.
#[inline(always)]
fn sees(pieces: Bitboard, square: Square, occupied: Bitboard) -> bool {
    let is_open = |from| (between(square, from) & occupied).is_empty();
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return false };
    let others = pieces & !(Bitboard::of(first) | last.into());
    is_open(first) | is_open(last) || !others.is_empty() && others.into_iter().any(is_open)
}

impl<M: Mode> ChessPosition<M> {
    /// The move that a short text tells, if it is found the short way.
    #[inline]
    pub(crate) fn find_short(&self, text: &[u8]) -> Option<Move> {
        let short = Short::parse(text)?;
        let from = by_turn!(self, find_in(&self.board, short))?;
        Some(Move::plain(from, short.to))
    }

    /// Plays the move that a short text tells, if it is found the short way. Tells as well whether the text is surely
    /// standard, whatever it says of check: nothing of the origin of a piece is told, and it has the right sign.
    #[inline]
    pub(crate) fn play_short(&mut self, text: &[u8]) -> Option<(Move, bool)> {
        let short = Short::parse(text)?;
        match self.turn {
            Color::White => self.play_short_as::<WhiteSide>(short),
            Color::Black => self.play_short_as::<BlackSide>(short),
        }
    }

    /// Whether the short text of a move is standard, whatever it says of check; `None` for other texts.
    pub(crate) fn is_standard_short(&self, mv: Move, text: &[u8]) -> Option<bool> {
        let short = Short::parse(text).filter(|_| mv.kind() == MoveKind::Plain)?;
        // A pawn goes without a letter, and tells its file only where it takes.
        if text[0] == b'P' || short.kind == CAPTURE && !short.takes {
            return None;
        }
        let is_needed = || by_turn!(self, is_needed_in(&self.board, short, mv.from()));
        Some(short.takes == self.is_capture(mv) && (!short.is_told || is_needed()))
    }

    #[inline(always)]
    fn play_short_as<Us: Side>(&mut self, short: Short) -> Option<(Move, bool)> {
        let from = self.board.find_short::<Us>(short)?;
        let Short { kind, to, takes, is_told, .. } = short;
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

fn find_in<Us: Side>(board: &Board, short: Short) -> Option<Square> {
    board.find_short::<Us>(short)
}

fn is_needed_in<Us: Side>(board: &Board, short: Short, from: Square) -> bool {
    board.is_needed::<Us>(short, from)
}

#[cfg(test)]
mod tests {
    use boardgame::testing::random_playout_from;
    use boardgame::{MoveList, MoveStyle, Notation, Position, RecordNotation};

    use super::*;
    use crate::position::{Chess, Chess960};

    /// Every text of up to six of the letters of moves that names a square, with every role, origin and sign.
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

    /// What is found the short way is what the reader of all texts finds, for legal and illegal texts alike; and
    /// what is played is what `play` makes of it.
    #[test]
    fn the_short_way_leads_where_the_long_way_does() {
        let texts = texts();
        let mut found = 0;
        for number in 0..12 {
            let start = Chess960::double_start(number * 80, (number * 37) % 960).expect("a number below 960");
            random_playout_from(start, u64::from(number), 60, |position| {
                for text in &texts {
                    let Some(mv) = position.find_short(text.as_bytes()) else { continue };
                    assert_eq!(position.explain_long_san(text), Ok(mv), "{text} in {position:?}");
                    let mut played = *position;
                    let is_standard = position.is_standard_san(mv, text);
                    assert_eq!(position.is_standard_text(mv, text), is_standard, "{text} in {position:?}");
                    let (found_mv, is_surely) = played.play_short(text.as_bytes()).expect("found before");
                    assert!(found_mv == mv && (is_standard || !is_surely), "{text} in {position:?}");
                    assert_eq!(played, position.after(mv), "{text} in {position:?}");
                    found += 1;
                }
            });
        }
        assert!(found > 10_000, "{found}");
    }

    /// Nearly all moves of a game go the short way, and all of them lead to the same position.
    #[test]
    fn written_moves_are_found_the_short_way() {
        for seed in 0..40 {
            random_playout_from(Chess::start(), seed, 200, |position| {
                let mut list = MoveList::new();
                position.legal_moves_into(&mut list);
                for &mv in &list {
                    let text = position.write_move(mv, MoveStyle::Record);
                    let has_square = text.len() > 5 && !text.contains('x');
                    let is_short = mv.kind() == MoveKind::Plain && !has_square && text.len() < 7;
                    let found = position.find_short(text.as_bytes());
                    assert!(found == Some(mv) || !is_short, "{text} in {position:?}");
                    let mut played = *position;
                    assert_eq!(played.play_text(&text, MoveStyle::Record), Ok(mv));
                    assert_eq!(played, position.after(mv));
                }
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
            assert_eq!(position.play_short(text.as_bytes()), None, "{text}");
            assert_eq!(position, Chess::start());
        }
    }
}
