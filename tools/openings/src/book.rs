//! Openings from a file.

use std::io::{self, Read};
use std::path::Path;

use boardgame::Reading;
use catalog::{Describe, GameId, GameTags, Task};
use convert::{Format, SourceGame, read_games};
use files::{Input, Peeked, SizeLimits};
use record::{
    Decoded, Fault, Policy, ReadOptions, RecordError, ReplayBoard, ResultStyle, TextTree, Texts, TreeStep,
};

use crate::error::OpeningsError;
use crate::limited_read::LimitedRead;
use crate::opening::Opening;

/// The most openings of a book.
pub const MOST_OPENINGS: u32 = 4_000_000;

/// The longest text of a book, in bytes.
pub const LONGEST_BOOK: u64 = 1 << 30;

/// How much of a file is looked at to know its format.
const LOOKED_AT: usize = 1 << 16;

/// The openings of a book. A large one has millions, so they are kept in one text.
#[derive(Debug, Default)]
pub(crate) struct Book {
    /// Name, position and moves of each opening, with [`SEPARATOR`] between them.
    text: String,
    /// Where each opening ends.
    ends: Vec<usize>,
}

/// Between the fields of an opening: a control character, which stands in none of them.
const SEPARATOR: char = '\u{1f}';

impl Book {
    /// Reads a book and checks that every opening of it can be played.
    pub(crate) fn read(game: GameId, path: &Path, plies: Option<u16>) -> Result<Self, OpeningsError> {
        let unreadable = |source| OpeningsError::Unreadable { path: path.to_owned(), source };
        let input = Input::open(path, SizeLimits::default()).map_err(unreadable)?.text_only();
        let input = Peeked::new(LimitedRead::new(input, LONGEST_BOOK), LOOKED_AT);
        let by_content = || Format::of_content(&String::from_utf8_lossy(input.head()));
        let format = Format::of_path(path).or_else(by_content);
        let format = format.filter(|&format| format != Format::JsonLines);
        if input.head().is_empty() {
            // Errors of the first bytes show when they are read again.
            let mut input = input;
            return match input.read(&mut [0]) {
                Ok(_) => Err(OpeningsError::Empty { path: path.to_owned() }),
                Err(error) => Err(unreadable(error)),
            };
        }
        let format = format.ok_or_else(|| OpeningsError::UnknownFormat { path: path.to_owned() })?;
        BookReader::new(game, format, plies).read(path, Decoded::new(input, Policy::Guess))
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, index: usize) -> Opening {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut fields = self.text[begin..self.ends[index]].split(SEPARATOR);
        let mut field = || fields.next().filter(|text| !text.is_empty()).map(str::to_owned);
        Opening { name: field(), fen: field(), moves: fields.map(str::to_owned).collect() }
    }

    fn push(&mut self, opening: &Opening) {
        let Opening { name, fen, moves } = opening;
        let is_control = |letter: char| letter.is_control();
        self.text.extend(name.iter().flat_map(|name| name.chars()).filter(|&letter| !is_control(letter)));
        self.text.push(SEPARATOR);
        self.text.push_str(fen.as_deref().unwrap_or_default());
        for text in moves {
            self.text.push(SEPARATOR);
            self.text.push_str(text);
        }
        self.ends.push(self.text.len());
    }
}

/// Reads the games of a book one by one.
struct BookReader {
    game: GameId,
    format: Format,
    plies: Option<u16>,
    board: Box<dyn ReplayBoard>,
    book: Book,
    /// The line of the first broken opening, and what is wrong with it.
    first_broken: Option<(u64, String)>,
    broken: u64,
}

impl BookReader {
    fn new(game: GameId, format: Format, plies: Option<u16>) -> Self {
        let style = if game.has_two_points() { ResultStyle::Two } else { ResultStyle::One };
        let board = game.run(MakeBoard(style));
        Self { game, format, plies, board, book: Book::default(), first_broken: None, broken: 0 }
    }

