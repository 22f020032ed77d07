//! All perft suites, as deep as they go.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Args;

/// What to check.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Leave out counts above this one.
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    max_nodes: u64,
    /// Threads to count with.
    #[arg(long, value_name = "K", default_value_t = 1)]
    threads: u16,
    /// Only suites whose file name or game starts with this.
    #[arg(long, value_name = "PREFIX", default_value = "")]
    only: String,
}

/// Runs the program on every suite of `testdata/perft/`.
pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let build = Command::new(env!("CARGO")).current_dir(root).args(["build", "--release"]).status();
    ensure!(build.context("cannot run cargo")?.success(), "the program does not build");
    let mut failed = Vec::new();
    for suite in suites(root, &arguments.only)? {
        let name = file_stem(&suite);
        let begin = Instant::now();
        let mut command = Command::new(env!("CARGO"));
        command.current_dir(root).args(["run", "--quiet", "--release", "--", "perft"]);
        command.args(["--game", game_of(&suite, &name)]).arg("--suite").arg(&suite);
        command.args(["--max-nodes", &arguments.max_nodes.to_string()]);
        command.args(["--threads", &arguments.threads.to_string()]);
        if name.ends_with("-paths") {
            command.arg("--routes");
        }
        if name.ends_with("_unreachable") {
            command.arg("--lenient");
        }
        println!("{name}");
        let status = command.status().context("cannot run cargo")?;
        println!("  {:.1} s", begin.elapsed().as_secs_f64());
        if status.code() == Some(130) {
            return Ok(ExitCode::from(130));
        }
        if !status.success() {
            failed.push(name);
        }
    }
    println!("{} suites failed {}", failed.len(), failed.join(" "));
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn suites(root: &Path, prefix: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut suites = Vec::new();
    for family in fs::read_dir(root.join("testdata/perft")).context("testdata/perft")? {
        for file in fs::read_dir(family?.path())? {
            let path = file?.path();
            let is_suite = path.extension().is_some_and(|extension| extension == "epd");
            let name = file_stem(&path);
            if is_suite && (name.starts_with(prefix) || game_of(&path, &name).starts_with(prefix)) {
                suites.push(path);
            }
        }
    }
    suites.sort();
    Ok(suites)
}

fn file_stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The game of a suite: `russian` of `russian-paths`; in the folder of chess, `chess960` where the name says
/// so and `chess` otherwise.
fn game_of<'a>(suite: &Path, name: &'a str) -> &'a str {
    let in_chess = suite.parent().is_some_and(|folder| folder.ends_with("chess"));
    match (in_chess, name.contains("960")) {
        (true, true) => "chess960",
        (true, false) => "chess",
        _ => name.strip_suffix("-paths").or_else(|| name.strip_suffix("-random")).unwrap_or(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_name_their_game() {
        for (suite, game) in [
            ("perft/draughts/russian.epd", "russian"),
            ("perft/draughts/russian-paths.epd", "russian"),
            ("perft/draughts/russian-random.epd", "russian"),
            ("perft/chess/traps.epd", "chess"),
            ("perft/chess/tricky_unreachable.epd", "chess"),
            ("perft/chess/chess960_xfen.epd", "chess960"),
            ("perft/chess/traps_chess960.epd", "chess960"),
        ] {
            let path = Path::new(suite);
            assert_eq!(game_of(path, &file_stem(path)), game, "{suite}");
        }
    }
}
