//! Positions set up on a board.

use boardgame::Color;
use catalog::GameId;

use crate::error::StudyError;
use crate::kinds::Kind;

/// The position of a board text in the standard form of its game, checked by the strict rules of set-up.
///
/// `castling` is for chess: letters of `KQkq`, or `-`; in Chess960 also the letters of files. Without it nobody may castle.
///
/// ```
/// use boardgame::Color;
/// use catalog::GameId;
///
/// let kind = damier_study::Kind::of(GameId::Chess);
/// let fen = damier_study::fen_of_board(GameId::Chess, &kind.start, Color::White, Some("KQkq"))?;
/// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// let error = damier_study::fen_of_board(GameId::Chess, "K.k", Color::White, None).unwrap_err();
/// assert_eq!(error.to_string(), "bad board: found \"3 characters\", expected 64 characters");
/// # Ok::<(), damier_study::StudyError>(())
/// ```
///
/// # Errors
///
/// The text has another length or other characters, or the position is one that no game can reach.
pub fn fen_of_board(
    game: GameId,
    board: &str,
    turn: Color,
    castling: Option<&str>,
) -> Result<String, StudyError> {
    let kind = Kind::of(game);
    let squares = kind.squares.len();
    if board.len() != squares {
        let found = format!("{} characters", board.chars().take(1_000).count());
        return Err(StudyError::bad("board", &found, format!("{squares} characters")));
    }
    let letters = if game.is_chess() { ".PNBRQKpnbrqk" } else { ".wbWB" };
    if let Some(other) = board.chars().find(|&letter| !letters.contains(letter)) {
        return Err(StudyError::bad("board", &other.to_string(), format!("one of {letters}")));
    }
    let fen = if game.is_chess() {
        chess_fen(kind, board, turn, castling_field(castling)?)
    } else if let Some(castling) = castling.filter(|castling| !matches!(*castling, "" | "-")) {
        return Err(StudyError::bad("castling", castling, "nothing: draughts has no castling"));
    } else {
        draughts_fen(kind, board, turn)
    };
    Ok(game.at(&fen)?.fen())
}

fn castling_field(castling: Option<&str>) -> Result<&str, StudyError> {
    let text = castling.filter(|text| !text.is_empty()).unwrap_or("-");
    let is_letter = |byte: u8| matches!(byte.to_ascii_lowercase(), b'k' | b'q' | b'a'..=b'h');
    if text == "-" || text.len() <= 4 && text.bytes().all(is_letter) {
        Ok(text)
    } else {
        Err(StudyError::bad("castling", text, "letters of KQkq, or -"))
    }
}

fn chess_fen(kind: &Kind, board: &str, turn: Color, castling: &str) -> String {
    let (columns, rows) = (usize::from(kind.columns), usize::from(kind.rows));
    let mut grid = vec![b'.'; columns * rows];
    for (square, letter) in kind.squares.iter().zip(board.bytes()) {
        grid[usize::from(square.row) * columns + usize::from(square.column)] = letter;
    }
    let rank = |row: &[u8]| {
        let mut text = String::new();
        for run in row.chunk_by(|one, other| *one == b'.' && *other == b'.') {
            match run {
                [b'.', ..] => text.push_str(&run.len().to_string()),
                pieces => text.extend(pieces.iter().copied().map(char::from)),
            }
        }
        text
    };
    let ranks: Vec<String> = grid.chunks(columns).map(rank).collect();
    let turn = turn.letter().to_ascii_lowercase();
    format!("{} {turn} {castling} - 0 1", ranks.join("/"))
}

fn draughts_fen(kind: &Kind, board: &str, turn: Color) -> String {
    let side = |man: u8, king: u8| {
        let squares = kind.squares.iter().zip(board.bytes());
        let names = squares.filter_map(|(square, letter)| match letter {
            _ if letter == man => Some(square.name.clone()),
            _ if letter == king => Some(format!("K{}", square.name)),
            _ => None,
        });
        names.collect::<Vec<_>>().join(",")
    };
    format!("{}:W{}:B{}", turn.letter(), side(b'w', b'W'), side(b'b', b'B'))
}
