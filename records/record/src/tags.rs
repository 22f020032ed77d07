use std::borrow::Cow;

/// The tags of a game, in the order of its record; each name is there once.
///
/// ```
/// use damier_record::Tags;
///
/// let mut tags = Tags::default();
/// tags.set("White", "Somebody");
/// tags.set("White", "Somebody else");
/// assert_eq!(tags.get("White"), Some("Somebody else"));
/// assert_eq!(tags.iter().count(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tags {
    list: Vec<(String, String)>,
}

impl Tags {
    /// The value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.list.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.list.iter().map(|(name, value)| (&**name, &**value))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Sets a tag, where it stands if it is there, else at the end. A tag stands in one line: control
    /// characters become spaces, and what cannot be in a name is left out of it.
    pub fn set(&mut self, name: &str, value: &str) {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let name = match name.chars().all(is_letter) {
            true => Cow::Borrowed(name),
            false => name.chars().filter(|letter| is_letter(*letter)).collect(),
        };
        let value = match value.contains(char::is_control) {
            true => value.replace(char::is_control, " "),
            false => value.to_owned(),
        };
        if name.is_empty() {
            return;
        }
        match self.list.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.list.push((name.into_owned(), value)),
        }
    }

    /// Takes a tag away and gives its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let index = self.list.iter().position(|(known, _)| known == name)?;
        Some(self.list.remove(index).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_one_line_with_a_name() {
        let mut tags = Tags::default();
        assert!(tags.is_empty());
        tags.set("UTC_Date!", "a\nb");
        tags.set("-", "no name");
        assert_eq!(tags.iter().collect::<Vec<_>>(), [("UTC_Date", "a b")]);
        assert!(!tags.is_empty());
        assert_eq!((tags.remove("UTC_Date").as_deref(), tags.is_empty()), (Some("a b"), true));
    }
}
