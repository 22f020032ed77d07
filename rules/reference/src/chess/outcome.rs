//! The end of a game, if one position and its clock decide it.

use super::board::{Color, Role};
use super::position::Position;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The king of the player to move is attacked and there is no legal move; the named player has won (5.1.1).
    Checkmate(Color),
    /// No legal move, and the king is not attacked (5.2.1).
    Stalemate,
    /// Nobody has the pieces for any mate (5.2.2).
    InsufficientMaterial,
    /// 75 moves by each player without a pawn move or capture (9.6.2).
    SeventyFiveMoves,
}

impl Position {
    /// The result, if this position decides the game.
    pub fn outcome(&self) -> Option<Outcome> {
        // 5.1.1 and 9.6.2: checkmate takes precedence over draws.
        if self.moves().is_empty() {
            let mate = Outcome::Checkmate(self.turn.opponent());
            return Some(if self.in_check() { mate } else { Outcome::Stalemate });
        }
        if self.is_material_insufficient() {
            return Some(Outcome::InsufficientMaterial);
        }
        (self.clock >= 150).then_some(Outcome::SeventyFiveMoves)
    }

    /// 5.2.2, judged by material alone: bare kings, one knight, or bishops of one square color.
    fn is_material_insufficient(&self) -> bool {
        let rest: Vec<_> = self.board.pieces().filter(|(_, piece)| piece.role != Role::King).collect();
        let lone_knight = rest.len() == 1 && rest[0].1.role == Role::Knight;
        let bishops_only = rest.iter().all(|(_, piece)| piece.role == Role::Bishop);
        let one_shade = rest.windows(2).all(|pair| pair[0].0.is_light() == pair[1].0.is_light());
        lone_knight || (bishops_only && one_shade)
    }
}
