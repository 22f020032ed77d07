//! Moves as people write them: standard algebraic notation, short and long.

use boardgame::{MoveError, MoveList, Position};

use crate::fen::shortened;
use crate::mode::Mode;
use crate::moves::{Move, MoveKind};
use crate::piece::Role;
use crate::position::ChessPosition;
use crate::square::Square;

const EXPECTED: &str = "a move such as e4, Nf3, Rad1, exd5, e8=Q or O-O";

impl<M: Mode> ChessPosition<M> {
    /// The short form: `Nf3`, with as much of the start square as other legal moves make necessary.
    pub(crate) fn write_san(&self, mv: Move, legal: &[Move]) -> String {
        let Some(role) = self.board.role_at(mv.from()) else { return Self::write_uci(mv) };
        let capture = self.is_capture(mv);
        let mut text = String::with_capacity(8);
        match role {
            _ if mv.kind() == MoveKind::Castling => {}
            Role::Pawn if capture => text.push(mv.from().file_letter()),
            Role::Pawn => {}
            _ => {
                text.push(role.letter());
                text.push_str(&self.disambiguation(mv, role, legal));
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
    fn disambiguation(&self, mv: Move, role: Role, legal: &[Move]) -> String {
        let rivals = legal.iter().filter(|other| {
            other.to() == mv.to()
                && other.from() != mv.from()
                && other.kind() != MoveKind::Castling
                && self.board.role_at(other.from()) == Some(role)
        });
        let (mut any, mut same_file, mut same_rank) = (false, false, false);
        for rival in rivals {
            any = true;
            same_file |= rival.from().file() == mv.from().file();
            same_rank |= rival.from().rank() == mv.from().rank();
        }
        match (any, same_file, same_rank) {
            (false, ..) => String::new(),
            (true, false, _) => mv.from().file_letter().to_string(),
            (true, true, false) => (mv.from().rank() + 1).to_string(),
            (true, true, true) => mv.from().to_string(),
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
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        let mut fitting = list.iter().copied().filter(|&mv| self.fits(&pattern, mv));
        match (fitting.next(), fitting.next()) {
            (Some(mv), None) => Ok(mv),
            (None, _) => {
                Err(MoveError::Illegal { found: shortened(text), reason: self.why_none_fits(&pattern) })
            }
            (Some(first), Some(second)) => {
                let all = [first, second].into_iter().chain(fitting);
                let candidates = all.map(|mv| self.write_san(mv, &list)).collect();
                Err(MoveError::Ambiguous { found: shortened(text), candidates })
            }
        }
    }

    fn fits(&self, pattern: &Pattern, mv: Move) -> bool {
        let castling = mv.kind() == MoveKind::Castling;
        match *pattern {
            Pattern::Castling { short } => castling && (mv.to() > mv.from()) == short,
            Pattern::Piece { role, file, rank, capture, to, promotion } => {
                !castling
                    && mv.to() == to
                    && mv.promotion_role() == promotion
                    && file.is_none_or(|file| file == mv.from().file())
                    && rank.is_none_or(|rank| rank == mv.from().rank())
                    && role.map_or_else(
                        // Two whole squares say all: the role need not be named.
                        || file.is_some() && rank.is_some() || self.board.pawns.contains(mv.from()),
                        |role| self.board.role_at(mv.from()) == Some(role),
                    )
                    && (!capture || self.is_capture(mv))
            }
        }
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
