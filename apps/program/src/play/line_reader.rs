//! Lines that people type: with an editor on a terminal, else as they come.

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Read};

use anyhow::Context as _;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

/// Longer lines are not typed by people.
const LONGEST_LINE: u64 = 1 << 16;

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReadEvent {
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D, or the end of the input.
    End,
}

/// Where lines come from.
pub(crate) enum LineReader {
    Editor(Box<TerminalEditor>),
    Plain,
}

/// Lines with an editor.
pub(crate) struct TerminalEditor {
    editor: Editor<Completions, MemHistory>,
    /// Lines that were pasted together with one before them.
    waiting: VecDeque<String>,
}

impl LineReader {
    /// The lines of standard input.
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

    /// Reads a line; Tab completes these words, and the names of files behind `save` and `load`.
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

/// Whether somebody sits before it.
pub(crate) fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// A line of a pipe or file. What is not UTF-8 cannot be a move; the dialogue says so.
fn read_plain() -> anyhow::Result<ReadEvent> {
    let mut line = Vec::new();
    let mut input = io::stdin().lock();
    let read = Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut line);
    if read.context("cannot read standard input")? == 0 {
        return Ok(ReadEvent::End);
    }
    Ok(ReadEvent::Line(String::from_utf8_lossy(&line).trim_end().to_owned()))
}

/// What Tab completes.
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
