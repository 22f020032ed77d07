//! Games from any format to another, one after the other.

use std::io::{self, Write};

use catalog::{GameId, GameTags, TagsError};
use convert::{
    Format, PositionWriter, SourceGame, Which, check_operations, without_illegal_operations, write_json,
};
use record::{
    BrokenGame, Fault, RawEvent, RawGame, ReadGame, RecordError, Repair, RepairKind, ReplayBoard, TextTree,
    Texts, WriteError,
};

use crate::conversion_summary::ConversionSummary;
use crate::finding::{Finding, Hint, Message};
use crate::record_rules::{RecordGame, RecordRules};
use crate::records::{check_format, tagged, write_options};

/// How games are converted.
#[derive(Clone, Copy, Debug)]
pub struct ConverterOptions {
    /// The format of the input.
    pub from: Format,
    /// The format of the output.
    pub to: Format,
    /// How the input is read.
    pub rules: RecordRules,
    /// Whether every change and note is reported, not only their number.
    pub is_verbose: bool,
    /// Whether games with errors are written up to the first illegal move, and the rest as a comment.
    pub keeps_broken: bool,
    /// Which positions are written to FEN and EPD.
    pub which: Which,
}

/// Takes games one after the other and writes them in another format.
pub struct Converter<'a> {
    options: ConverterOptions,
    say: &'a dyn Fn(Message),
    out: &'a mut dyn Write,
    /// The last board, with the game and the tag that it is for.
    board: Option<(GameId, Option<String>, Box<dyn ReplayBoard>)>,
    buffer: Vec<u8>,
    /// The number of the last game whose text is broken.
    broken_game: u64,
    summary: ConversionSummary,
}

impl<'a> Converter<'a> {
    /// A converter that reports what it finds to `say` and writes to `out`.
    pub fn new(options: ConverterOptions, say: &'a dyn Fn(Message), out: &'a mut dyn Write) -> Self {
        let positions = matches!(options.to, Format::Fen | Format::Epd).then_some(0);
        let summary = ConversionSummary { positions, ..ConversionSummary::default() };
        Self { options, say, out, board: None, buffer: Vec::new(), broken_game: 0, summary }
    }

    /// The numbers so far.
    #[must_use]
    pub fn summary(&self) -> &ConversionSummary {
        &self.summary
    }

    /// Converts a game that was read as text.
    ///
    /// # Errors
    ///
    /// The output fails.
    pub fn game(&mut self, game: SourceGame) -> io::Result<()> {
        self.summary.read += 1;
        self.resolve(game, None)
    }

    /// Takes a game whose text is broken; what comes before the fault may be kept.
    ///
    /// # Errors
    ///
    /// The output fails.
    pub fn unread(&mut self, error: RecordError, broken: Option<RawGame>) -> io::Result<()> {
        if let Fault::Io { message, .. } = &error.fault {
            self.summary.unreadable = Some(message.clone());
            return Ok(());
        }
        if std::mem::replace(&mut self.broken_game, error.game) == error.game {
            self.error(&error, Hint::None);
            return Ok(());
        }
        self.summary.read += 1;
        match broken {
            // The moves before the fault may break a rule: that error comes first.
            Some(raw) => self.resolve(SourceGame { game: None, raw }, Some(error)),
            None => {
                self.error(&error, Hint::of(&error, self.options.from, true));
                self.skip(error.game);
                Ok(())
            }
        }
    }

