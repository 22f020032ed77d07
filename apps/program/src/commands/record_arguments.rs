//! What commands about game records share: how to read files, and which game they hold.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context, bail};
use catalog::GameId;
use clap::Args;
use convert::{Format, LONGEST_LINE};
use files::{FREE_BYTES, Input, LARGEST_RATIO, Peeked, Progress, SizeLimits, WINDOW_LOG};
use record::{
    Assumed, Assumption, DEEPEST_VARIATION, Decoded, Encoding, LARGEST_GAME, LONGEST_COMMENT, LONGEST_MOVE,
    LONGEST_NAME, LONGEST_VALUE, Letters, MOST_COMMENTS_BEFORE, MOST_REPAIRS, MOST_TAGS, Policy, UNSURE,
    UTF16, UnknownEncoding,
};
use study::{Hint, RecordRules};

use crate::commands::game_arguments::GameParser;
use crate::commands::letters::{LettersChoice, assumption, letters_of};

/// The name of standard input and output.
const DASH: &str = "-";

/// How records are read.
#[derive(Args)]
pub(crate) struct RecordArguments {
    /// The input format: pgn, pdn, fen, epd or jsonl. By default it follows from the content, the file name or the game.
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The input encoding: auto, utf-8, utf-16le, utf-16be, windows-1252, windows-1251, windows-1250, koi8-r,
    /// cp866, cp437, cp850, cp852, or another name from the WHATWG Encoding Standard. All output is UTF-8.
    #[arg(long, value_name = "NAME", default_value = AUTO, hide_default_value = true)]
    encoding: EncodingArgument,
    /// The game, if the tags do not name it; "damier games" lists them all. By default PGN is chess and PDN
    /// international draughts. Tags that contradict it are errors.
    #[arg(long, value_name = "NAME", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) game: Option<GameId>,
    /// The language of the piece letters in PGN: english, german, dutch, french, spanish, italian, russian (or en, de,
    /// nl, fr, es, it, ru) or figurines; "auto" chooses the language in which most moves of the first 64 KiB are
    /// legal, and waits for them on a slow pipe.
    #[arg(long, value_name = "LANGUAGE", default_value = "auto")]
    pub(crate) letters: LettersChoice,
    /// Treat text that breaks the standard or is unusual as an error, and guess no encoding.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Report every change and note, not only their count.
    #[arg(long, short)]
    pub(crate) verbose: bool,
    /// Read compressed data without a limit on its size.
    #[arg(long)]
    no_limit: bool,
}

impl RecordArguments {
    /// Tolerant settings, for reading one game.
    pub(crate) fn tolerant(game: Option<GameId>) -> Self {
        Self {
            from: None,
            encoding: EncodingArgument::Auto,
            game,
            letters: LettersChoice::Auto,
            strict: false,
            verbose: false,
            no_limit: false,
        }
    }

    /// Opens a file or standard input and detects its format.
    pub(crate) fn open(
        &self,
        path: Option<&Path>,
        progress: &Arc<Progress>,
        unsure: Unsure,
    ) -> anyhow::Result<RecordInput> {
        match self.open_known(path, progress, unsure)? {
            Some(input) => Ok(input),
            None => bail!("{}: unknown format; set it with --from pgn, pdn, fen, epd or jsonl", name(path)),
        }
    }

    /// The same; `None` if the format is unknown.
    pub(crate) fn open_known(
        &self,
        path: Option<&Path>,
        progress: &Arc<Progress>,
        unsure: Unsure,
    ) -> anyhow::Result<Option<RecordInput>> {
        let limits = if self.no_limit { SizeLimits::NONE } else { SizeLimits::default() };
        let input = match path {
            Some(path) => Input::open_watched(path, limits, progress),
            None => Input::new(io::stdin(), limits, progress),
        };
        let input = input.map(Input::text_only).with_context(|| format!("cannot read {}", name(path)))?;
        // A pipe may be slow: look at the content only if something must be detected.
        let input = Peeked::new(input, if self.from.is_some() { 0 } else { LOOKED_AT });
        let Some((format, by_content)) = self.format(path, input.head()) else { return Ok(None) };
        let policy = match (self.encoding, unsure) {
            (EncodingArgument::Told(encoding), _) => Policy::Told(encoding),
            // JSON is always UTF-8, and strict mode repairs nothing.
            _ if self.strict || format == Format::JsonLines => Policy::AsIs,
            (EncodingArgument::Auto, Unsure::Guess) => Policy::Guess,
            (EncodingArgument::Auto, Unsure::Refuse) => Policy::GuessSurely,
        };
        let text = Decoded::new(input, policy);
        let encoding = text.assumed();
        let text = Peeked::new(text, self.letters.looked_at(format));
        let letters = letters_of(self, format, text.head())?;
        let assumed = Assumptions { by_content, letters: assumption(self, letters), encoding };
        Ok(Some(RecordInput { format, letters, text, assumed }))
    }

    /// The format of a file, and what its content says if its name does not.
    fn format(&self, path: Option<&Path>, head: &[u8]) -> Option<(Format, Option<String>)> {
        if let Some(format) = self.from {
            return Some((format, None));
        }
        let mut text = Vec::new();
        // Read errors are reported later.
        let _ = Decoded::new(head, Policy::Guess).read_to_end(&mut text);
        let by_content = Format::of_content(&String::from_utf8_lossy(&text));
        let by_name = path.and_then(Format::of_path);
        let by_game = self.game.map(|game| Format::from(game.record_format()));
        let is_record = |format: &Format| format.syntax().is_some();
        // A named game decides.
        let by_content = match (by_content, by_game) {
            (Some(found), Some(told)) if is_record(&found) => Some(told),
            (found, _) => found,
        };
        Some(match (by_name, by_content) {
            (Some(named), Some(found)) if is_record(&named) && is_record(&found) && named != found => {
                (found, Some(format!("read as {found} by its content, although it is named {named}")))
            }
            (Some(named), None) if is_record(&named) => (by_game.unwrap_or(named), None),
            (Some(named), _) => (named, None),
            (None, Some(found)) => (found, Some(format!("read as {found} by its content"))),
            (None, None) => (by_game?, None),
        })
    }

