//! The board of a game whose type of position is known: what all ways to replay a record use.

use boardgame::{FenError, Outcome, Reason, RecordNotation};

use crate::error::Fault;
use crate::repair::RepairKind;
use crate::replay_board::{Played, ReplayBoard, TextCheck};
use crate::replay_line::ReplayLine;
use crate::result::ResultStyle;
use crate::text_tree::TextMove;

/// Positions that are kept to find repetitions, the last ones. A longer series of reversible moves was drawn long
/// ago, or its game knows no such rule.
const LONGEST_HISTORY: usize = 4096;

/// The most repetitions that a rule asks for.
const MOST_REPETITIONS: usize = 5;

/// The fewest plies until a position comes up again: both players move a piece there and back.
const SHORTEST_CYCLE: usize = 4;

/// The lines of a game that is replayed.
#[derive(Clone, Debug)]
pub(crate) struct TypedBoard<P: RecordNotation> {
    line: ReplayLine<P>,
    /// What open variations interrupt.
    outer: Vec<ReplayLine<P>>,
    /// Whether the text of the last move is known to be standard.
    is_standard: bool,
    /// Whether the end of the game is looked for.
    watches: bool,
    /// How the rules ended the game before a move.
    ended: Option<(Outcome, Reason)>,
    /// Where the board watches: the positions of the game since an irreversible move, without the one now.
    earlier: History<P>,
    results: Option<ResultStyle>,
    /// How often a position must come up for the rules to end the game, if they do.
    repetitions: Option<usize>,
}

impl<P: RecordNotation> TypedBoard<P> {
    pub(crate) fn new(rules: P::Rules) -> Self {
        let line = ReplayLine::<P>::at_start(rules);
        let ends = |&times: &usize| line.position.outcome_of_repetition(times).is_some();
        let repetitions = (2..=MOST_REPETITIONS).find(ends);
        Self {
            line,
            outer: Vec::new(),
            is_standard: false,
            watches: false,
            ended: None,
            earlier: History::default(),
            results: None,
            repetitions,
        }
    }

    /// The same for records that write results in this way.
    pub(crate) fn with_results(mut self, results: ResultStyle) -> Self {
        self.results = Some(results);
        self
    }

    pub(crate) fn position(&self) -> &P {
        &self.line.position
    }

    /// The last move, if the last was a move.
    pub(crate) fn last(&self) -> Option<P::Move> {
        self.line.last
    }

    /// Looks whether the rules had ended the game before its last move, and keeps the position before it. That move was
    /// legal, so only rules that end games with legal moves are asked.
    #[inline]
    fn watch_last_move(&mut self) -> Played {
        let before = &self.line.before;
        let mut played = Played::Move;
        if self.ended.is_none() {
            self.ended = before.outcome_with_moves().or_else(|| self.outcome_of_repetition(before));
            if self.ended.is_some() {
                played = Played::AfterEnd;
            }
        }
        match self.line.last {
            Some(mv) if self.repetitions.is_some() && !before.is_irreversible(mv) => {
                self.earlier.push(before)
            }
            _ => self.earlier.clear(),
        }
        played
    }

    /// How the rules end the game when a position comes up after the earlier ones.
    #[inline]
    fn outcome_of_repetition(&self, now: &P) -> Option<(Outcome, Reason)> {
        // Some games know no such rule.
        let others = self.repetitions? - 1;
        if self.earlier.positions.len() < SHORTEST_CYCLE * others {
            return None;
        }
        now.outcome_of_repetition(1 + self.earlier.count(now))
    }
}

impl<P: RecordNotation> ReplayBoard for TypedBoard<P> {
    fn begin(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        let rules = self.position().rules();
        self.line = match fen {
            None => ReplayLine::at_start(rules),
            Some(fen) => ReplayLine::at(rules, fen)?,
        };
        self.outer.clear();
        self.earlier.clear();
        self.ended = None;
        Ok(())
    }

    fn is_lost(&self) -> bool {
        self.line.is_lost
    }

    #[inline]
    fn play(
        &mut self,
        text: &str,
        check: TextCheck,
        repairs: &mut Vec<RepairKind>,
    ) -> Result<Played, Box<Fault>> {
        let mut played = self.line.play(text, repairs)?;
        if played == Played::Nothing {
            return Ok(played);
        }
        if self.watches && self.outer.is_empty() {
            played = self.watch_last_move();
        }
        self.is_standard = self.line.check_text(text, check, repairs);
        Ok(played)
    }

    #[inline]
    fn check_number(&mut self, text: &str, repairs: &mut Vec<RepairKind>) {
        self.line.numbers.check(text, repairs);
    }

    fn results(&self) -> Option<ResultStyle> {
        self.results
    }

    fn last_move(&self) -> Option<TextMove> {
        self.line.last.map(|mv| TextMove::of(&self.line.before, mv))
    }

    fn has_standard_text(&self) -> bool {
        self.is_standard
    }

    fn is_second(&self) -> bool {
        self.line.before.turn() != P::start_of(self.line.before.rules()).turn()
    }

    fn set_up(&mut self, fen: &str, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.line.set_up(fen, repairs)?;
        if self.outer.is_empty() {
            self.earlier.clear();
        }
        Ok(())
    }

    fn begin_variation(&mut self) {
        let start = self.line.variation();
        self.outer.push(std::mem::replace(&mut self.line, start));
    }

    fn end_variation(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.line = outer;
        }
    }

    fn fen(&self) -> String {
        self.position().to_fen()
    }

    fn is_start(&self) -> bool {
        *self.position() == P::start_of(self.position().rules())
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        if self.line.is_lost {
            return None;
        }
        let now = self.position();
        // The position goes first: a player who cannot move has lost, whatever has been repeated.
        let is_watched = self.watches && self.outer.is_empty();
        now.outcome().or_else(|| self.outcome_of_repetition(now).filter(|_| is_watched))
    }

    fn watch(&mut self) {
        self.watches = true;
    }

    fn ended(&self) -> Option<(Outcome, Reason)> {
        self.ended
    }
}

/// The positions that can come up again.
#[derive(Clone, Debug)]
struct History<P> {
    positions: Vec<P>,
    /// Their keys, which are quick to compare.
    keys: Vec<u64>,
}

impl<P> Default for History<P> {
    fn default() -> Self {
        Self { positions: Vec::new(), keys: Vec::new() }
    }
}

impl<P: RecordNotation> History<P> {
    fn clear(&mut self) {
        self.positions.clear();
        self.keys.clear();
    }

    fn push(&mut self, position: &P) {
        if self.positions.len() >= LONGEST_HISTORY {
            self.positions.drain(..LONGEST_HISTORY / 2);
            self.keys.drain(..LONGEST_HISTORY / 2);
        }
        self.positions.push(position.clone());
        self.keys.push(position.key());
    }

    /// How often a position was there before. The same player is to move in every second one.
    fn count(&self, now: &P) -> usize {
        let key = now.key();
        let same_turn = self.keys.iter().zip(&self.positions).rev().skip(SHORTEST_CYCLE - 1).step_by(2);
        same_turn.filter(|(known, earlier)| **known == key && now.repeats(earlier)).count()
    }
}
