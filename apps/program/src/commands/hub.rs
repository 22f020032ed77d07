//! `damier hub`: an engine for draughts programs.

use std::io;
use std::process::ExitCode;

use anyhow::{Context, bail};
use catalog::GameId;
use clap::Args;

use crate::arguments::EXIT_CODES;
use crate::commands::game_arguments::GameArguments;
use crate::interrupt::exit_on_interrupt;

const EXAMPLES: &str = "Examples:
  damier hub                    speak Hub: type \"hub\", \"init\", \"ping\", \"quit\"
  damier hub frisian            begin with another game
  ln -s damier damier-hub

The game is international draughts until the parameter \"variant\" chooses another: Scan's names normal, killer, bt, frisian and losing, or any name that
\"damier games\" lists. In a draughts program enter the program with the argument \"hub\". Where only a program can be
entered, link or copy it to the name damier-hub (damier-hub.exe): under that name it speaks Hub at once.

\"threads\" is at most four for each processor. A \"level\" holds for the next search, before or after \"pos\". After the end
of the input a search with a limit is finished, one without is stopped; both print their move. A \"go\" or \"level\" that
cannot be read thinks within the limits that can, or for one second if there are none, and says so.";

/// Be an engine for draughts programs: speak Hub, version 2.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"), mut_arg("words", |arg| {
    arg.help("The game until the parameter \"variant\" is set, one of the draughts family [default: international]")
}))]
pub(crate) struct HubArguments {
    #[command(flatten)]
    game: GameArguments,
}

pub(crate) fn run(arguments: &HubArguments) -> anyhow::Result<ExitCode> {
    let game = arguments.game.read()?.unwrap_or(GameId::International);
    if game.is_chess() {
        bail!("Hub is for draughts, and {game} is not; chess is \"damier uci\"");
    }
    exit_on_interrupt()?;
    engine::speak_hub(game, &mut io::stdin().lock(), io::stdout()).context("cannot read the input")?;
    Ok(ExitCode::SUCCESS)
}
