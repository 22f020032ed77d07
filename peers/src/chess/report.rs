//! The results, as tables or as JSON.

use std::io::Write;

use benches::{build, median};
use serde::Serialize;

use crate::contestant::{Contestant, Name};
use crate::positions::Goal;

/// All that was measured.
#[derive(Serialize)]
pub(crate) struct Report {
    /// The instructions this program was compiled to use.
    build: String,
    /// What the engine calls itself and how it was compiled.
    stockfish: Option<String>,
    rounds: u32,
    positions: Vec<PositionReport>,
    /// Over all positions.
    means: Vec<Mean>,
    /// Which contestant the ratios are to.
    ratio_to: &'static str,
}

#[derive(Serialize)]
struct PositionReport {
    name: &'static str,
    fen: &'static str,
    depth: u32,
    nodes: u64,
    speeds: Vec<Speed>,
}

/// Million nodes per second of processor time, over all rounds.
#[derive(Serialize)]
struct Speed {
    contestant: &'static str,
    median: f64,
    min: f64,
    max: f64,
}

#[derive(Serialize)]
struct Mean {
    contestant: &'static str,
    /// The geometric mean of the medians.
    mean: f64,
    ratio: f64,
}

impl Report {
    /// `speeds` has the rounds of each contestant at each goal.
    pub(crate) fn of(
        goals: &[Goal],
        contestants: &[Contestant],
        speeds: &[Vec<Vec<f64>>],
        rounds: u32,
    ) -> Self {
        let positions: Vec<_> = goals
            .iter()
            .zip(speeds)
            .map(|(goal, speeds)| PositionReport {
                name: goal.name,
                fen: goal.fen,
                depth: goal.depth,
                nodes: goal.nodes,
                speeds: contestants.iter().zip(speeds).map(|(one, rounds)| Speed::of(one, rounds)).collect(),
            })
            .collect();
        let means: Vec<_> = (0..contestants.len())
            .map(|n| geometric_mean(positions.iter().map(|position| position.speeds[n].median)))
            .collect();
        let yardstick = yardstick(contestants);
        Self {
            build: build(),
            stockfish: contestants.iter().find_map(Contestant::title).map(str::to_owned),
            rounds,
            positions,
            ratio_to: contestants[yardstick].name.text(),
            means: contestants
                .iter()
                .zip(&means)
                .map(|(one, &mean)| {
                    let contestant = one.name.text();
                    Mean { contestant, mean, ratio: mean / means[yardstick] }
                })
                .collect(),
        }
    }

    pub(crate) fn write_tables(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "Built for {}; {} rounds, one thread, no hash.", self.build, self.rounds)?;
        writeln!(out, "Million nodes per second of processor time: median, and least to most.")?;
        if let Some(title) = &self.stockfish {
            writeln!(out, "The engine is {title}.")?;
        }
        for position in &self.positions {
            writeln!(out, "\n{}, depth {}, {} nodes", position.name, position.depth, position.nodes)?;
            for Speed { contestant, median, min, max } in &position.speeds {
                writeln!(out, "  {contestant:18} {median:8.1}   {min:.1} to {max:.1}")?;
            }
        }
        writeln!(out, "\ngeometric mean, and ratio to {}", self.ratio_to)?;
        for Mean { contestant, mean, ratio } in &self.means {
            writeln!(out, "  {contestant:18} {mean:8.1}   {ratio:.2}")?;
        }
        Ok(())
    }

    pub(crate) fn write_json(&self, out: &mut impl Write) -> anyhow::Result<()> {
        serde_json::to_writer_pretty(&mut *out, self)?;
        writeln!(out)?;
        Ok(())
    }
}

impl Speed {
    fn of(contestant: &Contestant, rounds: &[f64]) -> Self {
        let mut rounds = rounds.to_vec();
        rounds.sort_by(f64::total_cmp);
        let [min, .., max] = rounds[..] else {
            return Self {
                contestant: contestant.name.text(),
                median: rounds[0],
                min: rounds[0],
                max: rounds[0],
            };
        };
        Self { contestant: contestant.name.text(), median: median(&rounds), min, max }
    }
}

fn geometric_mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    (values.map(f64::ln).sum::<f64>() / count).exp()
}

/// Stockfish, else shakmaty, else the first.
fn yardstick(contestants: &[Contestant]) -> usize {
    let place = |name| contestants.iter().position(|contestant| contestant.name == name);
    place(Name::Stockfish).or_else(|| place(Name::Shakmaty)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn geometric_means_multiply() {
        let mean = geometric_mean([1.0, 4.0, 16.0].into_iter());
        assert!((mean - 4.0).abs() < 1e-9);
    }
}
