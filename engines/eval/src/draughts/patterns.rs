//! What men are worth by how they stand in small parts of the board, learned from games.
//!
//! A window of four rows and two squares a row slides over the board. Each of the 3^8 ways in which men can
//! stand in it has a value for many pieces on the board and one for few. Windows overlap, so that formations
//! larger than a window are judged by their parts.
//!
//! The values are data: `weights/NAME.bin`, little-endian pairs of 16 bits, for the windows of one half of
//! the board in turn. The other half is the same board turned round, with the colors changed.

use boardgame::Color;
use draughts::{Draughts, Rules, Ruleset, Square};

use super::SQUARES;
use crate::tapered::{Tapered, t};

/// The windows: rows and squares a row.
const ROWS: usize = 4;
const WIDTH: usize = 2;
const CELLS: usize = ROWS * WIDTH;
/// Each cell is empty, white or black.
const STATES: usize = 3_usize.pow(CELLS as u32);
/// Rows from one window to the next.
const ROW_STEP: usize = 2;

/// No board of the family has more windows.
const MOST_WINDOWS: usize = 25;
/// No square is in more windows.
const MOST_SHARED: usize = ROWS / ROW_STEP * WIDTH;

/// The part that a man on a square has in the index of a window.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    window: u8,
    power: u16,
}

#[derive(Debug)]
pub(super) struct Patterns {
    /// The windows a square is in; shares that are not used add nothing to the first window.
    shares: [[Share; MOST_SHARED]; SQUARES],
    windows: usize,
    /// By window and state.
    values: Vec<(i16, i16)>,
}

/// The learned values of a variant.
fn learned(name: &str) -> Option<&'static [u8]> {
    match name {
        "international" => Some(include_bytes!("../../weights/international.bin")),
        _ => None,
    }
}

impl Patterns {
    /// The patterns of a variant, if they were learned.
    pub(super) fn of(rules: &Rules) -> Option<Self> {
        let values = learned(rules.name)?;
        let rows = rows_of(rules);
        let width = rows.first().map_or(0, Vec::len);
        let mut patterns =
            Self { shares: [[Share::default(); MOST_SHARED]; SQUARES], windows: 0, values: Vec::new() };
        let mut used = [0; SQUARES];
        for row in (0..=rows.len() - ROWS).step_by(ROW_STEP) {
            for column in 0..=width - WIDTH {
                let cells = (0..CELLS).map(|cell| rows[row + cell / WIDTH][column + cell % WIDTH]);
                for (cell, square) in cells.enumerate() {
                    let index = usize::from(square.index());
                    let share = Share { window: patterns.windows as u8, power: 3_u16.pow(cell as u32) };
                    patterns.shares[index][used[index]] = share;
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
                let (opening, ending) = half[opposite * STATES + turned(state)];
                (-opening, -ending)
            }));
        }
        Some(patterns)
    }

    /// The value of all men, for White.
    #[inline(always)]
    pub(super) fn value<V: Ruleset>(&self, position: &Draughts<V>) -> Tapered {
        let mut states = [0_u16; MOST_WINDOWS];
        for color in Color::ALL {
            let digit = 1 + color as u16;
            for square in position.pieces(color) - position.kings() {
                for share in self.shares[usize::from(square.index()) % SQUARES] {
                    states[usize::from(share.window) % MOST_WINDOWS] += digit * share.power;
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

/// The squares of a board row by row, as they are printed with White below.
fn rows_of(rules: &Rules) -> Vec<Vec<Square>> {
    let board = rules.board;
    let row = |rank| (0..board.columns).filter_map(move |file| board.square_at(file, rank)).collect();
    (0..board.rows).rev().map(row).collect()
}

fn read(bytes: &[u8]) -> Vec<(i16, i16)> {
    let number = |bytes: &[u8]| i16::from_le_bytes([bytes[0], bytes[1]]);
    bytes.chunks_exact(4).map(|pair| (number(&pair[..2]), number(&pair[2..]))).collect()
}

/// The same state seen from the other side: the window turned round, with the colors changed.
fn turned(mut state: usize) -> usize {
    const CHANGED: [usize; 3] = [0, 2, 1];
    let mut turned = 0;
    for _ in 0..CELLS {
        turned = turned * 3 + CHANGED[state % 3];
        state /= 3;
    }
    turned
}

#[cfg(test)]
mod tests {
    use boardgame::Notation;
    use draughts::Variant;
    use draughts::variants::International;

    use super::*;

    #[test]
    fn every_square_is_in_as_many_windows_as_overlap_there() {
        let patterns = Patterns::of(&International::RULES).expect("learned");
        assert_eq!(patterns.windows, 16);
        assert_eq!(patterns.values.len(), 16 * STATES);
        let powers: usize = patterns.shares.iter().flatten().filter(|share| share.power > 0).map(|_| 1).sum();
        assert_eq!(powers, 16 * CELLS);
    }

    #[test]
    fn both_sides_are_worth_the_same() {
        let patterns = Patterns::of(&International::RULES).expect("learned");
        let value = |fen: &str| patterns.value(&Draughts::<International>::from_fen(fen).expect(fen));
        assert_eq!(value("W:W28,32,38,42:B12,13,18"), -value("B:B23,19,13,9:W39,38,33"));
        assert_eq!(value("W:WK46:BK5"), Tapered::default());
        assert_ne!(value("W:W28,32,38,42:B12,13,18"), Tapered::default());
    }

    #[test]
    fn a_state_turned_twice_is_the_same() {
        assert!((0..STATES).all(|state| turned(turned(state)) == state));
        assert_eq!(turned(1), 2 * 3_usize.pow(7));
    }
}
