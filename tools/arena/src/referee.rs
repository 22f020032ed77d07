//! One game: asks the engines, checks their moves by the rules, and ends the game.

use std::time::{Duration, SystemTime};

use boardgame::{Color, MoveStyle, Outcome};
use catalog::AnyGame;
use openings::Opening;
use tables::Tables;

use crate::adjudication::{Adjudicator, Ruling, ruling_of_tables};
use crate::clocks::Clocks;
use crate::contestant::{Answer, Beginning, Contestant, Failure, Place};
use crate::error::ArenaError;
use crate::event::{MatchEvent, MatchObserver};
use crate::latency::LatencyMeter;
use crate::plan::MatchPlan;
use crate::played_game::{
    EndingKind, EngineFault, FaultKind, GameEnding, MatchResult, PlayedGame, PlayedMove,
};
use crate::schedule::Pair;

/// One game and all that it needs.
pub(crate) struct Referee<'a> {
    pub(crate) plan: &'a MatchPlan,
    pub(crate) slot: usize,
    pub(crate) pair: &'a Pair,
    /// 0 for the first game of the pair, 1 for the second.
    pub(crate) number: u8,
    pub(crate) opening: &'a Opening,
    pub(crate) observer: &'a dyn MatchObserver,
    /// Where round trips are measured, if they are.
    pub(crate) latency: Option<&'a LatencyMeter>,
    /// Endgame tables that decide games, if any do.
    pub(crate) tables: Option<&'a Tables>,
}

/// How a game ended.
struct End {
    outcome: Outcome,
    ending: GameEnding,
    fault: Option<EngineFault>,
}

