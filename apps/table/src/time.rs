//! Time controls and clocks.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use boardgame::Color;
use boardgame::text::shortened;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A moment, in milliseconds since a start that the front end chooses, such as January 1, 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(pub u64);

impl Moment {
    /// The time since an earlier moment; zero if that is not earlier.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}

/// A time control. Times are in milliseconds.
///
/// ```
/// use damier_table::TimeControl;
///
/// assert_eq!("5+3".parse(), Ok(TimeControl::Fischer { base: 300_000, increment: 3_000 }));
/// assert_eq!("5d3".parse(), Ok(TimeControl::Delay { base: 300_000, delay: 3_000 }));
/// assert_eq!("40/90".parse(), Ok(TimeControl::MovesInTime { moves: 40, base: 5_400_000 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimeControl {
    /// A time for the whole game; each move adds an increment.
    Fischer {
        /// The time at the start.
        base: u64,
        /// The time added for each move.
        increment: u64,
    },
    /// A time for the whole game; the clock starts after a delay in each turn.
    Delay {
        /// The time at the start.
        base: u64,
        /// The delay.
        delay: u64,
    },
    /// A time for a number of moves, renewed after them.
    MovesInTime {
        /// The number of moves.
        moves: u32,
        /// The time for these moves.
        base: u64,
    },
}

/// The text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "bad time {found:?}, expected minutes plus seconds per move such as 5+3, minutes with a delay such as 5d3, or moves in minutes such as 40/90"
)]
pub struct BadTimeControl {
    /// The text, shortened.
    pub found: String,
}

/// The longest time: a week.
const LONGEST: f64 = 7.0 * 86_400_000.0;

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<Self, BadTimeControl> {
        let bad = || BadTimeControl { found: shortened(text) };
        let millis = |text: &str, unit: f64| {
            let number = text.trim().parse::<f64>().ok().map(|number| number * unit);
            number
                .filter(|millis| (0.0..=LONGEST).contains(millis))
                .map(|millis| millis.round() as u64)
                .ok_or_else(bad)
        };
        let base = |text: &str| {
            millis(text, 60_000.0).and_then(|base| if base == 0 { Err(bad()) } else { Ok(base) })
        };
        if let Some((moves, minutes)) = text.split_once('/') {
            let moves = moves.trim().parse().ok().filter(|&moves| moves > 0).ok_or_else(bad)?;
            return Ok(Self::MovesInTime { moves, base: base(minutes)? });
        }
        if let Some((minutes, delay)) = text.split_once('d') {
            return Ok(Self::Delay { base: base(minutes)?, delay: millis(delay, 1_000.0)? });
        }
        let (minutes, increment) = text.split_once('+').unwrap_or((text, "0"));
        Ok(Self::Fischer { base: base(minutes)?, increment: millis(increment, 1_000.0)? })
    }
}

impl fmt::Display for TimeControl {
    /// In the form that [`FromStr`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minutes, seconds) =
            (|millis: u64| millis as f64 / 60_000.0, |millis: u64| millis as f64 / 1_000.0);
        match *self {
            Self::Fischer { base, increment } => write!(f, "{}+{}", minutes(base), seconds(increment)),
            Self::Delay { base, delay } => write!(f, "{}d{}", minutes(base), seconds(delay)),
            Self::MovesInTime { moves, base } => write!(f, "{moves}/{}", minutes(base)),
        }
    }
}

impl TimeControl {
    /// The delay of each turn; zero for controls without one.
    fn delay(self) -> u64 {
        match self {
            Self::Delay { delay, .. } => delay,
            Self::Fischer { .. } | Self::MovesInTime { .. } => 0,
        }
    }

    /// The value of the tag `TimeControl` in records; `None` for delays, which the standard cannot express.
    #[must_use]
    pub fn tag(self) -> Option<String> {
        let seconds = |millis: u64| millis as f64 / 1_000.0;
        match self {
            Self::Fischer { base, increment } => Some(format!("{}+{}", seconds(base), seconds(increment))),
            Self::Delay { .. } => None,
            Self::MovesInTime { moves, base } => Some(format!("{moves}/{}", seconds(base))),
        }
    }
}

/// The clocks of both players while neither is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    control: TimeControl,
    /// Milliseconds left, by color.
    left: [u64; 2],
    /// Moves made, by color.
    moves: [u32; 2],
    /// Milliseconds of the delay that are left in this turn.
    delay_left: u64,
}

impl Clocks {
    /// The clocks at the start.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        let (TimeControl::Fischer { base, .. }
        | TimeControl::Delay { base, .. }
        | TimeControl::MovesInTime { base, .. }) = control;
        Self { control, left: [base; 2], moves: [0; 2], delay_left: control.delay() }
    }

    /// The time control.
    #[must_use]
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// The time that a side has left at the start of its turn.
    #[must_use]
    pub fn left(&self, color: Color) -> Duration {
        Duration::from_millis(self.left[color as usize])
    }

    /// The time that a side has left after using some in its turn.
    #[must_use]
    pub fn left_after(&self, color: Color, used: Duration) -> Duration {
        self.left(color).saturating_sub(self.counted(used))
    }

    /// The moves until time is added, if the time control counts moves.
    #[must_use]
    pub fn moves_to_go(&self, color: Color) -> Option<u32> {
        match self.control {
            TimeControl::MovesInTime { moves, .. } => {
                let moves = moves.max(1);
                Some(moves - self.moves[color as usize] % moves)
            }
            _ => None,
        }
    }

    /// The time that each move adds.
    #[must_use]
    pub fn increment(&self) -> Duration {
        match self.control {
            TimeControl::Fischer { increment: added, .. } | TimeControl::Delay { delay: added, .. } => {
                Duration::from_millis(added)
            }
            TimeControl::MovesInTime { .. } => Duration::ZERO,
        }
    }

    /// Sets the time that both sides have left.
    pub(crate) fn set(&mut self, white: u64, black: u64) {
        self.left = [white, black];
    }

    /// The delay that is left in this turn.
    pub(crate) fn delay_left(&self) -> u64 {
        self.delay_left
    }

    /// Subtracts the time of an interrupted turn from the delay, then from a clock.
    pub(crate) fn spend(&mut self, color: Color, used: Duration) {
        self.left[color as usize] = self.left_after(color, used).as_millis() as u64;
        let used = u64::try_from(used.as_millis()).unwrap_or(u64::MAX);
        self.delay_left = self.delay_left.saturating_sub(used);
    }

    /// Ends the turn of a side that used this much time.
    pub(crate) fn press(&mut self, color: Color, used: Duration) {
        self.spend(color, used);
        self.delay_left = self.control.delay();
        let (left, moves) = (&mut self.left[color as usize], &mut self.moves[color as usize]);
        *moves = moves.saturating_add(1);
        match self.control {
            TimeControl::Fischer { increment, .. } => *left = left.saturating_add(increment),
            TimeControl::Delay { .. } => {}
            TimeControl::MovesInTime { moves: period, base } => {
                if period > 0 && moves.is_multiple_of(period) {
                    *left = left.saturating_add(base);
                }
            }
        }
    }

    /// How much of the time used in a turn counts against the clock.
    fn counted(&self, used: Duration) -> Duration {
        used.saturating_sub(Duration::from_millis(self.delay_left))
    }
}
