//! Games of any format, one after the other.

use std::io::Read;

use record::{
    Fault, LONGEST_VALUE, Location, Played, RawEvent, RawGame, RawGames, ReadOptions, ReaderMode,
    RecordError, Repair, RepairKind, ReplayBoard, Syntax, Terminator, TextCheck, repair_fen,
};

use crate::epd::{self, Epd};
use crate::format::Format;
use crate::json::{JsonGame, announces, read_json};
use crate::lines::{BYTE_ORDER_MARK, LONGEST_LINE, LineFault, Lines};

/// The tag that keeps the operations of a position in formats that have no place for them.
pub(crate) const OPERATIONS: &str = "Operations";

/// A game as it was read.
#[derive(Clone, Debug)]
pub struct SourceGame {
    /// The name of the game, where the format has a place for it besides the tags.
    pub game: Option<String>,
    /// Its texts.
    pub raw: RawGame,
}

/// Reads games of any format. For PGN and PDN the format determines the syntax; for other formats the options say in
/// which syntax the games are to be understood.
pub fn read_games<R: Read>(read: R, format: Format, options: ReadOptions) -> SourceGames<R> {
    let source = match format.syntax() {
        Some(syntax) => {
            let mut options = options;
            options.syntax = syntax;
            Source::Record(Box::new(record::read_raw_games(read, options)))
        }
        None if format == Format::JsonLines => Source::Lines(Lines::new(read, LONGEST_LINE)),
        None => Source::Lines(Lines::new(read, LONGEST_VALUE)),
    };
    SourceGames { source, format, options, number: 0, is_broken: false }
}

/// The games of a file, see [`read_games`].
#[derive(Debug)]
pub struct SourceGames<R> {
    source: Source<R>,
    format: Format,
    options: ReadOptions,
    number: u64,
    is_broken: bool,
}

#[derive(Debug)]
enum Source<R> {
    Record(Box<RawGames<R>>),
    Lines(Lines<R>),
}

impl<R: Read> SourceGames<R> {
    /// Whether all games have been read and the next [part](record::Part) of the input begins another game.
    #[must_use]
    pub fn ends_between_games(&self) -> bool {
        match &self.source {
            Source::Record(games) => games.ends_between_games(),
            Source::Lines(_) => true,
        }
    }

    /// Repairs that belong to no game: after the last one.
    #[must_use]
    pub fn repairs_after(&self) -> &[Repair] {
        match &self.source {
            Source::Record(games) => games.repairs_after(),
            Source::Lines(_) => &[],
        }
    }

    /// What was read of the last game, if it ended in an error and the format keeps it.
    pub fn take_broken(&mut self) -> Option<RawGame> {
        match &mut self.source {
            Source::Record(games) => games.take_broken(),
            Source::Lines(_) => None,
        }
    }
}

impl<R: Read> Iterator for SourceGames<R> {
    type Item = Result<SourceGame, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_broken {
            return None;
        }
        let lines = match &mut self.source {
            Source::Record(games) => {
                return Some(games.next()?.map(|raw| SourceGame { game: None, raw }));
            }
            Source::Lines(lines) => lines,
        };
        self.number += 1;
        let game = self.number;
        let read = lines.next()?.map(|(line, number)| {
            let place = Location { line: number, column: 1 };
            (read_line(self.format, self.options, game, line, place), place)
        });
        let (fault, place) = match read {
            Ok((Ok(game), _)) => return Some(Ok(game)),
            Ok((Err(fault), place)) => (fault, place),
            Err(bad) => {
                let place = Location { line: lines.number(), column: 1 };
                match bad {
                    LineFault::Line(bad) => (Fault::Refused { reason: bad.to_string() }, place),
                    LineFault::Io(error) => {
                        self.is_broken = true;
                        (error.into(), place)
                    }
                }
            }
        };
        Some(Err(RecordError { game, place, fault }))
    }
}

/// The game of a line.
fn read_line(
    format: Format,
    options: ReadOptions,
    number: u64,
    line: &str,
    place: Location,
) -> Result<SourceGame, Fault> {
    let refused = |reason| Fault::Refused { reason };
    let (line, has_mark) = match line.strip_prefix(BYTE_ORDER_MARK) {
        Some(line) if place.line == 1 => (line.trim_ascii_start(), true),
        _ => (line, false),
    };
    let JsonGame { game, mut events, mut repairs } = match format {
        Format::JsonLines => read_json(line, place).map_err(refused)?,
        Format::Epd => {
            let Epd { fen, mut operations, mut repairs } = epd::read(line).map_err(refused)?;
            if operations.contains(char::is_control) {
                operations = operations.replace(char::is_control, " ");
                repairs.push(RepairKind::ControlInTag { name: OPERATIONS.to_owned() });
            }
            JsonGame { events: position_events(fen, operations, place), repairs, ..JsonGame::default() }
        }
        _ => {
            JsonGame { events: position_events(line.to_owned(), String::new(), place), ..JsonGame::default() }
        }
    };
    for (_, event) in &mut events {
        match event {
            RawEvent::Tag(name, fen) if name == "FEN" => repairs.extend(repaired(fen)),
            RawEvent::SetUp(fen) => repairs.extend(repaired(fen)),
            _ => {}
        }
    }
    if has_mark {
        repairs.insert(0, RepairKind::ByteOrderMark);
    }
    if options.mode == ReaderMode::Strict && !repairs.is_empty() {
        return Err(repairs.swap_remove(0).into());
    }
    let raw = RawGame::from_events(number, place, events, options).with_repairs(repairs);
    Ok(SourceGame { game, raw })
}

