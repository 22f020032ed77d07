//! Moves in UCI notation.

use boardgame::{BlackSide, Color, MoveError, MoveList, Position, Side, WhiteSide};

use crate::board::Board;
use crate::castling::castling_goals;
use crate::explain::MoveRefusal;
use crate::generate::{Lines, king_moves};
use crate::list::List;
use crate::mode::Mode;
use crate::moves::{Move, MoveKind};
use crate::piece::Role;
use crate::position::{ChessPosition, by_turn};
use crate::square::Square;
use boardgame::text::shortened;

const EXPECTED: &str = "two squares such as e2e4, with q, r, b or n after a promotion";

impl<M: Mode> ChessPosition<M> {
    /// `e1g1` for castling in chess, `e1h1` in Chess960.
    pub(crate) fn write_uci(mv: Move) -> String {
        if mv == Move::NULL {
            return "0000".to_owned();
        }
        let to = match mv.kind() {
            MoveKind::Castling if !M::CHESS960 => castling_goals(mv.from(), mv.to()).0,
            _ => mv.to(),
        };
        let mut text = String::with_capacity(5);
        text.push_str(mv.from().name());
        text.push_str(to.name());
        if let Some(role) = mv.promotion_role() {
            text.push(role.letter().to_ascii_lowercase());
        }
        text
    }

    /// Both spellings of castling are read in both modes.
    pub(crate) fn explain_uci(&self, text: &str) -> Result<Move, MoveRefusal> {
        let (from, to, role) = parse(text)?;
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        let mut plain =
            list.iter().filter(|mv| mv.from() == from && mv.to() == to && mv.promotion_role() == role);
        let castling = || self.find_castling_to(from, to).filter(|_| role.is_none());
        let found = plain.next().copied().or_else(castling);
        found.ok_or_else(|| self.refuse(text.to_owned(), vec![self.why_not(from, to, role)]))
    }

    /// All legal castling moves.
    pub(crate) fn castlings(&self) -> impl Iterator<Item = Move> {
        let mut list = MoveList::new();
        by_turn!(self, list_king_moves(&self.board, &mut list));
        let castlings = list.iter().copied().filter(|mv| mv.kind() == MoveKind::Castling);
        let mut found = [None; 2];
        for (place, mv) in found.iter_mut().zip(castlings) {
            *place = Some(mv);
        }
        found.into_iter().flatten()
    }

    /// Legal castling, written as the move of the king or as the king capturing its rook. A king that does not move must
    /// be written with its rook.
    pub(crate) fn find_castling_to(&self, from: Square, to: Square) -> Option<Move> {
        let goes = |mv: &Move| mv.to() == to || from != to && castling_goals(mv.from(), mv.to()).0 == to;
        self.castlings().find(|mv| mv.from() == from && goes(mv))
    }
}

fn list_king_moves<Us: Side>(board: &Board, list: &mut MoveList<Move>) {
    let sink = &mut List::<Us>::new(list);
    king_moves::<Us>(board, board.king::<Us>(), &Lines::of::<Us>(board), sink);
}

fn parse(text: &str) -> Result<(Square, Square, Option<Role>), MoveError> {
    let wrong = || MoveError::BadSyntax { found: shortened(text), expected: EXPECTED };
    let (from, rest) = text.split_at_checked(2).ok_or_else(wrong)?;
    let (to, promotion) = rest.split_at_checked(2).ok_or_else(wrong)?;
    let role = match promotion {
        "" => None,
        "q" => Some(Role::Queen),
        "r" => Some(Role::Rook),
        "b" => Some(Role::Bishop),
        "n" => Some(Role::Knight),
        _ => return Err(wrong()),
    };
    let square = |text: &str| text.parse().map_err(|_| wrong());
    Ok((square(from)?, square(to)?, role))
}
