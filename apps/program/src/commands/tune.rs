//! `damier tune`: tunes numbers of an engine by games.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::{Context, anyhow, bail};
use arena::{ArenaError, Cancel, EngineSpec, EngineTime, MatchPlan, OpeningSet, OpeningSource};
use clap::Args;
use report::{TunedLine, tuning_page};
use serde::Serialize;
use spsa::{NumberRequest, PairPlayer, PairScore, Spsa, SpsaError, SpsaSettings, TuningFile, setup_text};

use crate::arguments::EXIT_CODES;
use crate::commands::game_arguments::GameArguments;
use crate::commands::numbers::whole;
use crate::commands::stats::number;
use crate::interrupt::finish_on_interrupt;
use crate::{complain, exit};

const EXAMPLES: &str = "Examples:
  damier tune chess --engine stockfish --number \"Skill Level=5:0:20\" --time nodes=2000 --iterations 200
  damier tune chess --engine ./mine --number Aspiration=25:5:100 --number NullDepth=3:1:6 --time 2+0.02
  damier tune --resume ...                                   continue after a stop, with the same options or more --iterations

Each iteration moves all numbers up or down at random, plays pairs of games between the two sets, and moves the numbers
to the side that won. A number is NAME, NAME=START, NAME=START:MIN:MAX or NAME=START:MIN:MAX:STEP; STEP is how far it is
moved to compare, a twentieth of its range if you leave it out. The engine must offer it as a whole number; its default
and its range stand for what you leave out.

The state is kept in the output file after every iteration. --resume continues a run that was stopped in any way; if the
engine always plays the same moves, the result is the same. docs/tune.md says how many games to expect.";

/// Tune the numbers of an engine (SPSA): games between two variations of them.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct TuneArguments {
    #[command(flatten)]
    game: GameArguments,
    /// The engine: a command with keys after it, as in damier match.
    #[arg(long, short, value_name = "TEXT")]
    engine: String,
    /// A number to tune: NAME[=START[:MIN:MAX[:STEP]]]; repeat it for more.
    #[arg(long = "number", short, value_name = "NUMBER", required = true)]
    numbers: Vec<NumberRequest>,
    /// How many times two variations are compared.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u64>(1..=spsa::MOST_ITERATIONS))]
    iterations: u64,
    /// Pairs of games in each iteration.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(1..=1000))]
    pairs: u64,
    /// How far a number moves, in ranges, if every pair is won by one point.
    #[arg(long, value_name = "X", default_value_t = 2.0, value_parser = number)]
    rate: f64,
    /// The time control.
    #[arg(long, short, value_name = "TIME", default_value = "nodes=5000")]
    time: EngineTime,
    /// The seed of all random choices.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Pairs to play at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=1024))]
    concurrency: usize,
    /// Keep the state in this file.
    #[arg(long, short, value_name = "FILE", default_value = "tune.json")]
    output: PathBuf,
    /// Continue the run in the output file, with the same options; more --iterations make it longer.
    #[arg(long)]
    resume: bool,
    /// Write one HTML page that plots the values of each number to this file.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print one JSON object per iteration.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &TuneArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let game = arguments.game.required("tune")?;
    let engine: EngineSpec = arguments.engine.parse()?;
    let plan =
        MatchPlan { seed: arguments.seed, ..MatchPlan::new(game, arguments.time, vec![engine.clone(); 2]) };
    let TuneArguments { iterations, rate, seed, .. } = *arguments;
    let offered = match arena::number_options(game, &engine) {
        Ok(offered) => offered,
        Err(error @ ArenaError::CannotStart { .. }) => {
            complain(&error.to_string());
            return Ok(ExitCode::from(exit::ENGINE_FAILED));
        }
        Err(error) => return Err(error.into()),
    };
    let numbers =
        arguments.numbers.iter().map(|number| number.resolve(&offered)).collect::<Result<_, _>>()?;
    let spsa = Spsa::new(numbers, SpsaSettings { iterations, rate, seed })?;
    // What the games depend on: a run goes on only with the same.
    let setup = setup_text(arguments.pairs, &plan);
    let file = TuningFile::new(&arguments.output, &setup);
    let mut spsa = begin(&file, spsa, arguments)?;
    let source = OpeningSource::usual(game);
    let openings = OpeningSet::open(game, &source, seed)?;
    let names = spsa.numbers().iter().map(|number| number.name.clone()).collect();
    let finish = finish_on_interrupt("the running games are finished; press Ctrl-C again to stop at once")?;
    let player = PairPlayer::new(plan, engine, names, &openings, &Cancel::default())
        .pairs(arguments.pairs, arguments.concurrency);
    while let Some([plus, minus]) = spsa.candidates() {
        if finish.load(Ordering::Relaxed) {
            break;
        }
        let score = match player.play(spsa.iteration(), [&plus, &minus]) {
            Ok(score) => score,
            Err(SpsaError::Arena(error @ ArenaError::CannotStart { .. })) => {
                complain(&error.to_string());
                return Ok(ExitCode::from(exit::ENGINE_FAILED));
            }
            Err(error) => return Err(error.into()),
        };
        spsa.update(score.difference());
        file.store(&spsa)?;
        tell(arguments, &spsa, [&plus, &minus], &score, out)?;
    }
    if let Some(path) = &arguments.plot {
        write_plot(path, &spsa, &arguments.engine)?;
    }
    let is_complete = spsa.iteration() == iterations;
    if !arguments.json {
        write_result(&spsa, is_complete, out)?;
    }
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(exit::INTERRUPTED) })
}

