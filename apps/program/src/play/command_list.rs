//! The commands of the dialogue.

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

/// A command with what people type and read.
pub(crate) struct CommandEntry {
    pub(crate) word: CommandName,
    pub(crate) name: &'static str,
    operand: &'static str,
    about: &'static str,
    /// Other names.
    aliases: &'static [&'static str],
    /// What to ask before it is done, unless it was typed in full and alone: it ends or changes the game.
    pub(crate) question: Option<&'static str>,
}

impl CommandEntry {
    /// Whether something can stand behind it.
    pub(crate) fn takes_operand(&self) -> bool {
        !self.operand.is_empty()
    }

    /// Asks before it is done.
    const fn asks(self, question: &'static str) -> Self {
        Self { question: Some(question), ..self }
    }

    /// Has other names.
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

/// All commands, in the order of the help.
pub(crate) const ENTRIES: &[CommandEntry] = &[
    entry(CommandName::Moves, "moves", "[SQUARE]", "list the legal moves, or those of one piece"),
    entry(CommandName::Hint, "hint", "", "what the engine would play, with its line and score"),
    entry(CommandName::Score, "score", "", "how the engine judges the position"),
    entry(CommandName::Explain, "explain", "MOVE", "what a move does, or which rule forbids it"),
    entry(CommandName::Undo, "undo", "", "take the last move back, or the last hop").or(&["takeback"]),
    entry(CommandName::Redo, "redo", "", "play it again"),
    entry(CommandName::Draw, "draw", "[MOVE]", "claim a draw, also with a move to come; else offer one")
        .or(&["claim", "offer"])
        .asks("Claim or offer a draw"),
    entry(CommandName::Resign, "resign", "", "give up").asks("Resign this game"),
    entry(CommandName::Board, "board", "", "show the board"),
    entry(CommandName::Flip, "flip", "", "turn the board around"),
    entry(CommandName::Sheet, "sheet", "", "the moves so far"),
    entry(CommandName::Fen, "fen", "", "the position as text"),
    entry(CommandName::Rules, "rules", "", "the rules of the game"),
    entry(CommandName::Level, "level", "[N]", "how strong the engine plays, from 1 to 10"),
    entry(CommandName::Save, "save", "FILE", "write the game to a new file, PGN or PDN"),
    entry(CommandName::Load, "load", "FILE [N]", "go on with game N of a file").asks("Load another game"),
    entry(CommandName::New, "new", "", "begin another game").asks("Begin another game"),
    entry(CommandName::Help, "help", "", "this list").or(&["?"]),
    entry(CommandName::Quit, "quit", "", "leave; the game is kept").or(&["exit", "bye"]).asks("Leave"),
];

/// The command of a word typed in full.
pub(crate) fn named(word: &str) -> Option<&'static CommandEntry> {
    ENTRIES.iter().find(|entry| entry.name == word || entry.aliases.contains(&word))
}

/// The entry of a command.
pub(crate) fn of(word: CommandName) -> &'static CommandEntry {
    ENTRIES.iter().find(|entry| entry.word == word).expect("every command has an entry")
}

/// The commands that begin like a word.
pub(crate) fn beginning(word: &str) -> Vec<&'static CommandEntry> {
    ENTRIES.iter().filter(|entry| entry.name.starts_with(word)).collect()
}

/// What can be typed, with what it does.
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
