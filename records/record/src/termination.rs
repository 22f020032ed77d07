use std::fmt;

/// Why a game ended, in the words of the standard for the tag `Termination`.
///
/// ```
/// use damier_record::Termination;
///
/// // Some servers begin with a capital letter.
/// assert_eq!(Termination::from_text("Time forfeit"), Some(Termination::TimeForfeit));
/// assert_eq!(Termination::TimeForfeit.to_string(), "time forfeit");
/// assert_eq!(Termination::from_text("won by Somebody"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Termination {
    /// The players gave up the game.
    Abandoned,
    /// A third party decided the result.
    Adjudication,
    /// A player died.
    Death,
    /// Something outside the game ended it.
    Emergency,
    /// By the rules, or by resignation or agreement.
    Normal,
    /// A player broke the rules.
    RulesInfraction,
    /// A player ran out of time.
    TimeForfeit,
    /// The game is not over.
    Unterminated,
}

impl Termination {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Abandoned,
        Self::Adjudication,
        Self::Death,
        Self::Emergency,
        Self::Normal,
        Self::RulesInfraction,
        Self::TimeForfeit,
        Self::Unterminated,
    ];

    /// The value of a tag, whatever its capitals; `None` for other words.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|termination| termination.text().eq_ignore_ascii_case(text.trim()))
    }

    /// As the standard writes it.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Abandoned => "abandoned",
            Self::Adjudication => "adjudication",
            Self::Death => "death",
            Self::Emergency => "emergency",
            Self::Normal => "normal",
            Self::RulesInfraction => "rules infraction",
            Self::TimeForfeit => "time forfeit",
            Self::Unterminated => "unterminated",
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_standard_are_read_whatever_their_capitals() {
        for termination in Termination::ALL {
            let text = termination.to_string();
            for text in [text.clone(), text.to_uppercase(), format!(" {text} ")] {
                assert_eq!(Termination::from_text(&text), Some(termination), "{text:?}");
            }
        }
        assert_eq!(["", "normally", "time  forfeit", "won"].map(Termination::from_text), [None; 4]);
    }
}
