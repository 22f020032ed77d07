//! What a typed line means.

use catalog::AnyPosition;
use damier::{MoveError, MoveStyle};
use record::{Letters, plain_signs};

use crate::play::table::Table;
use crate::play::words::{self, Word};

/// What a typed line means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// The line is empty.
    Nothing,
    /// A command with what stands behind it.
    Command(Word, String),
    /// A legal move, by its place in the list.
    Move(usize),
    /// A piece to pick, or squares to go to.
    Squares(Vec<String>),
    /// It could be any of these moves and commands.
    Several(Vec<String>, Vec<&'static str>),
    /// Neither a command nor a legal move.
    Unknown,
}

/// Reads a line. While a piece is on its way squares are where it goes, whatever moves have that name.
pub(crate) fn read(line: &str, table: &Table, is_on_the_way: bool) -> Input {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if line.is_empty() {
        return Input::Nothing;
    }
    if let Some(word) = words::named(&first.to_lowercase()) {
        return Input::Command(word, rest.trim().to_owned());
    }
    let squares = squares(line, table);
    if is_on_the_way && let Some(squares) = squares {
        return Input::Squares(squares);
    }
    let is_whole = match find(table.position(), line) {
        Ok(index) => return Input::Move(index),
        Err(MoveError::Ambiguous { candidates, .. }) => return Input::Several(candidates, Vec::new()),
        Err(MoveError::Illegal { .. }) => true,
        Err(_) => false,
    };
    match squares {
        Some(squares) => Input::Squares(squares),
        None => complete(line, first, rest, table.position(), is_whole),
    }
}

/// The squares of a line that has nothing else.
fn squares(line: &str, table: &Table) -> Option<Vec<String>> {
    let known = table.id().squares();
    let is_square = |word: &&str| known.iter().any(|square| square.name.eq_ignore_ascii_case(word));
    let words: Vec<&str> = line.split_whitespace().collect();
    words.iter().all(is_square).then(|| words.iter().map(|word| word.to_lowercase()).collect())
}

/// The legal move that a text means in the notation of records or of protocols, or in a careless one: letters of
/// any case, without signs between the squares.
pub(crate) fn find(position: &dyn AnyPosition, text: &str) -> Result<usize, MoveError> {
    let error = match position.find(text, MoveStyle::Record) {
        Ok(index) => return Ok(index),
        Err(error) => error,
    };
    if let Ok(index) = position.find(text, MoveStyle::Protocol) {
        return Ok(index);
    }
    let plain = plain_signs(text);
    if *plain != *text {
        return find(position, &plain);
    }
    // What has the form of a move in English is meant so.
    if matches!(error, MoveError::BadSyntax { .. })
        && let Some(found) = find_in_other_letters(position, text)
    {
        return found;
    }
    let wanted = bare(text);
    match fitting(position, |known| known == wanted)[..] {
        [index] if !text.ends_with(JOINTS) => Ok(index),
        _ => Err(error),
    }
}

/// The legal move that a text means in the languages of chess books, if it has their letters.
fn find_in_other_letters(position: &dyn AnyPosition, text: &str) -> Option<Result<usize, MoveError>> {
    let english = Letters::ALL.iter().filter_map(|letters| letters.to_english(text));
    let found = english.filter_map(|english| position.find(&english, MoveStyle::Record).ok());
    let mut found: Vec<usize> = found.collect();
    found.sort_unstable();
    found.dedup();
    match found[..] {
        [] => None,
        [index] => Some(Ok(index)),
        _ => {
            let texts = position.moves(MoveStyle::Record);
            let candidates = found.iter().map(|&index| texts[index].clone()).collect();
            Some(Err(MoveError::Ambiguous { found: text.to_owned(), candidates }))
        }
    }
}

/// The only move or command that begins like the line, or all of them.
fn complete(line: &str, first: &str, rest: &str, position: &dyn AnyPosition, is_whole: bool) -> Input {
    let beginning = bare(line);
    let moves = if beginning.is_empty() {
        Vec::new()
    } else {
        fitting(position, |known| {
            known.strip_prefix(&*beginning).is_some_and(|rest| {
                // A sign that joins squares wants one more.
                let is_enough = !rest.is_empty() || !line.ends_with(JOINTS);
                is_enough && !is_another(&beginning, rest, is_whole)
            })
        })
    };
    let commands = words::beginning(&first.to_lowercase());
    match (&moves[..], &commands[..]) {
        ([], []) => Input::Unknown,
        ([index], []) => Input::Move(*index),
        ([], [command]) if !command.in_full => Input::Command(command.word, rest.trim().to_owned()),
        _ => {
            let texts = position.moves(MoveStyle::Record);
            let mut moves: Vec<String> = moves.iter().map(|&index| texts[index].clone()).collect();
            sort(&mut moves);
            Input::Several(moves, commands.iter().map(|command| command.name).collect())
        }
    }
}

