//! A player that searches in the background while commands are read.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use boardgame::MoveError;
use catalog::GameId;
use search::{BestMove, Control, Info, SearchRequest};
use tables::{TableError, Tables};

use crate::eval_file::EvalFileError;
use crate::level::Strength;
use crate::player::{Player, player};

/// The stack size of a thread that searches: the deepest line of the largest game fits.
pub const STACK_SIZE: usize = 64 << 20;

/// How often a finished search checks whether it may answer.
const PATIENCE: Duration = Duration::from_millis(1);

/// How long to wait at exit for stopped work, which may be stuck in a write that nobody reads.
const EXIT_PATIENCE: Duration = Duration::from_secs(5);

/// When a search may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerTime {
    /// As soon as it is done.
    AtOnce,
    /// Not before a ponder hit or stop.
    AfterPonderHit,
    /// Not before stop.
    AfterStop,
}

/// A player, and the thread it works in.
pub(crate) struct BackgroundPlayer {
    game: GameId,
    megabytes: usize,
    threads: usize,
    /// The file with the network; see [`Player::set_eval_file`].
    eval_file: String,
    /// The player while it does not work; made when it is first needed.
    idle: Option<Box<dyn Player>>,
    /// The folder of endgame tables.
    tables: Option<PathBuf>,
    working: Option<JoinHandle<Box<dyn Player>>>,
    control: Arc<Control>,
    /// Whether the work ends without being stopped.
    ends_by_itself: bool,
    seed: u64,
}

impl BackgroundPlayer {
    pub(crate) fn new(game: GameId, megabytes: usize, threads: usize) -> Self {
        Self {
            game,
            megabytes,
            threads,
            eval_file: String::new(),
            idle: None,
            tables: None,
            working: None,
            control: Arc::default(),
            ends_by_itself: true,
            seed: seed_from_clock(),
        }
    }

    /// Stops the work and returns the player.
    pub(crate) fn player(&mut self) -> &mut dyn Player {
        self.finish();
        let Self { game, megabytes, threads, ref eval_file, ref tables, .. } = *self;
        &mut **self.idle.get_or_insert_with(|| {
            let mut player = player(game, megabytes, threads);
            // Errors were reported when the options were set. If a file is gone, the player does without it.
            let _ = player.set_eval_file(eval_file);
            let opened = tables.as_ref().and_then(|folder| Tables::shared(game, folder).ok());
            if opened.is_some() {
                player.set_tables(opened);
            }
            player
        })
    }

    /// The random seed of this game.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Starts a new game: clears the transposition table and takes a new seed.
    pub(crate) fn new_game(&mut self) {
        self.player().clear();
        self.seed = seed_from_clock();
    }

    pub(crate) fn game(&self) -> GameId {
        self.game
    }

    /// Changes to another game of the catalog. A network for the former game is given up; the error says so.
    pub(crate) fn change_game(&mut self, game: GameId) -> Result<(), EvalFileError> {
        if game == self.game {
            return Ok(());
        }
        self.finish();
        self.idle = None;
        self.game = game;
        let path = std::mem::take(&mut self.eval_file);
        self.set_eval_file(&path)
    }

    /// See [`Player::set_eval_file`].
    pub(crate) fn set_eval_file(&mut self, path: &str) -> Result<(), EvalFileError> {
        self.player().set_eval_file(path)?;
        path.clone_into(&mut self.eval_file);
        Ok(())
    }

    /// Sets the folder of endgame tables, or none. Returns how many pieces its tables of this game cover.
    pub(crate) fn set_tables_folder(&mut self, folder: Option<PathBuf>) -> Result<usize, TableError> {
        self.tables = None;
        let tables = folder.as_deref().map(|folder| Tables::shared(self.game, folder)).transpose();
        self.player().set_tables(tables.as_ref().ok().cloned().flatten());
        let pieces = tables?.map_or(0, |tables| tables.pieces());
        self.tables = folder;
        Ok(pieces)
    }

    /// How many pieces the tables of this game cover; 0 if no folder is set.
    pub(crate) fn pieces_of_tables(&self) -> Result<usize, TableError> {
        let tables = self.tables.as_deref().map(|folder| Tables::shared(self.game, folder)).transpose()?;
        Ok(tables.map_or(0, |tables| tables.pieces()))
    }

    /// See [`Player::set_hash_size`].
    pub(crate) fn set_hash_size(&mut self, megabytes: usize) -> usize {
        self.megabytes = self.player().set_hash_size(megabytes);
        self.megabytes
    }

    /// See [`Player::set_threads`].
    pub(crate) fn set_threads(&mut self, threads: usize) -> usize {
        self.threads = self.player().set_threads(threads);
        self.threads
    }

    /// Searches in the background. The search stops when `on_info` returns false.
    pub(crate) fn search(
        &mut self,
        request: SearchRequest<String>,
        strength: Option<Strength>,
        answer_time: AnswerTime,
        mut on_info: impl FnMut(&Info<String>) -> bool + Send + 'static,
        on_best_move: impl FnOnce(Result<BestMove<String>, MoveError>) + Send + 'static,
    ) {
        let is_limited = strength.is_some() || !request.limits.is_unlimited();
        let ends_by_itself = is_limited && answer_time == AnswerTime::AtOnce;
        self.work(answer_time == AnswerTime::AfterPonderHit, move |player, control| {
            let mut report = |info: &Info<String>| {
                if !on_info(info) {
                    control.stop();
                }
            };
            player.set_strength(strength);
            let found = player.search(&request, control, &mut report);
            let must_wait = || match answer_time {
                AnswerTime::AtOnce => false,
                AnswerTime::AfterPonderHit => control.is_pondering(),
                AnswerTime::AfterStop => true,
            };
            while must_wait() && !control.is_stopped() {
                std::thread::sleep(PATIENCE);
            }
            on_best_move(found);
        });
        self.ends_by_itself = ends_by_itself;
    }

    /// Does something in the background until it is done or stopped.
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
        // If the thread cannot be started, the next command makes a new player.
        self.working = Builder::new().stack_size(STACK_SIZE).spawn(run).ok();
    }

    /// Stops the work; a search still answers.
    pub(crate) fn stop(&self) {
        self.control.stop();
    }

    pub(crate) fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// Waits for work that ends by itself and stops all other; a search still answers.
    pub(crate) fn complete(&mut self) {
        if let Some(working) = self.working.take_if(|_| self.ends_by_itself) {
            self.idle = working.join().ok();
        }
        self.finish();
    }

    /// Stops the work and waits for its answer.
    pub(crate) fn finish(&mut self) {
        if let Some(working) = self.working.take() {
            self.control.stop();
            self.idle = working.join().ok();
        }
    }
}

impl Drop for BackgroundPlayer {
    /// Stops the work and waits for it, unless it is stuck: after `quit` nobody may read the output.
    fn drop(&mut self) {
        let Some(working) = self.working.take() else { return };
        self.control.stop();
        let begin = Instant::now();
        while !working.is_finished() && begin.elapsed() < EXIT_PATIENCE {
            std::thread::sleep(PATIENCE);
        }
    }
}

/// A seed from the clock.
fn seed_from_clock() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64)
}
