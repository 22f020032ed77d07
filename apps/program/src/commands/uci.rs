//! `damier uci`: an engine for chess programs.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use clap::{Args, ValueEnum};

use crate::arguments::EXIT_CODES;
use crate::exit;
use crate::interrupt::{exit_on_interrupt, stop_on_interrupt};

const EXAMPLES: &str = "Examples:
  damier uci            speak UCI: type \"uci\", \"go movetime 1000\", \"quit\"
  damier uci bench      search fixed positions: \"NODES nodes NPS nps\"
  ln -s damier damier-uci

In a chess program enter the program with the argument \"uci\". Where only a program can be entered, link or copy
it to the name damier-uci (damier-uci.exe): under that name it speaks UCI at once, and \"damier-uci bench\" is what
testing servers call.

Threads is at most four for each processor. Hash is memory that the system gives when it is first used; if the system
does not have that much the table stays as it is, and a line says so. After the end of the input a search with a limit
is finished, one without is stopped; both print their move. A \"go\" with words that cannot be read thinks within the
limits that can, or for one second if there are none, and says so.";

/// Be an engine for chess programs: speak UCI.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct UciArguments {
    /// What to do instead of a conversation.
    #[arg(value_name = "COMMAND")]
    command: Option<UciCommand>,
}

#[derive(Clone, Copy, ValueEnum)]
enum UciCommand {
    /// Search fixed positions and print the number of nodes, which changes only when the engine does.
    Bench,
}

pub(crate) fn run(arguments: &UciArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match arguments.command {
        Some(UciCommand::Bench) => {
            let control = Arc::new(engine::Control::default());
            stop_on_interrupt(&control)?;
            match engine::bench(&control) {
                Some(bench) => writeln!(out, "{bench}")?,
                None => return Ok(ExitCode::from(exit::INTERRUPTED)),
            }
        }
        None => {
            exit_on_interrupt()?;
            engine::speak_uci(&mut io::stdin().lock(), io::stdout()).context("cannot read the input")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