/// Begins a run, or continues one. An existing run is never overwritten.
fn begin(file: &TuningFile, spsa: Spsa, arguments: &TuneArguments) -> anyhow::Result<Spsa> {
    if arguments.resume {
        return file.resume(spsa).map_err(|error| match error {
            other @ SpsaError::Another { .. } => {
                anyhow!("cannot continue: {other}; use the same options, or choose another --output")
            }
            error => anyhow::Error::from(error).context("cannot continue"),
        });
    }
    match file.create(&spsa) {
        Ok(()) => Ok(spsa),
        Err(error @ SpsaError::Exists { same: true, .. }) => {
            bail!("{error}: add --resume to continue it, or choose another --output")
        }
        Err(error @ SpsaError::Exists { .. }) => bail!("{error}: choose another --output"),
        Err(error) => Err(error.into()),
    }
}

#[derive(Serialize)]
struct IterationJson<'a> {
    iteration: u64,
    plus: &'a [i64],
    minus: &'a [i64],
    /// Won, drawn and lost games of the first set.
    games: [u64; 3],
    faults: u64,
    values: &'a [f64],
}

fn tell(
    arguments: &TuneArguments,
    spsa: &Spsa,
    [plus, minus]: [&[i64]; 2],
    score: &PairScore,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let PairScore { games, faults } = *score;
    if arguments.json {
        let (iteration, values) = (spsa.iteration(), spsa.values());
        super::write_json(out, &IterationJson { iteration, plus, minus, games, faults, values })?;
    } else {
        let [wins, draws, losses] = games;
        let faults =
            if faults > 0 { format!(", {}", super::number_of(faults, "fault")) } else { String::new() };
        let values: Vec<String> = spsa
            .numbers()
            .iter()
            .zip(spsa.values())
            .map(|(number, value)| format!("{} {value:.2}", number.name))
            .collect();
        let (iteration, all) = (spsa.iteration(), spsa.settings().iterations);
        writeln!(
            out,
            "{iteration}/{all}: {plus:?} +{wins} ={draws} -{losses} {minus:?}{faults}: {}",
            values.join(", ")
        )?;
    }
    Ok(out.flush()?)
}

fn write_result(spsa: &Spsa, is_complete: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let state = if is_complete { "Tuned" } else { "Stopped; --resume continues. So far" };
    writeln!(out, "{state}:")?;
    for (number, value) in spsa.numbers().iter().zip(spsa.rounded()) {
        writeln!(out, "  {} = {value} (from {})", number.name, number.start)?;
    }
    Ok(())
}

fn write_plot(path: &Path, spsa: &Spsa, engine: &str) -> anyhow::Result<()> {
    let lines: Vec<TunedLine> = spsa
        .numbers()
        .iter()
        .enumerate()
        .map(|(index, number)| TunedLine {
            name: number.name.clone(),
            limits: [number.min as f64, number.max as f64],
            points: spsa.history().iter().map(|step| (step.iteration as f64, step.values[index])).collect(),
        })
        .collect();
    let note = format!("{} of {} iterations", spsa.iteration(), spsa.settings().iterations);
    let page = tuning_page(&format!("Tuning of {engine}"), &note, &lines);
    super::write_file(path, page.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}
