//! Reports of differences.

use std::fmt;

use boardgame::MoveStyle;
use serde::Serialize;

use crate::case_move::CaseMove;
use crate::compare::{Style, WrongCount};
use crate::editable_position::EditablePosition;
use crate::explain::{explain, explain_extra};
use crate::minimize::{Minimized, MinimizingEnd};
use crate::test_position::{Query, TestPosition, count};

/// A report of a difference, for people with `Display` and for programs as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The name of the game.
    pub game: &'static str,
    /// Who differs from our rules.
    pub engine: String,
    /// The position in which the moves differ: as the engine was given it, or in its standard form after moves.
    pub fen: String,
    /// How many pieces are left.
    pub pieces: usize,
    /// The position before the moves, if the difference shows only after moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves from there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// Legal moves that the engine does not list.
    pub missing: Vec<MoveReport>,
    /// Illegal moves of the engine.
    pub extra: Vec<MoveReport>,
    /// Moves that the engine lists more than once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub twice: Vec<MoveReport>,
    /// What else differs, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other: Vec<String>,
    /// The position that was checked when the difference was found, before minimizing.
    pub found_from: String,
    /// The moves from that position to where it was found.
    pub found_moves: Vec<String>,
    /// The questions asked while minimizing.
    pub questions: usize,
    /// Whether it has fewer moves, pieces or rights than where it was found, or weaker pieces.
    pub is_smaller: bool,
    /// Whether nothing was left to try.
    pub is_minimal: bool,
    /// Why minimizing ended.
    pub minimizing_end: MinimizingEnd,
    /// Whether captures count once for each of their routes here.
    pub routes: bool,
    /// Whether the engine agrees with the rules if captures count once for each of their routes.
    pub counts_routes: bool,
    /// A line for a suite of counts.
    pub epd: String,
    /// A line for a file of cases.
    pub case: Case,
    #[serde(skip)]
    diagram: String,
}

/// A move with the reason why it is legal or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveReport {
    /// As the game writes it in records; as the engine writes it if it is not legal.
    #[serde(rename = "move")]
    pub text: String,
    /// As engines write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol: Option<String>,
    /// What an illegal capture would do, if its text does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// Why.
    pub why: String,
}

/// Where a difference was found before minimizing: the position that was checked, and the moves from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    fen: String,
    moves: Vec<String>,
}

impl Origin {
    /// The end of a line.
    #[must_use]
    pub fn of(line: &TestPosition) -> Self {
        Self { fen: line.fen().to_owned(), moves: line.moves(MoveStyle::Record) }
    }
}

/// A case in the form of the files in `testdata/cases`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Case {
    id: String,
    kind: &'static str,
    description: &'static str,
    fen: String,
    count: usize,
    legal_moves: Vec<CaseMove>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    illegal: Vec<Refused>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<String>,
}

