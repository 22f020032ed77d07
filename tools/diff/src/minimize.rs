//! Minimizing a difference: removing everything that it does not need.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::compare::Difference;
use crate::edit::{Edit, Stage, simpler_rest};
use crate::editable_position::EditablePosition;
use crate::find_difference::{Found, difference_of};
use crate::observer::{Effort, Observer};
use crate::opponent::{Batch, Opponent, OpponentError};
use crate::test_position::{Query, TestPosition};

/// How much work to spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Questions to the opponent.
    pub questions: usize,
    /// Time, by the clock of the observer.
    pub time: Duration,
}

impl Default for Budget {
    fn default() -> Self {
        Self { questions: 5000, time: Duration::from_secs(60) }
    }
}

/// Why minimizing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MinimizingEnd {
    /// Nothing was left to try.
    Complete,
    /// The time of the budget ran out.
    OutOfTime,
    /// The questions of the budget ran out.
    OutOfQuestions,
    /// It was interrupted.
    Interrupted,
    /// The opponent failed and could not be restarted.
    EngineFailed,
    /// Minimizing was turned off.
    Off,
}

/// A minimized difference.
#[derive(Debug)]
pub struct Minimized {
    /// The smallest position found.
    pub found: Found,
    /// Questions to the opponent.
    pub questions: usize,
    /// Whether there are fewer moves, pieces or rights than before, or weaker pieces.
    pub is_smaller: bool,
    /// Why minimizing ended.
    pub end: MinimizingEnd,
}

/// Minimizes a difference: fewer moves before it, fewer pieces and rights, weaker pieces, and pieces nearer to the edge.
/// The difference stays of the same kind, and positions keep the style of the first one.
///
/// An opponent that fails is restarted, and the question that it failed on is skipped.
pub fn minimize(
    opponent: &mut dyn Opponent,
    found: Found,
    routes: bool,
    budget: Budget,
    observer: &dyn Observer,
) -> Minimized {
    let before = size(&found.line);
    let mut shrinking = Shrinking {
        most_at_once: opponent.batch().size(),
        opponent,
        query: Query { depth: found.depth, routes },
        original: found,
        smallest: None,
        budget,
        begin: observer.now(),
        slowest: Duration::ZERO,
        questions: 0,
        width: 1,
        asked: HashSet::new(),
        observer,
    };
    let end = shrinking.shrink().err().unwrap_or(MinimizingEnd::Complete);
    shrinking.opponent.set_deadline(None);
    let Shrinking { original, smallest, questions, .. } = shrinking;
    let smaller = smallest.filter(|found| size(&found.line) < before);
    Minimized { is_smaller: smaller.is_some(), found: smaller.unwrap_or(original), questions, end }
}

/// The size of a test position: moves, pieces, rights, and pieces that could be weaker.
fn size(line: &TestPosition) -> (usize, (usize, usize, usize)) {
    let position = EditablePosition::read(line.game(), line.fen());
    (line.plies(), position.map_or((usize::MAX, 0, 0), |position| position.size()))
}

struct Shrinking<'a> {
    opponent: &'a mut dyn Opponent,
    query: Query,
    original: Found,
    smallest: Option<Found>,
    budget: Budget,
    begin: Duration,
    /// The longest time that a question took so far.
    slowest: Duration,
    questions: usize,
    /// Questions to ask at once: fewer while they succeed, since those after a success are wasted.
    width: usize,
    most_at_once: usize,
    /// Texts and numbers of moves that were asked about.
    asked: HashSet<(String, usize)>,
    observer: &'a dyn Observer,
}

/// The result of some questions.
enum Asked {
    /// The position with this index keeps the difference.
    Keeps(usize, Difference),
    /// This many positions do not.
    Nothing(usize),
}

