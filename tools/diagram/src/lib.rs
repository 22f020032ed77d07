//! Drawings of boards and pieces: text, text for screen readers, SVG and PNG.
//!
//! Drawing knows no rules: squares, pieces, arrows and marks come in as data. The drawings of the pieces are our own
//! work, made of a few strong shapes, so that they can be told apart on a board of 80 pixels.
//!
//! ```
//! use boardgame::Color;
//! use damier_diagram::{BoardView, Charset, Diagram, Figure, PieceView, Point, SquareView};
//!
//! let square = |column, row, name: &str, piece| SquareView { point: Point { column, row }, name: name.into(), piece };
//! let king = PieceView { color: Color::White, figure: Figure::King };
//! let squares = vec![
//!     square(0, 0, "a2", None),
//!     square(1, 0, "b2", Some(king)),
//!     square(0, 1, "a1", None),
//!     square(1, 1, "b1", None),
//! ];
//! let board = BoardView { columns: 2, rows: 2, is_checkered: true, squares };
//! let diagram = Diagram { title: "A small board".into(), ..Diagram::of(board, Color::White) };
//! assert_eq!(diagram.to_text(Charset::Ascii), "  2  . K\n  1  . .\n     a b\n");
//! assert_eq!(diagram.to_speech(), "A small board.\nWhite to move.\nWhite: king on b2.\nBlack: no pieces.\n");
//! assert!(diagram.to_svg(400)?.starts_with("<svg"));
//! # Ok::<(), damier_diagram::DrawError>(())
//! ```
#![forbid(unsafe_code)]

mod diagram;
mod glyphs;
mod layout;
mod picture;
mod pieces;
#[cfg(feature = "png")]
mod png;
mod speech;
mod svg;
mod text;
mod theme;

pub use boardgame::view::{BoardView, Figure, PieceView, Point, SquareView};
pub use diagram::{Arrow, Diagram, DrawError};
pub use svg::piece_to_svg;
pub use text::Charset;
pub use theme::Theme;
