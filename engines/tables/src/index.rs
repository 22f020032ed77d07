//! Positions as numbers: every placement of some material has an index.
//!
//! Sets of squares are numbered by the combinatorial number system, in the order: men of the side to move, men of the
//! other side, kings of the side to move, kings of the other side. Men of both sides are numbered on their own, so an index
//! may put two men on one square: such a *hole* is no position. Kings are numbered on the squares that are still free.

use boardgame::Color;
use catalog::draughts::{Bitboard, Draughts, Rules, Ruleset, Word};

use crate::material::{MOST_PIECES, Material};

/// A placement of pieces as the side to move sees it, as if it were White. Index 0 is the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement<W> {
    pub(crate) men: [W; 2],
    pub(crate) kings: [W; 2],
}

/// The squares of a board, and how they turn by 180 degrees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SquareSets<W> {
    pub(crate) all: W,
    /// Where men of the side to move and of the other side can stand.
    pub(crate) men: [W; 2],
    /// The bits that turn.
    width: u32,
}

impl<W: Word> SquareSets<W> {
    pub(crate) fn new(rules: &Rules) -> Self {
        let mask = rules.board.mask();
        let men = [Color::White, Color::Black].map(|color| W::truncate(mask & !rules.board.last_row(color)));
        let squares = Self { all: W::truncate(mask), men, width: u128::BITS - mask.leading_zeros() };
        debug_assert_eq!(squares.turned(squares.all), squares.all, "boards look the same from both sides");
        squares
    }

    /// The set seen from the other side of the board.
    #[inline(always)]
    pub(crate) fn turned(&self, set: W) -> W {
        set.reversed(self.width)
    }
}

impl SquareSets<u128> {
    /// The same squares in words that hold the board.
    #[inline(always)]
    pub(crate) fn truncated<W: Word>(&self) -> SquareSets<W> {
        SquareSets { all: W::truncate(self.all), men: self.men.map(W::truncate), width: self.width }
    }
}

impl<W: Word> Placement<W> {
    /// The placement of a position, seen by its side to move.
    #[inline(always)]
    pub(crate) fn of<V: Ruleset<Word = W>>(position: &Draughts<V>, squares: &SquareSets<W>) -> Self {
        let kings = position.kings().word();
        let [white, black] = Color::ALL.map(|color| position.pieces(color).word());
        match position.turn() {
            Color::White => {
                Self { men: [white & !kings, black & !kings], kings: [white & kings, black & kings] }
            }
            Color::Black => {
                let [white, black, kings] = [white, black, kings].map(|set| squares.turned(set));
                Self { men: [black & !kings, white & !kings], kings: [black & kings, white & kings] }
            }
        }
    }

    /// The position with White to move.
    #[inline(always)]
    pub(crate) fn position<V: Ruleset<Word = W>>(&self, handle: V::Handle) -> Draughts<V> {
        let pieces = [0, 1].map(|side| Bitboard::from_word(self.men[side] | self.kings[side]));
        Draughts::of_pieces(handle, pieces, Bitboard::from_word(self.kings[0] | self.kings[1]), Color::White)
    }

    /// The same pieces seen from the other side of the board.
    #[inline(always)]
    pub(crate) fn turned(&self, squares: &SquareSets<W>) -> Self {
        let turn = |[own, other]: [W; 2]| [squares.turned(other), squares.turned(own)];
        Self { men: turn(self.men), kings: turn(self.kings) }
    }

    /// All occupied squares.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> W {
        self.men[0] | self.men[1] | self.kings[0] | self.kings[1]
    }

    pub(crate) fn material(&self) -> Material {
        let count = |set: W| set.count().min(u32::from(u8::MAX)) as u8;
        Material { men: self.men.map(count), kings: self.kings.map(count) }
    }
}

/// The numbering of all placements of some material.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacementNumbering<W> {
    pub(crate) squares: SquareSets<W>,
    pub(crate) material: Material,
    /// How many sets there are of each kind: own men, other men, own kings, other kings.
    sizes: [u64; 4],
}

impl PlacementNumbering<u128> {
    /// The same numbering in words that hold the board.
    #[inline(always)]
    pub(crate) fn with<W: Word>(&self, squares: SquareSets<W>) -> PlacementNumbering<W> {
        PlacementNumbering { squares, material: self.material, sizes: self.sizes }
    }
}

impl<W: Word> PlacementNumbering<W> {
    pub(crate) fn new(squares: SquareSets<W>, material: Material) -> Self {
        let men = material.men.map(usize::from);
        let kings = material.kings.map(usize::from);
        let free = squares.all.count() as usize - men[0] - men[1];
        let sizes = [
            choose(squares.men[0].count() as usize, men[0]),
            choose(squares.men[1].count() as usize, men[1]),
            choose(free, kings[0]),
            choose(free - kings[0], kings[1]),
        ];
        Self { squares, material, sizes }
    }

    /// How many indices there are.
    pub(crate) fn len(&self) -> u64 {
        self.sizes.iter().product()
    }

    /// The indices of one row: positions that differ only in the kings of the other side.
    pub(crate) fn row_len(&self) -> u64 {
        self.sizes[3]
    }

    /// The index of a placement of this material.
    #[inline(always)]
    pub(crate) fn index(&self, placement: &Placement<W>) -> u64 {
        let Placement { men, kings } = placement;
        let free = self.squares.all & !(men[0] | men[1]);
        let index = rank(men[0], self.squares.men[0]) * self.sizes[1] + rank(men[1], self.squares.men[1]);
        let index = index * self.sizes[2] + rank(kings[0], free);
        index * self.sizes[3] + rank(kings[1], free & !kings[0])
    }

