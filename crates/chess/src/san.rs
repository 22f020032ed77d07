//! Moves as people write them: standard algebraic notation, short and long.

use boardgame::{BlackSide, Color, MoveError, MoveList, Position, WhiteSide};

use crate::bitboard::Bitboard;
use crate::fen::shortened;
use crate::mode::Mode;
use crate::moves::{Move, MoveKind};
use crate::origins::origins;
use crate::piece::Role;
use crate::position::ChessPosition;
use crate::square::Square;

const EXPECTED: &str = "a move such as e4, Nf3, Rad1, exd5, e8=Q or O-O";

impl<M: Mode> ChessPosition<M> {
    /// The short form: `Nf3`, with as much of the start square as other legal moves make necessary.
    pub(crate) fn write_san(&self, mv: Move) -> String {
        let Some(role) = self.board.role_at(mv.from()) else { return Self::write_uci(mv) };
        let capture = self.is_capture(mv);
        let mut text = String::with_capacity(8);
        match role {
            _ if mv.kind() == MoveKind::Castling => {}
            Role::Pawn if capture => text.push(mv.from().file_letter()),
            Role::Pawn => {}
            _ => {
                text.push(role.letter());
                text.push_str(&self.disambiguation(mv, role));
            }
        }
        self.finish(text, mv, if capture { "x" } else { "" })
    }

    /// The long form: `Ng1-f3`.
    pub(crate) fn write_long_san(&self, mv: Move) -> String {
        let mut text = String::with_capacity(10);
        if mv.kind() != MoveKind::Castling {
            if let Some(role) = self.board.role_at(mv.from()).filter(|&role| role != Role::Pawn) {
                text.push(role.letter());
            }
            text.push_str(&mv.from().to_string());
        }
        self.finish(text, mv, if self.is_capture(mv) { "x" } else { "-" })
    }

    /// What is needed of the start square: nothing, the file, the rank, or both.
    fn disambiguation(&self, mv: Move, role: Role) -> String {
        let from = mv.from();
        let rivals = self.origins(role, mv.to()) & !Bitboard::of(from);
        let same_file = !(rivals & Bitboard::file(from.file())).is_empty();
        let same_rank = !(rivals & Bitboard::rank(from.rank())).is_empty();
        match (rivals.is_empty(), same_file, same_rank) {
            (true, ..) => String::new(),
            (false, false, _) => from.file_letter().to_string(),
            (false, true, false) => (from.rank() + 1).to_string(),
            (false, true, true) => from.to_string(),
        }
    }

    /// The squares from which a piece of this role can legally go to a square, castling left out.
    pub(crate) fn origins(&self, role: Role, to: Square) -> Bitboard {
        match self.turn {
            Color::White => origins::<WhiteSide>(&self.board, role, to),
            Color::Black => origins::<BlackSide>(&self.board, role, to),
        }
    }

    /// The target with its sign, promotion, and whether it is check or mate.
    fn finish(&self, mut text: String, mv: Move, sign: &str) -> String {
        if mv.kind() == MoveKind::Castling {
            text.push_str(if mv.to() > mv.from() { "O-O" } else { "O-O-O" });
        } else {
            text.push_str(sign);
            text.push_str(&mv.to().to_string());
            if let Some(role) = mv.promotion_role() {
                text.push('=');
                text.push(role.letter());
            }
        }
        let next = self.after(mv);
        if next.is_check() {
            text.push(if next.count_legal() == 0 { '#' } else { '+' });
        }
        text
    }

    /// Reads short and long algebraic notation. Castling may be written with zeros; marks of check, of
    /// quality and `e.p.` may be there or not; the sign of a capture may be missing, but not be there
    /// without a capture.
    pub(crate) fn read_san(&self, text: &str) -> Result<Move, MoveError> {
        let pattern = Pattern::parse(text)?;
        let illegal = || MoveError::Illegal { found: shortened(text), reason: self.why_none_fits(&pattern) };
        let (role, to, promotion, capture) = match pattern {
            Pattern::Castling { short } => return self.find_castling(short).ok_or_else(illegal),
            Pattern::Piece { role, to, promotion, capture, .. } => (role, to, promotion, capture),
        };
        // Two whole squares say all: the role need not be named.
        let role = role.or_else(|| self.board.role_at(pattern.whole_origin()?)).unwrap_or(Role::Pawn);
        let promotes = role == Role::Pawn && matches!(to.rank(), 0 | 7);
        let fitting = self.origins(role, to) & pattern.origins();
        let Some(from) = fitting.first().filter(|_| promotes == promotion.is_some()) else {
            return Err(illegal());
        };
        let mv = match promotion {
            Some(role) => Move::promotion(from, to, role),
            None if role == Role::Pawn && self.board.en_passant == Some(to) && from.file() != to.file() => {
                Move::en_passant(from, to)
            }
            None => Move::plain(from, to),
        };
        if capture && !self.is_capture(mv) {
            return Err(illegal());
        }
        if fitting.has_several() {
            let candidates = fitting.into_iter().map(|from| self.write_san(Move::plain(from, to))).collect();
            return Err(MoveError::Ambiguous { found: shortened(text), candidates });
        }
        Ok(mv)
    }

