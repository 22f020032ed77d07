//! From trees to JSON. Nothing recurses, however deep variations go.

use std::io::{self, Write};

use record::{
    Comment, NodeId, Notes, ReadGame, RecordError, Repair, RepairEffect, ResultStyle, TextTree, Texts,
    TreeStep,
};
use serde::Serialize;

use super::announces;
use super::commands::CommandJson;

/// Writes a game as one line: a JSON object with these fields, of which those without content are left out.
///
/// - `game`: the name of the game; `number`: in its file, from 1
/// - `tags`: an object of names and values, without `FEN` and its announcement `SetUp` in chess
/// - `fen`: the position at the beginning, where it is not the usual one
/// - `result`: `1-0`, `0-1`, `1/2-1/2`, `0-0` or `*`; `termination`: where the tag has a standard value
/// - `comments`, `nags`, `commands`: about the game
/// - `moves`: a list of objects with
///     - `move`, or `fen` where another position is set up
///     - `before`, `comments`: the comments before and after the move; `closing`: those after its variations, where
///       no other move follows
///     - `marks` such as `!?`, `nags`
///     - `commands`: what programs put into those comments, as data
///     - `variations`: lists of moves that replace this one
/// - `changes`, `notes`: lists of objects with `line`, `column` and `message`; see [`RepairEffect`]
/// - `error`: why the game was not read to its end
///
/// A reader needs only `moves` and to know the game, which a tag can tell too; `number`, `commands`, `changes`,
/// `notes` and `error` are not read back.
///
/// # Errors
///
/// When `out` fails.
pub fn write_json(
    name: &str,
    game: &ReadGame<Texts>,
    error: Option<&RecordError>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let tree = &game.tree;
    let mut fields = Fields { out, is_first: true };
    fields.out.write_all(b"{")?;
    fields.field("game", name)?;
    fields.field("number", &game.number)?;
    tags(tree, &mut fields)?;
    if tree.tags().get("FEN").is_some() || !tree.start().is_start {
        fields.field("fen", &tree.start().fen)?;
    }
    fields.field("result", tree.result().map_or("*", |result| result.text(ResultStyle::One)))?;
    if let Some(termination) = tree.termination() {
        fields.field("termination", termination.text())?;
    }
    let root = tree.notes(NodeId::ROOT);
    let about: Vec<&Comment> = root.before.iter().chain(&root.after).collect();
    fields.comments("comments", &about)?;
    fields.list("nags", &root.nags)?;
    commands(&about, &mut fields)?;
    fields.key("moves")?;
    moves(tree, fields.out)?;
    for (name, effect) in [("changes", RepairEffect::Change), ("notes", RepairEffect::Note)] {
        let told = game.repairs.iter().filter(|repair| repair.kind.effect() == effect);
        let told: Vec<RepairJson> = told.map(RepairJson::new).collect();
        fields.list(name, &told)?;
    }
    if let Some(error) = error {
        fields.field("error", &error.to_string())?;
    }
    fields.out.write_all(b"}\n")
}

/// The fields of an object that is being written.
struct Fields<'a> {
    out: &'a mut dyn Write,
    is_first: bool,
}

impl Fields<'_> {
    fn key(&mut self, name: &str) -> io::Result<()> {
        let comma = if std::mem::replace(&mut self.is_first, false) { "" } else { "," };
        write!(self.out, "{comma}\"{name}\":")
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> io::Result<()> {
        self.key(name)?;
        Ok(serde_json::to_writer(&mut *self.out, value)?)
    }

    fn list<T: Serialize>(&mut self, name: &str, values: &[T]) -> io::Result<()> {
        if values.is_empty() { Ok(()) } else { self.field(name, values) }
    }

    fn comments(&mut self, name: &str, comments: &[&Comment]) -> io::Result<()> {
        let texts: Vec<&str> = comments.iter().map(|comment| comment.text()).collect();
        self.list(name, &texts)
    }
}

