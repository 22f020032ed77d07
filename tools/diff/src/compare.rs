//! Comparing an answer with the legal moves.

use boardgame::{MoveError, MoveStyle, TooComplex};

use crate::observer::Observer;
use crate::opponent::{Answer, AnsweredMove};
use crate::test_position::{Query, TestPosition, counts};

/// How an answer differs from the rules. Moves are indices into the list of the position.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Difference {
    /// Legal moves that the opponent does not have.
    pub missing: Vec<usize>,
    /// Illegal moves of the opponent, as it writes them.
    pub extra: Vec<String>,
    /// Moves that it lists more than once.
    pub twice: Vec<usize>,
    /// Moves after which its count differs.
    pub counts: Vec<WrongCount>,
    /// Moves after which its position differs.
    pub successors: Vec<WrongSuccessor>,
    /// Our result and that of the opponent, if they differ.
    pub outcome: Option<(String, String)>,
    /// The notation in which the opponent writes.
    pub style: Style,
}

/// The notation of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Style {
    /// UCI or Hub.
    #[default]
    Protocol,
    /// SAN or PDN.
    Record,
}

impl From<Style> for MoveStyle {
    fn from(style: Style) -> Self {
        match style {
            Style::Protocol => Self::Protocol,
            Style::Record => Self::Record,
        }
    }
}

/// A count that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongCount {
    /// The move.
    pub index: usize,
    /// Move sequences by our rules.
    pub ours: u64,
    /// Move sequences by the opponent.
    pub theirs: u64,
}

/// A position after a move that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongSuccessor {
    /// The move.
    pub index: usize,
    /// By our rules.
    pub ours: String,
    /// By the opponent.
    pub theirs: String,
}

impl Difference {
    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self { style: self.style, ..Self::default() }
    }

    /// Whether the difference is in this position, not only in counts below it.
    #[must_use]
    pub fn is_here(&self) -> bool {
        !Self { counts: Vec::new(), ..self.clone() }.is_empty()
    }

    /// Whether another difference is of the same kind: minimizing must not switch to a different one.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        if !self.extra.is_empty() {
            return !other.extra.is_empty();
        }
        if !self.missing.is_empty() {
            return !other.missing.is_empty();
        }
        !self.twice.is_empty() && !other.twice.is_empty()
            || !self.successors.is_empty() && !other.successors.is_empty()
            || self.outcome.is_some() && other.outcome == self.outcome
            || !self.is_here() && !other.counts.is_empty()
    }
}

/// Compares an answer with the legal moves and, if it has counts, with our counts.
///
/// Move texts are read, not compared as texts: any notation of the game will do, castling as a king move or as capturing
/// the rook, captures with or without their route. If routes are counted, an answer may list each route of a capture or
/// only their sum: the counts of one capture are added up.
///
/// # Errors
///
/// Our own count is too complex.
pub fn compare(
    line: &TestPosition,
    query: Query,
    answer: &Answer,
    observer: &dyn Observer,
) -> Result<Difference, TooComplex> {
    let style = style_of(line, &answer.moves);
    let lists_routes = query.routes && query.depth <= 1 && !answer.is_partial;
    let has_counts = lists_routes || answer.moves.iter().any(|mv| mv.count.is_some());
    let ours = if has_counts { counts(line.position(), query, observer)? } else { Vec::new() };
    let mut matching =
        Matching { line, style: style.into(), routes: query.routes, ours: &ours, named: Vec::new() };
    let mut difference = Difference { style, ..Difference::default() };
    matching.read(&answer.moves, &mut difference);
    if !answer.is_partial {
        let missing = (0..line.position().count_legal()).filter(|&index| matching.of(index).is_none());
        difference.missing = missing.collect();
    }
    let mut named = matching.named;
    named.sort_by_key(|named| named.index);
    for Named { index, lines, count, after } in named {
        if let Some(theirs) = count.or(lists_routes.then_some(lines))
            && ours[index] != theirs
            && !observer.is_stopped()
        {
            difference.counts.push(WrongCount { index, ours: ours[index], theirs });
        }
        if let Some(theirs) = after {
            let ours = line.position().after(index)?.fen();
            let theirs = normal(line, theirs);
            if ours != theirs {
                difference.successors.push(WrongSuccessor { index, ours, theirs });
            }
        }
    }
    if let Some(theirs) = &answer.outcome {
        let name = |outcome: Option<String>| outcome.unwrap_or_else(|| "ongoing".to_owned());
        let ours = name(line.position().outcome().map(|(outcome, _)| outcome.to_string()));
        let theirs = name(theirs.clone());
        difference.outcome = (ours != theirs).then_some((ours, theirs));
    }
    Ok(difference)
}

