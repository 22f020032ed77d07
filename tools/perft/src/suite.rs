//! Files of positions with their published counts.

use std::str::FromStr;

use boardgame::epd::{self, CLOCKS, ClockError};
use boardgame::{Countable, FenError, Notation};
use thiserror::Error;

use crate::monitor::Monitor;
use crate::run::{CountError, Counter};

/// Positions with their counts, one per line: `FEN ;D1 n ;D2 n`, or EPD with chess clocks as operations,
/// `POSITION hmvc 0; fmvn 1; D1 n; D2 n;`. Lines that start with `#` are comments.
///
/// ```
/// use damier_perft::Suite;
///
/// let suite: Suite = "# start\nW:W31-50:B1-20 ;D1 9 ;D2 81".parse()?;
/// assert_eq!(suite.entries[0].fen, "W:W31-50:B1-20");
/// assert_eq!(suite.entries[0].counts, [(1, 9), (2, 81)]);
///
/// let error = "W:W31-50:B1-20 ;D1 nine".parse::<Suite>().unwrap_err();
/// assert_eq!(error.to_string(), "line 1: bad count \"D1 nine\", expected text such as \"D3 658\"");
/// # Ok::<(), damier_perft::SuiteError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Suite {
    /// The positions, in the order of the file.
    pub entries: Vec<Entry>,
    /// The errors of lines that could not be read.
    pub bad_lines: Vec<SuiteError>,
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

/// What a check of a suite reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuiteFinding<'a> {
    /// A count that differs.
    Mismatch(Mismatch<'a>),
    /// A line that is not a position of the game, or a position that could not be counted.
    Failure(SuiteError),
}

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Summary {
    /// Positions of which at least one count was checked.
    pub positions: usize,
    /// Counts that were checked.
    pub counts: usize,
    /// Counts that differ.
    pub mismatches: usize,
    /// Lines that are not a position of the game.
    pub unreadable: usize,
    /// Positions that could not be counted as deep as the line asks.
    pub uncounted: usize,
    /// Whether the check was stopped.
    pub stopped: bool,
}

/// Why a suite, or a line of it, cannot be read or checked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// No line with a position.
    #[error("no positions, expected lines such as \"FEN ;D1 9 ;D2 81\"")]
    Empty,
    /// A line without a position.
    #[error("line {line}: no position before the first \";\"")]
    NoPosition {
        /// The line, from 1.
        line: usize,
    },
    /// A line without counts.
    #[error("line {line}: no counts, expected text such as \";D1 9 ;D2 81\" after the position")]
    NoCounts {
        /// The line, from 1.
        line: usize,
    },
    /// A field that is not a depth and a count.
    #[error("line {line}: bad count {found:?}, expected text such as \"D3 658\"")]
    BadCount {
        /// The line, from 1.
        line: usize,
        /// The field, shortened.
        found: String,
    },
    /// A clock that is not a number, or has two values.
    #[error("line {line}: {error}")]
    BadClock {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: ClockError,
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

impl SuiteError {
    /// The line, from 1; `None` if the error is about the whole suite.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match *self {
            Self::Empty => None,
            Self::NoPosition { line }
            | Self::NoCounts { line }
            | Self::BadCount { line, .. }
            | Self::BadClock { line, .. }
            | Self::DepthTwice { line, .. }
            | Self::BadPosition { line, .. }
            | Self::NotCounted { line, .. } => Some(line),
        }
    }
}

impl FromStr for Suite {
    type Err = SuiteError;

    /// Reads a suite in which every line is valid.
    fn from_str(text: &str) -> Result<Self, SuiteError> {
        let mut suite = Self::read(text)?;
        if suite.bad_lines.is_empty() { Ok(suite) } else { Err(suite.bad_lines.swap_remove(0)) }
    }
}

