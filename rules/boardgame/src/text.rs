//! Texts from outside, as error messages show them.

/// A text as error messages quote it: at most 40 characters, with `...` in place of the rest.
///
/// ```
/// use damier_boardgame::text::shortened;
///
/// assert_eq!(shortened("e4"), "e4");
/// assert_eq!(shortened(&"x".repeat(50)), "x".repeat(40) + "...");
/// ```
#[must_use]
pub fn shortened(text: &str) -> String {
    shortened_to(text, 40)
}

/// A text of at most this many characters, with `...` in place of the rest.
#[must_use]
pub fn shortened_to(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// How many characters must be changed, added or removed to turn one text into the other.
///
/// ```
/// use damier_boardgame::text::edit_distance;
///
/// assert_eq!(edit_distance("russian", "rusian"), 1);
/// assert_eq!(edit_distance("Nf3", "Nc4"), 2);
/// assert_eq!(edit_distance("", "abc"), 3);
/// ```
#[must_use]
pub fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (above, from) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = above + 1;
        for (column, &to) in to.iter().enumerate() {
            let change = diagonal + usize::from(from != to);
            diagonal = row[column + 1];
            row[column + 1] = change.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_the_fewest_changes() {
        for (from, to, distance) in [
            ("", "", 0),
            ("abc", "abc", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("abc", "axc", 1),
            ("russian", "rusian", 1),
            ("rusian", "russian", 1),
            ("ab", "ba", 2),
            ("flaw", "lawn", 2),
            ("kitten", "sitting", 3),
            ("шашки", "шашка", 1),
        ] {
            assert_eq!(edit_distance(from, to), distance, "{from} {to}");
        }
    }
}
