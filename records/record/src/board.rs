//! A board on which a record is replayed.

use std::fmt::Debug;

use boardgame::{FenError, Outcome, Reason, RecordNotation};

use crate::error::Fault;
use crate::fen::check_form;
use crate::result::ResultStyle;
use crate::texts::TextMove;
use crate::track::Track;

/// A board of some game, on which a record is replayed: moves and positions come and go as texts.
///
/// ```
/// use chess::Chess;
/// use damier_record::{AnyBoard, any_board};
///
/// let mut board = any_board::<Chess>();
/// board.begin(None)?;
/// board.play("e2-e4").unwrap();
/// board.begin_variation();
/// board.play("Ng1f3").unwrap();
/// assert_eq!(&*board.last_move().unwrap().text, "Nf3");
/// board.end_variation();
/// assert_eq!(board.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// # Ok::<(), boardgame::FenError>(())
/// ```
pub trait AnyBoard: Debug + Send {
    /// Begins a game with the position of a text; without a text, at the start of the game.
    ///
    /// # Errors
    ///
    /// The text is no position; the board is unchanged then.
    fn begin(&mut self, fen: Option<&str>) -> Result<(), FenError>;

    /// Compares the text of the position that a game begins with, right after [`begin`](Self::begin), with the one that
    /// is written.
    ///
    /// # Errors
    ///
    /// [`RepairKind::PositionText`](crate::RepairKind::PositionText).
    fn check_fen(&self, fen: &str) -> Result<(), Fault> {
        check_form(fen, &self.fen())
    }

    /// Whether a move of the line is unknown, so that nobody knows the position.
    fn is_lost(&self) -> bool;

    /// Reads a move as records write it, and plays it.
    ///
    /// # Errors
    ///
    /// The text is no legal move; the board is unchanged then.
    fn play(&mut self, text: &str) -> Result<Played, Fault>;

    /// Compares the text of the move that was played last with the one of the standard; marks of check or mate only
    /// where they are wanted.
    ///
    /// # Errors
    ///
    /// [`RepairKind::MoveText`](crate::RepairKind::MoveText).
    fn check_text(&self, text: &str, has_marks: bool) -> Result<(), Fault>;

    /// Compares a move number of the record, with its dots, with that of the next move. Of wrong numbers that
    /// follow from each other the first is told.
    ///
    /// # Errors
    ///
    /// [`RepairKind::WrongNumber`](crate::RepairKind::WrongNumber).
    fn check_number(&mut self, text: &str) -> Result<(), Fault>;

    /// How records of the game write results, where that is known.
    fn results(&self) -> Option<ResultStyle>;

    /// The last move of the line in its standard text, if the last was a move.
    fn last_move(&self) -> Option<TextMove>;

    /// Puts up another position in the middle of a line. Counters and repetitions begin anew.
    ///
    /// # Errors
    ///
    /// The text is no position; the board is unchanged then. Or it is [`RepairKind::Pass`](crate::RepairKind::Pass),
    /// and a position was put up.
    fn set_up(&mut self, fen: &str) -> Result<(), Fault>;

    /// Goes back before the last move, until [`end_variation`](Self::end_variation).
    fn begin_variation(&mut self);

    /// Goes to where the variation that began last interrupted its line.
    fn end_variation(&mut self);

    /// The position in the standard form of its game.
    fn fen(&self) -> String;

    /// Whether the position is the start of the game.
    fn is_start(&self) -> bool;

    /// How the rules decide the position and the line to it, if they do. Repetitions are known only where
    /// the board [watches](Self::watch) for them.
    fn outcome(&self) -> Option<(Outcome, Reason)>;

    /// Watches from now on for the end of the game by the rules, repetitions included.
    fn watch(&mut self);

    /// Whether the game so far can only be understood with other names of squares than its tags say, see
    /// [`RepairKind::OtherSquareNames`](crate::RepairKind::OtherSquareNames).
    fn has_other_names(&self) -> bool {
        false
    }
}

/// What became of the text of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// It was played.
    Move,
    /// It was played, although the rules had ended the game before: told once for each game.
    AfterEnd(Outcome, Reason),
    /// It is `...`, the move of a first player which is not part of the game.
    Nothing,
}

/// A board of a game.
#[must_use]
pub fn any_board<P: RecordNotation<Rules: Default>>() -> Box<dyn AnyBoard> {
    Box::new(Board::<P>::new(P::Rules::default()))
}

/// A board of a game whose records write results in this way.
#[must_use]
pub fn any_board_with<P: RecordNotation>(rules: P::Rules, results: ResultStyle) -> Box<dyn AnyBoard> {
    Box::new(Board::<P> { results: Some(results), ..Board::new(rules) })
}

/// Positions that are kept to find repetitions, the last ones. A longer series of reversible moves was drawn long
/// ago, or its game knows no such rule.
const LONGEST_HISTORY: usize = 4096;

/// The most repetitions that a rule asks for.
const MOST_REPETITIONS: usize = 5;

