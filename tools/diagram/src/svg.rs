//! Pictures as SVG.

use std::fmt::Write;

use crate::diagram::{Diagram, DrawError};
use crate::layout;
use crate::picture::{Item, Paint, Picture, Shape, short};
use boardgame::view::PieceView;

impl Diagram {
    /// The diagram as an SVG picture of this width in pixels, with text for screen readers. It needs no fonts or other
    /// resources.
    pub fn to_svg(&self, width: u32) -> Result<String, DrawError> {
        let (picture, height) = layout::picture(self, width)?;
        let mut svg = open(&picture, width, height);
        let title = if self.title.is_empty() { "Board" } else { &self.title };
        let _ = writeln!(svg, "<title>{}</title>", escaped(title));
        let _ = writeln!(svg, "<desc>{}</desc>", escaped(self.to_speech().trim_end()));
        write_scene(&mut svg, &picture);
        Ok(svg)
    }
}

/// A piece alone, as an SVG picture without a background.
#[must_use]
pub fn piece_to_svg(piece: PieceView) -> String {
    let picture = layout::piece_scene(piece);
    let mut svg = open(&picture, 100, 100);
    let _ = writeln!(svg, "<title>{} {}</title>", piece.color, piece.figure.name());
    write_scene(&mut svg, &picture);
    svg
}

fn open(picture: &Picture, width: u32, height: u32) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" \
         role=\"img\">\n",
        short(picture.width),
        short(picture.height)
    )
}

fn write_scene(svg: &mut String, picture: &Picture) {
    svg.push_str("<defs>\n");
    for symbol in &picture.symbols {
        let _ = write!(svg, "<g id=\"{}\">", symbol.name);
        symbol.shapes.iter().for_each(|shape| write_shape(svg, shape));
        svg.push_str("</g>\n");
    }
    svg.push_str("</defs>\n");
    for item in &picture.items {
        match item {
            Item::Shape(shape) => write_shape(svg, shape),
            Item::Use { symbol, x, y, scale } => {
                let (name, x, y) = (&picture.symbols[*symbol].name, short(*x), short(*y));
                let _ = if *scale == 1.0 {
                    write!(svg, "<use href=\"#{name}\" x=\"{x}\" y=\"{y}\"/>")
                } else {
                    let scale = (scale * 1000.0).round() / 1000.0;
                    write!(svg, "<use href=\"#{name}\" transform=\"translate({x} {y}) scale({scale})\"/>")
                };
            }
        }
        svg.push('\n');
    }
    svg.push_str("</svg>\n");
}

fn write_shape(svg: &mut String, shape: &Shape) {
    let _ = write!(svg, "<path d=\"{}\"", shape.path);
    match shape.fill {
        Some(paint) => write_paint(svg, "fill", paint),
        None => svg.push_str(" fill=\"none\""),
    }
    if let Some(stroke) = shape.stroke {
        write_paint(svg, "stroke", stroke.paint);
        let _ = write!(svg, " stroke-width=\"{}\" stroke-linejoin=\"round\"", short(stroke.width));
        if stroke.has_round_ends {
            svg.push_str(" stroke-linecap=\"round\"");
        }
    }
    svg.push_str("/>");
}

fn write_paint(svg: &mut String, attribute: &str, paint: Paint) {
    let Paint { red, green, blue, opacity } = paint;
    let _ = write!(svg, " {attribute}=\"#{red:02x}{green:02x}{blue:02x}\"");
    if opacity < 100 {
        let _ = write!(svg, " {attribute}-opacity=\"{}\"", f32::from(opacity) / 100.0);
    }
}

/// The text as XML shows it. Control characters are not allowed there at all.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\n' => escaped.push('\n'),
            _ if character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cannot_break_the_picture() {
        assert_eq!(escaped("a<b>&\u{0}c\nd"), "a&lt;b&gt;&amp; c\nd");
    }
}
