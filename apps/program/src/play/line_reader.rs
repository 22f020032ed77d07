//! Reads input lines: with a line editor on a terminal, plainly from a pipe or file.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};

use ::lines::BoundedReader;
use anyhow::Context as _;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

/// The most bytes of one input line.
const LONGEST_LINE: usize = 1 << 16;

/// The result of reading a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReadEvent {
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D, or the end of the input.
    End,
}

/// A source of input lines.
pub(crate) enum LineReader {
    Editor(Box<TerminalEditor>),
    Plain,
}

/// The line editor of a terminal.
pub(crate) struct TerminalEditor {
    editor: Editor<Completions, MemHistory>,
    /// The remaining lines of a paste.
    waiting: VecDeque<String>,
}

impl LineReader {
    /// Reads standard input.
    pub(crate) fn new() -> anyhow::Result<Self> {
        if !is_terminal() {
            return Ok(Self::Plain);
        }
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history).context("cannot use the terminal")?;
        editor.set_helper(Some(Completions { words: Vec::new(), files: FilenameCompleter::new() }));
        Ok(Self::Editor(Box::new(TerminalEditor { editor, waiting: VecDeque::new() })))
    }

    /// Reads a line. Tab completes these words, and file names after `save` and `load`.
    pub(crate) fn read(&mut self, prompt: &str, words: Vec<String>) -> anyhow::Result<ReadEvent> {
        match self {
            Self::Editor(edited) => edited.read(prompt, words),
            Self::Plain => read_plain(),
        }
    }
}

impl TerminalEditor {
    fn read(&mut self, prompt: &str, words: Vec<String>) -> anyhow::Result<ReadEvent> {
        if let Some(line) = self.waiting.pop_front() {
            println!("{prompt}{line}");
            return Ok(ReadEvent::Line(line));
        }
        if let Some(completions) = self.editor.helper_mut() {
            completions.words = words;
        }
        match self.editor.readline(prompt) {
            Ok(text) => {
                let mut lines = text.lines().map(str::to_owned);
                let first = lines.next().unwrap_or_default();
                self.waiting.extend(lines);
                Ok(ReadEvent::Line(first))
            }
            Err(ReadlineError::Eof) => Ok(ReadEvent::End),
            Err(ReadlineError::Interrupted) => Ok(ReadEvent::Interrupt),
            Err(error) => Err(error).context("cannot read from the terminal"),
        }
    }
}

/// Whether standard input and output are a terminal.
pub(crate) fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Reads a line from a pipe or file. Invalid UTF-8 is replaced; the dialogue then refuses the line.
fn read_plain() -> anyhow::Result<ReadEvent> {
    let mut lines = BoundedReader::lines(io::stdin().lock(), LONGEST_LINE);
    let line = lines.next_line().context("cannot read standard input")?;
    Ok(line.map_or(ReadEvent::End, |line| {
        ReadEvent::Line(String::from_utf8_lossy(line.bytes()).trim_end().to_owned())
    }))
}

/// The words and file names that Tab completes.
pub(crate) struct Completions {
    words: Vec<String>,
    files: FilenameCompleter,
}

impl Completer for Completions {
    type Candidate = Pair;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        if line.starts_with("save ") || line.starts_with("load ") {
            return self.files.complete_path(line, end);
        }
        let start = line[..end].rfind(' ').map_or(0, |space| space + 1);
        let begins = |word: &&String| word.to_lowercase().starts_with(&line[start..end].to_lowercase());
        let pair = |word: &String| Pair { display: word.clone(), replacement: word.clone() };
        Ok((start, self.words.iter().filter(begins).map(pair).collect()))
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {}
impl Validator for Completions {}
impl Helper for Completions {}
