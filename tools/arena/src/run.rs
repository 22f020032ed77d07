//! A whole match: several games at a time, each stored before it counts.

use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use files::{Compression, Output};
use openings::{Opening, OpeningSet, OpeningSource};
use stats::{Decision, number_of};

use crate::cancel::Cancel;
use crate::contestant;
use crate::engine_spec::Restart;
use crate::error::ArenaError;
use crate::event::{MatchEvent, MatchObserver};
use crate::game_record::game_record;
use crate::latency::LatencyMeter;
use crate::ledger::Ledger;
use crate::opening::Openings;
use crate::plan::MatchPlan;
use crate::played_game::PlayedGame;
use crate::schedule::{Pair, Schedule};
use crate::slot::Slot;
use crate::standings::Standings;

/// A match that can be run, or run on.
#[derive(Debug)]
pub struct Match {
    plan: Arc<MatchPlan>,
    ledger: Ledger,
    /// Where the records go.
    records: PathBuf,
    standings: Standings,
    schedule: Schedule,
    openings: Arc<OpeningSet>,
    /// The games that are stored: how many of each pair, and which.
    stored: BTreeMap<u64, [bool; 2]>,
}

/// What ended a match.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StopReason {
    /// All games are played.
    Complete,
    /// The test is decided.
    Decided(Decision),
    /// Somebody asked it to stop.
    Interrupted,
    /// An engine failed that is never to be started again.
    EngineFailed {
        /// The engine.
        engine: String,
        /// What happened.
        text: String,
    },
}

/// How to run a match.
#[derive(Clone, Debug)]
pub struct RunSettings {
    /// How many games to play at the same time.
    pub concurrency: usize,
    /// Set this to start no further games; those that run are finished.
    pub finish: Arc<AtomicBool>,
    /// Stops running games at once.
    pub cancel: Cancel,
    /// Measures what the match adds to the clocks of engines.
    pub latency: Option<Arc<LatencyMeter>>,
}

impl Default for RunSettings {
    /// One game at a time.
    fn default() -> Self {
        Self { concurrency: 1, finish: Arc::default(), cancel: Cancel::default(), latency: None }
    }
}