impl Suite {
    /// Reads the valid lines and records the errors of the others.
    ///
    /// ```
    /// let suite = damier_perft::Suite::read("W:W31-50:B1-20 ;D1 nine\nW:W32:B19,27,28 ;D1 1")?;
    /// assert_eq!((suite.entries.len(), suite.bad_lines.len()), (1, 1));
    /// assert_eq!(suite.bad_lines[0].line(), Some(1));
    /// # Ok::<(), damier_perft::SuiteError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SuiteError::Empty`] if there are only comments and empty lines.
    pub fn read(text: &str) -> Result<Self, SuiteError> {
        let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let mut suite = Self::default();
        for (line, text) in lines {
            match read_entry(line, text) {
                Ok(entry) => suite.entries.push(entry),
                Err(error) => suite.bad_lines.push(error),
            }
        }
        if suite == Self::default() { Err(SuiteError::Empty) } else { Ok(suite) }
    }

    /// Checks every count of at most `max_nodes`; `report` receives each count that differs and each line that cannot be
    /// checked. Neither ends the check.
    ///
    /// All positions are read before the first count, so that a bad line is found at once.
    pub fn check<P: Notation + Countable>(
        &self,
        counter: &Counter<P>,
        rules: P::Rules,
        max_nodes: u64,
        monitor: &Monitor,
        report: &mut dyn FnMut(SuiteFinding<'_>),
    ) -> Summary {
        let read = |entry: &Entry| P::read_fen(rules, &entry.fen, counter.reading());
        let positions: Vec<Result<P, FenError>> = self.entries.iter().map(read).collect();
        let bad_positions = positions.iter().zip(&self.entries).filter_map(|(position, entry)| {
            let error = position.as_ref().err()?.clone();
            Some(SuiteError::BadPosition { line: entry.line, error })
        });
        let mut unreadable: Vec<SuiteError> = self.bad_lines.iter().cloned().chain(bad_positions).collect();
        unreadable.sort_by_key(SuiteError::line);
        let mut summary = Summary { unreadable: unreadable.len(), ..Summary::default() };
        unreadable.into_iter().for_each(|error| report(SuiteFinding::Failure(error)));
        let count = |index: usize, depth| {
            let Ok(position) = &positions[index] else { return Ok(Counted::Unreadable) };
            let count = counter.count(position, depth, monitor)?;
            Ok(if count.complete { Counted::Nodes(count.nodes) } else { Counted::Stopped })
        };
        self.check_counts(max_nodes, &count, report, &mut summary);
        summary
    }

    /// The part of [`check`](Self::check) that is the same for all games.
    fn check_counts(
        &self,
        max_nodes: u64,
        count: &dyn Fn(usize, u32) -> Result<Counted, CountError>,
        report: &mut dyn FnMut(SuiteFinding<'_>),
        summary: &mut Summary,
    ) {
        for (index, entry) in self.entries.iter().enumerate() {
            let counts_before = summary.counts;
            for &(depth, expected) in entry.counts.iter().filter(|&&(_, nodes)| nodes <= max_nodes) {
                match count(index, depth) {
                    Ok(Counted::Nodes(found)) => {
                        summary.counts += 1;
                        if found != expected {
                            summary.mismatches += 1;
                            report(SuiteFinding::Mismatch(Mismatch { entry, depth, expected, found }));
                        }
                    }
                    Ok(Counted::Stopped) => summary.stopped = true,
                    Ok(Counted::Unreadable) => {}
                    Err(error) => {
                        summary.uncounted += 1;
                        report(SuiteFinding::Failure(SuiteError::NotCounted {
                            line: entry.line,
                            depth,
                            error,
                        }));
                        break;
                    }
                }
                if summary.stopped {
                    break;
                }
            }
            summary.positions += usize::from(summary.counts > counts_before);
            if summary.stopped {
                break;
            }
        }
    }
}

/// The result of one count.
enum Counted {
    Nodes(u64),
    Stopped,
    /// The line is not a position, which was already reported.
    Unreadable,
}

fn read_entry(line: usize, text: &str) -> Result<Entry, SuiteError> {
    let (fen, fields) = split_position(text);
    if fen.is_empty() {
        return Err(SuiteError::NoPosition { line });
    }
    let mut counts: Vec<(u32, u64)> = Vec::new();
    // Only chess has clocks.
    let is_clock = |field: &&str| {
        fen.contains('/') && CLOCKS.iter().any(|&(name, _)| name == epd::split_opcode(field).0)
    };
    let (clocks, fields): (Vec<&str>, Vec<&str>) = fields.into_iter().partition(is_clock);
    let clocks = epd::clocks(None, &clocks).map_err(|error| SuiteError::BadClock { line, error })?;
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
    let has_clocks = clocks.iter().any(Option::is_some);
    let fen = if has_clocks { epd::fen(fen, clocks) } else { fen.to_owned() };
    Ok(Entry { line, fen, counts })
}

/// The position of a line, which ends at a `;` or at the first operation, and the operations.
fn split_position(text: &str) -> (&str, Vec<&str>) {
    let end = text.find(';').unwrap_or(text.len());
    let mut words = text[..end].match_indices(char::is_whitespace).map(|(at, blank)| at + blank.len());
    let end = words.find(|&at| begins_operation(&text[at..])).unwrap_or(end);
    let (position, operations) = text.split_at(end);
    (position.trim(), epd::operations(operations))
}

/// Whether a text starts with a count or a clock. No field of a position looks like that.
fn begins_operation(text: &str) -> bool {
    let code = text.split([';', ' ', '\t']).next().unwrap_or_default();
    let is_depth = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    code.strip_prefix('D').is_some_and(is_depth) || CLOCKS.iter().any(|&(name, _)| name == code)
}

/// Reads `D3 658`.
fn read_count(field: &str) -> Option<(u32, u64)> {
    let (depth, nodes) = field.strip_prefix('D')?.split_once(char::is_whitespace)?;
    // A count has no sign, although `parse` accepts one.
    let nodes = nodes.trim_start();
    if !depth.starts_with(|c: char| c.is_ascii_digit()) || !nodes.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    Some((depth.parse().ok()?, nodes.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::CountSettings;
    use crate::toy::Heap;

    #[test]
    fn lines_may_be_epd() {
        let entry = |text: &str| read_entry(1, text).map(|entry| (entry.fen, entry.counts));
        let expected = |fen: &str| Ok((fen.to_owned(), vec![(1, 20), (2, 400)]));
        let position = "8/8/8/4k3/8/8/8/K3R3 b - -";
        for operations in [" 3 17 ;D1 20 ;D2 400", " 3 17;D1 20;D2 400", " 3 17 D1 20; D2 400;"] {
            assert_eq!(entry(&format!("{position}{operations}")), expected(&format!("{position} 3 17")));
        }
        let clocks = format!("{position} hmvc 3; fmvn 17; D1 20; D2 400;");
        assert_eq!(entry(&clocks), expected(&format!("{position} 3 17")));
        assert_eq!(entry(&clocks.replace("hmvc 3; ", "")), expected(&format!("{position} 0 17")));
        assert_eq!(entry("W:W31-50:B1-20 D1 20; D2 400;"), expected("W:W31-50:B1-20"));
        for bad in ["W:W1:B2", "W:W1:B2 ;", "8/8 b - - hmvc 3;"] {
            assert_eq!(entry(bad), Err(SuiteError::NoCounts { line: 1 }), "{bad}");
        }
        assert!(matches!(entry("W:W1:B2 hmvc 3;"), Err(SuiteError::BadCount { .. })));
        assert_eq!(entry(";D1 9"), Err(SuiteError::NoPosition { line: 1 }));
        assert!(matches!(entry("W:W1:B2 D1 20;; D2 400;"), Err(SuiteError::BadCount { .. })));
        assert!(matches!(entry(&clocks.replace("fmvn", "hmvc")), Err(SuiteError::BadClock { .. })));
    }

    /// Depth, expected and found count of each mismatch.
    type Found = Vec<(u32, u64, u64)>;

    fn check(text: &str, max_nodes: u64) -> (Summary, Found, Vec<SuiteError>) {
        let suite = Suite::read(text).expect("lines");
        let mut errors = Vec::new();
        // A table, so that a count that does not fit ends.
        let settings = CountSettings { hash_megabytes: 1, ..CountSettings::default() };
        let counter = Counter::<Heap>::new(&settings).expect("one thread");
        let mut found = Vec::new();
        let mut report = |finding: SuiteFinding<'_>| match finding {
            SuiteFinding::Mismatch(m) => found.push((m.depth, m.expected, m.found)),
            SuiteFinding::Failure(error) => errors.push(error),
        };
        let summary = suite.check(&counter, (), max_nodes, &Monitor::default(), &mut report);
        (summary, found, errors)
    }

    #[test]
    fn right_and_wrong_counts() {
        let text = "# toy\r\n\r\n9 ;D1 3 ;D2 9\r\n  8;D1\t3;D2 8;D3 27\n30 ;D9 99999";
        let (summary, found, errors) = check(text, 1000);
        assert_eq!(summary, Summary { positions: 2, counts: 5, mismatches: 2, ..Summary::default() });
        assert_eq!((found, errors), (vec![(2, 8, 9), (3, 27, 26)], Vec::new()));
    }

    #[test]
    fn a_suite_without_positions_is_an_error() {
        for text in ["", "\n", "# nothing here\n"] {
            assert_eq!(text.parse::<Suite>(), Err(SuiteError::Empty));
            assert_eq!(Suite::read(text), Err(SuiteError::Empty));
        }
    }

    #[test]
    fn bad_lines_do_not_end_a_check() {
        let text = "9 ;D1 3\nnine ;D1 3\n9 ;D1 three\n9 ;D1 4\n250 ;D1 3 ;D41 7 ;D2 9\n9 ;D1 3";
        let (summary, found, errors) = check(text, u64::MAX);
        let expected =
            Summary { positions: 4, counts: 4, mismatches: 1, unreadable: 2, uncounted: 1, stopped: false };
        assert_eq!((summary, found), (expected, vec![(1, 4, 3)]));
        let lines: Vec<_> = errors.iter().map(SuiteError::line).collect();
        assert_eq!(lines, [Some(2), Some(3), Some(5)]);
        assert!(matches!(errors[2], SuiteError::NotCounted { depth: 41, .. }));
    }

    #[test]
    fn bad_lines_are_named() {
        let error = |text: &str| check(text, u64::MAX).2.pop().expect("a bad line");
        assert_eq!(error("9 ;D1 3\n;D1 3"), SuiteError::NoPosition { line: 2 });
        assert_eq!(error("\n9"), SuiteError::NoCounts { line: 2 });
        assert_eq!(error("9 ;"), SuiteError::NoCounts { line: 1 });
        assert_eq!(error("9 ;D1 3 ;D1 3"), SuiteError::DepthTwice { line: 1, depth: 1 });
        assert!(matches!(error("nine ;D1 3"), SuiteError::BadPosition { line: 1, .. }));
        for count in ["D1", "D 3", "D1 ", "D1 -3", "D1 +3", "D+1 3", "E1 3", "D1 99999999999999999999"] {
            assert!(matches!(error(&format!("9 ;{count}")), SuiteError::BadCount { line: 1, .. }), "{count}");
        }
    }

    #[test]
    fn a_stopped_check_says_so() {
        let suite: Suite = "9 ;D1 3 ;D2 9".parse().expect("readable");
        let counter = Counter::<Heap>::new(&CountSettings::default()).expect("one thread");
        let monitor = Monitor::default();
        monitor.stop();
        let summary = suite.check(&counter, (), u64::MAX, &monitor, &mut |_| ());
        assert_eq!(summary, Summary { stopped: true, ..Summary::default() });
    }
}
