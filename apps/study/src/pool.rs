//! Threads that play and analyze, with bounded queues.

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use engine::STACK_SIZE;

use crate::analysis::{AnalysisDone, AnalysisInfo, AnalysisJob, AnalysisTask};
use crate::engine_move::{DrawAnswerJob, DrawAnswerTask, EngineMove, MoveJob, MoveTask};
use crate::job::{Job, JobControl, JobFault, JobFlow, JobHandle, JobTask, QueueFull};
use crate::player_cache::{MOST_PLAYERS, PlayerCache};
use crate::review::{ReviewDone, ReviewJob, ReviewLine, ReviewTask};
use crate::worker;

/// The size of a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolConfig {
    /// The number of threads; 0 counts as 1.
    pub threads: usize,
    /// The most jobs that wait in each of the two queues.
    pub queue: usize,
    /// The memory of all transposition tables together, in megabytes. Every thread keeps a few tables of at least one
    /// megabyte each.
    pub hash_megabytes: usize,
    /// The folder of endgame tables for engines of full strength. Games whose tables cannot be used are searched without.
    pub tables: Option<PathBuf>,
}

impl Default for PoolConfig {
    /// Two threads, 64 jobs, 96 megabytes, no endgame tables.
    fn default() -> Self {
        Self { threads: 2, queue: 64, hash_megabytes: 96, tables: None }
    }
}

/// The load of a pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolLoad {
    /// Moves and answers that wait.
    pub waiting_moves: usize,
    /// Analyses and reviews that wait.
    pub waiting_analyses: usize,
    /// Moves and answers that are being searched.
    pub running_moves: usize,
    /// Analyses and reviews that are being searched.
    pub running_analyses: usize,
}

/// Threads that play and analyze, with lowered priority and bounded queues.
///
/// Moves of engines and their answers go first. Of several threads, one never analyzes; and where all others are busy, an
/// analysis makes room for a move at once and continues later. A search that panics ends its own job only.
///
/// Callbacks run in the threads of the pool, so they must not wait: hand the result on and return.
///
/// ```
/// use std::sync::mpsc;
/// use catalog::GameId;
/// use damier_study::{EnginePool, MoveJob, PoolConfig};
///
/// let pool = EnginePool::new(PoolConfig::default())?;
/// let (sender, receiver) = mpsc::channel();
/// let job = MoveJob { game: GameId::Russian.start(), level: 3, clock: None, seed: 1 };
/// let handle = pool.submit_move(job, Box::new(move |found| drop(sender.send(found))))?;
/// let found = receiver.recv()??;
/// assert!(GameId::Russian.start().find(&found.text).is_ok());
/// # drop(handle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct EnginePool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

/// The state that the threads of a pool share.
pub(crate) struct Shared {
    queues: Mutex<Queues>,
    wake: Condvar,
    /// The most jobs of each queue.
    most: usize,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("most", &self.most).finish_non_exhaustive()
    }
}

#[derive(Default)]
struct Queues {
    moves: VecDeque<Job>,
    analyses: VecDeque<Job>,
    running_moves: Vec<Arc<JobControl>>,
    running_analyses: Vec<Arc<JobControl>>,
    /// Workers that wait for work.
    idle: usize,
    is_closed: bool,
}

/// Which queue a job is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueueKind {
    Moves,
    Analyses,
}

impl EnginePool {
    /// Starts the threads.
    ///
    /// # Errors
    ///
    /// The system cannot start them.
    pub fn new(config: PoolConfig) -> io::Result<Self> {
        let PoolConfig { threads, queue, hash_megabytes, tables } = config;
        let threads = threads.max(1);
        let shared = Arc::new(Shared { queues: Mutex::default(), wake: Condvar::new(), most: queue.max(1) });
        let mut pool = Self { shared, workers: Vec::with_capacity(threads) };
        for index in 0..threads {
            let shared = Arc::clone(&pool.shared);
            let analyses = threads == 1 || index > 0;
            let players = PlayerCache::new(hash_megabytes / (threads * MOST_PLAYERS), tables.clone());
            let work = move || worker::run(&shared, players, analyses);
            let thread = Builder::new().name(format!("engine-{index}")).stack_size(STACK_SIZE).spawn(work)?;
            pool.workers.push(thread);
        }
        Ok(pool)
    }

    /// Lets an engine find a move. `on_done` is called exactly once, from a thread of the pool or from the one that cancels.
    ///
    /// # Errors
    ///
    /// [`QueueFull`] if too many moves wait. Then nothing is called.
    pub fn submit_move(
        &self,
        job: MoveJob,
        on_done: Box<dyn FnOnce(Result<EngineMove, JobFault>) + Send>,
    ) -> Result<JobHandle, QueueFull> {
        self.submit(QueueKind::Moves, Box::new(MoveTask::new(job, on_done)))
    }

    /// Lets an engine decide whether it accepts a draw. `on_done` is called exactly once, with the decision.
    ///
    /// # Errors
    ///
    /// [`QueueFull`] if too many moves wait. Then nothing is called.
    pub fn submit_draw_answer(
        &self,
        job: DrawAnswerJob,
        on_done: Box<dyn FnOnce(Result<bool, JobFault>) + Send>,
    ) -> Result<JobHandle, QueueFull> {
        self.submit(QueueKind::Moves, Box::new(DrawAnswerTask::new(job, on_done)))
    }