/// How often to look whether the match is to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl Match {
    /// Begins a match. Its games go to a file of records, and to the [`Ledger`] beside it.
    ///
    /// # Errors
    ///
    /// The plan is wrong, there is a match in this place already, the file of records has something else in it, or the files
    /// cannot be written.
    pub fn create(plan: MatchPlan, records: &Path) -> Result<Self, ArenaError> {
        plan.check()?;
        for spec in &plan.engines {
            contestant::check(plan.game, spec)?;
        }
        // Before anything is written.
        plan.open_tables()?;
        let openings = plan.open_openings()?;
        let path = Ledger::path_of(records);
        let is_taken = std::fs::metadata(records).is_ok_and(|found| found.is_file() && found.len() > 0);
        if is_taken && !path.exists() {
            return Err(ArenaError::NotEmpty { path: records.to_owned() });
        }
        if records.is_dir() {
            let source = std::io::ErrorKind::IsADirectory.into();
            return Err(ArenaError::Record { path: records.to_owned(), source });
        }
        let ledger = Ledger::create(&path, &plan)?;
        if is_taken {
            return Err(ArenaError::NotEmpty { path: records.to_owned() });
        }
        Self::load(plan, openings, ledger, records)
    }

    /// Opens a match that was begun, to go on with it. Its records are written again from its ledger.
    ///
    /// # Errors
    ///
    /// There is none, another process plays it, or the files cannot be read or written.
    pub fn resume(records: &Path) -> Result<Self, ArenaError> {
        let (ledger, plan) = Ledger::resume(&Ledger::path_of(records))?;
        Self::load_again(plan, ledger, records)
    }

    /// Goes on with a match by a plan that is the same, but may have more rounds.
    ///
    /// # Errors
    ///
    /// As [`resume`](Self::resume), and [`ArenaError::OtherMatch`] if the plan says anything else differently.
    pub fn resume_as(plan: MatchPlan, records: &Path) -> Result<Self, ArenaError> {
        let (mut ledger, stored) = Ledger::resume(&Ledger::path_of(records))?;
        let differences = stored.obstacles(&plan);
        if !differences.is_empty() {
            return Err(ArenaError::OtherMatch { path: records.to_owned(), differences });
        }
        if plan.rounds > stored.rounds {
            ledger.replace_plan(&plan)?;
        }
        Self::load_again(plan, ledger, records)
    }

    fn load_again(plan: MatchPlan, ledger: Ledger, records: &Path) -> Result<Self, ArenaError> {
        plan.open_tables()?;
        let openings = plan.open_openings()?;
        Self::load(plan, openings, ledger, records)
    }

    fn load(
        plan: MatchPlan,
        openings: OpeningSet,
        mut ledger: Ledger,
        records: &Path,
    ) -> Result<Self, ArenaError> {
        let mut standings = Standings::new(&plan);
        let mut schedule = Schedule::new(&plan);
        let mut stored: BTreeMap<u64, [bool; 2]> = BTreeMap::new();
        let failed = |source| ArenaError::Record { path: records.to_owned(), source };
        let mut output = Output::create(records, Compression::None).map_err(failed)?;
        ledger.for_each(|game| {
            output.write_all(game_record(&plan, &game)?.as_bytes()).map_err(failed)?;
            stored.entry(game.pair).or_default()[usize::from(game.game)] = true;
            note(&mut standings, &mut schedule, &game);
            Ok::<(), ArenaError>(())
        })?;
        output.finish().map_err(failed)?;
        let (plan, openings, records) = (Arc::new(plan), Arc::new(openings), records.to_owned());
        Ok(Self { plan, ledger, records, standings, schedule, openings, stored })
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &MatchPlan {
        &self.plan
    }

    /// The standings so far.
    #[must_use]
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The number of games in the whole match.
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * self.schedule.pairs()
    }

    /// Plays all games that are not stored yet.
    ///
    /// # Errors
    ///
    /// An engine cannot be started, an opening is wrong, or the games cannot be stored. What is stored stays.
    pub fn run(
        &mut self,
        settings: &RunSettings,
        observer: &dyn MatchObserver,
    ) -> Result<StopReason, ArenaError> {
        if let Some(decision) = self.standings.finished().decision() {
            return Ok(StopReason::Decided(decision));
        }
        let failed = |source| ArenaError::Record { path: self.records.clone(), source };
        let mut records = File::options().append(true).open(&self.records).map_err(failed)?;
        self.warn_of_repeats(observer);
        let openings = Arc::clone(&self.openings);
        let desk = Desk::new(self.schedule.clone(), self.stored.clone());
        let (sender, receiver) = sync_channel(2 * settings.concurrency.max(1));
        let result = std::thread::scope(|scope| {
            for number in 0..settings.concurrency.max(1) {
                let slot = Slot::new(Arc::clone(&self.plan), number, &settings.cancel);
                let slot = slot.with_latency(settings.latency.clone());
                let (desk, openings, sender) = (&desk, &*openings, sender.clone());
                let work = move || work(slot, desk, settings, openings, observer, &sender);
                let builder = Builder::new().stack_size(engine::STACK_SIZE).name(format!("slot {number}"));
                if let Err(source) = builder.spawn_scoped(scope, work) {
                    desk.close();
                    return Err(ArenaError::Thread(source));
                }
            }
            drop(sender);
            let result = self.collect(&receiver, &desk, &mut records, observer);
            // Whatever ended it, nobody goes on.
            desk.close();
            if result.is_err() || matches!(result, Ok(Some(_))) {
                settings.cancel.cancel();
            }
            // Those who wait to hand in a game are let go.
            drop(receiver);
            result
        })?;
        Ok(match result {
            Some(reason) => reason,
            None if self.standings.games() >= self.games() => StopReason::Complete,
            None => StopReason::Interrupted,
        })
    }

    /// Up to that many pairs with a missing game, from this number on; fewer if the schedule does not know more yet.
    #[must_use]
    pub fn open_pairs(&self, first: u64, most: usize) -> Vec<Pair> {
        let is_open = |pair: &Pair| self.stored.get(&pair.number) != Some(&[true, true]);
        let pairs = (first..self.schedule.pairs()).map_while(|number| self.schedule.pair(number));
        pairs.filter(is_open).take(most).collect()
    }

    /// The opening of a pair.
    ///
    /// # Errors
    ///
    /// It cannot be made or read.
    pub fn opening(&self, pair: &Pair) -> Result<Opening, ArenaError> {
        Openings::opening(&*self.openings, pair.opening)
    }

    /// Stores games that are played elsewhere. `next` waits for some; `None` means that there are no more. When it is
    /// called again, those before are stored. Games that are stored already are skipped.
    ///
    /// # Errors
    ///
    /// The games cannot be stored. What is stored stays.
    pub fn run_elsewhere(
        &mut self,
        next: &mut dyn FnMut(&Self) -> Option<Vec<PlayedGame>>,
        observer: &dyn MatchObserver,
    ) -> Result<StopReason, ArenaError> {
        let failed = |source| ArenaError::Record { path: self.records.clone(), source };
        let mut records = File::options().append(true).open(&self.records).map_err(failed)?;
        self.warn_of_repeats(observer);
        // Nobody asks it for pairs.
        let desk = Desk::new(self.schedule.clone(), BTreeMap::new());
        loop {
            if let Some(decision) = self.standings.finished().decision() {
                return Ok(StopReason::Decided(decision));
            }
            let Some(mut games) = next(self) else { break };
            games
                .retain(|game| !self.stored.get(&game.pair).is_some_and(|of| of[usize::from(game.game & 1)]));
            self.store(&games, &desk, &mut records, observer)?;
            if let Some(reason) = games.iter().find_map(|game| self.fatal_fault(game)) {
                return Ok(reason);
            }
        }
        let is_complete = self.standings.games() >= self.games();
        Ok(if is_complete { StopReason::Complete } else { StopReason::Interrupted })
    }

    /// Says so when there are fewer openings than rounds; the usual start alone is meant to repeat. A test hardly ever needs
    /// all its rounds: it hears of it when an opening comes again.
    fn warn_of_repeats(&self, observer: &dyn MatchObserver) {
        if let Some(len) = self.repeating_openings().filter(|_| self.plan.sprt.is_none()) {
            let rounds = number_of(self.plan.rounds.into(), "round");
            warn(observer, &format!("{} for {rounds}: {REPEATS}", number_of(len, "opening")));
        }
    }

    /// The number of openings, if there are fewer than rounds.
    fn repeating_openings(&self) -> Option<u64> {
        let is_start = matches!(self.plan.openings, Some(OpeningSource::Start {}));
        self.openings.len().filter(|&len| !is_start && len < self.plan.rounds.into())
    }

    /// Stores games as they come, until nobody plays any more. Returns why it ended before.
    fn collect(
        &mut self,
        receiver: &Receiver<Result<PlayedGame, ArenaError>>,
        desk: &Desk,
        records: &mut File,
        observer: &dyn MatchObserver,
    ) -> Result<Option<StopReason>, ArenaError> {
        while let Ok(first) = receiver.recv() {
            // All that wait share one transaction.
            let mut games = vec![first?];
            let mut failure = None;
            for more in receiver.try_iter() {
                match more {
                    Ok(game) => games.push(game),
                    Err(error) => failure = failure.or(Some(error)),
                }
            }
            self.store(&games, desk, records, observer)?;
            if let Some(error) = failure {
                return Err(error);
            }
            if let Some(decision) = self.standings.finished().decision() {
                return Ok(Some(StopReason::Decided(decision)));
            }
            if let Some(reason) = games.iter().find_map(|game| self.fatal_fault(game)) {
                return Ok(Some(reason));
            }
        }
        Ok(None)
    }

    fn store(
        &mut self,
        games: &[PlayedGame],
        desk: &Desk,
        records: &mut File,
        observer: &dyn MatchObserver,
    ) -> Result<(), ArenaError> {
        self.ledger.add(games)?;
        let mut text = String::new();
        for game in games {
            text.push_str(&game_record(&self.plan, game)?);
        }
        let failed = |source| ArenaError::Record { path: self.records.clone(), source };
        records.write_all(text.as_bytes()).map_err(failed)?;
        for game in games {
            self.stored.entry(game.pair).or_default()[usize::from(game.game)] = true;
            if let Some((pair, points)) = note(&mut self.standings, &mut self.schedule, game) {
                desk.finish(pair, points);
            }
            observer.observe(&MatchEvent::GameFinished { game, standings: &self.standings });
            let is_again = self.plan.sprt.is_some() && self.repeating_openings() == Some(game.opening_number);
            if is_again && game.game == 0 {
                warn(
                    observer,
                    &format!("all {} are used up: {REPEATS}", number_of(game.opening_number, "opening")),
                );
            }
        }
        Ok(())
    }

    fn fatal_fault(&self, game: &PlayedGame) -> Option<StopReason> {
        let fault = game.fault.as_ref().filter(|fault| fault.kind.needs_restart())?;
        let spec = &self.plan.engines[fault.engine];
        let (engine, text) = (spec.name.clone(), fault.text.clone());
        (spec.restart == Restart::Never).then_some(StopReason::EngineFailed { engine, text })
    }
}

