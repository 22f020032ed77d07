//! `damier rules`: the rules of a game in words.

use std::io::Write;
use std::process::ExitCode;

use catalog::{GameId, Source};
use clap::Args;
use serde_json::json;

use crate::arguments::PLAIN_EXIT_CODES;
use crate::commands::game_arguments::GameArguments;
use crate::display::{self, wrapped};

const EXAMPLES: &str = "Examples:
  damier rules international
  damier rules checkers
  damier rules chess960 --json

The text comes from the same constants that the program plays by. The source of each rule is in brackets.";

/// The width of lines when the width of the terminal is not known.
const USUAL_WIDTH: usize = 78;

/// Show the rules of a game in words.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{PLAIN_EXIT_CODES}"))]
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

/// Writes the rules as text.
pub(crate) fn write_text(game: GameId, out: &mut dyn Write) -> anyhow::Result<()> {
    let rules = game.rules_in_words();
    let width = display::width().unwrap_or(USUAL_WIDTH);
    writeln!(out, "{}", game.about().title)?;
    let aliases: Vec<_> = game.aliases().collect();
    if !aliases.is_empty() {
        writeln!(out, "{}", wrapped(&aliases.join(", "), width, "also: ", "      "))?;
    }
    let mut topic = "";
    for rule in &rules {
        if rule.topic != topic {
            topic = rule.topic;
            writeln!(out, "\n{topic}")?;
        }
        let article = rule.article.map(|article| format!(" [{article}]")).unwrap_or_default();
        writeln!(out, "{}", wrapped(&format!("{}{article}", rule.text), width, "  - ", "    "))?;
    }
    writeln!(out, "\nSources")?;
    for Source { name, title } in Source::of_rules(&rules) {
        writeln!(out, "{}", wrapped(&format!("{name}: {title}"), width, "  - ", "    "))?;
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
