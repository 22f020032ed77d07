//! What commands about game records share: how files are read, and which game they are of.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context, bail};
use boardgame::MoveError;
use catalog::{GameId, GameTags};
use clap::Args;
use convert::{Format, LONGEST_LINE, SourceGame};
use files::{FREE_BYTES, Input, LARGEST_RATIO, Limits, Peeked, Progress, WINDOW_LOG};
use record::{
    Assumed, Assumption, DEEPEST_VARIATION, Decoded, Encoding, Fault, LARGEST_GAME, LONGEST_COMMENT,
    LONGEST_MOVE, LONGEST_NAME, LONGEST_VALUE, Letters, MOST_COMMENTS_BEFORE, MOST_REPAIRS, MOST_TAGS,
    Policy, ReadOptions, RecordError, Syntax, UNSURE, UTF16, UnknownEncoding,
};

use crate::commands::game_arguments::GameParser;
use crate::commands::letters::{LettersChoice, assumption, letters_of};

/// What stands for standard input and output.
const DASH: &str = "-";

/// How records are read.
#[derive(Args)]
pub(crate) struct RecordArguments {
    /// The format of the input: pgn, pdn, fen, epd or jsonl. Without it the content and the name of the file tell,
    /// or the game: pgn for chess, else pdn.
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The encoding of the input: auto, utf-8, utf-16le, utf-16be, windows-1252, windows-1251, windows-1250, koi8-r,
    /// cp866, cp437, cp850, cp852, or another name of the web. All output is UTF-8.
    #[arg(long, value_name = "NAME", default_value = AUTO, hide_default_value = true)]
    encoding: EncodingArgument,
    /// The game, where the tags do not tell it; "damier games" lists them all. Without both, PGN is chess and
    /// PDN international draughts. Tags that contradict it are errors.
    #[arg(long, value_name = "NAME", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) game: Option<GameId>,
    /// The language of the piece letters in PGN: english, german, dutch, french, spanish, italian, russian (or en, de,
    /// nl, fr, es, it, ru) or figurines; "auto" takes the one with which most moves are legal in the
    /// first 64 KiB, for which a slow pipe must be waited.
    #[arg(long, value_name = "LANGUAGE", default_value = "auto")]
    pub(crate) letters: LettersChoice,
    /// What breaks the standard of the format, or is only unusual, is an error; no encoding is guessed.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Report every change and note, not only their number.
    #[arg(long, short)]
    pub(crate) verbose: bool,
    /// Read compressed data however much it grows.
    #[arg(long)]
    no_limit: bool,
}

impl RecordArguments {
    /// For a program that reads one game: what can be understood is taken.
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

    /// Opens a file, or standard input, and finds out its format.
    pub(crate) fn open(
        &self,
        path: Option<&Path>,
        progress: &Arc<Progress>,
        unsure: Unsure,
    ) -> anyhow::Result<RecordInput> {
        match self.open_known(path, progress, unsure)? {
            Some(input) => Ok(input),
            None => bail!("{}: unknown format, give it with --from pgn, pdn, fen, epd or jsonl", name(path)),
        }
    }

