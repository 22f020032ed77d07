//! Lines about the progress of self-play.

use std::io::Write;
use std::time::Instant;

use selfplay::{Goal, Totals};
use serde::Serialize;

use crate::commands::{number_of, write_json};

/// The progress of a run.
#[derive(Serialize)]
struct ProgressJson {
    done: bool,
    games: u64,
    repeated: u64,
    plies: u64,
    positions: u64,
    distinct: u64,
    distinct_is_exact: bool,
    bytes: u64,
    seconds: f64,
    games_per_second: f64,
    positions_per_second: f64,
    seconds_left: Option<f64>,
}

/// Writes lines about the progress of a run.
pub(crate) struct Report {
    pub(crate) goal: Goal,
    pub(crate) begin: Instant,
    /// What the file held at the beginning.
    pub(crate) before: Totals,
    pub(crate) json: bool,
}

impl Report {
    /// Prints one line.
    pub(crate) fn write(&self, totals: &Totals, done: bool, out: &mut dyn Write) -> anyhow::Result<()> {
        let elapsed = self.begin.elapsed().as_secs_f64();
        let rate = |now: u64, before: u64| (now - before) as f64 / elapsed.max(1e-6);
        let (games_per_second, positions_per_second) =
            (rate(totals.played, self.before.played), rate(totals.positions, self.before.positions));
        let (left, speed) = match self.goal {
            Goal::Games(games) => (games.saturating_sub(totals.played), games_per_second),
            Goal::Positions(positions) => (positions.saturating_sub(totals.positions), positions_per_second),
        };
        let seconds_left = (speed > 0.0).then(|| left as f64 / speed);
        if self.json {
            let json = ProgressJson {
                done,
                games: totals.games,
                repeated: totals.repeated,
                plies: totals.plies,
                positions: totals.positions,
                distinct: totals.distinct.count(),
                distinct_is_exact: totals.distinct.is_exact(),
                bytes: totals.bytes,
                seconds: elapsed,
                games_per_second,
                positions_per_second,
                seconds_left,
            };
            write_json(out, &json)?;
        } else {
            let left = match seconds_left {
                Some(seconds) if !done => format!(", {} to go", in_words(seconds)),
                _ => String::new(),
            };
            writeln!(
                out,
                "{}, {}, {}; {games_per_second:.1} games/s, {positions_per_second:.0} positions/s{left}",
                games(totals),
                number_of(totals.positions, "position"),
                distinct(totals),
            )?;
        }
        Ok(out.flush()?)
    }
}

fn games(totals: &Totals) -> String {
    let games = number_of(totals.games, "game");
    match totals.repeated {
        0 => games,
        repeated => format!("{games} ({repeated} more repeated an opening and were left out)"),
    }
}

/// `5,012 distinct (98.1 %)`.
fn distinct(totals: &Totals) -> String {
    let about = if totals.distinct.is_exact() { "" } else { "about " };
    let count = totals.distinct.count();
    let share = count as f64 * 100.0 / totals.positions.max(1) as f64;
    format!("{about}{count} distinct ({share:.1} %)")
}

fn in_words(seconds: f64) -> String {
    match seconds as u64 {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3_600 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{} h {} min", seconds / 3_600, seconds / 60 % 60),
    }
}
