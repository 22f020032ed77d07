//! Time controls as texts: `40/60+0.6`, `movetime=0.1`, `nodes=10000`, `depth=8`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What limits the thinking of an engine. Several limits may hold together.
///
/// ```
/// use damier_arena::EngineTime;
///
/// let time: EngineTime = "40/60+0.6".parse()?;
/// assert_eq!(time.clock.map(|clock| clock.moves), Some(Some(40)));
/// assert_eq!("nodes=5000, depth=9".parse::<EngineTime>()?.to_string(), "nodes=5000,depth=9");
/// # Ok::<(), damier_arena::EngineTimeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EngineTime {
    /// A clock.
    pub clock: Option<ClockControl>,
    /// The time for each move.
    pub move_time: Option<Duration>,
    /// The nodes for each move.
    pub nodes: Option<u64>,
    /// The depth of each search.
    pub depth: Option<u32>,
}

/// The clock of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockControl {
    /// Moves after which the time is given again; `None` for the whole game.
    pub moves: Option<u32>,
    /// The time at the start, and at each control.
    pub time: Duration,
    /// The time added with each move.
    pub increment: Duration,
}

/// A text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad time control: found {found:?}, expected {EXPECTED}")]
pub struct EngineTimeError {
    /// The part that is wrong.
    pub found: String,
}

const EXPECTED: &str = "seconds such as 8+0.08 or 40/60+0.6, movetime=SECONDS, nodes=N or depth=N";

/// The longest time that can be set: a week.
const LONGEST: f64 = 7.0 * 86_400.0;

impl EngineTime {
    /// A limit of depth alone.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A limit of nodes alone.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// The time control as records write it in their tag: `40/60+0.6`, or `-` without a clock.
    #[must_use]
    pub fn tag(&self) -> String {
        match (self.clock, self.move_time) {
            (Some(clock), _) => clock.to_string(),
            (None, Some(time)) => format!("1/{}", seconds_text(time)),
            (None, None) => "-".to_owned(),
        }
    }

    fn set(&mut self, part: &str) -> Option<()> {
        match part.split_once('=') {
            Some(("nodes" | "n", number)) => put(&mut self.nodes, number.parse().ok().filter(|&n| n > 0)?),
            Some(("depth", number)) => put(&mut self.depth, number.parse().ok().filter(|&n| n > 0)?),
            Some(("movetime" | "st", text)) => put(&mut self.move_time, above_zero(text)?),
            Some(("tc" | "time", text)) => put(&mut self.clock, text.parse().ok()?),
            Some(_) => None,
            None => put(&mut self.clock, part.parse().ok()?),
        }
    }
}

/// Sets a limit that is not set yet.
fn put<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.is_none().then(|| *place = Some(value))
}

fn above_zero(text: &str) -> Option<Duration> {
    seconds(text).filter(|time| !time.is_zero())
}

/// Seconds such as `0.08`, or minutes and seconds such as `1:30`.
fn seconds(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| (0.0..=LONGEST).contains(number));
    let total = number(minutes)? * 60.0 + number(seconds)?;
    (total <= LONGEST).then(|| Duration::from_micros((total * 1e6).round() as u64))
}

fn seconds_text(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

impl FromStr for EngineTime {
    type Err = EngineTimeError;

    fn from_str(text: &str) -> Result<Self, EngineTimeError> {
        let mut control = Self::default();
        let is_space = |letter: char| letter == ',' || letter.is_whitespace();
        for part in text.split(is_space).filter(|part| !part.is_empty()) {
            control.set(part).ok_or_else(|| EngineTimeError { found: part.to_owned() })?;
        }
        if control == Self::default() {
            return Err(EngineTimeError { found: text.to_owned() });
        }
        Ok(control)
    }
}

impl FromStr for ClockControl {
    type Err = EngineTimeError;

    fn from_str(text: &str) -> Result<Self, EngineTimeError> {
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
                None => (None, text),
            };
            let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            Some(Self { moves, time: above_zero(time)?, increment: seconds(increment)? })
        };
        read().ok_or_else(|| EngineTimeError { found: text.to_owned() })
    }
}

impl fmt::Display for ClockControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        f.write_str(&seconds_text(self.time))?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", seconds_text(self.increment)) }
    }
}

impl fmt::Display for EngineTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|time| format!("movetime={}", seconds_text(time))),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join(","))
    }
}

impl TryFrom<String> for EngineTime {
    type Error = EngineTimeError;

    fn try_from(text: String) -> Result<Self, EngineTimeError> {
        text.parse()
    }
}

impl From<EngineTime> for String {
    fn from(control: EngineTime) -> Self {
        control.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_survive() {
        for text in ["8+0.08", "40/60+0.6", "60", "40/5400", "movetime=0.1", "nodes=10000", "8+0.08,nodes=99"]
        {
            let control: EngineTime = text.parse().expect(text);
            assert_eq!(control.to_string(), text);
        }
        assert_eq!("1:30+1".parse::<EngineTime>().expect("minutes").to_string(), "90+1");
        assert_eq!("40/60+0.6".parse::<EngineTime>().expect("a clock").tag(), "40/60+0.6");
        assert_eq!("depth=3".parse::<EngineTime>().expect("a depth").tag(), "-");
    }

    #[test]
    fn other_texts_are_refused() {
        for bad in [
            "",
            "0",
            "-1",
            "x",
            "8+",
            "+8",
            "0/8",
            "40/",
            "nodes=0",
            "depth=-1",
            "movetime=0",
            "8 9",
            "hours=3",
            "NaN",
            "inf",
            "1e9",
            "8+0.08+1",
            "depth=3,depth=4",
        ] {
            assert!(bad.parse::<EngineTime>().is_err(), "{bad}");
        }
    }
}
