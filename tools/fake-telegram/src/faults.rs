//! What goes wrong between the bot and the API.

use std::collections::VecDeque;

/// How often things go wrong by chance, from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Storm {
    /// The call is refused with 429, to be repeated after a second.
    pub flood: f64,
    /// The call is refused with 500 or 502; the latter with a page of a proxy instead of JSON.
    pub server_error: f64,
    /// The connection ends before the call is read.
    pub reset_before: f64,
    /// The call is done, and the connection ends before the answer is sent.
    pub reset_after: f64,
    /// An update is delivered a second time.
    pub duplicate: f64,
    /// An update is delivered after a later one.
    pub late: f64,
    /// `update_id` jumps to a random number; only while no update waits, as after a silent week.
    pub jump: f64,
}

/// What goes wrong with one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// 429 with this many seconds to wait.
    Flood(u64),
    /// An error of the server, such as 500.
    ServerError(u16),
    /// The connection ends before the call is read.
    ResetBefore,
    /// The call is done, and the connection ends before the answer is sent.
    ResetAfter,
}

/// The faults to come.
#[derive(Debug)]
pub(crate) struct Faults {
    pub(crate) storm: Storm,
    pub(crate) random: fastrand::Rng,
    /// Faults for the next calls of a method.
    script: VecDeque<(String, Fault)>,
    pub(crate) injected: usize,
}

impl Faults {
    pub(crate) fn new(seed: u64) -> Self {
        let random = fastrand::Rng::with_seed(seed);
        Self { storm: Storm::default(), random, script: VecDeque::new(), injected: 0 }
    }

    /// The next call of this method fails.
    pub(crate) fn plan(&mut self, method: &str, fault: Fault) {
        self.script.push_back((method.to_owned(), fault));
    }

    pub(crate) fn cancel(&mut self) {
        self.script.clear();
    }

    /// What goes wrong with this call, if anything.
    pub(crate) fn next(&mut self, method: &str) -> Option<Fault> {
        let fault = self.scripted(method).or_else(|| self.by_chance());
        self.injected += usize::from(fault.is_some());
        fault
    }

    /// Whether something with this probability happens now.
    pub(crate) fn happens(&mut self, probability: f64) -> bool {
        probability > 0.0 && self.random.f64() < probability
    }

    fn scripted(&mut self, method: &str) -> Option<Fault> {
        let at = self.script.iter().position(|(wanted, _)| wanted == method)?;
        self.script.remove(at).map(|(_, fault)| fault)
    }

    fn by_chance(&mut self) -> Option<Fault> {
        let storm = self.storm;
        if self.happens(storm.flood) {
            return Some(Fault::Flood(1));
        }
        if self.happens(storm.server_error) {
            return Some(Fault::ServerError(if self.random.bool() { 500 } else { 502 }));
        }
        if self.happens(storm.reset_before) {
            return Some(Fault::ResetBefore);
        }
        self.happens(storm.reset_after).then_some(Fault::ResetAfter)
    }
}
