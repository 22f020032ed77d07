//! How strong to play.

use std::fmt;
use std::str::FromStr;

use catalog::GameId;
use search::{Limits, Score};
use thiserror::Error;

/// How strong to play: 1 is the weakest, 10 is full strength.
///
/// Lower levels search less deep and misjudge moves a little: they play any of the moves that look nearly as good as the
/// best one. They play every mate they find. The weakest levels of chess also overlook replies, so they leave pieces
/// hanging and capture protected ones. All others capture hanging pieces and play no move that clearly loses something.
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

/// An invalid level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LevelError {
    /// The number is out of range.
    #[error("level {found}, expected 1 to 10")]
    OutOfRange {
        /// The number.
        found: u64,
    },
    /// The text is not a number.
    #[error("level {found:?}, expected a number from 1 to 10")]
    NotANumber {
        /// The text.
        found: String,
    },
}

impl Level {
    /// The weakest level.
    pub const WEAKEST: Self = Self(1);
    /// Full strength.
    pub const STRONGEST: Self = Self(10);
    /// All levels, weakest first.
    pub const ALL: [Self; 10] =
        [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8), Self(9), Self(10)];

    /// The number, from 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The rough Elo rating of the level in chess.
    ///
    /// An estimate: differences are seven tenths of those measured in games between the levels, since self-play
    /// exaggerates them, and the rating of the strongest level, at a tenth of a second per move, is a guess. Its real
    /// strength depends on its time.
    #[must_use]
    pub const fn elo(self) -> u32 {
        ELO[self.0 as usize - 1]
    }

    /// The level whose rating is nearest to this one; see [`elo`](Self::elo) for how rough it is.
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

    /// The handicap of the level; none at full strength.
    pub(crate) fn handicap(self, game: GameId) -> Option<Handicap> {
        let table = if game.is_chess() { &CHESS } else { &DRAUGHTS };
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

/// A level, and the seed of its misjudgments. With one thread and without time limits, the same seed gives the same
/// moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The level.
    pub level: Level,
    /// The seed.
    pub seed: u64,
}

/// What makes a level weak.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handicap {
    /// The depth limit in plies.
    depth: u32,
    /// The node limit.
    nodes: u64,
    /// How many of the best moves it compares.
    pub(crate) multi_pv: usize,
    /// The largest misjudgment of a move, in hundredths of a pawn or man.
    error: i32,
    /// The largest loss of a move it may play, compared with the best one.
    margin: i32,
    /// The percentage of moves for which it sees the reply of the opponent.
    sight: u64,
}

/// A level limited by depth.
const fn by_depth(depth: u32, multi_pv: usize, error: i32) -> Handicap {
    Handicap { depth, nodes: u64::MAX, multi_pv, error, margin: error, sight: 100 }
}

/// A level limited by nodes.
const fn by_nodes(nodes: u64, multi_pv: usize, error: i32) -> Handicap {
    Handicap { depth: u32::MAX, nodes, multi_pv, error, margin: error, sight: 100 }
}

/// A level that searches one ply and sees only some of the replies.
const fn by_sight(sight: u64, error: i32, margin: i32) -> Handicap {
    Handicap { sight, margin, ..by_depth(1, 40, error) }
}

/// Levels 1 to 9 of chess. From level 4 on the margin is below a pawn, so that nothing is lost for nothing; the three
/// weakest lose a piece now and then, but not a queen for a pawn.
const CHESS: [Handicap; 9] = [
    by_sight(5, 280, 900),
    by_sight(50, 120, 600),
    by_sight(75, 90, 400),
    by_depth(1, 10, 90),
    by_depth(3, 6, 30),
    by_nodes(2_200, 4, 20),
    by_nodes(5_000, 4, 14),
    by_nodes(10_000, 3, 10),
    by_nodes(25_000, 2, 6),
];

/// Levels 1 to 9 of draughts. Captures are forced, so few moves lose a man by accident; the weakest level may lose one on
/// purpose.
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

/// The Elo ratings of the levels in chess.
const ELO: [u32; 10] = [550, 800, 970, 1_160, 1_290, 1_480, 1_680, 1_900, 2_200, 2_400];

/// The node limit of the strongest level if the request has no limits.
const DEFAULT_NODES: u64 = 1_000_000;

/// The limits of a request combined with those of a level: whichever is reached first.
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
    /// The score of the search.
    pub(crate) score: Score,
    /// The key of the position after it.
    pub(crate) key: u64,
    /// What it wins in the static exchange: see [`StaticMove`](searchers::StaticMove).
    pub(crate) exchange: usize,
    /// Its score without the reply of the opponent: the static evaluation after it, in centipawns.
    pub(crate) static_score: i32,
}

impl Handicap {
    /// Whether it overlooks replies.
    pub(crate) fn is_short_sighted(&self) -> bool {
        self.sight < 100
    }

    /// The index of the move that looks best to this level; the moves are sorted, best first. Never one that is much worse,
    /// or that is mated where another is not. The same seed gives the same move.
    pub(crate) fn choose(&self, candidates: &[Candidate], seed: u64) -> usize {
        let Some(best) = candidates.first().filter(|best| !best.score.is_decisive()) else { return 0 };
        // A pseudorandom number per position: its upper half misjudges, its lower half overlooks.
        let noise = |candidate: &Candidate| mixed(seed ^ mixed(candidate.key));
        let sees = |candidate: &Candidate| ((noise(candidate) & 0xffff_ffff) * 100) >> 32 < self.sight;
        // A shallow search often believes that a hanging piece cannot escape; people capture it at once.
        let exchange = if sees(best) { best.exchange } else { 0 };
        let is_near = |candidate: &Candidate| {
            !candidate.score.is_decisive()
                && candidate.exchange >= exchange
                && best.score - candidate.score <= self.margin
        };
        let seeming = |candidate: &Candidate| {
            let value = if sees(candidate) { candidate.score.centipawns() } else { candidate.static_score };
            // Add 0 to the largest error.
            value + (((noise(candidate) >> 32) * (self.error as u64 + 1)) >> 32) as i32
        };
        let compared = &candidates[..candidates.len().min(self.multi_pv)];
        let near = compared.iter().enumerate().filter(|(_, candidate)| is_near(candidate));
        // The first of equals.
        near.rev().max_by_key(|(_, candidate)| seeming(candidate)).map_or(0, |(index, _)| index)
    }
}

/// A pseudorandom number that depends on all bits of another (splitmix64).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
