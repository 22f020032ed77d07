//! A player that works in the background while its owner listens to somebody.

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use boardgame::MoveError;
use catalog::GameId;
use search::Control;

use crate::player::{Decision, Player, Thinking, Thought, player};

/// The stack of a thread that thinks: the deepest line of the largest game fits.
pub const STACK: usize = 64 << 20;

/// How often a search that is done looks whether it may answer.
const PATIENCE: Duration = Duration::from_millis(1);

/// How long work that was told to end may take at the very end, where its output may have nobody who reads it.
const FAREWELL: Duration = Duration::from_secs(5);

/// When the answer of a search may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answering {
    /// As soon as it is there.
    AtOnce,
    /// Not before the expected move was played, or the search was stopped.
    AfterPonderHit,
    /// Not before the search was stopped.
    AfterStop,
}

pub(crate) struct Session {
    game: GameId,
    megabytes: usize,
    threads: usize,
    idle: Option<Box<dyn Player>>,
    working: Option<JoinHandle<Box<dyn Player>>>,
    control: Arc<Control>,
    /// Whether the work ends without being stopped.
    ends_by_itself: bool,
    seed: u64,
}

impl Session {
    pub(crate) fn new(game: GameId, megabytes: usize, threads: usize) -> Self {
        Self {
            game,
            megabytes,
            threads,
            idle: None,
            working: None,
            control: Arc::default(),
            ends_by_itself: true,
            seed: seed_of_now(),
        }
    }

    /// The player, when it has stopped working.
    pub(crate) fn player(&mut self) -> &mut dyn Player {
        self.finish();
        let Self { game, megabytes, threads, .. } = *self;
        &mut **self.idle.get_or_insert_with(|| player(game, megabytes, threads))
    }

    /// What the lower levels misjudge in this game.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Forgets what was found out, for a new game.
    pub(crate) fn forget(&mut self) {
        self.player().forget();
        self.seed = seed_of_now();
    }

    pub(crate) fn game(&self) -> GameId {
        self.game
    }

    /// Plays another game from now on.
    pub(crate) fn change_game(&mut self, game: GameId) {
        if game != self.game {
            self.finish();
            self.idle = None;
            self.game = game;
        }
    }

    /// Changes the memory of the table, in megabytes; gives what it has, which stays if the system does not have that
    /// much.
    pub(crate) fn set_memory(&mut self, megabytes: usize) -> usize {
        self.megabytes = self.player().set_memory(megabytes);
        self.megabytes
    }

    /// Changes the number of threads; gives what it is, which is not more than the machine is good for.
    pub(crate) fn set_threads(&mut self, threads: usize) -> usize {
        self.threads = self.player().set_threads(threads);
        self.threads
    }

    /// Thinks in the background. `on_thought` says whether somebody still wants to know.
    pub(crate) fn think(
        &mut self,
        task: Thinking,
        answering: Answering,
        mut on_thought: impl FnMut(&Thought) -> bool + Send + 'static,
        on_decision: impl FnOnce(Result<Decision, MoveError>) + Send + 'static,
    ) {
        let is_limited = task.level.is_some() || !task.limits.is_unlimited();
        let ends_by_itself = is_limited && answering == Answering::AtOnce;
        self.work(answering == Answering::AfterPonderHit, move |player, control| {
            let mut report = |thought: &Thought| {
                if !on_thought(thought) {
                    control.stop();
                }
            };
            let decision = player.think(&task, control, &mut report);
            let must_wait = || match answering {
                Answering::AtOnce => false,
                Answering::AfterPonderHit => control.is_pondering(),
                Answering::AfterStop => true,
            };
            while must_wait() && !control.is_stopped() {
                std::thread::sleep(PATIENCE);
            }
            on_decision(decision);
        });
        self.ends_by_itself = ends_by_itself;
    }

    /// Does something in the background, until it is done or was stopped.
    pub(crate) fn work(
        &mut self,
        is_pondering: bool,
        work: impl FnOnce(&mut dyn Player, &Control) + Send + 'static,
    ) {
        self.player();
        let Some(mut player) = self.idle.take() else { return };
        self.control.prepare(is_pondering);
        self.ends_by_itself = true;
        let control = Arc::clone(&self.control);
        let run = move || {
            work(&mut *player, &control);
            player
        };
        // Without a thread nothing can be done; the next command makes a player again.
        self.working = Builder::new().stack_size(STACK).spawn(run).ok();
    }

    /// Ends the work; a decision is told as always.
    pub(crate) fn stop(&self) {
        self.control.stop();
    }

    pub(crate) fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// Waits until work that ends by itself is done, and ends all other; a decision is told as always.
    pub(crate) fn complete(&mut self) {
        if let Some(working) = self.working.take_if(|_| self.ends_by_itself) {
            self.idle = working.join().ok();
        }
        self.finish();
    }

    /// Ends the work and waits until a decision has been told.
    pub(crate) fn finish(&mut self) {
        if let Some(working) = self.working.take() {
            self.control.stop();
            self.idle = working.join().ok();
        }
    }
}

impl Drop for Session {
    /// Ends the work. It is waited for, unless it is stuck: whoever says `quit` may have stopped to read.
    fn drop(&mut self) {
        let Some(working) = self.working.take() else { return };
        self.control.stop();
        let begin = Instant::now();
        while !working.is_finished() && begin.elapsed() < FAREWELL {
            std::thread::sleep(PATIENCE);
        }
    }
}

/// A number that differs from game to game.
fn seed_of_now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64)
}
