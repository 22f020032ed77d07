//! Games from any format to another, one after the other.

use std::io::Write;

use catalog::{GameId, GameTags};
use convert::{Format, PositionWriter, SourceGame, Which, write_json};
use indicatif::ProgressBar;
use record::{
    AnyBoard, BrokenGame, Fault, GameResult, RawEvent, RawGame, ReadGame, RecordError, Repair, ResultStyle,
    Syntax, Terminator, TextTree, Texts, WriteError, WriteOptions,
};

use crate::commands::convert::ConvertArguments;
use crate::commands::record_arguments::{RecordGame, count, unreadable};
use crate::complain;

/// What became of the games.
#[derive(Default)]
pub(crate) struct Summary {
    pub(crate) read: u64,
    pub(crate) written: u64,
    pub(crate) positions: Option<u64>,
    pub(crate) errors: u64,
    pub(crate) repairs: u64,
    pub(crate) losses: u64,
    pub(crate) unreadable: Option<String>,
}

impl Summary {
    pub(crate) fn is_clean(&self) -> bool {
        self.errors == 0 && self.repairs == 0 && self.losses == 0
    }

    pub(crate) fn text(&self, output: &str) -> String {
        let mut parts =
            vec![format!("{} read, {} written to {}", count(self.read, "game"), self.written, output)];
        if let Some(positions) = self.positions {
            parts.push(count(positions, "position"));
        }
        parts.push(count(self.errors, "error"));
        parts.push(count(self.repairs, "repair"));
        if self.losses > 0 {
            parts.push(format!("{} that the format cannot hold", count(self.losses, "thing")));
        }
        parts.join(", ")
    }
}

/// Takes games one after the other and writes them.
pub(crate) struct Converter<'a> {
    arguments: &'a ConvertArguments,
    from: Format,
    to: Format,
    input: String,
    bar: &'a ProgressBar,
    out: &'a mut dyn Write,
    board: Option<(GameId, Box<dyn AnyBoard>)>,
    buffer: Vec<u8>,
    pub(crate) summary: Summary,
}

impl<'a> Converter<'a> {
    pub(crate) fn new(
        arguments: &'a ConvertArguments,
        from: Format,
        to: Format,
        input: String,
        bar: &'a ProgressBar,
        out: &'a mut dyn Write,
    ) -> Self {
        let positions = matches!(to, Format::Fen | Format::Epd).then_some(0);
        let summary = Summary { positions, ..Summary::default() };
        Self { arguments, from, to, input, bar, out, board: None, buffer: Vec::new(), summary }
    }

    /// A game that was read as text.
    pub(crate) fn game(&mut self, game: SourceGame) -> anyhow::Result<()> {
        self.summary.read += 1;
        self.resolve(game, None)
    }

    /// A game whose text is broken; what stands before the fault may be kept.
    pub(crate) fn unread(&mut self, error: RecordError, broken: Option<RawGame>) -> anyhow::Result<()> {
        if let Fault::Io { message, .. } = &error.fault {
            self.summary.unreadable = Some(unreadable(&self.input, message));
            return Ok(());
        }
        self.summary.read += 1;
        match broken {
            Some(raw) if self.arguments.keep_broken => {
                self.resolve(SourceGame { game: None, raw }, Some(error))
            }
            _ => {
                self.error(&error);
                Ok(())
            }
        }
    }

    fn resolve(&mut self, game: SourceGame, fault: Option<RecordError>) -> anyhow::Result<()> {
        let raw = &game.raw;
        let tags = GameTags { game_type: raw.tags().get("GameType"), variant: raw.tags().get("Variant") };
        let fen = raw.tags().get("FEN");
        let record = RecordGame { format: self.from, game: game.game.as_deref(), tags, fen };
        let chosen = self.arguments.records.choose(&record);
        let chosen = chosen.and_then(|id| check_format(id, self.to).map(|()| id));
        let id = match chosen {
            Ok(id) => id,
            Err(reason) => {
                self.error(&fault.unwrap_or_else(|| raw.error(reason)));
                return Ok(());
            }
        };
        let (_, mut board) = match self.board.take() {
            Some(known) if known.0 == id => known,
            _ => (id, damier::board(id)),
        };
        let syntax = if id.is_chess() { Syntax::Pgn } else { Syntax::Pdn };
        let options = self.arguments.records.options(self.from.syntax().unwrap_or(syntax));
        let end = end_of(raw);
        let result = game.raw.with_options(options).resolve_on(&mut *board);
        let (read, error) = match result {
            Ok(read) => (Some(read), fault),
            Err(broken) => {
                let BrokenGame { error, place, tree, repairs } = *broken;
                let kept = self.arguments.keep_broken;
                (kept.then_some(ReadGame { number: error.game, place, tree, repairs }), Some(error))
            }
        };
        if let Some(error) = &error {
            self.error(error);
        }
        if let Some(mut read) = read {
            if let Some(error) = &error {
                let last = read.tree.end();
                read.tree.add_comment(last, &format!("The rest is left out: {error}"));
                read.tree.set_result(read.tree.result().or(end));
            }
            read.repairs.iter().for_each(|repair| self.repair(repair));
            self.write(id, &read, error.as_ref(), &mut *board)?;
        }
        self.board = Some((id, board));
        Ok(())
    }

