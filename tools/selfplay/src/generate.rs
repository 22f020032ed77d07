//! Playing many games on several threads, in the order of their numbers.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use catalog::{Describe, GameId};
use search::Control;
use searchers::{AnySearcher, EvaluationChoice, SearchTask};
use tables::Tables;

use crate::block::{BLOCK_GAMES, Block};
use crate::error::SelfPlayError;
use crate::fingerprint::player_fingerprint;
use crate::finished_game::FinishedGame;
use crate::header::GameSource;
use crate::play::{Endgames, SelfPlayer};
use crate::random::mixed;
use crate::settings::SelfPlaySettings;

/// How the players evaluate positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PlayerEvaluation {
    /// As the program does without options.
    #[default]
    BuiltIn,
    /// By hand-crafted terms, which all draughts games have.
    HandCrafted,
    /// By the network in these bytes.
    Network(Arc<[u8]>),
}

impl PlayerEvaluation {
    /// Lets a searcher of a game evaluate like this.
    fn choose<P: Describe>(
        &self,
        game: GameId,
        searcher: &mut dyn AnySearcher<P>,
    ) -> Result<(), SelfPlayError> {
        let evaluation = match self {
            Self::BuiltIn => EvaluationChoice::BuiltIn,
            Self::HandCrafted => EvaluationChoice::HandCrafted,
            Self::Network(bytes) => {
                let net = searcher.read_net(bytes);
                EvaluationChoice::Network(Arc::new(
                    net.map_err(|error| SelfPlayError::BadNet(error.to_string()))?,
                ))
            }
        };
        searcher.set_evaluation(evaluation).map_err(|_| SelfPlayError::NetworkRequired { game })
    }

    /// What it is, in words without spaces.
    fn name(&self) -> String {
        match self {
            Self::BuiltIn => "built_in".to_owned(),
            Self::HandCrafted => "hand_crafted".to_owned(),
            Self::Network(bytes) => {
                let hash = bytes.iter().fold(bytes.len() as u64, |hash, &byte| mixed(hash ^ u64::from(byte)));
                format!("network_{hash:016x}")
            }
        }
    }
}

/// Plays games of one sequence.
#[derive(Clone, Debug)]
pub struct Generator {
    game: GameId,
    evaluation: PlayerEvaluation,
    endgames: Endgames,
    source: GameSource,
}

/// The stack of a thread that searches.
const STACK_SIZE: usize = 64 << 20;

impl Generator {
    /// Prepares a sequence of games.
    ///
    /// # Errors
    ///
    /// A setting is out of range, the network is not for this game, or the game needs one.
    pub fn new(
        game: GameId,
        settings: SelfPlaySettings,
        evaluation: PlayerEvaluation,
    ) -> Result<Self, SelfPlayError> {
        settings.check().map_err(SelfPlayError::BadSettings)?;
        let task = FingerprintTask { game, evaluation: &evaluation };
        let player = on_thread(|| searchers::run(game, settings.hash, 1, task))??;
        let source = GameSource { player, evaluation: evaluation.name(), tables: 0, settings };
        Ok(Self { game, evaluation, endgames: Endgames::default(), source })
    }

    /// Ends games at positions that endgame tables of the game know.
    #[must_use]
    pub fn with_tables(mut self, tables: Arc<Tables>) -> Self {
        self.source.tables = tables.pieces() as u32;
        self.endgames = Endgames(Some(tables));
        self
    }

    /// How the players evaluate positions.
    #[must_use]
    pub fn evaluation(&self) -> &PlayerEvaluation {
        &self.evaluation
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> GameId {
        self.game
    }

    /// What determines the games.
    #[must_use]
    pub fn source(&self) -> &GameSource {
        &self.source
    }

    /// Plays a block of games on one thread, without leaving any out; `None` if it was stopped. `watch` hears after each game.
    ///
    /// # Errors
    ///
    /// A thread cannot be started.
    pub fn play_block(
        &self,
        number: u64,
        control: &Control,
        mut watch: impl FnMut(),
    ) -> Result<Option<Block>, SelfPlayError> {
        let first = number * BLOCK_GAMES;
        let mut block = Block { source: 0, first, played: 0, games: Vec::new() };
        self.play::<SelfPlayError>(first..first + BLOCK_GAMES, 1, control, |game| {
            block.played += 1;
            block.games.push(game.stored);
            watch();
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(block.is_full().then_some(block))
    }

    /// Plays the games with these numbers on this many threads, and hands them over in the order of their numbers until
    /// `take` breaks off. `control` stops the games in progress, which are lost then.
    ///
    /// # Errors
    ///
    /// A thread cannot be started, or `take` failed.
    pub fn play<E: From<SelfPlayError>>(
        &self,
        numbers: Range<u64>,
        threads: usize,
        control: &Control,
        mut take: impl FnMut(FinishedGame) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let next = AtomicU64::new(numbers.start);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..threads.max(1) {
                let (sender, next, end) = (sender.clone(), &next, numbers.end);
                let task = PlayTask { generator: self, next, end, control, sender };
                let run = move || searchers::run(self.game, self.source.settings.hash, 1, task);
                let builder = thread::Builder::new().stack_size(STACK_SIZE);
                if let Err(error) = builder.spawn_scoped(scope, run) {
                    control.stop();
                    return Err(SelfPlayError::Thread(error).into());
                }
            }
            drop(sender);
            let (mut waiting, mut expected) = (BTreeMap::new(), numbers.start);
            for game in receiver {
                waiting.insert(game.stored.number, game);
                while let Some(game) = waiting.remove(&expected) {
                    expected += 1;
                    let taken = take(game);
                    if !matches!(taken, Ok(ControlFlow::Continue(()))) {
                        next.store(numbers.end, Ordering::Relaxed);
                        control.stop();
                        return taken.map(drop);
                    }
                }
            }
            Ok(())
        })
    }
}

/// Runs a search on a thread with a stack that holds its deepest line.
fn on_thread<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, SelfPlayError> {
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK_SIZE);
        let handle = builder.spawn_scoped(scope, work).map_err(SelfPlayError::Thread)?;
        Ok(handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Computes the fingerprint of a player.
struct FingerprintTask<'a> {
    game: GameId,
    evaluation: &'a PlayerEvaluation,
}

impl SearchTask for FingerprintTask<'_> {
    type Output = Result<u64, SelfPlayError>;

    fn run<P: Describe>(self, rules: P::Rules, mut searcher: Box<dyn AnySearcher<P>>) -> Self::Output {
        self.evaluation.choose(self.game, &mut *searcher)?;
        Ok(player_fingerprint(rules, &mut *searcher))
    }
}

/// One thread: plays the next game until there are no more.
struct PlayTask<'a> {
    generator: &'a Generator,
    next: &'a AtomicU64,
    end: u64,
    control: &'a Control,
    sender: mpsc::Sender<FinishedGame>,
}

impl SearchTask for PlayTask<'_> {
    type Output = ();

    fn run<P: Describe>(self, rules: P::Rules, mut searcher: Box<dyn AnySearcher<P>>) {
        let Self { generator, next, end, control, sender } = self;
        let (game, settings) = (generator.game, &generator.source.settings);
        generator.evaluation.choose(game, &mut *searcher).expect("the evaluation was chosen before");
        let mut player =
            SelfPlayer { game, rules, settings, searcher, endgames: &generator.endgames, control };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end || control.is_stopped() {
                return;
            }
            let Some(played) = player.play(number) else { return };
            if sender.send(FinishedGame::of(game, rules, &played)).is_err() {
                return;
            }
        }
    }
}
