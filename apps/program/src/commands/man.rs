//! `damier man`: writes manual pages.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use clap_mangen::Man;

use crate::arguments::{self, PLAIN_EXIT_CODES};

const EXAMPLES: &str = "Examples:
  damier man | man -l -
  damier man perft | man -l -
  damier man --output ~/.local/share/man/man1";

/// Write the manual pages.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{PLAIN_EXIT_CODES}"))]
pub(crate) struct ManArguments {
    /// The command to document; if left out, the whole program.
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    command: Option<String>,
    /// Write all pages, one file each, into this folder.
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub(crate) fn run(arguments: &ManArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut program = arguments::command();
    program.build();
    if let Some(folder) = &arguments.output {
        let failed = || format!("cannot write manual pages to {}", folder.display());
        std::fs::create_dir_all(folder).with_context(failed)?;
        for command in commands(program) {
            let man = Man::new(command);
            let mut page = Vec::new();
            man.render(&mut page).with_context(failed)?;
            super::write_file(&folder.join(man.get_filename()), &page).with_context(failed)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let page = match &arguments.command {
        None => program,
        Some(name) => {
            let command = program.find_subcommand(name);
            let command = command.with_context(|| format!("unknown command {name:?}; see damier --help"))?;
            command.clone()
        }
    };
    Man::new(page).render(out)?;
    Ok(ExitCode::SUCCESS)
}

/// The program and its commands, each with its own page.
fn commands(program: clap::Command) -> Vec<clap::Command> {
    let subcommands: Vec<clap::Command> =
        program.get_subcommands().filter(|command| command.get_name() != "help").cloned().collect();
    let inner = subcommands.into_iter().flat_map(commands);
    std::iter::once(program.clone()).chain(inner).collect()
}
