//! Geometry: where squares are, how they are stored as bits and how they are numbered.
//!
//! The squares are laid out so that a step in one direction is the same shift everywhere on the board.
//! Two rows of a diagonal board with `w` squares each take `2 * stride + 1` bits: with `stride = w` one
//! spare bit per pair of rows stops every diagonal step that leaves the board; with `stride = w + 1`
//! each row is followed by a spare bit and steps along a row are stopped as well (Frisian draughts
//! captures along rows). Boards on which all squares are used have one spare bit after each row.
//!
//! ```text
//! 10x10, stride 5                     10x10, stride 6
//!     0   1   2   3   4                   0   1   2   3   4
//!   5   6   7   8   9   (10)            6   7   8   9  10   (5, 11, 12)
//!    11  12  13  14  15                  13  14  15  16  17
//! ```

use boardgame::Color;

/// A playable square, as the index of its bit. [`Rules`](crate::Rules) turns it into text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The index of the square's bit.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }
}

/// One of the eight directions as White sees them: `North` is away from White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    /// All directions, clockwise.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];
}

/// A set of directions, one bit each in the order of [`Direction::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Directions(pub(crate) u8);

impl Directions {
    /// The two forward diagonals of White.
    pub const FORWARD_DIAGONALS: Self = Self(0b1000_0010);
    /// Straight and diagonally forward.
    pub(crate) const FORWARD: Self = Self(0b1000_0011);
    /// The four diagonals.
    pub const DIAGONALS: Self = Self(0b1010_1010);
    /// Straight forward and to both sides.
    pub const FORWARD_AND_SIDEWAYS: Self = Self(0b0100_0101);
    /// Forward, diagonally forward and to both sides.
    pub const FORWARD_DIAGONALS_AND_SIDEWAYS: Self = Self(0b1100_0111);
    /// The four straight directions.
    pub const STRAIGHT: Self = Self(0b0101_0101);
    /// All eight.
    pub const ALL: Self = Self(0xff);

    /// Whether the direction with this index in [`Direction::ALL`] is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn has(self, index: usize) -> bool {
        self.0 & (1 << index) != 0
    }

    /// Whether `direction` is in the set.
    #[must_use]
    pub const fn contains(self, direction: Direction) -> bool {
        self.has(direction as usize)
    }

    /// The set as the player of this color sees it: for Black forward is south.
    #[inline(always)]
    #[must_use]
    pub const fn of(self, color: Color) -> Self {
        match color {
            Color::White => self,
            // Mirrors north and south: indices 0-4, 1-3 and 5-7 swap.
            Color::Black => {
                let b = self.0;
                let north_south = ((b & 0b1) << 4) | ((b & 0b1_0000) >> 4);
                let east_half = ((b & 0b10) << 2) | ((b & 0b1000) >> 2);
                let west_half = ((b & 0b10_0000) << 2) | ((b & 0b1000_0000) >> 2);
                Self(north_south | east_half | west_half | (b & 0b0100_0100))
            }
        }
    }
}

/// The direction index opposite to `index`.
#[inline(always)]
pub(crate) const fn opposite(index: usize) -> usize {
    (index + 4) % 8
}

/// The shape of a board and the layout of its squares as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Columns, playable or not.
    pub columns: u8,
    /// Rows, playable or not.
    pub rows: u8,
    /// Whether all squares are used, not only those of one color.
    pub full: bool,
    /// Whether the bottom left corner, seen from White, is *not* a playing square. The board is stored mirrored: only
    /// the names of files differ, not the moves.
    pub mirrored: bool,
    /// Bits between a square and the one below it to the left.
    stride: u8,
    /// All playable squares.
    mask: u128,
    /// The rows where men of White and of Black become kings.
    last_rows: [u128; 2],
    /// See [`long_diagonal`](Self::long_diagonal).
    long_diagonal: u128,
}

impl Board {
    /// A board that uses the squares of one color, without the top left corner.
    #[must_use]
    pub const fn diagonal(columns: u8, rows: u8) -> Self {
        Self::laid_out(columns, rows, false, columns / 2)
    }

    const fn laid_out(columns: u8, rows: u8, full: bool, stride: u8) -> Self {
        let bare = Self {
            columns,
            rows,
            full,
            mirrored: false,
            stride,
            mask: 0,
            last_rows: [0; 2],
            long_diagonal: 0,
        };
        Self {
            mask: bare.rows_mask(0, rows),
            last_rows: [bare.rows_mask(0, 1), bare.rows_mask(rows - 1, rows)],
            long_diagonal: bare.find_long_diagonal(),
            ..bare
        }
    }

