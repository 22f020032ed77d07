//! The player of one type of position.

use std::sync::Arc;

use boardgame::{
    Color, Countable, FenError, Game, MoveError, MoveList, MoveStyle, Notation, Outcome, Position, Reason,
};
use catalog::{GameId, PositionText, PositionTextError};
use search::{BestMove, Bound, Control, Info, Score, SearchRequest};
use searchers::{AnySearcher, Contribution, EvaluationChoice, StaticMove};
use tables::Tables;

use crate::eval_file::{self, EvalFileError};
use crate::info_reporter::InfoReporter;
use crate::level::{Candidate, Handicap, Strength, limits_of};
use crate::player::Player;

pub(crate) struct GamePlayer<P: Position> {
    id: GameId,
    game: Game<P>,
    searcher: Box<dyn AnySearcher<P>>,
    strength: Option<Strength>,
    tables: Option<Arc<Tables>>,
    notation: MoveStyle,
}

impl<P: Notation + Countable> GamePlayer<P> {
    pub(crate) fn new(id: GameId, rules: P::Rules, searcher: Box<dyn AnySearcher<P>>) -> Self {
        let game = Game::new(P::start_of(rules));
        Self { id, game, searcher, strength: None, tables: None, notation: MoveStyle::Protocol }
    }

    /// What a level needs to know of a move in order to choose.
    fn candidate(&self, score: Score, mv: P::Move, handicap: &Handicap) -> Candidate {
        let position = self.game.position();
        let StaticMove { key, exchange } = self.searcher.static_move(position, mv);
        let static_score = match handicap.is_short_sighted() {
            true => {
                let mut after = position.clone();
                after.play_unchecked(mv);
                -self.searcher.evaluate(&after).centipawns()
            }
            false => score.centipawns(),
        };
        Candidate { score, key, exchange, static_score }
    }
}

impl<P: Notation + Countable> Player for GamePlayer<P> {
    fn set_position(&mut self, place: &PositionText<'_>) -> Result<(), PositionTextError> {
        let game: Game<P> = place.game_of_protocol(self.game.start().rules())?;
        // A position whose moves cannot be listed cannot be searched either.
        game.position().try_legal_moves_into(&mut MoveList::new()).map_err(FenError::from)?;
        self.game = game;
        Ok(())
    }

    fn fen(&self) -> String {
        self.game.position().to_fen()
    }

    fn turn(&self) -> Color {
        self.game.position().turn()
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        self.game.outcome()
    }

    fn find_move(&self, text: &str) -> Result<String, MoveError> {
        let position = self.game.position();
        let mv = position.read_move(text, self.notation)?;
        Ok(position.write_move(mv, self.notation))
    }

    fn divide(&self, depth: u32, control: &Control) -> Vec<(String, u64)> {
        let position = self.game.position();
        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        let texts = position.write_moves(&list, self.notation).into_iter();
        let counts = list.iter().map(|&mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            count(&next, depth.saturating_sub(1), control)
        });
        texts.zip(counts).collect()
    }

    fn set_notation(&mut self, style: MoveStyle) {
        self.notation = style;
    }

    fn set_strength(&mut self, strength: Option<Strength>) {
        self.strength = strength;
    }

    fn search(
        &mut self,
        request: &SearchRequest<String>,
        control: &Control,
        report: &mut dyn FnMut(&Info<String>),
    ) -> Result<BestMove<String>, MoveError> {
        let read = |text: &String| self.game.position().read_move(text, self.notation);
        let moves = request.moves.iter().map(read).collect::<Result<_, _>>()?;
        let strength = self.strength;
        let handicap = strength.and_then(|strength| strength.level.handicap(self.id));
        self.searcher.set_tables(self.tables.clone().filter(|_| handicap.is_none()));
        let limits = match strength {
            Some(_) => limits_of(handicap, &request.limits),
            None => request.limits.clone(),
        };
        let multi_pv = handicap.map_or(1, |handicap| handicap.multi_pv).max(request.multi_pv);
        let typed = SearchRequest { limits, moves, multi_pv };
        let mut variations = Vec::new();
        let mut reporter = InfoReporter::new(report);
        let (game, notation) = (&self.game, self.notation);
        let found = self.searcher.search(game, &typed, control, &mut |info| {
            if info.multi_pv <= request.multi_pv.max(1) {
                reporter.report(info.map_pv(|pv| write_line(game.position(), pv, notation)));
            }
            if handicap.is_some() && info.bound == Bound::Exact {
                variations.truncate(info.multi_pv - 1);
                variations.push((info.score, info.pv.clone()));
            }
        });
        let mut score = found.score;
        let mut line: Vec<_> = found.best.into_iter().chain(found.ponder).collect();
        if let (Some(Strength { seed, .. }), Some(handicap)) = (strength, handicap)
            && !found.score.is_decisive()
        {
            let candidates: Vec<_> = variations
                .iter()
                .filter_map(|(score, pv): &(Score, Vec<P::Move>)| {
                    Some(self.candidate(*score, *pv.first()?, &handicap))
                })
                .collect();
            let chosen = handicap.choose(&candidates, seed);
            // The best move may have been searched deeper than its last report when a limit ended the search.
            if chosen > 0 {
                (score, line) = variations.swap_remove(chosen);
            }
        }
        let texts = write_line(self.game.position(), &line, notation);
        reporter.conclude(&texts, score, found.nodes);
        let mut texts = texts.into_iter();
        Ok(BestMove {
            best: texts.next(),
            ponder: texts.next(),
            score,
            depth: found.depth,
            nodes: found.nodes,
        })
    }

    fn set_hash_size(&mut self, megabytes: usize) -> usize {
        self.searcher.resize_table(megabytes)
    }

    fn set_threads(&mut self, threads: usize) -> usize {
        self.searcher.set_threads(threads)
    }

    fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        self.tables = tables;
        // Its scores may come from other tables.
        self.searcher.clear();
    }

    fn set_eval_file(&mut self, path: &str) -> Result<(), EvalFileError> {
        let evaluation = match path {
            "" => EvaluationChoice::BuiltIn,
            eval_file::HAND_CRAFTED => EvaluationChoice::HandCrafted,
            _ => {
                let bytes = eval_file::read(path)?;
                let net = self.searcher.read_net(&bytes);
                let failed = |source| EvalFileError::Net { path: path.to_owned(), source };
                EvaluationChoice::Network(Arc::new(net.map_err(failed)?))
            }
        };
        let game = self.id;
        self.searcher.set_evaluation(evaluation).map_err(|_| EvalFileError::NetworkRequired { game })
    }

    fn evaluate(&self) -> Score {
        self.searcher.evaluate(self.game.position())
    }

    fn contributions(&self) -> Option<Vec<Contribution>> {
        self.searcher.contributions(self.game.position())
    }

    fn clear(&mut self) {
        self.searcher.clear();
    }
}

/// Writes the moves of a line, each in its position.
fn write_line<P: Notation>(position: &P, line: &[P::Move], notation: MoveStyle) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        texts.push(position.write_move(mv, notation));
        position.play_unchecked(mv);
    }
    texts
}

/// Counts move sequences until it is stopped.
fn count<P: Countable>(position: &P, depth: u32, control: &Control) -> u64 {
    match depth {
        _ if control.is_stopped() => 0,
        0 => 1,
        1 => position.count_legal() as u64,
        _ => {
            let mut sum = 0;
            position.for_each_successor(|next| sum += count(next, depth - 1, control));
            sum
        }
    }
}
