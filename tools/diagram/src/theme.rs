//! Colors of boards.

use crate::picture::Paint;

/// The colors of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// Brown, like wooden boards.
    #[default]
    Wood,
    /// Green, like the boards of clubs.
    Green,
    /// Gray, for print.
    Gray,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 3] = [Self::Wood, Self::Green, Self::Gray];

    /// The name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Green => "green",
            Self::Gray => "gray",
        }
    }

    pub(crate) const fn light(self) -> Paint {
        match self {
            Self::Wood => Paint::solid(0xec, 0xd6, 0xb0),
            Self::Green => Paint::solid(0xec, 0xec, 0xd6),
            Self::Gray => Paint::solid(0xe4, 0xe4, 0xe4),
        }
    }

    pub(crate) const fn dark(self) -> Paint {
        match self {
            Self::Wood => Paint::solid(0xb0, 0x80, 0x54),
            Self::Green => Paint::solid(0x76, 0x9a, 0x62),
            Self::Gray => Paint::solid(0x9c, 0x9c, 0x9c),
        }
    }

    pub(crate) const fn frame(self) -> Paint {
        match self {
            Self::Wood => Paint::solid(0x5a, 0x3a, 0x22),
            Self::Green => Paint::solid(0x35, 0x4c, 0x2c),
            Self::Gray => Paint::solid(0x44, 0x44, 0x44),
        }
    }

    /// The labels on the frame.
    pub(crate) const fn edge_label(self) -> Paint {
        self.light()
    }

    /// The numbers in dark squares.
    pub(crate) const fn square_label(self) -> Paint {
        self.light().with_opacity(80)
    }

    /// Laid over the squares of the last move.
    pub(crate) const fn last_move(self) -> Paint {
        match self {
            Self::Wood | Self::Green => Paint::solid(0xf4, 0xd8, 0x30).with_opacity(55),
            Self::Gray => Paint::solid(0xff, 0xff, 0xff).with_opacity(50),
        }
    }

    /// Around marked squares.
    pub(crate) const fn mark(self) -> Paint {
        match self {
            Self::Wood | Self::Green => Paint::solid(0xc8, 0x28, 0x20),
            Self::Gray => Paint::solid(0x10, 0x10, 0x10),
        }
    }

    pub(crate) const fn arrow(self) -> Paint {
        match self {
            Self::Wood => Paint::solid(0x1c, 0x78, 0x3c).with_opacity(80),
            Self::Green => Paint::solid(0xd8, 0x74, 0x10).with_opacity(85),
            Self::Gray => Paint::solid(0x18, 0x18, 0x18).with_opacity(75),
        }
    }
}
