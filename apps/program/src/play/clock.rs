//! Time for the players.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use damier::Color;
use engine::{Clock, Limits};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How much time there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeControl {
    /// For the whole game, with what each move adds.
    Game { base: Duration, increment: Duration },
    /// For each move of the engine; people take theirs.
    Move(Duration),
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "bad time {found:?}, expected minutes and seconds for each move such as 5+3, or seconds a move such as 2s"
)]
pub(crate) struct BadTime {
    found: String,
}

/// A day; nobody sits longer at a terminal.
const LONGEST_SECONDS: f64 = 86_400.0;

impl FromStr for TimeControl {
    type Err = BadTime;

    fn from_str(text: &str) -> Result<Self, BadTime> {
        let bad = || BadTime { found: text.chars().take(20).collect() };
        let seconds = |text: &str, unit: f64| {
            let number = text.trim().parse::<f64>().ok().filter(|number| *number >= 0.0);
            let seconds = number.map(|number| number * unit).filter(|seconds| *seconds <= LONGEST_SECONDS);
            seconds.map(Duration::from_secs_f64).ok_or_else(bad)
        };
        if let Some(each) = text.trim().strip_suffix('s') {
            let each = seconds(each, 1.0)?;
            return if each.is_zero() { Err(bad()) } else { Ok(Self::Move(each)) };
        }
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let (base, increment) = (seconds(base, 60.0)?, seconds(increment, 1.0)?);
        if base.is_zero() { Err(bad()) } else { Ok(Self::Game { base, increment }) }
    }
}

impl fmt::Display for TimeControl {
    /// As it is typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { base, increment } => {
                write!(f, "{}+{}", base.as_secs_f64() / 60.0, increment.as_secs_f64())
            }
            Self::Move(each) => write!(f, "{}s", each.as_secs_f64()),
        }
    }
}

impl TimeControl {
    /// The value of the tag `TimeControl`.
    pub(crate) fn tag(self) -> Option<String> {
        match self {
            Self::Game { base, increment } => {
                Some(format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64()))
            }
            Self::Move(_) => None,
        }
    }
}

/// The clocks of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clocks {
    white: Duration,
    black: Duration,
    increment: Duration,
}

impl Clocks {
    /// The clocks at the beginning, where there are any.
    pub(crate) fn of(control: TimeControl) -> Option<Self> {
        match control {
            TimeControl::Game { base, increment } => Some(Self { white: base, black: base, increment }),
            TimeControl::Move(_) => None,
        }
    }

    pub(crate) fn left(&self, color: Color) -> Duration {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    fn of_mut(&mut self, color: Color) -> &mut Duration {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// Takes time off a clock; false if that was all.
    pub(crate) fn spend(&mut self, color: Color, used: Duration) -> bool {
        let clock = self.of_mut(color);
        let is_left = used < *clock;
        *clock = clock.saturating_sub(used);
        is_left
    }

    /// A move was made.
    pub(crate) fn press(&mut self, color: Color) {
        let increment = self.increment;
        *self.of_mut(color) += increment;
    }

    /// How long an engine may think.
    pub(crate) fn limits(&self, color: Color) -> Limits {
        let clock = Clock { remaining: self.left(color), increment: self.increment, moves_to_go: None };
        // Starting to think and telling the move take time too.
        Limits { clock: Some(clock), overhead: Duration::from_millis(30), ..Limits::default() }
    }
}

/// A time as clocks show it: `4:59`, and below ten seconds `0:07.3`.
pub(crate) fn clock_text(time: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
    if time < Duration::from_secs(10) {
        format!("0:{seconds:02}.{}", time.subsec_millis() / 100)
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_typed_as_players_say_them() {
        let game = |base, increment| TimeControl::Game {
            base: Duration::from_secs(base),
            increment: Duration::from_secs(increment),
        };
        assert_eq!("5+3".parse(), Ok(game(300, 3)));
        assert_eq!(" 10 ".parse(), Ok(game(600, 0)));
        assert_eq!("0.5+0".parse(), Ok(game(30, 0)));
        assert_eq!("2s".parse(), Ok(TimeControl::Move(Duration::from_secs(2))));
        for text in ["5+3", "0.5+0", "2s", "10+0"] {
            assert_eq!(text.parse::<TimeControl>().map(|time| time.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "+", "-1+2", "0+3", "5+", "5+3+1", "NaN", "inf", "1e99", "0s", "s", "five"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_run_down_and_moves_add() {
        let control = TimeControl::Game { base: Duration::from_secs(60), increment: Duration::from_secs(2) };
        let mut clocks = Clocks::of(control).expect("clocks");
        assert!(clocks.spend(Color::White, Duration::from_secs(10)));
        clocks.press(Color::White);
        assert_eq!(clocks.left(Color::White), Duration::from_secs(52));
        assert!(!clocks.spend(Color::Black, Duration::from_secs(61)));
        assert_eq!(clocks.left(Color::Black), Duration::ZERO);
    }

    #[test]
    fn clocks_show_tenths_at_the_end() {
        let text = |millis| clock_text(Duration::from_millis(millis));
        assert_eq!([text(299_999), text(65_000), text(9_870), text(0)], ["4:59", "1:05", "0:09.8", "0:00.0"]);
    }
}
