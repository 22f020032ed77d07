//! `damier rules`: the rules of a game in words.

use std::io::Write;
use std::process::ExitCode;

use catalog::{GameId, Source};
use clap::Args;
use serde_json::json;

use crate::arguments::EXIT_CODES;
use crate::commands::game_arguments::GameArguments;

const EXAMPLES: &str = "Examples:
  damier rules international
  damier rules checkers
  damier rules chess960 --json

The words are made from the constants that the program plays by; in brackets stands where each rule is
written.";

/// Lines are filled up to this column.
const WIDTH: usize = 78;

/// Show the rules of a game in words.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct RulesArguments {
    #[command(flatten)]
    game: GameArguments,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &RulesArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let game = arguments.game.required("rules")?;
    if arguments.json {
        write_json(game, out)?
    } else {
        write_text(game, out)?
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows the rules to people.
pub(crate) fn write_text(game: GameId, out: &mut dyn Write) -> anyhow::Result<()> {
    let rules = game.rules_in_words();
    writeln!(out, "{}", game.about().title)?;
    let aliases: Vec<_> = game.aliases().collect();
    if !aliases.is_empty() {
        writeln!(out, "also: {}", aliases.join(", "))?;
    }
    let mut topic = "";
    for rule in &rules {
        if rule.topic != topic {
            topic = rule.topic;
            writeln!(out, "\n{topic}")?;
        }
        let article = rule.article.map(|article| format!(" [{article}]")).unwrap_or_default();
        writeln!(out, "{}", filled(&format!("{}{article}", rule.text), "  - ", "    "))?;
    }
    writeln!(out, "\nSources")?;
    for Source { name, title } in Source::of_rules(&rules) {
        writeln!(out, "{}", filled(&format!("{name}: {title}"), "  - ", "    "))?;
    }
    Ok(())
}

fn write_json(game: GameId, out: &mut dyn Write) -> anyhow::Result<()> {
    let rules = game.rules_in_words();
    let sources = Source::of_rules(&rules);
    let rules: Vec<_> = rules
        .iter()
        .map(|rule| json!({ "topic": rule.topic, "text": rule.text, "article": rule.article }))
        .collect();
    let sources: Vec<_> =
        sources.iter().map(|source| json!({ "name": source.name, "title": source.title })).collect();
    let about = game.about();
    super::write_json(
        out,
        &json!({ "game": about.name, "title": about.title, "rules": rules, "sources": sources }),
    )
}

/// The text in lines of at most [`WIDTH`] characters.
pub(crate) fn filled(text: &str, first: &str, other: &str) -> String {
    let mut lines = String::from(first);
    let mut column = first.len();
    for (index, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if index > 0 && column + 1 + length > WIDTH {
            lines.push('\n');
            lines.push_str(other);
            column = other.len();
        } else if index > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += length;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_filled_and_not_longer() {
        let text = "word ".repeat(40);
        let filled = filled(text.trim_end(), "  - ", "    ");
        assert!(filled.lines().all(|line| line.len() <= WIDTH), "{filled}");
        // All but the last are full: no further word fits.
        let longest = filled.lines().rev().skip(1).all(|line| line.len() + " word".len() > WIDTH);
        assert!(longest, "{filled}");
        assert_eq!(filled.split_whitespace().filter(|&word| word == "word").count(), 40);
    }
}