    fn resolve(&mut self, game: SourceGame, fault: Option<RecordError>) -> io::Result<()> {
        let raw = &game.raw;
        let hidden = fault.clone().filter(|fault| fault.fault.may_hide_games());
        let tags = GameTags { game_type: raw.tags().get("GameType"), variant: raw.tags().get("Variant") };
        let is_told = self.options.rules.is_told(&tags);
        let fen = raw.tags().get("FEN");
        let record = RecordGame { format: self.options.from, game: game.game.as_deref(), tags, fen };
        let chosen = self.options.rules.choose(&record);
        let chosen = chosen.and_then(|id| check_format(id, self.options.to).map(|()| id));
        let chosen =
            chosen.and_then(|id| Ok((id, self.board_of(id, &tags).map_err(|error| error.to_string())?)));
        let (id, mut board) = match chosen {
            Ok(chosen) => chosen,
            Err(reason) => {
                // If the tags end in a fault, an unknown game is not the error; a tag with a wrong value is.
                let unknown = Some(raw.error(reason)).filter(|unknown| {
                    let is_of_tag = !matches!(unknown.fault, Fault::Refused { .. });
                    is_of_tag || raw.has_moves() || fault.is_none()
                });
                if let Some(error) = first(unknown, fault) {
                    let mut repairs = raw.repairs_of_tags();
                    self.retain_told(raw, &error, &mut repairs);
                    repairs.iter().for_each(|repair| self.repair(repair));
                    self.error(&error, Hint::of(&error, self.options.from, is_told));
                    self.tell_hidden(&error, hidden);
                }
                self.skip(raw.number());
                return Ok(());
            }
        };
        let syntax = self.options.from.syntax().unwrap_or_else(|| id.record_format());
        let options = self.options.rules.options(syntax);
        let raw = game.raw.with_options(options);
        let game_type = raw.tags().get("GameType").map(str::to_owned);
        let fault = fault.or_else(|| match self.options.from {
            Format::Epd => check_operations(&raw, &mut *board).err(),
            // Operations are written as they are if no moves follow.
            _ if self.options.to == Format::Epd && !has_move(&raw) => {
                check_operations(&raw, &mut *board).err()
            }
            _ => None,
        });
        match resolve(id, &raw, &mut *board) {
            Ok(read) if fault.is_none() => {
                let read = match self.options.keeps_broken && read.repairs.iter().any(is_cut) {
                    true => self.with_variations(id, raw, read, &mut *board),
                    // The game that is written needs the memory.
                    false => {
                        drop(raw);
                        read
                    }
                };
                self.finish(id, read, None)?;
            }
            resolved => {
                let (found, repairs) = match resolved {
                    Ok(read) => (None, read.repairs),
                    Err(broken) => (Some(broken.error), broken.repairs),
                };
                if let Some(error) = first(found, fault) {
                    self.broken(id, raw, &error, repairs, is_told, &mut *board)?;
                    self.tell_hidden(&error, hidden);
                }
            }
        }
        self.board = Some((id, game_type, board));
        Ok(())
    }

    /// Handles a game with an error: writes what comes before it, or reports what was repaired in it.
    fn broken(
        &mut self,
        id: GameId,
        raw: RawGame,
        error: &RecordError,
        mut repairs: Vec<Repair>,
        is_told: bool,
        board: &mut dyn ReplayBoard,
    ) -> io::Result<()> {
        let hint = Hint::of(error, self.options.from, is_told);
        self.retain_told(&raw, error, &mut repairs);
        if let Some(read) = self.kept(id, raw, error, board) {
            self.error(error, hint);
            return self.finish(id, read, Some(error));
        }
        repairs.iter().for_each(|repair| self.repair(repair));
        self.error(error, hint);
        self.skip(error.game);
        Ok(())
    }

    /// Keeps the repairs to report for a game with an error: those before it, and those that may hide other games after
    /// it. The strict mode repairs nothing.
    fn retain_told(&self, raw: &RawGame, error: &RecordError, repairs: &mut Vec<Repair>) {
        repairs.retain(|repair| !self.options.rules.is_strict && raw.is_told(repair, error));
    }

    /// Reports a second error of a game that may hide other games. In the tolerant mode it is a repair, reported like
    /// all others.
    fn tell_hidden(&mut self, error: &RecordError, hidden: Option<RecordError>) {
        if let Some(hidden) = hidden.filter(|hidden| self.options.rules.is_strict && hidden != error) {
            self.error(&hidden, Hint::None);
        }
    }

