//! `damier play`: plays a game at the terminal.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use catalog::{GameId, PositionText, START};
use clap::{Args, ValueEnum};
use damier::{Color, diagram::Charset};

use crate::commands::ask::{self, Leaving, ask_game};
use crate::commands::numbers::whole;
use crate::commands::position_arguments::{Named, PositionArguments, Takes};
use crate::commands::tables::open_tables;
use crate::complain;
use crate::display;
use crate::interrupt::Interrupts;
use crate::play::clock::TimeOption;
use crate::play::dialogue::{Dialogue, PlayOptions, sentence};
use crate::play::line_reader::{self, LineReader};
use crate::play::run::Runner;
use crate::play::screen::Screen;
use crate::play::sitting::Setup;
use crate::play::store::Store;
use crate::play::{random_number, records, start_game};

/// The default level.
pub(crate) const DEFAULT_LEVEL: u8 = 5;

const EXAMPLES: &str = "Examples:
  damier play                   on a terminal: ask which game
  damier play chess
  damier play russian --side black --level 3
  damier play international --time 5+3
  damier play chess --two
  damier play frisian --watch --time 1s
  damier play chess \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"
  damier play --load games.pgn --number 3
  damier play --resume

Type a move in any unambiguous notation of the game: Nf3, g1f3, 32-28, 28x19x10, c3-d4; or square by square: c3, then
e5, then g7. The beginning of a move is enough if no other move begins the same way: 32x23 plays 32x23x14, and e8 asks what
the pawn becomes. Tab completes. If a move is illegal, you see the rule that forbids it.

Type help for the commands: hint, undo, draw, save and others. A shortened command that ends or changes the game asks for
confirmation; resign always does. You can also send moves and commands through a pipe, one per line. No questions are asked
there: shortened commands of this kind are refused, resign takes effect at once, a promotion must name its piece (e8=Q),
and a draw offer stands until the opponent accepts it with draw or moves.

Every move is saved before it is shown. The last 1000 games, finished or not, are in the folder damier/games under
$XDG_STATE_HOME or ~/.local/state. --resume continues the last unfinished game that no other program has open; damier
games --played lists, replays, exports and deletes games. Ctrl-C makes a thinking engine move at once. At the prompt,
press Ctrl-C twice or Ctrl-D to leave.

Text and boards fit the terminal; COLUMNS can make them narrower.

The engine accepts a draw when it is worse, or when the game has been even for a long time.";

const EXIT_CODES: &str = "Exit codes:
  0    the game ended, or you left it
  2    bad usage or bad input; a line on stderr says what
  130  stopped by Ctrl-C, TERM or HUP";

/// Play a game against the engine or another person.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct PlayArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Your side.
    #[arg(long, value_enum, default_value_t = Side::White)]
    side: Side,
    /// Engine level, from 1 to 10.
    #[arg(long, value_name = "N", value_parser = whole::<u8>(1..=10), default_value_t = DEFAULT_LEVEL)]
    level: u8,
    /// Two people play at this terminal.
    #[arg(long, conflicts_with_all = ["side", "watch"])]
    two: bool,
    /// At level 10, the engine uses the endgame tables in this folder; see damier tables.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// The engine plays against itself.
    #[arg(long, conflicts_with = "side")]
    watch: bool,
    /// Time: minutes plus seconds per move (5+3), minutes with a delay (5d3), moves in minutes (40/90), or seconds for
    /// each engine move (2s).
    #[arg(long, value_name = "TIME")]
    time: Option<TimeOption>,
    /// Continue a game from this file: PGN, PDN or JSON lines.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "lenient", "resume"])]
    load: Option<PathBuf>,
    /// Which game of the file.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "load", value_parser = whole::<u64>(1..=u64::MAX))]
    number: u64,
    /// Continue the last unfinished game, or game N; "damier games --played" lists them.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, value_parser = whole::<u64>(1..=u64::MAX),
        conflicts_with_all = ["fen", "moves", "lenient", "side", "level", "two", "watch", "time"])]
    resume: Option<Option<u64>>,
    /// Colors: auto shows them on a terminal unless NO_COLOR is set.
    #[arg(long, value_enum, default_value_t = When::Auto)]
    color: When,
    /// Show boards in ASCII, as in a locale without UTF-8 (LC_ALL, LC_CTYPE or LANG).
    #[arg(long)]
    ascii: bool,
}

/// A side to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    White,
    Black,
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

impl Side {
    pub(crate) fn color(self) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
            Self::Random if random_number().is_multiple_of(2) => Color::White,
            Self::Random => Color::Black,
        }
    }
}

