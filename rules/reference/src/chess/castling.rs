//! Castling of chess and Chess960, by the same rules.

use super::board::{Color, Piece, Role, Square};
use super::moves::Move;
use super::position::Position;

/// The side of the board to castle to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wing {
    /// The king goes to the g-file, the rook to the f-file.
    King,
    /// The king goes to the c-file, the rook to the d-file.
    Queen,
}

impl Wing {
    /// Both wings, as FEN orders them.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// Files of king and rook after castling (3.8.2; Guidelines II keep them in Chess960).
    fn destinations(self) -> (i8, i8) {
        match self {
            Wing::King => (6, 5),
            Wing::Queen => (2, 3),
        }
    }

    fn index(self) -> usize {
        match self {
            Wing::King => 0,
            Wing::Queen => 1,
        }
    }
}

/// For each player and wing the square of the rook that has not moved, while the king has not moved either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Rights {
    rooks: [[Option<Square>; 2]; 2],
}

impl Rights {
    pub(super) fn rook(&self, color: Color, wing: Wing) -> Option<Square> {
        self.rooks[color.index()][wing.index()]
    }

    pub(super) fn grant(&mut self, color: Color, wing: Wing, rook: Square) {
        self.rooks[color.index()][wing.index()] = Some(rook);
    }

    /// The king has moved (3.8.2.1).
    pub(super) fn lose_all(&mut self, color: Color) {
        self.rooks[color.index()] = [None; 2];
    }

    /// A rook has left this square, or was captured on it (3.8.2.1).
    pub(super) fn lose_rook_on(&mut self, square: Square) {
        for right in self.rooks.iter_mut().flatten() {
            if *right == Some(square) {
                *right = None;
            }
        }
    }
}

impl Position {
    /// The square of the rook with which this player may still castle to that wing, now or later.
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        self.rights.rook(color, wing)
    }

    /// Castling to this wing, if 3.8.2 allows it now.
    pub(super) fn castling(&self, wing: Wing) -> Option<Move> {
        let rook = self.rights.rook(self.turn, wing)?;
        let king = self.board.king(self.turn)?;
        let (king_file, rook_file) = wing.destinations();
        let king_to = Square { file: king_file, rank: king.rank };
        let rook_to = Square { file: rook_file, rank: king.rank };

        // 3.8.2.2 and Guidelines II: apart from these two pieces, nothing stands on
        // the paths of king and rook, including their ends.
        let free =
            |square: &Square| *square == king || *square == rook || self.board.piece_on(*square).is_none();
        if !way(king, king_to).iter().chain(&way(rook, rook_to)).all(free) {
            return None;
        }
        // 3.8.2.2: the king does not stand on, cross or reach an attacked square. Its
        // own square is empty while it crosses; the rook is still at home.
        let mut board = self.board.clone();
        board.set(king, None);
        if way(king, king_to).iter().any(|square| board.is_attacked(*square, self.turn.opponent())) {
            return None;
        }
        // The king is on its square and the rook gone from the other side: that a rook
        // shielded the king is found when the move is made, as with all moves (3.9.2).
        Some(Move { from: king, to: king_to, promotion: None, rook: Some((rook, rook_to)), passed: None })
    }

    /// Moves king and rook at once; in Chess960 each may land where the other stood.
    pub(super) fn castle(&mut self, mv: &Move, rook_from: Square, rook_to: Square) {
        self.board.set(mv.from, None);
        self.board.set(rook_from, None);
        self.board.set(mv.to, Some(Piece { color: self.turn, role: Role::King }));
        self.board.set(rook_to, Some(Piece { color: self.turn, role: Role::Rook }));
    }
}

/// All squares of a rank from one to the other, both included.
fn way(from: Square, to: Square) -> Vec<Square> {
    let files = from.file.min(to.file)..=from.file.max(to.file);
    files.map(|file| Square { file, rank: from.rank }).collect()
}