    fn write(
        &mut self,
        id: GameId,
        game: &ReadGame<Texts>,
        error: Option<&RecordError>,
        board: &mut dyn AnyBoard,
    ) -> anyhow::Result<()> {
        self.buffer.clear();
        match self.to {
            Format::Pgn | Format::Pdn => {
                let tree = tagged(id, &game.tree, self.to);
                match write_options(id).write(&tree, &mut self.buffer) {
                    Ok(losses) => {
                        for loss in losses {
                            self.summary.losses += 1;
                            self.tell(&format!("game {}: {loss}", game.number));
                        }
                    }
                    Err(WriteError::Io(error)) => return Err(error.into()),
                    Err(other) => {
                        let fault = Fault::Refused { reason: other.to_string() };
                        self.error(&RecordError { game: game.number, place: game.place, fault });
                        return Ok(());
                    }
                }
            }
            Format::JsonLines => write_json(id.name(), game, error, &mut self.buffer)?,
            Format::Fen | Format::Epd => {
                let which = if self.arguments.every_position { Which::Every } else { Which::Final };
                let writer = PositionWriter { which, has_operations: self.to == Format::Epd };
                let positions = writer.write(game.number, &game.tree, board, &mut self.buffer)?;
                *self.summary.positions.get_or_insert(0) += positions;
            }
        }
        self.out.write_all(&self.buffer)?;
        self.summary.written += 1;
        Ok(())
    }

    fn error(&mut self, error: &RecordError) {
        self.summary.errors += 1;
        self.bar.suspend(|| complain(&format!("{}: {error}", self.input)));
    }

    pub(crate) fn repair(&mut self, repair: &Repair) {
        self.summary.repairs += 1;
        let Repair { game, place, kind } = repair;
        self.tell(&format!("game {game}, {place}: repaired: {kind}"));
    }

    /// Something that only a careful reader wants to know.
    fn tell(&self, text: &str) {
        if self.arguments.records.verbose {
            self.bar.suspend(|| complain(&format!("{}: {text}", self.input)));
        }
    }
}

/// The result with which the text of a game ends.
fn end_of(game: &RawGame) -> Option<GameResult> {
    game.events().iter().rev().find_map(|(_, event)| match event {
        RawEvent::End(Terminator::Result(result)) => Some(*result),
        _ => None,
    })
}

fn write_options(game: GameId) -> WriteOptions {
    match (game.is_chess(), game.has_two_points()) {
        (true, _) => WriteOptions::pgn(),
        (false, true) => WriteOptions::pdn(ResultStyle::Two),
        (false, false) => WriteOptions::pdn(ResultStyle::One),
    }
}

/// The game with tags that tell which game it is, for who reads it next.
fn tagged(game: GameId, tree: &TextTree, format: Format) -> TextTree {
    let mut tree = tree.clone();
    let tags = tree.tags_mut();
    let known = GameTags { game_type: tags.get("GameType"), variant: tags.get("Variant") }.game(None);
    let is_told = known == Ok(Some(game)) && (format == Format::Pgn || tags.get("GameType").is_some());
    if !is_told {
        for (name, value) in game.record_tags() {
            if tags.get(name).is_none() {
                tags.set(name, &value);
            }
        }
    }
    tree
}

/// Whether a format has a place for a game.
pub(crate) fn check_format(game: GameId, format: Format) -> Result<(), String> {
    match format {
        Format::Pgn if !game.is_chess() => {
            Err(format!("PGN is for chess, and this is {game}: write pdn or jsonl"))
        }
        Format::Pdn if game.is_chess() => {
            Err(format!("PDN is for draughts, and this is {game}: write pgn or jsonl"))
        }
        _ => Ok(()),
    }
}
