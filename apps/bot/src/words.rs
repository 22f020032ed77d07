//! Parts of sentences: names, clocks, endings, reasons. HTML is escaped here.

use std::time::Duration;

use boardgame::{Color, Outcome};
use catalog::GameId;
use server::Snapshot;
use study::Explained;
use table::{Ending, Seat, TimeControl, rule_in_words};

use crate::language::{Language, fill};

/// The longest name that is shown.
const LONGEST_NAME: usize = 32;

/// A text without characters that mean something in HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A person's name for display: one short line, without characters that change the text around it.
pub(crate) fn person_name(first: &str, last: Option<&str>) -> String {
    let full = last.map_or_else(|| first.to_owned(), |last| format!("{first} {last}"));
    let is_odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    let name: String = full.chars().filter(|&c| !is_odd(c)).take(LONGEST_NAME).collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() { "?".to_owned() } else { name }
}

/// The name of a game.
pub(crate) fn game_name(language: Language, game: GameId) -> &'static str {
    language.find(&format!("kind.{}", game.name())).unwrap_or(game.about().title)
}

/// The full name of a game, for sentences: a button that says `Russian` stands below a question.
pub(crate) fn game_title(language: Language, game: GameId) -> &'static str {
    language.find(&format!("title.{}", game.name())).unwrap_or_else(|| game_name(language, game))
}

/// White or Black.
pub(crate) fn color_name(language: Language, color: Color) -> &'static str {
    match color {
        Color::White => language.text("color.white"),
        Color::Black => language.text("color.black"),
    }
}

/// Who plays a side: not escaped.
pub(crate) fn player_name(language: Language, game: &Snapshot, color: Color) -> String {
    match (game.table.seat(color), &game.names[color as usize]) {
        (Seat::Engine { level }, _) => language.fill("player.engine", &[("level", &level.to_string())]),
        (Seat::Person, Some(name)) => name.clone(),
        (Seat::Person, None) => color_name(language, color).to_owned(),
    }
}

/// A time control, or "no clock".
pub(crate) fn clock_name(language: Language, clock: Option<TimeControl>) -> String {
    clock.map_or_else(|| language.text("clock.none").to_owned(), |clock| format!("⏱ {clock}"))
}

