//! From JSON to the events of a game.

use boardgame::Color;
use record::{
    CommentPlace, DEEPEST_VARIATION, GameResult, LONGEST_NAME, LONGEST_VALUE, Location, RawEvent, RepairKind,
    ResultStyle, Termination, Terminator,
};
use serde::Deserialize;

use super::moves::comment;
use super::objects::{GameJson, TagsJson};

/// Nested brackets that a variation adds: its object, the list of variations, the line.
const BRACKETS_OF_VARIATION: usize = 3;

/// Lines whose brackets are nested less deeply are read on the stack of the caller.
const SHALLOW: usize = 100;

/// What reading one bracket may take of a stack; measured to be below a tenth of it.
const STACK_OF_BRACKET: usize = 1 << 13;

/// What a line holds.
#[derive(Debug, Default)]
pub(crate) struct JsonGame {
    /// The name of the game, if there is one.
    pub(crate) game: Option<String>,
    pub(crate) events: Vec<(Location, RawEvent)>,
    /// Where its parts contradict each other, and the tags count.
    pub(crate) repairs: Vec<RepairKind>,
}

/// Reads a line as [`write_json`](super::write_json) writes it. Everything in it has the place of the line.
pub(crate) fn read_json(line: &str, place: Location) -> Result<JsonGame, String> {
    let depth = depth(line);
    if depth > DEEPEST_VARIATION * BRACKETS_OF_VARIATION + SHALLOW {
        return Err(format!("more than {DEEPEST_VARIATION} variations inside each other"));
    }
    if depth <= SHALLOW {
        return read(line, place);
    }
    // Reading recurses: a thread of its own has the stack for it.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size((depth + SHALLOW) * STACK_OF_BRACKET);
        let reading = thread.spawn_scoped(scope, || read(line, place)).map_err(|error| error.to_string())?;
        reading.join().unwrap_or_else(|_| Err("variations inside each other".to_owned()))
    })
}

