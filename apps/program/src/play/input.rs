//! Interprets input lines.

use catalog::AnyGame;
use damier::{MoveError, MoveStyle};
use record::{Letters, plain_signs};

use crate::play::command_list::{self, CommandEntry, CommandName};

/// The meaning of an input line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// The line is empty.
    Nothing,
    /// A command and its operand.
    Command(CommandName, String),
    /// A shortened command that must be typed in full, and its operand.
    Short(CommandName, String),
    /// A command without operands, followed by text.
    Surplus(CommandName),
    /// A legal move, by its index in the list.
    Move(usize),
    /// A piece to pick, or the next squares of a move in progress.
    Squares(Vec<String>),
    /// The first squares of captures that continue.
    Beginning(Vec<String>),
    /// The moves of a pawn that can promote to several pieces.
    Promotion(Vec<String>),
    /// Ambiguous: any of these moves and commands.
    Several(Vec<String>, Vec<&'static str>),
    /// Neither a command nor a legal move.
    Unknown,
}

/// Reads a line. During a move in progress, squares continue it, even if they also name another move.
pub(crate) fn read(line: &str, game: &dyn AnyGame, trail: &[String]) -> Input {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if line.is_empty() {
        return Input::Nothing;
    }
    if let Some(entry) = command_list::named(&first.to_lowercase()) {
        return command(entry, rest);
    }
    let squares = squares(line, game);
    if let (false, Some(squares)) = (trail.is_empty(), &squares) {
        return Input::Squares(squares.clone());
    }
    let position = game;
    let error = match find_written(position, line) {
        Ok(index) => return Input::Move(index),
        Err(error) => error,
    };
    if let Some(input) = promotion(position, line) {
        return input;
    }
    let is_whole = match find_careless(position, line).ok_or(error) {
        Ok(index) => return Input::Move(index),
        Err(MoveError::Ambiguous { candidates, .. }) => return Input::Several(candidates, Vec::new()),
        Err(MoveError::Illegal { .. }) => true,
        Err(_) => false,
    };
    if let Some(squares) = squares {
        return Input::Squares(squares);
    }
    beginning_of_capture(line, game, trail).unwrap_or_else(|| complete(line, first, rest, position, is_whole))
}

/// A command with the rest of its line.
fn command(entry: &CommandEntry, rest: &str) -> Input {
    if !rest.is_empty() && !entry.takes_operand() {
        return Input::Surplus(entry.word);
    }
    Input::Command(entry.word, rest.trim().to_owned())
}

/// The squares of a line that consists of squares only.
fn squares(line: &str, game: &dyn AnyGame) -> Option<Vec<String>> {
    let known = game.id().squares();
    let is_square = |word: &&str| known.iter().any(|square| square.name.eq_ignore_ascii_case(word));
    let words: Vec<&str> = line.split_whitespace().collect();
    words.iter().all(is_square).then(|| words.iter().map(|word| word.to_lowercase()).collect())
}

/// Finds a legal move in record or protocol notation, or in careless spelling.
pub(crate) fn find(position: &dyn AnyGame, text: &str) -> Result<usize, MoveError> {
    let plain = plain_signs(text);
    find_written(position, text).or_else(|error| find_careless(position, &plain).ok_or(error))
}

fn find_written(position: &dyn AnyGame, text: &str) -> Result<usize, MoveError> {
    let error = match position.find_in(text, MoveStyle::Record) {
        Ok(index) => return Ok(index),
        Err(error) => error,
    };
    if let Ok(index) = position.find_in(text, MoveStyle::Protocol) {
        return Ok(index);
    }
    let plain = plain_signs(text);
    if *plain != *text {
        return find_written(position, &plain);
    }
    // English piece letters come first.
    if matches!(error, MoveError::BadSyntax { .. })
        && let Some(found) = find_in_other_letters(position, text)
    {
        return found;
    }
    Err(error)
}

/// Finds a legal move, ignoring case and the signs between squares.
fn find_careless(position: &dyn AnyGame, text: &str) -> Option<usize> {
    let wanted = bare(text);
    match fitting(position, |known| known == wanted)[..] {
        [index] if !text.ends_with(JOINTS) => Some(index),
        _ => None,
    }
}

