//! How fast the bot may call.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::settings::Rates;

/// What a call counts against.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PaceKey {
    /// A private chat, or a message that was sent inline.
    Chat(String),
    Group(i64),
}

/// Buckets that fill with time: one for each chat, one for all.
#[derive(Debug)]
pub(crate) struct Pace {
    rates: Rates,
    start: Instant,
    buckets: HashMap<Option<PaceKey>, Bucket>,
    /// Until when the bot was told to wait, and on which connection. Only who was told can disobey.
    waits: HashMap<PaceKey, (Instant, u64)>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    level: f64,
    at: f64,
}

/// Why a call came too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooEarly {
    pub(crate) retry_after: u64,
    /// The bot had been told to wait.
    pub(crate) was_told: bool,
}

impl Pace {
    pub(crate) fn new(rates: Rates) -> Self {
        Self { rates, start: Instant::now(), buckets: HashMap::new(), waits: HashMap::new() }
    }

    /// Counts a call, or refuses it.
    pub(crate) fn take(&mut self, key: &PaceKey, connection: u64, now: Instant) -> Result<(), TooEarly> {
        if let Some(&(until, told)) = self.waits.get(key) {
            if now < until {
                let retry_after = whole_seconds(until - now);
                return Err(TooEarly { retry_after, was_told: told == connection });
            }
            self.waits.remove(key);
        }
        if self.rates.speed.is_infinite() {
            return Ok(());
        }
        let at = now.saturating_duration_since(self.start).as_secs_f64() * self.rates.speed;
        let (capacity, rate) = match key {
            PaceKey::Chat(_) => (self.rates.chat_burst, self.rates.chat_per_second),
            // A little room: the bot counts when it sends, we count when it arrives.
            PaceKey::Group(_) => (self.rates.group_per_minute * 1.1, self.rates.group_per_minute / 60.0),
        };
        let overall = self.rates.overall_per_second;
        let room = self.rates.jitter * self.rates.speed;
        let own = self.fill(Some(key.clone()), capacity + room * rate, rate, at);
        let all = self.fill(None, overall + room * overall, overall, at);
        let lacking = f64::max((1.0 - own) / rate, (1.0 - all) / overall);
        if lacking > 0.0 {
            let wait = Duration::from_secs_f64(lacking / self.rates.speed);
            let retry_after = whole_seconds(wait);
            self.wait(key.clone(), connection, now, retry_after);
            return Err(TooEarly { retry_after, was_told: false });
        }
        for key in [Some(key.clone()), None] {
            self.buckets.get_mut(&key).expect("filled above").level -= 1.0;
        }
        Ok(())
    }

    /// Notes that the bot is told to wait.
    pub(crate) fn wait(&mut self, key: PaceKey, connection: u64, now: Instant, seconds: u64) {
        self.waits.insert(key, (now + Duration::from_secs(seconds), connection));
    }

    fn fill(&mut self, key: Option<PaceKey>, capacity: f64, rate: f64, at: f64) -> f64 {
        let bucket = self.buckets.entry(key).or_insert(Bucket { level: capacity, at });
        bucket.level = (bucket.level + (at - bucket.at) * rate).min(capacity);
        bucket.at = at;
        bucket.level
    }
}

/// The API speaks in whole seconds, at least one.
fn whole_seconds(duration: Duration) -> u64 {
    (duration.as_secs_f64().ceil() as u64).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_a_second_with_a_short_burst() {
        let mut pace = Pace::new(Rates::real());
        let chat = PaceKey::Chat("5".into());
        let begin = pace.start;
        let after = |seconds: f64| begin + Duration::from_secs_f64(seconds);
        for _ in 0..3 {
            assert_eq!(pace.take(&chat, 1, after(0.0)), Ok(()));
        }
        assert_eq!(pace.take(&chat, 1, after(0.1)), Err(TooEarly { retry_after: 1, was_told: false }));
        assert_eq!(pace.take(&PaceKey::Chat("6".into()), 1, after(0.1)), Ok(()));
        // On the connection that brought the 429, the bot knows better; on another the call may have been on its way.
        assert_eq!(pace.take(&chat, 1, after(0.5)), Err(TooEarly { retry_after: 1, was_told: true }));
        assert_eq!(pace.take(&chat, 2, after(0.5)), Err(TooEarly { retry_after: 1, was_told: false }));
        assert_eq!(pace.take(&chat, 1, after(1.2)), Ok(()));
    }

    #[test]
    fn twenty_a_minute_in_a_group() {
        let mut pace = Pace::new(Rates::real());
        let group = PaceKey::Group(-5);
        let begin = pace.start;
        let sent =
            (0..60).filter(|&second| pace.take(&group, second, begin + Duration::from_secs(second)).is_ok());
        assert!((30..=42).contains(&sent.count()), "22 at once and 20 in the minute at most");
    }

    #[test]
    fn thirty_a_second_overall() {
        let mut pace = Pace::new(Rates::real());
        let begin = pace.start;
        let sent = (0..100).filter(|i| pace.take(&PaceKey::Chat(i.to_string()), 1, begin).is_ok()).count();
        assert_eq!(sent, 30);
        let mut fast = Pace::new(Rates { jitter: 0.0, ..Rates::sped_up(10.0) });
        let begin = fast.start;
        let sent = (0..100).filter(|i| {
            let now = begin + Duration::from_millis(100 * (i / 30));
            fast.take(&PaceKey::Chat(i.to_string()), 1, now).is_ok()
        });
        assert_eq!(sent.count(), 100);
    }
}
