//! `damier` without a command, in builds without the server: asks for a game on a terminal; elsewhere shows a board and suggests what to type next.

use std::io::Write;
use std::process::ExitCode;

use catalog::{GameId, PositionText};

use crate::commands::ask;
use crate::commands::moves::write_position;
use crate::play::line_reader;

pub(crate) fn run(out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    if line_reader::is_terminal() { ask::run(out) } else { show(out) }
}

fn show(out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    write_position(GameId::International, &PositionText::default(), out)?;
    writeln!(out)?;
    writeln!(out, "Type next:")?;
    let games = GameId::ALL.iter().copied().count();
    writeln!(out, "  damier play chess                             play against the engine")?;
    writeln!(out, "  damier analyse chess                          analyze a position with the engine")?;
    writeln!(out, "  damier games                                  the {games} games")?;
    writeln!(out, "  damier show chess                             the board of another game")?;
    writeln!(out, "  damier rules russian                          the rules of a game")?;
    writeln!(out, "  damier moves international W:W32:B19,27,28    the legal moves of a position")?;
    writeln!(out, "  damier perft international 9                  count move sequences")?;
    writeln!(out, "  damier help                                   everything else")?;
    Ok(ExitCode::SUCCESS)
}
