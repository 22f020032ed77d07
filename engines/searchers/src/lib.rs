//! A searcher for every game of the catalog, behind one interface.
//!
//! The search is compiled for every movement, here and nowhere else. Users of this crate have positions of three types
//! (chess, Chess960, draughts), which are converted here.
//!
//! ```
//! use boardgame::{Game, MoveStyle, Notation, Position};
//! use catalog::GameId;
//! use catalog::draughts::AnyDraughts;
//! use search::Limits;
//!
//! let variant = GameId::Russian.variant().expect("a draughts game");
//! let mut searcher = damier_searchers::draughts(GameId::Russian, 1, 1).expect("a draughts game");
//! let game = Game::new(AnyDraughts::start_of(variant));
//! let best = searcher.best_move(&game, Limits::depth(4)).best.expect("a legal move");
//! assert_eq!(game.position().write_move(best, MoveStyle::Record).len(), 5);
//! ```
#![forbid(unsafe_code)]

mod probe;

use std::sync::Arc;

use boardgame::{Game, Position};
use catalog::chess::{Chess, Chess960};
use catalog::draughts::{AnyDraughts, AnyVariant, Draughts, Move, MovesLike, Variant, Word, variants};
use catalog::{Describe, Family, GameId, for_all_variants};
pub use eval::{Contribution, EvaluationChoice, NetError, NetworkRequired};
use eval::{Evaluated, Net};
use search::{BestMove, Control, EndgameTables, Info, Knowledge, Limits, Score, SearchRequest, Searcher};
use tables::Tables;

use crate::probe::Probe;

/// Thresholds of static exchange evaluation, in centipawns: a little less than a pawn, a minor piece, a rook and a queen.
pub const EXCHANGE_THRESHOLDS: [i32; 4] = [90, 280, 450, 850];

/// What can be said of a move without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticMove {
    /// The key of the position after it.
    pub key: u64,
    /// What a tactical move wins in the static exchange: how many of the [`EXCHANGE_THRESHOLDS`] it reaches.
    pub exchange: usize,
}

/// A searcher of positions of type `P`.
pub trait AnySearcher<P: Position>: Send {
    /// See [`Searcher::search`].
    fn search(
        &mut self,
        game: &Game<P>,
        request: &SearchRequest<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> BestMove<P::Move>;

    /// Searches for the best move within limits.
    fn best_move(&mut self, game: &Game<P>, limits: Limits) -> BestMove<P::Move> {
        self.search(game, &limits.into(), &Control::default(), &mut |_| {})
    }

    /// A legal move without a search.
    fn static_move(&self, position: &P, mv: P::Move) -> StaticMove;

    /// The static evaluation of a position, for the side to move.
    fn evaluate(&self, position: &P) -> Score;

    /// What each piece is worth to the network; `None` without a network.
    fn contributions(&self, position: &P) -> Option<Vec<Contribution>>;

    /// Evaluates from here on as said. Clears what was searched.
    ///
    /// # Errors
    ///
    /// It should be hand-crafted, but the game has no such evaluation. It stays as it was.
    fn set_evaluation(&mut self, evaluation: EvaluationChoice) -> Result<(), NetworkRequired>;

    /// Reads a network for the game.
    ///
    /// # Errors
    ///
    /// The bytes are no network, or one for another game.
    fn read_net(&self, bytes: &[u8]) -> Result<Net, NetError>;

    /// See [`Searcher::resize_table`].
    fn resize_table(&mut self, megabytes: usize) -> usize;

    /// See [`Searcher::set_threads`].
    fn set_threads(&mut self, threads: usize) -> usize;

    /// See [`Searcher::clear`].
    fn clear(&mut self);

    /// Sets the endgame tables to use, or none; see [`Searcher::set_tables`]. Games without such tables ignore it.
    fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        let _ = tables;
    }
}

/// Work that needs a searcher, written once for all games: what [`catalog::Task`] is for work without one.
pub trait SearchTask {
    /// The result of the work.
    type Output;
    /// Does the work for one type of position.
    fn run<P: Describe>(self, rules: P::Rules, searcher: Box<dyn AnySearcher<P>>) -> Self::Output;
}

/// Does the work of a task with a searcher of a game.
///
/// ```
/// use boardgame::{Game, MoveStyle};
/// use catalog::{Describe, GameId};
/// use damier_searchers::{AnySearcher, SearchTask};
/// use search::Limits;
///
/// struct FirstMove;
///
/// impl SearchTask for FirstMove {
///     type Output = Option<String>;
///
///     fn run<P: Describe>(self, rules: P::Rules, mut searcher: Box<dyn AnySearcher<P>>) -> Self::Output {
///         let game = Game::new(P::start_of(rules));
///         let best = searcher.best_move(&game, Limits::depth(2)).best?;
///         Some(game.position().write_move(best, MoveStyle::Record))
///     }
/// }
///
/// for game in [GameId::Chess, GameId::Frisian] {
///     assert!(damier_searchers::run(game, 1, 1, FirstMove).is_some());
/// }
/// ```
pub fn run<T: SearchTask>(game: GameId, megabytes: usize, threads: usize, task: T) -> T::Output {
    match game.family() {
        Family::Chess => task.run((), chess(megabytes, threads)),
        Family::Chess960 => task.run((), chess960(megabytes, threads)),
        Family::Draughts(variant) => {
            task.run(variant, draughts(game, megabytes, threads).expect("a searcher of every variant"))
        }
    }
}

/// Makes a searcher of chess.
#[must_use]
pub fn chess(megabytes: usize, threads: usize) -> Box<dyn AnySearcher<Chess>> {
    Box::new(Direct::new((), megabytes, threads))
}

