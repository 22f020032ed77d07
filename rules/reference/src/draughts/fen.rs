//! A small FEN reader and writer with the square numbers of each game.

use super::board::{Board, Color, Piece, Position, Role, Square, playing_squares};
use super::rules::{Algebraic, Numbering, Rules};

/// Why a FEN could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The side to move is neither `W` nor `B`.
    Turn(String),
    /// A part is neither a color section nor a counter.
    Section(String),
    /// No such square.
    Square(String),
    /// Two pieces on one square.
    Occupied(String),
}

impl std::fmt::Display for FenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FenError::Turn(text) => write!(f, "no side to move: {text:?}"),
            FenError::Section(text) => write!(f, "no section of pieces: {text:?}"),
            FenError::Square(text) => write!(f, "no square: {text:?}"),
            FenError::Occupied(text) => write!(f, "square used twice: {text:?}"),
        }
    }
}

impl std::error::Error for FenError {}

/// Reads a FEN with numbers, ranges or algebraic squares.
pub fn from_fen(rules: &Rules, fen: &str) -> Result<Position, FenError> {
    let mut sections = fen.trim().trim_end_matches('.').split(':');
    let turn = sections.next().unwrap_or_default();
    let turn = color_of(turn).ok_or_else(|| FenError::Turn(turn.to_string()))?;
    let mut board = Board::empty();
    for section in sections {
        let letter = section.get(..1).unwrap_or_default();
        match color_of(letter) {
            Some(color) => put_pieces(rules, &mut board, color, &section[1..])?,
            // Move counters of other programs.
            None if letter == "H" || letter == "F" => {}
            None => return Err(FenError::Section(section.to_string())),
        }
    }
    Ok(Position { turn, board, king_runs: [None, None] })
}

/// Writes a FEN with plain numbers.
pub fn to_fen(rules: &Rules, position: &Position) -> String {
    let letter = |color| match color {
        Color::White => 'W',
        Color::Black => 'B',
    };
    let mut fen = letter(position.turn).to_string();
    for color in [Color::White, Color::Black] {
        let mut pieces: Vec<(usize, Role)> = position
            .board
            .pieces(rules, color)
            .into_iter()
            .map(|(square, role)| (number_of(rules, square), role))
            .collect();
        pieces.sort();
        let texts: Vec<String> = pieces
            .into_iter()
            .map(|(number, role)| match role {
                Role::Man => number.to_string(),
                Role::King => format!("K{number}"),
            })
            .collect();
        fen.push_str(&format!(":{}{}", letter(color), texts.join(",")));
    }
    fen
}

/// The square with this number, counted from 1.
pub fn square_numbered(rules: &Rules, number: usize) -> Option<Square> {
    numbered_squares(rules).get(number.checked_sub(1)?).copied()
}

/// The number of a playing square.
pub fn number_of(rules: &Rules, square: Square) -> usize {
    let index = numbered_squares(rules).iter().position(|&other| other == square);
    index.expect("only playing squares have numbers") + 1
}

/// Reads a number or an algebraic square.
pub fn read_square(rules: &Rules, text: &str) -> Option<Square> {
    if let Ok(number) = text.parse() {
        return square_numbered(rules, number);
    }
    let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
    let file = letter as u8 - b'a';
    let rank = text[1..].parse::<u8>().ok()?.checked_sub(1)?;
    if rank >= rules.ranks {
        return None;
    }
    let rank = match rules.algebraic {
        Algebraic::FromBottomLeft => rank,
        Algebraic::FromTopLeft => rules.ranks - 1 - rank,
    };
    let square = Square { file, rank };
    playing_squares(rules).contains(&square).then_some(square)
}

fn numbered_squares(rules: &Rules) -> Vec<Square> {
    let mut squares = playing_squares(rules);
    match rules.numbering {
        Numbering::FromTopLeft => squares.sort_by_key(|s| (rules.ranks - s.rank, s.file)),
        Numbering::FromBottomRight => squares.sort_by_key(|s| (s.rank, rules.files - s.file)),
    }
    squares
}

fn color_of(letter: &str) -> Option<Color> {
    match letter {
        "W" => Some(Color::White),
        "B" => Some(Color::Black),
        _ => None,
    }
}

fn put_pieces(rules: &Rules, board: &mut Board, color: Color, text: &str) -> Result<(), FenError> {
    for item in text.split(',').filter(|item| !item.is_empty()) {
        let (role, squares) = match item.strip_prefix('K') {
            Some(rest) => (Role::King, rest),
            None => (Role::Man, item),
        };
        for square in read_squares(rules, squares)? {
            if board.piece_on(square).is_some() {
                return Err(FenError::Occupied(item.to_string()));
            }
            board.set(square, Some(Piece { color, role }));
        }
    }
    Ok(())
}

/// One square, or a range of numbers such as `31-50`.
fn read_squares(rules: &Rules, text: &str) -> Result<Vec<Square>, FenError> {
    let error = || FenError::Square(text.to_string());
    let Some((first, last)) = text.split_once('-') else {
        return Ok(vec![read_square(rules, text).ok_or_else(error)?]);
    };
    let first: usize = first.parse().map_err(|_| error())?;
    let last: usize = last.parse().map_err(|_| error())?;
    (first..=last).map(|number| square_numbered(rules, number).ok_or_else(error)).collect()
}
