//! Comparing an answer with the legal moves.

use boardgame::{MoveError, MoveStyle, TooComplex};
use catalog::Place;

use crate::line::{Line, count};
use crate::opponent::{Answer, AnsweredMove};

/// In what an answer differs from the rules. Moves are numbers in the list of the position.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Difference {
    /// Legal moves that the opponent does not have.
    pub missing: Vec<usize>,
    /// Moves of the opponent that are not legal, as it writes them.
    pub extra: Vec<String>,
    /// Moves that it has more than once.
    pub twice: Vec<usize>,
    /// Moves behind which it counts something else.
    pub counts: Vec<WrongCount>,
    /// Moves after which it has another position.
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

    /// Whether it shows in this position, and not only in counts.
    #[must_use]
    pub fn is_here(&self) -> bool {
        !Self { counts: Vec::new(), ..self.clone() }.is_empty()
    }

    /// Whether another one is of the same kind: what is left of a difference must not be another one.
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

/// Compares an answer with the legal moves and, where it has counts, with our counts of this depth.
///
/// Move texts are read, not compared: any notation of the game will do, castling as the king's way or as taking
/// the rook, captures with their route or without.
///
/// # Errors
///
/// Our own count is too complex.
pub fn compare(
    line: &Line,
    depth: u32,
    answer: &Answer,
    stop: &dyn Fn() -> bool,
) -> Result<Difference, TooComplex> {
    let style = style_of(line, &answer.moves);
    let mut difference = Difference { style, ..Difference::default() };
    let matched = match_moves(line, style.into(), &answer.moves, &mut difference);
    let is_named = |index: usize| matched.iter().any(|&(found, _)| found == index);
    if !answer.is_partial {
        difference.missing = (0..line.position().count()).filter(|&index| !is_named(index)).collect();
    }
    for &(index, mv) in &matched {
        if let Some(theirs) = mv.count {
            let ours = if depth <= 1 { 1 } else { count(&*line.position().after(index)?, depth - 1, stop)? };
            if ours != theirs && !stop() {
                difference.counts.push(WrongCount { index, ours, theirs });
            }
        }
        if let Some(theirs) = &mv.after {
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

/// A position as our rules write it; as it is if they do not accept it.
fn normal(line: &Line, fen: &str) -> String {
    line.game().open(&Place::at(fen)).map_or_else(|_| fen.to_owned(), |position| position.fen())
}

/// The notation in which more of the moves can be read.
fn style_of(line: &Line, moves: &[AnsweredMove]) -> Style {
    let read = |style: Style| {
        let known = |mv: &&AnsweredMove| {
            let found = line.position().find(&mv.text, style.into());
            matches!(found, Ok(_) | Err(MoveError::Ambiguous { .. }))
        };
        moves.iter().filter(known).count()
    };
    if read(Style::Record) > read(Style::Protocol) { Style::Record } else { Style::Protocol }
}

/// Every legal move that is named, with its answer; what is left over goes into the difference.
fn match_moves<'a>(
    line: &Line,
    style: MoveStyle,
    moves: &'a [AnsweredMove],
    difference: &mut Difference,
) -> Vec<(usize, &'a AnsweredMove)> {
    let mut matched: Vec<(usize, &AnsweredMove)> = Vec::new();
    let mut ambiguous = Vec::new();
    for mv in moves {
        match line.position().find(&mv.text, style) {
            Ok(index) if matched.iter().any(|&(found, _)| found == index) => difference.twice.push(index),
            Ok(index) => matched.push((index, mv)),
            Err(MoveError::Ambiguous { candidates, .. }) => ambiguous.push((mv, candidates)),
            Err(_) => difference.extra.push(mv.text.clone()),
        }
    }
    // A short text that fits several captures stands for one of those that no other text names.
    let full = line.position().moves(MoveStyle::Full);
    let protocol = line.position().moves(MoveStyle::Protocol);
    for (mv, candidates) in ambiguous {
        let is_candidate =
            |index: &usize| candidates.contains(&full[*index]) || candidates.contains(&protocol[*index]);
        let is_free = |index: &usize| !matched.iter().any(|(found, _)| found == index);
        match (0..full.len()).filter(is_candidate).find(is_free) {
            Some(index) => matched.push((index, mv)),
            None => difference.extra.push(mv.text.clone()),
        }
    }
    matched.sort_by_key(|&(index, _)| index);
    matched
}
