//! A picture made of shapes, independent of the output format.

use std::borrow::Cow;
use std::fmt::Write;

/// The side of a square in units. Pieces are drawn in a box of this size.
pub(crate) const SQUARE: f32 = 100.0;

/// A color with its opacity in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    pub(crate) red: u8,
    pub(crate) green: u8,
    pub(crate) blue: u8,
    pub(crate) opacity: u8,
}

impl Paint {
    pub(crate) const fn solid(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue, opacity: 100 }
    }

    pub(crate) const fn with_opacity(self, opacity: u8) -> Self {
        Self { opacity, ..self }
    }
}

/// A line along a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) paint: Paint,
    pub(crate) width: f32,
    pub(crate) has_round_ends: bool,
}

/// A path in the syntax of SVG with the commands `M`, `L`, `C` and `Z`, numbers separated by single spaces.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) path: Cow<'static, str>,
    pub(crate) fill: Option<Paint>,
    pub(crate) stroke: Option<Stroke>,
}

/// A drawing that is used in several places.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Symbol {
    /// Unique in the picture.
    pub(crate) name: String,
    pub(crate) shapes: Vec<Shape>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    Shape(Shape),
    /// A symbol by its index, moved and scaled.
    Use {
        symbol: usize,
        x: f32,
        y: f32,
        scale: f32,
    },
}

/// The picture. Its upper left corner is at 0, 0.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picture {
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) symbols: Vec<Symbol>,
    pub(crate) items: Vec<Item>,
}

impl Shape {
    pub(crate) fn filled(path: impl Into<Cow<'static, str>>, paint: Paint) -> Self {
        Self { path: path.into(), fill: Some(paint), stroke: None }
    }

    pub(crate) fn line(path: impl Into<Cow<'static, str>>, paint: Paint, width: f32) -> Self {
        let stroke = Stroke { paint, width, has_round_ends: true };
        Self { path: path.into(), fill: None, stroke: Some(stroke) }
    }
}

/// A number with at most one decimal, as short as possible.
pub(crate) fn short(number: f32) -> f32 {
    // Adding zero turns minus zero into zero.
    (number * 10.0).round() / 10.0 + 0.0
}

/// A path around a rectangle.
pub(crate) fn rectangle(x: f32, y: f32, width: f32, height: f32) -> String {
    let (left, top, right, bottom) = (short(x), short(y), short(x + width), short(y + height));
    format!("M{left} {top}L{right} {top}L{right} {bottom}L{left} {bottom}Z")
}

/// A path around an ellipse.
pub(crate) fn ellipse(x: f32, y: f32, across: f32, down: f32) -> String {
    // The control points that come closest to a quarter of a circle.
    const BEND: f32 = 0.5523;
    let mut path = format!("M{} {}", short(x + across), short(y));
    for (from, to) in [((1, 0), (0, 1)), ((0, 1), (-1, 0)), ((-1, 0), (0, -1)), ((0, -1), (1, 0))] {
        let point = |(a, b): (i8, i8), (c, d): (i8, i8), bend: f32| {
            let (a, b, c, d) = (f32::from(a), f32::from(b), f32::from(c), f32::from(d));
            (short(x + across * (a + bend * c)), short(y + down * (b + bend * d)))
        };
        let (first, second, end) = (point(from, to, BEND), point(to, from, BEND), point(to, from, 0.0));
        let _ = write!(path, "C{} {} {} {} {} {}", first.0, first.1, second.0, second.1, end.0, end.1);
    }
    path.push('Z');
    path
}

/// A path around a circle.
pub(crate) fn circle(x: f32, y: f32, radius: f32) -> String {
    ellipse(x, y, radius, radius)
}
