//! What `damier convert` says at its end.

use study::ConversionSummary;

use crate::commands::number_of;

/// What became of the games, as one line.
pub(crate) fn summary_text(summary: &ConversionSummary, output: &str) -> String {
    let written = if summary.written == 0 { "nothing".to_owned() } else { summary.written.to_string() };
    let mut parts = vec![format!("{} read, {written} written to {output}", number_of(summary.read, "game"))];
    if let Some(positions) = summary.positions {
        parts.push(number_of(positions, "position"));
    }
    parts.push(number_of(summary.errors, "error"));
    parts.push(number_of(summary.changes, "change"));
    if summary.notes > 0 {
        parts.push(number_of(summary.notes, "note"));
    }
    if summary.broken_variations > 0 {
        parts.push(number_of(summary.broken_variations, "broken variation"));
    }
    if summary.losses > 0 {
        parts.push(format!("{} the format cannot hold", number_of(summary.losses, "thing")));
    }
    parts.join(", ")
}
