//! Reminds players whose time runs out.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use server::Snapshot;
use table::TimeControl;

/// The shortest time that is worth a reminder: it has to arrive, and to be read.
const SHORTEST: u64 = 8_000;

/// When to remind the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reminder {
    ply: usize,
    /// Milliseconds since 1970.
    at: u64,
}

/// The reminders of all games with clocks.
#[derive(Debug, Default)]
pub(crate) struct Reminders {
    by_game: Mutex<HashMap<String, Reminder>>,
}

impl Reminders {
    /// Looks at the clocks of a game. A turn gets one reminder.
    pub(crate) fn note(&self, id: &str, game: &Snapshot) {
        let mut by_game = self.by_game.lock().unwrap_or_else(PoisonError::into_inner);
        let table = &game.table;
        let running = table.terms().time.zip(table.flag_falls()).filter(|_| table.ending().is_none());
        let Some((control, falls)) = running else {
            by_game.remove(id);
            return;
        };
        let ply = table.game().plies();
        if by_game.get(id).is_none_or(|reminder| reminder.ply != ply) {
            let begun = table.events().last().map_or(0, |event| event.at.0);
            let left = falls.0.saturating_sub(begun);
            let at = notice(control, left).map_or(u64::MAX, |notice| falls.0.saturating_sub(notice));
            by_game.insert(id.to_owned(), Reminder { ply, at });
        }
    }

    /// The games whose player to move should be reminded now, each with its ply.
    pub(crate) fn due(&self, now: u64) -> Vec<(String, usize)> {
        let mut by_game = self.by_game.lock().unwrap_or_else(PoisonError::into_inner);
        let mut due = Vec::new();
        for (id, reminder) in by_game.iter_mut() {
            if reminder.at <= now {
                reminder.at = u64::MAX;
                due.push((id.clone(), reminder.ply));
            }
        }
        due
    }
}

/// How long before the flag falls a player with this much time left is reminded: a fifth of the whole time, between 10
/// seconds and 10 minutes. A player with less than that gets one reminder after half of it, not one at every move, and none
/// when hardly any time is left.
fn notice(control: TimeControl, left: u64) -> Option<u64> {
    let (TimeControl::Fischer { base, .. }
    | TimeControl::Delay { base, .. }
    | TimeControl::MovesInTime { base, .. }) = control;
    let usual = (base / 5).clamp(10_000, 600_000);
    Some(usual.min(left / 2)).filter(|&notice| notice >= SHORTEST)
}

#[cfg(test)]
mod tests {
    use catalog::GameId;
    use server::Snapshot;
    use table::{Command, Moment, Table, Terms};

    use super::Reminders;

    fn snapshot(table: &Table) -> Snapshot {
        let names = [None, None];
        let history = Vec::new();
        Snapshot { table: table.clone(), names, history, rematch_offer: None, next: None, seq: 1, created: 0 }
    }

    /// Under a fifth of the time, quick moves bring no reminders.
    #[test]
    fn quick_moves_bring_no_reminders() {
        let terms = Terms { time: "5+0".parse().ok(), ..Terms::of(GameId::Chess) };
        let mut table = Table::begin(terms, Moment(0)).unwrap();
        let reminders = Reminders::default();
        let mut now = 0;
        let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"];
        let mut due = Vec::new();
        for (ply, mv) in moves.into_iter().enumerate() {
            reminders.note("a", &snapshot(&table));
            // Both think for 260 of their 300 seconds, then move at once.
            now += if ply < 2 { 260_000 } else { 2_000 };
            due.extend(reminders.due(now));
            let by = if ply % 2 == 0 { boardgame::Color::White } else { boardgame::Color::Black };
            table.handle(&Command::Move { by, ply, mv: mv.into() }, Moment(now)).unwrap();
        }
        assert_eq!(due, [("a".to_owned(), 0), ("a".to_owned(), 1)]);
        // White has 34 seconds left, and uses half of them.
        reminders.note("a", &snapshot(&table));
        assert_eq!(reminders.due(now + 16_900), []);
        assert_eq!(reminders.due(now + 17_000), [("a".to_owned(), 8)]);
    }

    #[test]
    fn a_turn_gets_one_reminder() {
        let terms = Terms { time: "5+0".parse().ok(), ..Terms::of(GameId::Chess) };
        let mut table = Table::begin(terms, Moment(0)).unwrap();
        let reminders = Reminders::default();
        reminders.note("a", &snapshot(&table));
        assert_eq!(reminders.due(239_999), []);
        assert_eq!(reminders.due(240_000), [("a".to_owned(), 0)]);
        reminders.note("a", &snapshot(&table));
        assert_eq!(reminders.due(250_000), []);
        let mv = Command::Move { by: boardgame::Color::White, ply: 0, mv: "e4".into() };
        table.handle(&mv, Moment(250_000)).unwrap();
        reminders.note("a", &snapshot(&table));
        assert_eq!(reminders.due(489_999), []);
        assert_eq!(reminders.due(490_000), [("a".to_owned(), 1)]);
        table.handle(&Command::Resign { by: boardgame::Color::White }, Moment(500_000)).unwrap();
        reminders.note("a", &snapshot(&table));
        assert_eq!(reminders.due(u64::MAX - 1), []);
    }
}
