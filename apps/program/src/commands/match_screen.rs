//! `damier match` on a terminal: a dashboard instead of lines.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use arena::{ArenaError, Match, RunSettings, StopReason};
use dashboard::{DashboardKeys, MatchWatcher, show};

use crate::commands::match_arguments::MatchArguments;
use crate::complain;

/// Whether there is a terminal for it, and nobody wants lines.
pub(crate) fn is_wanted(arguments: &MatchArguments) -> bool {
    let is_terminal = io::stdout().is_terminal() && io::stdin().is_terminal();
    let is_dumb = std::env::var_os("TERM").is_none_or(|name| name == "dumb");
    is_terminal && !is_dumb && !arguments.json && !arguments.plain
}

/// Plays the match and shows it.
pub(crate) fn run(played: &mut Match, settings: &RunSettings) -> Result<StopReason, ArenaError> {
    let watcher = MatchWatcher::new(played.plan(), played.games(), played.standings());
    let is_over = AtomicBool::new(false);
    let keys = DashboardKeys {
        finish: &|| settings.finish.store(true, Ordering::Relaxed),
        stop: &|| settings.cancel.cancel(),
    };
    thread::scope(|scope| {
        let screen = scope.spawn(|| show(&watcher, &is_over, &keys));
        let result = played.run(settings, &watcher);
        is_over.store(true, Ordering::Relaxed);
        if let Ok(Err(error)) = screen.join() {
            complain(&format!("cannot show the dashboard: {error}"));
        }
        result
    })
}
