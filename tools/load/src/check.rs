//! What one socket has been told, and whether it can be true: numbers without gap or repeat, histories that agree.

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::message::{History, Message, View};

/// Something that the server must never do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// A number was left out.
    #[error("lost: update {found} with {events} events after {last}")]
    Gap {
        /// The number before.
        last: u64,
        /// The number of the update.
        found: u64,
        /// How many events it has.
        events: u64,
    },
    /// A number came twice or went back.
    #[error("doubled or reordered: update {found} after {last}")]
    Repeat {
        /// The number before.
        last: u64,
        /// The number of the update.
        found: u64,
    },
    /// A state is older than what was shown.
    #[error("went back: a state of {found} after {last}")]
    WentBack {
        /// The number before.
        last: u64,
        /// The number of the state.
        found: u64,
    },
    /// Two sockets were told different things.
    #[error("different: {what} of event {seq} is not the same for everybody")]
    Different {
        /// What differs.
        what: &'static str,
        /// The number of the event.
        seq: u64,
    },
    /// A message contradicts itself.
    #[error("inconsistent: {what} in a message of event {seq}")]
    Inconsistent {
        /// What is wrong.
        what: &'static str,
        /// The number of the event.
        seq: u64,
    },
    /// A move that was shown is gone, or another one took its place.
    #[error("lost: move {ply} of the history changed or is gone; there is {found}")]
    HistoryChanged {
        /// The first ply that is not the same.
        ply: usize,
        /// What is there now, and what was.
        found: String,
    },
    /// An answer to a command that waits for none.
    #[error("doubled: an answer to {id}, which expects none")]
    StrayAnswer {
        /// The command.
        id: String,
    },
    /// A command got an answer with another number than before, or one without its move.
    #[error("wrong answer to {id}: event {found}, not {expected}")]
    WrongAnswer {
        /// The command.
        id: String,
        /// The number that it must have.
        expected: u64,
        /// The number that it has.
        found: u64,
    },
    /// A legal command was refused.
    #[error("refused: {id}: {why}")]
    Refused {
        /// The command.
        id: String,
        /// The answer of the server.
        why: String,
    },
    /// Something that was promised did not come in time.
    #[error("missing: {what}")]
    Missing {
        /// What is missing.
        what: String,
    },
    /// A message that does not follow the contract.
    #[error("malformed: {what}")]
    Malformed {
        /// What is wrong.
        what: String,
    },
    /// A connection ended without a reason that we gave.
    #[error("closed: {why}")]
    Closed {
        /// What the server said.
        why: String,
    },
    /// An answer over HTTP that the contract does not allow.
    #[error("{request}: {found}")]
    Http {
        /// The request.
        request: String,
        /// The status and the text.
        found: String,
    },
    /// What came back after a crash is not what was shown before.
    #[error("after the restart: {what}")]
    Restored {
        /// What is wrong.
        what: String,
    },
}

/// The history as one socket knows it.
#[derive(Debug, Default)]
pub struct Watch {
    seq: Option<u64>,
    plies: Vec<u64>,
    resent: u64,
}

impl Watch {
    /// The number of the last event, once a state has come.
    #[must_use]
    pub fn seq(&self) -> Option<u64> {
        self.seq
    }

    /// The digests of the moves so far.
    #[must_use]
    pub fn plies(&self) -> &[u64] {
        &self.plies
    }

    /// How many states came after the first one.
    #[must_use]
    pub fn resent(&self) -> u64 {
        self.resent
    }

    /// Takes a `state`.
    ///
    /// # Errors
    ///
    /// When it is older than what this socket has seen, or contradicts itself.
    pub fn state(&mut self, message: &Message<'_>) -> Result<(), Fault> {
        let (view, history) = parts(message)?;
        if let Some(last) = self.seq {
            if view.seq < last {
                return Err(Fault::WentBack { last, found: view.seq });
            }
            self.resent += 1;
        }
        self.plies = history.plies.iter().map(|ply| ply.digest()).collect();
        self.seq = Some(view.seq);
        self.compare_with(view, history)
    }

    /// Takes an `update`.
    ///
    /// # Errors
    ///
    /// When a number is missing or repeated, or the message contradicts itself.
    pub fn update(&mut self, message: &Message<'_>) -> Result<(), Fault> {
        let (view, history) = parts(message)?;
        let malformed = |what: &str| Fault::Malformed { what: what.to_owned() };
        let found = message.seq.ok_or_else(|| malformed("an update without seq"))?;
        let events =
            message.events.as_ref().ok_or_else(|| malformed("an update without events"))?.len() as u64;
        let last = self.seq.ok_or_else(|| malformed("an update before the state"))?;
        // An update without events shows the same moment differently.
        if found < last || found == last && events > 0 {
            return Err(Fault::Repeat { last, found });
        }
        if found != last + events {
            return Err(Fault::Gap { last, found, events });
        }
        if view.seq != found {
            return Err(Fault::Inconsistent { what: "the number of the game", seq: found });
        }
        if history.from > self.plies.len() {
            return Err(Fault::HistoryChanged {
                ply: self.plies.len(),
                found: format!("move {}", history.from),
            });
        }
        self.plies.truncate(history.from);
        self.plies.extend(history.plies.iter().map(|ply| ply.digest()));
        self.seq = Some(found);
        self.compare_with(view, history)
    }

    fn compare_with(&self, view: &View<'_>, history: &History<'_>) -> Result<(), Fault> {
        if view.ply != self.plies.len() {
            return Err(Fault::Inconsistent { what: "the number of moves", seq: view.seq });
        }
        match history.plies.last() {
            Some(ply) if ply.board != view.board => {
                Err(Fault::Inconsistent { what: "the board", seq: view.seq })
            }
            _ => Ok(()),
        }
    }
}

