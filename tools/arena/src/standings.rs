//! The standings of a match: what its finished games come to.

use std::collections::BTreeMap;

use serde::Serialize;
use stats::{FinishedPairs, PairResult};

use crate::plan::MatchPlan;
use crate::played_game::{FaultKind, PlayedGame};

/// The standings of a match.
#[derive(Clone, Debug)]
pub struct Standings {
    engines: Vec<EngineStanding>,
    meetings: BTreeMap<(usize, usize), Meeting>,
    /// Pairs of which one game is finished: the half points of its lower engine.
    halves: BTreeMap<u64, u8>,
    /// All finished pairs, as their lower engines see them.
    finished: FinishedPairs,
    games: u64,
}

/// What an engine has achieved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EngineStanding {
    /// Won games.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Lost games.
    pub losses: u64,
    /// Its faults by kind; each lost a game.
    pub faults: BTreeMap<FaultKind, u64>,
}

impl EngineStanding {
    /// The number of its games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Its points.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

/// The results of two engines against each other, as the one with the lower number sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Meeting {
    /// Won games.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Lost games.
    pub losses: u64,
    /// Finished pairs by half points, from 0 to 4.
    pub pentanomial: [u64; 5],
}

impl Standings {
    /// The standings of a match before its first game.
    #[must_use]
    pub fn new(plan: &MatchPlan) -> Self {
        let sprt = plan.sprt.and_then(|sprt| sprt.test().ok());
        Self {
            engines: vec![EngineStanding::default(); plan.engines.len()],
            meetings: BTreeMap::new(),
            halves: BTreeMap::new(),
            finished: FinishedPairs::new(sprt),
            games: 0,
        }
    }

    /// Counts a finished game. Returns what its pair was worth for its lower engine, from 0 to 4, if that is finished
    /// now.
    pub fn add(&mut self, game: &PlayedGame) -> Option<u8> {
        self.games += 1;
        for engine in game.engines {
            let standing = &mut self.engines[engine];
            match game.half_points(engine) {
                Some(2) => standing.wins += 1,
                Some(1) => standing.draws += 1,
                _ => standing.losses += 1,
            }
        }
        if let Some(fault) = &game.fault {
            *self.engines[fault.engine].faults.entry(fault.kind).or_default() += 1;
        }
        let [white, black] = game.engines;
        let lower = white.min(black);
        let points = game.half_points(lower).unwrap_or_default();
        let meeting = self.meetings.entry((lower, white.max(black))).or_default();
        match points {
            2 => meeting.wins += 1,
            1 => meeting.draws += 1,
            _ => meeting.losses += 1,
        }
        let Some(first) = self.halves.remove(&game.pair) else {
            self.halves.insert(game.pair, points);
            return None;
        };
        let total = first + points;
        meeting.pentanomial[usize::from(total).min(4)] += 1;
        if let Some(result) = PairResult::from_half_points(total) {
            // A ledger holds each game once.
            let _ = self.finished.record(game.pair, result);
        }
        Some(total)
    }

    /// What each engine has achieved, in the order of the plan.
    #[must_use]
    pub fn engines(&self) -> &[EngineStanding] {
        &self.engines
    }

    /// The results of each two engines that have met, lower number first.
    pub fn meetings(&self) -> impl Iterator<Item = ((usize, usize), &Meeting)> {
        self.meetings.iter().map(|(&engines, meeting)| (engines, meeting))
    }

    /// The results of two engines as the first one sees them.
    #[must_use]
    pub fn meeting(&self, one: usize, other: usize) -> Meeting {
        let meeting = self.meetings.get(&(one.min(other), one.max(other))).copied().unwrap_or_default();
        if one <= other {
            return meeting;
        }
        let Meeting { wins, draws, losses, mut pentanomial } = meeting;
        pentanomial.reverse();
        Meeting { wins: losses, draws, losses: wins, pentanomial }
    }

    /// The finished pairs, and the test over those without a gap: games that end quickly cannot bias it. Pairs are seen
    /// by the engine with the lower number; in a match of two, that is the first.
    #[must_use]
    pub fn finished(&self) -> &FinishedPairs {
        &self.finished
    }

    /// The number of finished games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of finished pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.finished.len() + self.finished.waiting() as u64
    }
}
