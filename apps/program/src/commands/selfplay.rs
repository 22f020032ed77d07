//! `damier selfplay`: games of the engine against itself, as training data.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use catalog::GameId;
use clap::{Args, Subcommand};
use engine::{Control, EvalFileError};
use selfplay::{Generator, Goal, PlayerEvaluation, SelfPlayError, SelfPlaySettings, Session, Totals};

use crate::arguments::PLAIN_EXIT_CODES;
use crate::commands::game_arguments::GameParser;
use crate::commands::number_of;
use crate::commands::numbers::{seconds, whole};
use crate::commands::selfplay_files::{self, ExportArguments, MergeArguments, ShowGameArguments};
use crate::commands::selfplay_report::Report;
use crate::commands::selfplay_stats::{self, StatsArguments};
use crate::commands::tables::open_tables;
use crate::interrupt::stop_on_interrupt;
#[cfg(feature = "workers")]
use crate::workers::{SharedSelfPlayRequest, selfplay_with_workers};
use crate::{complain, exit};

const EXAMPLES: &str = "Examples:
  damier selfplay english --output english.games --games 10000 --threads 2
  damier selfplay english --output english.games --positions 5000000 --resume
  damier selfplay export english.games --output english.bin

The same options give the same file, byte by byte, with any number of threads. --resume continues a run that was stopped or
killed. docs/selfplay.md describes how games are played and stored.";

/// Let the engine play itself to make data for training.
#[derive(Args)]
#[command(
    after_help = format!("{EXAMPLES}\n\n{PLAIN_EXIT_CODES}"),
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub(crate) struct SelfPlayArguments {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    play: PlayGamesArguments,
}

#[derive(Subcommand)]
enum Action {
    Export(ExportArguments),
    Stats(StatsArguments),
    Show(ShowGameArguments),
    Merge(MergeArguments),
}

/// How to play.
#[derive(Args)]
struct PlayGamesArguments {
    /// The game.
    #[arg(value_name = "GAME", required = true, value_parser = GameParser, hide_possible_values = true)]
    game: Option<GameId>,
    /// The file for the games.
    #[arg(long, short, value_name = "FILE", required = true)]
    output: Option<PathBuf>,
    /// Play this many games in all, with those that the file already has.
    #[arg(long, value_name = "N", conflicts_with = "positions", value_parser = whole::<u64>(1..=1_000_000_000_000))]
    games: Option<u64>,
    /// Play until this many positions have been searched in all. Default without this and --games: 1,000 games.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=1_000_000_000_000))]
    positions: Option<u64>,
    /// Continue the output file, or start it if there is none.
    #[arg(long)]
    resume: bool,
    /// The number of threads; 0 for one per core.
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = whole::<usize>(0..=1024))]
    threads: usize,
    #[command(flatten)]
    how: HowArguments,
    #[cfg(feature = "workers")]
    #[command(flatten)]
    workers: WorkersArguments,
    /// Seconds between two lines of progress.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    every: Duration,
    /// Print JSON: one object per line.
    #[arg(long)]
    json: bool,
}

/// The options of self-play on several machines.
#[cfg(feature = "workers")]
#[derive(Args)]
#[command(next_help_heading = "Options for several machines")]
struct WorkersArguments {
    /// Let workers play, through a queue in this PostgreSQL database.
    #[arg(long, value_name = "URL", conflicts_with_all = ["threads", "tables"])]
    workers: Option<String>,
    /// Give a block of games to another worker after this many seconds without a finished game.
    #[arg(long, value_name = "SECONDS", default_value = "300", requires = "workers", value_parser = seconds)]
    lease: Duration,
    /// Set a block aside after this many failures.
    #[arg(long, value_name = "N", default_value_t = 5, requires = "workers", value_parser = whole::<u32>(1..=1_000_000))]
    attempts: u32,
}

