//! The options of `damier match`, and the plan that they or a match file give.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use arena::{
    Adjudication, DrawRule, EngineSpec, EngineTime, MOST_PLIES, MOST_TEST_ROUNDS, MatchFormat, MatchPlan,
    OpeningOrder, OpeningSource, ResignRule, RunPlan, SteadyRule, record_ending,
};
use catalog::GameId;
use clap::{Args, Subcommand, ValueEnum};

use crate::arguments::EXIT_CODES;
use crate::commands::compliance::ComplianceArguments;
use crate::commands::game_arguments::{GameArguments, which_game};
use crate::commands::match_ratings::MatchRatingsArguments;
use crate::commands::match_report::MatchReportArguments;
#[cfg(feature = "workers")]
use crate::commands::match_workers::MatchWorkersArguments;
use crate::commands::numbers::whole;
use crate::commands::stats::SprtArguments;
use crate::play::records::check_name;

const EXAMPLES: &str = "Examples:
  damier match chess --engine stockfish --engine damier --time 8+0.08 --rounds 100 --concurrency 2
  damier match chess --engine ./new --engine ./old --time 8+0.08 --sprt 0,5 --concurrency 8
  damier match russian --engine \"damier name=new\" --engine \"damier level=8\" --time nodes=20000
  damier match international --engine \"scan hub protocol=hub\" --engine damier --time 60+0.6
  damier match --file match.toml --resume
  damier match --file match.toml --workers postgres://me@host/damier
  damier match report --html report.html                  the results so far
  damier match ratings *.pgn --anchor stockfish=2850      engines of several matches on one scale

An engine is a command with keys after it: name=NAME, protocol=uci|hub|dxp, time=TIME, nodes=N, depth=N,
movetime=SECONDS, ponder=true, folder=DIR, restart=after-fault|each-game|never, option.NAME=VALUE. The engine \"damier\" runs
in this process; its options are level=1-10, hash=MB, threads=N, move-overhead=MS, EvalFile=FILE and tables=DIR. A program
that speaks dxp has the key address=ADDR:PORT, or {port} in its command, which stands for a free port.

A time is seconds for the game, with an increment, or for a number of moves: 60, 8+0.08, 40/60+0.6. movetime=SECONDS,
nodes=N and depth=N limit each move; several limits are joined by commas.

Each round plays every pairing twice from the same opening, with colors swapped. Games are stored when they end, so a
match that was stopped in any way continues with --resume. Ctrl-C finishes the running games; press it again to stop now.
On a terminal, a dashboard shows the games in progress; q finishes them, Ctrl-C stops at once.";

/// Play matches between engines: UCI, Hub, DamExchange, or this one.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"), args_conflicts_with_subcommands = true)]
pub(crate) struct MatchArguments {
    #[command(subcommand)]
    pub(crate) command: Option<MatchCommand>,
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    plan: PlanArguments,
    // Not one of the above: clap forgets the members of a group that holds another group.
    #[command(flatten)]
    sprt: SprtArguments,
    /// Read the match from a TOML file, with the same settings as the options.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["PlanArguments", "SprtArguments"])]
    file: Option<PathBuf>,
    /// Write the games to this file; its ledger is kept beside it [default: match.pgn or match.pdn].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Continue the match in the output file, or start it if there is none. With more --rounds it is longer; other options
    /// must be those of the match.
    #[arg(long)]
    pub(crate) resume: bool,
    /// Games to play at the same time [default: 1].
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=1024), conflicts_with = "compliance")]
    concurrency: Option<usize>,
    /// Print the standings after every N pairs; 0 for only at the end.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<u64>(0..=u64::MAX), conflicts_with = "compliance")]
    pub(crate) every: u64,
    /// Measure what the match adds to the clocks of the engines: an empty request before each move.
    #[arg(long, conflicts_with = "compliance")]
    pub(crate) latency: bool,
    /// Print one JSON object per event.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print lines instead of the dashboard on a terminal.
    #[arg(long, conflicts_with = "compliance")]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) compliance: ComplianceArguments,
    #[cfg(feature = "workers")]
    #[command(flatten)]
    pub(crate) shared: MatchWorkersArguments,
}

/// What else can be done with matches.
#[derive(Subcommand)]
pub(crate) enum MatchCommand {
    Report(MatchReportArguments),
    Ratings(MatchRatingsArguments),
}

