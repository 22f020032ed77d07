use std::fmt;
use std::ops::Not;

/// The two players. Use it as an index with `color as usize`; `!color` is the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Color {
    /// The light pieces, drawn at the bottom of a board.
    White,
    /// The dark pieces, drawn at the top of a board.
    Black,
}

impl Color {
    /// Both colors, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The name at the start of a sentence: `White` or `Black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }

    /// The letter of FEN texts: `W` or `B`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

/// A color as a type, so that generators branch on the side to move once and compile for each side.
pub trait Side: Copy {
    /// The color this type stands for.
    const COLOR: Color;
    /// The opponent.
    type Other: Side<Other = Self>;
}

/// [`Color::White`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct WhiteSide;

/// [`Color::Black`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct BlackSide;

impl Side for WhiteSide {
    const COLOR: Color = Color::White;
    type Other = BlackSide;
}

impl Side for BlackSide {
    const COLOR: Color = Color::Black;
    type Other = WhiteSide;
}
