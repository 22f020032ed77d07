//! What a game showed before a crash, and whether what comes back afterwards can be the same game.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::check::Fault;
use crate::message::{Clocks, Color, Hops, Identity, Offers, Ply, View};

/// By how many milliseconds two readings of one clock may differ: they are rounded.
const ROUNDING: i64 = 2;

/// A command that was sent.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    pub(super) id: String,
    pub(super) by: Color,
    pub(super) body: Value,
    /// The move and its ply, if it is one.
    pub(super) mv: Option<(usize, Identity)>,
}

/// What was shown and promised, over all crashes.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The last event that anybody was told of.
    seq: u64,
    /// The digests of the moves that were shown.
    plies: Vec<u64>,
    /// The moves that were acknowledged, by ply.
    promised: BTreeMap<usize, Identity>,
    /// The last view that was shown.
    view: Option<Shown>,
    /// Commands with their numbers.
    pub(super) acked: Vec<(Sent, u64)>,
    /// A command without an answer so far.
    pub(super) pending: Option<Sent>,
}

/// What of a view must come back.
#[derive(Clone, Debug)]
struct Shown {
    seq: u64,
    now: u64,
    clocks: Option<Clocks>,
    hops: Option<Hops>,
    offers: Offers,
    is_over: bool,
}

impl Memory {
    /// Notes what a socket was shown.
    pub(super) fn note_view(&mut self, view: &View<'_>, plies: &[u64]) {
        if view.seq >= self.seq || self.view.is_none() {
            self.seq = view.seq;
            self.plies = plies.to_vec();
            self.view = Some(Shown {
                seq: view.seq,
                now: view.now,
                clocks: view.clocks,
                hops: view.hops.clone(),
                offers: view.offers,
                is_over: view.ending.is_some(),
            });
        }
    }

    /// Notes the answer to the command that waited for one.
    pub(super) fn note_ack(&mut self, id: &str, seq: u64) -> Result<(), Fault> {
        let sent = self.pending.take_if(|sent| sent.id == id);
        let sent = sent.ok_or_else(|| Fault::StrayAnswer { id: id.to_owned() })?;
        if let Some((ply, identity)) = &sent.mv {
            self.promised.insert(*ply, identity.clone());
        }
        self.seq = self.seq.max(seq);
        self.acked.push((sent, seq));
        Ok(())
    }

    /// Compares what a server says after a restart with what was shown and promised before.
    pub(super) fn compare(&self, view: &View<'_>, history: &[Ply<'_>]) -> Result<(), Fault> {
        if view.seq < self.seq {
            return Err(Fault::WentBack { last: self.seq, found: view.seq });
        }
        for (ply, digest) in self.plies.iter().enumerate() {
            if history.get(ply).is_none_or(|found| found.digest() != *digest) {
                return Err(changed(ply, "the move that was shown", history));
            }
        }
        for (ply, identity) in &self.promised {
            if history.get(*ply).is_none_or(|found| found.identity() != *identity) {
                return Err(changed(*ply, &format!("{identity:?}"), history));
            }
        }
        self.compare_length(view, history.len())?;
        match &self.view {
            Some(shown) if shown.seq == view.seq => shown.compare(view),
            _ => Ok(()),
        }
    }

    /// Only the commands that we sent may have been done, each once.
    fn compare_length(&self, view: &View<'_>, length: usize) -> Result<(), Fault> {
        let restored = |what: String| Err(Fault::Restored { what });
        let promised = self.promised.keys().next_back().map_or(0, |ply| ply + 1).max(self.plies.len());
        // A hop that was acknowledged but not shown may have completed a move.
        let is_unseen = self.view.as_ref().is_none_or(|shown| shown.seq < self.seq);
        let most = promised + usize::from(self.pending.is_some() || is_unseen);
        if length > most || view.ply != length {
            return restored(format!("{length} moves, ply {}, at most {most} were sent", view.ply));
        }
        if self.view.is_some() && self.pending.is_none() && view.seq > self.seq {
            return restored(format!("event {} although {} was the last one", view.seq, self.seq));
        }
        Ok(())
    }
}

