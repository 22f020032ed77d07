//! Squares.

use std::fmt;

use boardgame::Color;

macro_rules! squares {
    ($($name:ident = $index:literal),* $(,)?) => {
        /// One of the 64 squares, from a1 along the first rank to h8.
        ///
        /// ```
        /// use damier_chess::Square;
        ///
        /// assert_eq!(Square::E4.to_string(), "e4");
        /// assert_eq!("e4".parse(), Ok(Square::E4));
        /// assert_eq!((Square::E4.file(), Square::E4.rank()), (4, 3));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Square { $($name = $index),* }

        impl Square {
            /// All squares in order.
            pub const ALL: [Self; 64] = [$(Self::$name),*];

            /// The square with this index; only the lowest six bits count.
            #[inline(always)]
            #[must_use]
            pub const fn from_index(index: u8) -> Self {
                match index & 63 { $($index => Self::$name,)* _ => unreachable!() }
            }
        }
    };
}

squares! {
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

impl Square {
    /// The square on a file and a rank, both from 0 to 7; higher bits are ignored.
    #[inline(always)]
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Self {
        Self::from_index((rank & 7) << 3 | (file & 7))
    }

    /// The file, 0 for the a-file.
    #[inline(always)]
    #[must_use]
    pub const fn file(self) -> u8 {
        self as u8 & 7
    }

    /// The rank, 0 for the first.
    #[inline(always)]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self as u8 >> 3
    }

    /// The rank as this player counts: 0 for the home rank.
    #[inline(always)]
    #[must_use]
    pub const fn rank_for(self, color: Color) -> u8 {
        match color {
            Color::White => self.rank(),
            Color::Black => 7 - self.rank(),
        }
    }

    /// The square mirrored for the other player: ranks are reversed, files stay.
    #[inline(always)]
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self::from_index(self as u8 ^ 56)
    }

    /// The name, such as `e4`.
    #[must_use]
    pub fn name(self) -> &'static str {
        let begin = 2 * self as usize;
        &NAMES[begin..begin + 2]
    }

    /// The letter of the file.
    #[must_use]
    pub const fn file_letter(self) -> char {
        (b'a' + self.file()) as char
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The names of all squares in order.
const NAMES: &str = concat!(
    "a1b1c1d1e1f1g1h1",
    "a2b2c2d2e2f2g2h2",
    "a3b3c3d3e3f3g3h3",
    "a4b4c4d4e4f4g4h4",
    "a5b5c5d5e5f5g5h5",
    "a6b6c6d6e6f6g6h6",
    "a7b7c7d7e7f7g7h7",
    "a8b8c8d8e8f8g8h8",
);

/// A text is not the name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a square from a1 to h8")]
pub struct NoSquare;

impl std::str::FromStr for Square {
    type Err = NoSquare;

    fn from_str(text: &str) -> Result<Self, NoSquare> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Self::at(file - b'a', rank - b'1')),
            _ => Err(NoSquare),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_one_name() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square as usize, index);
            assert_eq!(Square::from_index(index as u8), square);
            assert_eq!(Square::at(square.file(), square.rank()), square);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.mirrored().rank_for(Color::Black), square.rank_for(Color::White));
        }
        for bad in ["", "e", "e9", "e0", "i1", "E4", "e44", "é4"] {
            assert_eq!(bad.parse::<Square>(), Err(NoSquare), "{bad}");
        }
    }
}
