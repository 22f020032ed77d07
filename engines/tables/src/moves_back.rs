//! Quiet moves backward: from which positions a position can have come.

use catalog::draughts::{Bitboard, Direction, Rules, Ruleset, Word};

use crate::index::{Placement, SquareSets};

/// The quiet moves of a game, made backward.
pub(crate) struct MovesBack<V: Ruleset> {
    handle: V::Handle,
    squares: SquareSets<V::Word>,
    rules: &'static Rules,
}

impl<V: Ruleset> MovesBack<V> {
    pub(crate) fn new(handle: V::Handle, squares: SquareSets<V::Word>) -> Self {
        Self { handle, squares, rules: V::rules(handle) }
    }

    /// Visits every placement with White to move from which one quiet move without promotion leads to these pieces with
    /// Black to move. Some of them may have captures: then the move was not legal.
    #[inline(always)]
    pub(crate) fn for_each(&self, after: &Placement<V::Word>, mut visit: impl FnMut(&Placement<V::Word>)) {
        let free = self.squares.all & !after.occupied();
        for direction in Direction::ALL {
            let back = Direction::ALL[(direction as usize + 4) % 8];
            if self.rules.man_moves.contains(direction) {
                self.each(after.men[0], |man| {
                    let from = self.step(man, back) & free & self.squares.men[0];
                    if from != V::Word::ZERO {
                        let mut before = *after;
                        before.men[0] = before.men[0] ^ man | from;
                        visit(&before);
                    }
                });
            }
            if self.rules.king_moves.contains(direction) {
                self.each(after.kings[0], |king| {
                    let mut from = self.step(king, back) & free;
                    while from != V::Word::ZERO {
                        let mut before = *after;
                        before.kings[0] = before.kings[0] ^ king | from;
                        visit(&before);
                        if !self.rules.flying_kings {
                            break;
                        }
                        from = self.step(from, back) & free;
                    }
                });
            }
        }
    }

    #[inline(always)]
    fn step(&self, from: V::Word, direction: Direction) -> V::Word {
        V::neighbors(self.handle, Bitboard::from_word(from), direction).word()
    }

    #[inline(always)]
    fn each(&self, set: V::Word, mut visit: impl FnMut(V::Word)) {
        let mut rest = set;
        while rest != V::Word::ZERO {
            visit(rest.lowest_bit());
            rest = rest.without_lowest();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use boardgame::PositionExt;
    use catalog::draughts::{Ruleset, variants};

    use super::MovesBack;
    use crate::index::{Placement, PlacementNumbering, SquareSets};

    /// Every quiet move can be made backward, and every move backward is a quiet move or illegal by a capture.
    fn check<V: Ruleset<Handle = ()>>(material: &str) {
        let squares = SquareSets::new(V::rules(()));
        let back = MovesBack::<V>::new((), squares);
        let material: crate::Material = material.parse().unwrap();
        let before = PlacementNumbering::new(squares, material);
        let after = PlacementNumbering::new(squares, material.reversed());
        let mut forward = BTreeSet::new();
        for index in 0..before.len() {
            let Some(placement) = before.placement(index) else { continue };
            let position = placement.position::<V>(());
            for &mv in position.legal_moves().iter() {
                if !mv.is_capture() && !mv.is_crowning() {
                    forward.insert((index, after.index(&Placement::of(&position.after(mv), &squares))));
                }
            }
        }
        let mut backward = BTreeSet::new();
        for index in 0..after.len() {
            let Some(placement) = after.placement(index) else { continue };
            back.for_each(&placement.turned(&squares), |origin| {
                if !origin.position::<V>(()).must_capture() {
                    backward.insert((before.index(origin), index));
                }
            });
        }
        assert!(!forward.is_empty());
        assert_eq!(forward, backward, "{} {material}", V::rules(()).name);
    }

    #[test]
    fn moves_back_undo_quiet_moves() {
        check::<variants::International>("KM-M");
        check::<variants::English>("KM-K");
        check::<variants::Frisian>("KM-M");
        check::<variants::Turkish>("M-K");
        check::<variants::Armenian>("M-M");
        check::<variants::Thai>("KM-M");
    }
}
