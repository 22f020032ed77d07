//! The commands of the dialogue: their names, operands and help texts.

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandName {
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

/// A command with its names and texts.
pub(crate) struct CommandEntry {
    pub(crate) word: CommandName,
    pub(crate) name: &'static str,
    operand: &'static str,
    about: &'static str,
    /// Other names.
    aliases: &'static [&'static str],
    /// What to ask before running a command that ends or changes the game, unless it was typed in full.
    pub(crate) question: Option<&'static str>,
}

impl CommandEntry {
    /// Whether the command takes an operand.
    pub(crate) fn takes_operand(&self) -> bool {
        !self.operand.is_empty()
    }

    /// Adds a question to ask first.
    const fn asks(self, question: &'static str) -> Self {
        Self { question: Some(question), ..self }
    }

    /// Adds other names.
    const fn or(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }
}

const fn entry(
    word: CommandName,
    name: &'static str,
    operand: &'static str,
    about: &'static str,
) -> CommandEntry {
    CommandEntry { word, name, operand, about, aliases: &[], question: None }
}

/// All commands, in the order in which help lists them.
pub(crate) const ENTRIES: &[CommandEntry] = &[
    entry(CommandName::Moves, "moves", "[SQUARE]", "list the legal moves, or those of one piece"),
    entry(CommandName::Hint, "hint", "", "show the engine's best move, line and score"),
    entry(CommandName::Score, "score", "", "show how the engine rates the position"),
    entry(CommandName::Explain, "explain", "MOVE", "say what a move does, or which rule forbids it"),
    entry(CommandName::Undo, "undo", "", "take back the last move or hop").or(&["takeback"]),
    entry(CommandName::Redo, "redo", "", "replay the move taken back"),
    entry(CommandName::Draw, "draw", "[MOVE]", "claim a draw, also with your next move, or offer one")
        .or(&["claim", "offer"])
        .asks("Claim or offer a draw"),
    entry(CommandName::Resign, "resign", "", "give up").asks("Resign this game"),
    entry(CommandName::Board, "board", "", "show the board"),
    entry(CommandName::Flip, "flip", "", "turn the board around"),
    entry(CommandName::Sheet, "sheet", "", "list the moves so far"),
    entry(CommandName::Fen, "fen", "", "print the position as FEN"),
    entry(CommandName::Rules, "rules", "", "show the rules of the game"),
    entry(CommandName::Level, "level", "[N]", "show or set the engine level, from 1 to 10"),
    entry(CommandName::Save, "save", "FILE", "write the game to a new file, PGN or PDN"),
    entry(CommandName::Load, "load", "FILE [N]", "continue game N of a file").asks("Load another game"),
    entry(CommandName::New, "new", "", "start another game").asks("Start another game"),
    entry(CommandName::Help, "help", "", "show this list").or(&["?"]),
    entry(CommandName::Quit, "quit", "", "leave; the game is saved").or(&["exit", "bye"]).asks("Leave"),
];

/// Finds a command by its full name.
pub(crate) fn named(word: &str) -> Option<&'static CommandEntry> {
    ENTRIES.iter().find(|entry| entry.name == word || entry.aliases.contains(&word))
}

/// The entry of a command.
pub(crate) fn of(word: CommandName) -> &'static CommandEntry {
    ENTRIES.iter().find(|entry| entry.word == word).expect("every command has an entry")
}

/// Finds the commands whose names begin with a text.
pub(crate) fn beginning(word: &str) -> Vec<&'static CommandEntry> {
    ENTRIES.iter().filter(|entry| entry.name.starts_with(word)).collect()
}

/// The usage of each command with its help text.
pub(crate) fn list() -> Vec<(String, &'static str)> {
    let usage = |entry: &CommandEntry| format!("{} {}", entry.name, entry.operand).trim_end().to_owned();
    ENTRIES.iter().map(|entry| (usage(entry), entry.about)).collect()
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
    fn every_command_has_an_entry() {
        for entry in ENTRIES {
            assert_eq!(of(entry.word).name, entry.name);
        }
    }

    #[test]
    fn commands_are_found_by_name_and_beginning() {
        let named = |word| named(word).map(|entry| entry.word);
        assert_eq!(named("undo"), Some(CommandName::Undo));
        assert_eq!(named("?"), Some(CommandName::Help));
        assert_eq!(named("und"), None);
        let names = |word| beginning(word).iter().map(|entry| entry.name).collect::<Vec<_>>();
        assert_eq!(names("re"), ["redo", "resign"]);
        assert_eq!(names("x"), [""; 0]);
    }
}
