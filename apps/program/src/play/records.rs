//! Saves games to PGN and PDN files, and loads them.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use catalog::{GameId, GameTags, PositionText};
use convert::{Format, read_games};
use damier::Color;
use files::{Compression, Output, Progress};
use record::{Letters, NodeId, Syntax, Tags, TextTree};
use study::{GameRecord, RecordGame, check_format, date_text, record_of};

use crate::commands::number_of;
use crate::commands::record_arguments::{RecordArguments, RecordInput, Unsure};
use crate::play::clock::TimeOption;
use crate::play::dialogue::Dialogue;
use crate::play::sitting::Setup;

/// Tags that are derived from the game.
const OWN_TAGS: &[&str] = &["FEN", "SetUp", "Result", "Termination", "PlyCount", "GameType", "Variant"];

/// A game loaded from a file.
pub(crate) struct Loaded {
    pub(crate) setup: Setup,
    /// What to tell the user about it.
    pub(crate) remark: String,
}

/// Saves a game to a file, which must not exist unless `replaces`.
pub(crate) fn save(dialogue: &Dialogue, path: &Path, replaces: bool) -> anyhow::Result<()> {
    check_name(dialogue.sitting.id(), path)?;
    write_new(path, &text(dialogue)?, replaces)
}

/// Checks that a file name fits the record format of a game.
pub(crate) fn check_name(id: GameId, path: &Path) -> anyhow::Result<()> {
    let format = Format::from(id.record_format());
    let named = Format::of_path(path).unwrap_or(format);
    check_format(id, named).map_err(anyhow::Error::msg)?;
    if named != format {
        bail!("cannot save to {}: games are saved as {format}", path.display());
    }
    Ok(())
}

/// Writes records to a file, which must not exist unless `replaces`.
pub(crate) fn write_new(path: &Path, text: &str, replaces: bool) -> anyhow::Result<()> {
    if path.exists() && !replaces {
        bail!("the file {} already exists; choose another name", path.display());
    }
    let failed = || format!("cannot write {}", path.display());
    let mut output = Output::create(path, Compression::of_path(path)).with_context(failed)?;
    output.write_all(text.as_bytes()).with_context(failed)?;
    output.finish().with_context(failed)
}

/// The game as PGN or PDN.
pub(crate) fn text(dialogue: &Dialogue) -> anyhow::Result<String> {
    let sitting = &dialogue.sitting;
    let tags = tags(dialogue);
    let record = GameRecord { game: sitting.game(), tags: &tags, ending: sitting.ending(), clocks: &[] };
    Ok(record_of(&record, sitting.id().record_format().into())?)
}

fn tags(dialogue: &Dialogue) -> Tags {
    let sitting = &dialogue.sitting;
    let mut tags = Tags::default();
    let players = [("White", "WhiteType", Color::White), ("Black", "BlackType", Color::Black)];
    if sitting.tags.is_empty() {
        tags.set("Event", "Game at the terminal");
        tags.set("Date", &date_text(sitting.began).replace('-', "."));
        for (name, _, color) in players {
            let level = dialogue.level;
            let player =
                if dialogue.is_engine(color) { format!("Damier, level {level}") } else { "?".to_owned() };
            tags.set(name, &player);
        }
        for (_, name, color) in players {
            tags.set(name, if dialogue.is_engine(color) { "program" } else { "human" });
        }
        if let Some(time) = dialogue.time.and_then(TimeOption::clock).and_then(table::TimeControl::tag) {
            tags.set("TimeControl", &time);
        }
    }
    sitting.tags.iter().for_each(|(name, value)| tags.set(name, value));
    tags
}

