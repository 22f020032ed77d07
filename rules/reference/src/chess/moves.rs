//! The legal moves: every move that the pieces can make, except those that leave the king attacked.

use super::board::{Piece, Role, Square};
use super::castling::Wing;
use super::position::Position;

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// A move, with everything needed to make it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece comes from; the king's square when castling.
    pub from: Square,
    /// Where it goes; the king's last square when castling.
    pub to: Square,
    /// What a pawn becomes (3.7.3.3).
    pub promotion: Option<Role>,
    /// When castling, where the rook comes from and goes to (3.8.2).
    pub rook: Option<(Square, Square)>,
    /// When capturing en passant, the square of the captured pawn (3.7.3.1).
    pub passed: Option<Square>,
}

impl Move {
    fn plain(from: Square, to: Square) -> Self {
        Move { from, to, promotion: None, rook: None, passed: None }
    }

    /// The move as UCI writes it: castling is the king's move, or in Chess960 the king takes the rook.
    pub fn uci(&self, chess960: bool) -> String {
        let to = match self.rook {
            Some((rook, _)) if chess960 => rook,
            _ => self.to,
        };
        let promotion = self.promotion.map_or(String::new(), |role| role.letter().to_string());
        format!("{}{to}{promotion}", self.from)
    }

    /// The wing of a castling move.
    pub fn wing(&self) -> Option<Wing> {
        self.rook.map(|(_, to)| if to.file == 5 { Wing::King } else { Wing::Queen })
    }
}

impl Position {
    /// All legal moves (3.10.1), ordered by the square they come from.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = self.pseudo_legal_moves();
        // 3.9.2: no move may expose the player's own king to check or leave it in check.
        moves.retain(|mv| !self.make(mv).is_king_attacked(self.turn));
        moves
    }

    /// The legal move with this UCI text, castling written either way.
    pub fn find_uci(&self, text: &str) -> Option<Move> {
        let moves = self.moves();
        let written = |chess960| moves.iter().find(|mv| mv.uci(chess960) == text);
        // In Chess960, the text of a plain king move can also be one of the two texts of castling.
        written(self.chess960).or_else(|| written(!self.chess960)).cloned()
    }

    /// All moves that the pieces can make, also those that leave the own king attacked. Castling is tested in
    /// full but for the way of the rook.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, piece) in self.board.pieces().filter(|(_, piece)| piece.color == self.turn) {
            match piece.role {
                Role::Pawn => self.pawn_moves(from, &mut moves),
                // 3.6
                Role::Knight => self.step_moves(from, &KNIGHT, &mut moves),
                // 3.2
                Role::Bishop => self.slide_moves(from, &DIAGONAL, &mut moves),
                // 3.3
                Role::Rook => self.slide_moves(from, &STRAIGHT, &mut moves),
                // 3.4
                Role::Queen => {
                    self.slide_moves(from, &STRAIGHT, &mut moves);
                    self.slide_moves(from, &DIAGONAL, &mut moves);
                }
                // 3.8
                Role::King => {
                    self.step_moves(from, &STRAIGHT, &mut moves);
                    self.step_moves(from, &DIAGONAL, &mut moves);
                    moves.extend(Wing::ALL.into_iter().filter_map(|wing| self.castling(wing)));
                }
            }
        }
        moves
    }

    fn is_empty(&self, square: Square) -> bool {
        self.board.piece_on(square).is_none()
    }

    fn is_enemy(&self, square: Square) -> bool {
        self.board.piece_on(square).is_some_and(|piece| piece.color != self.turn)
    }

    /// 3.1: to a square that no own piece occupies.
    fn step_moves(&self, from: Square, steps: &[(i8, i8)], moves: &mut Vec<Move>) {
        for to in steps.iter().filter_map(|(files, ranks)| from.offset(*files, *ranks)) {
            if self.is_empty(to) || self.is_enemy(to) {
                moves.push(Move::plain(from, to));
            }
        }
    }

    /// 3.5: not over any piece.
    fn slide_moves(&self, from: Square, directions: &[(i8, i8)], moves: &mut Vec<Move>) {
        for (files, ranks) in directions {
            let mut next = from.offset(*files, *ranks);
            while let Some(to) = next {
                if self.is_empty(to) || self.is_enemy(to) {
                    moves.push(Move::plain(from, to));
                }
                next = if self.is_empty(to) { to.offset(*files, *ranks) } else { None };
            }
        }
    }

    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let forward = self.turn.forward();
        // 3.7.1: one square ahead, if it is empty.
        if let Some(one) = from.offset(0, forward).filter(|to| self.is_empty(*to)) {
            self.pawn_arrives(from, one, moves);
            // 3.7.2: two squares on its first move, if both are empty.
            if from.rank == self.turn.own_rank(1)
                && let Some(two) = one.offset(0, forward).filter(|to| self.is_empty(*to))
            {
                moves.push(Move::plain(from, two));
            }
        }
        for to in [-1, 1].into_iter().filter_map(|side| from.offset(side, forward)) {
            // 3.7.3: diagonally ahead, only to capture.
            if self.is_enemy(to) {
                self.pawn_arrives(from, to, moves);
            }
            // 3.7.3.1: the pawn that passed over this square stands beside the capturing one.
            if self.en_passant == Some(to) {
                let passed = Square { file: to.file, rank: from.rank };
                moves.push(Move { passed: Some(passed), ..Move::plain(from, to) });
            }
        }
    }

    /// 3.7.3.3: on the last rank the pawn must become a queen, rook, bishop or knight.
    fn pawn_arrives(&self, from: Square, to: Square, moves: &mut Vec<Move>) {
        if to.rank == self.turn.own_rank(7) {
            moves.extend(PROMOTIONS.map(|role| Move { promotion: Some(role), ..Move::plain(from, to) }));
        } else {
            moves.push(Move::plain(from, to));
        }
    }
}

impl Move {
    /// Whether anything is captured, en passant included.
    pub(super) fn captures(&self, position: &Position) -> bool {
        // In Chess960 the king may land on the square of its own rook.
        self.passed.is_some() || (self.rook.is_none() && position.is_enemy(self.to))
    }

    /// The piece that moves.
    pub(super) fn piece(&self, position: &Position) -> Option<Piece> {
        position.board.piece_on(self.from)
    }
}
