//! What waits to be dealt with: messages of the other side, of which only so many may wait, and the move we found.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardgame::MoveError;

use crate::dxp::connection::Heard;
use crate::player::Decision;

/// So many messages may wait. When there are more the reader waits, and so in the end does the other side: its
/// messages stay in the buffers of the network.
pub(super) const MOST_WAITING: usize = 64;

pub(super) enum Event {
    Heard(Heard),
    /// The move we found, with the number of the search.
    Decided(u64, Result<Decision, MoveError>),
}

/// One place for the network and the search to put things.
#[derive(Clone, Default)]
pub(super) struct Inbox(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    heard: VecDeque<Heard>,
    /// A later decision takes the place of an earlier one.
    decided: Option<(u64, Result<Decision, MoveError>)>,
    is_closed: bool,
}

impl Inbox {
    /// Puts a message in, as soon as there is room; false if nobody takes it any more.
    pub(super) fn hear(&self, heard: Heard) -> bool {
        let is_full = |state: &mut State| state.heard.len() >= MOST_WAITING && !state.is_closed;
        let state = self.0.changed.wait_while(self.state(), is_full);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if state.is_closed {
            return false;
        }
        state.heard.push_back(heard);
        self.0.changed.notify_all();
        true
    }

    /// Puts a decision in. Never waits: whoever ends the search waits for it.
    pub(super) fn decide(&self, search: u64, decision: Result<Decision, MoveError>) {
        self.state().decided = Some((search, decision));
        self.0.changed.notify_all();
    }

    /// Takes what came first, decisions before messages; `None` if nothing comes for so long.
    pub(super) fn next(&self, patience: Duration) -> Option<Event> {
        let is_empty = |state: &mut State| state.heard.is_empty() && state.decided.is_none();
        let waited = self.0.changed.wait_timeout_while(self.state(), patience, is_empty);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        if let Some((search, decision)) = state.decided.take() {
            return Some(Event::Decided(search, decision));
        }
        let heard = state.heard.pop_front()?;
        self.0.changed.notify_all();
        Some(Event::Heard(heard))
    }

    /// Nothing is taken any more: whoever waits for room goes away.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.0.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.state().heard.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn a_full_inbox_makes_the_network_wait_but_not_the_search() {
        let inbox = Inbox::default();
        for _ in 0..MOST_WAITING {
            assert!(inbox.hear(Heard::TooLong));
        }
        let network = std::thread::spawn({
            let inbox = inbox.clone();
            move || (0..1_000).take_while(|_| inbox.hear(Heard::TooLong)).count()
        });
        inbox.decide(1, Err(MoveError::BadSyntax { found: String::new(), expected: "a move" }));
        assert!(matches!(inbox.next(LONG), Some(Event::Decided(1, Err(_)))));
        for _ in 0..100 {
            assert!(matches!(inbox.next(LONG), Some(Event::Heard(_))));
            assert!(inbox.waiting() <= MOST_WAITING);
        }
        inbox.close();
        // Those that were taken made room for as many, and no more.
        assert!(network.join().expect("no panic") <= 100);
        assert!(inbox.waiting() <= MOST_WAITING);
        assert!(!inbox.hear(Heard::Closed));
    }
}
