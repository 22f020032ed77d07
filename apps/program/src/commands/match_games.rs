//! `damier match`: matches between engines.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use arena::{ArenaError, Ledger, LedgerError, Match, MatchPlan, RunSettings, StopReason};

use crate::commands::match_arguments::{MatchArguments, MatchCommand};
use crate::commands::match_printer::MatchPrinter;
use crate::commands::{match_ratings, match_report, match_screen, number_of};
use crate::interrupt::finish_on_interrupt;
use crate::{complain, exit};

pub(crate) fn run(arguments: &MatchArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        Some(MatchCommand::Report(arguments)) => return match_report::run(arguments, out),
        Some(MatchCommand::Ratings(arguments)) => return match_ratings::run(arguments, out),
        None => {}
    }
    if let Some(engine) = arguments.compliance.engine() {
        return arguments.compliance.run(engine, arguments.game()?, arguments.json, out);
    }
    if let Some(option) = arguments.compliance.without_engine() {
        bail!("{option} is for --compliance ENGINE, which tests one engine without a match");
    }
    let plan = arguments.plan()?;
    let output = arguments.output(plan.as_ref())?;
    let run_plan = plan.as_ref().map(|plan| plan.run.clone()).unwrap_or_default();
    let settings = RunSettings {
        concurrency: arguments.concurrency(&run_plan),
        finish: finish_on_interrupt(arguments.finishing())?,
        latency: arguments.latency.then(Arc::default),
        ..RunSettings::default()
    };
    let mut played = open(arguments, plan, &output)?;
    // The main thread owns the output; the printer writes from the thread that stores games, which is this one.
    out.flush()?;
    let printer = MatchPrinter::new(played.plan().clone(), arguments.json, arguments.every, io::stdout());
    printer.begin(&played, &output, settings.concurrency);
    #[cfg(feature = "workers")]
    let shared = arguments.shared.play(&mut played, &output, &settings.finish, &printer);
    #[cfg(not(feature = "workers"))]
    let shared: Option<anyhow::Result<StopReason>> = None;
    let reason = match shared {
        Some(reason) => Ok(reason?),
        None if match_screen::is_wanted(arguments) => match_screen::run(&mut played, &settings),
        None => played.run(&settings, &printer),
    };
    let reason = match reason {
        Ok(reason) => reason,
        Err(error @ ArenaError::CannotStart { .. }) => {
            complain(&error.to_string());
            return Ok(ExitCode::from(exit::ENGINE_FAILED));
        }
        Err(error) => return Err(kept(error, played.standings().games(), &output)),
    };
    if let Some(latency) = &settings.latency {
        printer.latency(latency.summary());
    }
    printer.end(&played, &output, &reason);
    Ok(match reason {
        StopReason::Interrupted => ExitCode::from(exit::INTERRUPTED),
        StopReason::EngineFailed { .. } => ExitCode::from(exit::ENGINE_FAILED),
        _ => ExitCode::SUCCESS,
    })
}

/// Says how to go on after an error, such as a full disk, if there are games to go on with.
fn kept(error: ArenaError, games: u64, output: &Path) -> anyhow::Error {
    let shown = output.display();
    match (&error, games) {
        (_, 0) | (ArenaError::Cancelled, _) => error.into(),
        _ => anyhow::anyhow!(
            "{error}; {} kept, continue with: damier match --resume --output {shown}",
            number_of(games, "game")
        ),
    }
}

/// Begins a match, or continues one. An existing match is never overwritten.
fn open(arguments: &MatchArguments, plan: Option<MatchPlan>, output: &Path) -> anyhow::Result<Match> {
    if !arguments.resume {
        let Some(plan) = plan else { bail!("no match to play: name a game and two engines, or a --file") };
        return begin(plan, output);
    }
    let stored =
        Ledger::read(&Ledger::path_of(output)).and_then(|(mut ledger, plan)| Ok((plan, ledger.count()?)));
    let plan = match (stored, plan) {
        // What never began makes room.
        (Err(LedgerError::Missing { .. }) | Ok((_, 0)), Some(plan)) => return begin(plan, output),
        (Err(error), _) => return Err(error).context("cannot continue"),
        (Ok(_), Some(plan)) => plan,
        (Ok((stored, _)), None) => arguments.change(stored)?,
    };
    Match::resume_as(plan, output).map_err(|error| match error {
        other @ ArenaError::OtherMatch { .. } => {
            anyhow::anyhow!("cannot continue: {other}; leave out what differs, or choose another --output")
        }
        error => anyhow::Error::from(error).context("cannot continue"),
    })
}

fn begin(plan: MatchPlan, output: &Path) -> anyhow::Result<Match> {
    Match::create(plan, output).map_err(|error| match error {
        ArenaError::Ledger(exists @ LedgerError::Exists { same: true, .. }) => {
            anyhow::anyhow!("{exists}: add --resume to continue it, or choose another --output")
        }
        ArenaError::Ledger(exists @ LedgerError::Exists { .. }) => {
            let shown = output.display();
            anyhow::anyhow!(
                "{exists}: choose another --output, or continue that match: damier match --resume --output {shown}"
            )
        }
        taken @ ArenaError::NotEmpty { .. } => anyhow::anyhow!("{taken}: choose another --output"),
        error => error.into(),
    })
}
