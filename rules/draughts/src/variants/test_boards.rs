//! Other board sizes under known rules. Not games: published perft tables for them test the geometry.

use super::{English, International, REPETITION_ONLY, Variant};
use crate::board::Board;
use crate::rules::{Rules, Status};

macro_rules! test_board {
    ($type:ident, $name:literal, $columns:literal x $rows:literal, $men_rows:literal, $word:ty, $base:ty) => {
        #[doc = concat!("The rules of [`", stringify!($base), "`] on ", $columns, " columns and ", $rows, " rows.")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $type;

        impl Variant for $type {
            type Word = $word;
            type Extra = ();
            const RULES: Rules = Rules {
                name: $name,
                title: concat!($name, " (test board)"),
                status: Status::TestBoard,
                board: Board::diagonal($columns, $rows),
                men_rows: $men_rows,
                draws: REPETITION_ONLY, // draw rules belong to games
                ..<$base>::RULES
            };
        }
    };
}

test_board!(International6x6, "intl6x6", 6 x 6, 2, u64, International);
test_board!(International10x8, "intl10x8", 10 x 8, 3, u64, International);
test_board!(International12x10, "intl12x10", 12 x 10, 4, u128, International);
test_board!(International14x14, "intl14x14", 14 x 14, 6, u128, International);
test_board!(Ktar8x10, "ktar8x10", 8 x 10, 4, u64, International);
test_board!(Ktar10x11, "ktar10x11", 10 x 11, 4, u64, International);
test_board!(Ktar10x12, "ktar10x12", 10 x 12, 5, u128, International);
test_board!(English6x6, "english6x6", 6 x 6, 2, u64, English);