/// The time on a clock: `4:05`, or `1:04:05`.
pub(crate) fn time_text(left: Duration) -> String {
    let seconds = left.as_secs();
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// A rule with its article: `threefold repetition (FIDE 9.2)`.
pub(crate) fn rule_name(language: Language, rule: &str, article: &str) -> String {
    if let Some(name) = language.find(&format!("rule.{rule}")) {
        return format!("{name} ({article})");
    }
    let count: String = rule.chars().take_while(char::is_ascii_digit).collect();
    match language.find("rule.moves").filter(|_| !count.is_empty()) {
        Some(name) => format!("{} ({article})", fill(name, &[("count", &count)])),
        None => rule_in_words(rule, article),
    }
}

/// How a game ended, with the names of its players: not escaped.
pub(crate) fn ending_text(language: Language, game: &Snapshot, ending: &Ending) -> String {
    let name = |color| player_name(language, game, color);
    let why = match ending {
        Ending::Rules { rule, article, .. } => rule_name(language, rule, article),
        Ending::Claimed { by, rule, article } => {
            let rule = rule_name(language, rule, article);
            language.fill("ending.claimed", &[("name", &name(*by)), ("rule", &rule)])
        }
        Ending::Resigned { side } => language.fill("ending.resigned", &[("name", &name(*side))]),
        Ending::Agreed => language.text("ending.agreed").to_owned(),
        Ending::OutOfTime { side, opponent_can_win: true } => {
            language.fill("ending.time", &[("name", &name(*side))])
        }
        Ending::OutOfTime { side, .. } => language.fill("ending.time_draw", &[("name", &name(*side))]),
    };
    match ending.outcome() {
        Outcome::Win(winner) => language.fill("ending.win", &[("name", &name(winner)), ("why", &why)]),
        Outcome::Draw => language.fill("ending.draw", &[("why", &why)]),
    }
}

/// Why a move is not legal: the broken rules in the reader's language, with their articles.
pub(crate) fn explanation(language: Language, explained: &Explained) -> String {
    let illegal = || language.text("say.illegal").to_owned();
    let Some(reason) = explained.reasons.first() else { return illegal() };
    let article = reason.article.map_or_else(String::new, |article| format!(" ({article})"));
    // English sentences name the squares; those of the other languages are general.
    let text = match language {
        Language::En => format!("{}{}", capitalized(&reason.text), "."),
        _ => language.find(&format!("reason.{}", reason.code)).map_or_else(illegal, str::to_owned),
    };
    let squares = match language {
        Language::En => String::new(),
        _ if reason.squares.is_empty() => String::new(),
        _ => format!(" [{}]", reason.squares.join(", ")),
    };
    format!("{text}{squares}{article}")
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use catalog::GameId;

    use super::{escaped, explanation, game_title, person_name, rule_name, time_text};
    use crate::language::Language;

    #[test]
    fn names_are_escaped_and_plain() {
        assert_eq!(escaped("<b>&\"</b>"), "&lt;b&gt;&amp;&quot;&lt;/b&gt;");
        assert_eq!(person_name("Ann", Some("<3")), "Ann <3");
        assert_eq!(person_name("a\u{202e}b\n c\u{0}", None), "ab c");
        assert_eq!(person_name("\u{200b}", Some(" ")), "?");
        assert_eq!(person_name(&"x".repeat(100), None).chars().count(), 32);
    }

    #[test]
    fn titles_name_the_kind_of_game() {
        let titles = |game| Language::ALL.map(|language| game_title(language, game));
        assert_eq!(
            titles(GameId::Russian),
            ["Russian draughts", "Російські шашки", "Русские шашки", "Russisch dammen", "Dames russes"]
        );
        assert_eq!(titles(GameId::Chess), ["Chess", "Шахи", "Шахматы", "Schaken", "Échecs"]);
        // An adjective alone, such as "Turkish", is not a game.
        let own_names = ["chess", "chess960", "frysk", "losing", "poddavki", "pool", "spantsiretti"];
        for &game in GameId::ALL {
            for language in Language::ALL {
                let has_title = language.find(&format!("title.{}", game.name())).is_some();
                assert_eq!(has_title, !own_names.contains(&game.name()), "{language:?} {game}");
            }
        }
    }

    #[test]
    fn times_are_short() {
        assert_eq!(time_text(Duration::from_secs(65)), "1:05");
        assert_eq!(time_text(Duration::from_secs(3_605)), "1:00:05");
    }

    #[test]
    fn rules_are_named_in_every_language() {
        assert_eq!(
            rule_name(Language::En, "threefold_repetition", "FIDE 9.2"),
            "threefold repetition (FIDE 9.2)"
        );
        assert_eq!(rule_name(Language::En, "25_move_rule", "FMJD 6.2"), "25-move rule (FMJD 6.2)");
        assert_eq!(rule_name(Language::En, "odd_rule", "X 1"), "odd rule (X 1)");
        assert_ne!(rule_name(Language::Uk, "stalemate", "FIDE 5.2.1"), "stalemate (FIDE 5.2.1)");
    }

    #[test]
    fn reasons_are_told_in_every_language() {
        let game = GameId::International.at("W:W32:B19,27,28").unwrap();
        let explained = study::explain(&*game, "32x21").unwrap();
        let english = explanation(Language::En, &explained);
        assert!(english.ends_with("(FMJD 4.13)"), "{english}");
        for language in Language::ALL.into_iter().skip(1) {
            let text = explanation(language, &explained);
            assert!(text.ends_with("(FMJD 4.13)") && text != english, "{text}");
        }
    }
}
