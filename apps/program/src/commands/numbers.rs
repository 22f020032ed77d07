//! Numbers on the command line, with errors that say what was expected.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Reads a whole number in a range. An end of `u64::MAX` means no limit other than that of the type.
pub(crate) fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| expected(&range))
    }
}

fn expected(range: &RangeInclusive<u64>) -> String {
    match (range.start(), range.end()) {
        (start, &u64::MAX) => format!("expected a whole number, {start} or more"),
        (start, end) => format!("expected a whole number from {start} to {end}"),
    }
}

/// Reads a time in seconds, above 0.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_of_a_range_are_read() {
        let read = whole::<u16>(1..=512);
        assert_eq!((read("1"), read("512")), (Ok(1), Ok(512)));
        for bad in ["", "0", "513", "-1", "abc", "1.5", "1e3", "99999999999999999999", "１"] {
            assert_eq!(read(bad), Err("expected a whole number from 1 to 512".to_owned()), "{bad}");
        }
        let read = whole::<u64>(0..=u64::MAX);
        assert_eq!(read("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(read("-1"), Err("expected a whole number, 0 or more".to_owned()));
    }

    #[test]
    fn seconds_are_above_zero() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for bad in ["", "0", "-1", "NaN", "inf", "1e400", "soon"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
    }
}
