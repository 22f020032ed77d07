//! Observing a match.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use arena::{MatchEvent, MatchObserver, MatchPlan, PlayedMove, Standings};
use boardgame::Color;
use catalog::AnyGame;
use stats::{Counts, Pentanomial, Sprt, Trinomial, estimate};

use crate::view::{BoardPanel, DashboardView, LlrGauge, StandingLine};

/// Warnings that are remembered.
const MOST_WARNINGS: usize = 100;

/// A board is drawn anew at most so often: quick games would spend their time on it.
const BOARD_INTERVAL: Duration = Duration::from_millis(100);

/// Observes a match for the dashboard. All it keeps is bounded by the number of engines and of games at a time.
#[derive(Debug)]
pub struct MatchWatcher {
    title: String,
    names: Vec<String>,
    games_planned: u64,
    /// Games that were finished before.
    games_before: u64,
    began: Instant,
    sprt: Option<Sprt>,
    state: Mutex<WatchState>,
}

#[derive(Debug)]
struct WatchState {
    slots: Vec<Option<SlotState>>,
    standings: Standings,
    warnings: VecDeque<String>,
    is_finishing: bool,
}

#[derive(Debug, Default)]
struct SlotState {
    panel: BoardPanel,
    drawn: Option<Instant>,
}

impl MatchWatcher {
    /// Begins to watch a match with these standings.
    #[must_use]
    pub fn new(plan: &MatchPlan, games_planned: u64, standings: &Standings) -> Self {
        let state = WatchState {
            slots: Vec::new(),
            standings: standings.clone(),
            warnings: VecDeque::new(),
            is_finishing: false,
        };
        Self {
            title: format!("{}, {}, {}", plan.title(), plan.game.about().title, plan.time),
            names: plan.engines.iter().map(|engine| engine.name.clone()).collect(),
            games_planned,
            games_before: standings.games(),
            began: Instant::now(),
            sprt: plan.sprt.and_then(|sprt| sprt.test().ok()),
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, WatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows that no further games are started.
    pub fn set_finishing(&self) {
        self.state().is_finishing = true;
    }

    /// Everything to show now.
    #[must_use]
    pub fn view(&self) -> DashboardView {
        let state = self.state();
        let (elapsed, games) = (self.began.elapsed(), state.standings.games());
        let boards = state.slots.iter().flatten().map(|slot| slot.panel.clone()).collect();
        DashboardView {
            title: self.title.clone(),
            games,
            games_planned: self.games_planned,
            elapsed,
            left: time_left(
                elapsed,
                games - self.games_before.min(games),
                self.games_planned - games.min(self.games_planned),
            ),
            is_finishing: state.is_finishing,
            boards,
            standings: standing_lines(&self.names, &state.standings),
            llr: self.sprt.map(|sprt| gauge(&sprt, &state.standings)),
            warnings: state.warnings.iter().cloned().collect(),
        }
    }

    fn name(&self, engine: usize) -> String {
        self.names.get(engine).cloned().unwrap_or_default()
    }
}

impl WatchState {
    fn slot(&mut self, slot: usize) -> &mut SlotState {
        if self.slots.len() <= slot {
            self.slots.resize_with(slot + 1, || None);
        }
        self.slots[slot].get_or_insert_default()
    }

    fn warn(&mut self, text: String) {
        if self.warnings.len() >= MOST_WARNINGS {
            self.warnings.pop_front();
        }
        self.warnings.push_back(text);
    }
}

fn gauge(sprt: &Sprt, standings: &Standings) -> LlrGauge {
    LlrGauge {
        lower: sprt.lower(),
        upper: sprt.upper(),
        llr: standings.finished().llr(),
        elo: [sprt.elo0(), sprt.elo1()],
        pairs: standings.finished().len(),
    }
}

impl MatchObserver for MatchWatcher {
    fn observe(&self, event: &MatchEvent<'_>) {
        let mut state = self.state();
        match event {
            MatchEvent::GameBegan { slot, pair, game, .. } => {
                let [white, black] = pair.seats(*game).map(|engine| self.name(engine));
                let number = format!("{}.{}", pair.number + 1, game + 1);
                let panel = BoardPanel { number, white, black, ..BoardPanel::default() };
                *state.slot(*slot) = SlotState { panel, drawn: None };
            }
            MatchEvent::Moved { slot, mover, mv, game } => state.slot(*slot).moved(*mover, mv, *game),
            MatchEvent::Faulted { fault, .. } => {
                let text = format!("{}: {}: {}", self.name(fault.engine), fault.kind, fault.text);
                state.warn(text);
            }
            MatchEvent::GameFinished { standings, .. } => {
                state.standings = (*standings).clone();
            }
            MatchEvent::Warning { text } => state.warn((*text).to_owned()),
            _ => {}
        }
    }
}

impl SlotState {
    fn moved(&mut self, mover: Color, mv: &PlayedMove, game: &dyn AnyGame) {
        let panel = &mut self.panel;
        let dots = if mover == Color::White { "." } else { "..." };
        panel.last = format!("{}{dots} {}", game.plies().div_ceil(2), mv.text);
        let score = mv.score.map(|score| score.to_string());
        let depth = mv.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
        panel.scores[mover as usize] = score.map(|score| format!("{score}{depth}")).unwrap_or_default();
        panel.clocks[mover as usize] = mv.clock;
        if self.drawn.is_none_or(|drawn| drawn.elapsed() >= BOARD_INTERVAL) {
            panel.diagram = game.diagram().lines().map(str::to_owned).collect();
            self.drawn = Some(Instant::now());
        }
    }
}

/// How long the games that are left take at the pace so far.
fn time_left(elapsed: Duration, played: u64, left: u64) -> Option<Duration> {
    let seconds = elapsed.as_secs_f64() / played as f64 * left as f64;
    (played > 0).then(|| Duration::try_from_secs_f64(seconds).ok()).flatten()
}

fn standing_lines(names: &[String], standings: &Standings) -> Vec<StandingLine> {
    let lines = names.iter().zip(standings.engines()).enumerate().map(|(place, (name, engine))| {
        let games = || Trinomial::new(engine.wins, engine.losses, engine.draws).ok().map(Counts::from);
        // Of two engines, pairs say more than games.
        let pairs =
            || Pentanomial::new(standings.meeting(place, 1 - place).pentanomial).ok().map(Counts::from);
        let found = if names.len() == 2 { pairs().or_else(games) } else { games() };
        let found = found.map(|counts| estimate(&counts));
        StandingLine {
            name: name.clone(),
            results: [engine.wins, engine.draws, engine.losses],
            points: engine.points(),
            elo: found.map_or([f64::NAN; 2], |found| [found.elo, found.elo_error]),
            faults: engine.faults.values().sum(),
        }
    });
    let mut lines: Vec<StandingLine> = lines.collect();
    let score = |line: &StandingLine| line.points / line.results.iter().sum::<u64>().max(1) as f64;
    lines.sort_by(|one, other| score(other).total_cmp(&score(one)));
    lines
}