/// The board of one game.
#[derive(Debug)]
pub(crate) struct Board<P: RecordNotation> {
    line: Line<P>,
    lines: Vec<Line<P>>,
    /// Whether the end of the game is looked for after every move.
    watches: bool,
    /// Whether the end of the game was told.
    is_told: bool,
    pub(crate) results: Option<ResultStyle>,
}

#[derive(Debug)]
struct Line<P: RecordNotation> {
    track: Track<P>,
    /// The last move, unless the last was a set-up.
    last: Option<P::Move>,
    /// Whether its text is surely that of the standard.
    is_standard: bool,
    /// Where the board watches: the positions since an irreversible move, without the one now.
    earlier: Vec<P>,
}

impl<P: RecordNotation> Board<P> {
    pub(crate) fn new(rules: P::Rules) -> Self {
        let line = Line::new(Track::at_start(rules));
        Self { line, lines: Vec::new(), watches: false, is_told: false, results: None }
    }

    /// Reads and plays a move; `None` for `...` where it means nothing.
    #[inline]
    pub(crate) fn read_and_play(&mut self, text: &str) -> Result<Option<P::Move>, Fault> {
        let Some((mv, is_standard)) = self.line.track.play(text)? else { return Ok(None) };
        self.line.last = Some(mv);
        self.line.is_standard = is_standard;
        if self.watches && self.lines.is_empty() {
            self.line.remember(mv);
        }
        Ok(Some(mv))
    }

    pub(crate) fn position(&self) -> &P {
        &self.line.track.position
    }

    /// The end of the game, if it is time to look and the rules end it.
    fn end_to_tell(&mut self) -> Option<(Outcome, Reason)> {
        let is_due = self.watches && !self.is_told && self.lines.is_empty() && !self.line.track.is_lost;
        if !is_due {
            return None;
        }
        let end = self.line.outcome()?;
        self.is_told = true;
        Some(end)
    }
}

impl<P: RecordNotation> AnyBoard for Board<P> {
    fn begin(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        let rules = self.position().rules();
        let track = match fen {
            None => Track::at_start(rules),
            Some(fen) => Track::at(rules, fen)?,
        };
        self.lines.clear();
        self.line.reset(track);
        self.is_told = false;
        Ok(())
    }

    fn is_lost(&self) -> bool {
        self.line.track.is_lost
    }

    fn play(&mut self, text: &str) -> Result<Played, Fault> {
        let end = self.end_to_tell();
        let played = self.read_and_play(text)?;
        Ok(match (played, end) {
            (None, _) => Played::Nothing,
            (Some(_), Some((outcome, reason))) => Played::AfterEnd(outcome, reason),
            (Some(_), None) => Played::Move,
        })
    }

    fn check_text(&self, text: &str, has_marks: bool) -> Result<(), Fault> {
        match self.line.last {
            Some(mv) => self.line.track.check_text(mv, text, self.line.is_standard, has_marks),
            None => Ok(()),
        }
    }

    fn check_number(&mut self, text: &str) -> Result<(), Fault> {
        self.line.track.numbers.check(text)
    }

    fn results(&self) -> Option<ResultStyle> {
        self.results
    }

    fn last_move(&self) -> Option<TextMove> {
        self.line.last.map(|mv| TextMove::of(&self.line.track.before, mv))
    }

    fn set_up(&mut self, fen: &str) -> Result<(), Fault> {
        let set_up = self.line.track.set_up(fen);
        if let Ok(()) | Err(Fault::NotTolerated(_)) = set_up {
            self.line.last = None;
            self.line.earlier.clear();
        }
        set_up
    }

    fn begin_variation(&mut self) {
        let start = Line::new(self.line.track.variation());
        self.lines.push(std::mem::replace(&mut self.line, start));
    }

    fn end_variation(&mut self) {
        if let Some(outer) = self.lines.pop() {
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
        if self.line.track.is_lost { None } else { self.line.outcome() }
    }

    fn watch(&mut self) {
        self.watches = true;
    }
}

impl<P: RecordNotation> Line<P> {
    fn new(track: Track<P>) -> Self {
        Self { track, last: None, is_standard: true, earlier: Vec::new() }
    }

    fn reset(&mut self, track: Track<P>) {
        self.track = track;
        self.last = None;
        self.earlier.clear();
    }

    /// Keeps the position before the last move, as long as it can come up again.
    fn remember(&mut self, mv: P::Move) {
        if self.track.before.is_irreversible(mv) {
            self.earlier.clear();
            return;
        }
        if self.earlier.len() >= LONGEST_HISTORY {
            self.earlier.drain(..LONGEST_HISTORY / 2);
        }
        self.earlier.push(self.track.before.clone());
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        let now = &self.track.position;
        let repeated = || {
            // Some games know no such rule, and their series of reversible moves may be long.
            now.outcome_of_repetition(MOST_REPETITIONS)?;
            let times = 1 + self.earlier.iter().filter(|earlier| now.repeats(earlier)).count();
            now.outcome_of_repetition(times)
        };
        // The position goes first: a player who cannot move has lost, whatever has been repeated.
        now.outcome().or_else(repeated)
    }
}
