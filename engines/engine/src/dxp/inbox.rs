//! A bounded queue of messages from the opponent, and the best move of our search.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardgame::MoveError;

use search::BestMove;

use crate::dxp::connection::Received;

/// The most messages that are queued. Further ones stay in the buffers of the network.
pub(super) const MAX_QUEUED: usize = 64;

pub(super) enum Event {
    Received(Received),
    /// The best move, with the number of the search.
    Found(u64, Result<BestMove<String>, MoveError>),
}

/// A queue that the network and the search fill.
#[derive(Clone, Default)]
pub(super) struct Inbox(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    received: VecDeque<Received>,
    /// A later best move replaces an earlier one.
    found: Option<(u64, Result<BestMove<String>, MoveError>)>,
    is_closed: bool,
}

impl Inbox {
    /// Adds a message, as soon as there is room; returns false if the inbox is closed.
    pub(super) fn put_received(&self, received: Received) -> bool {
        let is_full = |state: &mut State| state.received.len() >= MAX_QUEUED && !state.is_closed;
        let state = self.0.changed.wait_while(self.state(), is_full);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if state.is_closed {
            return false;
        }
        state.received.push_back(received);
        self.0.changed.notify_all();
        true
    }

    /// Sets the best move. Never blocks, since stopping a search waits for this.
    pub(super) fn put_best_move(&self, search: u64, found: Result<BestMove<String>, MoveError>) {
        self.state().found = Some((search, found));
        self.0.changed.notify_all();
    }

    /// Takes the next event, a best move before messages; `None` if nothing comes in time.
    pub(super) fn next(&self, patience: Duration) -> Option<Event> {
        let is_empty = |state: &mut State| state.received.is_empty() && state.found.is_none();
        let waited = self.0.changed.wait_timeout_while(self.state(), patience, is_empty);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        if let Some((search, found)) = state.found.take() {
            return Some(Event::Found(search, found));
        }
        let received = state.received.pop_front()?;
        self.0.changed.notify_all();
        Some(Event::Received(received))
    }

    /// Closes the inbox: a reader that waits for room gives up.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.0.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.state().received.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn a_full_inbox_makes_the_network_wait_but_not_the_search() {
        let inbox = Inbox::default();
        for _ in 0..MAX_QUEUED {
            assert!(inbox.put_received(Received::TooLong));
        }
        let network = std::thread::spawn({
            let inbox = inbox.clone();
            move || (0..1_000).take_while(|_| inbox.put_received(Received::TooLong)).count()
        });
        inbox.put_best_move(1, Err(MoveError::BadSyntax { found: String::new(), expected: "a move" }));
        assert!(matches!(inbox.next(LONG), Some(Event::Found(1, Err(_)))));
        for _ in 0..100 {
            assert!(matches!(inbox.next(LONG), Some(Event::Received(_))));
            assert!(inbox.waiting() <= MAX_QUEUED);
        }
        inbox.close();
        // Each message taken made room for one more.
        assert!(network.join().expect("no panic") <= 100);
        assert!(inbox.waiting() <= MAX_QUEUED);
        assert!(!inbox.put_received(Received::Closed));
    }
}
