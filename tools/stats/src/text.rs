//! Numbers as people read them.

/// A number for people: `?` if nothing determines it, `∞` and `-∞` if it is infinite, and no minus before a zero.
///
/// ```
/// use damier_stats::number_text;
///
/// assert_eq!((number_text(-0.04, 1).as_str(), number_text(f64::NAN, 1).as_str()), ("0.0", "?"));
/// ```
pub fn number_text(number: f64, digits: usize) -> String {
    if number.is_nan() {
        return "?".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "∞" } else { "-∞" }.to_owned();
    }
    let text = format!("{number:.digits$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// A number with its noun.
///
/// ```
/// use damier_stats::number_of;
///
/// assert_eq!((number_of(1, "pair").as_str(), number_of(2, "crash").as_str()), ("1 pair", "2 crashes"));
/// ```
pub fn number_of(number: u64, noun: &str) -> String {
    let ending = match number {
        1 => "",
        _ if noun.ends_with("sh") => "es",
        _ => "s",
    };
    format!("{number} {noun}{ending}")
}