    /// How records are read.
    pub(crate) fn rules(&self) -> RecordRules {
        RecordRules { game: self.game, is_strict: self.strict }
    }
}

/// What to do if the encoding is uncertain.
#[derive(Clone, Copy)]
pub(crate) enum Unsure {
    /// Use the best guess and report it.
    Guess,
    /// Refuse the file.
    Refuse,
}

/// A file that was opened.
pub(crate) struct RecordInput {
    pub(crate) format: Format,
    /// The language that names the pieces of chess.
    pub(crate) letters: Letters,
    pub(crate) text: Peeked<Decoded<Peeked<Input>>>,
    pub(crate) assumed: Assumptions,
}

/// What was detected in a file.
pub(crate) struct Assumptions {
    /// The format by its content.
    by_content: Option<String>,
    /// The piece letters by its first games.
    letters: Option<String>,
    encoding: Assumed,
}

impl Assumptions {
    /// The encoding assumed so far.
    pub(crate) fn encoding(&self) -> Assumption {
        self.encoding.get()
    }

    /// One line for each assumption.
    pub(crate) fn lines(&self) -> Vec<String> {
        let format = self.by_content.iter().map(|text| format!("{text}; --from FORMAT sets it"));
        let encoding = Some(self.encoding()).filter(Assumption::is_worth_a_word);
        let format = format.chain(self.letters.clone());
        format.chain(encoding.map(|assumption| format!("{assumption}; --encoding NAME sets it"))).collect()
    }
}

/// An encoding, or the request to detect it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum EncodingArgument {
    Auto,
    Told(Encoding),
}

impl FromStr for EncodingArgument {
    type Err = UnknownEncoding;

    fn from_str(text: &str) -> Result<Self, UnknownEncoding> {
        if text.eq_ignore_ascii_case(AUTO) { Ok(Self::Auto) } else { text.parse().map(Self::Told) }
    }
}

/// The name that asks to detect the encoding.
const AUTO: &str = "auto";

/// How many bytes are enough to detect the format.
const LOOKED_AT: usize = 1 << 16;

/// The path of an argument; `None` for standard input or output.
pub(crate) fn path_of(argument: Option<&PathBuf>) -> Option<&Path> {
    argument.map(PathBuf::as_path).filter(|path| *path != Path::new(DASH))
}

/// The name of a file in messages.
pub(crate) fn name(path: Option<&Path>) -> String {
    path.map_or_else(|| "standard input".to_owned(), |path| path.display().to_string())
}

/// The message for a file without games.
pub(crate) fn no_game(path: Option<&Path>) -> String {
    format!("no game found in {}", name(path))
}

/// The limits of records, for the help.
pub(crate) fn limits() -> String {
    let mebibytes = |bytes: usize| bytes >> 20;
    format!(
        "Limits (a game that exceeds one is an error, and the next game is read): comments and values of tags {} MiB each, names
of tags {LONGEST_NAME} bytes, moves {LONGEST_MOVE} bytes, {MOST_TAGS} tags, {MOST_COMMENTS_BEFORE} comments before \
         a game, variations {DEEPEST_VARIATION} deep, lines of
jsonl {} MiB, of fen and epd {} MiB; games that are converted, and those of jsonl, {} MiB of memory each. Of each
converted game, at most {MOST_REPAIRS} changes and notes are listed; the rest are counted.
Compressed files (.gz, .zst, or by their first bytes) may be {LARGEST_RATIO} times as long as their compressed form
once {} MiB are read, and need at most {} MiB of memory; --no-limit lifts these two.",
        mebibytes(LONGEST_COMMENT.max(LONGEST_VALUE)),
        mebibytes(LONGEST_LINE),
        mebibytes(LONGEST_VALUE),
        mebibytes(LARGEST_GAME),
        FREE_BYTES >> 20,
        1 << (WINDOW_LOG - 20),
    )
}

/// What may help with an error, as the end of its line.
pub(crate) fn hint_text(hint: Hint) -> &'static str {
    match hint {
        Hint::None => "",
        Hint::Letters => "; set the language with --letters",
        Hint::Encoding => {
            "; --encoding NAME reads the file differently, --encoding utf-8 replaces such bytes by U+FFFD"
        }
        Hint::OtherGame => {
            "; without GameType this is read as international draughts: name another game with --game"
        }
        Hint::NameGame => ": name it with --game",
    }
}

/// Why a file cannot be read to its end, and what may help.
pub(crate) fn unreadable(file: &str, message: &str) -> String {
    let is_limit = message.ends_with("a decompression bomb") || message.ends_with("MiB of memory");
    let is_encoding = message.starts_with(UNSURE) || message == UTF16;
    let hint = match (is_limit, is_encoding) {
        (true, _) => "; --no-limit reads it anyway",
        (_, true) => "; set it with --encoding NAME",
        _ => "",
    };
    format!("cannot read {file}: {message}{hint}")
}

/// The size of a file, if known.
pub(crate) fn length(path: Option<&Path>) -> u64 {
    path.and_then(|path| std::fs::metadata(path).ok()).map_or(0, |metadata| metadata.len())
}
