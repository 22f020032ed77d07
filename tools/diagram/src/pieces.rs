//! The drawings of the pieces: our own work, in boxes of 100 by 100.

use boardgame::Color;

use crate::picture::{Paint, Shape, Stroke, Symbol, circle, ellipse};
use boardgame::view::{Figure, PieceView};

/// How pieces are drawn in squares of a given size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pen {
    /// The width of outlines, in units.
    pub(crate) outline: f32,
    /// Whether there is room for lines inside pieces.
    pub(crate) has_details: bool,
    /// The scale of pieces.
    scale: f32,
}

impl Pen {
    /// For squares of this many pixels: outlines never get thinner than half a pixel, and small squares are
    /// filled, but by pawns, which would look like bishops.
    pub(crate) fn for_square(pixels: u32) -> Self {
        let is_small = pixels < 16;
        let scale = if is_small { 1.14 } else { 1.0 };
        Self { outline: (55.0 / pixels as f32).max(3.6), has_details: !is_small, scale }
    }

    /// The scale of this figure relative to its box.
    pub(crate) fn scale_of(self, figure: Figure) -> f32 {
        if figure == Figure::Pawn { 1.0 } else { self.scale }
    }
}

/// The colors of one player's pieces.
struct Ink {
    fill: Paint,
    outline: Paint,
    /// Lines inside the piece.
    detail: Paint,
    /// The crown on a draughts king.
    crown: Paint,
}

impl Ink {
    fn of(color: Color) -> Self {
        match color {
            Color::White => Self {
                fill: Paint::solid(0xfb, 0xf6, 0xea),
                outline: Paint::solid(0x24, 0x20, 0x1c),
                detail: Paint::solid(0x4a, 0x42, 0x3a),
                crown: Paint::solid(0xb8, 0x2c, 0x1c),
            },
            Color::Black => Self {
                fill: Paint::solid(0x34, 0x30, 0x2e),
                outline: Paint::solid(0x0c, 0x0a, 0x08),
                detail: Paint::solid(0xd8, 0xd0, 0xc4),
                crown: Paint::solid(0xf0, 0xbc, 0x3c),
            },
        }
    }
}

/// Draws a piece.
pub(crate) fn symbol(piece: PieceView, pen: Pen) -> Symbol {
    let ink = Ink::of(piece.color);
    let name = format!(
        "{}-{}",
        piece.color,
        if piece.figure == Figure::Crowned { "crowned" } else { piece.figure.name() }
    );
    let shapes = match piece.figure {
        Figure::Man => disc(50.0, &ink, pen),
        Figure::Crowned => crowned(&ink, pen),
        _ => chess_piece(piece.figure, &ink, pen),
    };
    Symbol { name, shapes }
}

fn outlined(path: impl Into<std::borrow::Cow<'static, str>>, ink: &Ink, pen: Pen) -> Shape {
    let stroke = Stroke { paint: ink.outline, width: pen.outline, has_round_ends: true };
    Shape { path: path.into(), fill: Some(ink.fill), stroke: Some(stroke) }
}

/// A man of draughts: a disc with the rings that let real ones be stacked.
fn disc(y: f32, ink: &Ink, pen: Pen) -> Vec<Shape> {
    let mut shapes = vec![outlined(circle(50.0, y, 39.0), ink, pen)];
    if pen.has_details {
        let ring = |radius| Shape::line(circle(50.0, y, radius), ink.detail.with_opacity(70), 2.6);
        shapes.extend([ring(29.0), ring(18.0)]);
    }
    shapes
}

/// A king of draughts: two discs, one on the other, with a crown.
fn crowned(ink: &Ink, pen: Pen) -> Vec<Shape> {
    if !pen.has_details {
        let mut shapes = disc(50.0, ink, pen);
        shapes.push(Shape::filled(circle(50.0, 50.0, 19.0), ink.crown));
        return shapes;
    }
    let mut shapes =
        vec![outlined(circle(50.0, 56.0, 37.0), ink, pen), outlined(circle(50.0, 44.0, 37.0), ink, pen)];
    shapes.push(Shape::line(circle(50.0, 44.0, 29.0), ink.detail.with_opacity(70), 2.6));
    shapes.push(Shape::filled(CROWN, ink.crown));
    shapes
}

const CROWN: &str = "M33 56L29 33L41 43L50 27L59 43L71 33L67 56Z";