/// How deeply brackets are nested.
fn depth(line: &str) -> usize {
    let (mut depth, mut deepest, mut is_quoted, mut is_escaped) = (0_usize, 0, false, false);
    for byte in line.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_quoted => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            b'[' | b'{' if !is_quoted => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !is_quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

fn read(line: &str, place: Location) -> Result<JsonGame, String> {
    let mut deserializer = serde_json::Deserializer::from_str(line);
    // The depth was looked at before.
    deserializer.disable_recursion_limit();
    let game = <GameJson as Deserialize>::deserialize(&mut deserializer).map_err(|error| bad(&error))?;
    deserializer.end().map_err(|error| bad(&error))?;
    let mut repairs = Vec::new();
    let terminator = terminator(&game.tags, game.result.as_deref(), &mut repairs)?;
    check_termination(&game.tags, game.termination.as_deref(), &mut repairs);
    let tags = tags(game.tags.0, game.fen, game.termination)?;
    let comments = game.comments.0.into_iter().map(|text| comment(text, CommentPlace::Game));
    let nags = game.nags.into_iter().map(|nag| Ok(RawEvent::Nag(nag)));
    let (mut before, mut moves) = (Vec::new(), game.moves.0);
    for event in tags.into_iter().map(Ok).chain(comments).chain(nags) {
        let event = event.map_err(|error| bad(&error))?;
        moves.count(&event).map_err(|error| bad(&error))?;
        before.push(event);
    }
    moves.push(RawEvent::End(terminator)).map_err(|error| bad(&error))?;
    Ok(JsonGame { game: game.game, events: moves.at(place, before), repairs })
}

/// How the game ends by its result, unless the tag says something else.
fn terminator(
    tags: &TagsJson,
    found: Option<&str>,
    repairs: &mut Vec<RepairKind>,
) -> Result<Terminator, String> {
    let Some(found) = found else {
        return Ok(if tags.get("Result").is_some() { Terminator::Missing } else { Terminator::Star });
    };
    let by_field = if found == "*" { None } else { Some(result(found)?) };
    let written = by_field.map_or("*", |result| result.text(ResultStyle::One));
    if found != written {
        repairs.push(RepairKind::ResultText { found: found.to_owned(), written: written.to_owned() });
    }
    let differs = |tag: &&str| match GameResult::from_text(tag) {
        // Two results that contradict each other are an error, found when the game ends.
        Some(_) => by_field.is_none(),
        // PDN has results of other kinds, and the question mark says nothing.
        None => *tag == "*" && by_field.is_some(),
    };
    if let Some(tag) = tags.get("Result").filter(differs) {
        let (tag, terminator) = (tag.to_owned(), found.to_owned());
        repairs.push(RepairKind::ResultsDiffer { tag, terminator });
        // The result is in the tag alone.
        return Ok(Terminator::Missing);
    }
    Ok(by_field.map_or(Terminator::Star, Terminator::Given))
}

/// Whether both places for the reason of the end say the same, whatever their capitals.
fn check_termination(tags: &TagsJson, found: Option<&str>, repairs: &mut Vec<RepairKind>) {
    let (Some(tag), Some(found)) = (tags.get("Termination"), found) else { return };
    let known = Termination::from_text(tag);
    if tag != found && (known.is_none() || known != Termination::from_text(found)) {
        repairs.push(RepairKind::TerminationsDiffer { tag: tag.to_owned(), found: found.to_owned() });
    }
}

/// Types as serde names them in errors, each with the word of JSON for it.
const NAMES: [(&str, &str); 1] = [("expected u8", "expected a number from 0 to 255")];

/// Says where in the line; its number is known elsewhere.
fn bad(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let mut text = text.split(" at line ").next().unwrap_or_default().to_owned();
    for (name, words) in NAMES {
        text = text.replace(name, words);
    }
    // Before its first byte a reader stands at column 0.
    format!("bad JSON: {text} at column {}", error.column().max(1))
}

fn tags(
    tags: Vec<(String, String)>,
    fen: Option<String>,
    termination: Option<String>,
) -> Result<Vec<RawEvent>, String> {
    let mut all = tags;
    let has = |all: &[(String, String)], wanted: &str| all.iter().any(|(name, _)| name == wanted);
    if let Some(fen) = fen {
        if has(&all, "FEN") {
            return Err("the position is given twice, as \"fen\" and as the tag FEN".to_owned());
        }
        let is_announced = has(&all, "SetUp") || !super::announces(&fen);
        all.push(("FEN".to_owned(), fen));
        if !is_announced {
            all.push(("SetUp".to_owned(), "1".to_owned()));
        }
    }
    if let Some(termination) = termination.filter(|_| !has(&all, "Termination")) {
        all.push(("Termination".to_owned(), termination));
    }
    for (name, value) in &all {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if name.is_empty() || !name.bytes().all(is_name) || name.len() > LONGEST_NAME {
            return Err(format!("bad tag {name:?}: expected letters, digits and _ in the name"));
        }
        if value.len() > LONGEST_VALUE || value.contains(char::is_control) {
            return Err(format!("bad tag {name:?}: expected one line in the value"));
        }
    }
    Ok(all.into_iter().map(|(name, value)| RawEvent::Tag(name, value)).collect())
}

fn result(text: &str) -> Result<GameResult, String> {
    const EXPECTED: [GameResult; 4] = [
        GameResult::Win(Color::White),
        GameResult::Win(Color::Black),
        GameResult::Draw,
        GameResult::BothLose,
    ];
    let known = GameResult::from_text(text).filter(|result| EXPECTED.contains(result));
    known.ok_or_else(|| format!("bad result {text:?}: expected 1-0, 0-1, 1/2-1/2, 0-0 or *"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: Location = Location { line: 7, column: 1 };

    fn json(line: &str) -> Result<JsonGame, String> {
        read_json(line, PLACE)
    }

    #[test]
    fn errors_name_no_types_of_the_program() {
        for (line, expected) in [
            ("{\"moves\": [1]}", "expected the object of a move"),
            ("3", "expected the object of a game"),
            ("{\"moves\": [], \"nags\": [\"x\"]}", "expected a number from 0 to 255"),
            ("{\"moves\": [], \"nags\": [300]}", "expected a number from 0 to 255"),
        ] {
            let error = json(line).expect_err("no game");
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn brackets_are_counted_outside_of_texts() {
        assert_eq!(depth(r#"{"a":["[[[\"[[",[1]]}"#), 3);
        assert_eq!(depth("]]]"), 0);
    }

    #[test]
    fn the_deepest_variations_are_read() {
        let nested = |levels: usize| {
            let open = r#"{"move":"x","variations":[["#.repeat(levels);
            format!(r#"{{"moves":[{open}{{"move":"y"}}{}]}}"#, "]]}".repeat(levels))
        };
        let events = json(&nested(DEEPEST_VARIATION)).expect("not too deep").events;
        assert_eq!(events.len(), 3 * DEEPEST_VARIATION + 2);
        assert!(json(&nested(DEEPEST_VARIATION + 100)).is_err());
        assert!(json(&"[".repeat(1_000_000)).is_err());
    }

    #[test]
    fn open_results_are_repairs_and_the_tags_count() {
        let differ = |tag: &str, found: &str| {
            Some(RepairKind::ResultsDiffer { tag: tag.to_owned(), terminator: found.to_owned() })
        };
        for (tag, found, repair, end) in [
            ("1-0", "0-1", None, Terminator::Given(GameResult::Win(Color::Black))),
            ("1-0", "*", differ("1-0", "*"), Terminator::Missing),
            ("*", "1-0", differ("*", "1-0"), Terminator::Missing),
            ("2-0", "1-0", None, Terminator::Given(GameResult::Win(Color::White))),
            ("?", "1/2-1/2", None, Terminator::Given(GameResult::Draw)),
            ("12-8", "*", None, Terminator::Star),
            ("*", "*", None, Terminator::Star),
        ] {
            let line = format!(r#"{{"moves":[],"tags":{{"Result":"{tag}"}},"result":"{found}"}}"#);
            let game = json(&line).expect("a game");
            assert_eq!(game.repairs, Vec::from_iter(repair), "{line}");
            assert!(game.events.contains(&(PLACE, RawEvent::End(end))), "{line}");
        }
        for (tag, found, count) in [
            ("Time forfeit", "time forfeit", 0),
            ("normal", "abandoned", 1),
            ("won by X", "normal", 1),
            ("won by X", "won by X", 0),
        ] {
            let line = format!(r#"{{"moves":[],"tags":{{"Termination":"{tag}"}},"termination":"{found}"}}"#);
            assert_eq!(json(&line).expect("a game").repairs.len(), count, "{line}");
        }
    }

    #[test]
    fn what_cannot_be_kept_is_refused() {
        for (line, expected) in [
            ("{}", "bad JSON: missing field `moves` at column 2"),
            (r#"{"moves":[],"result":"2:0"}"#, "bad result"),
            (r#"{"moves":[{"move":"e4","color":"red"}]}"#, "bad JSON: unknown field `color`"),
            (r#"{"moves":[{}]}"#, "exactly one of"),
            (r#"{"moves":[{"move":"e4","variations":[[]]}]}"#, "a variation without moves"),
            (r#"{"moves":[],"tags":{"a b":"c"}}"#, "bad tag \"a b\""),
            (r#"{"moves":[],"tags":{"A":"b\nc"}}"#, "expected one line"),
            (r#"{"moves":[],"tags":{"FEN":"x"},"fen":"y"}"#, "given twice"),
            (r#"{"moves":[{"move":"e4","marks":"%"}]}"#, "bad marks"),
            (r#"{"moves":[{"move":"e4","nags":[256]}]}"#, "256"),
            ("null", "bad JSON"),
            (
                r#"["chess",1,{},null,"*",null,[],[],[{"move":"e4"}],[],null,null]"#,
                "bad JSON: invalid type: sequence, expected the object of a game at column 1",
            ),
            (r#"{"moves":[["e4",null,[],null,[],[],[],null,[]]]}"#, "expected the object of a move"),
            (r#"{"moves":[{"move":"e4","variations":[[["d4"]]]}]}"#, "expected the object of a move"),
            (r#"{"moves":[],"tags":[["A","b"]]}"#, "expected an object of names and values"),
            (r#"{"moves":[]} x"#, "trailing characters"),
        ] {
            let error = json(line).expect_err(line);
            assert!(error.contains(expected), "{line}: {error}");
        }
    }

    #[test]
    fn fields_of_a_move_stand_in_any_order() {
        let events = |line: &str| json(line).expect(line).events;
        let usual = r#"{"moves":[{"before":["a"],"move":"e4","marks":"!","nags":[1],"comments":["b"],"closing":["d"],
            "variations":[[{"move":"d4","comments":["c"]}],[{"move":"c4"}]]}]}"#;
        let other = r#"{"moves":[{"closing":["d"],"variations":[[{"comments":["c"],"move":"d4"}],[{"move":"c4"}]],
            "comments":["b"],"nags":[1],"move":"e4","marks":"!","before":["a"]}]}"#;
        let split = r#"{"moves":[{"move":"e4","comments":["b"],"nags":[1],
            "variations":[[{"move":"d4","comments":["c"]}],[{"move":"c4"}]],"marks":"!","closing":["d"],"before":["a"]}]}"#;
        assert_eq!(events(usual), events(other));
        assert_eq!(events(usual), events(split));
        assert!(events(usual).iter().all(|(place, _)| *place == PLACE));
        for twice in
            [r#"{"moves":[{"move":"e4","move":"e4"}]}"#, r#"{"moves":[{"nags":[],"move":"e4","nags":[]}]}"#]
        {
            assert!(json(twice).expect_err("two values").contains("given twice at column"), "{twice}");
        }
    }

    #[test]
    fn lines_of_more_than_a_game_may_take_are_refused() {
        let many = |count: usize, unit: &str| [unit].repeat(count).join(",");
        for line in [
            format!(r#"{{"moves":[{}]}}"#, many(1 << 21, r#"{"move":"e4"}"#)),
            format!(r#"{{"moves":[{{"move":"e4","nags":[{}]}}]}}"#, many(1 << 21, "1")),
            format!(r#"{{"moves":[{{"move":"e4","comments":[{}]}}]}}"#, many(1 << 21, "\"\"")),
            format!(r#"{{"moves":[],"comments":[{}]}}"#, many(1 << 21, "\"\"")),
            format!(r#"{{"moves":[],"nags":[{}]}}"#, many(1 << 21, "1")),
        ] {
            let error = json(&line).expect_err("too much");
            assert!(error.contains("more than 268435456 bytes of memory for the game"), "{error}");
        }
    }
}
