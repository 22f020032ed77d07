//! Updates on their way to the bot.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::time::Instant;

use serde_json::{Value, json};

use crate::faults::Faults;

/// An update that the bot has not confirmed.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) id: i64,
    pub(crate) update: Value,
}

/// The updates in the order of their numbers, as the API keeps them.
#[derive(Debug)]
pub(crate) struct UpdateQueue {
    pending: VecDeque<Pending>,
    /// Updates that come once more. Kept until the request after the one that brought them.
    extra: Vec<Pending>,
    /// The extra ones that the last answer held.
    extra_sent: BTreeSet<i64>,
    next_id: i64,
    /// The kinds that the bot wants; `None` for all.
    pub(crate) allowed: Option<Vec<String>>,
    pub(crate) delivered: HashMap<i64, Instant>,
    pub(crate) duplicates: usize,
}

impl UpdateQueue {
    pub(crate) fn new(first: i64) -> Self {
        Self {
            pending: VecDeque::new(),
            extra: Vec::new(),
            extra_sent: BTreeSet::new(),
            next_id: first,
            allowed: None,
            delivered: HashMap::new(),
            duplicates: 0,
        }
    }

    /// Adds an update of a kind such as `message`, unless the bot does not want it. Returns its number.
    pub(crate) fn push(&mut self, kind: &str, content: Value, faults: &mut Faults) -> Option<i64> {
        if self.allowed.as_ref().is_some_and(|kinds| !kinds.iter().any(|allowed| allowed == kind)) {
            return None;
        }
        let jump = faults.storm.jump;
        if self.pending.is_empty() && faults.happens(jump) {
            self.jump(faults.random.i64(1..1_000_000_000));
        }
        let id = self.next_id;
        self.next_id += 1;
        self.pending.push_back(Pending { id, update: json!({ "update_id": id, kind: content }) });
        Some(id)
    }

    /// The next update gets this number, as after a silent week.
    pub(crate) fn jump(&mut self, to: i64) {
        self.next_id = to;
    }

    pub(crate) fn next_id(&self) -> i64 {
        self.next_id
    }

    pub(crate) fn len(&self) -> usize {
        self.pending.len() + self.extra.len()
    }

    pub(crate) fn clear(&mut self) {
        self.pending.clear();
        self.extra.clear();
    }

    /// An update once more, although it may have been confirmed.
    pub(crate) fn repeat(&mut self, pending: Pending) {
        self.duplicates += 1;
        self.extra.push(pending);
    }

    /// Confirms what lies before the offset. An offset outside of the queue confirms nothing, as in the real server.
    pub(crate) fn confirm(&mut self, offset: i64) {
        let sent = std::mem::take(&mut self.extra_sent);
        self.extra.retain(|pending| !sent.contains(&pending.id));
        if offset < 0 {
            let keep = usize::try_from(-offset).unwrap_or(usize::MAX).min(self.pending.len());
            self.pending.drain(..self.pending.len() - keep);
        } else if offset <= self.next_id {
            while self.pending.front().is_some_and(|pending| pending.id < offset) {
                self.pending.pop_front();
            }
        }
    }

    /// The next updates, with what goes wrong on the way. Empty if there are none.
    pub(crate) fn batch(&mut self, limit: usize, faults: &mut Faults) -> Vec<Value> {
        let mut batch: Vec<Pending> = self.extra.iter().take(limit).cloned().collect();
        self.extra_sent.extend(batch.iter().map(|pending| pending.id));
        for pending in self.pending.iter().take(limit.saturating_sub(batch.len())) {
            batch.push(pending.clone());
        }
        let storm = faults.storm;
        if batch.len() >= 2 && faults.happens(storm.late) {
            let late = faults.random.usize(..batch.len() - 1);
            batch[late..].rotate_left(1);
        }
        let now = Instant::now();
        for pending in &batch {
            self.delivered.entry(pending.id).or_insert(now);
            if faults.happens(storm.duplicate) && !self.extra_sent.contains(&pending.id) {
                self.duplicates += 1;
                self.extra.push(pending.clone());
            }
        }
        batch.into_iter().map(|pending| pending.update).collect()
    }

    /// The next update for the webhook.
    pub(crate) fn first(&mut self, faults: &mut Faults) -> Option<Pending> {
        if !self.extra.is_empty() {
            return Some(self.extra.remove(0));
        }
        let late = faults.storm.late;
        let at = usize::from(self.pending.len() >= 2 && faults.happens(late));
        let pending = self.pending.get(at).cloned()?;
        self.delivered.entry(pending.id).or_insert_with(Instant::now);
        Some(pending)
    }

    /// The webhook took this update.
    pub(crate) fn taken(&mut self, pending: Pending, faults: &mut Faults) {
        self.pending.retain(|other| other.id != pending.id);
        let duplicate = faults.storm.duplicate;
        if faults.happens(duplicate) {
            self.repeat(pending);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults::Storm;

    fn ids(batch: &[Value]) -> Vec<i64> {
        batch.iter().map(|update| update["update_id"].as_i64().expect("a number")).collect()
    }

    fn queue(count: usize) -> (UpdateQueue, Faults) {
        let (mut queue, mut faults) = (UpdateQueue::new(100), Faults::new(1));
        for _ in 0..count {
            queue.push("message", json!({}), &mut faults);
        }
        (queue, faults)
    }

    #[test]
    fn updates_stay_until_they_are_confirmed() {
        let (mut queue, mut faults) = queue(3);
        assert_eq!(ids(&queue.batch(2, &mut faults)), [100, 101]);
        queue.confirm(0);
        assert_eq!(ids(&queue.batch(2, &mut faults)), [100, 101]);
        queue.confirm(102);
        assert_eq!(ids(&queue.batch(9, &mut faults)), [102]);
        queue.confirm(103);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn an_offset_of_the_time_before_a_jump_confirms_nothing() {
        let (mut queue, mut faults) = queue(0);
        queue.jump(7);
        queue.push("message", json!({}), &mut faults);
        queue.confirm(101);
        assert_eq!(ids(&queue.batch(9, &mut faults)), [7]);
        queue.confirm(8);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn late_and_doubled_updates_arrive() {
        let (mut queue, mut faults) = queue(3);
        faults.storm = Storm { late: 1.0, ..Storm::default() };
        let batch = ids(&queue.batch(9, &mut faults));
        assert!(batch.len() == 3 && !batch.is_sorted(), "{batch:?}");
        queue.confirm(103);
        assert_eq!(queue.len(), 0);
        faults.storm = Storm { duplicate: 1.0, ..Storm::default() };
        queue.push("message", json!({}), &mut faults);
        assert_eq!(ids(&queue.batch(9, &mut faults)), [103]);
        queue.confirm(104);
        assert_eq!(ids(&queue.batch(9, &mut faults)), [103]);
        queue.confirm(104);
        assert_eq!((queue.len(), queue.duplicates), (0, 1));
    }

    #[test]
    fn unwanted_kinds_are_dropped() {
        let (mut queue, mut faults) = queue(0);
        queue.allowed = Some(vec!["message".into()]);
        assert_eq!(queue.push("callback_query", json!({}), &mut faults), None);
        assert_eq!(queue.push("message", json!({}), &mut faults), Some(100));
    }
}