/// Whether a move that goes on with `rest` is another one than somebody means who wrote `beginning`: short castling is
/// not the beginning of long castling, nor an illegal move to g1 that of a move from there. Only what a pawn becomes may
/// be missing.
fn is_another(beginning: &str, rest: &str, is_whole: bool) -> bool {
    beginning == "oo" || is_whole && !matches!(rest, "q" | "r" | "b" | "n")
}

/// The legal moves of which one of the texts fits.
fn fitting(position: &dyn AnyPosition, fits: impl Fn(&str) -> bool) -> Vec<usize> {
    let styles = [MoveStyle::Record, MoveStyle::Full, MoveStyle::Protocol];
    let lists = styles.map(|style| position.moves(style));
    let is_fitting = |index: &usize| lists.iter().any(|list| fits(&bare(&list[*index])));
    (0..position.count()).filter(is_fitting).collect()
}

/// Sorts texts as people count: 9 before 10.
pub(crate) fn sort(texts: &mut [String]) {
    texts.sort_by_cached_key(|text| {
        let mut key = String::new();
        let mut digits = String::new();
        for letter in text.chars().chain([' ']) {
            if letter.is_ascii_digit() {
                digits.push(letter);
                continue;
            }
            if !digits.is_empty() {
                key.push_str(&format!("{digits:0>3}"));
                digits.clear();
            }
            key.push(letter);
        }
        key
    });
}

/// The signs between squares.
const JOINTS: [char; 4] = ['-', 'x', 'X', ':'];

