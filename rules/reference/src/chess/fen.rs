//! FEN with the castling field of chess, X-FEN and Shredder-FEN.

use super::board::{Board, Color, Piece, Role, Square};
use super::castling::{Rights, Wing};
use super::position::Position;
use std::fmt;

/// Why a FEN could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenError {
    /// There are not 4 or 6 fields.
    Fields(usize),
    /// A field that cannot be read.
    Field {
        /// The name of the field.
        field: &'static str,
        /// Its text.
        found: String,
    },
    /// Readable, but no game can reach this position.
    Illegal(&'static str),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Fields(count) => write!(f, "{count} fields instead of 4 or 6"),
            FenError::Field { field, found } => write!(f, "bad {field}: {found:?}"),
            FenError::Illegal(reason) => write!(f, "{reason}"),
        }
    }
}

impl std::error::Error for FenError {}

fn bad(field: &'static str, found: &str) -> FenError {
    FenError::Field { field, found: found.to_string() }
}

impl Position {
    /// Reads a FEN of 4 or 6 fields.
    ///
    /// `KQkq` mean the outermost rook of that wing, file letters the rook on that
    /// file. The position belongs to Chess960 if the field has file letters, or if a
    /// right belongs to a king or rook that is not on its standard square.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let (fields, counters) = match fields[..] {
            [board, turn, castling, passed] => ([board, turn, castling, passed], ["0", "1"]),
            [board, turn, castling, passed, clock, number] => {
                ([board, turn, castling, passed], [clock, number])
            }
            _ => return Err(FenError::Fields(fields.len())),
        };
        let board = read_board(fields[0]).ok_or_else(|| bad("board", fields[0]))?;
        let turn = match fields[1] {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(bad("turn", other)),
        };
        check_pieces(&board, turn)?;
        let (rights, chess960) = read_rights(&board, fields[2]).ok_or_else(|| bad("castling", fields[2]))?;
        let en_passant = match fields[3] {
            "-" => None,
            name => Some(read_en_passant(&board, turn, name).ok_or_else(|| bad("en passant", name))?),
        };
        let clock = read_number(counters[0]).ok_or_else(|| bad("clock", counters[0]))?;
        let number = read_number(counters[1]).ok_or_else(|| bad("number", counters[1]))?;
        let mut position = Position { board, turn, rights, en_passant, clock, number, chess960 };
        position.keep_real_en_passant();
        Ok(position)
    }

    /// Writes all six fields, the castling field with file letters in Chess960.
    pub fn to_fen(&self) -> String {
        let turn = if self.turn == Color::White { 'w' } else { 'b' };
        let en_passant = self.en_passant.map_or("-".to_string(), |square| square.to_string());
        let (board, rights) = (write_board(&self.board), self.write_rights());
        format!("{board} {turn} {rights} {en_passant} {} {}", self.clock, self.number)
    }

    fn write_rights(&self) -> String {
        let mut text = String::new();
        for color in [Color::White, Color::Black] {
            for wing in Wing::ALL {
                let Some(rook) = self.castling_rook(color, wing) else { continue };
                let letter = match wing {
                    _ if self.chess960 => rook.file_letter(),
                    Wing::King => 'k',
                    Wing::Queen => 'q',
                };
                text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
        if text.is_empty() { "-".to_string() } else { text }
    }
}

fn read_board(text: &str) -> Option<Board> {
    let mut board = Board::empty();
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 8 {
        return None;
    }
    for (row, rank) in rows.into_iter().zip((0..8).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(gap @ 1..=8) = letter.to_digit(10) {
                file += gap as i8;
            } else {
                let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                let role = Role::from_letter(letter.to_ascii_lowercase())?;
                let square = Square { file: 0, rank }.offset(file, 0)?;
                board.set(square, Some(Piece { color, role }));
                file += 1;
            }
            if file > 8 {
                return None;
            }
        }
        if file != 8 {
            return None;
        }
    }
    Some(board)
}