/// Checks the moves that the operations of a position name on a board of its rules: `bm`, `am`, `sm` and `pm`, and
/// those of `pv` one after the other.
///
/// ```
/// use chess::Chess;
/// use damier_convert::{Format, check_operations, read_games};
/// use record::{ReadOptions, replay_board};
///
/// let list = "8/8/8/4k3/8/8/8/K3R3 b - - bm Kd6 Ke3;\n8/8/8/4k3/8/8/8/K3R3 b - - pv Kd6 Re8 Kd9;";
/// let expected = [
///     "game 1, line 1, column 1: bm: illegal move \"Ke3\": ",
///     "game 2, line 2, column 1: pv, move 3: bad move \"Kd9\"",
/// ];
/// for (game, expected) in read_games(list.as_bytes(), Format::Epd, ReadOptions::pgn()).zip(expected) {
///     let error = check_operations(&game?.raw, &mut *replay_board::<Chess>()).unwrap_err();
///     assert!(error.to_string().starts_with(expected), "{error}");
/// }
/// # Ok::<(), record::RecordError>(())
/// ```
///
/// # Errors
///
/// One of them is not legal, or the position cannot be read.
pub fn check_operations(raw: &RawGame, board: &mut dyn ReplayBoard) -> Result<(), RecordError> {
    let error = |fault| RecordError { game: raw.number(), place: raw.place(), fault };
    let mut reasons = Vec::new();
    for operation in operations(raw) {
        reasons.extend(check_operation(raw, operation, board).map_err(error)?);
    }
    if reasons.is_empty() {
        return Ok(());
    }
    Err(error(Fault::Refused { reason: reasons.join("; ") }))
}

/// The same position without the operations whose moves are not legal.
///
/// ```
/// use chess::Chess;
/// use damier_convert::{Format, read_games, without_illegal_operations};
/// use record::{ReadOptions, replay_board};
///
/// let list = "8/8/8/4k3/8/8/8/K3R3 b - - bm Ke3; am Kd6; id \"x\";";
/// for game in read_games(list.as_bytes(), Format::Epd, ReadOptions::pgn()) {
///     let raw = without_illegal_operations(&game?.raw, &mut *replay_board::<Chess>());
///     assert_eq!(raw.tags().get("Operations"), Some("am Kd6; id \"x\";"));
/// }
/// # Ok::<(), record::RecordError>(())
/// ```
#[must_use]
pub fn without_illegal_operations(raw: &RawGame, board: &mut dyn ReplayBoard) -> RawGame {
    let mut legal = operations(raw);
    legal.retain(|operation| matches!(check_operation(raw, operation, board), Ok(None)));
    let legal = epd::join(&legal);
    let is_tag = |event: &RawEvent| matches!(event, RawEvent::Tag(name, _) if name == OPERATIONS);
    let mut events = raw.events().to_vec();
    events.retain_mut(|(_, event)| {
        if is_tag(event) {
            *event = RawEvent::Tag(OPERATIONS.to_owned(), legal.clone());
        }
        !is_tag(event) || !legal.is_empty()
    });
    let repairs = raw.repairs().iter().map(|repair| repair.kind.clone());
    RawGame::from_events(raw.number(), raw.place(), events, raw.options()).with_repairs(repairs)
}

/// The operations of a position.
fn operations(raw: &RawGame) -> Vec<&str> {
    raw.tags().get(OPERATIONS).and_then(epd::operations).unwrap_or_default()
}

/// Why the moves that an operation names cannot be played, in words. It fails if the position is invalid.
fn check_operation(
    raw: &RawGame,
    operation: &str,
    board: &mut dyn ReplayBoard,
) -> Result<Option<String>, Fault> {
    let (code, moves) = epd::moves(operation);
    let is_variation = code == epd::VARIATION;
    for (index, mv) in moves.into_iter().enumerate() {
        if index == 0 || !is_variation {
            board.begin(raw.tags().get("FEN"))?;
        }
        let reason = match board.play(mv, TextCheck::No, &mut Vec::new()) {
            Ok(Played::Move | Played::AfterEnd) => continue,
            // Records have dots in place of unknown moves; they cannot be played.
            Ok(Played::Nothing) => format!("{mv:?} is no move"),
            Err(fault) => fault.to_string(),
        };
        let which = if is_variation { format!(", move {}", index + 1) } else { String::new() };
        return Ok(Some(format!("{code}{which}: {reason}")));
    }
    Ok(None)
}

/// What the standard does not allow in a position. Only those of chess have ranks.
fn repaired(fen: &mut String) -> Vec<RepairKind> {
    let syntax = if announces(fen) { Syntax::Pgn } else { Syntax::Pdn };
    repair_fen(fen, syntax)
}

/// A game without moves.
fn position_events(fen: String, operations: String, place: Location) -> Vec<(Location, RawEvent)> {
    let tag = |name: &str, value: String| RawEvent::Tag(name.to_owned(), value);
    let is_announced = announces(&fen);
    let mut events = vec![tag("FEN", fen)];
    if is_announced {
        events.push(tag("SetUp", "1".to_owned()));
    }
    if !operations.is_empty() {
        events.push(tag(OPERATIONS, operations));
    }
    events.push(RawEvent::End(Terminator::Star));
    events.into_iter().map(|event| (place, event)).collect()
}