pub(crate) fn run(arguments: &PlayArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let named = arguments.named()?;
    if named.game.is_none() && arguments.is_plain() && line_reader::is_terminal() {
        return ask::run(out);
    }
    // From here on, leaving at a question restores the terminal too.
    let interrupts = Interrupts::listen()?;
    let mut reader = LineReader::new()?;
    let mut store = Store::open();
    let dialogue = if arguments.resume.is_some() {
        resume(arguments.resume.flatten(), named.game, &mut store)?
    } else {
        match set_up(arguments, &named, &store, &mut reader, out)? {
            Ok(setup) => Dialogue::new(setup, arguments.options()),
            Err(leaving) => return Ok(leaving.exit_code()),
        }
    };
    if let Some(folder) = &arguments.tables {
        open_tables(dialogue.sitting.id(), folder)?;
    }
    let screen = screen(arguments.color, arguments.ascii);
    Runner::new(dialogue, screen, store, reader, interrupts, out).with_tables(arguments.tables.clone()).run()
}

/// The default way to draw boards on standard output.
pub(crate) fn default_screen() -> Screen {
    screen(When::Auto, false)
}

fn screen(color: When, ascii: bool) -> Screen {
    let is_colored = match color {
        When::Always => true,
        When::Never => false,
        When::Auto => anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    };
    Screen { is_colored, charset: if ascii { Charset::Ascii } else { display::charset() } }
}

fn resume(number: Option<u64>, game: Option<GameId>, store: &mut Store) -> anyhow::Result<Dialogue> {
    let unfinished = match (number, game) {
        (Some(number), game) => store.unfinished(number, game)?,
        (None, game) => match (store.newest(game), game) {
            (Ok(unfinished), _) => {
                if let Some(newer) = unfinished.open_elsewhere {
                    let number = unfinished.number();
                    complain(&format!("game {newer} is open in another program; resuming game {number}"));
                }
                unfinished
            }
            (Err(Some(open)), _) => bail!("game {open} is open in another program"),
            (Err(None), Some(game)) => bail!("there is no unfinished game of {game}"),
            (Err(None), None) => bail!("there is no unfinished game"),
        },
    };
    Ok(store.resume(unfinished))
}

/// Sets up the game to play; asks which one if it is not given.
fn set_up(
    arguments: &PlayArguments,
    named: &Named,
    store: &Store,
    reader: &mut LineReader,
    out: &mut dyn Write,
) -> anyhow::Result<Result<Setup, Leaving>> {
    let unfinished = store.newest(None).ok().map(|unfinished| {
        format!("there is an unfinished game ({}): damier play --resume", unfinished.title())
    });
    if let (None, None, LineReader::Plain) = (named.game, &arguments.load, &*reader) {
        let hint = unfinished.map(|text| format!("; {text}")).unwrap_or_default();
        bail!("which game? Name it, as in damier play chess{hint}");
    }
    let (setup, remark) = match (&arguments.load, named.game) {
        (Some(path), game) => {
            let loaded = records::load(path, arguments.number, game)?;
            (loaded.setup, Some(loaded.remark))
        }
        (None, Some(game)) => (setup(game, &named.place())?, None),
        (None, None) => {
            let game = match ask_game(reader, out)? {
                Ok(game) => game,
                Err(leaving) => return Ok(Err(leaving)),
            };
            (setup(game, &named.place())?, None)
        }
    };
    for text in unfinished.map(|text| sentence(&text)).into_iter().chain(remark) {
        display::say(&text, out)?;
    }
    Ok(Ok(setup))
}

impl PlayArguments {
    /// The position, and the game if it is named or the position makes it clear.
    fn named(&self) -> anyhow::Result<Named> {
        let mut named = self.position.read(Takes::Nothing)?;
        for (option, is_given) in [("--load", self.load.is_some()), ("--resume", self.resume.is_some())] {
            if is_given {
                named.without_position(option)?;
            }
        }
        if named.fen.is_some() {
            named.game = Some(named.game("play")?);
        }
        Ok(named)
    }

    /// Whether nothing was asked for: then the program asks.
    fn is_plain(&self) -> bool {
        let Self {
            position: _,
            side,
            level,
            two,
            watch,
            time,
            load,
            number: _,
            resume,
            color,
            ascii,
            tables,
        } = self;
        (*side, *level, *two, *watch, *color, *ascii)
            == (Side::White, DEFAULT_LEVEL, false, false, When::Auto, false)
            && time.is_none()
            && load.is_none()
            && resume.is_none()
            && tables.is_none()
    }

    fn options(&self) -> PlayOptions {
        let own = self.side.color();
        let is_person = |color| self.two || !self.watch && color == own;
        PlayOptions::with_people(is_person, self.level, self.time)
    }
}

fn setup(game: GameId, place: &PositionText<'_>) -> anyhow::Result<Setup> {
    let is_start = place.fen.is_none_or(|fen| fen.trim() == START) && place.moves.is_empty();
    Ok(if is_start { start_game(game) } else { Setup::new(game.game_at(place)?) })
}
