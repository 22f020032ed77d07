//! Recognizes the format of a text by its contents.

use record::plain_signs;

use crate::format::Format;

/// The evidence for PGN and for PDN: tags that name the game, and moves.
#[derive(Default)]
struct Votes {
    pgn: u32,
    pdn: u32,
    tags_of_pgn: u32,
    tags_of_pdn: u32,
}

/// The side with this many times as many votes wins.
const CLEARLY: u32 = 4;

impl Format {
    /// The format of a text, by its beginning: `None` where it is unclear.
    ///
    /// ```
    /// use damier_convert::Format;
    ///
    /// assert_eq!(Format::of_content("1. e4 e5 2. Nf3 *"), Some(Format::Pgn));
    /// assert_eq!(Format::of_content("[GameType \"20\"]\n1. 32-28 19-23 2-0"), Some(Format::Pdn));
    /// assert_eq!(Format::of_content("W:W31-50:B1-20"), Some(Format::Fen));
    /// assert_eq!(Format::of_content("some words"), None);
    /// ```
    #[must_use]
    pub fn of_content(text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}');
        let is_content = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let first = text.lines().map(str::trim).find(is_content)?;
        if first.starts_with('{') && first[1..].trim_start().starts_with('"') && first.contains("\":") {
            return Some(Self::JsonLines);
        }
        if let Some(list) = of_position(first) {
            return Some(list);
        }
        let mut votes = Votes::default();
        votes.record(text);
        // Tags decide; short moves of Russian draughts look like pawn moves.
        let of_tags = winner(votes.tags_of_pgn, votes.tags_of_pdn);
        of_tags.or_else(|| winner(votes.pgn, votes.pdn))
    }
}

fn winner(pgn: u32, pdn: u32) -> Option<Format> {
    match () {
        () if pgn > CLEARLY * pdn => Some(Format::Pgn),
        () if pdn > CLEARLY * pgn => Some(Format::Pdn),
        () => None,
    }
}

/// The format of a list of positions that has this line.
fn of_position(line: &str) -> Option<Format> {
    let mut fields = line.split_whitespace();
    let board = fields.next()?;
    if is_draughts_position(board) {
        return Some(if fields.next().is_none() { Format::Fen } else { Format::Epd });
    }
    if !is_chess_board(board) || !matches!(fields.next()?, "w" | "b") {
        return None;
    }
    // Castling, en passant, and the clocks.
    let is_number = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    let is_plain = fields.skip(2).all(is_number);
    Some(if is_plain { Format::Fen } else { Format::Epd })
}

fn is_chess_board(text: &str) -> bool {
    let ranks = text.split('/');
    ranks.clone().count() == 8
        && ranks
            .into_iter()
            .all(|rank| !rank.is_empty() && rank.bytes().all(|byte| b"12345678pnbrqkPNBRQK".contains(&byte)))
}

/// `W:W31-50:B1-20`, also with counters after it.
fn is_draughts_position(text: &str) -> bool {
    let text = text.to_ascii_uppercase();
    let mut parts = text.trim_matches('"').split(':');
    matches!(parts.next(), Some("W" | "B" | "?"))
        && parts.next().is_some_and(|part| part.starts_with(['W', 'B']))
        && parts.next().is_some_and(|part| part.starts_with(['W', 'B']))
}

impl Votes {
    /// Goes through tags and moves; comments say nothing.
    fn record(&mut self, text: &str) {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            rest = match first {
                '{' => rest.find('}').map_or("", |end| &rest[end + 1..]),
                ';' => rest.find('\n').map_or("", |end| &rest[end + 1..]),
                '[' => {
                    let end = rest.find(']').unwrap_or(rest.len());
                    self.tag(&rest[1..end]);
                    rest.get(end + 1..).unwrap_or("")
                }
                _ => {
                    let is_end =
                        |byte: char| byte.is_whitespace() || matches!(byte, '{' | ';' | '[' | '(' | ')');
                    let end = rest.find(is_end).unwrap_or(rest.len());
                    self.word(&rest[..end]);
                    rest.get(end.max(first.len_utf8())..).unwrap_or("")
                }
            };
        }
    }

    fn tag(&mut self, tag: &str) {
        let Some((name, value)) = tag.trim().split_once(char::is_whitespace) else { return };
        let value = value.trim().trim_matches('"').trim();
        match name {
            "GameType" if value != "0" && value.starts_with(|first: char| first.is_ascii_digit()) => {
                self.tags_of_pdn += 1;
            }
            "FEN" if is_draughts_position(value) => self.tags_of_pdn += 1,
            "FEN" if value.split_whitespace().next().is_some_and(is_chess_board) => self.tags_of_pgn += 1,
            "Result" if is_draughts_result(value) => self.pdn += 1,
            _ => {}
        }
    }

    fn word(&mut self, word: &str) {
        // A number may stand right before its move.
        let word = word
            .trim_start_matches(|first: char| first.is_ascii_digit())
            .strip_prefix('.')
            .map_or(word, |after| after.trim_start_matches('.'));
        let word = plain_signs(word.trim_end_matches(['!', '?', '+', '#', '*']));
        let word = &*word;
        if is_draughts_result(word)
            || is_numbered_move(word)
            || is_lettered_draughts_move(word)
            || is_short_draughts_move(word)
        {
            self.pdn += 1;
        } else if is_chess_move(word) {
            self.pgn += 1;
        }
    }
}

