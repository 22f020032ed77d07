//! What a test found.

use serde::Serialize;

/// The result of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComplianceReport {
    /// What the engine calls itself; its command if it did not say.
    pub engine: String,
    /// `uci`, `hub` or `dxp`.
    pub protocol: &'static str,
    /// Whether its program could be started at all.
    pub started: bool,
    /// The steps, in their order.
    pub steps: Vec<ComplianceStep>,
}

/// One step of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComplianceStep {
    /// What was tested.
    pub name: &'static str,
    /// Whether the engine passed.
    pub verdict: StepVerdict,
    /// What was found, or why the step was skipped.
    pub note: String,
    /// The conversation, if the step failed: `>` to the engine, `<` from it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exchange: Vec<String>,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StepVerdict {
    /// The engine did what the protocol asks for.
    Passed,
    /// It did not.
    Failed,
    /// The engine does not offer what is tested, or could not be started.
    Skipped,
}

impl ComplianceReport {
    /// The number of steps that ended in this way.
    #[must_use]
    pub fn count(&self, verdict: StepVerdict) -> usize {
        self.steps.iter().filter(|step| step.verdict == verdict).count()
    }

    /// Whether there is a step with this text in its name.
    #[must_use]
    pub fn has_step(&self, text: &str) -> bool {
        self.steps.iter().any(|step| step.name.contains(text))
    }

    /// Whether no step failed.
    #[must_use]
    pub fn is_compliant(&self) -> bool {
        self.count(StepVerdict::Failed) == 0
    }
}
