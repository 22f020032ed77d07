//! Instructions per node, counted by valgrind: the same on every run, whatever else the machine does.

use std::process::Command;

use crate::bench::Bench;
use crate::modes::Mode;

/// Instructions of starting the program and reading the position, which are not generation.
const START_UP: f64 = 250_000.0;

/// Runs this program under callgrind at the shallow depth; `None` without valgrind.
pub(crate) fn per_node(bench: &Bench, mode: Mode) -> Option<f64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args(["--shallow", "--mode", mode.name(), "--only", bench.name])
        .output()
        .ok()?;
    let nodes: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().ok()?;
    let report = String::from_utf8_lossy(&output.stderr);
    let (_, rest) = report.split_once("Collected : ")?;
    let instructions: f64 = rest.split_whitespace().next()?.parse().ok()?;
    Some((instructions - START_UP) / nodes)
}