/// Results that chess does not have.
fn is_draughts_result(text: &str) -> bool {
    matches!(text, "2-0" | "1-1" | "0-2")
}

/// `32-28` and `11x18`, but not `1-0`.
fn is_numbered_move(word: &str) -> bool {
    let squares: Vec<&str> = word.split(['-', 'x', ':']).collect();
    let is_square =
        |text: &&str| matches!(text.len(), 1..=3) && text.bytes().all(|byte| byte.is_ascii_digit());
    squares.len() >= 2 && squares.iter().all(is_square) && !matches!(word, "1-0" | "0-1" | "0-0" | "0-0-0")
}

/// `c3-d4` and `a3:c5`: in chess the sign stands between squares of one file, or is a capture with `x`.
fn is_lettered_draughts_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    let [file, rank, sign, other, other_rank, ..] = *bytes else { return false };
    let is_square = |file: u8, rank: u8| file.is_ascii_lowercase() && rank.is_ascii_digit();
    let is_move = is_square(file, rank) && is_square(other, other_rank);
    is_move && (sign == b':' || sign == b'-' && file != other || sign == b'x' && file.abs_diff(other) > 1)
}

/// `cd4` and `f:d4`, as Russian books write: in chess a pawn takes with `x`, and mostly on the square of a piece.
fn is_short_draughts_move(word: &str) -> bool {
    let (file, to) = match *word.as_bytes() {
        [file, b':', to, b'1'..=b'8'] | [file, to, b'1'..=b'8'] => (file, to),
        _ => return false,
    };
    let is_file = |file| (b'a'..=b'h').contains(&file);
    is_file(file) && is_file(to) && file != to
}

/// Moves as chess writes them, long or short.
fn is_chess_move(word: &str) -> bool {
    if matches!(word, "O-O" | "O-O-O" | "0-0" | "0-0-0") {
        return true;
    }
    let word = word.split('=').next().unwrap_or(word);
    let rest = word.strip_prefix(['K', 'Q', 'R', 'B', 'N']).unwrap_or(word);
    let is_of_squares = rest.bytes().all(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'-'));
    let ends_at_square = matches!(rest.as_bytes(), [.., b'a'..=b'h', b'1'..=b'8']);
    is_of_squares && ends_at_square && rest.len() <= 5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_their_content() {
        for (text, expected) in [
            ("[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0", Some(Format::Pgn)),
            ("1.e4 c5 2.O-O-O exd8=Q+ *", Some(Format::Pgn)),
            ("1. e2-e4 e7-e5 2. Ng1-f3 *", Some(Format::Pgn)),
            ("1. e4 {32-28 19-23 would be draughts 2-0} *", Some(Format::Pgn)),
            ("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n*", Some(Format::Pgn)),
            ("[Event \"x\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0", Some(Format::Pdn)),
            ("1.32-28 19-23 1-1", Some(Format::Pdn)),
            ("[GameType \"25,W,8,8,A0,0\"]\n*", Some(Format::Pdn)),
            ("1. c3-d4 d6-c5 2. b2-c3 f6-g5 1-0", Some(Format::Pdn)),
            ("1. c3-d4 b6-a5 2. d4-c5 d6:b4 3. a3:c5 1-0", Some(Format::Pdn)),
            ("[FEN \"W:W31,32:B1,2\"]\n*", Some(Format::Pdn)),
            ("1. cd4 dc5 2. bc3 fg5 3. gf4 *", Some(Format::Pdn)),
            ("1. cd4 fg5 2. bc3 g:e3 3. f:d4 *", Some(Format::Pdn)),
            ("[GameType \"25\"]\n1. e4 e5 2. d4 d5 3. c4 c5 *", Some(Format::Pdn)),
            ("1. e2–e4 e7–e5 2. Ng1–f3 *", Some(Format::Pgn)),
            ("1. 32–28 19–23 2. 28×19 *", Some(Format::Pdn)),
            ("1. е4 е5 2. Кf3 Кc6 *", Some(Format::Pgn)),
            ("W:W31-50:B1-20\n", Some(Format::Fen)),
            ("# a list\nW:WK5:B7 D1 9;\n", Some(Format::Epd)),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1\n", Some(Format::Fen)),
            ("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"x\";\n", Some(Format::Epd)),
            ("{\"game\": \"chess\", \"moves\": []}\n", Some(Format::JsonLines)),
            ("{\"quoted\" words of a comment} 1. e4 *", Some(Format::Pgn)),
            ("", None),
            ("*", None),
            ("[Event \"x\"]\n\n*", None),
            ("[GameType \"0\"]\n*", None),
            ("a text of words, with e4 or 32-28", None),
            ("{ never closed", None),
            ("[ \u{e9}[[(((", None),
        ] {
            assert_eq!(Format::of_content(text), expected, "{text:?}");
        }
    }
}
