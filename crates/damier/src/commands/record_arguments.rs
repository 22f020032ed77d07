//! What commands about game records share: how files are read, and which game they are of.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use boardgame::MoveError;
use catalog::{GameId, GameTags};
use clap::Args;
use convert::{Format, LONGEST_LINE, SourceGame};
use files::{FREE_BYTES, Input, LARGEST_RATIO, Limits, Progress, WINDOW_LOG};
use record::{
    DEEPEST_VARIATION, Fault, LARGEST_GAME, LONGEST_COMMENT, LONGEST_MOVE, LONGEST_NAME, LONGEST_VALUE,
    MOST_COMMENTS_BEFORE, MOST_REPAIRS, MOST_TAGS, ReadOptions, RecordError, Syntax,
};

use crate::commands::game_arguments::GameParser;
use crate::commands::letters::LettersChoice;

/// What stands for standard input and output.
const DASH: &str = "-";

/// How records are read.
#[derive(Args)]
pub(crate) struct RecordArguments {
    /// The format of the input: pgn, pdn, fen, epd or jsonl. Without it the name of the file tells, or the
    /// game: pgn for chess, else pdn.
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The game, where the tags do not tell it; "damier games" lists them all. Without both, PGN is chess and
    /// PDN international draughts. Tags that contradict it are errors.
    #[arg(long, value_name = "NAME", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) game: Option<GameId>,
    /// The language of the piece letters in PGN: english, german, dutch, french, spanish, italian, russian (or en, de,
    /// nl, fr, es, it, ru) or figurines; "auto" takes the one with which most moves of the first games are legal.
    #[arg(long, value_name = "LANGUAGE", default_value = "auto")]
    pub(crate) letters: LettersChoice,
    /// What breaks the standard of the format is an error and not repaired.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Report every repair, not only their number.
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
            game,
            letters: LettersChoice::Auto,
            strict: false,
            verbose: false,
            no_limit: false,
        }
    }

    /// The format of a file; standard input has no name to tell it.
    pub(crate) fn format(&self, path: Option<&Path>) -> anyhow::Result<Format> {
        let by_name = || path.and_then(Format::of_path);
        let by_game = || self.game.map(|game| if game.is_chess() { Format::Pgn } else { Format::Pdn });
        match self.from.or_else(by_name).or_else(by_game) {
            Some(format) => Ok(format),
            None => bail!("{}: unknown format, give it with --from pgn, pdn, fen, epd or jsonl", name(path)),
        }
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

    /// Opens a file, or standard input.
    pub(crate) fn open(&self, path: Option<&Path>, progress: &Arc<Progress>) -> anyhow::Result<Input> {
        let limits = if self.no_limit { Limits::NONE } else { Limits::default() };
        let input = match path {
            Some(path) => Input::open_watched(path, limits, progress),
            None => Input::new(io::stdin(), limits, progress),
        };
        input.map(Input::text_only).with_context(|| format!("cannot read {}", name(path)))
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
that is converted {MOST_REPAIRS} repairs are listed, and the others counted.
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

/// What may help where nothing tells the game of a PDN record and it has moves with letters: it is read as
/// international draughts, whose squares have numbers.
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
    let hint = if is_limit { "; --no-limit reads it all the same" } else { "" };
    format!("cannot read {file}: {message}{hint}")
}

/// The bytes of a file, as far as known.
pub(crate) fn length(path: Option<&Path>) -> u64 {
    path.and_then(|path| std::fs::metadata(path).ok()).map_or(0, |metadata| metadata.len())
}