    fn find_castling(&self, short: bool) -> Option<Move> {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        let mut castlings = list.iter().filter(|mv| mv.kind() == MoveKind::Castling);
        castlings.find(|mv| (mv.to() > mv.from()) == short).copied()
    }

    fn why_none_fits(&self, pattern: &Pattern) -> String {
        let Pattern::Piece { role, file, rank, capture, to, promotion } = *pattern else {
            return "castling is not possible".to_owned();
        };
        let role = role.unwrap_or(Role::Pawn);
        let own = self.role(role) & self.pieces(self.turn);
        let fits = |from: &Square| {
            file.is_none_or(|file| file == from.file()) && rank.is_none_or(|rank| rank == from.rank())
        };
        let mut pieces = own.into_iter().filter(fits);
        match (pieces.next(), pieces.next()) {
            (Some(from), None) if capture && !self.board.occupied().contains(to) => {
                format!("there is nothing on {to} that the {} on {from} could take", role.name())
            }
            (Some(from), None) => self.why_not(from, to, promotion),
            (None, _) => format!("{} has no {} that fits", self.turn, role.name()),
            (Some(_), Some(_)) => format!("no {} can go to {to} like that", role.name()),
        }
    }
}

/// What a text says about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pattern {
    Castling {
        short: bool,
    },
    Piece {
        /// `None` where no letter stands: a pawn, or any piece if its square is written out.
        role: Option<Role>,
        file: Option<u8>,
        rank: Option<u8>,
        capture: bool,
        to: Square,
        promotion: Option<Role>,
    },
}

impl Pattern {
    /// The squares that what is written of the origin allows.
    fn origins(&self) -> Bitboard {
        let Self::Piece { file, rank, .. } = *self else { return Bitboard::EMPTY };
        file.map_or(Bitboard::ALL, Bitboard::file) & rank.map_or(Bitboard::ALL, Bitboard::rank)
    }

    /// The origin, where file and rank are both written.
    fn whole_origin(&self) -> Option<Square> {
        match *self {
            Self::Piece { file: Some(file), rank: Some(rank), .. } => Some(Square::at(file, rank)),
            _ => None,
        }
    }

    fn parse(text: &str) -> Result<Self, MoveError> {
        Self::parse_bytes(text.as_bytes())
            .ok_or_else(|| MoveError::BadSyntax { found: shortened(text), expected: EXPECTED })
    }

    fn parse_bytes(text: &[u8]) -> Option<Self> {
        let text = without_marks(text);
        match text {
            b"O-O" | b"0-0" => return Some(Self::Castling { short: true }),
            b"O-O-O" | b"0-0-0" => return Some(Self::Castling { short: false }),
            _ => {}
        }
        let (role, text) = match text.split_first()? {
            (letter @ (b'P' | b'N' | b'B' | b'R' | b'Q' | b'K'), rest) => {
                (Role::from_letter(char::from(*letter)), rest)
            }
            _ => (None, text),
        };
        let (promotion, text) = split_promotion(text)?;
        let (text, to) = text.split_last_chunk::<2>()?;
        let to = std::str::from_utf8(to).ok()?.parse().ok()?;
        let (capture, text) = match text.split_last() {
            Some((b'x' | b':', rest)) => (true, rest),
            // A hyphen belongs to the long form only.
            Some((b'-', rest)) if rest.len() == 2 => (false, rest),
            _ => (false, text),
        };
        let (file, rank) = match *text {
            [] => (None, None),
            [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
            [rank @ b'1'..=b'8'] => (None, Some(rank - b'1')),
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(file - b'a'), Some(rank - b'1')),
            _ => return None,
        };
        if role.is_none_or(|role| role == Role::Pawn) || promotion.is_none() {
            Some(Self::Piece { role, file, rank, capture, to, promotion })
        } else {
            None
        }
    }
}

/// Drops `e.p.` and the marks of check, mate and quality at the end.
fn without_marks(text: &[u8]) -> &[u8] {
    let mut text = text;
    while let Some((b'+' | b'#' | b'!' | b'?', rest)) = text.split_last() {
        text = rest;
    }
    match text.strip_suffix(b"e.p.") {
        Some(rest) => rest.trim_ascii_end(),
        None => text,
    }
}

/// The promotion at the end, written `=Q`, `Q` or, as in UCI, `q`.
fn split_promotion(text: &[u8]) -> Option<(Option<Role>, &[u8])> {
    let (&last, rest) = text.split_last()?;
    if last.is_ascii_digit() {
        return Some((None, text));
    }
    let role = match last.to_ascii_uppercase() {
        b'N' => Role::Knight,
        b'B' => Role::Bishop,
        b'R' => Role::Rook,
        b'Q' => Role::Queen,
        _ => return None,
    };
    let rest = rest.strip_suffix(b"=").unwrap_or(rest);
    Some((Some(role), rest))
}
