//! Which legal move was probably meant by an illegal one.

use boardgame::text::edit_distance;
use boardgame::{MoveList, MoveStyle, RecordNotation};

/// The only legal move whose text is nearest to this one: at most two letters away, or else to the same
/// square.
pub(crate) fn meant<P: RecordNotation>(position: &P, text: &str) -> Option<String> {
    let mut list = MoveList::new();
    position.try_legal_moves_into(&mut list).ok()?;
    let texts = position.write_moves(&list, MoveStyle::Record);
    nearest_move(text, texts)
}

/// The only one of some texts of moves that is nearest to a text: at most two letters away, or else to the same
/// square.
///
/// ```
/// use damier_record::nearest_move;
///
/// let legal = || ["Nf3", "Nc3", "e4", "Qxd8+"].map(str::to_owned).to_vec();
/// assert_eq!(nearest_move("Nf4", legal()).as_deref(), Some("Nf3"));
/// assert_eq!(nearest_move("Bd8", legal()).as_deref(), Some("Qxd8+"));
/// assert_eq!(nearest_move("Ra1", legal()), None);
/// ```
#[must_use]
pub fn nearest_move(text: &str, texts: Vec<String>) -> Option<String> {
    let bare = bare(text);
    let distances: Vec<usize> = texts.iter().map(|legal| edit_distance(bare, self::bare(legal))).collect();
    let best = distances.iter().copied().min().filter(|&best| best <= 2 && best < bare.len());
    let is_near = |index: &usize| Some(distances[*index]) == best;
    let near: Vec<usize> = (0..texts.len()).filter(is_near).collect();
    let target = target(bare);
    let same_target =
        |index: &usize| !target.is_empty() && self::target(self::bare(&texts[*index])) == target;
    let index = only(near.iter().copied())
        .or_else(|| only(near.iter().copied().filter(same_target)))
        .or_else(|| only((0..texts.len()).filter(same_target)))?;
    texts.into_iter().nth(index)
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next();
    if items.next().is_none() { first } else { None }
}

/// Without the marks of check, mate and quality.
fn bare(text: &str) -> &str {
    text.trim_end_matches(['+', '#', '!', '?'])
}

/// The square at the end: digits, and a letter before them.
fn target(text: &str) -> &str {
    let text = text.split('=').next().unwrap_or_default();
    let start = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let start =
        start.strip_suffix(|letter: char| letter.is_ascii_lowercase() && letter != 'x').unwrap_or(start);
    &text[start.len()..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_text_is_found() {
        let texts = || ["Nf3", "Nc3", "e4", "e3", "Qxd8+"].map(str::to_owned).to_vec();
        assert_eq!(nearest_move("Nf4", texts()), Some("Nf3".to_owned()));
        assert_eq!(nearest_move("e5", texts()), None);
        assert_eq!(nearest_move("Bd8", texts()), Some("Qxd8+".to_owned()));
        assert_eq!(nearest_move("Qxd8#", texts()), Some("Qxd8+".to_owned()));
        assert_eq!(nearest_move("Ra1", texts()), None);
        // Too far, but to the same square; and nothing in common but the length.
        assert_eq!(nearest_move("Bc7xd8", texts()), Some("Qxd8+".to_owned()));
        assert_eq!(nearest_move("d5", vec!["e4".to_owned()]), None);
        assert_eq!(nearest_move("Nb1d2f3", vec!["Nb1".to_owned()]), None);
        assert_eq!(nearest_move("O-O-O", vec!["Qxd8+".to_owned(), "a".to_owned()]), None);
    }

    #[test]
    fn squares_at_the_end() {
        assert_eq!(["Nf3", "28x17", "c3:e5", "e8=Q", "O-O"].map(target), ["f3", "17", "e5", "e8", ""]);
    }
}
