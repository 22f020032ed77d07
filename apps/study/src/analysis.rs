//! Analysis of a position.

use std::time::{Duration, Instant};

use boardgame::Color;
use catalog::AnyGame;
use engine::{Bound, Control, Info, Limits, LookUp, SearchRequest, Value};
use serde::Serialize;

use crate::job::{JobControl, JobFault, JobFlow, JobTask, Turn};
use crate::player_cache::{PlayerCache, set_position};
use crate::position::legal;
use crate::score::{ScoreValue, for_white, score_text};

/// The longest analysis.
pub const LONGEST_ANALYSIS: Duration = Duration::from_secs(60);

/// The most lines of an analysis.
pub const MOST_LINES: usize = 5;

/// A position to analyze.
#[derive(Debug)]
pub struct AnalysisJob {
    /// The game with its history.
    pub game: Box<dyn AnyGame>,
    /// How many of the best moves to show, from 1 to 5; numbers outside count as the nearest one.
    pub lines: usize,
    /// Where to stop, in plies.
    pub depth: Option<u32>,
    /// When to stop, counted from the first search; never later than [`LONGEST_ANALYSIS`].
    pub time: Option<Duration>,
}

/// A line that an analysis has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnalysisInfo {
    /// The depth in plies.
    pub depth: u32,
    /// The rank of the line, from 1.
    pub line: usize,
    /// The score for White.
    pub score: ScoreValue,
    /// The score for White as people read it.
    pub text: String,
    /// The positions searched so far.
    pub nodes: u64,
    /// Positions searched per second.
    pub nps: u64,
    /// The moves in record notation.
    pub moves: Vec<String>,
    /// The squares that the piece of the first move visits.
    pub path: Vec<&'static str>,
    /// What the endgame tables say of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableAnswer>,
}

/// What endgame tables say of a position, if no rule that counts moves may change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TableAnswer {
    /// Who wins; `None` is a draw.
    pub winner: Option<Color>,
    /// Plies to the next capture or promotion, or to the end of the game; `None` in a draw, or if the tables do not say.
    pub plies: Option<u16>,
}

impl TableAnswer {
    fn of(found: LookUp, turn: Color) -> Self {
        let winner = match found.value {
            Value::Win => Some(turn),
            Value::Draw => None,
            Value::Loss => Some(!turn),
        };
        Self { winner, plies: found.distance }
    }
}

/// The end of an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnalysisDone {
    /// Always true: it tells the last line of the answer from the others.
    pub done: bool,
    /// The best move in record notation; `None` if there is no legal move.
    pub best: Option<String>,
}

type OnInfo = Box<dyn FnMut(AnalysisInfo) -> JobFlow + Send>;
type OnDone = Box<dyn FnOnce(Result<AnalysisDone, JobFault>) + Send>;

pub(crate) struct AnalysisTask {
    job: AnalysisJob,
    /// The legal moves with the paths of their first routes.
    paths: Vec<(String, Vec<&'static str>)>,
    deadline: Option<Instant>,
    /// The depth and the line that were told last.
    told: (u32, usize),
    best: Option<String>,
    nodes: u64,
    on_info: OnInfo,
    on_done: Option<OnDone>,
}

impl AnalysisTask {
    pub(crate) fn new(job: AnalysisJob, on_info: OnInfo, on_done: OnDone) -> Self {
        let (paths, on_done) = (Vec::new(), Some(on_done));
        Self { job, paths, deadline: None, told: (0, 0), best: None, nodes: 0, on_info, on_done }
    }

    fn tell(&mut self, result: Result<AnalysisDone, JobFault>) {
        if let Some(on_done) = self.on_done.take() {
            on_done(result);
        }
    }

    /// The time that is left, from the first turn on.
    fn time_left(&mut self) -> Duration {
        let time = self.job.time.unwrap_or(LONGEST_ANALYSIS).min(LONGEST_ANALYSIS);
        let now = Instant::now();
        self.deadline.get_or_insert(now + time).saturating_duration_since(now)
    }

    /// Searches; tells whether the caller wants no more.
    fn search(&mut self, players: &mut PlayerCache, search: &Control) -> Result<(), JobFault> {
        let left = self.time_left();
        if left.is_zero() {
            return Ok(());
        }
        if self.paths.is_empty() {
            let first = legal(&*self.job.game).into_iter().filter(|legal| legal.id.ends_with(".0"));
            self.paths = first.map(|legal| (legal.text, legal.path)).collect();
        }
        let game = &*self.job.game;
        let certain = players.look_up(game).filter(|found| found.is_certain);
        let table = certain.map(|found| TableAnswer::of(found, game.turn()));
        let player = players.strong(game.id());
        set_position(player, game)?;
        let limits = Limits { depth: self.job.depth, move_time: Some(left), ..Limits::default() };
        let request = SearchRequest { multi_pv: self.job.lines.clamp(1, MOST_LINES), ..limits.into() };
        // After a turn that was stopped, the search begins anew: what was told before is not told again.
        let (skipped, before, turn) = (self.told, self.nodes, game.turn());
        let mut is_stopped = false;
        let (told, nodes, on_info, paths) = (&mut self.told, &mut self.nodes, &mut self.on_info, &self.paths);
        let mut report = |info: &Info<String>| {
            let place = (info.depth, info.multi_pv);
            *nodes = before + info.nodes;
            // Bounds would only confuse people.
            if is_stopped || info.bound != Bound::Exact || place <= skipped {
                return;
            }
            *told = place;
            let path = paths.iter().find(|(text, _)| Some(text) == info.pv.first());
            let flow = on_info(AnalysisInfo {
                depth: info.depth,
                line: info.multi_pv,
                score: for_white(info.score, turn),
                text: score_text(info.score, turn),
                nodes: *nodes,
                nps: info.nodes_per_second() as u64,
                moves: info.pv.clone(),
                path: path.map(|(_, path)| path.clone()).unwrap_or_default(),
                table,
            });
            if flow == JobFlow::Stop {
                is_stopped = true;
                search.stop();
            }
        };
        let found = player.search(&request, search, &mut report);
        let found = found.map_err(|error| JobFault::Refused { reason: error.to_string() })?;
        // A turn that was stopped early may know less than the one before it.
        if found.depth >= skipped.0 || self.best.is_none() {
            self.best = found.best.or(self.best.take());
        }
        Ok(())
    }
}

impl JobTask for AnalysisTask {
    fn work(&mut self, players: &mut PlayerCache, search: &Control, job: &JobControl) -> Turn {
        let result = self.search(players, search);
        if result.is_ok() && job.must_stop() {
            return Turn::Stopped;
        }
        let best = self.best.take();
        self.tell(result.map(|()| AnalysisDone { done: true, best }));
        Turn::Done
    }

    fn fail(&mut self, fault: JobFault) {
        self.tell(Err(fault));
    }
}
