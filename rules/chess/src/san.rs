//! Standard algebraic notation, short and long.

use boardgame::{BlackSide, Color, MoveError, RecordNotation, WhiteSide};

use crate::bitboard::Bitboard;
use crate::explain::{Illegal, MoveRefusal};
use crate::mode::Mode;
use crate::moves::{Move, MoveKind};
use crate::origins::origins;
use crate::piece::Role;
use crate::position::{ChessPosition, by_turn};
use crate::san_text::Pattern;
use crate::square::Square;
use boardgame::text::shortened;

impl<M: Mode> ChessPosition<M> {
    /// The short form, such as `Nf3`, with as much of the origin as other legal moves make necessary.
    pub(crate) fn write_san(&self, mv: Move) -> String {
        self.write_bare_san(mv) + self.after(mv).check_mark()
    }

    /// Whether a text is the short form of a move, ignoring check marks.
    pub(crate) fn is_standard_san(&self, mv: Move, text: &str) -> bool {
        self.write_bare_san(mv) == text.trim_end_matches(['+', '#'])
    }

    /// The short form without a check mark.
    fn write_bare_san(&self, mv: Move) -> String {
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
            text.push_str(mv.from().name());
        }
        self.finish(text, mv, if self.is_capture(mv) { "x" } else { "-" }) + self.after(mv).check_mark()
    }

    /// The part of the origin that is needed: nothing, the file, the rank, or both.
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

    /// The squares from which a piece of this role can legally reach a square, except by castling.
    pub(crate) fn origins(&self, role: Role, to: Square) -> Bitboard {
        by_turn!(self, origins(&self.board, role, to))
    }

    /// The separator, the target and the promotion.
    fn finish(&self, mut text: String, mv: Move, sign: &str) -> String {
        if mv.kind() == MoveKind::Castling {
            text.push_str(if mv.to() > mv.from() { "O-O" } else { "O-O-O" });
        } else {
            text.push_str(sign);
            text.push_str(mv.to().name());
            if let Some(role) = mv.promotion_role() {
                text.push('=');
                text.push(role.letter());
            }
        }
        text
    }

    /// Reads short and long algebraic notation. Castling may be written with zeros or, as in UCI, as two squares.
    /// Check marks, quality marks and `e.p.` are optional. The `x` of a capture may be missing, but a move that is
    /// not a capture must not have one.
    pub(crate) fn explain_san(&self, text: &str) -> Result<Move, MoveRefusal> {
        match self.find_plain_san(text.as_bytes()) {
            Some(mv) => Ok(mv),
            None => self.explain_long_san(text),
        }
    }

    /// Reads all texts, including those that the fast reader accepts.
    pub(crate) fn explain_long_san(&self, text: &str) -> Result<Move, MoveRefusal> {
        let pattern = Pattern::parse(text)?;
        let illegal = || self.refuse(shortened(text), self.why_none_fits(&pattern));
        let (role, to, promotion, capture, en_passant) = match pattern {
            Pattern::Castling { short } => return self.find_castling(short).ok_or_else(illegal),
            Pattern::Piece { role, to, promotion, capture, en_passant, .. } => {
                (role, to, promotion, capture, en_passant)
            }
        };
        // Two whole squares are enough: the role may be missing.
        let role = role.or_else(|| self.board.role_at(pattern.whole_origin()?)).unwrap_or(Role::Pawn);
        let fitting = self.origins(role, to) & pattern.origins(role);
        let Some(from) = fitting.first().filter(|_| fits_promotion(role, to, promotion)) else {
            let castling = pattern.whole_origin().filter(|_| role == Role::King && !capture && !en_passant);
            return castling.and_then(|from| self.find_castling_to(from, to)).ok_or_else(illegal);
        };
        let mv = |from: Square| match promotion {
            Some(role) => Move::promotion(from, to, role),
            None if role == Role::Pawn && self.board.en_passant == Some(to) && from.file() != to.file() => {
                Move::en_passant(from, to)
            }
            None => Move::plain(from, to),
        };
        if capture && !self.is_capture(mv(from)) {
            return Err(illegal());
        }
        if fitting.has_several() {
            let candidates = fitting.into_iter().map(|from| self.write_san(mv(from))).collect();
            return Err(MoveError::Ambiguous { found: shortened(text), candidates }.into());
        }
        let mv = mv(from);
        if en_passant && mv.kind() != MoveKind::EnPassant {
            return Err(illegal());
        }
        Ok(mv)
    }

    fn find_castling(&self, short: bool) -> Option<Move> {
        self.castlings().find(|mv| (mv.to() > mv.from()) == short)
    }

    /// Why no legal move matches, for each piece that the text may mean.
    fn why_none_fits(&self, pattern: &Pattern) -> Vec<Illegal> {
        let Pattern::Piece { role, to, promotion, capture, en_passant, .. } = *pattern else {
            let short = *pattern == Pattern::Castling { short: true };
            return vec![self.why_no_castling(short)];
        };
        let whole = pattern.whole_origin();
        let role = match (role, whole) {
            (None, Some(from)) => match self.piece_at(from) {
                Some(piece) if piece.color == self.turn => piece.role,
                _ => return vec![self.why_not(from, to, promotion)],
            },
            _ => role.unwrap_or(Role::Pawn),
        };
        let own = self.role(role) & self.pieces(self.turn);
        let fitting = own & pattern.origins(role);
        // If a legal move goes there, the mistake is in the rest of the text.
        if promotion.is_none() && !(self.origins(role, to) & fitting).is_empty() {
            match (en_passant, capture) {
                (true, _) => return vec![Illegal::NoEnPassant { to }],
                (_, true) if self.piece_at(to).is_none() => return vec![Illegal::NothingToCapture { to }],
                _ => {}
            }
        }
        let is_right = fits_promotion(role, to, promotion) && whole.is_none();
        let not_named = if is_right { self.origins(role, to) & own & !fitting } else { Bitboard::EMPTY };
        let reason = |from: Square| match not_named.contains(from) {
            true => Illegal::NotNamed { role, from, to },
            false => self.why_not(from, to, promotion),
        };
        let reasons: Vec<Illegal> = (own & pattern.meant(role)).into_iter().map(reason).collect();
        // Pieces that can never reach the target are left out if others can.
        let is_its_way = |reason: &&Illegal| !matches!(reason, Illegal::NotItsWay { .. });
        let mut meant: Vec<Illegal> = reasons.iter().filter(is_its_way).copied().collect();
        meant.dedup();
        if meant.is_empty() {
            meant.extend(not_named.into_iter().map(reason));
        }
        match (meant.is_empty(), reasons.len()) {
            (false, _) => meant,
            (true, 0) => vec![Illegal::NoSuchPiece { color: self.turn, role }],
            (true, 1) => reasons,
            (true, _) => vec![Illegal::NoneGoes { role, to }],
        }
    }
}

/// Whether the promotion is present exactly when it must be, and to a role that is allowed.
fn fits_promotion(role: Role, to: Square, promotion: Option<Role>) -> bool {
    let promotes = role == Role::Pawn && matches!(to.rank(), 0 | 7);
    match promotion {
        Some(role) => promotes && Role::PROMOTIONS.contains(&role),
        None => !promotes,
    }
}