    fn read(mut self, path: &Path, text: impl Read) -> Result<Book, OpeningsError> {
        let path = || path.to_owned();
        let options = ReadOptions::of(self.game.record_format());
        let mut read = 0;
        for game in read_games(text, self.format, options) {
            if read >= u64::from(MOST_OPENINGS) {
                return Err(OpeningsError::TooMany { path: path() });
            }
            read += 1;
            let line = |error: &RecordError| error.place.line;
            match game {
                Ok(game) => self.add(&game),
                Err(RecordError { fault: Fault::Io { kind: io::ErrorKind::FileTooLarge, .. }, .. }) => {
                    return Err(OpeningsError::TooLong { path: path() });
                }
                Err(RecordError { fault: Fault::Io { kind, message }, .. }) => {
                    let source = io::Error::new(kind, message);
                    return Err(OpeningsError::Unreadable { path: path(), source });
                }
                Err(error) => self.refuse(line(&error), error.fault.to_string()),
            }
        }
        match self.first_broken {
            Some((line, reason)) => {
                Err(OpeningsError::Broken { path: path(), line, reason, broken: self.broken, read })
            }
            None if self.book.len() == 0 => Err(OpeningsError::Empty { path: path() }),
            None => Ok(self.book),
        }
    }

    fn refuse(&mut self, line: u64, reason: String) {
        self.broken += 1;
        self.first_broken.get_or_insert((line, reason));
    }

    fn add(&mut self, game: &SourceGame) {
        match self.opening(game) {
            Ok(opening) => self.book.push(&opening),
            Err((line, reason)) => self.refuse(line, reason),
        }
    }

    /// The opening of a game: its moves, or its position.
    fn opening(&mut self, game: &SourceGame) -> Result<Opening, (u64, String)> {
        let raw = &game.raw;
        let here = |reason: String| (raw.place().line, reason);
        let tags = raw.tags();
        let by_tags = GameTags { game_type: tags.get("GameType"), variant: tags.get("Variant") };
        by_tags.game(Some(self.game)).map_err(|error| here(error.to_string()))?;
        if by_tags.square_names(self.game).is_ok_and(|names| names.is_some()) {
            let reason =
                "its squares have other names than those of the game; run damier convert on the book first";
            return Err(here(reason.to_owned()));
        }
        if matches!(self.format, Format::Fen | Format::Epd) {
            let fen = self.game.run(StandardFen { fen: tags.get("FEN") }).map_err(here)?;
            return Ok(Opening { name: name(tags), fen, moves: Vec::new() });
        }
        let read = raw.resolve_on(&mut *self.board);
        let read = read.map_err(|broken| (broken.error.place.line, broken.error.fault.to_string()))?;
        let moves = self.moves(&read.tree).map_err(here)?;
        let start = read.tree.start();
        let fen = (!start.is_start).then(|| start.fen.clone());
        let opening = Opening { name: name(tags), fen, moves };
        let played = opening.play(self.game).map_err(|error| here(error.to_string()))?;
        match played.outcome() {
            None => Ok(opening),
            Some((_, reason)) => {
                Err(here(format!("the game ends in the opening: {reason}; cut it with plies")))
            }
        }
    }
}

impl BookReader {
    /// The moves of a game, as many as are wanted.
    fn moves(&self, tree: &TextTree) -> Result<Vec<String>, String> {
        let most = self.plies.map_or(usize::MAX, usize::from);
        let steps = tree.main_line().filter_map(|node| tree.step(node)).take(most);
        let text = |step: &TreeStep<Texts>| match step {
            TreeStep::Move(mv) => Ok(mv.text.to_string()),
            TreeStep::SetUp(_) => Err("a position is set up in the middle of the game".to_owned()),
        };
        steps.map(text).collect()
    }
}

/// The name of an opening: of its own, its code, or the `id` of EPD.
fn name(tags: &record::Tags) -> Option<String> {
    let by_tag = ["Opening", "ECO"].into_iter().find_map(|tag| tags.get(tag));
    let id = || {
        let operations = boardgame::epd::operations(tags.get("Operations")?);
        let id = operations.into_iter().find_map(|text| {
            let (code, operand) = boardgame::epd::split_opcode(text);
            (code == "id").then_some(operand)
        });
        id.map(|id| id.trim_matches('"'))
    };
    by_tag.or_else(id).filter(|name| !matches!(*name, "" | "?")).map(str::to_owned)
}

struct MakeBoard(ResultStyle);

impl Task for MakeBoard {
    type Output = Box<dyn ReplayBoard>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        record::replay_board_with::<P>(rules, self.0)
    }
}

/// The standard text of a position from which a game can go on; `None` for the usual start.
struct StandardFen<'a> {
    fen: Option<&'a str>,
}

impl Task for StandardFen<'_> {
    type Output = Result<Option<String>, String>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        let Some(fen) = self.fen else { return Ok(None) };
        let position = P::read_fen(rules, fen, Reading::Strict).map_err(|error| error.to_string())?;
        match position.outcome() {
            Some((_, reason)) => Err(format!("the game is over in this position: {reason}")),
            None => Ok(Some(position.to_fen())),
        }
    }
}
