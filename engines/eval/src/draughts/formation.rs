//! The formation of men: mobility, support and exposure.

use boardgame::Color;
use draughts::{Direction, Draughts, Ruleset};

/// Counts of the features of a formation; the terms of the same names say what they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Formation {
    pub(super) steps: usize,
    pub(super) supports: usize,
    pub(super) exposed: usize,
    pub(super) holes: usize,
}

/// The forward directions of White and Black.
const FORWARD: [[Direction; 3]; 2] = [
    [Direction::NorthWest, Direction::North, Direction::NorthEast],
    [Direction::SouthWest, Direction::South, Direction::SouthEast],
];
/// The backward directions, opposite to the forward ones in order.
const BACK: [[Direction; 3]; 2] = [
    [Direction::SouthEast, Direction::South, Direction::SouthWest],
    [Direction::NorthEast, Direction::North, Direction::NorthWest],
];

impl Formation {
    #[inline(always)]
    pub(super) fn of<V: Ruleset>(position: &Draughts<V>, color: Color) -> Self {
        let own = position.pieces(color);
        let men = own - position.kings();
        let enemy = position.pieces(!color);
        let empty = position.empty_squares();
        let neighbors = |squares, direction| position.neighbors(squares, direction);
        let ways = position.rules().man_moves.of(color);
        let mut formation = Self::default();
        let mut holes = empty;
        for (ahead, behind) in FORWARD[color as usize].into_iter().zip(BACK[color as usize]) {
            if !ways.contains(ahead) {
                continue;
            }
            formation.steps += (neighbors(men, ahead) & empty).len();
            formation.supports += (neighbors(own, ahead) & men).len();
            let open_behind = men & neighbors(empty, ahead);
            formation.exposed += (open_behind & neighbors(empty | enemy, behind)).len();
            holes = holes & neighbors(men, behind);
        }
        formation.holes = holes.len();
        formation
    }
}

#[cfg(test)]
mod tests {
    use boardgame::PositionExt;
    use draughts::Variant;
    use draughts::variants::{International, Turkish};

    use super::*;

    fn formation<V: Variant>(fen: &str, color: Color) -> Formation {
        Formation::of(&Draughts::<V>::from_fen(fen).expect(fen), color)
    }

    #[test]
    fn features_of_men_are_counted() {
        // 32 supports 28; 33 is a hole behind 28 and 29.
        let fen = "W:W28,29,32:B22";
        let white = Formation { steps: 1 + 2 + 1, supports: 1, exposed: 4, holes: 1 };
        assert_eq!(formation::<International>(fen, Color::White), white);
        let black = formation::<International>(fen, Color::Black);
        assert_eq!((black.steps, black.supports), (1, 0));
    }

    #[test]
    fn men_that_move_straight_have_one_forward_direction() {
        let white = formation::<Turkish>("W:Wd3,d2:Bd5", Color::White);
        assert_eq!((white.steps, white.supports), (1, 1));
    }
}
