//! The rules in words: `study` states them in English, the translations of the page put them into other languages.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::language::Language;

type Sentences = HashMap<String, String>;

/// A sentence of the rules in a language; `None` if it has no translation.
pub(crate) fn translated(language: Language, text: &str) -> Option<String> {
    if language == Language::En {
        return Some(text.to_owned());
    }
    let known = sentences(language);
    sentence(known, text).or_else(|| {
        // Some sentences are made of clauses that vary independently.
        let clauses: Option<Vec<String>> = text.split("; ").map(|clause| sentence(known, clause)).collect();
        clauses.map(|clauses| clauses.join("; "))
    })
}

/// The sentences of a language, with `{0}`, `{1}` for their numbers. The page has no Ukrainian: the bot brings its own.
fn sentences(language: Language) -> &'static Sentences {
    static ALL: OnceLock<[Sentences; 5]> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        Language::ALL.map(|language| {
            let page = web::asset(&format!("messages/rules/{}.json", language.code())).map(|file| file.bytes);
            let bytes = match language {
                Language::Uk => Some(include_bytes!("../messages/rules/uk.json").as_slice()),
                _ => page,
            };
            bytes.and_then(|bytes| serde_json::from_slice(bytes).ok()).unwrap_or_default()
        })
    });
    &all[language as usize]
}

fn sentence(known: &Sentences, text: &str) -> Option<String> {
    let (key, numbers) = without_numbers(text);
    let mut found = known.get(&key)?.clone();
    for (at, number) in numbers.iter().enumerate() {
        found = found.replace(&format!("{{{at}}}"), number);
    }
    Some(found)
}

/// The sentence with blanks for its numbers, and the numbers. The 3 of Nf3 does not count.
fn without_numbers(text: &str) -> (String, Vec<&str>) {
    let (mut key, mut numbers) = (String::with_capacity(text.len()), Vec::new());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_digit = |c: char| c.is_ascii_digit();
        let length = match is_digit(first) {
            true => rest.find(|c| !is_digit(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (part, after) = rest.split_at(length);
        let touches = key.chars().next_back().is_some_and(char::is_alphanumeric)
            || after.chars().next().is_some_and(char::is_alphanumeric);
        if is_digit(first) && !touches {
            key.push_str(&format!("{{{}}}", numbers.len()));
            numbers.push(part);
        } else {
            key.push_str(part);
        }
        rest = after;
    }
    (key, numbers)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use catalog::GameId;

    use super::{sentences, translated, without_numbers};
    use crate::language::Language;

    #[test]
    fn numbers_are_blanks() {
        let (key, numbers) = without_numbers("Squares 1 to 50: Nf3, g1f3.");
        assert_eq!((key.as_str(), numbers), ("Squares {0} to {1}: Nf3, g1f3.", vec!["1", "50"]));
    }

    #[test]
    fn languages_have_the_same_sentences() {
        let keys = |language| sentences(language).keys().collect::<BTreeSet<_>>();
        let dutch = keys(Language::Nl);
        assert!(dutch.len() > 100);
        for language in [Language::Uk, Language::Ru, Language::Fr] {
            assert_eq!(keys(language), dutch, "{language:?}");
        }
    }

    #[test]
    fn all_rules_are_told_in_every_language() {
        for &game in GameId::ALL {
            for rule in study::rules(game).rules {
                for language in Language::ALL {
                    let text = translated(language, &rule.text);
                    let text = text.unwrap_or_else(|| panic!("{language:?} {game}: {}", rule.text));
                    assert!(!text.contains(['{', '}']), "{language:?} {game}: {text}");
                    assert_eq!(text == rule.text, language == Language::En, "{language:?} {game}: {text}");
                }
            }
        }
    }
}