    /// Analyzes a position. `on_info` is called with every line found; its answer can end the analysis. `on_done` is called
    /// exactly once, at the end.
    ///
    /// # Errors
    ///
    /// [`QueueFull`] if too many analyses wait. Then nothing is called.
    pub fn submit_analysis(
        &self,
        job: AnalysisJob,
        on_info: Box<dyn FnMut(AnalysisInfo) -> JobFlow + Send>,
        on_done: Box<dyn FnOnce(Result<AnalysisDone, JobFault>) + Send>,
    ) -> Result<JobHandle, QueueFull> {
        self.submit(QueueKind::Analyses, Box::new(AnalysisTask::new(job, on_info, on_done)))
    }

    /// Reviews a game: `on_line` is called for each of its positions, from the first to the last; its answer can end the
    /// review. `on_done` is called exactly once, at the end.
    ///
    /// # Errors
    ///
    /// [`QueueFull`] if too many analyses wait. Then nothing is called.
    pub fn submit_review(
        &self,
        job: ReviewJob,
        on_line: Box<dyn FnMut(ReviewLine) -> JobFlow + Send>,
        on_done: Box<dyn FnOnce(Result<ReviewDone, JobFault>) + Send>,
    ) -> Result<JobHandle, QueueFull> {
        self.submit(QueueKind::Analyses, Box::new(ReviewTask::new(job, on_line, on_done)))
    }

    /// The current load of the pool.
    #[must_use]
    pub fn load(&self) -> PoolLoad {
        let queues = self.shared.queues();
        PoolLoad {
            waiting_moves: queues.moves.len(),
            waiting_analyses: queues.analyses.len(),
            running_moves: queues.running_moves.len(),
            running_analyses: queues.running_analyses.len(),
        }
    }

    fn submit(&self, queue: QueueKind, task: Box<dyn JobTask>) -> Result<JobHandle, QueueFull> {
        let control = Arc::new(JobControl::default());
        let mut queues = self.shared.queues();
        let waiting = queues.of(queue).len();
        if waiting >= self.shared.most {
            return Err(QueueFull { waiting });
        }
        queues.of(queue).push_back(Job { control: Arc::clone(&control), task });
        if queue == QueueKind::Moves && queues.moves.len() > queues.idle {
            // No worker is free: the newest analysis makes room.
            let _ = queues.running_analyses.iter().rev().any(|running| running.preempt());
        }
        drop(queues);
        self.shared.wake.notify_all();
        Ok(JobHandle::new(control, Arc::downgrade(&self.shared)))
    }
}

impl Drop for EnginePool {
    /// Stops all searches and waits for the threads. Jobs that are not done end with [`JobFault::ShutDown`].
    fn drop(&mut self) {
        let waiting: Vec<Job> = {
            let mut queues = self.shared.queues();
            queues.is_closed = true;
            for running in queues.running_moves.iter().chain(&queues.running_analyses) {
                running.preempt();
            }
            let moves = std::mem::take(&mut queues.moves);
            moves.into_iter().chain(std::mem::take(&mut queues.analyses)).collect()
        };
        self.shared.wake.notify_all();
        waiting.into_iter().for_each(|job| worker::fail(job, JobFault::ShutDown));
        for thread in self.workers.drain(..) {
            // Workers catch panics; one that ended otherwise has nothing to tell.
            drop(thread.join());
        }
    }
}

impl Queues {
    fn of(&mut self, queue: QueueKind) -> &mut VecDeque<Job> {
        match queue {
            QueueKind::Moves => &mut self.moves,
            QueueKind::Analyses => &mut self.analyses,
        }
    }
}

impl Shared {
    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a job; `None` if the pool closes.
    pub(crate) fn next(&self, analyses: bool) -> Option<(QueueKind, Job)> {
        let mut queues = self.queues();
        loop {
            if queues.is_closed {
                return None;
            }
            if let Some(job) = queues.moves.pop_front() {
                queues.running_moves.push(Arc::clone(&job.control));
                return Some((QueueKind::Moves, job));
            }
            if analyses && let Some(job) = queues.analyses.pop_front() {
                queues.running_analyses.push(Arc::clone(&job.control));
                return Some((QueueKind::Analyses, job));
            }
            queues.idle += 1;
            queues = self.wake.wait(queues).unwrap_or_else(PoisonError::into_inner);
            queues.idle -= 1;
        }
    }

    /// Ends the turn of a job.
    pub(crate) fn finish(&self, queue: QueueKind, control: &Arc<JobControl>) {
        let mut queues = self.queues();
        let running = match queue {
            QueueKind::Moves => &mut queues.running_moves,
            QueueKind::Analyses => &mut queues.running_analyses,
        };
        running.retain(|running| !Arc::ptr_eq(running, control));
    }

    /// Puts a job that made room back at the front of its queue; gives it back if the pool closes.
    pub(crate) fn put_back(&self, queue: QueueKind, job: Job) -> Option<Job> {
        let mut queues = self.queues();
        if queues.is_closed {
            return Some(job);
        }
        queues.of(queue).push_front(job);
        drop(queues);
        self.wake.notify_all();
        None
    }

    /// Takes a canceled job out of its queue, if it waits there.
    pub(crate) fn remove(&self, control: &Arc<JobControl>) {
        let removed = {
            let mut queues = self.queues();
            let mut take = |queue: QueueKind| {
                let queue = queues.of(queue);
                let index = queue.iter().position(|job| Arc::ptr_eq(&job.control, control))?;
                queue.remove(index)
            };
            take(QueueKind::Moves).or_else(|| take(QueueKind::Analyses))
        };
        if let Some(job) = removed {
            worker::fail(job, JobFault::Canceled);
        }
    }
}
