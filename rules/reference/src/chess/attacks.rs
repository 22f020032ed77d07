//! Whether a piece attacks a square, decided from the two squares alone.

use super::board::{Board, Color, Piece, Role, Square};

impl Board {
    /// Whether any piece of this color attacks the square (3.1.2), including pieces that
    /// may not move because it would expose its own king (3.1.3).
    pub fn is_attacked(&self, target: Square, by: Color) -> bool {
        self.attackers(target, by).next().is_some()
    }

    /// The squares of the pieces of this color that attack the target.
    pub fn attackers(&self, target: Square, by: Color) -> impl Iterator<Item = Square> + '_ {
        let own = self.pieces().filter(move |(_, piece)| piece.color == by);
        own.filter(move |(from, piece)| self.attacks(*from, *piece, target)).map(|(from, _)| from)
    }

    fn attacks(&self, from: Square, piece: Piece, target: Square) -> bool {
        let (files, ranks) = (target.file - from.file, target.rank - from.rank);
        let (across, along) = (files.abs(), ranks.abs());
        let straight = (across == 0) != (along == 0);
        let diagonal = across == along && across > 0;
        match piece.role {
            // 3.7.3: diagonally in front, on an adjacent file.
            Role::Pawn => across == 1 && ranks == piece.color.forward(),
            // 3.6: the nearest squares not on the same rank, file or diagonal.
            Role::Knight => (across, along) == (1, 2) || (across, along) == (2, 1),
            // 3.2 to 3.5.
            Role::Bishop => diagonal && self.is_way_free(from, target),
            Role::Rook => straight && self.is_way_free(from, target),
            Role::Queen => (straight || diagonal) && self.is_way_free(from, target),
            // 3.8.1: an adjoining square.
            Role::King => across.max(along) == 1,
        }
    }

    /// Whether nothing stands between two squares of one line (3.5).
    fn is_way_free(&self, from: Square, to: Square) -> bool {
        let (files, ranks) = ((to.file - from.file).signum(), (to.rank - from.rank).signum());
        let mut square = from.offset(files, ranks);
        while let Some(between) = square.filter(|square| *square != to) {
            if self.piece_on(between).is_some() {
                return false;
            }
            square = between.offset(files, ranks);
        }
        true
    }
}