impl Shrinking<'_> {
    fn found(&self) -> &Found {
        self.smallest.as_ref().unwrap_or(&self.original)
    }

    fn line(&self) -> &TestPosition {
        &self.found().line
    }

    fn elapsed(&self) -> Duration {
        self.observer.now().saturating_sub(self.begin)
    }

    /// Tries everything; an error is the reason for ending early.
    fn shrink(&mut self) -> Result<(), MinimizingEnd> {
        self.drop_moves()?;
        loop {
            let mut is_smaller = false;
            for stage in Stage::ALL {
                while let Some(position) = self.position()
                    && self.make(&stage.edits(&position))?
                {
                    is_smaller = true;
                }
            }
            if !is_smaller {
                return Ok(());
            }
        }
    }

    /// The position before the moves: as it is written, unless that is not understood here.
    fn position(&self) -> Option<EditablePosition> {
        let line = self.line();
        let read = |fen: &str| EditablePosition::read(line.game(), fen);
        let standard = line.replayed(line.fen(), 0)?.position().fen();
        let is_same = |position: &EditablePosition| {
            line.replayed(&position.to_fen(), 0).is_some_and(|line| line.position().fen() == standard)
        };
        read(line.fen()).filter(is_same).or_else(|| read(&standard))
    }

    /// Finds the latest position from which the moves that follow lead to the difference.
    fn drop_moves(&mut self) -> Result<(), MinimizingEnd> {
        let line = self.line();
        let later = |moves: usize| line.replayed(line.fen_before(moves), moves);
        let lines = (0..line.plies()).filter_map(later).collect();
        self.try_lines(lines).map(|_| ())
    }

    /// Makes all of these edits that keep the difference; returns whether there was one.
    fn make(&mut self, edits: &[Edit]) -> Result<bool, MinimizingEnd> {
        let (mut next, mut is_smaller) = (0, false);
        while let (Some(position), true) = (self.position(), next < edits.len()) {
            let (mut lines, mut ends) = (Vec::new(), Vec::new());
            while next < edits.len() && lines.len() < self.width {
                let edited = self.edited(&position, &edits[next]);
                next += 1;
                ends.extend(edited.iter().map(|_| next));
                lines.extend(edited);
            }
            if let Some(kept) = self.try_lines(lines)? {
                (next, is_smaller) = (ends[kept], true);
            }
        }
        Ok(is_smaller)
    }

    /// The positions to try after an edit: with everything after the piece placement or, if that is not legal, with less. A
    /// right may need the removed piece.
    fn edited(&self, position: &EditablePosition, edit: &Edit) -> Vec<TestPosition> {
        let Some(edited) = edit.apply(position) else { return Vec::new() };
        let must_be_plausible = position.is_plausible();
        let line_of = |position: &EditablePosition| {
            let is_plausible = !must_be_plausible || position.is_plausible();
            self.line().replayed(&position.to_fen(), self.line().plies()).filter(|_| is_plausible)
        };
        if let Some(line) = line_of(&edited) {
            return vec![line];
        }
        let simpler = simpler_rest(&edited).into_iter().filter_map(|edit| edit.apply(&edited));
        simpler.filter_map(|position| line_of(&position)).collect()
    }

    /// Continues with the first of these positions that keeps the difference, and returns its index.
    fn try_lines(&mut self, mut lines: Vec<TestPosition>) -> Result<Option<usize>, MinimizingEnd> {
        let mut next = 0;
        while next < lines.len() {
            if self.asked.contains(&key(&lines[next])) {
                next += 1;
                continue;
            }
            let size = self.most_now()?.min(lines.len() - next);
            match self.ask(&lines[next..next + size])? {
                Asked::Keeps(place, difference) => {
                    let (kept, depth) = (next + place, self.query.depth);
                    self.smallest = Some(Found { line: lines.swap_remove(kept), difference, depth });
                    self.width = (self.width / 2).max(1);
                    return Ok(Some(kept));
                }
                Asked::Nothing(count) => {
                    self.asked.extend(lines[next..next + count].iter().map(key));
                    self.width = (self.width * 2).min(self.most_at_once);
                    next += count;
                }
            }
        }
        Ok(None)
    }

    /// How many questions may be asked now.
    fn most_now(&self) -> Result<usize, MinimizingEnd> {
        if self.observer.is_stopped() {
            return Err(MinimizingEnd::Interrupted);
        }
        let left = self.budget.time.saturating_sub(self.elapsed());
        if left.is_zero() {
            return Err(MinimizingEnd::OutOfTime);
        }
        let questions = self.budget.questions.saturating_sub(self.questions);
        if questions == 0 {
            return Err(MinimizingEnd::OutOfQuestions);
        }
        let in_time = left.as_nanos().checked_div(self.slowest.as_nanos()).unwrap_or(u128::MAX).max(1);
        let in_time = usize::try_from(in_time).unwrap_or(usize::MAX);
        Ok(self.width.min(self.most_at_once).min(questions).min(in_time))
    }

    /// Asks about some lines, at once if there are several.
    fn ask(&mut self, lines: &[TestPosition]) -> Result<Asked, MinimizingEnd> {
        let pieces = size(self.line()).1.0;
        let Budget { time: most_time, .. } = self.budget;
        let (questions, time) = (self.questions, self.elapsed());
        self.observer.minimizing(&Effort { questions, time, most_time, pieces });
        self.opponent.set_deadline(Instant::now().checked_add(most_time.saturating_sub(time)));
        let answers = match lines {
            [line] => vec![self.opponent.ask(line, self.query)],
            lines => self.opponent.ask_all(lines, self.query),
        };
        self.questions += lines.len();
        let each = self.elapsed().saturating_sub(time) / u32::try_from(lines.len()).unwrap_or(1).max(1);
        self.slowest = self.slowest.max(each);
        let is_queued = lines.len() > 1 && matches!(self.opponent.batch(), Batch::Queued(_));
        for (place, answer) in answers.into_iter().enumerate() {
            let difference =
                answer.and_then(|answer| difference_of(&lines[place], self.query, &answer, self.observer));
            match difference {
                Ok(Some(difference)) if self.found().difference.is_like(&difference) => {
                    return if is_queued {
                        self.confirm(lines, place)
                    } else {
                        Ok(Asked::Keeps(place, difference))
                    };
                }
                Ok(_) | Err(OpponentError::NotComparable { .. }) => {}
                Err(OpponentError::Engine(_)) => {
                    self.begin_anew()?;
                    if is_queued {
                        // Asking one by one shows which question it failed on.
                        self.most_at_once = 1;
                        return Ok(Asked::Nothing(place));
                    }
                    return Ok(Asked::Nothing(place + 1));
                }
            }
        }
        Ok(Asked::Nothing(lines.len()))
    }

    /// Asks again about a single position of a queue. If the answer differs, the opponent cannot handle queues.
    fn confirm(&mut self, lines: &[TestPosition], place: usize) -> Result<Asked, MinimizingEnd> {
        self.most_now()?;
        Ok(match self.ask(&lines[place..=place])? {
            Asked::Keeps(_, difference) => Asked::Keeps(place, difference),
            Asked::Nothing(_) => {
                self.most_at_once = 1;
                Asked::Nothing(place + 1)
            }
        })
    }

    /// Restarts an opponent that has failed, if there is time left.
    fn begin_anew(&mut self) -> Result<(), MinimizingEnd> {
        if self.observer.is_stopped() {
            return Err(MinimizingEnd::Interrupted);
        }
        if self.elapsed() >= self.budget.time {
            return Err(MinimizingEnd::OutOfTime);
        }
        self.opponent.restart().map_err(|_| MinimizingEnd::EngineFailed)
    }
}

fn key(line: &TestPosition) -> (String, usize) {
    (line.fen().to_owned(), line.plies())
}