/// What determines the games.
#[derive(Args)]
#[command(next_help_heading = "Options that change the games")]
struct HowArguments {
    /// The seed of all random choices.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Nodes per move: no new depth is started after this many, and ten times as many stop the search.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=1_000_000_000))]
    nodes: Option<u64>,
    /// Evaluate with the network in this file; "none" for the hand-crafted evaluation of draughts. The default is the built-in
    /// evaluation.
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
    /// End games by the endgame tables in this folder, as "damier tables build --dir" makes them.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// How much the nodes of a game may differ from --nodes, in percent.
    #[arg(long, value_name = "PERCENT", value_parser = whole::<u32>(0..=90))]
    vary: Option<u32>,
    /// Size of the transposition table of each thread in megabytes; it is cleared before each game.
    #[arg(long, value_name = "MB", value_parser = whole::<usize>(0..=65_536))]
    hash: Option<usize>,
    /// Random plies at the start of each game, such as 8 or 7-12.
    #[arg(long, value_name = "PLIES", value_parser = plies)]
    opening: Option<(u32, u32)>,
    /// Drop openings with a larger score, in hundredths of a pawn or man.
    #[arg(long, value_name = "SCORE", value_parser = whole::<u32>(1..=100_000))]
    opening_limit: Option<u32>,
    /// Call a game won when the score stays beyond this; 0 for never.
    #[arg(long, value_name = "SCORE", value_parser = whole::<u32>(0..=100_000))]
    win_score: Option<u32>,
    /// How many searched positions in a row --win-score needs.
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=100_000))]
    win_plies: Option<u32>,
    /// Call a game drawn when the score stays within this: in draughts with a king on the board, in chess with at most half
    /// of the pieces.
    #[arg(long, value_name = "SCORE", value_parser = whole::<u32>(0..=100_000))]
    draw_score: Option<u32>,
    /// How many searched positions in a row --draw-score needs; 0 for never.
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=100_000))]
    draw_plies: Option<u32>,
    /// Call a game drawn after this many plies without an irreversible move; 0 for never.
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=100_000))]
    quiet_plies: Option<u32>,
    /// Call a game drawn after this many plies.
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=100_000))]
    most_plies: Option<u32>,
}

impl HowArguments {
    fn settings(&self, game: GameId) -> SelfPlaySettings {
        let usual = SelfPlaySettings::of(game);
        let (least_opening, most_opening) = self.opening.unwrap_or((usual.least_opening, usual.most_opening));
        let score = |given: Option<u32>, usual: i32| given.map_or(usual, |given| given as i32);
        let is_never_equal = self.draw_plies == Some(0);
        SelfPlaySettings {
            seed: self.seed,
            nodes: self.nodes.unwrap_or(usual.nodes),
            vary: self.vary.unwrap_or(usual.vary),
            hash: self.hash.unwrap_or(usual.hash),
            least_opening,
            most_opening,
            opening_limit: score(self.opening_limit, usual.opening_limit),
            win_score: score(self.win_score, usual.win_score),
            win_plies: self.win_plies.unwrap_or(usual.win_plies),
            draw_score: if is_never_equal { -1 } else { score(self.draw_score, usual.draw_score) },
            draw_plies: self.draw_plies.filter(|&plies| plies > 0).unwrap_or(usual.draw_plies),
            quiet_plies: self.quiet_plies.unwrap_or(usual.quiet_plies),
            most_plies: self.most_plies.unwrap_or(usual.most_plies),
        }
    }
}

/// No network is larger.
const MOST_NET: u64 = 64 << 20;

/// Reads the evaluation of the players.
fn evaluation(file: Option<&Path>) -> anyhow::Result<PlayerEvaluation> {
    let Some(path) = file else { return Ok(PlayerEvaluation::BuiltIn) };
    if path == Path::new("none") {
        return Ok(PlayerEvaluation::HandCrafted);
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_NET + 1).read_to_end(&mut bytes));
    read.with_context(|| format!("cannot read {}", path.display()))?;
    if bytes.len() as u64 > MOST_NET {
        bail!("{}: more than {} MB, which no network has", path.display(), MOST_NET >> 20);
    }
    Ok(PlayerEvaluation::Network(bytes.into()))
}

/// Reads `8` or `7-12`.
fn plies(text: &str) -> Result<(u32, u32), String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let read = |text: &str| text.parse().ok().filter(|&plies: &u32| plies <= 1_000);
    read(least)
        .zip(read(most))
        .filter(|(least, most)| least <= most)
        .ok_or_else(|| "expected a number up to 1000 or two, as in 7-12".to_owned())
}

