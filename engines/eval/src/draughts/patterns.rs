//! Pattern evaluation: values of local formations of men, learned from games.
//!
//! A window of four rows with two squares each slides over the board. Each of its 3^8 states has a value for the
//! opening and one for the endgame. Windows overlap, so larger formations are evaluated by their parts.
//!
//! The values are in `weights/NAME.bin`, as little-endian pairs of 16 bits, for the windows of one half of the board. The
//! other half is the same board rotated, with colors swapped.

use boardgame::Color;
use draughts::{Draughts, Rules, Ruleset, Square};

use super::SQUARES;
use crate::tapered::{Tapered, t};

/// The size of a window.
const ROWS: usize = 4;
const WIDTH: usize = 2;
const CELLS: usize = ROWS * WIDTH;
/// Each cell is empty, white or black.
const STATES: usize = 3_usize.pow(CELLS as u32);
/// Rows between windows.
const ROW_STEP: usize = 2;

/// The most windows of any board.
const MAX_WINDOWS: usize = 25;
/// The most windows that any square is in.
const MAX_OVERLAP: usize = ROWS / ROW_STEP * WIDTH;

/// What a man on a square adds to the state of a window.
#[derive(Clone, Copy, Debug, Default)]
struct WindowDigit {
    window: u8,
    power: u16,
}

#[derive(Debug)]
pub(super) struct Patterns {
    /// The windows of each square; unused digits add nothing to the first window.
    digits: [[WindowDigit; MAX_OVERLAP]; SQUARES],
    windows: usize,
    /// By window and state.
    values: Vec<(i16, i16)>,
}

/// The learned values of a variant, if there are any.
fn learned(name: &str) -> Option<&'static [u8]> {
    match name {
        "international" => Some(include_bytes!("../../weights/international.bin")),
        _ => None,
    }
}

impl Patterns {
    /// The patterns of a variant, if there are any.
    pub(super) fn of(rules: &Rules) -> Option<Self> {
        let values = learned(rules.name)?;
        let rows = rows_of(rules);
        let width = rows.first().map_or(0, Vec::len);
        let mut patterns =
            Self { digits: [[WindowDigit::default(); MAX_OVERLAP]; SQUARES], windows: 0, values: Vec::new() };
        let mut used = [0; SQUARES];
        for row in (0..=rows.len() - ROWS).step_by(ROW_STEP) {
            for column in 0..=width - WIDTH {
                let cells = (0..CELLS).map(|cell| rows[row + cell / WIDTH][column + cell % WIDTH]);
                for (cell, square) in cells.enumerate() {
                    let index = usize::from(square.index());
                    let digit = WindowDigit { window: patterns.windows as u8, power: 3_u16.pow(cell as u32) };
                    patterns.digits[index][used[index]] = digit;
                    used[index] += 1;
                }
                patterns.windows += 1;
            }
        }
        let half = read(values);
        for window in 0..patterns.windows {
            let opposite = patterns.windows - 1 - window;
            patterns.values.extend((0..STATES).map(|state| {
                if window <= opposite {
                    return half[window * STATES + state];
                }
                let (opening, ending) = half[opposite * STATES + rotated(state)];
                (-opening, -ending)
            }));
        }
        Some(patterns)
    }

    /// The value of all men, for White.
    #[inline(always)]
    pub(super) fn value<V: Ruleset>(&self, position: &Draughts<V>) -> Tapered {
        let mut states = [0_u16; MAX_WINDOWS];
        for color in Color::ALL {
            let piece = 1 + color as u16;
            for square in position.pieces(color) - position.kings() {
                for digit in self.digits[usize::from(square.index()) % SQUARES] {
                    states[usize::from(digit.window) % MAX_WINDOWS] += piece * digit.power;
                }
            }
        }
        let mut sum = Tapered::default();
        for (values, &state) in self.values.chunks_exact(STATES).zip(&states[..self.windows]) {
            let (opening, ending) = values[usize::from(state) % STATES];
            sum += t(i32::from(opening), i32::from(ending));
        }
        sum
    }
}

/// The squares of a board row by row, with White at the bottom.
fn rows_of(rules: &Rules) -> Vec<Vec<Square>> {
    let board = rules.board;
    let row = |rank| (0..board.columns).filter_map(move |file| board.square_at(file, rank)).collect();
    (0..board.rows).rev().map(row).collect()
}

fn read(bytes: &[u8]) -> Vec<(i16, i16)> {
    let number = |bytes: &[u8]| i16::from_le_bytes([bytes[0], bytes[1]]);
    bytes.chunks_exact(4).map(|pair| (number(&pair[..2]), number(&pair[2..]))).collect()
}

/// The state of the rotated window with colors swapped.
fn rotated(mut state: usize) -> usize {
    const SWAPPED: [usize; 3] = [0, 2, 1];
    let mut rotated = 0;
    for _ in 0..CELLS {
        rotated = rotated * 3 + SWAPPED[state % 3];
        state /= 3;
    }
    rotated
}

#[cfg(test)]
mod tests {
    use boardgame::PositionExt;
    use draughts::Variant;
    use draughts::variants::International;

    use super::*;

    #[test]
    fn every_cell_of_every_window_has_a_digit() {
        let patterns = Patterns::of(&International::RULES).expect("learned");
        assert_eq!(patterns.windows, 16);
        assert_eq!(patterns.values.len(), 16 * STATES);
        let powers: usize = patterns.digits.iter().flatten().filter(|digit| digit.power > 0).map(|_| 1).sum();
        assert_eq!(powers, 16 * CELLS);
    }

    #[test]
    fn patterns_are_symmetric() {
        let patterns = Patterns::of(&International::RULES).expect("learned");
        let value = |fen: &str| patterns.value(&Draughts::<International>::from_fen(fen).expect(fen));
        assert_eq!(value("W:W28,32,38,42:B12,13,18"), -value("B:B23,19,13,9:W39,38,33"));
        assert_eq!(value("W:WK46:BK5"), Tapered::default());
        assert_ne!(value("W:W28,32,38,42:B12,13,18"), Tapered::default());
    }

    #[test]
    fn a_state_rotated_twice_is_the_same() {
        assert!((0..STATES).all(|state| rotated(rotated(state)) == state));
        assert_eq!(rotated(1), 2 * 3_usize.pow(7));
    }
}
