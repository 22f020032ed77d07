//! One moment of a game.

use super::board::{Board, Color, Square};
use super::castling::Rights;

/// One moment of a game, without history.
///
/// ```
/// use damier_reference::chess::Position;
/// let position = Position::from_fen("7k/8/8/3Pp3/8/8/8/7K w - e6 0 1")?;
/// let moves: Vec<String> = position.moves().iter().map(|mv| mv.uci(false)).collect();
/// assert_eq!(moves, ["h1h2", "h1g1", "h1g2", "d5d6", "d5e6"]);
/// # Ok::<(), damier_reference::chess::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces.
    pub board: Board,
    /// The player to move.
    pub turn: Color,
    /// Who may still castle, and with which rook.
    pub(super) rights: Rights,
    /// The square that a pawn passed over in the last move, only if a legal en passant capture exists (9.2.3.1).
    pub en_passant: Option<Square>,
    /// Plies since the last pawn move or capture (9.3).
    pub clock: u32,
    /// Number of the move: 1 at the start, increased after each move of Black.
    pub number: u32,
    /// Whether castling is written as in Chess960; the rules are the same.
    pub chess960: bool,
}

impl Position {
    /// The start position (2.3).
    pub fn start() -> Self {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        Position::from_fen(fen).expect("the start position is legal")
    }

    /// Whether the player to move is in check (3.9.1).
    pub fn in_check(&self) -> bool {
        self.is_king_attacked(self.turn)
    }

    /// Whether the king of this player is attacked (3.9.1).
    pub(super) fn is_king_attacked(&self, color: Color) -> bool {
        let king = self.board.king(color);
        king.is_some_and(|king| self.board.is_attacked(king, color.opponent()))
    }

    /// Number of move sequences of this length.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.moves().iter().map(|mv| self.play(mv).perft(depth - 1)).sum(),
        }
    }

    /// The moves with the number of sequences that begin with each.
    pub fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let count = |mv| if depth == 0 { 1 } else { self.play(mv).perft(depth - 1) };
        self.moves().iter().map(|mv| (mv.uci(self.chess960), count(mv))).collect()
    }
}
