//! Options shared by commands that find differences: how much work to spend on minimizing one.

use std::time::Duration;

use ::diff::Budget;
use clap::Args;

/// How much work to spend on minimizing a difference.
#[derive(Args)]
pub(crate) struct MinimizeArguments {
    /// Seconds to spend on minimizing a difference; then the smallest position so far is shown. 0 turns minimizing
    /// off.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    minimize_seconds: f64,
    /// The most questions to ask while minimizing a difference; 0 turns minimizing off.
    #[arg(long, value_name = "N", default_value_t = Budget::default().questions)]
    minimize_questions: usize,
    /// Show the difference as found, without minimizing it.
    #[arg(long, visible_alias = "no-minimise")]
    no_minimize: bool,
}

impl MinimizeArguments {
    /// The work to spend; `None` if differences are shown as found.
    pub(crate) fn budget(&self) -> Option<Budget> {
        let budget = Budget {
            questions: self.minimize_questions,
            time: Duration::from_secs_f64(self.minimize_seconds),
        };
        let is_off = self.no_minimize || budget.questions == 0 || budget.time.is_zero();
        (!is_off).then_some(budget)
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=1e6).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1000000".to_owned())
}
