//! Results, counted.

use std::fmt;
use std::str::FromStr;

use crate::error::StatsError;

/// The most results of a match: more than anyone has played, and few enough that the test has digits to spare.
pub const MOST_GAMES: u64 = 10_000_000_000;

/// The result of one game for the first engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GamePoints {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

impl GamePoints {
    /// The points, doubled.
    pub fn half_points(self) -> usize {
        self as usize
    }

    /// The result of the opponent.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// The result of two games from one opening, colors swapped, for the first engine: 0 to 4 half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PairResult {
    half_points: u8,
}

impl PairResult {
    /// The result of two games. Two draws count the same as a win and a loss.
    pub fn of(first: GamePoints, second: GamePoints) -> Self {
        Self { half_points: (first.half_points() + second.half_points()) as u8 }
    }

    /// The result with this many half points; there are none above 4.
    pub fn from_half_points(half_points: u8) -> Option<Self> {
        (half_points <= 4).then_some(Self { half_points })
    }

    /// The points, doubled: the index into a [`Pentanomial`].
    pub fn half_points(self) -> usize {
        self.half_points.into()
    }
}

/// Wins, losses and draws of single games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trinomial {
    /// Games that the first engine won.
    pub wins: u64,
    /// Games that it lost.
    pub losses: u64,
    /// Drawn games.
    pub draws: u64,
}

impl Trinomial {
    const FIELD: &'static str = "trinomial";

    /// Counts of a match with at least one game.
    pub fn new(wins: u64, losses: u64, draws: u64) -> Result<Self, StatsError> {
        check(Self::FIELD, &[wins, losses, draws])?;
        Ok(Self { wins, losses, draws })
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// The points of the first engine, doubled.
    pub fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// Adds the result of a game.
    pub fn add(&mut self, points: GamePoints) {
        *match points {
            GamePoints::Loss => &mut self.losses,
            GamePoints::Draw => &mut self.draws,
            GamePoints::Win => &mut self.wins,
        } += 1;
    }
}

/// Reads `W,L,D`.
impl FromStr for Trinomial {
    type Err = StatsError;

    fn from_str(text: &str) -> Result<Self, StatsError> {
        let [wins, losses, draws] = read_counts(Self::FIELD, text, "wins, losses, draws")?;
        Self::new(wins, losses, draws)
    }
}

/// Pairs of games by points: 0, ½, 1, 1½ and 2.
///
/// The middle one holds two draws as well as a win and a loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial {
    /// The counts, by half points of the first engine.
    pub pairs: [u64; 5],
}

impl Pentanomial {
    const FIELD: &'static str = "pentanomial";

    /// Counts of a match with at least one pair.
    pub fn new(pairs: [u64; 5]) -> Result<Self, StatsError> {
        check(Self::FIELD, &pairs)?;
        Ok(Self { pairs })
    }

    /// The number of pairs.
    pub fn len(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The points of the first engine, doubled.
    pub fn half_points(&self) -> u64 {
        (0..).zip(self.pairs).map(|(points, pairs)| points * pairs).sum()
    }

    /// Adds the result of a pair.
    pub fn add(&mut self, result: PairResult) {
        self.pairs[result.half_points()] += 1;
    }

    /// Pairs that the first engine won, divided by those that it lost; infinite if it lost none, undefined (not a number)
    /// if neither won a pair.
    pub fn pairs_ratio(&self) -> f64 {
        let [ll, ld, _, wd, ww] = self.pairs;
        (wd + ww) as f64 / (ll + ld) as f64
    }
}

/// Reads five counts: `LL,LD,DD+WL,WD,WW`, perhaps in brackets as others print them.
impl FromStr for Pentanomial {
    type Err = StatsError;

    fn from_str(text: &str) -> Result<Self, StatsError> {
        let order = "pairs with 0, 0.5, 1, 1.5 and 2 points";
        Self::new(read_counts(Self::FIELD, text, order)?)
    }
}

/// As the command line writes it.
impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [ll, ld, even, wd, ww] = self.pairs;
        write!(f, "{ll},{ld},{even},{wd},{ww}")
    }
}

/// As the command line writes it.
impl fmt::Display for Trinomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.wins, self.losses, self.draws)
    }
}

/// The results of a match: games, pairs of games, or both counts of the same games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Counts {
    /// Games one by one: each counts as independent.
    Games(Trinomial),
    /// Pairs of games; who won the single games is not known.
    Pairs(Pentanomial),
    /// Pairs of games, and the same games one by one. The pairs decide; the games add the draw rate.
    Both(Pentanomial, Trinomial),
}

impl Counts {
    /// Both counts of one match. They must agree on the number of games and on the points.
    pub fn both(pairs: Pentanomial, games: Trinomial) -> Result<Self, StatsError> {
        let (paired_games, paired_half_points) = (2 * pairs.len(), pairs.half_points());
        let (count, half_points) = (games.games(), games.half_points());
        if (count, half_points) != (paired_games, paired_half_points) {
            return Err(StatsError::Disagree { games: count, half_points, paired_games, paired_half_points });
        }
        Ok(Self::Both(pairs, games))
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        match self {
            Self::Games(games) => games.games(),
            Self::Pairs(pairs) | Self::Both(pairs, _) => 2 * pairs.len(),
        }
    }

    /// The counts of pairs, if pairs were counted.
    pub fn pairs(&self) -> Option<&Pentanomial> {
        match self {
            Self::Games(_) => None,
            Self::Pairs(pairs) | Self::Both(pairs, _) => Some(pairs),
        }
    }

    /// The counts of games, if games were counted.
    pub fn trinomial(&self) -> Option<&Trinomial> {
        match self {
            Self::Pairs(_) => None,
            Self::Games(games) | Self::Both(_, games) => Some(games),
        }
    }
}

impl From<Trinomial> for Counts {
    fn from(games: Trinomial) -> Self {
        Self::Games(games)
    }
}

impl From<Pentanomial> for Counts {
    fn from(pairs: Pentanomial) -> Self {
        Self::Pairs(pairs)
    }
}

fn check(field: &'static str, counts: &[u64]) -> Result<(), StatsError> {
    let sum = counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
    match sum.filter(|&sum| sum <= MOST_GAMES) {
        None => Err(StatsError::TooMany { field }),
        Some(0) => Err(StatsError::NoGames { field }),
        Some(_) => Ok(()),
    }
}

fn read_counts<const N: usize>(
    field: &'static str,
    text: &str,
    order: &'static str,
) -> Result<[u64; N], StatsError> {
    let inner = text.trim().strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let text = inner.unwrap_or(text);
    let found = text.split(',').count();
    if found != N {
        return Err(StatsError::CountOfCounts { field, found, expected: N, order });
    }
    let mut counts = [0; N];
    for (count, word) in counts.iter_mut().zip(text.split(',')) {
        let is_number = !word.trim().is_empty() && word.trim().bytes().all(|byte| byte.is_ascii_digit());
        let number = word.trim().parse().ok().filter(|number| is_number && *number <= MOST_GAMES);
        *count = number.ok_or_else(|| StatsError::NotACount { field, found: shortened(word) })?;
    }
    Ok(counts)
}

/// The beginning of a text that may be long.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let start: String = text.chars().take(MOST).collect();
    if start.len() < text.len() { format!("{start}...") } else { start }
}
