//! Time controls and clocks of `damier play`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The option `--time`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeOption {
    /// Clocks for both players.
    Clock(table::TimeControl),
    /// Time for each move of the engine; people have no limit.
    Move(Duration),
}

/// The text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "bad time {found:?}, expected minutes plus seconds per move such as 5+3, minutes with a delay such as 5d3, moves \
     in minutes such as 40/90, or seconds per move such as 2s"
)]
pub(crate) struct BadTime {
    found: String,
}

/// The longest time for a move: a day.
const LONGEST_SECONDS: f64 = 86_400.0;

impl FromStr for TimeOption {
    type Err = BadTime;

    fn from_str(text: &str) -> Result<Self, BadTime> {
        let bad = || BadTime { found: text.chars().take(20).collect() };
        let Some(each) = text.trim().strip_suffix('s') else {
            return text.parse().map(Self::Clock).map_err(|_| bad());
        };
        let seconds = each
            .trim()
            .parse::<f64>()
            .ok()
            .filter(|seconds| (f64::MIN_POSITIVE..=LONGEST_SECONDS).contains(seconds));
        seconds.map(|seconds| Self::Move(Duration::from_secs_f64(seconds))).ok_or_else(bad)
    }
}

impl fmt::Display for TimeOption {
    /// In the form of the option `--time`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock(control) => control.fmt(f),
            Self::Move(each) => write!(f, "{}s", each.as_secs_f64()),
        }
    }
}

impl TimeOption {
    /// The clock settings, if there are clocks.
    pub(crate) fn clock(self) -> Option<table::TimeControl> {
        match self {
            Self::Clock(control) => Some(control),
            Self::Move(_) => None,
        }
    }
}

/// Formats a time as a clock shows it: `4:59`, or `0:07.3` below ten seconds.
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
        assert_eq!("2s".parse(), Ok(TimeOption::Move(Duration::from_secs(2))));
        for text in ["5+3", "0.5+0", "2s", "10+0", "5d2", "40/90"] {
            assert_eq!(text.parse::<TimeOption>().map(|time| time.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "+", "-1+2", "0+3", "5+", "5+3+1", "NaN", "inf", "1e99", "0s", "s", "-1s", "five"] {
            assert!(text.parse::<TimeOption>().is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_show_tenths_at_the_end() {
        let text = |millis| clock_text(Duration::from_millis(millis));
        assert_eq!([text(299_999), text(65_000), text(9_870), text(0)], ["4:59", "1:05", "0:09.8", "0:00.0"]);
    }
}
