//! Dates of moments.

/// The date of a time in seconds since 1970, in UTC.
///
/// ```
/// use damier_study::date_text;
///
/// assert_eq!(date_text(0), "1970-01-01");
/// assert_eq!(date_text(86_400 * 59), "1970-03-01");
/// assert_eq!(date_text(86_400 * 11_016), "2000-02-29");
/// assert_eq!(date_text(1_794_873_600), "2026-11-17");
/// assert_eq!(date_text(u64::MAX), "9999-12-31");
/// ```
#[must_use]
pub fn date_text(seconds: u64) -> String {
    let (year, month, day) = date_of(seconds.min(LAST_SECOND) / 86_400);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The end of the year 9999: a file may hold any number.
const LAST_SECOND: u64 = 253_402_300_799;

/// The date a number of days after January 1, 1970.
fn date_of(mut days: u64) -> (u64, usize, u64) {
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 0;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month + 1, days + 1)
}
