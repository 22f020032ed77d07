//! Rules in words.

/// One rule of a game in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleInWords {
    /// The topic; rules of one topic are grouped together.
    pub topic: &'static str,
    /// The rule, in complete sentences.
    pub text: String,
    /// The article that states it, if known.
    pub article: Option<&'static str>,
}

impl RuleInWords {
    /// Creates a rule; an empty article means none.
    #[must_use]
    pub fn new(topic: &'static str, text: impl Into<String>, article: &'static str) -> Self {
        Self { topic, text: text.into(), article: Some(article).filter(|article| !article.is_empty()) }
    }
}
