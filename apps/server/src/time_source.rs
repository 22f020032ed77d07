//! The clock of a server. Tests inject their own.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The clock of a server: milliseconds since 1970.
#[derive(Clone)]
pub struct TimeSource(Arc<dyn Fn() -> u64 + Send + Sync>);

impl TimeSource {
    /// The clock of the system.
    #[must_use]
    pub fn system() -> Self {
        Self(Arc::new(|| {
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
        }))
    }

    /// A clock that shows what the test sets.
    #[must_use]
    pub fn set_by(moment: Arc<AtomicU64>) -> Self {
        Self(Arc::new(move || moment.load(Ordering::SeqCst)))
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> u64 {
        (self.0)()
    }
}

impl fmt::Debug for TimeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TimeSource")
    }
}