/// Makes a searcher of Chess960.
#[must_use]
pub fn chess960(megabytes: usize, threads: usize) -> Box<dyn AnySearcher<Chess960>> {
    Box::new(Direct::new((), megabytes, threads))
}

/// Makes a searcher of a draughts game; `None` for chess.
#[must_use]
pub fn draughts(game: GameId, megabytes: usize, threads: usize) -> Option<Box<dyn AnySearcher<AnyDraughts>>> {
    let variant = game.variant()?;
    macro_rules! choose {
        ($($id:ident, $variant:ident, $like:ident;)*) => {
            match game {
                $(GameId::$id => Some(Box::new(Moving::<variants::$like>::new(variant, megabytes, threads))),)*
                GameId::Chess | GameId::Chess960 => None,
            }
        };
    }
    for_all_variants!(choose)
}

/// Searches positions without conversion.
struct Direct<P: Evaluated> {
    searcher: Searcher<P::Knowledge>,
    rules: P::Rules,
}

impl<P: Evaluated> Direct<P> {
    fn new(rules: P::Rules, megabytes: usize, threads: usize) -> Self {
        Self { searcher: Searcher::new(P::knowledge(rules), megabytes, threads), rules }
    }
}

impl<P: Evaluated> AnySearcher<P> for Direct<P> {
    fn search(
        &mut self,
        game: &Game<P>,
        request: &SearchRequest<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> BestMove<P::Move> {
        self.searcher.search(game, request, control, report)
    }

    fn static_move(&self, position: &P, mv: P::Move) -> StaticMove {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let is_reached = |&&threshold: &&i32| P::Knowledge::see_at_least(position, mv, threshold);
        let is_tactical = P::Knowledge::is_tactical(position, mv);
        let exchange =
            if is_tactical { EXCHANGE_THRESHOLDS.iter().take_while(is_reached).count() } else { 0 };
        StaticMove { key: after.key(), exchange }
    }

    fn evaluate(&self, position: &P) -> Score {
        self.searcher.knowledge().clone().evaluate(position)
    }

    fn contributions(&self, position: &P) -> Option<Vec<Contribution>> {
        P::contributions(self.searcher.knowledge(), position)
    }

    fn set_evaluation(&mut self, evaluation: EvaluationChoice) -> Result<(), NetworkRequired> {
        self.searcher.set_knowledge(P::knowledge_with(self.rules, evaluation)?);
        Ok(())
    }

    fn read_net(&self, bytes: &[u8]) -> Result<Net, NetError> {
        Net::read(bytes, &P::features(self.rules))
    }

    fn resize_table(&mut self, megabytes: usize) -> usize {
        self.searcher.resize_table(megabytes)
    }

    fn set_threads(&mut self, threads: usize) -> usize {
        self.searcher.set_threads(threads)
    }

    fn clear(&mut self) {
        self.searcher.clear();
    }
}

/// Searches the positions of a draughts variant with the movement of `M`.
struct Moving<M: Variant>(Direct<Draughts<MovesLike<M>>>);

impl<M: Variant> Moving<M> {
    fn new(variant: AnyVariant, megabytes: usize, threads: usize) -> Self {
        Self(Direct::new(variant, megabytes, threads))
    }
}

impl<M: Variant> AnySearcher<AnyDraughts> for Moving<M> {
    fn search(
        &mut self,
        game: &Game<AnyDraughts>,
        request: &SearchRequest<Move<u128>>,
        control: &Control,
        report: &mut dyn FnMut(&Info<Move<u128>>),
    ) -> BestMove<Move<u128>> {
        let mut moving = Game::new(moving::<M>(game.start()));
        for mv in game.moves() {
            // It was legal before the conversion.
            moving.play_on(mv.convert()).expect("the movement is the same");
        }
        let &SearchRequest { ref limits, ref moves, multi_pv } = request;
        let request = SearchRequest { limits: limits.clone(), moves: converted(moves), multi_pv };
        let found = self.0.search(&moving, &request, control, &mut |info| report(&info.map_pv(converted)));
        found.map_moves(Move::convert)
    }

    fn static_move(&self, position: &AnyDraughts, mv: Move<u128>) -> StaticMove {
        self.0.static_move(&moving(position), mv.convert())
    }

    fn evaluate(&self, position: &AnyDraughts) -> Score {
        self.0.evaluate(&moving(position))
    }

    fn contributions(&self, position: &AnyDraughts) -> Option<Vec<Contribution>> {
        self.0.contributions(&moving(position))
    }

    fn set_evaluation(&mut self, evaluation: EvaluationChoice) -> Result<(), NetworkRequired> {
        self.0.set_evaluation(evaluation)
    }

    fn read_net(&self, bytes: &[u8]) -> Result<Net, NetError> {
        self.0.read_net(bytes)
    }

    fn resize_table(&mut self, megabytes: usize) -> usize {
        self.0.resize_table(megabytes)
    }

    fn set_threads(&mut self, threads: usize) -> usize {
        self.0.set_threads(threads)
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        let tables = tables.map(|tables| Arc::new(Probe(tables)) as Arc<dyn EndgameTables<_>>);
        self.0.searcher.set_tables(tables);
    }
}

fn moving<M: Variant>(position: &AnyDraughts) -> Draughts<MovesLike<M>> {
    position.moving_like().expect("the catalog pairs variants that move alike")
}

fn converted<From: Word, To: Word>(moves: &[Move<From>]) -> Vec<Move<To>> {
    moves.iter().map(|mv| mv.convert()).collect()
}