impl Referee<'_> {
    /// Plays the game. `seats` are those who play White and Black.
    /// Returns the game, and which of them can play another one.
    pub(crate) fn play(
        &self,
        seats: &mut [Box<dyn Contestant>; 2],
    ) -> Result<(PlayedGame, [bool; 2]), ArenaError> {
        let engines = self.pair.seats(self.number);
        let wrong = |source| ArenaError::Opening { number: self.pair.opening, source };
        let mut game = self.opening.play(self.plan.game).map_err(wrong)?;
        let (slot, pair, number, opening) = (self.slot, self.pair, self.number, self.opening);
        self.observer.observe(&MatchEvent::GameBegan { slot, pair, game: number, opening });
        let began = SystemTime::now();
        let mut moves = Vec::new();
        let mut played = game.moves(MoveStyle::Protocol);
        let end = self.play_on(&mut *game, seats, &mut played, &mut moves)?;
        let by_rules = end.ending.kind == EndingKind::Rules;
        let is_broken = |color: usize| {
            end.fault
                .as_ref()
                .is_some_and(|fault| fault.engine == engines[color] && fault.kind.needs_restart())
        };
        let are_fit = [0, 1].map(|color| !is_broken(color) && seats[color].finish(&played, by_rules));
        if let Some(fault) = &end.fault {
            self.observer.observe(&MatchEvent::Faulted { slot, fault });
        }
        let played_game = PlayedGame {
            pair: pair.number,
            game: number,
            engines,
            opening_number: pair.opening,
            opening: opening.clone(),
            moves,
            result: MatchResult::from(end.outcome),
            ending: end.ending,
            fault: end.fault,
            began: since_1970(began),
            millis: began.elapsed().map_or(0, |time| time.as_millis() as u64),
        };
        Ok((played_game, are_fit))
    }

    /// Plays until something ends the game.
    fn play_on(
        &self,
        game: &mut dyn AnyGame,
        seats: &mut [Box<dyn Contestant>; 2],
        played: &mut Vec<String>,
        moves: &mut Vec<PlayedMove>,
    ) -> Result<End, ArenaError> {
        let engines = self.pair.seats(self.number);
        let fen = game.save().fen;
        for (color, seat) in Color::ALL.into_iter().zip(&mut *seats) {
            let engine = engines[color as usize];
            let beginning = Beginning {
                fen: fen.as_deref(),
                moves: &*played,
                position: game.fen(),
                color,
                time: self.plan.time_of(engine),
                seed: self.seed(engine),
            };
            if let Err(failure) = seat.begin(&beginning) {
                return self.failed(&**seat, color, failure);
            }
        }
        let controls = engines.map(|engine| self.plan.time_of(engine));
        let (margin, patience) =
            (Duration::from_millis(self.plan.margin), Duration::from_secs(self.plan.patience));
        let mut clocks = Clocks::new(controls, margin, patience);
        let mut adjudicator = Adjudicator::new(self.plan.adjudication.clone());
        loop {
            if let Some(end) = end_by_rules(game) {
                return Ok(end);
            }
            let by_tables = self.tables.and_then(|tables| ruling_of_tables(tables, game));
            if let Some(Ruling { outcome, reason }) = by_tables {
                return Ok(adjudicated(outcome, reason.to_owned()));
            }
            let mover = game.turn();
            let seat = &mut seats[mover as usize];
            let place = Place { fen: fen.as_deref(), moves: played, mover };
            if let Some(latency) = self.latency
                && let Err(failure) = seat.round_trip().map(|time| latency.add(time))
            {
                return self.failed(&**seat, mover, failure);
            }
            let answer = match seat.think(place, &clocks.limits(mover)) {
                Ok(answer) => answer,
                Err(failure) => return self.failed(&**seat, mover, failure),
            };
            if let Some(late) = clocks.spend(mover, answer.time) {
                let late = late.as_secs_f64() * 1e3;
                let text = format!("the move {} came {late:.1} ms late", shown(&answer));
                return Ok(self.fault(game, &**seat, mover, FaultKind::TimeLoss, text));
            }
            let Some(index) = answer.mv.as_deref().and_then(|text| find(game, text)) else {
                let text = format!("{} is not a legal move in {}", shown(&answer), game.fen());
                return Ok(self.fault(game, &**seat, mover, FaultKind::IllegalMove, text));
            };
            let texts = [MoveStyle::Record, MoveStyle::Protocol].map(|style| game.move_text(index, style));
            let [Some(text), Some(protocol_text)] = texts else { unreachable!("a move that was found") };
            if let Err(error) = game.play(index) {
                // The moves after it cannot be listed: nobody can go on.
                return Ok(adjudicated(Outcome::Draw, format!("cannot go on after {text}: {error}")));
            }
            played.push(protocol_text);
            let Answer { score, depth, nodes, time, .. } = answer;
            let micros = time.as_micros() as u64;
            moves.push(PlayedMove { text, score, depth, nodes, micros, clock: clocks.left(mover) });
            if let Some(mv) = moves.last() {
                self.observer.observe(&MatchEvent::Moved { slot: self.slot, mover, mv, game });
            }
            if let Some(ruling) = adjudicator.observe(mover, score)
                && end_by_rules(game).is_none()
            {
                let Ruling { outcome, reason } = ruling;
                return Ok(adjudicated(outcome, reason.to_owned()));
            }
        }
    }

    /// The end of a game in which an engine gave no answer.
    fn failed(&self, seat: &dyn Contestant, color: Color, failure: Failure) -> Result<End, ArenaError> {
        match failure {
            Failure::Cancelled => Err(ArenaError::Cancelled),
            Failure::Resigned => Ok(adjudicated(Outcome::Win(!color), "resigned".to_owned())),
            Failure::Fault { kind, text } => Ok(self.lost(seat, color, kind, text)),
        }
    }

    /// The end of a game by a fault. The opponent wins, unless it has only run out of time against somebody who cannot
    /// win (FIDE 6.9).
    fn fault(
        &self,
        game: &dyn AnyGame,
        seat: &dyn Contestant,
        color: Color,
        kind: FaultKind,
        text: String,
    ) -> End {
        let mut end = self.lost(seat, color, kind, text);
        if kind == FaultKind::TimeLoss && !game.can_win(!color) {
            end.outcome = Outcome::Draw;
            end.ending.article = Some("FIDE 6.9".to_owned());
        }
        end
    }

    fn lost(&self, seat: &dyn Contestant, color: Color, kind: FaultKind, text: String) -> End {
        let engine = self.pair.seats(self.number)[color as usize];
        let ending = GameEnding { kind: EndingKind::Fault, reason: kind.text().to_owned(), article: None };
        let fault = EngineFault { engine, kind, text, lines: seat.last_lines() };
        End { outcome: Outcome::Win(!color), ending, fault: Some(fault) }
    }

    /// A number that depends on the match, the game and the engine alone.
    fn seed(&self, engine: usize) -> u64 {
        let parts = [self.pair.number, u64::from(self.number), engine as u64];
        parts.into_iter().fold(self.plan.seed, |seed, part| mixed(seed ^ mixed(part)))
    }
}

/// A pseudorandom number that depends on all bits of another (splitmix64).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The end by the rules. Draws that a player may claim end the game too, as in all matches of engines.
fn end_by_rules(game: &dyn AnyGame) -> Option<End> {
    let claimed = || game.claims().into_iter().next().map(|reason| (Outcome::Draw, reason));
    let (outcome, reason) = game.outcome().or_else(claimed)?;
    let ending = GameEnding {
        kind: EndingKind::Rules,
        reason: reason.name.to_owned(),
        article: Some(reason.article.to_owned()),
    };
    Some(End { outcome, ending, fault: None })
}

fn adjudicated(outcome: Outcome, reason: String) -> End {
    let ending = GameEnding { kind: EndingKind::Adjudication, reason, article: None };
    End { outcome, ending, fault: None }
}

fn find(game: &dyn AnyGame, text: &str) -> Option<usize> {
    game.find_in(text, MoveStyle::Protocol).ok()
}

fn shown(answer: &Answer) -> String {
    answer
        .mv
        .as_deref()
        .map_or_else(|| "no move".to_owned(), |mv| format!("{:?}", protocol::shortened(mv, 40)))
}

fn since_1970(time: SystemTime) -> i64 {
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}