    /// Writes a game, and reports what was repaired in it.
    fn finish(&mut self, id: GameId, read: ReadGame<Texts>, error: Option<&RecordError>) -> io::Result<()> {
        read.repairs.iter().for_each(|repair| self.repair(repair));
        self.write(id, read, error)
    }

    /// The game with the text of variations that were cut off, if there is room for it.
    fn with_variations(
        &self,
        id: GameId,
        raw: RawGame,
        read: ReadGame<Texts>,
        board: &mut dyn ReplayBoard,
    ) -> ReadGame<Texts> {
        match resolve(id, &raw.with_rest_as_comments(None, board), board) {
            Ok(whole) => ReadGame { repairs: read.repairs, ..whole },
            Err(_) => read,
        }
    }

    /// The part of a game before an error, with all tags and the result if it is known; `None` if that is no game. A
    /// last comment has the text of the rest, if there is any: a wrong tag does not make the moves illegal.
    fn kept(
        &self,
        id: GameId,
        raw: RawGame,
        error: &RecordError,
        board: &mut dyn ReplayBoard,
    ) -> Option<ReadGame<Texts>> {
        if !self.options.keeps_broken || !raw.has_moves() {
            return None;
        }
        if matches!(error.fault, Fault::ResultsContradict { .. }) {
            let mut read = resolve(id, &raw.without_result(), board).ok()?;
            let last = read.tree.end();
            read.tree.add_comment(last, &format!("The result is left out: {error}"));
            return Some(read);
        }
        let is_of_tag = raw.moves_begin_at().is_some_and(|begin| error.place < begin);
        let by_tag = if is_of_tag { resolve(id, &raw, board).ok() } else { None };
        let mut read = match by_tag {
            Some(read) => read,
            None => {
                let is_list = self.options.from == Format::Epd;
                let operations = raw.tags().get("Operations").unwrap_or_default().to_owned();
                let legal = match is_list {
                    true => without_illegal_operations(&raw, board),
                    false => raw.with_rest_as_comments(Some(error), board),
                };
                let mut read = resolve(id, &legal, board).ok()?;
                if is_list {
                    let last = read.tree.end();
                    let operations = operations.replace('{', "<").replace('}', ">");
                    read.tree.add_comment(
                        last,
                        &format!("Not all operations are legal: {error}; the text: {operations}"),
                    );
                }
                read
            }
        };
        // It was reported as the error. Repairs in a line of a list never are, although they have the same place.
        read.repairs.retain(|repair| repair.place != error.place || self.options.from.syntax().is_none());
        Some(read)
    }

    /// Reports that nothing of a game could be kept, if broken games are to be kept.
    fn skip(&self, game: u64) {
        if self.options.keeps_broken {
            let text = "left out, since nothing of it can be kept as it is".to_owned();
            (self.say)(Message::Game(game, text));
        }
    }

    /// The board of the last game, if it fits.
    fn board_of(&mut self, id: GameId, tags: &GameTags<'_>) -> Result<Box<dyn ReplayBoard>, TagsError> {
        match self.board.take() {
            Some((known, game_type, board)) if known == id && game_type.as_deref() == tags.game_type => {
                Ok(board)
            }
            // Lists have no tags to tell how squares are named.
            _ if matches!(self.options.to, Format::Fen | Format::Epd) => damier::board_for_lists(id, tags),
            _ => damier::board_by_tags(id, tags),
        }
    }

