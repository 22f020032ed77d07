//! A plain board on which attacks are found step by step, to check what reasons claim.

use boardgame::{Color, Position};
use damier_chess::{ChessPosition, Mode, Piece, Placed, Role, Square};

#[derive(Clone)]
pub(crate) struct Mailbox(pub(crate) [Option<Piece>; 64]);

impl Mailbox {
    pub(crate) fn of<M: Mode>(position: &ChessPosition<M>) -> Self {
        Self(Square::ALL.map(|square| position.piece_at(square)))
    }

    pub(crate) fn with(mut self, square: Square, piece: Option<Piece>) -> Self {
        self.0[square as usize] = piece;
        self
    }

    /// The board after the piece on `from` has gone to `to`.
    pub(crate) fn moved(self, from: Square, to: Square) -> Self {
        let piece = self.0[from as usize];
        self.with(from, None).with(to, piece)
    }

    /// Whether the piece stands where it is said to, and attacks a square.
    pub(crate) fn attacks(&self, by: Placed, target: Square) -> bool {
        let (files, ranks) =
            (target.file() as i8 - by.square.file() as i8, target.rank() as i8 - by.square.rank() as i8);
        let (far, near) = (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()));
        let ahead = if by.piece.color == Color::White { 1 } else { -1 };
        let shape = match by.piece.role {
            Role::Pawn => files.abs() == 1 && ranks == ahead,
            Role::Knight => (far, near) == (2, 1),
            Role::Bishop => far == near,
            Role::Rook => near == 0,
            Role::Queen => near == 0 || far == near,
            Role::King => far == 1,
        };
        let is_free = |step: i8| {
            let file = by.square.file() as i8 + files.signum() * step;
            let rank = by.square.rank() as i8 + ranks.signum() * step;
            self.0[Square::at(file as u8, rank as u8) as usize].is_none()
        };
        let slides = by.piece.role != Role::Knight;
        far > 0 && self.0[by.square as usize] == Some(by.piece) && shape && (!slides || (1..far).all(is_free))
    }
}

/// The king of the side to move.
pub(crate) fn own_king<M: Mode>(position: &ChessPosition<M>) -> Square {
    position.king(position.turn())
}