const REPEATS: &str = "openings repeat, and games with the same moves tell nothing new";

fn warn(observer: &dyn MatchObserver, text: &str) {
    observer.observe(&MatchEvent::Warning { text });
}

/// Counts a game. Returns its pair and the half points of its first engine, when both games are finished.
fn note(standings: &mut Standings, schedule: &mut Schedule, game: &PlayedGame) -> Option<(u64, u8)> {
    let of_lower = standings.add(game)?;
    let pair = schedule.pair(game.pair)?;
    let points = if pair.engines[0] < pair.engines[1] { of_lower } else { 4 - of_lower };
    schedule.finish(game.pair, points);
    Some((game.pair, points))
}

/// Where those who play get their next pair.
struct Desk {
    state: Mutex<DeskState>,
    changed: Condvar,
}

struct DeskState {
    schedule: Schedule,
    /// The next pair to look at.
    next: u64,
    stored: BTreeMap<u64, [bool; 2]>,
    is_closed: bool,
}

impl Desk {
    fn new(schedule: Schedule, stored: BTreeMap<u64, [bool; 2]>) -> Self {
        let state = DeskState { schedule, next: 0, stored, is_closed: false };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, DeskState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next pair, with the games of it that are to be played. Waits until one is known; `None` when there are no
    /// more.
    fn next(&self, settings: &RunSettings) -> Option<(Pair, VecDeque<u8>)> {
        let mut state = self.state();
        loop {
            let is_over = state.next >= state.schedule.pairs();
            if state.is_closed
                || is_over
                || settings.finish.load(Ordering::Relaxed)
                || settings.cancel.is_cancelled()
            {
                return None;
            }
            let number = state.next;
            let Some(pair) = state.schedule.pair(number) else {
                let waited = self.changed.wait_timeout(state, POLL_INTERVAL);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            };
            state.next += 1;
            let stored = state.stored.get(&number).copied().unwrap_or_default();
            let open: VecDeque<u8> = [0, 1].into_iter().filter(|&game| !stored[usize::from(game)]).collect();
            if !open.is_empty() {
                return Some((pair, open));
            }
        }
    }

    fn finish(&self, pair: u64, points: u8) {
        self.state().schedule.finish(pair, points);
        self.changed.notify_all();
    }

    fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }
}

/// Plays pairs until there are no more.
fn work(
    mut slot: Slot,
    desk: &Desk,
    settings: &RunSettings,
    openings: &dyn Openings,
    observer: &dyn MatchObserver,
    sender: &SyncSender<Result<PlayedGame, ArenaError>>,
) {
    while let Some((pair, games)) = desk.next(settings) {
        let opening = match openings.opening(pair.opening) {
            Ok(opening) => opening,
            Err(error) => {
                let _ = sender.send(Err(error));
                return;
            }
        };
        for game in games {
            if settings.finish.load(Ordering::Relaxed) {
                return;
            }
            let played = match slot.play_game(&pair, game, &opening, observer) {
                Err(ArenaError::Cancelled) => return,
                played => played,
            };
            let is_failure = played.is_err();
            // Without a receiver, the match is over.
            if sender.send(played).is_err() || is_failure {
                return;
            }
        }
    }
}