fn changed(ply: usize, before: &str, history: &[Ply<'_>]) -> Fault {
    let found = match history.get(ply) {
        Some(ply) => format!("{ply:?}, not {before}"),
        None => format!("nothing, not {before}"),
    };
    Fault::HistoryChanged { ply, found }
}

impl Shown {
    /// The same event, so the same game, but for the time that has passed.
    fn compare(&self, view: &View<'_>) -> Result<(), Fault> {
        let restored = |what: String| Err(Fault::Restored { what });
        if self.hops != view.hops {
            return restored(format!("hops {:?} became {:?}", self.hops, view.hops));
        }
        if self.offers != view.offers {
            return restored(format!("offers {:?} became {:?}", self.offers, view.offers));
        }
        if self.is_over != view.ending.is_some() {
            return restored("the ending changed".to_owned());
        }
        let (Some(before), Some(after)) = (self.clocks, view.clocks) else {
            let changed = self.clocks.is_some() != view.clocks.is_some();
            return if changed { restored("the clocks came or went".to_owned()) } else { Ok(()) };
        };
        if before.running != after.running {
            return restored(format!("the running clock changed: {before:?} became {after:?}"));
        }
        let passed = view.now.saturating_sub(self.now) as i64;
        for side in Color::ALL {
            let least = before.of(side) - if before.running == Some(side) { passed } else { 0 };
            if !(least - ROUNDING..=before.of(side) + ROUNDING).contains(&after.of(side)) {
                let name = side.name();
                return restored(format!(
                    "the clock of {name}: {before:?} became {after:?} after {passed} ms"
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::message::Kept;

    /// A game after this many moves and events, with a clock that has run for so long.
    fn kept(plies: usize, seq: u64, passed: i64) -> String {
        let ply = |number: usize| {
            let path = [format!("a{number}"), format!("b{number}")];
            json!({"text": "a-b", "path": path, "captured": [], "board": "w", "check": false, "left": 9})
        };
        let history: Vec<Value> = (0..plies).map(ply).collect();
        let clocks = json!({"white": 60_000 - passed, "black": 50_000, "running": "white", "delay": 0});
        let game = json!({
            "seq": seq, "now": 1000 + passed, "ply": plies, "turn": "white", "board": "w", "legal": [],
            "clocks": clocks, "hops": null, "waiting": false, "offers": {"draw": null}, "ending": null,
        });
        json!({"game": game, "history": history}).to_string()
    }

    fn compare(memory: &Memory, text: &str) -> Result<(), Fault> {
        let found: Kept<'_> = serde_json::from_str(text).expect("a game");
        memory.compare(&found.game, &found.history)
    }

    /// The memory of a game that was shown with two moves.
    fn memory() -> Memory {
        let text = kept(2, 7, 0);
        let shown: Kept<'_> = serde_json::from_str(&text).expect("a game");
        let digests: Vec<u64> = shown.history.iter().map(Ply::digest).collect();
        let mut memory = Memory::default();
        memory.note_view(&shown.game, &digests);
        memory
    }

    fn sent(ply: usize) -> Sent {
        let identity = Identity::new(&[&format!("a{ply}"), &format!("b{ply}")], &[]);
        Sent { id: "command".to_owned(), by: Color::White, body: json!({}), mv: Some((ply, identity)) }
    }

    #[test]
    fn the_same_game_is_accepted() {
        assert_eq!(compare(&memory(), &kept(2, 7, 0)), Ok(()));
        assert_eq!(compare(&memory(), &kept(2, 7, 500)), Ok(()), "the clock may run on");
    }

    #[test]
    fn lost_moves_and_events_are_found() {
        assert_eq!(compare(&memory(), &kept(2, 6, 0)), Err(Fault::WentBack { last: 7, found: 6 }));
        assert!(matches!(compare(&memory(), &kept(1, 7, 0)), Err(Fault::HistoryChanged { ply: 1, .. })));
        let mut memory = memory();
        memory.pending = Some(sent(2));
        memory.note_ack("command", 8).expect("it waits");
        let found = compare(&memory, &kept(2, 8, 0));
        assert!(matches!(found, Err(Fault::HistoryChanged { ply: 2, .. })), "acknowledged, not shown");
        assert_eq!(compare(&memory, &kept(3, 8, 0)), Ok(()));
        assert!(memory.note_ack("command", 8).is_err(), "nothing waits");
    }

    #[test]
    fn a_second_move_is_found() {
        assert!(matches!(compare(&memory(), &kept(3, 8, 0)), Err(Fault::Restored { .. })), "nobody sent it");
        let mut memory = memory();
        memory.pending = Some(sent(2));
        assert_eq!(compare(&memory, &kept(2, 7, 0)), Ok(()), "not done");
        assert_eq!(compare(&memory, &kept(3, 8, 0)), Ok(()), "done once");
        assert!(matches!(compare(&memory, &kept(4, 9, 0)), Err(Fault::Restored { .. })), "done twice");
    }

    #[test]
    fn clocks_hops_and_offers_must_come_back() {
        let gained = kept(2, 7, 0).replace("60000", "60500");
        let lost = kept(2, 7, 500).replace("59500", "59000");
        let other = kept(2, 7, 0).replace("50000", "49000");
        let stopped = kept(2, 7, 0).replace("\"running\":\"white\"", "\"running\":null");
        let gone = kept(2, 7, 0).replace("\"hops\":null", "\"hops\":{\"squares\":[\"c3\"],\"jumped\":[]}");
        let offered = kept(2, 7, 0).replace("\"draw\":null", "\"draw\":\"black\"");
        let ended = kept(2, 7, 0).replace("\"ending\":null", "\"ending\":{}");
        for text in [gained, lost, other, stopped, gone, offered, ended] {
            assert!(matches!(compare(&memory(), &text), Err(Fault::Restored { .. })), "{text}");
        }
    }
}
