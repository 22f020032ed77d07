//! `damier explain`: what a move does, or why it is illegal.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use catalog::Explanation;
use clap::Args;
use damier::MoveStyle;

use crate::commands::position_arguments::{PositionArguments, Takes};
use crate::exit;

const EXAMPLES: &str = "Examples:
  damier explain chess e2e5
  damier explain \"8/8/8/4k3/8/8/8/K3R3 b - - 0 1\" Ke6
  damier explain chess --moves \"e4 e5 Qh5 Ke7\" Qxe5
  damier explain international W:W32:B19,27,28 32x21
  damier explain russian W:Wb6:Bc7,f4,f6 b6:d8:h4 --json
  damier explain international W:W28:B1,14,23 28x10x14 --hub

Write a move as in records or, in chess, as in UCI: Nf3, g1f3, O-O, e8=Q; 32-28, 28x10, 28x19x10.
With --json the answer is one object: {\"fen\", \"turn\", \"move\", \"legal\"}. A legal move adds
  \"effect\": {\"details\", \"captured\", \"becomes\", \"gives_check\", \"fen\", \"outcome\", \"text\"}, with \"details\" as in damier moves;
any other move adds \"reasons\": [{\"code\", \"article\", \"text\", \"squares\"}, ...], the first broken rule first. If a
draw has already ended the game, \"over\" says so.";

const EXIT_CODES: &str = "Exit codes:
  0    the move is legal
  1    the move is illegal or ambiguous
  2    bad usage or bad input; a line on stderr says what";

/// Say what a move does, or why it is illegal.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"), mut_arg("words", |arg| {
    arg.value_name("FEN|MOVE").help("The position (the start position if left out), then the move")
}))]
pub(crate) struct ExplainArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Read a draughts move in Hub notation, with the captured squares.
    #[arg(long)]
    hub: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &ExplainArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let style = if arguments.hub { MoveStyle::Protocol } else { MoveStyle::Record };
    let named = arguments.position.read(Takes::Move)?;
    let game = named.game("explain")?;
    let mv =
        named.operand.as_deref().context("which move? Give it last, as in \"damier explain chess e2e5\"")?;
    let explanation = game.game_at(&named.place())?.explain(mv, style)?;
    if arguments.json {
        super::write_json(out, &explanation)?;
    } else {
        write_text(&explanation, out)?;
    }
    Ok(if explanation.legal { ExitCode::SUCCESS } else { ExitCode::from(exit::ILLEGAL) })
}

fn write_text(explanation: &Explanation, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(effect) = &explanation.effect {
        writeln!(out, "{} is legal: {}.", effect.details.text(), effect.text)?;
    } else {
        let is_ambiguous = explanation.reasons.iter().any(|reason| reason.code == "ambiguous");
        let what = if is_ambiguous { "ambiguous" } else { "not legal" };
        writeln!(out, "{} is {what}:", explanation.text)?;
    }
    for reason in &explanation.reasons {
        let article = reason.article.map_or_else(String::new, |article| format!(" ({article})"));
        writeln!(out, "  {}{article}", reason.text)?;
    }
    if let Some(over) = &explanation.over {
        writeln!(out, "But the game is already over: {}.", over.text())?;
    }
    Ok(())
}
