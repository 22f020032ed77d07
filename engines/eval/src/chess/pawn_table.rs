//! Pawn structure and king shelter, cached in a pawn hash table.

use boardgame::Color;
use chess::{Bitboard, Square};

use super::evaluate::{Side, Terms};
use super::pawn_sets::{ahead, attacks, beside, distance, fill_ahead, fill_files, guards};
use super::weights::*;
use crate::tapered::Tapered;

/// The pawns and kings of a position, by color: the key of the pawn hash table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PawnsAndKings {
    pub(super) pawns: [Bitboard; 2],
    pub(super) kings: [Square; 2],
}

/// What the evaluation of pieces needs from the pawn structure.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnFacts {
    /// The files with pawns, by color.
    pub(super) files: [Bitboard; 2],
    /// Passed pawns.
    pub(super) passed: Bitboard,
    /// Squares defended by a pawn that no enemy pawn can attack, by color.
    pub(super) outposts: [Bitboard; 2],
}

impl PawnsAndKings {
    pub(super) fn facts(&self) -> PawnFacts {
        PawnFacts {
            files: self.pawns.map(fill_files),
            passed: self.passed(Color::White) | self.passed(Color::Black),
            outposts: Color::ALL.map(|color| self.outposts(color)),
        }
    }

    fn passed(&self, color: Color) -> Bitboard {
        let (own, enemy) = (self.pawns[color as usize], self.pawns[!color as usize]);
        own & !guards(!color, enemy) & !fill_ahead(!color, own)
    }

    fn outposts(&self, color: Color) -> Bitboard {
        let enemy_ahead = fill_ahead(!color, self.pawns[!color as usize]);
        attacks(color, self.pawns[color as usize]) & !beside(enemy_ahead) & outpost_ranks(color)
    }

    /// Adds all terms of pawns and kings.
    pub(super) fn count(&self, terms: &mut impl Terms) {
        for color in Color::ALL {
            let mut side = Side::new(terms, color);
            self.count_squares(color, &mut side);
            self.count_pawns(color, &mut side);
            self.count_shelter(color, &mut side);
        }
    }

    fn count_squares(&self, color: Color, side: &mut Side<'_, impl Terms>) {
        let pawns = self.pawns[color as usize];
        side.add(MATERIAL, pawns.len());
        for pawn in pawns {
            side.add(PAWN_SQUARE + square_index(color, pawn), 1);
        }
        side.add(KING_SQUARE + square_index(color, self.kings[color as usize]), 1);
    }

    fn count_pawns(&self, color: Color, side: &mut Side<'_, impl Terms>) {
        let (own, enemy) = (self.pawns[color as usize], self.pawns[!color as usize]);
        let neighbors = beside(fill_files(own));
        side.add(ISOLATED, (own & !neighbors).len());
        side.add(DOUBLED, (own & fill_ahead(!color, own)).len());
        // Behind all neighbors, and the stop square is attacked by an enemy pawn.
        let supported = beside(own | fill_ahead(color, own));
        let held = ahead(!color, attacks(!color, enemy));
        side.add(BACKWARD, (own & neighbors & !supported & held).len());
        for square in own & (beside(own) | attacks(color, own)) {
            side.add(CONNECTED + usize::from(square.rank_for(color)), 1);
        }
        for square in self.passed(color) {
            self.count_passed_pawn(color, square, side);
        }
    }

    fn count_passed_pawn(&self, color: Color, square: Square, side: &mut Side<'_, impl Terms>) {
        let rank = usize::from(square.rank_for(color));
        let Some(stop) = ahead(color, square.into()).first() else { return };
        let beyond_third = rank.saturating_sub(2);
        side.add(PASSED + rank, 1);
        for (index, king) in [self.kings[!color as usize], self.kings[color as usize]].into_iter().enumerate()
        {
            side.add(PASSED_KING + index, distance(king, stop).min(5) * beyond_third);
        }
    }

    /// King shelter and pawn storm.
    fn count_shelter(&self, color: Color, side: &mut Side<'_, impl Terms>) {
        let king = self.kings[color as usize];
        let home = Bitboard::rank(king.rank());
        let before = fill_ahead(color, home) | home;
        let center = king.file().clamp(1, 6);
        for file in center - 1..=center + 1 {
            let column = Bitboard::file(file) & before;
            let steps = |pawns: Bitboard| {
                let ranks = (pawns & column).into_iter().map(|pawn| pawn.rank_for(color));
                ranks.min().map(|rank| usize::from(rank - king.rank_for(color)))
            };
            side.add(SHELTER + steps(self.pawns[color as usize]).unwrap_or(3).min(3), 1);
            if let Some(steps) = steps(self.pawns[!color as usize]) {
                side.add(STORM + steps, 1);
            }
        }
    }

    /// The index in a table of this many entries, a power of two.
    fn table_index(&self, entries: usize) -> usize {
        let [white, black] = self.pawns.map(|pawns| pawns.0);
        let [white_king, black_king] = self.kings.map(|king| king as u64);
        let mixed = white.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ black.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(17)
            ^ (white_king << 6 | black_king).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed >> 40) as usize & (entries - 1)
    }
}

/// The index in the piece-square tables, from the side of a color.
#[inline(always)]
pub(super) fn square_index(color: Color, square: Square) -> usize {
    let (rank, file) = (usize::from(square.rank_for(color)), usize::from(square.file()));
    rank * 4 + file.min(7 - file)
}

fn outpost_ranks(color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard::rank(3) | Bitboard::rank(4) | Bitboard::rank(5),
        Color::Black => Bitboard::rank(4) | Bitboard::rank(3) | Bitboard::rank(2),
    }
}

/// An entry of the pawn hash table.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnEntry {
    pawns_and_kings: PawnsAndKings,
    /// The sum of all terms, for White.
    pub(super) value: Tapered,
    pub(super) facts: PawnFacts,
}

impl PawnEntry {
    fn new(pawns_and_kings: PawnsAndKings) -> Self {
        let mut value = Tapered::default();
        pawns_and_kings.count(&mut value);
        Self { pawns_and_kings, value, facts: pawns_and_kings.facts() }
    }
}

/// The pawn hash table.
#[derive(Clone, Debug)]
pub(super) struct PawnTable(Box<[PawnEntry]>);

/// More entries gain hardly any hits and push other tables out of the cache.
const ENTRIES: usize = 1 << 11;

impl PawnTable {
    pub(super) fn new() -> Self {
        let none = PawnsAndKings { pawns: [Bitboard::EMPTY; 2], kings: [Square::A1, Square::A8] };
        Self(vec![PawnEntry::new(none); ENTRIES].into())
    }

    #[inline]
    pub(super) fn of(&mut self, pawns_and_kings: PawnsAndKings) -> &PawnEntry {
        let entry = &mut self.0[pawns_and_kings.table_index(ENTRIES)];
        if entry.pawns_and_kings != pawns_and_kings {
            *entry = PawnEntry::new(pawns_and_kings);
        }
        entry
    }
}
