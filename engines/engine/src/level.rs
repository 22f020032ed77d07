//! How strong to play.

use std::fmt;
use std::str::FromStr;

use catalog::GameId;
use search::{Limits, Score};
use thiserror::Error;

/// How strong to play: 1 is the weakest, 10 plays as well as it can.
///
/// The lower levels look less far ahead and misjudge moves a little, as people do: of the moves that look
/// nearly as good as the best one they choose any. A win that was found is played. The weakest levels of chess also
/// overlook things: what a move gives at first sight is seen, the answer to it sometimes not, so that they leave pieces
/// to be taken and take pieces that are protected. All others take what hangs and choose no move that clearly loses
/// something.
///
/// ```
/// use damier_engine::{Level, LevelError};
///
/// assert_eq!("7".parse::<Level>()?.to_string(), "7");
/// assert!(Level::ALL.is_sorted());
/// assert_eq!("11".parse::<Level>(), Err(LevelError::OutOfRange { found: 11 }));
/// # Ok::<(), LevelError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// Why something is no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LevelError {
    /// There is no such level.
    #[error("level {found}, expected 1 to 10")]
    OutOfRange {
        /// The number.
        found: u64,
    },
    /// The text is no number.
    #[error("level {found:?}, expected a number from 1 to 10")]
    NotANumber {
        /// The text.
        found: String,
    },
}

impl Level {
    /// The level that chooses worst.
    pub const WEAKEST: Self = Self(1);
    /// The level that plays as well as it can.
    pub const STRONGEST: Self = Self(10);
    /// All levels, the weakest first.
    pub const ALL: [Self; 10] =
        [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8), Self(9), Self(10)];

    /// The number, from 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The rating that the level has in chess, roughly.
    ///
    /// An estimate: the distances are seven tenths of those in games between the levels, which make differences
    /// look larger than they are between other players, and the level at the top, for a tenth of a second a
    /// move, is a guess. The strength of the strongest level depends on the time it is given.
    #[must_use]
    pub const fn elo(self) -> u32 {
        ELO[self.0 as usize - 1]
    }

    /// The level with the rating nearest to this one; see [`elo`](Self::elo) for what it is worth.
    ///
    /// ```
    /// use damier_engine::Level;
    ///
    /// assert_eq!(Level::from_elo(0), Level::WEAKEST);
    /// assert_eq!(Level::from_elo(9_999), Level::STRONGEST);
    /// assert!(Level::ALL.iter().all(|&level| Level::from_elo(level.elo()) == level));
    /// ```
    #[must_use]
    pub fn from_elo(elo: u32) -> Self {
        let distance = |level: &Self| level.elo().abs_diff(elo);
        Self::ALL.into_iter().min_by_key(distance).unwrap_or(Self::STRONGEST)
    }

    /// What makes the level weak; nothing for the strongest.
    pub(crate) fn handicap(self, game: GameId) -> Option<Handicap> {
        let table = match game {
            GameId::Chess | GameId::Chess960 => &CHESS,
            _ => &DRAUGHTS,
        };
        table.get(usize::from(self.0) - 1).copied()
    }
}

impl TryFrom<u8> for Level {
    type Error = LevelError;

