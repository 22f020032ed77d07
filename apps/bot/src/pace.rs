//! How fast the bot may send: limits on messages and edits, for each chat and for all together.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// A limit on how many fit in a window of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit {
    pub(crate) most: usize,
    pub(crate) window: Duration,
}

/// About one a second in a chat, with short bursts.
pub(crate) const CHAT: Limit = Limit { most: 3, window: Duration::from_millis(3_100) };

/// 20 a minute in a group; one less, since clocks differ.
pub(crate) const GROUP: Limit = Limit { most: 19, window: Duration::from_secs(61) };

/// 30 a second for all chats.
pub(crate) const OVERALL: Limit = Limit { most: 28, window: Duration::from_millis(1_020) };

/// When the last messages were sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pace {
    sent: VecDeque<Instant>,
    /// Telegram wants silence until then.
    silent_until: Option<Instant>,
}

impl Pace {
    /// How long to wait until the next message may be sent. `speed` is how many seconds of these limits pass in a real
    /// second; with 0 only the limits that Telegram itself reports count.
    pub(crate) fn wait(&self, limits: &[Limit], speed: f64, now: Instant) -> Duration {
        let silence = self.silent_until.map_or(Duration::ZERO, |until| until.saturating_duration_since(now));
        if speed <= 0.0 {
            return silence;
        }
        let waits = limits.iter().map(|limit| {
            let window = limit.window.div_f64(speed);
            let Some(index) = self.sent.len().checked_sub(limit.most) else { return Duration::ZERO };
            (self.sent[index] + window).saturating_duration_since(now)
        });
        waits.max().unwrap_or_default().max(silence)
    }

    /// Notes that a message was sent.
    pub(crate) fn note(&mut self, now: Instant) {
        if self.sent.len() == OVERALL.most.max(GROUP.most) {
            self.sent.pop_front();
        }
        self.sent.push_back(now);
    }

    /// Takes the last message back: it was not sent after all.
    pub(crate) fn take_back(&mut self) {
        self.sent.pop_back();
    }

    /// Telegram wants silence for this long.
    pub(crate) fn silence(&mut self, duration: Duration, now: Instant) {
        self.silent_until = self.silent_until.max(Some(now + duration));
    }

    /// Whether past messages no longer limit anything.
    pub(crate) fn is_rested(&self, now: Instant) -> bool {
        let is_silent = self.silent_until.is_some_and(|until| until > now);
        !is_silent && self.sent.back().is_none_or(|&last| now.saturating_duration_since(last) > GROUP.window)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{CHAT, GROUP, Limit, OVERALL, Pace};

    /// Sends as early as allowed, and returns the moments.
    fn run(limits: &[Limit], speed: f64, count: usize) -> Vec<Duration> {
        let start = Instant::now();
        let (mut pace, mut now) = (Pace::default(), start);
        (0..count)
            .map(|_| {
                now += pace.wait(limits, speed, now);
                pace.note(now);
                now - start
            })
            .collect()
    }

    /// The most moments in any window.
    fn most(moments: &[Duration], window: Duration) -> usize {
        let from = |start: Duration| moments.iter().filter(|&&at| at >= start && at < start + window).count();
        moments.iter().map(|&start| from(start)).max().unwrap()
    }

    #[test]
    fn no_window_holds_too_many() {
        let chat = run(&[CHAT], 1.0, 200);
        assert_eq!(most(&chat, Duration::from_secs(3)), 3);
        assert!(most(&chat, Duration::from_secs(60)) <= 62);
        let group = run(&[CHAT, GROUP], 1.0, 200);
        assert_eq!((most(&group, Duration::from_secs(3)), most(&group, Duration::from_secs(60))), (3, 19));
        assert!(most(&run(&[OVERALL], 1.0, 500), Duration::from_secs(1)) <= 28);
    }

    #[test]
    fn time_may_pass_faster_or_not_at_all() {
        assert_eq!(most(&run(&[CHAT, GROUP], 10.0, 200), Duration::from_secs(6)), 19);
        assert_eq!(run(&[CHAT, GROUP], 0.0, 50)[49], Duration::ZERO);
    }

    #[test]
    fn silence_is_kept_even_without_limits() {
        let now = Instant::now();
        let mut pace = Pace::default();
        pace.silence(Duration::from_secs(7), now);
        pace.silence(Duration::from_secs(2), now);
        assert_eq!(pace.wait(&[], 0.0, now), Duration::from_secs(7));
        assert!(!pace.is_rested(now) && pace.is_rested(now + Duration::from_secs(8)));
    }
}
