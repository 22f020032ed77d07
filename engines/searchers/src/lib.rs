//! A searcher for every game of the catalog, behind one interface.
//!
//! A search is large and compiled for every way to move. That happens here and nowhere else: whoever uses it holds
//! positions of three types (chess, Chess960, draughts), which are converted at the border.
//!
//! ```
//! use boardgame::{Game, MoveStyle, Notation, Position};
//! use catalog::GameId;
//! use catalog::draughts::AnyDraughts;
//! use search::{Control, Limits, Question};
//!
//! let variant = GameId::Russian.variant().expect("a draughts game");
//! let mut searcher = damier_searchers::draughts(GameId::Russian, 1, 1).expect("a draughts game");
//! let game = Game::new(AnyDraughts::start_of(variant));
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let question = Question { limits, ..Question::default() };
//! let answer = searcher.search(&game, &question, &Control::default(), &mut |_| {});
//! let best = answer.best.expect("a legal move");
//! assert_eq!(game.position().write_move(best, MoveStyle::Record).len(), 5);
//! ```
#![forbid(unsafe_code)]

use boardgame::{Game, Position};
use catalog::chess::{Chess, Chess960};
use catalog::draughts::{AnyDraughts, AnyVariant, Draughts, Move, MovesLike, Variant, Word, variants};
use catalog::{GameId, for_all_variants};
use eval::Evaluated;
use search::{Answer, Control, Knowledge, Question, Report, Score, Searcher};

/// What captures can win, in hundredths of a pawn: a little less than a pawn, a minor piece, a rook and a queen.
pub const PRIZES: [i32; 4] = [90, 280, 450, 850];

/// What a move looks like to somebody who does not search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The key of the position after it.
    pub key: u64,
    /// What it takes for nothing: how many of the [`PRIZES`].
    pub prize: usize,
}

/// A searcher of the game of a player.
pub trait AnySearcher<P: Position>: Send {
    /// See [`Searcher::search`].
    fn search(
        &mut self,
        game: &Game<P>,
        question: &Question<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Report<'_, P::Move>),
    ) -> Answer<P::Move>;

    /// What a legal move looks like.
    fn look(&self, position: &P, mv: P::Move) -> Look;

    /// How good a position seems to the side to move at first sight.
    fn evaluate(&self, position: &P) -> Score;

    /// See [`Searcher::resize_table`].
    fn resize_table(&mut self, megabytes: usize) -> usize;

    /// See [`Searcher::set_threads`].
    fn set_threads(&mut self, threads: usize) -> usize;

    /// See [`Searcher::clear`].
    fn clear(&mut self);
}

/// A searcher of chess.
#[must_use]
pub fn chess(megabytes: usize, threads: usize) -> Box<dyn AnySearcher<Chess>> {
    Box::new(Direct::new((), megabytes, threads))
}

/// A searcher of Chess960.
#[must_use]
pub fn chess960(megabytes: usize, threads: usize) -> Box<dyn AnySearcher<Chess960>> {
    Box::new(Direct::new((), megabytes, threads))
}

/// A searcher of a draughts game; none for chess.
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

/// Searches positions as they are.
struct Direct<P: Evaluated>(Searcher<P::Knowledge>);

impl<P: Evaluated> Direct<P> {
    fn new(rules: P::Rules, megabytes: usize, threads: usize) -> Self {
        Self(Searcher::new(P::knowledge(rules), megabytes, threads))
    }
}

impl<P: Evaluated> AnySearcher<P> for Direct<P> {
    fn search(
        &mut self,
        game: &Game<P>,
        question: &Question<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Report<'_, P::Move>),
    ) -> Answer<P::Move> {
        self.0.search(game, question, control, report)
    }

    fn look(&self, position: &P, mv: P::Move) -> Look {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let is_kept = |&&least: &&i32| P::Knowledge::keeps(position, mv, least);
        let is_loud = P::Knowledge::is_loud(position, mv);
        Look { key: after.key(), prize: if is_loud { PRIZES.iter().take_while(is_kept).count() } else { 0 } }
    }

    fn evaluate(&self, position: &P) -> Score {
        P::knowledge(position.rules()).evaluate(position)
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
        question: &Question<Move<u128>>,
        control: &Control,
        report: &mut dyn FnMut(&Report<'_, Move<u128>>),
    ) -> Answer<Move<u128>> {
        let mut moving = Game::new(moving::<M>(game.start()));
        for mv in game.moves() {
            // It was legal before the conversion.
            moving.play_on(mv.convert()).expect("the movement is the same");
        }
        let moves = converted(&question.moves);
        let question = Question { limits: question.limits.clone(), moves, lines: question.lines };
        let answer = self.0.search(&moving, &question, control, &mut |found| {
            let &Report { depth, selective_depth, line, score, bound, nodes, elapsed, permille_full, .. } =
                found;
            let moves = &converted(found.moves)[..];
            report(&Report {
                depth,
                selective_depth,
                line,
                score,
                bound,
                moves,
                nodes,
                elapsed,
                permille_full,
            });
        });
        Answer {
            best: answer.best.map(Move::convert),
            expected: answer.expected.map(Move::convert),
            score: answer.score,
            depth: answer.depth,
            nodes: answer.nodes,
        }
    }

    fn look(&self, position: &AnyDraughts, mv: Move<u128>) -> Look {
        self.0.look(&moving(position), mv.convert())
    }

    fn evaluate(&self, position: &AnyDraughts) -> Score {
        self.0.evaluate(&moving(position))
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
}

fn moving<M: Variant>(position: &AnyDraughts) -> Draughts<MovesLike<M>> {
    position.moving_like().expect("the catalog pairs variants that move alike")
}

fn converted<From: Word, To: Word>(moves: &[Move<From>]) -> Vec<Move<To>> {
    moves.iter().map(|mv| mv.convert()).collect()
}