/// A position as our rules write it; unchanged if they do not accept it.
fn normal(line: &TestPosition, fen: &str) -> String {
    line.game().at(fen).map_or_else(|_| fen.to_owned(), |position| position.fen())
}

/// The notation in which more of the moves can be read.
fn style_of(line: &TestPosition, moves: &[AnsweredMove]) -> Style {
    let read = |style: Style| {
        let known = |mv: &&AnsweredMove| {
            let found = line.position().find_in(&mv.text, style.into());
            matches!(found, Ok(_) | Err(MoveError::Ambiguous { .. }))
        };
        moves.iter().filter(known).count()
    };
    if read(Style::Record) > read(Style::Protocol) { Style::Record } else { Style::Protocol }
}

/// A legal move as an answer names it.
struct Named<'a> {
    index: usize,
    /// How often it is named.
    lines: u64,
    /// All its counts together.
    count: Option<u64>,
    after: Option<&'a str>,
}

impl<'a> Named<'a> {
    fn new(index: usize, mv: &'a AnsweredMove) -> Self {
        Self { index, lines: 1, count: mv.count, after: mv.after.as_deref() }
    }

    /// One more route of the same move.
    fn add(&mut self, mv: &AnsweredMove) {
        self.lines += 1;
        let sum = |count: u64| count.saturating_add(mv.count.unwrap_or(0));
        self.count = self.count.map(sum).or(mv.count);
    }
}

/// The search for the legal moves that an answer names.
struct Matching<'a> {
    line: &'a TestPosition,
    style: MoveStyle,
    routes: bool,
    /// Our counts; empty if the answer has none.
    ours: &'a [u64],
    named: Vec<Named<'a>>,
}

impl<'a> Matching<'a> {
    fn of(&mut self, index: usize) -> Option<&mut Named<'a>> {
        self.named.iter_mut().find(|named| named.index == index)
    }

    /// Finds every move that is named; the rest goes into the difference.
    fn read(&mut self, moves: &'a [AnsweredMove], difference: &mut Difference) {
        let mut ambiguous: Vec<(Vec<&AnsweredMove>, Vec<String>)> = Vec::new();
        for mv in moves {
            match self.line.position().find_in(&mv.text, self.style) {
                Ok(index) => match (self.routes, self.of(index)) {
                    (_, None) => self.named.push(Named::new(index, mv)),
                    (true, Some(named)) => named.add(mv),
                    (false, Some(_)) => difference.twice.push(index),
                },
                Err(MoveError::Ambiguous { candidates, .. }) => {
                    match ambiguous.iter_mut().find(|(group, _)| group[0].text == mv.text) {
                        Some((group, _)) => group.push(mv),
                        None => ambiguous.push((vec![mv], candidates)),
                    }
                }
                Err(_) => difference.extra.push(mv.text.clone()),
            }
        }
        if ambiguous.is_empty() {
            return;
        }
        let styles =
            [MoveStyle::Full, MoveStyle::Protocol].map(|style| self.line.position().legal_moves(style));
        for (group, candidates) in ambiguous {
            let is_candidate = |index: &usize| styles.iter().any(|texts| candidates.contains(&texts[*index]));
            let all = (0..self.line.position().count_legal()).filter(is_candidate);
            let free = all.filter(|&index| self.named.iter().all(|named| named.index != index)).collect();
            self.share(group, free, difference);
        }
    }

    /// Lines of one short text that fits several captures: each stands for one that no other text names, best for
    /// one with its count.
    fn share(&mut self, group: Vec<&'a AnsweredMove>, mut free: Vec<usize>, difference: &mut Difference) {
        let sum = |counts: &mut dyn Iterator<Item = u64>| counts.fold(0, u64::saturating_add);
        let theirs = sum(&mut group.iter().map(|mv| mv.count.unwrap_or(1)));
        if self.routes
            && !self.ours.is_empty()
            && theirs == sum(&mut free.iter().map(|&index| self.ours[index]))
        {
            let right =
                |index| Named { index, lines: self.ours[index], count: Some(self.ours[index]), after: None };
            self.named.extend(free.into_iter().map(right));
            return;
        }
        let first = self.named.len();
        let mut others = Vec::new();
        for mv in group {
            let fits = |index: &usize| mv.count.is_some_and(|count| self.ours[*index] == count);
            match free.iter().position(fits) {
                Some(place) => self.named.push(Named::new(free.remove(place), mv)),
                None => others.push(mv),
            }
        }
        for mv in others {
            if !free.is_empty() {
                self.named.push(Named::new(free.remove(0), mv));
            } else if self.routes
                && let Some(named) = self.named.get_mut(first)
            {
                named.add(mv);
            } else {
                difference.extra.push(mv.text.clone());
            }
        }
    }
}
