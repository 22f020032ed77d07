//! The results, as a table or as JSON.

use std::io::Write;

use benches::{build, median};
use serde::Serialize;

use crate::contest::Contest;
use crate::files::{Contents, Records};

/// All that was measured.
#[derive(Serialize)]
pub(crate) struct Report {
    /// The instructions this program was compiled to use.
    build: String,
    rounds: u32,
    contests: Vec<ContestReport>,
    /// The most memory this program ever used, in bytes, where the system tells.
    peak_memory: Option<u64>,
}

#[derive(Serialize)]
struct ContestReport {
    name: &'static str,
    bytes: u64,
    contents: Contents,
    speeds: Vec<Speed>,
}

/// Megabytes per second of processor time, over all rounds.
#[derive(Serialize)]
struct Speed {
    contestant: &'static str,
    median: f64,
    min: f64,
    max: f64,
    /// To the last contestant: the median of the ratios of each round.
    ratio: f64,
}

impl Report {
    /// `speeds` has the rounds of each contestant in each contest.
    pub(crate) fn of(contests: &[(Contest, Records)], speeds: &[Vec<Vec<f64>>], rounds: u32) -> Self {
        let contests = contests.iter().zip(speeds).map(|((contest, records), speeds)| ContestReport {
            name: contest.name,
            bytes: records.bytes,
            contents: records.contents,
            speeds: contest
                .contestants
                .iter()
                .zip(speeds)
                .map(|(one, own)| speed(one.name, own, speeds))
                .collect(),
        });
        Self { build: build(), rounds, contests: contests.collect(), peak_memory: peak_memory() }
    }

    pub(crate) fn write_table(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "Built for {}; {} rounds, one thread.", self.build, self.rounds)?;
        writeln!(
            out,
            "Megabytes per second of processor time: median, least to most; ratio to the last of each."
        )?;
        for ContestReport { name, bytes, contents, speeds } in &self.contests {
            let Contents { games, moves, .. } = contents;
            writeln!(out, "\n{name}: {:.0} MB, {games} games, {moves} moves", *bytes as f64 / 1e6)?;
            for Speed { contestant, median, min, max, ratio } in speeds {
                write!(out, "  {contestant:22} {median:8.1}   {:15}", format!("{min:.1} to {max:.1}"))?;
                if speeds.len() > 1 { writeln!(out, " {ratio:6.2}")? } else { writeln!(out)? }
            }
        }
        if let Some(bytes) = self.peak_memory {
            writeln!(out, "\nMost memory ever used: {:.1} MB.", bytes as f64 / 1e6)?;
        }
        Ok(())
    }

    pub(crate) fn write_json(&self, out: &mut impl Write) -> anyhow::Result<()> {
        serde_json::to_writer_pretty(&mut *out, self)?;
        writeln!(out)?;
        Ok(())
    }
}

fn speed(contestant: &'static str, own: &[f64], all: &[Vec<f64>]) -> Speed {
    let last = all.last().map_or(own, Vec::as_slice);
    let ratios: Vec<f64> = own.iter().zip(last).map(|(own, last)| own / last).collect();
    Speed {
        contestant,
        median: median(own),
        min: own.iter().copied().fold(f64::INFINITY, f64::min),
        max: own.iter().copied().fold(0.0, f64::max),
        ratio: median(&ratios),
    }
}

/// What Linux calls the high water mark of this process.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
