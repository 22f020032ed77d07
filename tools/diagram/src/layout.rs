//! The layout of a picture.

use crate::diagram::{Arrow, Diagram, DrawError};
use crate::picture::{Item, Picture, SQUARE, Shape, Stroke, Symbol, rectangle, short};
use crate::pieces::{self, Pen};
use crate::{Theme, glyphs};
use boardgame::view::{BoardView, PieceView, Point};

/// The widest picture, in pixels.
const LARGEST: u32 = 8192;
/// The smallest square, in pixels.
const SMALLEST_SQUARE: u32 = 4;
/// The smallest square with readable labels.
const LABELED_SQUARE: u32 = 22;
/// With this many arrows or more, arrows are drawn thinner.
const MANY_ARROWS: usize = 6;
/// The distance from the center of a square to the start of an arrow.
const ARROW_GAP: f32 = 22.0;
/// The part of a square that the frame needs for labels.
const LABEL_FRAME: f32 = 0.4;

/// Sizes of a picture in pixels. Squares have whole pixels, so that their edges are sharp.
struct Sizes {
    square: u32,
    left: u32,
    top: u32,
    width: u32,
    height: u32,
    has_labels: bool,
}

impl Sizes {
    fn of(diagram: &Diagram, width: u32) -> Result<Self, DrawError> {
        let (columns, rows) = (u32::from(diagram.board.columns), u32::from(diagram.board.rows));
        if columns == 0 || rows == 0 {
            return Err(DrawError::EmptyBoard { columns: diagram.board.columns, rows: diagram.board.rows });
        }
        let smallest = columns * SMALLEST_SQUARE;
        if !(smallest..=LARGEST).contains(&width) {
            return Err(DrawError::Size { found: width, smallest, largest: LARGEST });
        }
        let has_labels = width / columns >= LABELED_SQUARE;
        let frame = if has_labels { LABEL_FRAME } else { 0.0 };
        let square = (width as f32 / (columns as f32 + 2.0 * frame)) as u32;
        let border = width - square * columns;
        let (left, top, height) = (border / 2, border / 2, square * rows + border);
        Ok(Self { square, left, top, width, height, has_labels })
    }

    fn units(&self, pixels: u32) -> f32 {
        pixels as f32 * SQUARE / self.square as f32
    }
}

/// Draws a diagram as wide as this many pixels.
pub(crate) fn picture(diagram: &Diagram, width: u32) -> Result<(Picture, u32), DrawError> {
    let sizes = Sizes::of(diagram, width)?;
    let mut artist = Artist {
        diagram,
        theme: diagram.theme,
        left: sizes.units(sizes.left),
        top: sizes.units(sizes.top),
        symbols: Vec::new(),
        items: Vec::new(),
    };
    artist.draw_board(sizes.units(sizes.width), sizes.units(sizes.height));
    if sizes.has_labels {
        artist.draw_labels();
    }
    artist.draw_pieces(Pen::for_square(sizes.square));
    artist.draw_marks();
    let Artist { symbols, items, .. } = artist;
    let picture =
        Picture { width: sizes.units(sizes.width), height: sizes.units(sizes.height), symbols, items };
    Ok((picture, sizes.height))
}

/// What a label is written on.
#[derive(Clone, Copy)]
enum Ground {
    Frame,
    SquareView,
}

impl Ground {
    fn name(self) -> &'static str {
        match self {
            Self::Frame => "edge",
            Self::SquareView => "square",
        }
    }
}

struct Artist<'a> {
    diagram: &'a Diagram,
    theme: Theme,
    left: f32,
    top: f32,
    symbols: Vec<Symbol>,
    items: Vec<Item>,
}

