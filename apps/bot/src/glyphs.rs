//! Pieces as characters, for buttons.

/// The character of a piece in a board text (`study::board_text`), in a game with these columns; `None` for an empty
/// square. Narrow boards have room for two characters.
pub(crate) fn glyph(letter: char, is_chess: bool, is_narrow: bool) -> Option<&'static str> {
    Some(match (letter, is_chess) {
        ('.', _) => return None,
        ('K', true) => "♔",
        ('Q', true) => "♕",
        ('R', true) => "♖",
        ('B', true) => "♗",
        ('N', true) => "♘",
        ('P', true) => "♙",
        ('k', true) => "♚",
        ('q', true) => "♛",
        ('r', true) => "♜",
        ('b', true) => "♝",
        ('n', true) => "♞",
        // Without the selector phones show a colored picture.
        (_, true) => "♟\u{fe0e}",
        ('w', false) => "⚪",
        ('W', false) => {
            if is_narrow {
                "⚪👑"
            } else {
                "◇"
            }
        }
        ('b', false) => "⚫",
        (_, false) => {
            if is_narrow {
                "⚫👑"
            } else {
                "◆"
            }
        }
    })
}