/// A move without its signs, in small letters.
fn bare(text: &str) -> String {
    let is_sign = |letter: &char| matches!(letter, '-' | 'x' | 'X' | ':' | '+' | '#' | '=' | '!' | '?' | ' ');
    text.chars().filter(|letter| !is_sign(letter)).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use catalog::{GameId, Place};

    use super::*;

    fn table(game: GameId, fen: &str) -> Table {
        Table::new(game, &Place::at(fen)).expect("a position")
    }

    /// What a line plays, if it plays something.
    fn played(game: GameId, fen: &str, line: &str) -> Option<String> {
        let table = table(game, fen);
        match read(line, &table, false) {
            Input::Move(index) => Some(table.legal_moves(MoveStyle::Record).swap_remove(index)),
            _ => None,
        }
    }

    #[test]
    fn a_move_is_read_in_any_notation() {
        for text in ["Nf3", "g1f3", "Ng1-f3", "nf3", "g1-f3", "NF3!", "Nf"] {
            assert_eq!(played(GameId::Chess, "startpos", text).as_deref(), Some("Nf3"), "{text}");
        }
        for text in ["Sf3", "Cf3", "Кf3", "♘f3", "g1–f3", "Ng1—f3"] {
            assert_eq!(played(GameId::Chess, "startpos", text).as_deref(), Some("Nf3"), "{text}");
        }
        let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        for text in ["O-O", "0-0", "o-o", "e1g1", "0–0", "О-О"] {
            assert_eq!(played(GameId::Chess, castling, text).as_deref(), Some("O-O"), "{text}");
        }
        let capture = "W:W28:B1,14,23";
        for text in ["28x10", "28x19x10", "28x10x14x23", "28:10", "2810", "28x"] {
            assert_eq!(played(GameId::International, capture, text).as_deref(), Some("28x10"), "{text}");
        }
        let hub = table(GameId::Russian, "W:Wc3:Bh8").legal_moves(MoveStyle::Protocol);
        for text in ["c3d4", "c3-d4", "C3-D4", "c3-d"] {
            assert_eq!(played(GameId::Russian, "W:Wc3:Bh8", text).as_deref(), Some("c3-d4"), "{text}");
        }
        for text in ["cd4", "c-d4", "c3–d4"] {
            assert_eq!(played(GameId::Russian, "startpos", text).as_deref(), Some("c3-d4"), "{text}");
        }
        for text in ["e:c5", "ec5", "exc5", "e3×c5"] {
            assert_eq!(played(GameId::Russian, "W:We3:Bd4", text).as_deref(), Some("e3:c5"), "{text}");
        }
        assert_eq!(played(GameId::International, "startpos", "32–28").as_deref(), Some("32-28"));
        let Input::Several(moves, _) = read("cd4", &table(GameId::Russian, "W:Wc3,Kc5:Bh8"), false) else {
            panic!("a choice is missing")
        };
        assert_eq!(moves, ["c3-d4", "c5-d4"]);
        for text in &hub {
            assert!(played(GameId::Russian, "W:Wc3:Bh8", text).is_some(), "{text}");
        }
    }

    #[test]
    fn a_whole_move_is_not_the_beginning_of_another() {
        // Castling short is illegal here, castling long is not.
        let castling = "r3k2r/P7/8/8/8/8/7p/R3K2R w KQkq - 0 1";
        for text in ["O-O", "o-o", "0-0"] {
            assert_eq!(played(GameId::Chess, castling, text), None, "{text}");
        }
        assert_eq!(played(GameId::Chess, castling, "O-O-O").as_deref(), Some("O-O-O"));
        for text in ["16-1", "16-10"] {
            assert_eq!(played(GameId::International, "W:W16:B5", text), None, "{text}");
        }
        assert_eq!(played(GameId::International, "W:W16:B5", "16-").as_deref(), Some("16-11"));
        assert_eq!(played(GameId::International, "startpos", "35-3"), None);
        // Own pieces stand there; other moves begin there.
        for text in ["Ng1", "Bf1", "e2e4x", "e2e4-"] {
            assert_eq!(played(GameId::Chess, "startpos", text), None, "{text}");
        }
        let promotion = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
        let Input::Several(moves, _) = read("exd8", &table(GameId::Chess, promotion), false) else {
            panic!("a choice is missing")
        };
        assert_eq!(moves.len(), 4);
    }

    #[test]
    fn what_is_not_unique_is_listed() {
        let several = |line| read(line, &table(GameId::Chess, "startpos"), false);
        let texts = |moves: &[&str]| moves.iter().map(|&mv| mv.to_owned()).collect::<Vec<_>>();
        assert_eq!(several("e"), Input::Several(texts(&["e3", "e4"]), vec!["explain"]));
        assert_eq!(several("h"), Input::Several(texts(&["h3", "h4"]), vec!["hint", "help"]));
        assert_eq!(several("res"), Input::Several(Vec::new(), vec!["resign"]));
        assert_eq!(several("resign"), Input::Command(Word::Resign, String::new()));
        assert_eq!(several("und"), Input::Command(Word::Undo, String::new()));
        assert_eq!(several("sav a b.pgn"), Input::Command(Word::Save, "a b.pgn".to_owned()));
        assert_eq!(several("-"), Input::Unknown);
        assert_eq!(several(" \t"), Input::Nothing);
        assert_eq!(several("hlep"), Input::Unknown);
    }

    #[test]
    fn numbers_are_sorted_as_numbers() {
        let mut texts = ["19-24", "6-11", "19-23", "19x8", "c3:e5"].map(str::to_owned);
        sort(&mut texts);
        assert_eq!(texts, ["6-11", "19-23", "19-24", "19x8", "c3:e5"]);
    }

    #[test]
    fn squares_are_hops() {
        let chess = table(GameId::Chess, "startpos");
        assert!(matches!(read("g1 f3", &chess, false), Input::Move(_)));
        assert_eq!(read("g1 f4", &chess, false), Input::Squares(vec!["g1".to_owned(), "f4".to_owned()]));
        assert_eq!(read("e2", &chess, false), Input::Squares(vec!["e2".to_owned()]));
        // The pawn goes there, unless another piece has been picked.
        assert!(matches!(read("f3", &chess, false), Input::Move(_)));
        assert_eq!(read("f3", &chess, true), Input::Squares(vec!["f3".to_owned()]));
        // A square is never the beginning of a move, though there is only one.
        let draughts = table(GameId::International, "startpos");
        assert_eq!(read("35", &draughts, false), Input::Squares(vec!["35".to_owned()]));
    }

    #[test]
    fn garbage_is_refused() {
        let draughts = table(GameId::International, "startpos");
        for line in ["99", "32-99", "é", "\u{0}", "3 2 1 0", &"9".repeat(9_999), &"x".repeat(9_999)] {
            assert_eq!(read(line, &draughts, false), Input::Unknown, "{line}");
        }
    }
}
