//! Games as records.

use boardgame::{MoveStyle, Syntax};
use catalog::{AnyGame, GameId, GameTags};
use convert::{Format, write_json};
use record::{
    CommentPlace, GameResult, Location, RawEvent, RawGame, ReadGame, ReadOptions, ResultStyle, Tags,
    Termination, Terminator, TextTree, Texts, WriteOptions,
};
use table::Ending;

use crate::error::StudyError;

/// A game to be written as a record.
#[derive(Clone, Copy, Debug)]
pub struct GameRecord<'a> {
    /// The game: its start and its moves.
    pub game: &'a dyn AnyGame,
    /// Tags in their order. `FEN`, `SetUp`, `Result`, `Termination`, and the tags that name the game are added.
    pub tags: &'a Tags,
    /// How the game ended, if it has.
    pub ending: Option<&'a Ending>,
    /// Milliseconds that the mover had left after each move; it may be shorter than the list of moves.
    pub clocks: &'a [Option<u64>],
}

/// Writes a game as PGN, PDN, FEN or JSON; FEN is its last position.
///
/// ```
/// use damier_study::{Format, GameRecord, Tags, open, record_of};
///
/// let game = open("chess", None, &["e4".to_owned(), "e5".to_owned()])?;
/// let record = GameRecord { game: &*game, tags: &Tags::default(), ending: None, clocks: &[Some(59_900)] };
/// let pgn = record_of(&record, Format::Pgn)?;
/// assert!(pgn.ends_with("1. e4 {[%clk 0:00:59.9]} 1... e5 *\n\n"), "{pgn}");
/// # Ok::<(), damier_study::StudyError>(())
/// ```
///
/// # Errors
///
/// The format has no place for the game.
pub fn record_of(input: &GameRecord<'_>, format: Format) -> Result<String, StudyError> {
    let id = input.game.id();
    check_format(id, format).map_err(|expected| StudyError::bad("format", format.name(), expected))?;
    match format {
        Format::Pgn | Format::Pdn => {
            let tree = tagged(id, record_tree(input)?.tree, format);
            write_options(id).to_text(&tree).map_err(StudyError::record)
        }
        Format::JsonLines => {
            let mut bytes = Vec::new();
            write_json(id.name(), &record_tree(input)?, None, &mut bytes).map_err(StudyError::record)?;
            String::from_utf8(bytes).map_err(StudyError::record)
        }
        Format::Fen | Format::Epd => Ok(format!("{}\n", input.game.fen())),
    }
}

/// A game as a record in memory.
///
/// # Errors
///
/// A tag has a value that records do not allow.
pub fn record_tree(input: &GameRecord<'_>) -> Result<ReadGame<Texts>, StudyError> {
    let id = input.game.id();
    let mut events: Vec<RawEvent> = Vec::new();
    for (name, value) in tags(input).iter() {
        events.push(RawEvent::Tag(name.to_owned(), value.to_owned()));
    }
    for (index, mv) in input.game.moves(MoveStyle::Record).iter().enumerate() {
        events.push(RawEvent::Move(mv.as_str().into()));
        if let Some(left) = input.clocks.get(index).copied().flatten() {
            events.push(RawEvent::Comment(format!("[%clk {}]", clock_text(left)), CommentPlace::After));
        }
    }
    if let Some(ending) = input.ending {
        events.push(RawEvent::Comment(ending.to_string(), CommentPlace::After));
    }
    let result = input.ending.map(|ending| GameResult::from(ending.outcome()));
    events.push(RawEvent::End(result.map_or(Terminator::Star, Terminator::Given)));
    let place = Location { line: 1, column: 1 };
    let events = events.into_iter().map(|event| (place, event)).collect();
    let options = ReadOptions::of(id.record_format());
    let raw = RawGame::from_events(1, place, events, options);
    let mut read =
        raw.resolve_on(&mut *damier::board(id)).map_err(|broken| StudyError::record(broken.error))?;
    read.tree.set_result(result);
    read.repairs.clear();
    Ok(read)
}

fn tags(input: &GameRecord<'_>) -> Tags {
    let mut tags = input.tags.clone();
    if let Some(fen) = input.game.save().fen {
        tags.set("SetUp", "1");
        tags.set("FEN", &fen);
    }
    let termination = match input.ending {
        None => Termination::Unterminated,
        Some(Ending::OutOfTime { .. }) => Termination::TimeForfeit,
        Some(_) => Termination::Normal,
    };
    tags.set("Termination", termination.text());
    tags
}

/// The time on a clock as records write it: `0:03:00`, with tenths of a second where there are any.
fn clock_text(millis: u64) -> String {
    let (seconds, tenths) = (millis / 1_000, millis % 1_000 / 100);
    let text = format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if tenths == 0 { text } else { format!("{text}.{tenths}") }
}

/// How the records of a game are written.
#[must_use]
pub fn write_options(game: GameId) -> WriteOptions {
    match (game.record_format(), game.has_two_points()) {
        (Syntax::Pgn, _) => WriteOptions::pgn(),
        (Syntax::Pdn, true) => WriteOptions::pdn(ResultStyle::Two),
        (Syntax::Pdn, false) => WriteOptions::pdn(ResultStyle::One),
    }
}

/// The game with tags that say which game it is, for later readers.
#[must_use]
pub fn tagged(game: GameId, mut tree: TextTree, format: Format) -> TextTree {
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
///
/// # Errors
///
/// Why it has none, in words.
pub fn check_format(game: GameId, format: Format) -> Result<(), String> {
    match (format.syntax(), game.record_format()) {
        (Some(Syntax::Pgn), Syntax::Pdn) => {
            Err(format!("PGN is for chess, and this is {game}: write pdn or jsonl"))
        }
        (Some(Syntax::Pdn), Syntax::Pgn) => {
            Err(format!("PDN is for draughts, and this is {game}: write pgn or jsonl"))
        }
        _ => Ok(()),
    }
}
