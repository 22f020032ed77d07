//! Algebraic notation, parsed without a position.

use boardgame::MoveError;

use crate::bitboard::Bitboard;
use crate::piece::Role;
use crate::square::Square;
use boardgame::text::shortened;

const EXPECTED: &str = "a move such as e4, Nf3, Rad1, exd5, e8=Q or O-O";

/// What a text says about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    Castling {
        short: bool,
    },
    Piece {
        /// `None` without a letter: a pawn, or any piece if the origin is written in full.
        role: Option<Role>,
        file: Option<u8>,
        rank: Option<u8>,
        capture: bool,
        to: Square,
        promotion: Option<Role>,
        /// Whether `e.p.` was written.
        en_passant: bool,
    },
}

impl Pattern {
    /// The origins that the text allows for a piece of this role. A pawn without a file stays on the file of its
    /// target.
    pub(crate) fn origins(&self, role: Role) -> Bitboard {
        let Self::Piece { file, rank, to, .. } = *self else { return Bitboard::EMPTY };
        let file = file.or((role == Role::Pawn).then(|| to.file()));
        file.map_or(Bitboard::ALL, Bitboard::file) & rank.map_or(Bitboard::ALL, Bitboard::rank)
    }

    /// The possible origins when no legal move matches. A capturing pawn comes from another file than its target, even
    /// if the text does not say so.
    pub(crate) fn meant(&self, role: Role) -> Bitboard {
        match *self {
            Self::Piece { file: None, rank, capture: true, to, .. } if role == Role::Pawn => {
                !Bitboard::file(to.file()) & rank.map_or(Bitboard::ALL, Bitboard::rank)
            }
            _ => self.origins(role),
        }
    }

    /// The origin, if both file and rank are written.
    pub(crate) fn whole_origin(&self) -> Option<Square> {
        match *self {
            Self::Piece { file: Some(file), rank: Some(rank), .. } => Some(Square::at(file, rank)),
            _ => None,
        }
    }

    pub(crate) fn parse(text: &str) -> Result<Self, MoveError> {
        Self::parse_bytes(text.as_bytes())
            .ok_or_else(|| MoveError::BadSyntax { found: shortened(text), expected: EXPECTED })
    }

    fn parse_bytes(text: &[u8]) -> Option<Self> {
        let (text, en_passant) = without_marks(text);
        match text {
            b"O-O" | b"0-0" if !en_passant => return Some(Self::Castling { short: true }),
            b"O-O-O" | b"0-0-0" if !en_passant => return Some(Self::Castling { short: false }),
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
            Some(Self::Piece { role, file, rank, capture, to, promotion, en_passant })
        } else {
            None
        }
    }
}

/// Strips check, mate and quality marks from the end, and `e.p.` or `ep`; returns whether the latter was there.
fn without_marks(text: &[u8]) -> (&[u8], bool) {
    let (mut text, mut en_passant) = (text, false);
    loop {
        if let Some((b'+' | b'#' | b'!' | b'?', rest)) = text.split_last() {
            text = rest;
            continue;
        }
        let suffix = text.strip_suffix(b"e.p.").or_else(|| text.strip_suffix(b"ep"));
        match suffix.filter(|_| !en_passant) {
            Some(rest) => text = rest.trim_ascii_end(),
            None => return (text, en_passant),
        }
        en_passant = true;
    }
}

/// The promotion at the end, written `=Q`, `Q` or, as in UCI, `q`.
fn split_promotion(text: &[u8]) -> Option<(Option<Role>, &[u8])> {
    let (&last, rest) = text.split_last()?;
    if last.is_ascii_digit() {
        return Some((None, text));
    }
    let role = Role::from_letter(char::from(last))?;
    match rest.strip_suffix(b"=") {
        Some(rest) => Some((Some(role), rest)),
        // `K` is read as a promotion, which is never legal, only if it is written with `=`.
        None => (!matches!(role, Role::King | Role::Pawn)).then_some((Some(role), rest)),
    }
}