    /// The same board with the bottom left corner not playable.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self { mirrored: !self.mirrored, ..self }
    }

    /// The same board with a spare bit after every row, for rules that capture along rows.
    #[must_use]
    pub const fn with_row_guard(self) -> Self {
        Self {
            mirrored: self.mirrored,
            ..Self::laid_out(self.columns, self.rows, false, self.columns / 2 + 1)
        }
    }

    /// A board on which all squares are used.
    #[must_use]
    pub const fn full(columns: u8, rows: u8) -> Self {
        Self::laid_out(columns, rows, true, columns)
    }

    /// Whether squares use the same bits as on another board. Mirrored boards differ only in the names of files.
    pub(crate) const fn is_laid_out_like(&self, other: &Self) -> bool {
        self.columns == other.columns
            && self.rows == other.rows
            && self.full == other.full
            && self.stride == other.stride
    }

    /// The number of playable squares.
    #[must_use]
    pub const fn squares(&self) -> u8 {
        if self.full { self.columns * self.rows } else { self.columns / 2 * self.rows }
    }

    /// The change of the index in one step; negative toward the top.
    #[must_use]
    pub(crate) const fn delta(&self, direction: usize) -> i32 {
        let stride = self.stride as i32;
        let (south, south_west, south_east) =
            if self.full { (stride + 1, stride, stride + 2) } else { (2 * stride + 1, stride, stride + 1) };
        match direction {
            0 => -south,
            1 => -south_west,
            2 => 1,
            3 => south_east,
            4 => south,
            5 => south_west,
            6 => -1,
            _ => -south_east,
        }
    }

    /// The bit index of the `place`-th playable square of a row, counted as stored.
    const fn index(&self, row: u8, place: u8) -> u8 {
        if self.full {
            row * (self.stride + 1) + place
        } else {
            row / 2 * (2 * self.stride + 1) + row % 2 * self.stride + place
        }
    }

    /// Playable squares in each row.
    const fn per_row(&self) -> u8 {
        if self.full { self.columns } else { self.columns / 2 }
    }

    /// The playable squares of the rows `first..last`, row 0 at the top.
    #[must_use]
    pub(crate) const fn rows_mask(&self, first: u8, last: u8) -> u128 {
        let mut mask = 0;
        let mut row = first;
        while row < last {
            let mut place = 0;
            while place < self.per_row() {
                mask |= 1u128 << self.index(row, place);
                place += 1;
            }
            row += 1;
        }
        mask
    }

    /// All playable squares, one bit each at [`Square::index`].
    #[inline(always)]
    #[must_use]
    pub const fn mask(&self) -> u128 {
        self.mask
    }

    /// The bits that the board takes: all indices of squares are below. Half a turn of the board maps bit `i` to
    /// `bits() - 1 - i`.
    #[must_use]
    pub const fn bits(&self) -> u8 {
        (u128::BITS - self.mask.leading_zeros()) as u8
    }

    /// The row where men of this color become kings.
    #[inline(always)]
    #[must_use]
    pub const fn last_row(&self, color: Color) -> u128 {
        self.last_rows[color as usize]
    }

    /// For each square and direction, the squares from the next one to the edge.
    #[must_use]
    pub(crate) const fn rays(&self) -> [[u128; 8]; 128] {
        let mask = self.mask();
        let mut rays = [[0; 8]; 128];
        let mut index = 0;
        while index < 128 {
            let mut direction = 0;
            while direction < 8 {
                let mut next = index + self.delta(direction);
                while next >= 0 && next < 128 && mask >> index & 1 == 1 && mask >> next & 1 == 1 {
                    rays[index as usize][direction] |= 1 << next;
                    next += self.delta(direction);
                }
                direction += 1;
            }
            index += 1;
        }
        rays
    }

    /// The square at this file and rank, both from 0 and seen from White, if there is one.
    #[must_use]
    pub const fn square_at(&self, file: u8, rank: u8) -> Option<Square> {
        if file >= self.columns || rank >= self.rows {
            return None;
        }
        let row = self.rows - 1 - rank;
        let column = if self.mirrored { self.columns - 1 - file } else { file };
        if self.full {
            return Some(Square(self.index(row, column)));
        }
        // Row 0 has its first square in column 1, row 1 in column 0, and so on.
        if (row + column).is_multiple_of(2) {
            return None;
        }
        Some(Square(self.index(row, column / 2)))
    }

    /// File and rank of a square, both from 0 and seen from White.
    #[must_use]
    pub const fn file_and_rank(&self, square: Square) -> (u8, u8) {
        let index = square.0;
        let (row, column) = if self.full {
            (index / (self.stride + 1), index % (self.stride + 1))
        } else {
            let pair = index / (2 * self.stride + 1);
            let rest = index % (2 * self.stride + 1);
            if rest < self.stride {
                (2 * pair, 2 * rest + 1)
            } else {
                (2 * pair + 1, 2 * (rest - self.stride))
            }
        };
        let file = if self.mirrored { self.columns - 1 - column } else { column };
        (file, self.rows - 1 - row)
    }

    /// The longest diagonal (a1-h8 on an 8x8 board), on which a lone king is hard to catch. A board that is not square
    /// has two, one from the corner of each player; the rule treats both alike.
    #[must_use]
    pub(crate) const fn long_diagonal(&self) -> u128 {
        self.long_diagonal
    }

    const fn find_long_diagonal(&self) -> u128 {
        let mut mask = 0;
        let mut step = 0;
        while step < self.rows && step < self.columns {
            mask |= self.bit_at(self.rows - 1 - step, step);
            mask |= self.bit_at(step, self.columns - 1 - step);
            step += 1;
        }
        mask
    }

    /// The square in this row and column, both as stored, as a set; empty if it is not playable.
    const fn bit_at(&self, row: u8, column: u8) -> u128 {
        if self.full {
            1u128 << self.index(row, column)
        } else if (row + column).is_multiple_of(2) {
            0
        } else {
            1u128 << self.index(row, column / 2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards are built at compile time elsewhere.
    fn boards() -> [Board; 6] {
        [
            Board::diagonal(8, 8),
            Board::diagonal(10, 10).with_row_guard(),
            Board::diagonal(10, 8).mirror(),
            Board::diagonal(10, 11),
            Board::diagonal(12, 12),
            Board::full(8, 8),
        ]
    }

    #[test]
    fn every_square_has_one_bit() {
        for board in boards() {
            let places = (0..board.columns).flat_map(|file| (0..board.rows).map(move |rank| (file, rank)));
            let mut bits = 0u128;
            for (file, rank) in places {
                if let Some(square) = board.square_at(file, rank) {
                    assert_eq!(board.file_and_rank(square), (file, rank), "{board:?}");
                    bits |= 1 << square.index();
                }
            }
            assert_eq!((bits, bits.count_ones()), (board.mask(), u32::from(board.squares())), "{board:?}");
            assert_eq!(board.square_at(board.columns, 0), None);
            assert_eq!(board.square_at(0, board.rows), None);
        }
    }

    /// Each direction is a step by files and ranks. Straight steps pass a square that is not played on, and boards
    /// without spare bits between rows have none.
    #[test]
    fn steps_and_rays_follow_files_and_ranks() {
        const STEPS: [(i16, i16); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        for board in boards() {
            let with_straight_lines =
                [Board::diagonal(10, 10).with_row_guard(), Board::full(8, 8)].contains(&board);
            let square_at =
                |file: i16, rank: i16| board.square_at(u8::try_from(file).ok()?, u8::try_from(rank).ok()?);
            let rays = board.rays();
            for square in (0..128).map(Square).filter(|square| board.mask() >> square.0 & 1 == 1) {
                let (file, rank) = board.file_and_rank(square);
                for (direction, (files, ranks)) in STEPS.into_iter().enumerate() {
                    let straight = files == 0 || ranks == 0;
                    if straight && !with_straight_lines {
                        continue;
                    }
                    let length = if straight && !board.full { 2 } else { 1 };
                    let files = if board.mirrored { -files } else { files };
                    let way = (1..).map_while(|steps| {
                        let steps = steps * length;
                        square_at(i16::from(file) + steps * files, i16::from(rank) + steps * ranks)
                    });
                    let way: Vec<_> = way.collect();
                    let ray = way.iter().fold(0u128, |ray, square| ray | 1 << square.0);
                    assert_eq!(
                        rays[usize::from(square.0)][direction],
                        ray,
                        "{square:?} {direction} {board:?}"
                    );
                    let next = way.first().map(|next| i32::from(next.0) - i32::from(square.0));
                    assert!(
                        next.is_none_or(|delta| delta == board.delta(direction)),
                        "{direction} {board:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn half_a_turn_mirrors_the_bits_and_swaps_the_last_rows() {
        for board in boards() {
            for square in (0..128).map(Square).filter(|square| board.mask() >> square.0 & 1 == 1) {
                let (file, rank) = board.file_and_rank(square);
                let turned = board.square_at(board.columns - 1 - file, board.rows - 1 - rank);
                assert!(turned.is_none_or(|turned| turned.0 == board.bits() - 1 - square.0), "{board:?}");
                for (color, last) in [(Color::White, board.rows - 1), (Color::Black, 0)] {
                    assert_eq!(board.last_row(color) >> square.0 & 1 == 1, rank == last, "{board:?}");
                }
            }
            assert_eq!(board.mask() >> board.bits(), 0);
        }
    }

    #[test]
    fn mirrored_boards_have_the_same_layout_and_no_others() {
        let board = Board::diagonal(8, 8);
        assert!(board.mirror().mirrored && board.is_laid_out_like(&board.mirror()));
        assert_eq!(board.mirror().mirror(), board);
        assert_eq!(board.mirror().with_row_guard(), board.with_row_guard().mirror());
        // Each differs in one thing: columns, rows, which squares are used, spare bits.
        let others = [
            Board::diagonal(9, 8),
            Board::diagonal(8, 10),
            Board::laid_out(8, 8, true, 4),
            board.with_row_guard(),
        ];
        for other in others {
            assert!(!board.is_laid_out_like(&other), "{other:?}");
        }
    }

    #[test]
    fn long_diagonals_join_the_corners() {
        let lengths = boards().map(|board| board.long_diagonal().count_ones());
        // Two of them on the board of ten columns and eight rows, one from the corner of each player.
        assert_eq!(lengths, [8, 10, 16, 10, 12, 8]);
    }
}
