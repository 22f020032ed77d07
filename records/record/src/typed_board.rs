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
        if self.ended.is_none()
            && let Some(ended) = before.outcome_with_moves().or_else(|| self.outcome_of_repetition(before))
        {
            self.ended = Some(ended);
            played = Played::AfterEnd;
        }
        match self.line.last {
            Some(mv) if self.repetitions.is_some() && !before.is_irreversible(mv) => {
                self.earlier.push(before, mv);
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
        if self.earlier.keys.len() < SHORTEST_CYCLE * others {
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

/// The positions that can come up again, as the first of them and the moves that follow. Their keys are compared; the
/// positions themselves only where a key was there before.
#[derive(Clone, Debug)]
struct History<P: RecordNotation> {
    first: Option<P>,
    moves: Vec<P::Move>,
    keys: Vec<u64>,
}

impl<P: RecordNotation> Default for History<P> {
    fn default() -> Self {
        Self { first: None, moves: Vec::new(), keys: Vec::new() }
    }
}

impl<P: RecordNotation> History<P> {
    #[inline]
    fn clear(&mut self) {
        self.moves.clear();
        self.keys.clear();
    }

    /// Keeps a position and the move that is played in it.
    #[inline]
    fn push(&mut self, position: &P, mv: P::Move) {
        if self.keys.len() >= LONGEST_HISTORY {
            self.forget(LONGEST_HISTORY / 2);
        }
        if self.keys.is_empty() {
            self.first = Some(position.clone());
        }
        self.moves.push(mv);
        self.keys.push(position.key());
    }

    #[cold]
    fn forget(&mut self, count: usize) {
        self.keys.drain(..count);
        let forgotten = self.moves.drain(..count);
        if let Some(first) = &mut self.first {
            forgotten.for_each(|mv| first.play_noted(mv));
        }
    }

    /// How often a position was there before. The same player is to move in every second one.
    fn count(&self, now: &P) -> usize {
        let key = now.key();
        let same_turn = self.keys.iter().rev().skip(SHORTEST_CYCLE - 1).step_by(2);
        if same_turn.filter(|known| **known == key).count() == 0 {
            return 0;
        }
        self.count_exactly(now)
    }

    #[cold]
    fn count_exactly(&self, now: &P) -> usize {
        let Some(mut earlier) = self.first.clone() else { return 0 };
        let (length, mut count) = (self.keys.len(), 0);
        for (index, &mv) in self.moves.iter().enumerate() {
            let ago = length - index;
            let is_candidate =
                ago >= SHORTEST_CYCLE && ago.is_multiple_of(2) && self.keys[index] == now.key();
            count += usize::from(is_candidate && now.repeats(&earlier));
            earlier.play_noted(mv);
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use boardgame::{MoveStyle, Notation, Position, PositionExt};
    use chess::Chess;

    use super::*;

    /// Both players move a knight there and back.
    fn after(plies: usize) -> (History<Chess>, Chess) {
        let (mut history, mut position) = (History::default(), Chess::start());
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(plies) {
            let mv = position.read_move(text, MoveStyle::Protocol).expect("a legal move");
            history.push(&position, mv);
            position.play_unchecked(mv);
        }
        (history, position)
    }

    #[test]
    fn repetitions_are_counted() {
        for (plies, times) in [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (16, 4)] {
            let (history, position) = after(plies);
            assert_eq!(history.count(&position), times, "{plies}");
        }
        let (history, mut other) = after(8);
        other.play_unchecked(other.read_move("e2e4", MoveStyle::Protocol).expect("a legal move"));
        assert_eq!(history.count(&other), 0);
    }

    /// What is forgotten is played on the first position, so that the rest is still compared exactly.
    #[test]
    fn a_long_history_keeps_its_end() {
        let (history, position) = after(LONGEST_HISTORY + 8);
        assert_eq!(history.keys.len(), LONGEST_HISTORY / 2 + 8);
        assert_eq!(history.count(&position), history.keys.len() / 4);
    }
}
