//! Counting in a game chosen at run time.

use std::time::Instant;

use catalog::{Column, Describe, GameId, PositionText, PositionTextError, Task};
use perft::{
    CountError, CountSettings, Counter, Gather, Monitor, SplitAt, SplitPart, Suite, SuiteFinding, Summary,
    TallyBy, TallyRow,
};
use thiserror::Error;

/// A [`Counter`] of any game; positions and moves are texts.
pub trait AnyCounter: Send + Sync {
    /// Counts the move sequences of exactly `depth` moves from a place in the game, read as the settings of
    /// the counter say.
    fn count(
        &self,
        place: &PositionText<'_>,
        depth: u32,
        monitor: &Monitor,
    ) -> Result<AnyCount, AnyCountError>;

    /// Like [`count`](Self::count), with the counts after each move.
    fn divide(
        &self,
        place: &PositionText<'_>,
        depth: u32,
        monitor: &Monitor,
    ) -> Result<AnyCount, AnyCountError>;

    /// Cuts a count of at least one ply into counts of positions, for several machines. Moves of the root are written only
    /// `with_roots`, since that takes long where captures have many routes.
    fn split(
        &self,
        place: &PositionText<'_>,
        depth: u32,
        at: SplitAt,
        with_roots: bool,
    ) -> Result<AnySplit, AnyCountError>;

    /// Looks at every move of all sequences up to `depth` moves.
    fn tally(
        &self,
        place: &PositionText<'_>,
        depth: u32,
        monitor: &Monitor,
    ) -> Result<AnyTally, AnyCountError>;

    /// Checks every count of at most `max_nodes` in a suite; `report` gets each that differs and each line that cannot
    /// be checked.
    fn check(
        &self,
        suite: &Suite,
        max_nodes: u64,
        monitor: &Monitor,
        report: &mut dyn FnMut(SuiteFinding<'_>),
    ) -> Summary;
}

/// A count with its moves as texts.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyCount {
    /// The position in its standard form.
    pub fen: String,
    /// The count if it is complete, else what was counted before the stop.
    pub nodes: u64,
    /// The time that counting took.
    pub seconds: f64,
    /// Whether the count was not stopped.
    pub complete: bool,
    /// The complete counts below each legal move, in the order of their texts. Empty where
    /// only the count was asked for.
    pub roots: Vec<(String, Option<u64>)>,
}

/// A count cut into parts: the counts of the parts, each times its weights, add up to the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnySplit {
    /// The position in its standard form.
    pub fen: String,
    /// The moves of the position, in the order that weights refer to. Empty where they were not asked for.
    pub roots: Vec<String>,
    /// The parts, all different positions.
    pub parts: Vec<AnySplitPart>,
    /// The plies to count below each part.
    pub depth: u32,
}

/// A position of a split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnySplitPart {
    /// The position in its standard form.
    pub fen: String,
    /// Which moves of the root lead here, and in how many ways.
    pub weights: Vec<(usize, u64)>,
}

/// A table of what happens in the moves of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyTally {
    /// The position in its standard form.
    pub fen: String,
    /// What the columns of the rows mean.
    pub columns: &'static [Column],
    /// The rows, from depth 1.
    pub rows: Vec<TallyRow>,
    /// The time that it took.
    pub seconds: f64,
    /// Whether it was not stopped.
    pub complete: bool,
}

/// Why there is no count.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AnyCountError {
    /// The texts are not a place in the game.
    #[error(transparent)]
    PositionText(#[from] PositionTextError),
    /// The position could not be counted.
    #[error(transparent)]
    Count(#[from] CountError),
}

/// A counter for a game chosen at run time.
///
/// ```
/// use damier::{PositionText, perft::{Monitor, CountSettings}};
///
/// let counter = damier::counter("russian".parse()?, &CountSettings::default())?;
/// let count = counter.count(&PositionText::default(), 6, &Monitor::default())?;
/// assert_eq!(count.nodes, 37_986);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn counter(game: GameId, settings: &CountSettings) -> Result<Box<dyn AnyCounter>, CountError> {
    game.run(MakeCounter(settings))
}

struct MakeCounter<'a>(&'a CountSettings);