/// Reads a pawn move to the last row that does not name the promotion. If it names only a square, no piece can be
/// picked there; but `bxc8` may also be a bishop move.
fn promotion(position: &dyn AnyGame, text: &str) -> Option<Input> {
    let wanted = unsigned(text);
    // A capital B is a bishop.
    let is_wanted =
        |known: &str| known == wanted || !wanted.starts_with('B') && known == wanted.to_lowercase();
    let names = |known: &String| {
        let known = unsigned(known);
        known.char_indices().last().is_some_and(|(end, _)| is_wanted(&known[..end]))
    };
    let lists = STYLES.map(|style| position.legal_moves(style));
    let is_named =
        |index: &usize| lists[0][*index].contains('=') && lists.iter().any(|list| names(&list[*index]));
    let moves: Vec<String> =
        (0..position.count_legal()).filter(is_named).map(|index| lists[0][index].clone()).collect();
    if moves.is_empty() || text.ends_with(JOINTS) {
        return None;
    }
    Some(match find_careless(position, text) {
        Some(other) => Input::Several([&moves[..], &lists[0][other..=other]].concat(), Vec::new()),
        None => Input::Promotion(moves),
    })
}

/// Reads the first squares of a capture: `32x23`, `c3:e5`, `c3e5`; or the next squares of a move in progress.
fn beginning_of_capture(line: &str, game: &dyn AnyGame, trail: &[String]) -> Option<Input> {
    let mut names: Vec<String> = Vec::new();
    for part in line.trim_end_matches(['!', '?']).split(|letter| letter == ' ' || JOINTS.contains(&letter)) {
        let mut name = String::new();
        for letter in part.chars().flat_map(char::to_lowercase) {
            if letter.is_ascii_alphabetic() && !name.is_empty() {
                names.push(std::mem::take(&mut name));
            }
            name.push(letter);
        }
        names.push(name);
    }
    let (first, next) = names.split_first().filter(|(_, next)| !next.is_empty())?;
    if trail.last() == Some(first) && game.hops(&[trail, next].concat()).is_ok() {
        return Some(Input::Squares(next.to_vec()));
    }
    let hops = game.hops(&names).ok()?;
    Some(if hops.moves.is_empty() { Input::Beginning(names) } else { Input::Squares(names) })
}

/// Finds a legal move written with the piece letters of another language.
fn find_in_other_letters(position: &dyn AnyGame, text: &str) -> Option<Result<usize, MoveError>> {
    let english = Letters::ALL.iter().filter_map(|letters| letters.to_english(text));
    let found = english.filter_map(|english| position.find_in(&english, MoveStyle::Record).ok());
    let mut found: Vec<usize> = found.collect();
    found.sort_unstable();
    found.dedup();
    match found[..] {
        [] => None,
        [index] => Some(Ok(index)),
        _ => {
            let texts = position.legal_moves(MoveStyle::Record);
            let candidates = found.iter().map(|&index| texts[index].clone()).collect();
            Some(Err(MoveError::Ambiguous { found: text.to_owned(), candidates }))
        }
    }
}

/// Completes a line to the only move or command that begins with it, or lists them all.
fn complete(line: &str, first: &str, rest: &str, position: &dyn AnyGame, is_whole: bool) -> Input {
    let beginning = bare(line);
    // A complete move is not the beginning of another one: short castling does not begin long castling, and an illegal
    // move to g1 does not begin a move from there.
    let moves = if beginning.is_empty() || beginning == "oo" || is_whole {
        Vec::new()
    } else {
        // After a sign between squares, another square must follow.
        let is_enough = |rest: &str| !rest.is_empty() || !line.ends_with(JOINTS);
        fitting(position, |known| known.strip_prefix(&*beginning).is_some_and(is_enough))
    };
    let commands = command_list::beginning(&first.to_lowercase());
    match (&moves[..], &commands[..]) {
        ([], []) => Input::Unknown,
        ([index], []) => Input::Move(*index),
        ([], [entry]) if entry.question.is_some() => Input::Short(entry.word, rest.trim().to_owned()),
        ([], [entry]) => command(entry, rest),
        _ => {
            let texts = position.legal_moves(MoveStyle::Record);
            let mut moves: Vec<String> = moves.iter().map(|&index| texts[index].clone()).collect();
            sort(&mut moves);
            Input::Several(moves, commands.iter().map(|command| command.name).collect())
        }
    }
}

