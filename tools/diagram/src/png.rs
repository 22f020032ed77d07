//! Pictures as PNG.

use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint as Brush, Path, PathBuilder, Pixmap, Transform};

use crate::diagram::{Diagram, DrawError};
use crate::layout;
use crate::picture::{Item, Paint, Picture, Shape};

impl Diagram {
    /// The diagram as a PNG picture of this width in pixels.
    pub fn to_png(&self, width: u32) -> Result<Vec<u8>, DrawError> {
        let (picture, height) = layout::picture(self, width)?;
        let failed = |reason: &str| DrawError::Encoding { reason: reason.to_owned() };
        let mut pixels = Pixmap::new(width, height).ok_or_else(|| failed("no memory"))?;
        paint_scene(&mut pixels, &picture);
        encode(&pixels).map_err(|error| failed(&error.to_string()))
    }
}

/// Encodes pixels without opacity: the board covers all of them.
fn encode(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // Large areas of one color compress best without a filter, at the highest level.
    encoder.set_compression(png::Compression::Best);
    encoder.set_filter(png::FilterType::NoFilter);
    let rgb: Vec<u8> =
        pixels.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb)?;
    writer.finish()?;
    Ok(bytes)
}

fn paint_scene(pixels: &mut Pixmap, picture: &Picture) {
    let zoom = pixels.width() as f32 / picture.width;
    let whole = Transform::from_scale(zoom, zoom);
    for item in &picture.items {
        match item {
            Item::Shape(shape) => paint_shape(pixels, shape, whole),
            Item::Use { symbol, x, y, scale } => {
                let placed = whole.pre_translate(*x, *y).pre_scale(*scale, *scale);
                picture.symbols[*symbol].shapes.iter().for_each(|shape| paint_shape(pixels, shape, placed));
            }
        }
    }
}

fn paint_shape(pixels: &mut Pixmap, shape: &Shape, transform: Transform) {
    let Some(path) = read_path(&shape.path) else { return };
    if let Some(paint) = shape.fill {
        pixels.fill_path(&path, &brush(paint), FillRule::Winding, transform, None);
    }
    if let Some(stroke) = shape.stroke {
        let line_cap = if stroke.has_round_ends { LineCap::Round } else { LineCap::Butt };
        let line = tiny_skia::Stroke {
            width: stroke.width,
            line_cap,
            line_join: LineJoin::Round,
            ..Default::default()
        };
        pixels.stroke_path(&path, &brush(stroke.paint), &line, transform, None);
    }
}

fn brush(paint: Paint) -> Brush<'static> {
    let alpha = (u16::from(paint.opacity) * 255 / 100) as u8;
    let mut brush = Brush { anti_alias: true, ..Brush::default() };
    brush.set_color(Color::from_rgba8(paint.red, paint.green, paint.blue, alpha));
    brush
}

/// Reads the path of a [`Shape`]; `None` if it is empty or invalid.
fn read_path(text: &str) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let mut rest = text;
    while let Some(command) = rest.chars().next() {
        let after = &rest[command.len_utf8()..];
        let end = after.find(|character: char| character.is_ascii_alphabetic()).unwrap_or(after.len());
        let numbers: Option<Vec<f32>> =
            after[..end].split_whitespace().map(|word| word.parse().ok()).collect();
        match (command, numbers?.as_slice()) {
            ('M', &[x, y]) => builder.move_to(x, y),
            ('L', &[x, y]) => builder.line_to(x, y),
            ('C', &[a, b, c, d, x, y]) => builder.cubic_to(a, b, c, d, x, y),
            ('Z', &[]) => builder.close(),
            _ => return None,
        }
        rest = &after[end..];
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use boardgame::Color;

    use super::*;
    use crate::{Figure, PieceView, glyphs, pieces};

    #[test]
    fn every_drawing_can_be_read() {
        let pieces =
            Figure::ALL.into_iter().flat_map(|figure| Color::ALL.map(|color| PieceView { color, figure }));
        let pens = [8, 64].map(pieces::Pen::for_square);
        let mut symbols: Vec<_> =
            pieces.flat_map(|piece| pens.map(|pen| pieces::symbol(piece, pen))).collect();
        let white = Paint::solid(255, 255, 255);
        symbols
            .extend(('0'..='9').chain('a'..='p').map(|character| glyphs::symbol(character, "edge", white)));
        for symbol in symbols {
            assert!(!symbol.shapes.is_empty(), "{}", symbol.name);
            for shape in &symbol.shapes {
                assert!(read_path(&shape.path).is_some(), "{}: {}", symbol.name, shape.path);
            }
        }
    }

    #[test]
    fn other_texts_are_no_paths() {
        for text in ["", "x", "M1", "M1 2Q3 4 5 6", "é", "M1 2L"] {
            assert!(read_path(text).is_none(), "{text}");
        }
    }
}