/// What the match is.
#[derive(Args)]
#[command(next_help_heading = "The match")]
struct PlanArguments {
    /// An engine; give two or more.
    #[arg(long = "engine", short, value_name = "TEXT")]
    engines: Vec<String>,
    /// The time control of engines that have none of their own [default: 10+0.1].
    #[arg(long, short, value_name = "TIME")]
    time: Option<EngineTime>,
    /// How engines are paired [default: round-robin].
    #[arg(long)]
    format: Option<FormatName>,
    /// Rounds; in each, every pairing plays one game with each color [default: 1, or as many
    /// as --sprt needs].
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    rounds: Option<u32>,
    /// Openings: random, start, all (every position after --plies), ballots (English three-move ballots), or a book in PGN,
    /// PDN, EPD or FEN [default: random].
    #[arg(long, value_name = "SOURCE")]
    openings: Option<String>,
    /// Plies of each opening [default: 8 random ones, 3 of all positions, the whole lines of a book].
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=MOST_PLIES.into()))]
    plies: Option<u16>,
    /// Shuffle the openings, by the seed.
    #[arg(long, requires = "openings")]
    shuffle: bool,
    /// The seed of all random choices [default: 1].
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Milliseconds that a move may exceed its time [default: 20].
    #[arg(long, value_name = "MS", value_parser = whole::<u64>(0..=60_000))]
    margin: Option<u64>,
    /// Seconds to wait for a move that no clock limits [default: 60].
    #[arg(long, value_name = "SECONDS", value_parser = whole::<u64>(1..=86_400))]
    patience: Option<u64>,
    /// A game is lost when both engines say so: moves=N,score=CENTIPAWNS[,one-sided].
    #[arg(long, value_name = "RULE")]
    resign: Option<ResignRule>,
    /// A game is drawn when both engines say so: from=N,moves=N,score=CENTIPAWNS.
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,
    /// A game is drawn when the scores of each engine stay the same: from=N,moves=N,change=CENTIPAWNS,score=CENTIPAWNS.
    #[arg(long, value_name = "RULE")]
    steady: Option<SteadyRule>,
    /// A game is drawn after this many moves of each side; those of the opening do not count, here and above.
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=100_000))]
    max_moves: Option<u32>,
    /// A game ends as soon as the endgame tables in this folder know its result. Our own engine gets tables with
    /// option.tables=DIR.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// The name of the match.
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatName {
    /// Every engine plays every other one.
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
    /// Engines with similar scores play each other.
    Swiss,
    /// Each engine meets the next one.
    Ladder,
}

impl From<FormatName> for MatchFormat {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::RoundRobin => Self::RoundRobin,
            FormatName::Gauntlet => Self::Gauntlet,
            FormatName::Swiss => Self::Swiss,
            FormatName::Ladder => Self::Ladder,
        }
    }
}

/// The time control of engines that have none of their own.
const DEFAULT_TIME: &str = "10+0.1";

impl MatchArguments {
    /// The game, if one is named.
    pub(crate) fn game(&self) -> anyhow::Result<Option<GameId>> {
        self.game.read()
    }

    /// The plan that the options or the file give; `None` if they only say which match goes on, and perhaps how.
    pub(crate) fn plan(&self) -> anyhow::Result<Option<MatchPlan>> {
        let game = self.game.read()?;
        if let Some(path) = &self.file {
            let shown = path.display();
            if game.is_some() {
                bail!("{shown} names the game: leave it out of the command line");
            }
            let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
            return Ok(Some(MatchPlan::from_toml(&text).with_context(|| shown.to_string())?));
        }
        if self.resume && (self.plan.engines.is_empty() || game.is_none()) {
            return Ok(None);
        }
        let Some(game) = game else { bail!("{}", which_game("match")) };
        let plan = self.plan.change(MatchPlan::new(game, DEFAULT_TIME.parse()?, Vec::new()), &self.sprt)?;
        plan.check()?;
        Ok(Some(plan))
    }

    /// The plan of a match that is there, with what the options say.
    pub(crate) fn change(&self, stored: MatchPlan) -> anyhow::Result<MatchPlan> {
        let game = self.game.read()?.unwrap_or(stored.game);
        self.plan.change(MatchPlan { game, ..stored }, &self.sprt)
    }