    fn try_from(number: u8) -> Result<Self, LevelError> {
        let known = Self::ALL.into_iter().find(|level| level.0 == number);
        known.ok_or(LevelError::OutOfRange { found: number.into() })
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        let number: u64 = text.parse().map_err(|_| LevelError::NotANumber { found: text.to_owned() })?;
        let out_of_range = LevelError::OutOfRange { found: number };
        u8::try_from(number).map_err(|_| out_of_range)?.try_into()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What makes a level weak.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handicap {
    /// Plies it looks ahead, captures not counted.
    depth: u32,
    /// Positions it looks at.
    nodes: u64,
    /// How many of the best moves it compares.
    pub(crate) lines: usize,
    /// By how much it misjudges a move at most, in hundredths of a pawn or man.
    error: i32,
    /// How much worse than the best the move that it plays may be at most.
    margin: i32,
    /// Of a hundred moves, for how many it sees the answer of the opponent.
    sight: u64,
}

/// A level that looks at all it can within its plies.
const fn by_depth(depth: u32, lines: usize, error: i32) -> Handicap {
    Handicap { depth, nodes: u64::MAX, lines, error, margin: error, sight: 100 }
}

/// A level that looks as deep as it can with its positions.
const fn by_nodes(nodes: u64, lines: usize, error: i32) -> Handicap {
    Handicap { depth: u32::MAX, nodes, lines, error, margin: error, sight: 100 }
}

/// A level that looks one move ahead and sees only some of the answers to it.
const fn by_sight(sight: u64, error: i32, margin: i32) -> Handicap {
    Handicap { sight, margin, ..by_depth(1, 40, error) }
}

/// Levels 1 to 9 in chess. Those that see every answer have no margin as large as a pawn, so that none is left for
/// nothing; the three weakest lose a piece now and then, but not a queen for a pawn.
const CHESS: [Handicap; 9] = [
    by_sight(20, 200, 900),
    by_sight(50, 120, 600),
    by_sight(75, 90, 400),
    by_depth(1, 10, 90),
    by_depth(3, 6, 30),
    by_nodes(2_200, 4, 20),
    by_nodes(5_000, 4, 14),
    by_nodes(10_000, 3, 10),
    by_nodes(25_000, 2, 6),
];

/// Levels 1 to 9 in draughts, where captures are forced: what does not lose a man is hard to get wrong, so that
/// the weakest level may also lose one.
const DRAUGHTS: [Handicap; 9] = [
    Handicap { margin: 150, ..by_depth(1, 12, 600) },
    by_depth(1, 8, 40),
    by_depth(2, 6, 40),
    by_depth(3, 6, 30),
    by_depth(5, 4, 20),
    by_nodes(5_000, 3, 14),
    by_nodes(11_000, 3, 9),
    by_nodes(27_000, 2, 6),
    by_nodes(65_000, 2, 3),
];

/// Ratings of the levels in chess.
const ELO: [u32; 10] = [550, 800, 970, 1_160, 1_290, 1_480, 1_680, 1_900, 2_200, 2_400];

/// What the strongest level looks at where nobody says how long it may think.
const DEFAULT_NODES: u64 = 1_000_000;

/// The limits of the caller together with those of a level: whichever ends first.
pub(crate) fn limits_of(handicap: Option<Handicap>, limits: &Limits) -> Limits {
    let mut limits = limits.clone();
    match handicap {
        Some(Handicap { depth, nodes, .. }) => {
            limits.depth = Some(limits.depth.map_or(depth, |own| own.min(depth)));
            limits.nodes = Some(limits.nodes.map_or(nodes, |own| own.min(nodes)));
        }
        None if limits.is_unlimited() => limits.nodes = Some(DEFAULT_NODES),
        None => {}
    }
    limits
}

/// A move that can be chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// What the search thinks of it.
    pub(crate) score: Score,
    /// The position after it.
    pub(crate) key: u64,
    /// What it takes for nothing: how many of the [`PRIZES`](searchers::PRIZES).
    pub(crate) prize: usize,
    /// What it seems worth to somebody who does not see the answer, in hundredths of a pawn.
    pub(crate) at_first_sight: i32,
}

impl Handicap {
    /// Whether it overlooks anything.
    pub(crate) fn is_short_sighted(&self) -> bool {
        self.sight < 100
    }

    /// Which of the moves, the best first, looks best to this level: never one that is much worse, or that
    /// loses the game where another does not. The same one for the same seed.
    pub(crate) fn choose(&self, candidates: &[Candidate], seed: u64) -> usize {
        let Some(best) = candidates.first().filter(|best| !best.score.is_decided()) else { return 0 };
        // An opinion about the position, the same however it came about: its upper half misjudges, its lower half
        // overlooks.
        let opinion = |candidate: &Candidate| mixed(seed ^ mixed(candidate.key));
        let sees = |candidate: &Candidate| ((opinion(candidate) & 0xffff_ffff) * 100) >> 32 < self.sight;
        // A search that is not deep often believes that a piece cannot escape; people take it at once.
        let prize = if sees(best) { best.prize } else { 0 };
        let is_near = |candidate: &Candidate| {
            !candidate.score.is_decided()
                && candidate.prize >= prize
                && best.score - candidate.score <= self.margin
        };
        let seeming = |candidate: &Candidate| {
            let value = if sees(candidate) { candidate.score.hundredths() } else { candidate.at_first_sight };
            // From 0 to the error.
            value + (((opinion(candidate) >> 32) * (self.error as u64 + 1)) >> 32) as i32
        };
        let compared = &candidates[..candidates.len().min(self.lines)];
        let near = compared.iter().enumerate().filter(|(_, candidate)| is_near(candidate));
        // Of those that seem equal the first.
        near.rev().max_by_key(|(_, candidate)| seeming(candidate)).map_or(0, |(index, _)| index)
    }
}

/// A number that looks random and depends on all bits of another (splitmix64).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
