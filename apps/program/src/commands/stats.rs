//! `damier stats`: what the results of a match say.

use std::io::Write;
use std::process::ExitCode;

use arena::SprtPlan;
use clap::Args;
use serde::Serialize;
use stats::{
    Counts, Estimate, Model, Pentanomial, Sprt, StatsError, Trinomial, Verdict, number_of, number_text,
};

use crate::arguments::PLAIN_EXIT_CODES;

const EXAMPLES: &str = "Examples:
  damier stats --trinomial 60,40,100
  damier stats --pentanomial 39,11353,31686,11822,33 --sprt 0.5,2.5
  damier stats --pentanomial 7,9004,61085,9425,7 --sprt 0.2,0.9 --model logistic --json

Count pairs of games if you can: two games from one opening with colors swapped. The five counts are the pairs with 0, 0.5,
1, 1.5 and 2 points of the first engine; fishtest, fastchess and OpenBench print them as Ptnml(0-2). The three counts are
wins, losses and draws. If you give both, they must belong to the same games; the pairs decide.

Error bars are half of a 95 % interval. In JSON, a number that the results do not determine is null, such as the Elo of an
engine that won all games. docs/stats.md explains every number.";

/// Compute Elo, error bars and SPRT from the results of a match.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{PLAIN_EXIT_CODES}"))]
pub(crate) struct StatsArguments {
    /// Pairs with 0, 0.5, 1, 1.5 and 2 points.
    #[arg(
        long,
        value_name = "LL,LD,DD,WD,WW",
        allow_hyphen_values = true,
        required_unless_present = "trinomial"
    )]
    pentanomial: Option<Pentanomial>,
    /// Wins, losses and draws.
    #[arg(long, value_name = "W,L,D", allow_hyphen_values = true)]
    trinomial: Option<Trinomial>,
    #[command(flatten)]
    sprt: SprtArguments,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A sequential test.
#[derive(Args)]
pub(crate) struct SprtArguments {
    /// Test which of these two Elo differences the results favor; a match stops when that is clear.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = two_numbers)]
    sprt: Option<(f64, f64)>,
    /// The Elo model of the test: normalized or logistic.
    #[arg(long, default_value_t, requires = "sprt")]
    model: Model,
    /// Accepted rate of false positives.
    #[arg(long, value_name = "RATE", default_value_t = 0.05, requires = "sprt", value_parser = number)]
    alpha: f64,
    /// Accepted rate of false negatives.
    #[arg(long, value_name = "RATE", default_value_t = 0.05, requires = "sprt", value_parser = number)]
    beta: f64,
}

impl SprtArguments {
    /// What was asked for.
    pub(crate) fn plan(&self) -> Option<SprtPlan> {
        let Self { sprt, model, alpha, beta } = *self;
        sprt.map(|(elo0, elo1)| SprtPlan { elo0, elo1, alpha, beta, model })
    }

    /// The test, if there is one.
    pub(crate) fn read(&self) -> Result<Option<Sprt>, StatsError> {
        self.plan().map(|plan| plan.test()).transpose()
    }
}

/// Reads a number, perhaps with a fraction.
pub(crate) fn number(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| "expected a number".to_owned())
}

/// Reads the limits of a test.
fn two_numbers(text: &str) -> Result<(f64, f64), String> {
    let expected = || "expected two numbers such as 0,2".to_owned();
    let (first, second) = text.split_once(',').ok_or_else(expected)?;
    let number = |text: &str| number(text.trim()).ok();
    number(first).zip(number(second)).ok_or_else(expected)
}

