//! Steps through a saved game move by move.

use std::io::Write;

use catalog::PositionText;

use crate::commands::ask::Leaving;
use crate::display;
use crate::play::dialogue::{Dialogue, PlayOptions};
use crate::play::line_reader::{LineReader, ReadEvent};
use crate::play::screen::Screen;
use crate::play::sitting::Setup;

/// The commands with their help texts.
const COMMANDS: &[(&str, &str)] = &[
    ("next", "show the next move; Enter does the same"),
    ("back", "go back one move"),
    ("first", "go to the start of the game"),
    ("last", "go to the end of the game"),
    ("N", "go to the position after N moves of both sides"),
    ("flip", "turn the board around"),
    ("sheet", "list all moves"),
    ("quit", "leave"),
];

/// A game to step through.
pub(crate) struct Replay {
    /// The game at its end.
    whole: Dialogue,
    /// The game up to the move shown.
    shown: Dialogue,
}

/// The meaning of an input line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ReplayCommand {
    /// Show the position after this many plies.
    At(usize),
    Flip,
    Sheet,
    Help,
    Quit,
    /// Show this message.
    Say(&'static str),
}

impl Replay {
    /// Starts before the first move.
    pub(crate) fn new(whole: Dialogue) -> anyhow::Result<Self> {
        let shown = at(&whole, 0)?;
        Ok(Self { whole, shown })
    }

    /// Reads commands and shows positions until the user leaves.
    pub(crate) fn run(
        &mut self,
        screen: Screen,
        reader: &mut LineReader,
        out: &mut dyn Write,
    ) -> anyhow::Result<Leaving> {
        display::say("Press Enter for the next move; help lists the commands.", out)?;
        self.show(screen, out)?;
        loop {
            out.flush()?;
            let words = COMMANDS.iter().map(|(name, _)| (*name).to_owned()).collect();
            let line = match reader.read(&self.prompt(), words)? {
                ReadEvent::Line(line) => line,
                ReadEvent::End => return Ok(Leaving::Quit),
                ReadEvent::Interrupt => return Ok(Leaving::Interrupt),
            };
            match self.read(&line) {
                ReplayCommand::Quit => return Ok(Leaving::Quit),
                ReplayCommand::At(plies) => self.shown = at(&self.whole, plies)?,
                ReplayCommand::Flip => self.whole.is_flipped = !self.whole.is_flipped,
                ReplayCommand::Sheet => {
                    display::say(&self.whole.sitting.score_sheet(), out)?;
                    continue;
                }
                ReplayCommand::Help => {
                    display::list(COMMANDS.iter().copied(), out)?;
                    continue;
                }
                ReplayCommand::Say(text) => {
                    display::say(text, out)?;
                    continue;
                }
            }
            self.show(screen, out)?;
        }
    }

    fn plies(&self) -> usize {
        self.shown.sitting.moves().len()
    }

    fn prompt(&self) -> String {
        format!("{}/{}> ", self.plies(), self.whole.sitting.moves().len())
    }

    fn show(&mut self, screen: Screen, out: &mut dyn Write) -> anyhow::Result<()> {
        self.shown.is_flipped = self.whole.is_flipped;
        let board = screen.table(&self.shown, display::width())?;
        out.write_all(board.as_bytes())?;
        if let Some(last) = self.shown.sitting.last_move() {
            display::say(&last, out)?;
        }
        let ending = self.whole.sitting.ending().filter(|_| self.plies() == self.whole.sitting.moves().len());
        ending.map_or(Ok(()), |ending| display::say(&format!("{ending}."), out))
    }

    /// Interprets a line. Commands can be shortened.
    fn read(&self, line: &str) -> ReplayCommand {
        let line = line.trim().to_lowercase();
        let (now, all) = (self.plies(), self.whole.sitting.moves().len());
        if let Ok(plies) = line.parse::<usize>() {
            return if plies <= all {
                ReplayCommand::At(plies)
            } else {
                ReplayCommand::Say("The game does not have that many moves.")
            };
        }
        let names = COMMANDS.iter().map(|(name, _)| *name).chain(["help", "exit"]);
        match &names.filter(|name| name.starts_with(&line)).collect::<Vec<_>>()[..] {
            _ if line.is_empty() && now == all => ReplayCommand::Say("That was the last move; quit leaves."),
            _ if line.is_empty() => ReplayCommand::At(now + 1),
            ["next"] if now == all => ReplayCommand::Say("That was the last move; quit leaves."),
            ["next"] => ReplayCommand::At(now + 1),
            ["back"] if now == 0 => ReplayCommand::Say("This is the start of the game."),
            ["back"] => ReplayCommand::At(now - 1),
            ["first"] => ReplayCommand::At(0),
            ["last"] => ReplayCommand::At(all),
            ["flip"] => ReplayCommand::Flip,
            ["sheet"] => ReplayCommand::Sheet,
            ["quit"] | ["exit"] => ReplayCommand::Quit,
            ["first", "flip"] => ReplayCommand::Say("Which one: first or flip?"),
            ["help"] => ReplayCommand::Help,
            _ => ReplayCommand::Say("Type next, back, first, last, a number, flip, sheet or quit."),
        }
    }
}

/// The game after this many plies, without clocks.
fn at(whole: &Dialogue, plies: usize) -> anyhow::Result<Dialogue> {
    let place = whole.sitting.place();
    let game = whole.sitting.id().game_at(&PositionText { moves: &place.moves[..plies], ..place })?;
    Ok(Dialogue::new(Setup::new(game), PlayOptions { time: None, ..whole.options() }))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use catalog::GameId;

    use super::*;

    #[test]
    fn commands_step_through_a_game() {
        let mut whole =
            Dialogue::new(Setup::new(GameId::Chess.start()), PlayOptions::with_people(|_| true, 5, None));
        for line in ["e4", "e5", "Nf3"] {
            whole.hear(line, Duration::ZERO);
        }
        let mut replay = Replay::new(whole).expect("a game");
        assert_eq!(replay.prompt(), "0/3> ");
        for (line, plies) in [("", 1), ("next", 2), ("b", 1), ("LAST", 3), ("0", 0), ("2", 2), ("first", 0)] {
            assert_eq!(replay.read(line), ReplayCommand::At(plies), "{line}");
            replay.shown = at(&replay.whole, plies).expect("a position");
        }
        assert!(matches!(replay.read("back"), ReplayCommand::Say(_)));
        assert!(matches!(replay.read("4"), ReplayCommand::Say(_)));
        assert!(matches!(replay.read("f"), ReplayCommand::Say(_)));
        assert!(matches!(replay.read("e4"), ReplayCommand::Say(_)));
        assert_eq!(
            [replay.read("fl"), replay.read("q"), replay.read("she")],
            [ReplayCommand::Flip, ReplayCommand::Quit, ReplayCommand::Sheet]
        );
        replay.shown = at(&replay.whole, 3).expect("a position");
        assert!(matches!(replay.read(""), ReplayCommand::Say(_)));
    }
}