    /// What the first Ctrl-C does.
    pub(crate) fn finishing(&self) -> &'static str {
        #[cfg(feature = "workers")]
        if self.shared.is_wanted() {
            return "stopping; press Ctrl-C again to stop at once";
        }
        "the running games are finished; press Ctrl-C again to stop at once"
    }

    /// How many games to play at the same time.
    pub(crate) fn concurrency(&self, plan: &RunPlan) -> usize {
        self.concurrency.or(plan.concurrency).unwrap_or(1)
    }

    /// Where the records of a match go.
    pub(crate) fn output(&self, plan: Option<&MatchPlan>) -> anyhow::Result<PathBuf> {
        let named = self.output.as_ref().or(plan.and_then(|plan| plan.run.output.as_ref()));
        let path = match (named, plan) {
            (Some(path), _) => path.clone(),
            (None, Some(plan)) => PathBuf::from(format!("match.{}", record_ending(plan.game))),
            (None, None) => default_output(" with --output")?,
        };
        if let Some(plan) = plan {
            check_name(plan.game, &path)?;
        }
        if files::Compression::of_path(&path) != files::Compression::None {
            bail!("cannot write {}: games of a match are not compressed; use another name", path.display());
        }
        Ok(path)
    }
}

/// The match in this folder that is meant if no file is named; `how` says how to name one.
pub(crate) fn default_output(how: &str) -> anyhow::Result<PathBuf> {
    let found: Vec<&str> = ["match.pgn", "match.pdn"]
        .into_iter()
        .filter(|name| arena::Ledger::path_of(Path::new(name)).exists())
        .collect();
    match found[..] {
        [name] => Ok(PathBuf::from(name)),
        [] => bail!("there is no match in match.pgn or match.pdn here: name its file{how}"),
        _ => bail!("there are two matches here, in match.pgn and match.pdn: name one of them{how}"),
    }
}

impl PlanArguments {
    /// The plan with what the options say; what they leave out stays.
    fn change(&self, plan: MatchPlan, sprt: &SprtArguments) -> anyhow::Result<MatchPlan> {
        let engines: Vec<EngineSpec> =
            self.engines.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        let (sprt, before) = (sprt.plan(), plan.adjudication);
        let rounds = if sprt.is_some() && plan.sprt.is_none() { MOST_TEST_ROUNDS } else { plan.rounds };
        Ok(MatchPlan {
            event: self.event.clone().or(plan.event),
            format: self.format.map_or(plan.format, MatchFormat::from),
            rounds: self.rounds.unwrap_or(rounds),
            sprt: sprt.or(plan.sprt),
            seed: self.seed.unwrap_or(plan.seed),
            time: self.time.unwrap_or(plan.time),
            margin: self.margin.unwrap_or(plan.margin),
            patience: self.patience.unwrap_or(plan.patience),
            openings: self.opening_source(plan.game)?.or(plan.openings),
            adjudication: Adjudication {
                resign: self.resign.or(before.resign),
                draw: self.draw.or(before.draw),
                steady: self.steady.or(before.steady),
                max_moves: self.max_moves.or(before.max_moves),
                tables: self.tables.clone().or(before.tables),
            },
            engines: if engines.is_empty() { plan.engines } else { engines },
            ..plan
        })
    }

    /// Where the openings come from; `None` if nothing is said about them.
    fn opening_source(&self, game: GameId) -> anyhow::Result<Option<OpeningSource>> {
        let order = if self.shuffle { OpeningOrder::Shuffled } else { OpeningOrder::Listed };
        Ok(match (self.openings.as_deref(), self.plies) {
            (None, None) => None,
            (Some(source @ ("start" | "ballots")), Some(_)) => {
                bail!("--plies does not fit --openings {source}: leave it out")
            }
            (None | Some("random"), plies) => Some(match OpeningSource::usual(game) {
                OpeningSource::Random { plies: usual, balance } => {
                    OpeningSource::Random { plies: plies.unwrap_or(usual), balance }
                }
                other => other,
            }),
            (Some("start"), None) => Some(OpeningSource::Start {}),
            (Some("ballots"), None) => Some(OpeningSource::Ballots { order }),
            (Some("all"), plies) => Some(OpeningSource::AllPositions { plies: plies.unwrap_or(3), order }),
            (Some(path), plies) => Some(OpeningSource::Book { path: path.into(), plies, order }),
        })
    }
}