/// Loads a game from a file by its number, from 1. `game` is used if the record does not name its game.
pub(crate) fn load(path: &Path, number: u64, game: Option<GameId>) -> anyhow::Result<Loaded> {
    let arguments = RecordArguments::tolerant(game);
    let input = arguments.open_known(Some(path), &Arc::new(Progress::default()), Unsure::Guess)?;
    let Some(RecordInput { format, letters, text, .. }) = input else {
        let shown = path.display();
        bail!(
            "{shown}: unknown format; expected a name that ends in .pgn, .pdn or .jsonl, or the name of the game as well"
        );
    };
    let options = arguments.rules().options(format.syntax().unwrap_or(Syntax::Pgn)).letters(letters);
    let mut games = read_games(text, format, options);
    let mut found = None;
    let mut read = 0;
    while read < number
        && let Some(game) = games.next()
    {
        read += 1;
        found = Some(game);
    }
    let shown = path.display();
    let Some(source) = found.filter(|_| read == number && number > 0) else {
        bail!("the file {shown} has {}; there is no game {number}", number_of(read, "game"));
    };
    let failed = || format!("cannot load {shown}");
    let source = source.with_context(failed)?;
    let raw = source.raw;
    let tags = GameTags { game_type: raw.tags().get("GameType"), variant: raw.tags().get("Variant") };
    let record = RecordGame { format, game: source.game.as_deref(), tags, fen: raw.tags().get("FEN") };
    let id = arguments
        .rules()
        .choose(&record)
        .map_err(|reason| anyhow::anyhow!("cannot load {shown}: {reason}"))?;
    let resolved = raw.resolve_on(&mut *damier::board(id));
    let tree = resolved.map_err(|broken| anyhow::Error::new(broken.error).context(failed()))?.tree;
    let more = games.next().is_some() && number == 1;
    let mut loaded = loaded(id, &tree, &format!("{shown}, game {number}"), more)?;
    if letters != Letters::English {
        loaded.remark.push_str(&format!(" The piece letters in the file are {letters}."));
    }
    Ok(loaded)
}

/// The main line of a tree, as a game.
fn loaded(id: GameId, tree: &TextTree, name: &str, has_more: bool) -> anyhow::Result<Loaded> {
    let mut moves = Vec::new();
    for node in tree.main_line() {
        let Some(mv) = tree.mv(node) else {
            bail!("{name}: the record sets up another position in the middle of the game")
        };
        moves.push(mv.text.to_string());
    }
    let fen = (!tree.start().is_start).then_some(&*tree.start().fen);
    let game = id
        .game_at(&PositionText { fen, moves: &moves, ..PositionText::default() })
        .with_context(|| format!("cannot play {name}"))?;
    let mut setup = Setup::new(game);
    for (name, value) in tree.tags().iter().filter(|(name, _)| !OWN_TAGS.contains(name)) {
        setup.tags.set(name, value);
    }
    let mut remark = format!("{name}: {}, {}.", id.about().title, number_of(moves.len() as u64, "move"));
    if let (Some(result), None) = (tree.result(), setup.game.outcome()) {
        let style = if id.has_two_points() { record::ResultStyle::Two } else { record::ResultStyle::One };
        remark.push_str(&format!(" The recorded result is {}; you can play on.", result.text(style)));
    }
    if let Some(left_out) = left_out(tree) {
        remark.push_str(&format!(" {left_out} in the file are not shown and will not be saved."));
    }
    if has_more {
        remark.push_str(" The file has more games; load FILE N continues another one.");
    }
    Ok(Loaded { setup, remark })
}

/// Names the parts of a tree that a game cannot hold.
fn left_out(tree: &TextTree) -> Option<&'static str> {
    let nodes = || tree.nodes().chain([NodeId::ROOT]);
    let has_variations = nodes().any(|node| tree.variations(node).next().is_some());
    let has_notes = nodes().any(|node| !tree.notes(node).is_empty());
    match (has_variations, has_notes) {
        (true, true) => Some("Variations and comments"),
        (true, false) => Some("Variations"),
        (false, true) => Some("Comments and marks"),
        (false, false) => None,
    }
}