pub(crate) fn run(arguments: &SelfPlayArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match &arguments.action {
        Some(Action::Export(arguments)) => selfplay_files::export(arguments, out),
        Some(Action::Stats(arguments)) => selfplay_stats::stats(arguments, out),
        Some(Action::Show(arguments)) => selfplay_files::show(arguments, out),
        Some(Action::Merge(arguments)) => selfplay_files::merge(arguments, out),
        None => play(&arguments.play, out),
    }
}

fn play(arguments: &PlayGamesArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let (Some(game), Some(path)) = (arguments.game, &arguments.output) else {
        bail!("name a game and a file: damier selfplay english --output english.games");
    };
    let control = Arc::new(Control::default());
    if !arguments.resume && path.exists() {
        bail!("{} already exists: continue it with --resume, or choose another --output", path.display());
    }
    let generator = generator(game, &arguments.how)?;
    let mut session =
        if arguments.resume { Session::resume(path, generator) } else { Session::create(path, generator) }?;
    if let Some(tail) = session.tail() {
        complain(&format!(
            "{}: cut {} of an unfinished block at byte {}; its games are played again",
            path.display(),
            number_of(tail.bytes, "byte"),
            tail.offset
        ));
    }
    let goal = match (arguments.games, arguments.positions) {
        (Some(games), _) => Goal::Games(games),
        (_, Some(positions)) => Goal::Positions(positions),
        _ => Goal::Games(1_000),
    };
    let threads = match arguments.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    stop_on_interrupt(&control)?;
    let begin = Instant::now();
    let report = Report { goal, begin, before: session.totals().clone(), json: arguments.json };
    let mut last = begin;
    let mut written = Ok(());
    let mut watch = |totals: &Totals| {
        if written.is_ok() && last.elapsed() >= arguments.every {
            last = Instant::now();
            written = report.write(totals, false, out);
            if written.is_err() {
                control.stop();
            }
        }
    };
    if !play_elsewhere(arguments, path, &mut session, goal, &control, &mut watch)? {
        session.play(goal, threads, &control, watch)?;
    }
    written?;
    let is_reached = session.is_reached(goal);
    report.write(session.totals(), is_reached, out)?;
    if is_reached {
        return Ok(ExitCode::SUCCESS);
    }
    complain(&format!("stopped; the same command with --resume continues {}", path.display()));
    Ok(ExitCode::from(exit::INTERRUPTED))
}

/// Prepares the sequence of games.
fn generator(game: GameId, how: &HowArguments) -> anyhow::Result<Generator> {
    let generator = Generator::new(game, how.settings(game), evaluation(how.eval_file.as_deref())?);
    let generator = match (generator, &how.eval_file) {
        (Err(SelfPlayError::BadNet(reason)), Some(net)) => bail!("{}: {reason}", net.display()),
        (Err(SelfPlayError::NetworkRequired { game }), _) => {
            bail!("--eval-file: {}", EvalFileError::NetworkRequired { game })
        }
        (generator, _) => generator?,
    };
    Ok(match &how.tables {
        Some(folder) => generator.with_tables(open_tables(game, folder)?),
        None => generator,
    })
}

/// Lets workers play; false without `--workers`.
#[cfg(feature = "workers")]
fn play_elsewhere(
    arguments: &PlayGamesArguments,
    output: &Path,
    session: &mut Session,
    goal: Goal,
    control: &Control,
    watch: &mut dyn FnMut(&Totals),
) -> anyhow::Result<bool> {
    let &WorkersArguments { ref workers, lease, attempts } = &arguments.workers;
    let Some(queue) = workers else { return Ok(false) };
    let request = SharedSelfPlayRequest { queue, lease, attempts, output, goal };
    selfplay_with_workers(session, &request, control, watch)?;
    Ok(true)
}

#[cfg(not(feature = "workers"))]
fn play_elsewhere(
    _: &PlayGamesArguments,
    _: &Path,
    _: &mut Session,
    _: Goal,
    _: &Control,
    _: &mut dyn FnMut(&Totals),
) -> anyhow::Result<bool> {
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opening_plies_are_a_number_or_a_range() {
        assert_eq!((plies("8"), plies("7-12"), plies("0")), (Ok((8, 8)), Ok((7, 12)), Ok((0, 0))));
        for bad in ["", "-", "12-7", "7-", "1001", "a", "7-12-13"] {
            assert!(plies(bad).is_err(), "{bad}");
        }
    }
}
