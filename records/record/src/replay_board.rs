//! A board on which the record of a game known at run time is replayed.

use std::fmt::Debug;

use boardgame::{FenError, Outcome, Reason, RecordNotation};

use crate::error::Fault;
use crate::fen::check_form;
use crate::repair::RepairKind;
use crate::result::ResultStyle;
use crate::text_tree::TextMove;
use crate::typed_board::TypedBoard;

/// A board on which the record of some game is replayed: moves and positions come and go as texts. It is no game in
/// progress: it has variations and set-ups, and compares texts with the standard.
///
/// What can be understood although the standard writes it otherwise is added to `repairs`.
///
/// ```
/// use chess::Chess;
/// use damier_record::{ReplayBoard, TextCheck, replay_board};
///
/// let mut board = replay_board::<Chess>();
/// let mut repairs = Vec::new();
/// board.begin(None)?;
/// board.play("e2-e4", TextCheck::Text, &mut repairs).unwrap();
/// assert_eq!(repairs[0].to_string(), "\"e2-e4\" read as \"e4\"");
/// board.begin_variation();
/// board.play("Ng1f3", TextCheck::No, &mut repairs).unwrap();
/// assert_eq!(&*board.last_move().unwrap().text, "Nf3");
/// board.end_variation();
/// assert_eq!(board.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// # Ok::<(), boardgame::FenError>(())
/// ```
pub trait ReplayBoard: Debug + Send {
    /// Begins a game with the position of a text; without a text, at the start of the game.
    ///
    /// # Errors
    ///
    /// The text is not a position; the board is unchanged then.
    fn begin(&mut self, fen: Option<&str>) -> Result<(), FenError>;

    /// Compares the text of the position that a game begins with, right after [`begin`](Self::begin), with the one that
    /// is written.
    fn check_fen(&self, fen: &str, repairs: &mut Vec<RepairKind>) {
        check_form(fen, &self.fen(), repairs);
    }

    /// Whether a move of the line is unknown, so that the position is unknown too.
    fn is_lost(&self) -> bool;

    /// Reads a move as records write it, plays it, and compares its text with the standard one.
    ///
    /// # Errors
    ///
    /// The text is not a legal move; the board is unchanged then.
    fn play(
        &mut self,
        text: &str,
        check: TextCheck,
        repairs: &mut Vec<RepairKind>,
    ) -> Result<Played, Box<Fault>>;

    /// Compares a move number of the record, with its dots, with that of the next move. Of wrong numbers that
    /// follow from each other the first is a repair.
    fn check_number(&mut self, text: &str, repairs: &mut Vec<RepairKind>);

    /// How records of the game write results, where that is known.
    fn results(&self) -> Option<ResultStyle>;

    /// The last move of the line in its standard text, if the last was a move.
    fn last_move(&self) -> Option<TextMove>;

    /// Whether the text of the last move, marks included, was compared and is surely the standard one, but for zeros and
    /// signs of draughts moves.
    fn has_standard_text(&self) -> bool;

    /// Whether the last move is one of the player who moves second at the start of a game.
    fn is_second(&self) -> bool;

    /// Puts up another position in the middle of a line. Counters and repetitions begin anew.
    ///
    /// # Errors
    ///
    /// The text is not a position; the board is unchanged then.
    fn set_up(&mut self, fen: &str, repairs: &mut Vec<RepairKind>) -> Result<(), Fault>;

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

    /// How the rules had ended the game before a move that was [played all the same](Played::AfterEnd).
    fn ended(&self) -> Option<(Outcome, Reason)>;

    /// Whether the game so far can only be understood with other names of squares than its tags say, see
    /// [`RepairKind::OtherSquareNames`].
    fn has_other_names(&self) -> bool {
        false
    }
}

/// What became of the text of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// It was played.
    Move,
    /// It was played, although the rules had [ended](ReplayBoard::ended) the game before: once for each game.
    AfterEnd,
    /// It is `...`: an unknown move, or the move of a first player that is not part of the game.
    Nothing,
}

/// What of the text of a move is compared with the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextCheck {
    /// Nothing.
    No,
    /// Everything but marks of check and mate.
    Text,
    /// Everything.
    TextAndMarks,
}

/// A board for the records of a game.
#[must_use]
pub fn replay_board<P: RecordNotation<Rules: Default>>() -> Box<dyn ReplayBoard> {
    Box::new(TypedBoard::<P>::new(P::Rules::default()))
}

/// A board for the records of a game that write results in this way.
#[must_use]
pub fn replay_board_with<P: RecordNotation>(rules: P::Rules, results: ResultStyle) -> Box<dyn ReplayBoard> {
    Box::new(TypedBoard::<P>::new(rules).with_results(results))
}