impl Artist<'_> {
    fn add(&mut self, shape: Shape) {
        self.items.push(Item::Shape(shape));
    }

    /// The upper left corner of a square.
    fn corner(&self, point: Point) -> (f32, f32) {
        // Turning the board around twice gives the same board, so this is its own inverse.
        let seen = self.diagram.point_seen(
            point.column.min(self.diagram.board.columns - 1),
            point.row.min(self.diagram.board.rows - 1),
        );
        (self.left + f32::from(seen.column) * SQUARE, self.top + f32::from(seen.row) * SQUARE)
    }

    fn center(&self, point: Point) -> (f32, f32) {
        let (x, y) = self.corner(point);
        (x + SQUARE / 2.0, y + SQUARE / 2.0)
    }

    /// One path around all matching squares.
    fn squares(&self, fits: impl Fn(Point) -> bool) -> String {
        let board = &self.diagram.board;
        let points =
            (0..board.rows).flat_map(|row| (0..board.columns).map(move |column| Point { column, row }));
        let paths = points.filter(|&point| fits(point)).map(|point| {
            let (x, y) = self.corner(point);
            rectangle(x, y, SQUARE, SQUARE)
        });
        paths.collect()
    }

    fn draw_board(&mut self, width: f32, height: f32) {
        let board = &self.diagram.board;
        let (columns, rows) = (f32::from(board.columns) * SQUARE, f32::from(board.rows) * SQUARE);
        self.add(Shape::filled(rectangle(0.0, 0.0, width, height), self.theme.frame()));
        self.add(Shape::filled(rectangle(self.left, self.top, columns, rows), self.theme.light()));
        if board.is_checkered {
            let dark = self.squares(|point| board.is_dark(point));
            self.add(Shape::filled(dark, self.theme.dark()));
        } else {
            let all = self.squares(|_| true);
            self.add(Shape::line(all, self.theme.frame(), 3.0));
        }
        if !self.diagram.last_move.is_empty() {
            let last = self.squares(|point| self.diagram.last_move.contains(&point));
            self.add(Shape::filled(last, self.theme.last_move()));
        }
    }

    /// Letters below the board and numbers beside it. If squares have numbers, those at the ends of each row are beside the
    /// board and the others in free squares.
    fn draw_labels(&mut self) {
        const SCALE: f32 = 2.1;
        let BoardView { columns, rows, squares, .. } = &self.diagram.board;
        let (width, height) = (f32::from(*columns) * SQUARE, f32::from(*rows) * SQUARE);
        for row in 0..*rows {
            let (left, right) = self.diagram.row_labels(row);
            let y = self.top + SQUARE * (f32::from(row) + 0.5);
            self.write(&left, self.left * 0.5, y, SCALE, Ground::Frame);
            self.write(&right, self.left * 1.5 + width, y, SCALE, Ground::Frame);
        }
        if let Some((letters, _)) = self.diagram.edge_labels() {
            for (index, letter) in letters.iter().enumerate() {
                let x = self.left + SQUARE * (index as f32 + 0.5);
                self.write(letter, x, self.top * 1.47 + height, SCALE, Ground::Frame);
            }
            return;
        }
        for square in squares.iter().filter(|square| square.piece.is_none()) {
            let (x, y) = self.center(square.point);
            self.write(&square.name, x, y, SCALE, Ground::SquareView);
        }
    }

    /// Writes a label around a point.
    fn write(&mut self, text: &str, x: f32, y: f32, scale: f32, ground: Ground) {
        let paint = match ground {
            Ground::Frame => self.theme.edge_label(),
            Ground::SquareView => self.theme.square_label(),
        };
        let mut x = x - text_width(text) * scale / 2.0;
        for character in text.chars() {
            let symbol = self.symbol(glyphs::symbol(character, ground.name(), paint));
            self.items.push(Item::Use { symbol, x, y: y - glyphs::HEIGHT * scale / 2.0, scale });
            x += glyphs::ADVANCE * scale;
        }
    }

    /// The index of a symbol, which is added on first use.
    fn symbol(&mut self, symbol: Symbol) -> usize {
        self.symbols.iter().position(|known| known.name == symbol.name).unwrap_or_else(|| {
            self.symbols.push(symbol);
            self.symbols.len() - 1
        })
    }

    fn draw_pieces(&mut self, pen: Pen) {
        for square in &self.diagram.board.squares {
            let Some(piece) = square.piece else { continue };
            let symbol = self.symbol(pieces::symbol(piece, pen));
            let (x, y) = self.center(square.point);
            let scale = pen.scale_of(piece.figure);
            let half = scale * SQUARE / 2.0;
            self.items.push(Item::Use { symbol, x: x - half, y: y - half, scale });
        }
    }

    /// Draws marks and arrows above the pieces.
    fn draw_marks(&mut self) {
        for &point in &self.diagram.marks {
            let (x, y) = self.corner(point);
            let frame = rectangle(x + 4.0, y + 4.0, SQUARE - 8.0, SQUARE - 8.0);
            self.add(Shape::line(frame, self.theme.mark(), 8.0));
        }
        // Many arrows would hide the board.
        let weight = if self.diagram.arrows.len() > MANY_ARROWS { 0.55 } else { 1.0 };
        for arrow in &self.diagram.arrows {
            if let Some(shapes) = self.arrow(arrow, weight) {
                shapes.into_iter().for_each(|shape| self.add(shape));
            }
        }
    }

    /// A line through the centers of squares that ends where its head begins. It leaves the first piece visible.
    fn arrow(&self, arrow: &Arrow, weight: f32) -> Option<[Shape; 2]> {
        let (head, wing, width) = (38.0 * weight, 24.0 * weight, 16.0 * weight);
        let mut points: Vec<(f32, f32)> = arrow.points.iter().map(|&point| self.center(point)).collect();
        points.dedup();
        let tip = points.pop()?;
        let (dx, dy) = direction(*points.last()?, tip);
        let neck = (tip.0 - dx * head, tip.1 - dy * head);
        points.push(neck);
        let (start_dx, start_dy) = direction(points[0], points[1]);
        points[0] = (points[0].0 + start_dx * ARROW_GAP, points[0].1 + start_dy * ARROW_GAP);
        let mut path = String::new();
        for (index, point) in points.iter().enumerate() {
            let command = if index == 0 { 'M' } else { 'L' };
            path.push_str(&format!("{command}{} {}", short(point.0), short(point.1)));
        }
        let side = |side: f32| (short(neck.0 - dy * side), short(neck.1 + dx * side));
        let (a, b) = (side(wing), side(-wing));
        let head = format!("M{} {}L{} {}L{} {}Z", a.0, a.1, short(tip.0), short(tip.1), b.0, b.1);
        let stroke = Stroke { paint: self.theme.arrow(), width, has_round_ends: false };
        let line = Shape { path: path.into(), fill: None, stroke: Some(stroke) };
        Some([line, Shape::filled(head, self.theme.arrow())])
    }
}

/// The unit vector from one point to another.
fn direction(from: (f32, f32), to: (f32, f32)) -> (f32, f32) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    (dx / length, dy / length)
}

fn text_width(text: &str) -> f32 {
    let gaps = text.chars().count().saturating_sub(1) as f32;
    gaps * glyphs::ADVANCE + glyphs::WIDTH
}

/// One piece without a background, as boards in browsers need it.
pub(crate) fn piece_scene(piece: PieceView) -> Picture {
    let symbols = vec![pieces::symbol(piece, Pen::for_square(64))];
    Picture {
        width: SQUARE,
        height: SQUARE,
        symbols,
        items: vec![Item::Use { symbol: 0, x: 0.0, y: 0.0, scale: 1.0 }],
    }
}