fn write_board(board: &Board) -> String {
    let rows = (0..8).rev().map(|rank| {
        let mut row = String::new();
        let mut gap = 0;
        for file in 0..8 {
            let Some(piece) = board.piece_on(Square { file, rank }) else {
                gap += 1;
                continue;
            };
            if gap > 0 {
                row += &gap.to_string();
                gap = 0;
            }
            let letter = piece.role.letter();
            row.push(if piece.color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
        if gap > 0 { row + &gap.to_string() } else { row }
    });
    rows.collect::<Vec<String>>().join("/")
}

/// Refuses what no position of a game can have (2.2, 2.3, 3.7.3.3, 3.10.3).
fn check_pieces(board: &Board, turn: Color) -> Result<(), FenError> {
    for color in [Color::White, Color::Black] {
        let roles: Vec<Role> =
            board.pieces().filter(|(_, piece)| piece.color == color).map(|(_, piece)| piece.role).collect();
        let count = |role| roles.iter().filter(|other| **other == role).count();
        if count(Role::King) != 1 {
            return Err(FenError::Illegal("a side without exactly one king"));
        }
        if count(Role::Pawn) > 8 || roles.len() > 16 {
            return Err(FenError::Illegal("more than 8 pawns or 16 pieces of one color"));
        }
    }
    let on_edge = |square: Square| square.rank == 0 || square.rank == 7;
    if board.pieces().any(|(square, piece)| piece.role == Role::Pawn && on_edge(square)) {
        return Err(FenError::Illegal("a pawn on the first or last rank"));
    }
    let checkers =
        |color: Color| board.king(color).map_or(0, |king| board.attackers(king, color.opponent()).count());
    if checkers(turn.opponent()) > 0 {
        return Err(FenError::Illegal("the side that has moved is in check"));
    }
    if checkers(turn) > 2 {
        return Err(FenError::Illegal("more than two pieces give check"));
    }
    Ok(())
}

/// The castling rights, and whether they belong to Chess960.
fn read_rights(board: &Board, text: &str) -> Option<(Rights, bool)> {
    let (mut rights, mut chess960) = (Rights::default(), false);
    if text == "-" {
        return Some((rights, false));
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let king = board.king(color).filter(|king| king.rank == color.own_rank(0))?;
        let (rook, by_file) = read_rook(board, color, king, letter.to_ascii_lowercase())?;
        let wing = if rook.file > king.file { Wing::King } else { Wing::Queen };
        if rights.rook(color, wing).is_some() {
            return None;
        }
        rights.grant(color, wing, rook);
        let corner = if wing == Wing::King { 7 } else { 0 };
        chess960 |= by_file || king.file != 4 || rook.file != corner;
    }
    Some((rights, chess960))
}

/// The rook that a lower-case letter of the castling field means, and whether the letter names its file.
fn read_rook(board: &Board, color: Color, king: Square, letter: char) -> Option<(Square, bool)> {
    let rook = Some(Piece { color, role: Role::Rook });
    let on_file = |file: i8| Square { file, rank: king.rank };
    let is_rook = |square: &Square| board.piece_on(*square) == rook;
    match letter {
        'k' => (king.file + 1..8).rev().map(on_file).find(is_rook).map(|square| (square, false)),
        'q' => (0..king.file).map(on_file).find(is_rook).map(|square| (square, false)),
        'a'..='h' => Some((on_file(letter as i8 - 'a' as i8), true)).filter(|(square, _)| is_rook(square)),
        _ => None,
    }
}

/// The square that a pawn passed over: empty, with that pawn in front of it (3.7.3.1).
fn read_en_passant(board: &Board, turn: Color, name: &str) -> Option<Square> {
    let square = Square::from_name(name)?;
    let pawn = Piece { color: turn.opponent(), role: Role::Pawn };
    let in_front = square.offset(0, -turn.forward())?;
    let stepped = square.rank == turn.own_rank(5) && board.piece_on(in_front) == Some(pawn);
    (stepped && board.piece_on(square).is_none()).then_some(square)
}

/// Digits only: FEN has no signs.
fn read_number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
