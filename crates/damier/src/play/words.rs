//! The commands of the dialogue.

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Board,
    Draw,
    Explain,
    Fen,
    Flip,
    Help,
    Hint,
    Level,
    Load,
    Moves,
    New,
    Quit,
    Redo,
    Resign,
    Rules,
    Save,
    Score,
    Sheet,
    Undo,
}

/// A command with what people type and read.
pub(crate) struct Entry {
    pub(crate) word: Word,
    pub(crate) name: &'static str,
    operand: &'static str,
    about: &'static str,
    /// Other names.
    aliases: &'static [&'static str],
    /// Whether it must be typed in full, since it cannot be taken back by accident.
    pub(crate) in_full: bool,
}

const fn entry(word: Word, name: &'static str, operand: &'static str, about: &'static str) -> Entry {
    Entry { word, name, operand, about, aliases: &[], in_full: false }
}

/// All commands, in the order of the help.
pub(crate) const ENTRIES: &[Entry] = &[
    entry(Word::Moves, "moves", "[SQUARE]", "list the legal moves, or those of one piece"),
    entry(Word::Hint, "hint", "", "what the engine would play, with its line and score"),
    entry(Word::Score, "score", "", "how the engine judges the position"),
    entry(Word::Explain, "explain", "MOVE", "what a move does, or which rule forbids it"),
    Entry {
        aliases: &["takeback"],
        ..entry(Word::Undo, "undo", "", "take the last move back, or the last hop")
    },
    entry(Word::Redo, "redo", "", "play it again"),
    Entry {
        aliases: &["claim", "offer"],
        ..entry(Word::Draw, "draw", "[MOVE]", "claim a draw, also with a move to come; else offer one")
    },
    Entry { in_full: true, ..entry(Word::Resign, "resign", "", "give up") },
    entry(Word::Board, "board", "", "show the board"),
    entry(Word::Flip, "flip", "", "turn the board around"),
    entry(Word::Sheet, "sheet", "", "the moves so far"),
    entry(Word::Fen, "fen", "", "the position as text"),
    entry(Word::Rules, "rules", "", "the rules of the game"),
    entry(Word::Level, "level", "[N]", "how strong the engine plays, from 1 to 10"),
    entry(Word::Save, "save", "FILE", "write the game to a new file, PGN or PDN"),
    entry(Word::Load, "load", "FILE [N]", "go on with game N of a file"),
    Entry { in_full: true, ..entry(Word::New, "new", "", "begin another game") },
    Entry { aliases: &["?"], ..entry(Word::Help, "help", "", "this list") },
    Entry { aliases: &["exit", "bye"], ..entry(Word::Quit, "quit", "", "leave; an unfinished game is kept") },
];

/// The command of a word typed in full.
pub(crate) fn named(word: &str) -> Option<Word> {
    let is_name = |entry: &&Entry| entry.name == word || entry.aliases.contains(&word);
    ENTRIES.iter().find(is_name).map(|entry| entry.word)
}

/// The commands that begin like a word.
pub(crate) fn beginning(word: &str) -> Vec<&'static Entry> {
    ENTRIES.iter().filter(|entry| entry.name.starts_with(word)).collect()
}

/// What can be typed, for people.
pub(crate) fn help(example: &str) -> String {
    let usage = |entry: &Entry| format!("{} {}", entry.name, entry.operand).trim_end().to_owned();
    let width = ENTRIES.iter().map(|entry| usage(entry).len()).max().unwrap_or(0);
    let lines = ENTRIES.iter().map(|entry| format!("  {:<width$}  {}\n", usage(entry), entry.about));
    format!(
        "Type a move in any notation ({example}), only its beginning, or square by square.\n{}\
         Commands can be shortened as far as they are no move; Tab completes.",
        lines.collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_no_squares() {
        let names: Vec<&str> = ENTRIES
            .iter()
            .flat_map(|entry| [entry.name].into_iter().chain(entry.aliases.iter().copied()))
            .collect();
        for name in &names {
            assert_eq!(names.iter().filter(|other| *other == name).count(), 1, "{name}");
            assert!(!name.contains(|letter: char| letter.is_ascii_digit()), "{name} could be a square");
        }
    }

    #[test]
    fn commands_are_found_by_name_and_beginning() {
        assert_eq!(named("undo"), Some(Word::Undo));
        assert_eq!(named("?"), Some(Word::Help));
        assert_eq!(named("und"), None);
        let names = |word| beginning(word).iter().map(|entry| entry.name).collect::<Vec<_>>();
        assert_eq!(names("re"), ["redo", "resign"]);
        assert_eq!(names("x"), [""; 0]);
    }
}