    /// The placement at an index; `None` for a hole.
    pub(crate) fn placement(&self, index: u64) -> Option<Placement<W>> {
        let (mut row, kings) = self.row(index / self.sizes[3])?;
        row.kings[1] = unrank(index % self.sizes[3], usize::from(self.material.kings[1]), kings);
        Some(row)
    }

    /// Visits the placements of one row with the last part of their index; none if the row is a hole.
    #[inline(always)]
    pub(crate) fn for_each_in_row(&self, row: u64, mut visit: impl FnMut(u64, &Placement<W>)) {
        let Some((mut placement, free)) = self.row(row) else { return };
        let kings = usize::from(self.material.kings[1]);
        if kings == 0 {
            return visit(0, &placement);
        }
        let mut list = [W::ZERO; 128];
        let mut count = 0;
        let mut rest = free;
        while rest != W::ZERO {
            list[count] = rest.lowest_bit();
            rest = rest.without_lowest();
            count += 1;
        }
        let mut chosen: [usize; MOST_PIECES] = std::array::from_fn(|place| place);
        for column in 0..self.sizes[3] {
            placement.kings[1] = chosen[..kings].iter().fold(W::ZERO, |set, &place| set | list[place]);
            visit(column, &placement);
            next_combination(&mut chosen[..kings]);
        }
    }

    /// The pieces of a row but the other side's kings, and the squares where those may stand.
    fn row(&self, row: u64) -> Option<(Placement<W>, W)> {
        let [_, other_men, own_kings, _] = self.sizes;
        let men = row / own_kings;
        let count = |set: u8| usize::from(set);
        let own = unrank(men / other_men, count(self.material.men[0]), self.squares.men[0]);
        let other = unrank(men % other_men, count(self.material.men[1]), self.squares.men[1]);
        if own & other != W::ZERO {
            return None;
        }
        let free = self.squares.all & !(own | other);
        let kings = unrank(row % own_kings, count(self.material.kings[0]), free);
        Some((Placement { men: [own, other], kings: [kings, W::ZERO] }, free & !kings))
    }
}

/// The place of a set among all sets of its size within `universe`.
#[inline(always)]
fn rank<W: Word>(set: W, universe: W) -> u64 {
    let mut rank = 0;
    let mut rest = set;
    let mut size = 1;
    while rest != W::ZERO {
        let place = (universe & rest.up_to_lowest()).count() as usize - 1;
        rank += BINOMIALS[size & 15][place & 127];
        rest = rest.without_lowest();
        size += 1;
    }
    rank
}

/// The set at a place.
fn unrank<W: Word>(mut rank: u64, size: usize, universe: W) -> W {
    let mut places = [0; MOST_PIECES];
    for size in (1..=size).rev() {
        let row = &BINOMIALS[size];
        let place = row.partition_point(|&count| count <= rank) - 1;
        rank -= row[place];
        places[size - 1] = place;
    }
    let mut set = W::ZERO;
    let mut rest = universe;
    let mut place = 0;
    for &wanted in &places[..size] {
        while place < wanted {
            rest = rest.without_lowest();
            place += 1;
        }
        set |= rest.lowest_bit();
    }
    set
}

/// The next combination in the order of [`rank`]; starts over after the last one.
#[inline(always)]
fn next_combination(chosen: &mut [usize]) {
    for at in 0..chosen.len() {
        let is_free = at + 1 == chosen.len() || chosen[at] + 1 < chosen[at + 1];
        if is_free {
            chosen[at] += 1;
            return;
        }
        chosen[at] = at;
    }
}

/// How many sets of `size` there are within `count`.
pub(crate) fn choose(count: usize, size: usize) -> u64 {
    BINOMIALS[size][count]
}

/// `BINOMIALS[size][count]`; sizes up to 15, so that an index needs no check.
static BINOMIALS: [[u64; 128]; 16] = {
    let mut table = [[0; 128]; 16];
    let mut count = 0;
    while count < 128 {
        table[0][count] = 1;
        let mut size = 1;
        // Sizes above the limit are never asked for and would overflow.
        while size <= MOST_PIECES {
            if count > 0 {
                table[size][count] = table[size][count - 1] + table[size - 1][count - 1];
            }
            size += 1;
        }
        count += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use catalog::draughts::variants::{Canadian, Frisian, International, Russian, Turkish};
    use catalog::draughts::{Rules, Variant, Word};

    use super::{PlacementNumbering, SquareSets};
    use crate::material::Material;

    fn check<W: Word>(rules: &Rules, material: &str) {
        let material: Material = material.parse().unwrap();
        let numbering = PlacementNumbering::new(SquareSets::<W>::new(rules), material);
        let mut seen = 0;
        for row in 0..numbering.len() / numbering.row_len() {
            numbering.for_each_in_row(row, |column, placement| {
                let index = row * numbering.row_len() + column;
                assert_eq!(numbering.placement(index).as_ref(), Some(placement));
                assert_eq!(numbering.index(placement), index, "{material} {placement:?}");
                assert_eq!(placement.material(), material);
                let squares = &numbering.squares;
                assert_eq!(placement.turned(squares).turned(squares), *placement);
                seen += 1;
            });
        }
        let holes = (0..numbering.len()).filter(|&index| numbering.placement(index).is_none()).count() as u64;
        assert_eq!(seen + holes, numbering.len());
    }

    #[test]
    fn every_placement_has_one_index() {
        check::<u64>(&International::RULES, "KK-K");
        check::<u64>(&International::RULES, "KM-M");
        check::<u64>(&Russian::RULES, "KM-KM");
        check::<u64>(&Frisian::RULES, "MM-K");
        check::<u128>(&Turkish::RULES, "M-K");
        check::<u128>(&Canadian::RULES, "KM-K");
    }
}
