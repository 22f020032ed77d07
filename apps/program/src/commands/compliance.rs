//! `damier match --compliance ENGINE`: tests one engine step by step.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use arena::{EngineProtocol, EngineSpec, Restart};
use catalog::GameId;
use clap::Args;
use compliance::{ComplianceReport, ComplianceSettings, ComplianceStep, StepVerdict};

use crate::commands::number_of;
use crate::commands::numbers::seconds;
use crate::exit;
use crate::interrupt::interrupt_flag;
use crate::terminal::shown;

/// The options of a test.
#[derive(Args)]
#[command(next_help_heading = "Test one engine")]
pub(crate) struct ComplianceArguments {
    /// Test one engine of any protocol step by step, without a match.
    #[arg(long, value_name = "ENGINE", conflicts_with_all = ["PlanArguments", "SprtArguments", "file", "output", "resume"])]
    compliance: Option<String>,
    /// Run only the steps whose names contain this text.
    #[arg(long = "step", value_name = "TEXT", requires = "compliance")]
    steps: Vec<String>,
    /// Seconds that an answer may take beyond the time the engine is given [default: 10].
    #[arg(long, value_name = "SECONDS", requires = "compliance", value_parser = seconds)]
    answer_time: Option<Duration>,
}

/// How long an answer may take by default.
const ANSWER_TIME: Duration = Duration::from_secs(10);

/// An engine to test.
struct TestedEngine {
    command: String,
    protocol: TestedProtocol,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TestedProtocol {
    Uci,
    Hub,
    Dxp,
}

impl ComplianceArguments {
    /// The engine to test, if one is given.
    pub(crate) fn engine(&self) -> Option<&str> {
        self.compliance.as_deref()
    }

    /// An option that has no effect without an engine to test. Next to options of a match, the parser accepts it.
    pub(crate) fn without_engine(&self) -> Option<&'static str> {
        let options = [(!self.steps.is_empty(), "--step"), (self.answer_time.is_some(), "--answer-time")];
        options.into_iter().find(|(is_given, _)| *is_given && self.compliance.is_none()).map(|(_, name)| name)
    }

    /// Tests the engine. The exit code is 1 if a step failed, and 3 if there is no such engine.
    pub(crate) fn run(
        &self,
        text: &str,
        game: Option<GameId>,
        json: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<ExitCode> {
        let TestedEngine { command, protocol } = read_engine(text, game)?;
        let cancel = interrupt_flag()?;
        let timeout = self.answer_time.unwrap_or(ANSWER_TIME);
        let settings = ComplianceSettings { timeout, cancel, only: self.steps.clone() };
        let mut failure = None;
        let mut on_step = |step: &ComplianceStep| {
            if !json && failure.is_none() {
                failure = write_step(out, step).err();
            }
        };
        let report = match protocol {
            TestedProtocol::Uci => compliance::test_uci(&command, &settings, &mut on_step),
            TestedProtocol::Hub => {
                let game = game.unwrap_or(GameId::International);
                compliance::test_hub(&command, game, &settings, &mut on_step)
            }
            TestedProtocol::Dxp => compliance::test_dxp(&command, &settings, &mut on_step),
        };
        if let Some(error) = failure {
            return Err(error.into());
        }
        if let Some(text) = settings.only.iter().find(|text| !report.has_step(text)) {
            bail!("no step of {} has {text:?} in its name", report.protocol);
        }
        match json {
            true => super::write_json(out, &report)?,
            false => writeln!(out, "{}", summary(&report))?,
        }
        Ok(match report.is_compliant() {
            _ if settings.cancel.load(std::sync::atomic::Ordering::Relaxed) => {
                ExitCode::from(exit::INTERRUPTED)
            }
            true => ExitCode::SUCCESS,
            false if !report.started => ExitCode::from(exit::ENGINE_FAILED),
            false => ExitCode::from(exit::MISMATCH),
        })
    }
}

/// Reads an engine as a match does.
fn read_engine(text: &str, game: Option<GameId>) -> anyhow::Result<TestedEngine> {
    let spec: EngineSpec = text.parse()?;
    if let Some(key) = key_of_matches(&spec) {
        bail!("{key} is for matches: a test of one engine takes its command, protocol and folder");
    }
    let protocol = match (&spec.command, spec.protocol) {
        (_, EngineProtocol::Dxp) => TestedProtocol::Dxp,
        (None, _) if game.is_none_or(GameId::is_chess) => TestedProtocol::Uci,
        (None, _) | (Some(_), EngineProtocol::Hub) => TestedProtocol::Hub,
        (Some(_), _) => TestedProtocol::Uci,
    };
    if let Some((game, reason)) = game.and_then(|game| Some((game, misfit(protocol, game)?))) {
        bail!("this engine cannot be tested in {}: {reason}", game.name());
    }
    if let Some(folder) = &spec.folder {
        std::env::set_current_dir(folder).with_context(|| format!("cannot enter {}", folder.display()))?;
    }
    let command = match spec.command {
        Some(command) => command,
        None => {
            let program = std::env::current_exe().context("cannot find this program")?;
            let arguments = match protocol {
                TestedProtocol::Uci => "uci",
                TestedProtocol::Hub => "hub",
                TestedProtocol::Dxp => "dxp --listen {port}",
            };
            format!("{:?} {arguments}", program.display().to_string())
        }
    };
    Ok(TestedEngine { command, protocol })
}

/// A key of an engine that a test would ignore.
fn key_of_matches(spec: &EngineSpec) -> Option<String> {
    let keys = [
        (spec.time.is_some(), "time"),
        (spec.ponder, "ponder"),
        (spec.address.is_some(), "address"),
        (spec.restart != Restart::default(), "restart"),
    ];
    let key = keys.into_iter().find(|(is_given, _)| *is_given).map(|(_, key)| key.to_owned());
    key.or_else(|| spec.options.keys().next().map(|name| format!("option {name}")))
}

/// Why an engine that speaks a protocol is not tested in a game.
fn misfit(protocol: TestedProtocol, game: GameId) -> Option<&'static str> {
    match protocol {
        TestedProtocol::Uci if game == GameId::Chess960 => Some("name chess; its test includes Chess960"),
        TestedProtocol::Uci if !game.is_chess() => Some("UCI is for chess; a Hub engine needs protocol=hub"),
        TestedProtocol::Hub if game.is_chess() => Some("Hub is for draughts"),
        TestedProtocol::Dxp if game != GameId::International => Some("dxp is for international draughts"),
        _ => None,
    }
}

fn write_step(out: &mut dyn Write, step: &ComplianceStep) -> std::io::Result<()> {
    let verdict = match step.verdict {
        StepVerdict::Passed => "passed ",
        StepVerdict::Failed => "FAILED ",
        StepVerdict::Skipped => "skipped",
    };
    let note = if step.note.is_empty() { String::new() } else { format!(": {}", shown(&step.note)) };
    writeln!(out, "{verdict} {}{note}", step.name)?;
    for line in &step.exchange {
        writeln!(out, "    {}", shown(line))?;
    }
    out.flush()
}

fn summary(report: &ComplianceReport) -> String {
    let [passed, failed, skipped] =
        [StepVerdict::Passed, StepVerdict::Failed, StepVerdict::Skipped].map(|verdict| report.count(verdict));
    let steps = number_of(report.steps.len() as u64, "step");
    let engine = shown(&report.engine).into_owned();
    format!("{engine} ({}): {steps}, {passed} passed, {failed} failed, {skipped} skipped", report.protocol)
}
