//! Searchers behind one interface: the player holds positions of few types, searches are compiled for many.

use boardgame::{Game, Position};
use catalog::draughts::{AnyDraughts, AnyVariant, Draughts, Move, MovesLike, Variant, Word};
use eval::Evaluated;
use search::{Answer, Control, Knowledge, Question, Report, Score, Searcher};

use crate::level::{Candidate, Handicap, PRIZES};

/// A searcher of the game of a player.
pub(crate) trait AnySearcher<P: Position>: Send {
    /// See [`Searcher::search`].
    fn search(
        &mut self,
        game: &Game<P>,
        question: &Question<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Report<'_, P::Move>),
    ) -> Answer<P::Move>;

    /// What a level needs to know of a move with this score, in order to choose.
    fn candidate(&self, position: &P, score: Score, mv: Option<P::Move>, handicap: &Handicap) -> Candidate;

    /// See [`Searcher::resize_table`].
    fn resize_table(&mut self, megabytes: usize) -> usize;

    /// See [`Searcher::set_threads`].
    fn set_threads(&mut self, threads: usize) -> usize;

    /// See [`Searcher::clear`].
    fn clear(&mut self);
}

/// Searches the positions that the player holds.
pub(crate) struct Direct<P: Evaluated>(Searcher<P::Knowledge>);

impl<P: Evaluated> Direct<P> {
    pub(crate) fn new(rules: P::Rules, megabytes: usize, threads: usize) -> Self {
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

    fn candidate(&self, position: &P, score: Score, mv: Option<P::Move>, handicap: &Handicap) -> Candidate {
        candidate(position, score, mv, handicap)
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
pub(crate) struct Moving<M: Variant>(Direct<Draughts<MovesLike<M>>>);

impl<M: Variant> Moving<M> {
    pub(crate) fn new(variant: AnyVariant, megabytes: usize, threads: usize) -> Self {
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

    fn candidate(
        &self,
        position: &AnyDraughts,
        score: Score,
        mv: Option<Move<u128>>,
        handicap: &Handicap,
    ) -> Candidate {
        candidate(&moving::<M>(position), score, mv.map(Move::convert), handicap)
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

fn candidate<P: Evaluated>(
    position: &P,
    score: Score,
    mv: Option<P::Move>,
    handicap: &Handicap,
) -> Candidate {
    let mut after = position.clone();
    let mut prize = 0;
    if let Some(mv) = mv {
        after.play(mv);
        if P::Knowledge::is_loud(position, mv) {
            prize = PRIZES.iter().take_while(|&&least| P::Knowledge::keeps(position, mv, least)).count();
        }
    }
    let at_first_sight = match handicap.is_short_sighted() {
        true => -P::knowledge(position.rules()).evaluate(&after).hundredths(),
        false => score.hundredths(),
    };
    Candidate { score, key: after.key(), prize, at_first_sight }
}
