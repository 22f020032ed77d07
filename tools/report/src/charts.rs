//! The plots of the page.

use stats::{number_of, number_text};

use crate::engine_profile::PhaseAverage;
use crate::match_report::{LengthBin, MatchReport, OpeningRow, SprtReport};
use crate::plot::{Plot, Range, cells};
use crate::text::seconds_text;

/// Openings that are drawn one by one.
const MOST_CELLS: usize = 1_500;

/// Engines that are drawn in colors of their own.
pub(crate) const MOST_LINES: usize = 6;

/// The course of the LLR between its limits.
pub(crate) fn llr(sprt: &SprtReport) -> String {
    let values = sprt.series.iter().map(|point| point.llr);
    let low = values.clone().fold(sprt.llr_lower, f64::min);
    let high = values.fold(sprt.llr_upper, f64::max);
    let room = 0.06 * (high - low);
    let label = format!("LLR {} after {}", number_text(sprt.llr, 2), number_of(sprt.pairs, "pair"));
    let x = Range::whole(0.0, sprt.pairs as f64);
    let mut plot = Plot::new(&label, x, Range::new(low - room, high + room), ["pairs", "LLR"]);
    plot.level(sprt.llr_upper, &format!("H1 accepted: {:.2}", sprt.llr_upper), "good");
    plot.level(sprt.llr_lower, &format!("H0 accepted: {:.2}", sprt.llr_lower), "bad");
    plot.line(sprt.series.iter().map(|point| (point.pairs as f64, point.llr)), "s0");
    if let Some(last) = sprt.series.last() {
        plot.dot(last.pairs as f64, last.llr, "s0", &label);
    }
    plot.finish()
}

/// One square for each opening; a histogram if there are too many.
pub(crate) fn openings(openings: &[OpeningRow]) -> String {
    if openings.len() > MOST_CELLS {
        return opening_histogram(openings);
    }
    let squares: Vec<(&'static str, String)> = openings
        .iter()
        .map(|row| {
            let score = row.first_score.unwrap_or(row.white_score);
            let name: String = row.name.chars().take(120).collect();
            let games = row.games;
            (
                class_of(score),
                format!("{}. {name}: {:.0} % of {}", row.number + 1, 100.0 * score, number_of(games, "game")),
            )
        })
        .collect();
    cells("Score by opening", &squares)
}

fn opening_histogram(openings: &[OpeningRow]) -> String {
    let mut counts = [0_u64; 11];
    for row in openings {
        counts[(row.first_score.unwrap_or(row.white_score) * 10.0).round() as usize % 11] += 1;
    }
    let most = counts.into_iter().max().unwrap_or(0) as f64;
    let ranges = [Range::new(-5.0, 105.0), Range::whole(0.0, most)];
    let mut plot = Plot::new("Openings by score", ranges[0], ranges[1], ["score in %", "openings"]);
    for (index, count) in counts.into_iter().enumerate() {
        let middle = index as f64 * 10.0;
        let title = format!("{middle} %: {}", number_of(count, "opening"));
        let class = class_of(index as f64 / 10.0);
        plot.bar([middle - 5.0, middle + 5.0], [0.0, count as f64], class, &title);
    }
    plot.finish()
}

fn class_of(score: f64) -> &'static str {
    match score {
        score if score < 0.125 => "q0",
        score if score < 0.375 => "q1",
        score if score <= 0.625 => "q2",
        score if score <= 0.875 => "q3",
        _ => "q4",
    }
}

/// How long games were, and who won them.
pub(crate) fn lengths(bins: &[LengthBin]) -> String {
    let most = bins.iter().map(|bin| bin.white + bin.draws + bin.black).max().unwrap_or(0);
    let from = bins.first().map_or(0, |bin| bin.from) as f64;
    let to = bins.last().map_or(1, |bin| bin.to + 1) as f64;
    let ranges = [Range::whole(from, to), Range::whole(0.0, most as f64)];
    let mut plot = Plot::new("Length of games in plies", ranges[0], ranges[1], ["plies", "games"]);
    for bin in bins {
        let x = [bin.from as f64, (bin.to + 1) as f64];
        let mut bottom = 0.0;
        let parts = [
            (bin.white, "w-wins", "won by White"),
            (bin.draws, "draws", "drawn"),
            (bin.black, "b-wins", "won by Black"),
        ];
        for (count, class, words) in parts {
            if count > 0 {
                let top = bottom + count as f64;
                let title = format!("{} to {} plies: {count} {words}", bin.from, bin.to);
                plot.bar(x, [bottom, top], class, &title);
                bottom = top;
            }
        }
    }
    plot.finish()
}

/// The mean depth by the number of the move.
pub(crate) fn depths(report: &MatchReport) -> String {
    phases(report, "Depth by move", "depth", |phase| phase.depth, |depth| format!("depth {depth:.1}"))
}

/// The mean time by the number of the move.
pub(crate) fn times(report: &MatchReport) -> String {
    phases(
        report,
        "Time by move",
        "seconds",
        |phase| Some(phase.seconds),
        |time| format!("{} s", seconds_text(time)),
    )
}

fn phases(
    report: &MatchReport,
    label: &str,
    word: &str,
    value: impl Fn(&PhaseAverage) -> Option<f64>,
    text: impl Fn(f64) -> String,
) -> String {
    let shown = || report.engines.iter().take(MOST_LINES);
    let points = |phases: &[PhaseAverage]| -> Vec<(f64, f64)> {
        phases.iter().filter_map(|phase| Some((phase.from as f64, value(phase)?))).collect()
    };
    let all: Vec<(f64, f64)> = shown().flat_map(|row| points(&row.profile.phases)).collect();
    let last = all.iter().map(|point| point.0).fold(1.0, f64::max);
    let most = all.iter().map(|point| point.1).fold(0.0, f64::max);
    let ranges = [Range::whole(1.0, last), Range::new(0.0, if most > 0.0 { 1.05 * most } else { 1.0 })];
    let mut plot = Plot::new(label, ranges[0], ranges[1], ["move", word]);
    for (index, row) in shown().enumerate() {
        let (points, class) = (points(&row.profile.phases), format!("s{index}"));
        plot.line(points.iter().copied(), &class);
        for (from, value) in points {
            plot.dot(
                from,
                value,
                &class,
                &format!("{}, moves {from} to {}: {}", row.name, from + 4.0, text(value)),
            );
        }
    }
    plot.finish()
}