/// The legal moves with a matching text in some notation.
fn fitting(position: &dyn AnyGame, fits: impl Fn(&str) -> bool) -> Vec<usize> {
    let lists = STYLES.map(|style| position.legal_moves(style));
    let is_fitting = |index: &usize| lists.iter().any(|list| fits(&bare(&list[*index])));
    (0..position.count_legal()).filter(is_fitting).collect()
}

/// Sorts texts in natural order: 9 before 10.
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

/// The notations that people type.
const STYLES: [MoveStyle; 3] = [MoveStyle::Record, MoveStyle::Full, MoveStyle::Protocol];

/// A move without its signs.
fn unsigned(text: &str) -> String {
    let is_sign = |letter: &char| matches!(letter, '-' | 'x' | 'X' | ':' | '+' | '#' | '=' | '!' | '?' | ' ');
    text.chars().filter(|letter| !is_sign(letter)).collect()
}

/// A move without its signs, in lower case.
fn bare(text: &str) -> String {
    unsigned(text).to_lowercase()
}

#[cfg(test)]
mod tests {
    use catalog::GameId;

    use super::*;

    fn table(game: GameId, fen: &str) -> Box<dyn AnyGame> {
        game.at(fen).expect("a position")
    }

    /// The move that a line plays, if any.
    fn played(game: GameId, fen: &str, line: &str) -> Option<String> {
        let table = table(game, fen);
        match read(line, &*table, &[]) {
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
        let Input::Several(moves, _) = read("cd4", &*table(GameId::Russian, "W:Wc3,Kc5:Bh8"), &[]) else {
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
        // These squares hold own pieces, and other moves begin there.
        for text in ["Ng1", "Bf1", "e2e4x", "e2e4-"] {
            assert_eq!(played(GameId::Chess, "startpos", text), None, "{text}");
        }
        let promotion = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
        assert!(
            matches!(read("exd8", &*table(GameId::Chess, promotion), &[]), Input::Promotion(moves) if moves.len() == 4)
        );
    }

    #[test]
    fn a_pawn_is_promoted_without_a_piece() {
        let promoted = |fen, line| match read(line, &*table(GameId::Chess, fen), &[]) {
            Input::Promotion(moves) => moves,
            _ => Vec::new(),
        };
        let pawn = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
        for line in ["e8", "E8", "e7e8", "e7-e8", "e7 e8", "e8!"] {
            assert_eq!(promoted(pawn, line), ["e8=Q+", "e8=N", "e8=R+", "e8=B"], "{line}");
        }
        for line in ["exd8", "ed8", "e7d8", "e7xd8", "exd8+", "EXD8"] {
            assert_eq!(promoted(pawn, line), ["exd8=Q+", "exd8=N", "exd8=R+", "exd8=B"], "{line}");
        }
        for line in ["d8", "e7", "exd", "e8-", "e"] {
            assert_eq!(promoted(pawn, line), [""; 0], "{line}");
        }
        assert_eq!(promoted("7k/8/8/8/8/8/3p4/K3R3 b - - 0 1", "de1").len(), 4);
        // A lower-case b can be the pawn or the bishop, a capital B only the bishop.
        let bishop = "2r4k/1P6/8/8/8/7B/8/4K3 w - - 0 1";
        assert_eq!(played(GameId::Chess, bishop, "Bxc8").as_deref(), Some("Bxc8"));
        for line in ["bxc8", "bc8"] {
            let several = read(line, &*table(GameId::Chess, bishop), &[]);
            assert!(matches!(several, Input::Several(moves, _) if moves.len() == 5), "{line}");
        }
    }

    #[test]
    fn the_beginning_of_a_capture_is_one() {
        let begun = |game, fen, line| match read(line, &*table(game, fen), &[]) {
            Input::Beginning(squares) => squares.join(" "),
            _ => String::new(),
        };
        for line in ["32x23", "32:23", "32-23", "32X23"] {
            assert_eq!(begun(GameId::International, "W:W32:B19,28", line), "32 23", "{line}");
        }
        for line in ["c3:e5", "c3e5", "C3xE5", "c3-e5"] {
            assert_eq!(begun(GameId::Russian, "W:Wc3:Bd4,f6", line), "c3 e5", "{line}");
        }
        // A complete capture is a move; an illegal one is unknown.
        assert_eq!(played(GameId::International, "W:W32:B19,28", "32x23x14").as_deref(), Some("32x14"));
        assert_eq!(read("32x21", &*table(GameId::International, "W:W32:B19,27,28"), &[]), Input::Unknown);
        let in_progress = ["32".to_owned(), "23".to_owned()];
        let table = table(GameId::International, "W:W32:B19,28");
        assert_eq!(read("23x14", &*table, &in_progress), Input::Squares(vec!["14".to_owned()]));
    }

    #[test]
    fn ambiguous_input_is_listed() {
        let several = |line| read(line, &*table(GameId::Chess, "startpos"), &[]);
        let texts = |moves: &[&str]| moves.iter().map(|&mv| mv.to_owned()).collect::<Vec<_>>();
        assert_eq!(several("e"), Input::Several(texts(&["e3", "e4"]), vec!["explain"]));
        assert_eq!(several("h"), Input::Several(texts(&["h3", "h4"]), vec!["hint", "help"]));
        assert_eq!(several("d"), Input::Several(texts(&["d3", "d4"]), vec!["draw"]));
        assert_eq!(several("res"), Input::Short(CommandName::Resign, String::new()));
        assert_eq!(several("resign now"), Input::Surplus(CommandName::Resign));
        assert_eq!(several("undo 3"), Input::Surplus(CommandName::Undo));
        assert_eq!(several("und 3"), Input::Surplus(CommandName::Undo));
        assert_eq!(several("draw please"), Input::Command(CommandName::Draw, "please".to_owned()));
        assert_eq!(several("resign"), Input::Command(CommandName::Resign, String::new()));
        assert_eq!(several("und"), Input::Command(CommandName::Undo, String::new()));
        assert_eq!(several("sav a b.pgn"), Input::Command(CommandName::Save, "a b.pgn".to_owned()));
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
        assert!(matches!(read("g1 f3", &*chess, &[]), Input::Move(_)));
        assert_eq!(read("g1 f4", &*chess, &[]), Input::Squares(vec!["g1".to_owned(), "f4".to_owned()]));
        assert_eq!(read("e2", &*chess, &[]), Input::Squares(vec!["e2".to_owned()]));
        // The pawn moves there unless another piece has been picked.
        assert!(matches!(read("f3", &*chess, &[]), Input::Move(_)));
        assert_eq!(read("f3", &*chess, &["g1".to_owned()]), Input::Squares(vec!["f3".to_owned()]));
        // A square alone is never completed to a move, even if only one begins there.
        let draughts = table(GameId::International, "startpos");
        assert_eq!(read("35", &*draughts, &[]), Input::Squares(vec!["35".to_owned()]));
    }

    #[test]
    fn commands_that_cannot_be_undone_are_not_shortened() {
        let draughts = table(GameId::International, "startpos");
        for (line, word) in [
            ("d", CommandName::Draw),
            ("dr", CommandName::Draw),
            ("res", CommandName::Resign),
            ("n", CommandName::New),
            ("q", CommandName::Quit),
            ("Q", CommandName::Quit),
            ("loa", CommandName::Load),
        ] {
            assert_eq!(read(line, &*draughts, &[]), Input::Short(word, String::new()), "{line}");
        }
        assert_eq!(read("r", &*draughts, &[]), Input::Several(Vec::new(), vec!["redo", "resign", "rules"]));
    }

    #[test]
    fn garbage_is_refused() {
        let draughts = table(GameId::International, "startpos");
        for line in ["99", "32-99", "é", "\u{0}", "3 2 1 0", &"9".repeat(9_999), &"x".repeat(9_999)] {
            assert_eq!(read(line, &*draughts, &[]), Input::Unknown, "{line}");
        }
    }
}
