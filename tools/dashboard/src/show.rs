//! The dashboard until a match is over.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};

use crate::draw::draw;
use crate::keyboard::new_events;
use crate::watcher::MatchWatcher;

/// How often the screen is drawn anew.
const FRAME: Duration = Duration::from_millis(200);

/// What keys do.
pub struct DashboardKeys<'a> {
    /// `q`: finish the games in progress.
    pub finish: &'a (dyn Fn() + Sync),
    /// Ctrl-C: stop at once.
    pub stop: &'a (dyn Fn() + Sync),
}

impl std::fmt::Debug for DashboardKeys<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DashboardKeys").finish_non_exhaustive()
    }
}

/// Shows the dashboard on the terminal until `is_over`, and leaves the terminal as it was, also after a panic.
///
/// # Errors
///
/// The terminal cannot be used, or was closed.
pub fn show(watcher: &MatchWatcher, is_over: &AtomicBool, keys: &DashboardKeys<'_>) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let shown = (|| {
        while !is_over.load(Ordering::Relaxed) {
            let view = watcher.view();
            terminal.draw(|frame| draw(frame, &view))?;
            for event in new_events(FRAME)? {
                let Event::Key(key) = event else { continue };
                let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
                match key.code {
                    _ if key.kind == KeyEventKind::Release => {}
                    KeyCode::Char('c') if is_control => (keys.stop)(),
                    KeyCode::Char('q') | KeyCode::Esc => {
                        watcher.set_finishing();
                        (keys.finish)();
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    })();
    // What is wrong with the terminal was told by then.
    let _ = ratatui::try_restore();
    shown
}