/// A text that must be refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
enum Refused {
    Chess {
        uci: String,
        why: String,
    },
    Draughts {
        #[serde(rename = "move")]
        text: String,
        why: String,
    },
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl Report {
    /// A report of a minimized difference.
    #[must_use]
    pub fn new(engine: &str, origin: Origin, minimized: &Minimized, routes: bool) -> Self {
        let (line, difference) = (&minimized.found.line, &minimized.found.difference);
        let position = line.position();
        let texts = [MoveStyle::Record, MoveStyle::Protocol].map(|style| position.legal_moves(style));
        let legal = |&index: &usize| MoveReport {
            text: texts[0][index].clone(),
            protocol: Some(texts[1][index].clone()),
            meaning: None,
            why: explain(line, &texts[1][index], MoveStyle::Protocol),
        };
        let illegal = |text: &String| MoveReport {
            text: text.clone(),
            protocol: None,
            meaning: meaning(line, text, difference.style),
            why: explain_extra(line, text, difference.style),
        };
        let extra: Vec<MoveReport> = difference.extra.iter().map(illegal).collect();
        let counts = difference.counts.iter().filter(|_| !difference.is_here());
        let counts =
            counts.map(|wrong| count_text(&texts[0][wrong.index], wrong, minimized.found.depth, routes));
        let successors = difference.successors.iter().map(|wrong| {
            format!("after {}: {}, the engine has {}", texts[0][wrong.index], wrong.ours, wrong.theirs)
        });
        let outcome = difference
            .outcome
            .iter()
            .map(|(ours, theirs)| format!("result: {ours}, the engine says {theirs}"));
        let start = (line.plies() > 0).then(|| line.fen().to_owned());
        Self {
            game: line.game().name(),
            engine: engine.to_owned(),
            fen: line.end().to_owned(),
            pieces: EditablePosition::read(line.game(), &position.fen())
                .map_or(0, |position| position.occupied().len()),
            start,
            moves: line.moves(MoveStyle::Record),
            missing: difference.missing.iter().map(legal).collect(),
            case: case(line, &extra),
            extra,
            twice: difference.twice.iter().map(legal).collect(),
            other: counts.chain(successors).chain(outcome).collect(),
            found_from: origin.fen,
            found_moves: origin.moves,
            questions: minimized.questions,
            is_smaller: minimized.is_smaller,
            is_minimal: minimized.end == MinimizingEnd::Complete,
            minimizing_end: minimized.end,
            routes,
            counts_routes: false,
            epd: epd(line, routes),
            diagram: position.diagram(),
        }
    }

    /// The result of minimizing; `None` if it was off.
    fn minimizing_text(&self) -> Option<String> {
        let plural = if self.questions == 1 { "" } else { "s" };
        let questions = format!("{} question{plural}", self.questions);
        let end = match self.minimizing_end {
            MinimizingEnd::Off => return None,
            MinimizingEnd::Complete => None,
            MinimizingEnd::OutOfTime => Some("time limit reached, see --minimize-seconds"),
            MinimizingEnd::OutOfQuestions => Some("question limit reached, see --minimize-questions"),
            MinimizingEnd::Interrupted => Some("interrupted"),
            MinimizingEnd::EngineFailed => Some("the engine failed and could not be restarted"),
        };
        Some(match (self.is_smaller, end) {
            (true, None) => format!("minimized with {questions}"),
            (true, Some(end)) => {
                format!("minimized with {questions}, perhaps not fully: {end}")
            }
            (false, None) => format!("could not be minimized further ({questions})"),
            (false, Some(end)) => format!("not minimized with {questions}: {end}"),
        })
    }
}

/// A count that differs, in words.
fn count_text(mv: &str, wrong: &WrongCount, depth: u32, routes: bool) -> String {
    let WrongCount { ours, theirs, .. } = wrong;
    let plural = if *ours == 1 { "" } else { "s" };
    let ours = match (depth, routes) {
        (1, true) => format!("{mv} has {ours} route{plural}"),
        (_, true) => format!("{mv} at depth {depth}: {ours} sequence{plural} of routes"),
        (_, false) => format!("{mv} at depth {depth}: {ours} move sequence{plural}"),
    };
    format!("{ours}, the engine counts {theirs}")
}

/// What a capture of Hub does, in words: its text names the captured squares by number, not the route.
fn meaning(line: &TestPosition, text: &str, style: Style) -> Option<String> {
    if line.game().is_chess() || style != Style::Protocol {
        return None;
    }
    let squares = line.game().squares();
    let name = |number: &str| {
        let number: usize = number.parse().ok()?;
        squares.get(number.checked_sub(1)?).map(|square| square.name.as_str())
    };
    let names: Vec<&str> = text.split(['x', '-']).map(name).collect::<Option<_>>()?;
    match names[..] {
        [from, to, ref taken @ ..] if !taken.is_empty() => {
            Some(format!("{from} to {to} taking {}", taken.join(", ")))
        }
        [from, to] if text.contains('-') && from.starts_with(|c: char| c.is_ascii_lowercase()) => {
            Some(format!("{from} to {to}"))
        }
        _ => None,
    }
}

/// The counts of a suite that would show the difference.
fn epd(line: &TestPosition, routes: bool) -> String {
    let start = line.replayed(line.fen(), 0);
    let counts = (1..=line.plies() as u32 + 1).filter_map(|depth| {
        let query = Query { depth, routes };
        let nodes = start.as_ref().and_then(|start| count(start.position(), query, &()).ok())?;
        Some(format!(";D{depth} {nodes}"))
    });
    format!("{} {}", line.fen(), counts.collect::<Vec<_>>().join(" "))
}

/// The form of `testdata/cases`.
fn case(line: &TestPosition, extra: &[MoveReport]) -> Case {
    let fen = line.end().to_owned();
    let legal_moves = line.position().describe().legal_moves;
    let illegal = extra.iter().map(|mv| {
        let (text, why) = (mv.text.clone(), mv.why.clone());
        if line.game().is_chess() {
            Refused::Chess { uci: text, why }
        } else {
            Refused::Draughts { text, why }
        }
    });
    Case {
        id: format!("diff-{}-{:08x}", line.game().name(), fingerprint(&fen)),
        kind: "moves",
        description: "Found by damier diff.",
        fen,
        count: line.position().count_legal(),
        legal_moves: legal_moves.into_iter().map(CaseMove::from).collect(),
        illegal: illegal.collect(),
        start: (line.plies() > 0).then(|| line.fen().to_owned()),
        moves: line.moves(MoveStyle::Record),
    }
}

/// A number that names a text (FNV-1a).
fn fingerprint(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The most moves of a kind to show.
const MOST_SHOWN: usize = 12;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} differs from the rules of {}\n", self.engine, self.game)?;
        writeln!(f, "{}", self.diagram)?;
        writeln!(f, "{}", self.fen)?;
        if let Some(start) = &self.start {
            writeln!(f, "  after {} from {start}", self.moves.join(" "))?;
        }
        writeln!(f)?;
        for (what, moves) in [("missing", &self.missing), ("extra", &self.extra), ("twice", &self.twice)] {
            for mv in moves.iter().take(MOST_SHOWN) {
                let meaning = mv.meaning.as_ref().map_or(String::new(), |meaning| format!(" ({meaning})"));
                writeln!(f, "{what:<8} {}{meaning}: {}", mv.text, mv.why)?;
            }
            if moves.len() > MOST_SHOWN {
                writeln!(f, "{what:<8} and {} more", moves.len() - MOST_SHOWN)?;
            }
        }
        for text in &self.other {
            writeln!(f, "differs  {text}")?;
        }
        if self.found_moves.is_empty() {
            writeln!(f, "\nfound in {}", self.found_from)?;
        } else {
            writeln!(f, "\nfound after {} from {}", self.found_moves.join(" "), self.found_from)?;
        }
        if let Some(text) = self.minimizing_text() {
            writeln!(f, "{text}")?;
        }
        if self.counts_routes {
            writeln!(f, "the counts agree if routes are counted: try --routes")?;
        }
        writeln!(f)?;
        writeln!(f, "EPD   {}", self.epd)?;
        writeln!(f, "case  {}", self.case)
    }
}
