//! Pictures of positions.

use boardgame::view::PositionView;
use diagram::{Diagram, DrawError, Theme};

use crate::error::StudyError;

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PictureFormat {
    /// Vectors.
    Svg,
    /// Pixels.
    Png,
}

/// How to draw a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// The format.
    pub format: PictureFormat,
    /// The width in pixels, from 80 to 1600.
    pub size: u32,
    /// Whether Black is at the bottom.
    pub flip: bool,
    /// Whether the squares of the last move are marked.
    pub last_move: bool,
    /// The colors: `wood`, `green` or `gray`.
    pub theme: Theme,
    /// A title, for people who cannot see the picture.
    pub title: String,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self {
            format: PictureFormat::Svg,
            size: 400,
            flip: false,
            last_move: true,
            theme: Theme::default(),
            title: String::new(),
        }
    }
}

/// The smallest and the largest width, in pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 80..=1_600;

/// Draws a position: [`AnyGame::view`](catalog::AnyGame::view), or [`GameId::view_at`](catalog::GameId::view_at) for one
/// whose moves need not be listed.
///
/// ```
/// use catalog::GameId;
/// use damier_study::{PictureOptions, picture};
///
/// let svg = picture(GameId::Chess.start().view(false), &PictureOptions::default())?;
/// assert!(svg.starts_with(b"<svg"));
/// # Ok::<(), damier_study::StudyError>(())
/// ```
///
/// # Errors
///
/// The width is out of range.
pub fn picture(view: PositionView, options: &PictureOptions) -> Result<Vec<u8>, StudyError> {
    if !WIDTHS.contains(&options.size) {
        let expected = format!("{} to {} pixels", WIDTHS.start(), WIDTHS.end());
        return Err(StudyError::bad("size", &options.size.to_string(), expected));
    }
    let mut diagram =
        Diagram { is_flipped: options.flip, theme: options.theme, ..Diagram::showing(view, &options.title) };
    if !options.last_move {
        diagram.last_move.clear();
    }
    let drawn = match options.format {
        PictureFormat::Svg => diagram.to_svg(options.size).map(String::into_bytes),
        PictureFormat::Png => diagram.to_png(options.size),
    };
    drawn.map_err(|error: DrawError| StudyError::bad("size", &options.size.to_string(), error.to_string()))
}
