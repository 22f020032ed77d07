//! Squares and arrows in colors, the commands `csl` and `cal`.

use crate::embedded_command::number;

/// A square, or the two of an arrow, with a color.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Highlight {
    /// `R`, `G`, `Y` or `B`: red, green, yellow or blue; also `O` and `C`, orange and cyan.
    pub color: char,
    /// The squares as the record writes them.
    pub squares: String,
}

/// The letters of the colors that boards draw in.
const COLORS: [char; 6] = ['R', 'G', 'Y', 'B', 'O', 'C'];

/// Reads squares or arrows, each with its color.
pub(crate) fn read_highlights(text: &str, is_right: fn(&str) -> bool) -> Option<Vec<Highlight>> {
    let read = |item: &str| {
        let mut letters = item.chars();
        let color = letters.next().filter(|color| COLORS.contains(color))?;
        let squares = letters.as_str();
        is_right(squares).then(|| Highlight { color, squares: squares.to_owned() })
    };
    text.split(',').map(read).collect()
}

/// Whether a text is a square of some board, of which the largest has twelve files and ranks, and 72 numbers.
pub(crate) fn is_square(text: &str) -> bool {
    let (most, digits) = match text.strip_prefix(|file: char| ('a'..='l').contains(&file)) {
        Some(rank) => (12, rank),
        None => (72, text),
    };
    digits.len() <= 2 && number(digits).is_some_and(|number| (1..=most).contains(&number))
}

/// Whether a text is two squares, such as `e2e4`, `2832` or `5-10`.
pub(crate) fn is_arrow(text: &str) -> bool {
    let are_squares = |(from, to): (&str, &str)| is_square(from) && is_square(to);
    match text.split_once('-') {
        Some(squares) => are_squares(squares),
        None => (1..text.len()).filter_map(|at| text.split_at_checked(at)).any(are_squares),
    }
}

/// Whether all squares of a text are on a board of chess.
pub(crate) fn is_of_chess(squares: &str) -> bool {
    let (squares, rest) = squares.as_bytes().as_chunks::<2>();
    rest.is_empty() && squares.iter().all(|square| matches!(square, [b'a'..=b'h', b'1'..=b'8']))
}

pub(crate) fn write_highlights(list: &[Highlight]) -> String {
    let items: Vec<String> = list.iter().map(|item| format!("{}{}", item.color, item.squares)).collect();
    items.join(",")
}