    fn write(&mut self, id: GameId, game: ReadGame<Texts>, error: Option<&RecordError>) -> io::Result<()> {
        match self.options.to {
            Format::Pgn | Format::Pdn => {
                let tree = tagged(id, game.tree, self.options.to);
                self.buffer.clear();
                // Only a whole game is written.
                match write_options(id).write(&tree, &mut self.buffer) {
                    Ok(losses) => {
                        self.out.write_all(&self.buffer)?;
                        for loss in losses {
                            self.summary.losses += 1;
                            self.tell(|| Message::Game(game.number, loss.to_string()));
                        }
                    }
                    Err(WriteError::Io(error)) => return Err(error),
                    Err(other) => {
                        let fault = Fault::Refused { reason: other.to_string() };
                        self.error(&RecordError { game: game.number, place: game.place, fault }, Hint::None);
                        return Ok(());
                    }
                }
            }
            Format::JsonLines => write_json(id.name(), &game, error, self.out)?,
            Format::Fen | Format::Epd => {
                let writer = PositionWriter {
                    which: self.options.which,
                    has_operations: self.options.to == Format::Epd,
                    from_list: matches!(self.options.from, Format::Fen | Format::Epd),
                };
                let positions = writer.write(game.number, &game.tree, &mut *damier::board(id), self.out)?;
                *self.summary.positions.get_or_insert(0) += positions;
            }
        }
        self.summary.written += 1;
        Ok(())
    }

    fn error(&mut self, error: &RecordError, hint: Hint) {
        self.summary.errors += 1;
        (self.say)(Message::Finding(Finding::Error(error.clone(), hint)));
    }

    /// Reports a repair.
    pub fn repair(&mut self, repair: &Repair) {
        self.summary.changes += repair.changes();
        self.summary.notes += repair.notes();
        self.summary.broken_variations += repair.cut_variations();
        self.tell(|| Message::Finding(Finding::Repair(repair.clone())));
    }

    /// Reports a detail, if asked to be verbose.
    fn tell(&self, message: impl FnOnce() -> Message) {
        if self.options.is_verbose {
            (self.say)(message());
        }
    }
}

/// Whether a variation was cut off.
fn is_cut(repair: &Repair) -> bool {
    repair.cut_variations() > 0
}

type Resolved = Result<ReadGame<Texts>, Box<BrokenGame<Texts>>>;

/// The tree of a game on the board of its tags.
fn resolve(id: GameId, raw: &RawGame, board: &mut dyn ReplayBoard) -> Resolved {
    let result = raw.resolve_on(board);
    if board.has_other_names() { resolve_with_own_names(id, raw, result.map(drop)) } else { result }
}

/// The error that comes first; of two at one place, `one`.
fn first(one: Option<RecordError>, other: Option<RecordError>) -> Option<RecordError> {
    one.into_iter().chain(other).min_by_key(|error| error.place)
}

/// Handles a game whose moves do not fit the square names of its `GameType`: reads it again with the names of the game,
/// and with the tag that says so.
fn resolve_with_own_names(id: GameId, raw: &RawGame, by_tag: Result<(), Box<BrokenGame<Texts>>>) -> Resolved {
    let is_tag = |event: &RawEvent| matches!(event, RawEvent::Tag(name, _) if name == "GameType");
    let place = raw.events().iter().find(|(_, event)| is_tag(event)).map_or(raw.place(), |(place, _)| *place);
    let game_type = raw.tags().get("GameType").unwrap_or_default().to_owned();
    let kind = RepairKind::OtherSquareNames { game_type };
    let retag = |tree: &mut TextTree| {
        let own = id.pdn_game_type().unwrap_or_default();
        tree.tags_mut().set("GameType", &own);
    };
    // Only a whole game shows that nothing contradicts it.
    let is_whole = matches!(raw.events().last(), Some((_, RawEvent::End(_))));
    match (raw.resolve_on(&mut *damier::board(id)), by_tag) {
        // Refused because of its names alone.
        (Ok(_), Err(broken)) => Err(broken),
        (Ok(mut read), Ok(())) => {
            retag(&mut read.tree);
            read.repairs.extend(is_whole.then(|| Repair { game: raw.number(), place, kind }));
            read.repairs.sort_by_key(|repair| repair.place);
            Ok(read)
        }
        (broken, _) => broken,
    }
}

fn has_move(raw: &RawGame) -> bool {
    raw.events().iter().any(|(_, event)| matches!(event, RawEvent::Move(_)))
}
