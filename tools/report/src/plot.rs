//! Plots as SVG: axes, lines and bars in one size, colored by the style sheet of the page.

use std::fmt::Write;

/// The size of a plot. Pages scale it; at these numbers a text of 12 is easy to read on a phone.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 40.0;

/// A range of numbers on an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Whether only whole numbers make sense.
    is_whole: bool,
}

impl Range {
    /// A range that is never empty.
    pub(crate) fn new(low: f64, high: f64) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Self { low, high, is_whole: false }
    }

    /// A range of counts.
    pub(crate) fn whole(low: f64, high: f64) -> Self {
        Self { is_whole: true, ..Self::new(low, high) }
    }

    fn share(self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Round numbers in the range, about as many as wanted, and their texts.
    pub(crate) fn ticks(self, wanted: usize) -> Vec<(f64, String)> {
        let rough = (self.high - self.low) / wanted.max(1) as f64;
        let power = 10.0_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|&step| step >= rough);
        let step = step.unwrap_or(10.0 * power).max(if self.is_whole { 1.0 } else { 0.0 });
        // As many digits as tell neighbors apart.
        let digits = (-step.log10()).ceil().max(0.0) as usize;
        let first = (self.low / step - 1e-9).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        let ticks = (first..=last).take(2 * wanted + 2).map(|number| number as f64 * step);
        ticks.map(|tick| (tick, short(tick, digits))).collect()
    }
}

/// A plot that is being drawn.
#[derive(Debug)]
pub(crate) struct Plot {
    svg: String,
    x: Range,
    y: Range,
}

impl Plot {
    /// The axes with their numbers and words. `label` says what the plot shows, for those who do not see it.
    pub(crate) fn new(label: &str, x: Range, y: Range, words: [&str; 2]) -> Self {
        let mut svg =
            format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">", escaped(label));
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for (tick, text) in y.ticks(5) {
            let place = y_place(y, tick);
            let _ = write!(svg, "<path class=\"grid\" d=\"M{LEFT} {place:.1}H{right}\"/>");
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                LEFT - 6.0,
                place + 4.0
            );
        }
        for (tick, text) in x.ticks(6) {
            let place = x_place(x, tick);
            let _ = write!(svg, "<path class=\"grid\" d=\"M{place:.1} {bottom}v4\"/>");
            let _ = write!(
                svg,
                "<text x=\"{place:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
                bottom + 17.0
            );
        }
        let _ = write!(svg, "<path class=\"axis\" d=\"M{LEFT} {bottom}H{right}\"/>");
        let [x_word, y_word] = words.map(escaped);
        let _ = write!(
            svg,
            "<text class=\"word\" x=\"{right}\" y=\"{}\" text-anchor=\"end\">{x_word}</text>",
            HEIGHT - 6.0
        );
        let _ = write!(svg, "<text class=\"word\" x=\"2\" y=\"12\">{y_word}</text>");
        Self { svg, x, y }
    }

    /// A line through points.
    pub(crate) fn line(&mut self, points: impl IntoIterator<Item = (f64, f64)>, class: &str) {
        let mut path = String::new();
        for (x, y) in points {
            let letter = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{:.1} {:.1}", x_place(self.x, x), y_place(self.y, y));
        }
        if !path.is_empty() {
            let _ = write!(self.svg, "<path class=\"line {class}\" d=\"{path}\"/>");
        }
    }

    /// A dot with a word for those who point at it.
    pub(crate) fn dot(&mut self, x: f64, y: f64, class: &str, title: &str) {
        let (x, y, title) = (x_place(self.x, x), y_place(self.y, y), escaped(title));
        let _ = write!(
            self.svg,
            "<circle class=\"dot {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"><title>{title}</title></circle>"
        );
    }

    /// A level with its name at the left end, inside the plot.
    pub(crate) fn level(&mut self, y: f64, name: &str, class: &str) {
        let (place, right) = (y_place(self.y, y), WIDTH - RIGHT);
        let _ = write!(self.svg, "<path class=\"level {class}\" d=\"M{LEFT} {place:.1}H{right}\"/>");
        let text = if place < HEIGHT / 2.0 { place + 15.0 } else { place - 6.0 };
        let _ = write!(
            self.svg,
            "<text class=\"word\" x=\"{}\" y=\"{text:.1}\">{}</text>",
            LEFT + 6.0,
            escaped(name)
        );
    }

    /// A bar from one number to another.
    pub(crate) fn bar(&mut self, x: [f64; 2], y: [f64; 2], class: &str, title: &str) {
        let [left, right] = x.map(|value| x_place(self.x, value));
        let [bottom, top] = y.map(|value| y_place(self.y, value));
        // A gap between neighbors, where there is room for one.
        let gap = if right - left > 4.0 { 1.0 } else { 0.0 };
        let _ = write!(
            self.svg,
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{}</title></rect>",
            left + gap / 2.0,
            (right - left - gap).max(0.5),
            (bottom - top).max(0.0),
            escaped(title)
        );
    }

    /// The whole picture.
    pub(crate) fn finish(mut self) -> String {
        self.svg.push_str("</svg>");
        self.svg
    }
}