    /// The same; nothing where nothing tells the format.
    pub(crate) fn open_known(
        &self,
        path: Option<&Path>,
        progress: &Arc<Progress>,
        unsure: Unsure,
    ) -> anyhow::Result<Option<RecordInput>> {
        let limits = if self.no_limit { Limits::NONE } else { Limits::default() };
        let input = match path {
            Some(path) => Input::open_watched(path, limits, progress),
            None => Input::new(io::stdin(), limits, progress),
        };
        let input = input.map(Input::text_only).with_context(|| format!("cannot read {}", name(path)))?;
        // What is told need not be looked for; a pipe may be slow.
        let input = Peeked::new(input, if self.from.is_some() { 0 } else { LOOKED_AT });
        let Some((format, by_content)) = self.format(path, input.head()) else { return Ok(None) };
        let policy = match (self.encoding, unsure) {
            (EncodingArgument::Told(encoding), _) => Policy::Told(encoding),
            // The standard of JSON knows no other than UTF-8, and the strict mode repairs nothing.
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
        // What cannot be read is told later.
        let _ = Decoded::new(head, Policy::Guess).read_to_end(&mut text);
        let by_content = Format::of_content(&String::from_utf8_lossy(&text));
        let by_name = path.and_then(Format::of_path);
        let by_game = self.game.map(|game| if game.is_chess() { Format::Pgn } else { Format::Pdn });
        let is_record = |format: &Format| format.syntax().is_some();
        // Who names the game knows best what its records look like.
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

    pub(crate) fn options(&self, syntax: Syntax) -> ReadOptions {
        let options = if syntax == Syntax::Pgn { ReadOptions::pgn() } else { ReadOptions::pdn() };
        let options = options.exact_moves();
        if self.strict { options.strict() } else { options }
    }

    /// Whether something tells the game of a record, so that it need not be guessed from the format.
    pub(crate) fn is_told(&self, tags: &GameTags<'_>) -> bool {
        self.game.is_some() || !matches!(tags.game(None), Ok(None))
    }

    /// The game of a record that was read, or why there is none.
    pub(crate) fn game_of(&self, format: Format, game: &SourceGame) -> Result<GameId, String> {
        let tags = game.raw.tags();
        let by_tags = GameTags { game_type: tags.get("GameType"), variant: tags.get("Variant") };
        self.choose(&RecordGame { format, game: game.game.as_deref(), tags: by_tags, fen: tags.get("FEN") })
    }

    /// The game of a record, or why there is none.
    pub(crate) fn choose(&self, record: &RecordGame<'_>) -> Result<GameId, String> {
        let named = match record.game {
            Some(name) => Some(name.parse::<GameId>().map_err(|error| error.to_string())?),
            None => None,
        };
        if let (Some(named), Some(wanted)) = (named, self.game)
            && named != wanted
        {
            return Err(format!("the record is of {named} and not of {wanted}"));
        }
        let tagged = record.tags.game(self.game.or(named)).map_err(|error| error.to_string())?;
        if let Some(game) = tagged {
            return Ok(game);
        }
        match record.format {
            Format::Pgn => Ok(GameId::Chess),
            Format::Pdn => Ok(GameId::International),
            Format::Fen | Format::Epd if record.fen.is_some_and(|fen| fen.contains('/')) => Ok(GameId::Chess),
            _ => Err("nothing tells which game this is: give it with --game".to_owned()),
        }
    }
}

/// What is done where the encoding cannot be guessed for sure.
#[derive(Clone, Copy)]
pub(crate) enum Unsure {
    /// The best guess counts, and is told.
    Guess,
    /// The file cannot be read.
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

/// What nobody told about a file.
pub(crate) struct Assumptions {
    /// What its content says of its format.
    by_content: Option<String>,
    /// What its first games say of the letters of pieces.
    letters: Option<String>,
    encoding: Assumed,
}

impl Assumptions {
    /// What is taken for its encoding by now.
    pub(crate) fn encoding(&self) -> Assumption {
        self.encoding.get()
    }

    /// One line for each thing that a reader should know.
    pub(crate) fn lines(&self) -> Vec<String> {
        let format = self.by_content.iter().map(|text| format!("{text}; --from FORMAT to force"));
        let encoding = Some(self.encoding()).filter(Assumption::is_worth_a_word);
        let format = format.chain(self.letters.clone());
        format.chain(encoding.map(|assumption| format!("{assumption}; --encoding NAME to force"))).collect()
    }
}

/// An encoding, or the wish to find it out.
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

/// The encoding that is found out.
const AUTO: &str = "auto";

/// So many bytes tell the format of a file.
const LOOKED_AT: usize = 1 << 16;

/// What a record says about its game.
#[derive(Clone, Copy)]
pub(crate) struct RecordGame<'a> {
    pub(crate) format: Format,
    /// Its name, in formats with a place for it.
    pub(crate) game: Option<&'a str>,
    pub(crate) tags: GameTags<'a>,
    pub(crate) fen: Option<&'a str>,
}

/// The path of an argument; none for standard input or output.
pub(crate) fn path_of(argument: Option<&PathBuf>) -> Option<&Path> {
    argument.map(PathBuf::as_path).filter(|path| *path != Path::new(DASH))
}

/// A file as messages call it.
pub(crate) fn name(path: Option<&Path>) -> String {
    path.map_or_else(|| "standard input".to_owned(), |path| path.display().to_string())
}

/// What is said of a file without games.
pub(crate) fn no_game(path: Option<&Path>) -> String {
    format!("no game found in {}", name(path))
}

/// What records may hold at most, for the help.
pub(crate) fn limits() -> String {
    let mebibytes = |bytes: usize| bytes >> 20;
    format!(
        "Limits, beyond which there is an error and the next game is read: comments and values of tags {} MiB each, names
of tags {LONGEST_NAME} bytes, moves {LONGEST_MOVE} bytes, {MOST_TAGS} tags, {MOST_COMMENTS_BEFORE} comments before \
         a game, variations {DEEPEST_VARIATION} deep, lines of
jsonl {} MiB, of fen and epd {} MiB; games that are converted, and those of jsonl, {} MiB of memory each. Of a game
that is converted {MOST_REPAIRS} changes and notes are listed, and the others counted.
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

/// What may help: where nothing tells the game of a PDN record and it has moves with letters, since it is read as
/// international draughts, whose squares have numbers; and where bytes are not UTF-8.
pub(crate) fn hint(error: &RecordError, format: Format, is_told: bool) -> &'static str {
    let is_other_language = match &error.fault {
        Fault::OtherLetters { .. } => true,
        // The letters of other languages.
        Fault::BadMove { error: MoveError::BadSyntax { found, .. }, .. } => {
            format == Format::Pgn && found.starts_with(['D', 'T', 'L', 'S', 'F', 'C', 'A'])
        }
        _ => false,
    };
    if is_other_language {
        return "; --letters tells the language";
    }
    let is_lettered = match &error.fault {
        Fault::NotUtf8 { .. } => {
            return "; --encoding NAME reads the file otherwise, --encoding utf-8 puts U+FFFD for such bytes";
        }
        Fault::BadMove { error: MoveError::BadSyntax { found, .. }, .. } => {
            found.starts_with(|first: char| first.is_ascii_lowercase())
        }
        _ => false,
    };
    match is_lettered && format == Format::Pdn && !is_told {
        true => "; without GameType this is read as international draughts: --game tells another game",
        false => "",
    }
}

/// Why a file cannot be read to its end, and what may help.
pub(crate) fn unreadable(file: &str, message: &str) -> String {
    let is_limit = message.ends_with("a decompression bomb") || message.ends_with("MiB of memory");
    let is_encoding = message.starts_with(UNSURE) || message == UTF16;
    let hint = match (is_limit, is_encoding) {
        (true, _) => "; --no-limit reads it all the same",
        (_, true) => "; give it with --encoding NAME",
        _ => "",
    };
    format!("cannot read {file}: {message}{hint}")
}

/// The bytes of a file, as far as known.
pub(crate) fn length(path: Option<&Path>) -> u64 {
    path.and_then(|path| std::fs::metadata(path).ok()).map_or(0, |metadata| metadata.len())
}