pub(crate) fn run(arguments: &StatsArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let counts = match (arguments.pentanomial, arguments.trinomial) {
        (Some(pairs), Some(games)) => Counts::both(pairs, games)?,
        (Some(pairs), None) => pairs.into(),
        (None, Some(games)) => games.into(),
        (None, None) => anyhow::bail!("no results; expected --pentanomial or --trinomial"),
    };
    let sprt = arguments.sprt.read()?;
    let estimate = stats::estimate(&counts);
    if arguments.json {
        super::write_json(out, &StatsJson::new(&counts, &estimate, sprt.as_ref()))?;
    } else {
        write_text(&counts, &estimate, sprt.as_ref(), out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_text(
    counts: &Counts,
    estimate: &Estimate,
    sprt: Option<&Sprt>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Estimate { elo, elo_error, elo_low, elo_high, nelo, nelo_error, los, score, games, .. } = *estimate;
    let [elo, elo_error, low, high] = [elo, elo_error, elo_low, elo_high].map(two_digits);
    let [nelo, nelo_error] = [nelo, nelo_error].map(two_digits);
    writeln!(out, "Elo         {elo} ± {elo_error} (95 %: {low} to {high})")?;
    writeln!(out, "normalized  {nelo} ± {nelo_error}")?;
    writeln!(out, "LOS         {:.1} %", 100.0 * los)?;
    writeln!(out, "score       {:.2} % of {}", 100.0 * score, number_of(games, "game"))?;
    if let Some(Trinomial { wins, losses, draws }) = counts.trinomial() {
        let rate = 100.0 * estimate.draw_rate.unwrap_or(f64::NAN);
        writeln!(out, "games       {wins} won, {losses} lost, {draws} drawn ({rate:.1} %)")?;
    }
    if let (Some(pairs), Some(even), Some(ratio)) =
        (counts.pairs(), estimate.even_pairs, estimate.pairs_ratio)
    {
        let [ll, ld, dd, wd, ww] = pairs.pairs;
        let (even, ratio) = (100.0 * even, two_digits(ratio));
        writeln!(out, "pairs       {ll}, {ld}, {dd}, {wd}, {ww}; {even:.1} % even; won/lost {ratio}")?;
    }
    let Some(sprt) = sprt else { return Ok(()) };
    let llr = sprt.llr(counts);
    let verdict = match sprt.verdict(llr) {
        Some(Verdict::AcceptH1) => "H1 accepted",
        Some(Verdict::AcceptH0) => "H0 accepted",
        None => "not decided yet",
    };
    let (model, elo0, elo1, lower, upper) =
        (sprt.model(), sprt.elo0(), sprt.elo1(), sprt.lower(), sprt.upper());
    writeln!(
        out,
        "LLR         {} ({lower:.2} to {upper:.2}), {model} Elo {elo0} to {elo1}: {verdict}",
        two_digits(llr)
    )?;
    Ok(())
}

fn two_digits(number: f64) -> String {
    number_text(number, 2)
}

/// The JSON of the statistics. Numbers that are not finite become null.
#[derive(Serialize)]
struct StatsJson {
    games: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pentanomial: Option<[u64; 5]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trinomial: Option<[u64; 3]>,
    score: f64,
    elo: f64,
    elo_error: f64,
    elo_low: f64,
    elo_high: f64,
    nelo: f64,
    nelo_error: f64,
    los: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    draw_rate: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    even_pairs: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs_ratio: Option<f64>,
    #[serde(flatten)]
    sprt: Option<SprtJson>,
}

#[derive(Serialize)]
struct SprtJson {
    llr: f64,
    llr_lower: f64,
    llr_upper: f64,
    /// `h0`, `h1`, or null while the test goes on.
    verdict: Option<&'static str>,
    model: &'static str,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

impl StatsJson {
    fn new(counts: &Counts, estimate: &Estimate, sprt: Option<&Sprt>) -> Self {
        let Estimate { games, score, elo, elo_error, elo_low, elo_high, nelo, nelo_error, los, .. } =
            *estimate;
        Self {
            games,
            pairs: counts.pairs().map(Pentanomial::len),
            pentanomial: counts.pairs().map(|pairs| pairs.pairs),
            trinomial: counts.trinomial().map(|games| [games.wins, games.losses, games.draws]),
            score,
            elo,
            elo_error,
            elo_low,
            elo_high,
            nelo,
            nelo_error,
            los,
            draw_rate: estimate.draw_rate,
            even_pairs: estimate.even_pairs,
            pairs_ratio: estimate.pairs_ratio,
            sprt: sprt.map(|sprt| SprtJson::new(sprt, counts)),
        }
    }
}

impl SprtJson {
    fn new(sprt: &Sprt, counts: &Counts) -> Self {
        let llr = sprt.llr(counts);
        Self {
            llr,
            llr_lower: sprt.lower(),
            llr_upper: sprt.upper(),
            verdict: sprt.verdict(llr).map(Verdict::name),
            model: sprt.model().name(),
            elo0: sprt.elo0(),
            elo1: sprt.elo1(),
            alpha: sprt.alpha(),
            beta: sprt.beta(),
        }
    }
}
