//! Rules for people to read.

/// One rule of a game in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleInWords {
    /// What it is about; rules of one topic stand together.
    pub topic: &'static str,
    /// The rule, in whole sentences.
    pub text: String,
    /// Where it is written, if that is known.
    pub article: Option<&'static str>,
}

impl RuleInWords {
    /// A rule; an empty article is none.
    #[must_use]
    pub fn new(topic: &'static str, text: impl Into<String>, article: &'static str) -> Self {
        Self { topic, text: text.into(), article: Some(article).filter(|article| !article.is_empty()) }
    }
}
