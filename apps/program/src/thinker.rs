//! An engine that thinks while the program listens for Ctrl-C.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, Builder};
use std::time::Duration;

use anyhow::{Context, bail};
use catalog::{GameId, Place};
use damier::{MoveError, MoveStyle};
use engine::{Bound, Control, Decision, Player, STACK, Thinking, Thought, player};

use crate::interrupt::Attention;

/// How long Ctrl-C may go unnoticed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// An engine for one game.
pub(crate) struct Thinker {
    game: GameId,
    megabytes: usize,
    threads: usize,
    /// Made when it is first needed, since it takes memory.
    player: Option<Box<dyn Player>>,
    attention: Arc<Attention>,
}

enum Message {
    Thought(Box<Thought>),
    Done(Result<Decision, MoveError>),
}

impl Thinker {
    pub(crate) fn new(game: GameId, megabytes: usize, threads: usize, attention: &Arc<Attention>) -> Self {
        Self { game, megabytes, threads, player: None, attention: Arc::clone(attention) }
    }

    /// Plays another game from now on.
    pub(crate) fn change_game(&mut self, game: GameId) {
        if game != self.game {
            self.game = game;
            self.player = None;
        }
    }

    /// Thinks about the position of a place until a limit or Ctrl-C ends it. An error of `on_thought` ends it too.
    pub(crate) fn think(
        &mut self,
        place: &Place<'_>,
        task: &Thinking,
        mut on_thought: impl FnMut(&Thought) -> anyhow::Result<()>,
    ) -> anyhow::Result<Decision> {
        let Self { game, megabytes, threads, .. } = *self;
        let player = self.player.get_or_insert_with(|| player(game, megabytes, threads));
        // Engines read moves as their protocols write them.
        let moves = game.game_at(place)?.moves(MoveStyle::Protocol);
        player.go_to(&Place { moves: &moves, ..*place })?;
        let control = Control::default();
        let (sender, receiver) = mpsc::channel();
        let _thinking = self.attention.begin_thinking();
        let work = || {
            // Nobody listens any more after an error.
            let mut tell = |thought: &Thought| {
                // Readers want to know how good a move is, not how good at least.
                if thought.bound == Bound::Exact {
                    drop(sender.send(Message::Thought(Box::new(thought.clone()))));
                }
            };
            let decision = player.think(task, &control, &mut tell);
            drop(sender.send(Message::Done(decision)));
            drop(sender);
        };
        thread::scope(|scope| {
            Builder::new().stack_size(STACK).spawn_scoped(scope, work).context("cannot start a thread")?;
            let result = listen(&receiver, &control, &self.attention, &mut on_thought);
            control.stop();
            result
        })
    }
}

/// Hears what the engine thinks until it has decided.
fn listen(
    receiver: &Receiver<Message>,
    control: &Control,
    attention: &Attention,
    on_thought: &mut dyn FnMut(&Thought) -> anyhow::Result<()>,
) -> anyhow::Result<Decision> {
    loop {
        match receiver.recv_timeout(BETWEEN_LOOKS) {
            Ok(Message::Thought(thought)) => on_thought(&thought)?,
            Ok(Message::Done(decision)) => return decision.context("the engine refused the moves"),
            Err(RecvTimeoutError::Disconnected) => bail!("the engine stopped without an answer"),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if attention.is_interrupted() {
            control.stop();
        }
    }
}