/// Small squares in rows, one for each thing: a class and a word for those who point at it.
pub(crate) fn cells(label: &str, cells: &[(&'static str, String)]) -> String {
    let area = WIDTH * (HEIGHT - 20.0);
    let side = (area / cells.len().max(1) as f64).sqrt().floor().clamp(6.0, 26.0);
    let columns = (WIDTH / side).floor().max(1.0) as usize;
    let rows = cells.len().div_ceil(columns).max(1);
    let height = rows as f64 * side;
    let mut svg =
        format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">", escaped(label));
    for (index, (class, title)) in cells.iter().enumerate() {
        let (x, y) = ((index % columns) as f64 * side, (index / columns) as f64 * side);
        let size = side - if side > 8.0 { 2.0 } else { 1.0 };
        let _ = write!(
            svg,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" rx=\"1\"><title>{}</title></rect>",
            escaped(title)
        );
    }
    svg.push_str("</svg>");
    svg
}

fn x_place(x: Range, value: f64) -> f64 {
    LEFT + x.share(value) * (WIDTH - LEFT - RIGHT)
}

fn y_place(y: Range, value: f64) -> f64 {
    HEIGHT - BOTTOM - y.share(value) * (HEIGHT - TOP - BOTTOM)
}

/// A number in few letters, with so many digits after the point if it is not large.
pub(crate) fn short(value: f64, digits: usize) -> String {
    let value = if value == 0.0 { 0.0 } else { value };
    match value.abs() {
        size if size >= 1e6 => format!("{}M", trimmed(value / 1e6, 2)),
        size if size >= 1e4 => format!("{}k", trimmed(value / 1e3, 1)),
        _ => trimmed(value, digits),
    }
}

fn trimmed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    if digits == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

/// A text that can stand in HTML, also in the value of an attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let texts =
            |range: Range| -> Vec<String> { range.ticks(5).into_iter().map(|(_, text)| text).collect() };
        assert_eq!(texts(Range::new(0.0, 10.0)), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(texts(Range::new(-2.944, 2.944)), ["-2", "0", "2"]);
        assert_eq!(texts(Range::new(0.0, 0.03)), ["0", "0.01", "0.02", "0.03"]);
        // A search to depth 1 takes microseconds.
        assert_eq!(texts(Range::new(0.0, 0.000_041)), ["0", "0.00001", "0.00002", "0.00003", "0.00004"]);
        assert_eq!(texts(Range::whole(14.0, 16.0)), ["14", "15", "16"]);
        assert_eq!(texts(Range::whole(0.0, 250_000.0)), ["0", "50k", "100k", "150k", "200k", "250k"]);
        assert_eq!(Range::new(7.0, 7.0).high, 8.0);
        assert!(Range::new(0.0, 1e12).ticks(5).len() <= 12);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [0.0, -0.0, 0.05, 2.5, 40.0, 20_000.0, 1.5e6].map(|value| short(value, 3)),
            ["0", "0", "0.05", "2.5", "40", "20k", "1.5M"]
        );
    }

    #[test]
    fn no_text_becomes_markup() {
        assert_eq!(escaped("<a href=\"x\">&'\n"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39; ");
        let plot = Plot::new("<b>", Range::new(0.0, 1.0), Range::new(0.0, 1.0), ["<i>", "\""]).finish();
        assert!(!plot.contains("<b>") && !plot.contains("<i>"));
    }
}
