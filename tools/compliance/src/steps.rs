//! Running the steps of a test.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use client::EngineError;
use thiserror::Error;

use crate::report::{ComplianceReport, ComplianceStep, StepVerdict};

/// How to test.
#[derive(Clone, Debug)]
pub struct ComplianceSettings {
    /// How long any answer may take, beyond the time that the engine is given.
    pub timeout: Duration,
    /// Set this to stop the test.
    pub cancel: Arc<AtomicBool>,
    /// Run only the steps whose names contain one of these texts, after the first; all if there is none.
    pub only: Vec<String>,
}

impl Default for ComplianceSettings {
    /// Ten seconds for an answer.
    fn default() -> Self {
        Self { timeout: Duration::from_secs(10), cancel: Arc::default(), only: Vec::new() }
    }
}

/// What an engine did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub(crate) struct Complaint {
    pub(crate) text: String,
    /// Whether there is no such program: then nothing was tested.
    is_missing: bool,
}

impl Complaint {
    pub(crate) fn new(text: String) -> Self {
        Self { text, is_missing: false }
    }
}

impl From<client::EngineError> for Complaint {
    fn from(error: client::EngineError) -> Self {
        let is_missing = matches!(
            error,
            EngineError::CannotStart { .. } | EngineError::BadCommand { .. } | EngineError::NoFolder { .. }
        );
        Self { text: error.to_string(), is_missing }
    }
}

/// Makes a complaint.
macro_rules! complaint {
    ($($part:tt)*) => { crate::steps::Complaint::new(format!($($part)*)) };
}
pub(crate) use complaint;

/// How a step ends that did not fail.
pub(crate) enum StepEnd {
    Passed(String),
    Skipped(String),
}

impl StepEnd {
    /// Passed, with nothing to say.
    pub(crate) fn passed() -> Result<Self, Complaint> {
        Ok(Self::Passed(String::new()))
    }

    /// Passed, with something to say.
    pub(crate) fn noted(note: impl Into<String>) -> Result<Self, Complaint> {
        Ok(Self::Passed(note.into()))
    }

    pub(crate) fn skipped(reason: impl Into<String>) -> Result<Self, Complaint> {
        Ok(Self::Skipped(reason.into()))
    }
}

/// A step: its name and what it does.
pub(crate) type Step<T> = (&'static str, fn(&mut T) -> Result<StepEnd, Complaint>);

/// One who tests engines of a protocol.
pub(crate) trait Tester: Sized + 'static {
    /// The protocol.
    const PROTOCOL: &'static str;
    /// The steps. The first one starts the engine; without it, no other makes sense.
    const STEPS: &'static [Step<Self>];

    /// Makes sure that the engine runs and is ready, before each step but the first.
    fn prepare(&mut self) -> Result<(), Complaint>;

    /// Forgets the conversation of the last step.
    fn begin(&mut self);

    /// The conversation of this step.
    fn exchange(&self) -> Vec<String>;

    /// Ends the engine after a failure: the next step starts it again.
    fn give_up(&mut self);

    /// What the engine calls itself.
    fn name(&self) -> String;
}

/// Runs all steps.
pub(crate) fn run<T: Tester>(
    mut tester: T,
    settings: &ComplianceSettings,
    on_step: &mut dyn FnMut(&ComplianceStep),
) -> ComplianceReport {
    let mut steps: Vec<ComplianceStep> = Vec::new();
    let mut started = true;
    let is_wanted =
        |name: &str| settings.only.is_empty() || settings.only.iter().any(|text| name.contains(text));
    for (number, &(name, test)) in T::STEPS.iter().enumerate() {
        if number > 0 && !is_wanted(name) {
            continue;
        }
        tester.begin();
        let has_failed = steps.first().is_some_and(|first| first.verdict == StepVerdict::Failed);
        let end = if settings.cancel.load(Ordering::Relaxed) {
            StepEnd::skipped("stopped")
        } else if has_failed {
            StepEnd::skipped("the engine cannot be started")
        } else if number == 0 {
            test(&mut tester)
        } else {
            tester.prepare().and_then(|()| test(&mut tester))
        };
        let (verdict, note, exchange) = match end {
            Ok(StepEnd::Passed(note)) => (StepVerdict::Passed, note, Vec::new()),
            Ok(StepEnd::Skipped(reason)) => (StepVerdict::Skipped, reason, Vec::new()),
            Err(_) if settings.cancel.load(Ordering::Relaxed) => {
                (StepVerdict::Skipped, "stopped".to_owned(), Vec::new())
            }
            Err(Complaint { text, is_missing }) => {
                started &= !is_missing;
                let exchange = tester.exchange();
                tester.give_up();
                (StepVerdict::Failed, text, exchange)
            }
        };
        let step = ComplianceStep { name, verdict, note, exchange };
        on_step(&step);
        steps.push(step);
    }
    ComplianceReport { engine: tester.name(), protocol: T::PROTOCOL, started, steps }
}
