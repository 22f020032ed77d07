//! `damier uci`: an engine for chess programs.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use clap::{Args, ValueEnum};

use crate::arguments::PLAIN_EXIT_CODES;
use crate::exit;
use crate::interrupt::{exit_on_interrupt, stop_on_interrupt};

const EXAMPLES: &str = "Examples:
  damier uci            start the engine; then type \"uci\", \"go movetime 1000\", \"quit\"
  damier uci bench      search fixed positions: \"NODES nodes NPS nps\"
  ln -s damier damier-uci

In your chess program, enter damier with the argument \"uci\". If it accepts only a program, link or copy damier to
damier-uci (damier-uci.exe), which needs no argument. Testing servers call \"damier-uci bench\".

Threads is at most four per processor. If the system cannot allocate Hash, the table keeps its size and a line says so.
At the end of the input, a search with a limit is finished and one without is stopped; both print their move. If a \"go\"
has invalid limits, the engine reports them and uses the valid ones, or searches for one second if there are none.";

/// Run the engine for chess programs (UCI protocol).
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{PLAIN_EXIT_CODES}"))]
pub(crate) struct UciArguments {
    /// Command to run instead of the engine.
    #[arg(value_name = "COMMAND")]
    command: Option<UciCommand>,
}

#[derive(Clone, Copy, ValueEnum)]
enum UciCommand {
    /// Search fixed positions and print the node count, which changes only when the engine does.
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