/// Tags in their order. The position stands elsewhere, and in chess goes without its announcement.
fn tags(tree: &TextTree, fields: &mut Fields<'_>) -> io::Result<()> {
    fields.key("tags")?;
    let mut object = Fields { out: &mut *fields.out, is_first: true };
    object.out.write_all(b"{")?;
    let is_announced = announces(&tree.start().fen) && tree.tags().get("FEN").is_some();
    let is_position = |name, value| name == "FEN" || is_announced && name == "SetUp" && value == "1";
    for (name, value) in tree.tags().iter().filter(|&(name, value)| !is_position(name, value)) {
        // The tag may not contradict the result, which is found by both the tag and the end of the game.
        let is_other = name == "Result" && value == "*" && tree.result().is_some();
        let value = tree.result().filter(|_| is_other).map_or(value, |result| result.text(ResultStyle::One));
        object.field(name, value)?;
    }
    object.out.write_all(b"}")
}

/// A line of moves that is being written: the next node, and the next variation of the one before it.
struct JsonLine {
    next: Option<NodeId>,
    variation: Option<NodeId>,
    is_first: bool,
    /// Whether the object of the last node is still open, and whether its variations have begun.
    is_open: bool,
    has_variations: bool,
}

impl JsonLine {
    fn new(next: Option<NodeId>) -> Self {
        Self { next, variation: None, is_first: true, is_open: false, has_variations: false }
    }
}

fn moves(tree: &TextTree, out: &mut dyn Write) -> io::Result<()> {
    let mut stack = vec![JsonLine::new(tree.next(NodeId::ROOT))];
    out.write_all(b"[")?;
    while let Some(line) = stack.last_mut() {
        if let Some(variation) = line.variation {
            line.variation = tree.next_sibling(variation);
            let begin: &[u8] = if line.has_variations { b",[" } else { b",\"variations\":[[" };
            line.has_variations = true;
            out.write_all(begin)?;
            stack.push(JsonLine::new(Some(variation)));
            continue;
        }
        if std::mem::take(&mut line.is_open) {
            out.write_all(if std::mem::take(&mut line.has_variations) { b"]}" } else { b"}" })?;
        }
        let Some(node) = line.next else {
            stack.pop();
            out.write_all(b"]")?;
            continue;
        };
        // The first move of a variation is itself one of several; only the main one lists the others.
        let is_varied = !line.is_first || stack.len() == 1;
        let line = stack.last_mut().expect("it was there");
        if !std::mem::replace(&mut line.is_first, false) {
            out.write_all(b",")?;
        }
        line.variation = tree.next_sibling(node).filter(|_| is_varied);
        line.next = tree.next(node);
        line.is_open = true;
        step(tree, node, out)?;
    }
    Ok(())
}

/// The object of a move, without its end.
fn step(tree: &TextTree, node: NodeId, out: &mut dyn Write) -> io::Result<()> {
    let mut fields = Fields { out, is_first: true };
    fields.out.write_all(b"{")?;
    match tree.step(node) {
        Some(TreeStep::Move(mv)) => fields.field("move", &*mv.text)?,
        Some(TreeStep::SetUp(position)) => fields.field("fen", &position.fen)?,
        None => {}
    }
    let Notes { before, after, closing, nags, marks } = tree.notes(node);
    fields.comments("before", &before.iter().collect::<Vec<_>>())?;
    if !marks.is_empty() {
        fields.field("marks", marks.as_str())?;
    }
    fields.list("nags", nags)?;
    fields.comments("comments", &after.iter().collect::<Vec<_>>())?;
    fields.comments("closing", &closing.iter().collect::<Vec<_>>())?;
    let all: Vec<&Comment> = before.iter().chain(after).chain(closing).collect();
    commands(&all, &mut fields)
}

/// What programs put into comments, one after the other: there may be many.
fn commands(comments: &[&Comment], fields: &mut Fields<'_>) -> io::Result<()> {
    let mut is_first = true;
    for command in comments.iter().flat_map(|comment| comment.commands()) {
        match std::mem::replace(&mut is_first, false) {
            true => {
                fields.key("commands")?;
                fields.out.write_all(b"[")?;
            }
            false => fields.out.write_all(b",")?,
        }
        serde_json::to_writer(&mut *fields.out, &CommandJson::new(&command))?;
    }
    if is_first { Ok(()) } else { fields.out.write_all(b"]") }
}

#[derive(Serialize)]
struct RepairJson {
    line: u64,
    column: u64,
    message: String,
}

impl RepairJson {
    fn new(repair: &Repair) -> Self {
        let Repair { place, kind, .. } = repair;
        Self { line: place.line, column: place.column, message: kind.to_string() }
    }
}
