//! Captures that an explanation compares.

use crate::explain::Capture;
use crate::precedence::{Criterion, Measured, Precedence};
use crate::route::KingOrder;

/// A capture with the order in which it captures kings.
#[derive(Clone, Debug)]
pub(super) struct Ranked {
    pub(super) capture: Capture,
    pub(super) order: KingOrder,
}

impl Ranked {
    /// The first criterion by which another capture takes precedence over this one.
    pub(super) fn outranked_by(&self, other: &Self, precedence: Precedence) -> Option<Criterion> {
        self.measured().outranked_by(other.measured(), precedence)
    }

    fn measured(&self) -> Measured {
        Measured {
            count: self.capture.taken.len() as u32,
            kings: self.capture.kings as u32,
            kings_in_order: self.order,
            by_king: self.capture.by_king,
        }
    }
}
