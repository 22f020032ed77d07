//! Stopping games from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use engine::Control;

/// Stops running games at once; copies stop the same games. A stopped game is not counted.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    /// The searches of our own engine.
    searches: Arc<Mutex<Vec<Weak<Control>>>>,
}

impl Cancel {
    /// Stops all games.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
        let searches = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        searches.iter().filter_map(Weak::upgrade).for_each(|control| control.stop());
    }

    /// Whether the games were stopped.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// The flag that is set then.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// A control of searches that are stopped too.
    pub(crate) fn control(&self) -> Arc<Control> {
        let control = Arc::new(Control::default());
        let mut searches = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        searches.retain(|search| search.strong_count() > 0);
        searches.push(Arc::downgrade(&control));
        control
    }
}