/// Outline of each piece, then the lines inside.
fn chess_piece(figure: Figure, ink: &Ink, pen: Pen) -> Vec<Shape> {
    let (outline, details): (&[&'static str], &[&'static str]) = match figure {
        Figure::Pawn => (PAWN, PAWN_LINES),
        Figure::Knight => (KNIGHT, KNIGHT_LINES),
        Figure::Bishop => (BISHOP, BISHOP_LINES),
        Figure::Rook => (ROOK, ROOK_LINES),
        Figure::Queen => (QUEEN, QUEEN_LINES),
        _ => (KING, KING_LINES),
    };
    let mut shapes: Vec<Shape> = outline.iter().map(|&path| outlined(path, ink, pen)).collect();
    if pen.has_details {
        shapes.extend(details.iter().map(|&path| Shape::line(path, ink.detail, 3.0)));
    }
    if figure == Figure::Queen {
        let pearls = [(13.0, 31.0), (31.0, 22.0), (50.0, 18.0), (69.0, 22.0), (87.0, 31.0)];
        shapes.extend(pearls.map(|(x, y)| outlined(ellipse(x, y, 5.5, 5.5), ink, pen)));
    }
    if figure == Figure::Knight && pen.has_details {
        shapes.push(Shape::filled(ellipse(41.0, 38.5, 3.4, 3.4), ink.detail));
    }
    shapes
}

const PAWN: &[&str] = &[
    "M50 23C58.5 23 65 29.5 65 37.5C65 42.6 62.4 47 58.4 49.6C60.4 59 65.5 65.6 71 71C74.5 74.5 75.5 78 75.5 86L24.5 86C24.5 78 25.5 74.5 29 71C34.5 65.6 39.6 59 41.6 49.6C37.6 47 35 42.6 35 37.5C35 29.5 41.5 23 50 23Z",
];
const PAWN_LINES: &[&str] = &["M31 75.5L69 75.5"];

const ROOK: &[&str] = &[
    "M25 18L38 18L38 26L45 26L45 18L55 18L55 26L62 26L62 18L75 18L75 37L66 44L68 68L77 75L77 86L23 86L23 75L32 68L34 44L25 37Z",
];
const ROOK_LINES: &[&str] = &["M35 44L65 44", "M33 68L67 68"];

const BISHOP: &[&str] = &[
    "M50 20C63 28 71 40 71 51C71 58 68 63 63 66L66 73L78 77L78 86L22 86L22 77L34 73L37 66C32 63 29 58 29 51C29 40 37 28 50 20Z",
    "M50 9C54 9 57 12 57 16C57 20 54 23 50 23C46 23 43 20 43 16C43 12 46 9 50 9Z",
];
const BISHOP_LINES: &[&str] = &["M37 66L63 66", "M34 74L66 74", "M50 35L50 54", "M41 44.5L59 44.5"];

const KNIGHT: &[&str] = &[
    "M26 86C26 74 32 67 40 60C43 57 44 55 44 52C39 56 34 57 31 61C28 65 24 67 20 64C15 61 13 57 16 52C20 46 25 41 27 34C29 28 32 25 36 22L37 12L46 18C66 18 80 36 80 62L80 86Z",
];
const KNIGHT_LINES: &[&str] = &["M50 25C64 29 72 42 72 62L72 78"];

const QUEEN: &[&str] = &[
    "M13 31L29 56L31 22L44 52L50 18L56 52L69 22L71 56L87 31L78 66C76 71 76 74 78 78L78 86L22 86L22 78C24 74 24 71 22 66Z",
];
const QUEEN_LINES: &[&str] = &["M25 67C41 63 59 63 75 67", "M25 77C41 73.5 59 73.5 75 77"];

const KING: &[&str] = &[
    "M46 8L54 8L54 15L61 15L61 23L54 23L54 34L46 34L46 23L39 23L39 15L46 15Z",
    "M50 32C56 32 61 36 61 42C66 36 74 34 80 37C89 41 91 51 85 58L76 69L78 86L22 86L24 69L15 58C9 51 11 41 20 37C26 34 34 36 39 42C39 36 44 32 50 32Z",
];
const KING_LINES: &[&str] = &["M26 69C41 65 59 65 74 69", "M25 78C41 74 59 74 75 78", "M50 42L50 64"];
