//! Files of positions with their published counts.

use std::str::FromStr;

use boardgame::{FenError, Notation};
use thiserror::Error;

use crate::monitor::Monitor;
use crate::run::{CountError, Counter};

/// Positions with their counts, one a line: `FEN ;D1 n ;D2 n`. Lines that start with `#` are comments.
///
/// ```
/// use perft::Suite;
///
/// let suite: Suite = "# start\nW:W31-50:B1-20 ;D1 9 ;D2 81".parse()?;
/// assert_eq!(suite.entries[0].fen, "W:W31-50:B1-20");
/// assert_eq!(suite.entries[0].counts, [(1, 9), (2, 81)]);
///
/// let error = "W:W31-50:B1-20 ;D1 nine".parse::<Suite>().unwrap_err();
/// assert_eq!(error.to_string(), "line 1: bad count \"D1 nine\", expected such as \"D3 658\"");
/// # Ok::<(), perft::SuiteError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Suite {
    /// The positions, in the order of the file.
    pub entries: Vec<Entry>,
}

/// A position of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line of the file, from 1.
    pub line: usize,
    /// The position as it stands there.
    pub fen: String,
    /// Depths and their counts.
    pub counts: Vec<(u32, u64)>,
}

/// A count that differs from the one in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch<'a> {
    /// The position.
    pub entry: &'a Entry,
    /// The depth.
    pub depth: u32,
    /// The count in the file.
    pub expected: u64,
    /// The count that was found.
    pub found: u64,
}

/// What a check of a suite came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Summary {
    /// Positions of which at least one count was checked.
    pub positions: usize,
    /// Counts that were checked.
    pub counts: usize,
    /// Counts that differ.
    pub mismatches: usize,
    /// Whether the check was stopped.
    pub stopped: bool,
}

/// Why a suite cannot be read or checked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// A line without a position.
    #[error("line {line}: no position before the first \";\"")]
    NoPosition {
        /// The line, from 1.
        line: usize,
    },
    /// A line without counts.
    #[error("line {line}: no counts, expected such as \";D1 9 ;D2 81\" after the position")]
    NoCounts {
        /// The line, from 1.
        line: usize,
    },
    /// A field that is not a depth and a count.
    #[error("line {line}: bad count {found:?}, expected such as \"D3 658\"")]
    BadCount {
        /// The line, from 1.
        line: usize,
        /// The field, shortened.
        found: String,
    },
    /// A depth with two counts.
    #[error("line {line}: depth {depth} is given twice")]
    DepthTwice {
        /// The line, from 1.
        line: usize,
        /// The depth.
        depth: u32,
    },
    /// A text that is not a position of the game.
    #[error("line {line}: {error}")]
    BadPosition {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: FenError,
    },
    /// A position that could not be counted.
    #[error("line {line}, depth {depth}: {error}")]
    NotCounted {
        /// The line, from 1.
        line: usize,
        /// The depth.
        depth: u32,
        /// Why not.
        error: CountError,
    },
}

impl FromStr for Suite {
    type Err = SuiteError;

    fn from_str(text: &str) -> Result<Self, SuiteError> {
        let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let entries = lines.map(|(line, text)| read_entry(line, text)).collect::<Result<_, _>>()?;
        Ok(Self { entries })
    }
}

impl Suite {
    /// Checks every count of at most `max_nodes`; `report` hears of each that differs.
    ///
    /// All positions are read before the first count, so that a bad line is found at once.
    pub fn check<P: Notation>(
        &self,
        counter: &Counter<P>,
        max_nodes: u64,
        monitor: &Monitor,
        report: &mut dyn FnMut(&Mismatch<'_>),
    ) -> Result<Summary, SuiteError> {
        let mut positions = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            let position = counter.reading().from_fen::<P>(&entry.fen);
            positions.push(position.map_err(|error| SuiteError::BadPosition { line: entry.line, error })?);
        }
        let count = |index: usize, depth| {
            let count = counter.count(&positions[index], depth, monitor)?;
            Ok(count.complete.then_some(count.nodes))
        };
        self.check_counts(max_nodes, &count, report)
    }