impl Task for MakeCounter<'_> {
    type Output = Result<Box<dyn AnyCounter>, CountError>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        Ok(Box::new(GameCounter::<P> { counter: Counter::new(self.0)?, rules }))
    }
}

struct GameCounter<P: Describe> {
    counter: Counter<P>,
    rules: P::Rules,
}

impl<P: Describe> AnyCounter for GameCounter<P> {
    fn count(
        &self,
        place: &PositionText<'_>,
        depth: u32,
        monitor: &Monitor,
    ) -> Result<AnyCount, AnyCountError> {
        count_at(self, place, depth, monitor, Roots::LeftOut)
    }

    fn divide(
        &self,
        place: &PositionText<'_>,
        depth: u32,
        monitor: &Monitor,
    ) -> Result<AnyCount, AnyCountError> {
        count_at(self, place, depth, monitor, Roots::Written)
    }

    fn split(
        &self,
        place: &PositionText<'_>,
        depth: u32,
        at: SplitAt,
        with_roots: bool,
    ) -> Result<AnySplit, AnyCountError> {
        let game = PositionText { reading: self.counter.reading(), ..*place }.game::<P>(self.rules)?;
        let position = game.position();
        let split = self.counter.split(position, depth, at)?;
        let part = |part: SplitPart<P>| AnySplitPart { fen: part.position.to_fen(), weights: part.weights };
        let roots =
            if with_roots { position.write_moves(&split.roots, P::divide_style()) } else { Vec::new() };
        let parts = split.parts.into_iter().map(part).collect();
        Ok(AnySplit { fen: position.to_fen(), roots, parts, depth: split.depth })
    }

    fn tally(
        &self,
        place: &PositionText<'_>,
        depth: u32,
        monitor: &Monitor,
    ) -> Result<AnyTally, AnyCountError> {
        let game = PositionText { reading: self.counter.reading(), ..*place }.game::<P>(self.rules)?;
        let begin = Instant::now();
        let by = TallyBy { columns: &gather(P::COLUMNS), judge: &P::tally };
        let tally = self.counter.tally(game.position(), depth, &by, monitor)?;
        let (fen, seconds) = (game.position().to_fen(), begin.elapsed().as_secs_f64());
        Ok(AnyTally { fen, columns: P::COLUMNS, rows: tally.rows, seconds, complete: tally.complete })
    }

    fn check(
        &self,
        suite: &Suite,
        max_nodes: u64,
        monitor: &Monitor,
        report: &mut dyn FnMut(SuiteFinding<'_>),
    ) -> Summary {
        suite.check(&self.counter, self.rules, max_nodes, monitor, report)
    }
}

/// Whether the moves of the position are written. That takes long where captures have many routes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Roots {
    Written,
    LeftOut,
}

fn count_at<P: Describe>(
    GameCounter { counter, rules }: &GameCounter<P>,
    place: &PositionText<'_>,
    depth: u32,
    monitor: &Monitor,
    roots: Roots,
) -> Result<AnyCount, AnyCountError> {
    let game = PositionText { reading: counter.reading(), ..*place }.game::<P>(*rules)?;
    let position = game.position();
    let begin = Instant::now();
    let count = counter.count(position, depth, monitor)?;
    let seconds = begin.elapsed().as_secs_f64();
    let mut written = Vec::new();
    if roots == Roots::Written {
        let moves: Vec<_> = count.roots.iter().map(|&(mv, _)| mv).collect();
        let texts = position.write_moves(&moves, P::divide_style()).into_iter();
        written.extend(texts.zip(count.roots.iter().map(|&(_, nodes)| nodes)));
        sort_by_text(&mut written);
    }
    let (nodes, complete) = (count.nodes, count.complete);
    Ok(AnyCount { fen: position.to_fen(), nodes, seconds, complete, roots: written })
}

/// How the numbers of columns come together.
fn gather(columns: &[Column]) -> Vec<Gather> {
    columns.iter().map(|column| if column.is_largest { Gather::Largest } else { Gather::Sum }).collect()
}

/// The order of a generator may change; that of texts does not. A function of its own, so that sorting is
/// compiled once and not for each game.
fn sort_by_text(roots: &mut [(String, Option<u64>)]) {
    roots.sort();
}
