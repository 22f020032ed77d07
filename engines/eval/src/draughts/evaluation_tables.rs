//! Piece-square tables, computed once per variant.

use boardgame::Color;
use draughts::{Rules, Square};

use super::SQUARES;
use super::tapered::Tapered;
use super::weights::{Term, Weights};

/// Piece-square tables and sets of squares.
#[derive(Debug)]
pub(super) struct EvaluationTables {
    /// The value of a man, by color and square.
    pub(super) man: [[Tapered; SQUARES]; 2],
    pub(super) king: [Tapered; SQUARES],
    /// The wing of a square: negative on the left, 0 in the middle.
    pub(super) wing: [i8; SQUARES],
    /// The squares from which an enemy piece can stop a man, as bits.
    pub(super) cone: [[u128; SQUARES]; 2],
    /// Rows to promotion.
    pub(super) rows_to_go: [[u8; SQUARES]; 2],
    pub(super) weights: Weights,
}

impl EvaluationTables {
    pub(super) fn new(rules: &Rules) -> Self {
        let board = rules.board;
        let weights = Weights::of(rules);
        let mut tables = Self {
            man: [[Tapered::default(); SQUARES]; 2],
            king: [Tapered::default(); SQUARES],
            wing: [0; SQUARES],
            cone: [[0; SQUARES]; 2],
            rows_to_go: [[0; SQUARES]; 2],
            weights,
        };
        let all = || {
            let places =
                (0..board.rows).flat_map(move |rank| (0..board.columns).map(move |file| (file, rank)));
            places.filter_map(move |(file, rank)| Some((file, rank, board.square_at(file, rank)?)))
        };
        for (file, rank, square) in all() {
            let index = usize::from(square.index());
            let from_edge = i32::from(file.min(board.columns - 1 - file));
            let middle = i32::from(board.columns) / 2 - 1;
            let side = if from_edge == 0 {
                weights.term(Term::Edge)
            } else if from_edge >= middle - 1 {
                weights.term(Term::Center)
            } else {
                Tapered::default()
            };
            let from_any_edge = from_edge.min(i32::from(rank.min(board.rows - 1 - rank)));
            tables.king[index] = weights.term(Term::King) + weights.term(Term::KingCenter) * from_any_edge;
            let doubled = 2 * i32::from(file) - i32::from(board.columns) + 1;
            tables.wing[index] = doubled.signum() as i8;
            for color in Color::ALL {
                let advanced = match color {
                    Color::White => rank,
                    Color::Black => board.rows - 1 - rank,
                };
                let rows = i32::from(advanced);
                let guard = weights.term(Term::Guard) * i32::from(advanced == 0);
                tables.man[color as usize][index] =
                    weights.term(Term::Man) + weights.term(Term::Row) * rows + side + guard;
                tables.rows_to_go[color as usize][index] = board.rows - 1 - advanced;
                tables.cone[color as usize][index] = cone(all(), color, file, rank);
            }
        }
        tables
    }
}

/// The squares ahead that a man can reach, and their neighbors.
fn cone(all: impl Iterator<Item = (u8, u8, Square)>, color: Color, file: u8, rank: u8) -> u128 {
    let ahead = all.filter(|&(other_file, other_rank, _)| {
        let rows = match color {
            Color::White => i16::from(other_rank) - i16::from(rank),
            Color::Black => i16::from(rank) - i16::from(other_rank),
        };
        rows >= 0 && i16::from(other_file.abs_diff(file)) <= rows + 1
    });
    ahead.fold(0, |bits, (_, _, square)| bits | 1 << square.index())
}
