//! Letters and digits for labels, drawn as strokes, so that pictures need no font.

use crate::picture::{Paint, Shape, Symbol};

/// The height of digits, in units of glyphs.
pub(crate) const HEIGHT: f32 = 10.0;
/// From one glyph to the next.
pub(crate) const ADVANCE: f32 = 8.0;
/// The width of a glyph.
pub(crate) const WIDTH: f32 = 6.0;

/// Draws a letter or digit in a box of 6 by 10; other characters are left out. The ground
/// it is written on is a part of its name.
pub(crate) fn symbol(character: char, ground: &str, paint: Paint) -> Symbol {
    let shapes = path(character).map(|path| Shape::line(path, paint, 1.5));
    Symbol { name: format!("{ground}-{character}"), shapes: shapes.into_iter().collect() }
}

/// The strokes of a glyph. Letters are those of boards with up to sixteen columns.
fn path(character: char) -> Option<&'static str> {
    Some(match character {
        '0' => "M3 0C5 0 6 2 6 5C6 8 5 10 3 10C1 10 0 8 0 5C0 2 1 0 3 0Z",
        '1' => "M1 2L3.5 0L3.5 10",
        '2' => "M0 2.6C0 1 1.3 0 3 0C4.7 0 6 1 6 2.6C6 4.8 0 7 0 10L6 10",
        '3' => "M0.4 0L5.6 0L2.8 3.8C4.8 3.8 6 5 6 6.8C6 8.7 4.7 10 2.8 10C1.5 10 0.5 9.4 0 8.4",
        '4' => "M4.6 10L4.6 0L0 7L6 7",
        '5' => {
            "M5.4 0L1 0L0.5 4.6C1.2 3.9 2 3.6 3 3.6C4.8 3.6 6 4.9 6 6.8C6 8.7 4.7 10 2.8 10C1.5 10 0.5 9.4 0 8.4"
        }
        '6' => {
            "M5.3 0.8C4.7 0.3 4 0 3.2 0C1.2 0 0 2.2 0 5.6C0 8.4 1 10 3 10C4.8 10 6 8.7 6 6.9C6 5.1 4.8 4 3.1 4C1.6 4 0.3 5 0 6.4"
        }
        '7' => "M0 0L6 0L2.2 10",
        '8' => {
            "M3 4.6C1.4 4.6 0.5 3.7 0.5 2.3C0.5 1 1.5 0 3 0C4.5 0 5.5 1 5.5 2.3C5.5 3.7 4.6 4.6 3 4.6C1.2 4.6 0 5.7 0 7.3C0 9 1.2 10 3 10C4.8 10 6 9 6 7.3C6 5.7 4.8 4.6 3 4.6Z"
        }
        '9' => {
            "M0.7 9.2C1.3 9.7 2 10 2.8 10C4.8 10 6 7.8 6 4.4C6 1.6 5 0 3 0C1.2 0 0 1.3 0 3.1C0 4.9 1.2 6 2.9 6C4.4 6 5.7 5 6 3.6"
        }
        'a' => {
            "M0.6 4C1.2 3.3 2 3 3 3C4.6 3 5.6 4 5.6 5.5L5.6 10M5.6 6.4C4.8 6 3.8 5.9 2.8 6C1.2 6.1 0.2 6.9 0.2 8.1C0.2 9.3 1.1 10 2.5 10C4 10 5.2 9.2 5.6 8"
        }
        'b' => {
            "M0.4 0L0.4 10M0.4 6.5C0.4 4.4 1.5 3 3.2 3C4.9 3 6 4.4 6 6.5C6 8.6 4.9 10 3.2 10C1.5 10 0.4 8.6 0.4 6.5"
        }
        'c' => {
            "M5.8 4.4C5.2 3.5 4.3 3 3.3 3C1.4 3 0.2 4.4 0.2 6.5C0.2 8.6 1.4 10 3.3 10C4.3 10 5.2 9.5 5.8 8.6"
        }
        'd' => {
            "M5.6 0L5.6 10M5.6 6.5C5.6 4.4 4.5 3 2.8 3C1.1 3 0 4.4 0 6.5C0 8.6 1.1 10 2.8 10C4.5 10 5.6 8.6 5.6 6.5"
        }
        'e' => {
            "M0.2 6.4L5.8 6.4C5.8 4.3 4.7 3 3 3C1.3 3 0.2 4.4 0.2 6.5C0.2 8.6 1.4 10 3.2 10C4.2 10 5 9.6 5.6 8.8"
        }
        'f' => "M5 0.4C3.4 -0.3 2.2 0.5 2.2 2.2L2.2 10M0.4 3.4L4.6 3.4",
        'g' => {
            "M5.6 3L5.6 10.4C5.6 12 4.5 13 2.9 13C1.9 13 1 12.7 0.4 12.1M5.6 6.5C5.6 4.4 4.5 3 2.8 3C1.1 3 0 4.4 0 6.5C0 8.6 1.1 10 2.8 10C4.5 10 5.6 8.6 5.6 6.5"
        }
        'h' => "M0.5 0L0.5 10M0.5 5.8C0.7 4.2 1.7 3 3.2 3C4.8 3 5.6 4 5.6 5.8L5.6 10",
        'i' => "M3 3.4L3 10M3 0.4L3 0.6",
        'j' => "M4 3.4L4 10.6C4 12.2 3 13 1.4 12.8M4 0.4L4 0.6",
        'k' => "M0.6 0L0.6 10M5.4 3.2L0.8 7.2M2.4 5.8L5.6 10",
        'l' => "M2.6 0L2.6 8.2C2.6 9.4 3.2 10 4.4 10",
        'm' => {
            "M0 3.2L0 10M0 5.4C0.2 4 0.8 3 1.8 3C2.7 3 3.1 3.7 3.1 5L3.1 10M3.1 5.4C3.3 4 3.9 3 4.8 3C5.7 3 6.1 3.7 6.1 5L6.1 10"
        }
        'n' => "M0.5 3.2L0.5 10M0.5 5.8C0.7 4.2 1.7 3 3.2 3C4.8 3 5.6 4 5.6 5.8L5.6 10",
        'o' => "M3 3C4.8 3 6 4.4 6 6.5C6 8.6 4.8 10 3 10C1.2 10 0 8.6 0 6.5C0 4.4 1.2 3 3 3Z",
        'p' => {
            "M0.4 3.2L0.4 13M0.4 6.5C0.4 4.4 1.5 3 3.2 3C4.9 3 6 4.4 6 6.5C6 8.6 4.9 10 3.2 10C1.5 10 0.4 8.6 0.4 6.5"
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_large_board_can_be_written() {
        assert!(('0'..='9').chain('a'..='p').all(|character| path(character).is_some()));
        assert_eq!(path('!'), None);
    }
}