fn parts<'m, 'a>(message: &'m Message<'a>) -> Result<(&'m View<'a>, &'m History<'a>), Fault> {
    match (&message.game, &message.history) {
        (Some(view), Some(history)) => Ok((view, history)),
        _ => Err(Fault::Malformed { what: format!("{} without a game or a history", message.kind) }),
    }
}

/// What each update of a game said, to compare the sockets with each other.
#[derive(Debug, Default)]
pub struct Updates {
    seen: FxHashMap<u64, u64>,
}

impl Updates {
    /// Notes an update, or compares it with what others got.
    ///
    /// # Errors
    ///
    /// When others were told something else.
    pub fn note(&mut self, message: &Message<'_>) -> Result<(), Fault> {
        let (view, history) = parts(message)?;
        let digest =
            history.plies.iter().fold(history.from as u64, |sum, ply| sum.rotate_left(7) ^ ply.digest());
        let first = *self.seen.entry(view.seq).or_insert(digest);
        if first == digest { Ok(()) } else { Err(Fault::Different { what: "the history", seq: view.seq }) }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn ply(number: usize) -> Value {
        let board = format!("board {number}");
        json!({"text": "a-b", "path": ["a", "b"], "captured": [], "board": board, "check": false, "left": null})
    }

    fn view(plies: usize, seq: u64) -> Value {
        let board = if plies == 0 { "start".to_owned() } else { format!("board {}", plies - 1) };
        json!({
            "seq": seq, "now": 1, "ply": plies, "turn": "white", "board": board, "legal": [], "clocks": null,
            "hops": null, "waiting": false, "offers": {"draw": null}, "ending": null,
        })
    }

    fn state(plies: usize, seq: u64) -> String {
        let history: Vec<Value> = (0..plies).map(ply).collect();
        json!({"t": "state", "side": null, "game": view(plies, seq), "history": history}).to_string()
    }

    /// The update that adds this move.
    fn update(number: usize, seq: u64, events: usize) -> String {
        let history = json!({"from": number, "plies": [ply(number)]});
        let events = vec![json!({}); events];
        json!({"t": "update", "seq": seq, "events": events, "game": view(number + 1, seq), "history": history}).to_string()
    }

    fn take(watch: &mut Watch, text: &str) -> Result<(), Fault> {
        let message: Message<'_> = serde_json::from_str(text).expect("a message");
        if message.kind == "state" { watch.state(&message) } else { watch.update(&message) }
    }

    fn watching() -> Watch {
        let mut watch = Watch::default();
        take(&mut watch, &state(2, 5)).expect("a good state");
        watch
    }

    #[test]
    fn good_updates_are_accepted() {
        let mut watch = watching();
        assert_eq!(take(&mut watch, &update(2, 6, 1)), Ok(()));
        assert_eq!(take(&mut watch, &update(3, 8, 2)), Ok(()), "a move and what it ends");
        assert_eq!((watch.seq(), watch.plies().len(), watch.resent()), (Some(8), 4, 0));
        assert_eq!(take(&mut watch, &update(3, 9, 1)), Ok(()), "a takeback and another move");
        assert_eq!(take(&mut watch, &update(3, 9, 0)), Ok(()), "the same once more");
        assert_eq!(take(&mut watch, &state(4, 10)), Ok(()));
        assert_eq!(watch.resent(), 1);
    }

    #[test]
    fn lost_doubled_and_reordered_updates_are_found() {
        assert_eq!(take(&mut watching(), &update(3, 7, 1)), Err(Fault::Gap { last: 5, found: 7, events: 1 }));
        assert_eq!(take(&mut watching(), &update(2, 7, 1)), Err(Fault::Gap { last: 5, found: 7, events: 1 }));
        assert_eq!(take(&mut watching(), &update(2, 5, 1)), Err(Fault::Repeat { last: 5, found: 5 }));
        assert_eq!(take(&mut watching(), &update(1, 4, 1)), Err(Fault::Repeat { last: 5, found: 4 }));
        assert_eq!(
            take(&mut watching(), &update(3, 6, 1)),
            Err(Fault::HistoryChanged { ply: 2, found: "move 3".to_owned() })
        );
        assert_eq!(take(&mut watching(), &state(1, 4)), Err(Fault::WentBack { last: 5, found: 4 }));
    }

    #[test]
    fn contradictions_are_found() {
        let wrong_board = update(2, 6, 1).replace("\"check\"", "\"x\"").replacen("board 2", "board 9", 1);
        assert!(serde_json::from_str::<Message<'_>>(&wrong_board).is_err(), "a field is missing");
        let wrong_board = update(2, 6, 1).replacen("board 2", "board 9", 1);
        assert!(matches!(take(&mut watching(), &wrong_board), Err(Fault::Inconsistent { .. })));
        let wrong_ply = update(2, 6, 1).replace("\"ply\":3", "\"ply\":4");
        assert!(matches!(take(&mut watching(), &wrong_ply), Err(Fault::Inconsistent { .. })));
        assert!(matches!(take(&mut Watch::default(), &update(2, 6, 1)), Err(Fault::Malformed { .. })));
    }

    #[test]
    fn viewers_must_be_told_the_same() {
        let (mut updates, text) = (Updates::default(), update(2, 6, 1));
        let message = serde_json::from_str(&text).expect("a message");
        assert_eq!(updates.note(&message), Ok(()));
        assert_eq!(updates.note(&message), Ok(()));
        let text = text.replace("\"captured\":[]", "\"captured\":[\"c\"]");
        let message = serde_json::from_str(&text).expect("a message");
        assert_eq!(updates.note(&message), Err(Fault::Different { what: "the history", seq: 6 }));
    }
}
