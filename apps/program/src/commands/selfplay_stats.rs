//! `damier selfplay stats`: what a file of self-play games holds.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use engine::Control;
use selfplay::{ExportFilter, Exporter, GameStatistics, SelfPlayEnding};
use serde_json::json;

use crate::commands::selfplay_files::{open_all, tell_tail};
use crate::commands::{number_of, write_json};
use crate::exit;
use crate::interrupt::stop_on_interrupt;

/// Count the games and positions in files.
#[derive(Args)]
pub(crate) struct StatsArguments {
    /// Files of games.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn stats(arguments: &StatsArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let control = Arc::new(Control::default());
    stop_on_interrupt(&control)?;
    let mut statistics = GameStatistics::default();
    let mut files = open_all(&arguments.files)?;
    let game = files[0].game();
    for file in &mut files {
        statistics.add(file, &mut || !control.is_stopped())?;
        tell_tail(file);
    }
    // What training would get from them.
    let mut exporter = Exporter::new(game, ExportFilter::of(game), std::io::sink())?;
    for mut file in open_all(&arguments.files)? {
        exporter.add(&mut file, &mut |_| !control.is_stopped())?;
    }
    if control.is_stopped() {
        return Ok(ExitCode::from(exit::INTERRUPTED));
    }
    let kept = exporter.counts().kept;
    if arguments.json {
        write_as_json(&statistics, kept, out)?
    } else {
        write_as_text(&statistics, kept, out)?
    }
    Ok(ExitCode::SUCCESS)
}

fn bytes_a_ply(statistics: &GameStatistics) -> f64 {
    statistics.bytes as f64 / statistics.plies.max(1) as f64
}

fn write_as_json(statistics: &GameStatistics, kept: u64, out: &mut dyn Write) -> anyhow::Result<()> {
    let [losses, draws, wins] = statistics.results;
    let endings: serde_json::Map<String, serde_json::Value> = SelfPlayEnding::ALL
        .iter()
        .zip(statistics.endings)
        .map(|(ending, games)| (ending.name().to_owned(), games.into()))
        .collect();
    let lengths = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| statistics.length_at(share));
    write_json(
        out,
        &json!({
            "games": statistics.games,
            "left_out": statistics.left_out,
            "plies": statistics.plies,
            "positions": statistics.positions,
            "distinct": statistics.distinct.count(),
            "distinct_is_exact": statistics.distinct.is_exact(),
            "kept": kept,
            "white_wins": wins,
            "draws": draws,
            "black_wins": losses,
            "endings": endings,
            "lengths": lengths,
            "bytes": statistics.bytes,
            "bytes_a_ply": bytes_a_ply(statistics),
        }),
    )
}

fn write_as_text(statistics: &GameStatistics, kept: u64, out: &mut dyn Write) -> anyhow::Result<()> {
    let of = |count: u64, all: u64| count as f64 * 100.0 / all.max(1) as f64;
    let &GameStatistics { games, left_out, plies, positions, results: [losses, draws, wins], .. } =
        statistics;
    writeln!(out, "{}, {left_out} more left out since they repeated an opening", number_of(games, "game"))?;
    writeln!(
        out,
        "results: White won {wins} ({:.1} %), drew {draws} ({:.1} %), lost {losses} ({:.1} %)",
        of(wins, games),
        of(draws, games),
        of(losses, games)
    )?;
    let [least, quarter, half, three_quarters, most] =
        [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| statistics.length_at(share));
    writeln!(
        out,
        "lengths: {least} to {most} plies, half of the games {quarter} to {three_quarters}, median {half}"
    )?;
    writeln!(
        out,
        "{} in {plies} plies, {:.2} bytes a ply",
        number_of(positions, "searched position"),
        bytes_a_ply(statistics)
    )?;
    let about = if statistics.distinct.is_exact() { "" } else { "about " };
    let distinct = statistics.distinct.count();
    writeln!(out, "  distinct: {about}{distinct} ({:.1} %)", of(distinct, positions))?;
    writeln!(out, "  kept by \"selfplay export\" by default: {kept} ({:.1} %)", of(kept, positions))?;
    writeln!(out, "endings:")?;
    for (ending, count) in SelfPlayEnding::ALL.iter().zip(statistics.endings).filter(|&(_, count)| count > 0)
    {
        writeln!(out, "{count:>12}  {:>5.1} %  {ending}", of(count, games))?;
    }
    Ok(())
}