    /// The part of [`check`](Self::check) that is the same for all games.
    fn check_counts(
        &self,
        max_nodes: u64,
        count: &dyn Fn(usize, u32) -> Result<Option<u64>, CountError>,
        report: &mut dyn FnMut(&Mismatch<'_>),
    ) -> Result<Summary, SuiteError> {
        let mut summary = Summary::default();
        for (index, entry) in self.entries.iter().enumerate() {
            let counts_before = summary.counts;
            for &(depth, expected) in entry.counts.iter().filter(|&&(_, nodes)| nodes <= max_nodes) {
                let found = count(index, depth).map_err(|error| SuiteError::NotCounted {
                    line: entry.line,
                    depth,
                    error,
                })?;
                let Some(found) = found else {
                    summary.positions += usize::from(summary.counts > counts_before);
                    summary.stopped = true;
                    return Ok(summary);
                };
                summary.counts += 1;
                if found != expected {
                    summary.mismatches += 1;
                    report(&Mismatch { entry, depth, expected, found });
                }
            }
            summary.positions += usize::from(summary.counts > counts_before);
        }
        Ok(summary)
    }
}

fn read_entry(line: usize, text: &str) -> Result<Entry, SuiteError> {
    let mut fields = text.split(';').map(str::trim);
    let fen = fields.next().filter(|fen| !fen.is_empty()).ok_or(SuiteError::NoPosition { line })?;
    let mut counts: Vec<(u32, u64)> = Vec::new();
    for field in fields {
        let bad = || SuiteError::BadCount { line, found: field.chars().take(40).collect() };
        let (depth, nodes) = read_count(field).ok_or_else(bad)?;
        if counts.iter().any(|&(earlier, _)| earlier == depth) {
            return Err(SuiteError::DepthTwice { line, depth });
        }
        counts.push((depth, nodes));
    }
    if counts.is_empty() {
        return Err(SuiteError::NoCounts { line });
    }
    Ok(Entry { line, fen: fen.to_owned(), counts })
}

/// Reads `D3 658`.
fn read_count(field: &str) -> Option<(u32, u64)> {
    let (depth, nodes) = field.strip_prefix('D')?.split_once(char::is_whitespace)?;
    // Signs are no part of a count, though `parse` reads them.
    let nodes = nodes.trim_start();
    if !depth.starts_with(|c: char| c.is_ascii_digit()) || !nodes.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    Some((depth.parse().ok()?, nodes.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Settings;
    use crate::toy::Heap;

    /// Depth, expected and found count of each mismatch.
    type Found = Vec<(u32, u64, u64)>;

    fn check(text: &str, max_nodes: u64) -> Result<(Summary, Found), SuiteError> {
        let suite: Suite = text.parse()?;
        let counter = Counter::<Heap>::new(&Settings::default()).expect("one thread");
        let mut found = Vec::new();
        let mut report = |m: &Mismatch<'_>| found.push((m.depth, m.expected, m.found));
        let summary = suite.check(&counter, max_nodes, &Monitor::default(), &mut report)?;
        Ok((summary, found))
    }

    #[test]
    fn right_and_wrong_counts() {
        let text = "# toy\r\n\r\n9 ;D1 3 ;D2 9\r\n  8;D1\t3;D2 8;D3 27\n30 ;D9 99999";
        let (summary, found) = check(text, 1000).expect("readable");
        assert_eq!(summary, Summary { positions: 2, counts: 5, mismatches: 2, stopped: false });
        assert_eq!(found, [(2, 8, 9), (3, 27, 26)]);
    }

    #[test]
    fn a_suite_without_positions_is_fine() {
        assert_eq!(check("# nothing here\n", u64::MAX), Ok((Summary::default(), Vec::new())));
    }

    #[test]
    fn bad_lines_are_named() {
        let error = |text: &str| check(text, u64::MAX).expect_err("bad line");
        assert_eq!(error("9 ;D1 3\n;D1 3"), SuiteError::NoPosition { line: 2 });
        assert_eq!(error("\n9"), SuiteError::NoCounts { line: 2 });
        assert_eq!(error("9 ;D1 3 ;D1 3"), SuiteError::DepthTwice { line: 1, depth: 1 });
        assert!(matches!(error("nine ;D1 3"), SuiteError::BadPosition { line: 1, .. }));
        for count in ["", "D1", "D 3", "D1 ", "D1 -3", "D1 +3", "D+1 3", "E1 3", "D1 99999999999999999999"] {
            assert!(matches!(error(&format!("9 ;{count}")), SuiteError::BadCount { line: 1, .. }), "{count}");
        }
    }

    #[test]
    fn a_stopped_check_says_so() {
        let suite: Suite = "9 ;D1 3 ;D2 9".parse().expect("readable");
        let counter = Counter::<Heap>::new(&Settings::default()).expect("one thread");
        let monitor = Monitor::default();
        monitor.stop();
        let summary = suite.check(&counter, u64::MAX, &monitor, &mut |_| ()).expect("readable");
        assert_eq!(summary, Summary { stopped: true, ..Summary::default() });
    }
}
