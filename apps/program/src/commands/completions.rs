//! `damier completions`: writes shell scripts that complete commands, options and game names.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use clap_complete::Shell;

use crate::arguments::{self, PLAIN_EXIT_CODES};

const EXAMPLES: &str = "Examples:
  damier completions bash > ~/.local/share/bash-completion/completions/damier
  damier completions zsh > ~/.zfunc/_damier
  damier completions fish > ~/.config/fish/completions/damier.fish";

/// Write a completion script for a shell.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{PLAIN_EXIT_CODES}"))]
pub(crate) struct CompletionsArguments {
    /// The shell.
    shell: Shell,
}

pub(crate) fn run(arguments: &CompletionsArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    // Write to memory first: the generators panic if writing fails.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut arguments::command(), "damier", &mut script);
    out.write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
