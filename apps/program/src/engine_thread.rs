//! A search that can be stopped with Ctrl-C.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, Builder};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use catalog::{GameId, PositionText};
use damier::{MoveError, MoveStyle};
use engine::{BestMove, Bound, Control, Info, Player, STACK_SIZE, SearchRequest, Strength, Tables, player};

use crate::interrupt::Interrupts;

/// How often to check for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// An engine for one game.
pub(crate) struct EngineThread {
    game: GameId,
    megabytes: usize,
    threads: usize,
    /// The folder of endgame tables.
    tables: Option<PathBuf>,
    /// Made when first needed, since it allocates the transposition table.
    player: Option<Box<dyn Player>>,
    interrupts: Arc<Interrupts>,
}

enum Message {
    Info(Box<Info<String>>),
    Done(Result<BestMove<String>, MoveError>),
}

impl EngineThread {
    pub(crate) fn new(game: GameId, megabytes: usize, threads: usize, interrupts: &Arc<Interrupts>) -> Self {
        Self { game, megabytes, threads, tables: None, player: None, interrupts: Arc::clone(interrupts) }
    }

    /// Uses the endgame tables in a folder.
    pub(crate) fn with_tables(mut self, folder: Option<PathBuf>) -> Self {
        self.tables = folder;
        self
    }

    /// Changes to another game.
    pub(crate) fn change_game(&mut self, game: GameId) {
        if game != self.game {
            self.game = game;
            self.player = None;
        }
    }

    /// Does what the option `--eval-file` asks for; see [`Player::set_eval_file`].
    pub(crate) fn set_eval_file(&mut self, path: &str) -> anyhow::Result<()> {
        self.player()?.set_eval_file(path).map_err(|error| anyhow!("--eval-file: {error}"))
    }

    /// The player with a position.
    pub(crate) fn player_at(&mut self, place: &PositionText<'_>) -> anyhow::Result<&mut dyn Player> {
        // Players read moves in protocol notation.
        let moves = self.game.game_at(place)?.moves(MoveStyle::Protocol);
        let player = self.player()?;
        player.set_position(&PositionText { moves: &moves, ..*place })?;
        Ok(player)
    }

    fn player(&mut self) -> anyhow::Result<&mut dyn Player> {
        let Self { game, megabytes, threads, .. } = *self;
        let ready = match self.player.take() {
            Some(player) => player,
            None => {
                let folder = self.tables.as_deref().filter(|_| !game.is_chess());
                let tables = folder.map(|folder| Tables::shared(game, folder)).transpose()?;
                let mut player = player(game, megabytes, threads);
                if tables.is_some() {
                    player.set_tables(tables);
                }
                player
            }
        };
        Ok(&mut **self.player.insert(ready))
    }

    /// Searches a position until a limit, Ctrl-C or an error of `on_info` ends it.
    pub(crate) fn think(
        &mut self,
        place: &PositionText<'_>,
        request: &SearchRequest<String>,
        strength: Option<Strength>,
        mut on_info: impl FnMut(&Info<String>) -> anyhow::Result<()>,
    ) -> anyhow::Result<BestMove<String>> {
        self.player_at(place)?;
        let player = self.player.as_mut().context("no player")?;
        player.set_strength(strength);
        let control = Control::default();
        let (sender, receiver) = mpsc::channel();
        let _thinking = self.interrupts.begin_thinking();
        let work = || {
            // After an error the receiver is gone.
            let mut report = |info: &Info<String>| {
                // Bounds would only confuse people.
                if info.bound == Bound::Exact {
                    drop(sender.send(Message::Info(Box::new(info.clone()))));
                }
            };
            let found = player.search(request, &control, &mut report);
            drop(sender.send(Message::Done(found)));
            drop(sender);
        };
        thread::scope(|scope| {
            Builder::new()
                .stack_size(STACK_SIZE)
                .spawn_scoped(scope, work)
                .context("cannot start a thread")?;
            let result = listen(&receiver, &control, &self.interrupts, &mut on_info);
            control.stop();
            result
        })
    }
}

/// Passes on reports until the search is done.
fn listen(
    receiver: &Receiver<Message>,
    control: &Control,
    interrupts: &Interrupts,
    on_info: &mut dyn FnMut(&Info<String>) -> anyhow::Result<()>,
) -> anyhow::Result<BestMove<String>> {
    loop {
        match receiver.recv_timeout(POLL_INTERVAL) {
            Ok(Message::Info(info)) => on_info(&info)?,
            Ok(Message::Done(found)) => return found.context("the engine rejected the moves"),
            Err(RecvTimeoutError::Disconnected) => bail!("the engine stopped without an answer"),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if interrupts.is_interrupted() {
            control.stop();
        }
    }
}
