//! Dates of tags.

/// Whether a text is a date as the standards write it: `YYYY.MM.DD`, with question marks for a year, month or day
/// that is unknown.
pub(crate) fn is_date(text: &str) -> bool {
    let [year, month, day] = text.split('.').collect::<Vec<_>>()[..] else { return false };
    let field = |text: &str, length: usize| match text {
        _ if text.len() != length => None,
        _ if text.bytes().all(|byte| byte == b'?') => Some(None),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse::<u16>().ok().map(Some),
        _ => None,
    };
    let (Some(year), Some(month), Some(day)) = (field(year, 4), field(month, 2), field(day, 2)) else {
        return false;
    };
    let is_month = month.is_none_or(|month| (1..=12).contains(&month));
    is_month && day.is_none_or(|day| (1..=days(year, month)).contains(&day))
}

/// How many days a month can have, given the parts of the date that are known.
fn days(year: Option<u16>, month: Option<u16>) -> u16 {
    let is_leap =
        |year: u16| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        Some(2) if year.is_none_or(is_leap) => 29,
        Some(2) => 28,
        Some(4 | 6 | 9 | 11) => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_by_the_standard() {
        for text in
            ["2023.02.28", "2024.02.29", "2000.02.29", "????.??.??", "1993.??.??", "????.02.29", "1999.??.31"]
        {
            assert!(is_date(text), "{text}");
        }
        for text in [
            "2023.02.30",
            "2023.02.29",
            "1900.02.29",
            "2023.13.01",
            "2023.00.10",
            "2023.04.31",
            "2023.1.1",
            "2023-01-01",
            "2023.01",
            "?",
            "",
            "19?3.??.??",
            "2023.01.01.",
            "abcd.ef.gh",
            "2023.01.0\u{661}",
            "2023.+1.01",
            "+023.01.01",
        ] {
            assert!(!is_date(text), "{text}");
        }
    }
}
