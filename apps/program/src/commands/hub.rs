//! `damier hub`: an engine for draughts programs.

use std::io;
use std::process::ExitCode;

use anyhow::{Context, bail};
use catalog::GameId;
use clap::Args;

use crate::arguments::PLAIN_EXIT_CODES;
use crate::commands::game_arguments::GameArguments;
use crate::interrupt::exit_on_interrupt;

const EXAMPLES: &str = "Examples:
  damier hub                    start the engine; then type \"hub\", \"init\", \"ping\", \"quit\"
  damier hub frisian            start with another game
  ln -s damier damier-hub

The game is international draughts until the parameter \"variant\" changes it to one of Scan's names (normal, killer, bt,
frisian, losing) or any name that \"damier games\" lists. In your draughts program, enter damier with the argument \"hub\".
If it accepts only a program, link or copy damier to damier-hub (damier-hub.exe), which needs no argument.

\"threads\" is at most four per processor. A \"level\" applies to the next search, before or after \"pos\". At the end of the
input, a search with a limit is finished and one without is stopped; both print their move. If a \"go\" or \"level\" has
invalid limits, the engine reports them and uses the valid ones, or searches for one second if there are none.";

/// Run the engine for draughts programs (Hub protocol, version 2).
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{PLAIN_EXIT_CODES}"), mut_arg("words", |arg| {
    arg.help("Draughts game to start with [default: international]")
}))]
pub(crate) struct HubArguments {
    #[command(flatten)]
    game: GameArguments,
}

pub(crate) fn run(arguments: &HubArguments) -> anyhow::Result<ExitCode> {
    let game = arguments.game.read()?.unwrap_or(GameId::International);
    if game.is_chess() {
        bail!("Hub is for draughts games, not {game}; for chess, run \"damier uci\"");
    }
    exit_on_interrupt()?;
    engine::speak_hub(game, &mut io::stdin().lock(), io::stdout()).context("cannot read the input")?;
    Ok(ExitCode::SUCCESS)
}
