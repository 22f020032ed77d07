//! The languages of the bot, and its messages in them.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// A language of the bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Language {
    #[default]
    En,
    Uk,
    Ru,
    Nl,
    Fr,
}

type Messages = HashMap<String, String>;

impl Language {
    pub(crate) const ALL: [Self; 5] = [Self::En, Self::Uk, Self::Ru, Self::Nl, Self::Fr];

    /// The code in BCP 47.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Uk => "uk",
            Self::Ru => "ru",
            Self::Nl => "nl",
            Self::Fr => "fr",
        }
    }

    /// Its own name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Uk => "Українська",
            Self::Ru => "Русский",
            Self::Nl => "Nederlands",
            Self::Fr => "Français",
        }
    }

    /// The language of a code such as `nl-BE`.
    pub(crate) fn of_code(code: &str) -> Option<Self> {
        let code = code.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    fn own(self) -> &'static str {
        match self {
            Self::En => include_str!("../messages/en.json"),
            Self::Uk => include_str!("../messages/uk.json"),
            Self::Ru => include_str!("../messages/ru.json"),
            Self::Nl => include_str!("../messages/nl.json"),
            Self::Fr => include_str!("../messages/fr.json"),
        }
    }

    /// The messages of the bot, and below them those of the page: names of games, rules and reasons are the same there.
    fn messages(self) -> &'static Messages {
        static ALL: OnceLock<[Messages; 5]> = OnceLock::new();
        let all = ALL.get_or_init(|| {
            Self::ALL.map(|language| {
                let mut messages = Messages::new();
                if let Some(page) = web::asset(&format!("messages/{}.json", language.code())) {
                    let page: Messages = serde_json::from_slice(page.bytes).unwrap_or_default();
                    messages.extend(page.into_iter().filter(|(key, _)| is_shared(key)));
                }
                let own: Messages = serde_json::from_str(language.own()).unwrap_or_default();
                messages.extend(own);
                messages
            })
        });
        &all[self as usize]
    }

    /// A message; English where this language has none, the key where none has it.
    pub(crate) fn text(self, key: &'static str) -> &'static str {
        self.find(key).or_else(|| Self::En.find(key)).unwrap_or(key)
    }

    /// A message that may be missing: keys of rules and reasons come from below.
    pub(crate) fn find(self, key: &str) -> Option<&'static str> {
        self.messages().get(key).map(String::as_str)
    }

    /// A message with its blanks filled in: `{name}`.
    pub(crate) fn fill(self, key: &'static str, values: &[(&str, &str)]) -> String {
        fill(self.text(key), values)
    }
}

/// Fills in the blanks of a message. What is filled in is not read again.
pub(crate) fn fill(message: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(message.len() + 40);
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            text.push('{');
            rest = after;
            continue;
        };
        let value = values.iter().find(|(known, _)| *known == name);
        text.push_str(value.map_or("?", |(_, value)| value));
        rest = after;
    }
    text.push_str(rest);
    text
}

/// Families of keys that the page has too.
fn is_shared(key: &str) -> bool {
    ["kind.", "reason.", "rule."].iter().any(|family| key.starts_with(family))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::{Language, Messages, fill, is_shared};

    fn own(language: Language) -> BTreeMap<String, String> {
        serde_json::from_str(language.own()).expect("a map of texts")
    }

    fn blanks(message: &str) -> BTreeSet<&str> {
        message.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect()
    }

    #[test]
    fn all_languages_have_the_keys_and_blanks_of_english() {
        let english = Language::En.messages();
        for language in Language::ALL {
            let messages = language.messages();
            let missing: Vec<_> = english.keys().filter(|key| !messages.contains_key(*key)).collect();
            assert!(missing.is_empty(), "{language:?} misses {missing:?}");
            let unknown: Vec<_> = messages.keys().filter(|key| !english.contains_key(*key)).collect();
            assert!(unknown.is_empty(), "{language:?} has {unknown:?}");
            for (key, message) in messages {
                assert!(!message.trim().is_empty(), "{language:?} {key}");
                assert_eq!(blanks(message), blanks(&english[key]), "{language:?} {key}");
            }
        }
    }

    #[test]
    fn every_key_is_used_and_every_used_key_is_there() {
        let sources = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).unwrap();
        let source: String =
            sources.filter_map(|file| std::fs::read_to_string(file.unwrap().path()).ok()).collect();
        let english: Messages = Language::En.messages().clone();
        for key in own(Language::En).keys().filter(|key| !is_shared(key) && !key.starts_with("title.")) {
            assert!(source.contains(&format!("\"{key}\"")), "{key} is not used");
        }
        for part in source.split("text(\"").chain(source.split("fill(\"")).skip(1) {
            let key = part.split('"').next().unwrap();
            if key.contains('.') && key.bytes().all(|byte| byte.is_ascii_lowercase() || b"._".contains(&byte))
            {
                assert!(english.contains_key(key), "{key} is not there");
            }
        }
    }

    #[test]
    fn names_of_games_are_there() {
        for language in Language::ALL {
            for game in catalog::GameId::ALL {
                assert!(language.find(&format!("kind.{}", game.name())).is_some(), "{language:?} {game}");
            }
        }
    }

    #[test]
    fn blanks_are_filled_once() {
        assert_eq!(fill("{a} and {b}{c}", &[("a", "{b}"), ("b", "x")]), "{b} and x?");
        assert_eq!(fill("100 {% {a", &[("a", "x")]), "100 {% {a");
    }

    #[test]
    fn codes_are_read() {
        assert_eq!(Language::of_code("nl-BE"), Some(Language::Nl));
        assert_eq!(Language::of_code("UK"), Some(Language::Uk));
        assert_eq!(Language::of_code("de"), None);
    }
}
