//! Replays games by the rules, without keeping them.

use boardgame::{Outcome, Reason};

use crate::error::{Fault, Location};
use crate::game_replay::GameReplay;
use crate::games::ReadOptions;
use crate::lexer::Syntax;
use crate::repair::{Repair, RepairKind};
use crate::replay_board::{Played, ReplayBoard};
use crate::visitor::{Flow, MoveText, Terminator, Visitor};

/// Replays every game that a [`Reader`](crate::Reader) shows it, variations included, and compares the result
/// with the rules: a game that mate, lack of moves or a draw rule ended must have that result.
///
/// Nothing of a game is kept, so that files of any size can be checked. Moves after the rules ended the game are
/// reported as [`RepairKind::PlayedOn`], and the result is compared with the last position all the same: a dead one
/// stays dead. Only after a draw that play has passed, as by a capture after too many repetitions,
/// what is recorded counts.
///
/// ```
/// use chess::Chess;
/// use damier_record::{ReadOptions, Reader, Referee, replay_board};
///
/// let text = "1. f3 e5 2. g4 Qh4# 0-1  1. f3 e5 2. g4 Qh4# 1-0";
/// let options = ReadOptions::pgn();
/// let mut reader = Reader::new(text.as_bytes(), options.syntax).with_mode(options.mode);
/// let mut referee = Referee::new(options, |_| Ok(replay_board::<Chess>()), |_| {});
/// assert_eq!(reader.read_game(&mut referee), Ok(true));
/// assert_eq!(
///     reader.read_game(&mut referee).unwrap_err().to_string(),
///     "game 2, line 1, column 46: the result is 1-0, but the rules say black wins: checkmate (FIDE 5.1.1)",
/// );
/// assert_eq!(referee.tally().moves, 8);
/// ```
#[derive(Debug)]
pub struct Referee<C, S> {
    choose: C,
    report: S,
    board: Option<Box<dyn ReplayBoard>>,
    /// The tags that chose the board.
    chosen_by: WhichGame,
    which: WhichGame,
    replay: GameReplay,
    next_game: Option<String>,
    has_results: bool,
    /// How the rules ended the game, where its players went on.
    ended: Option<(Outcome, Reason)>,
    tally: RefereeTally,
}

/// The tags that decide how a game is replayed.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct WhichGame {
    /// The name of the game, where the format has a place for it besides the tags.
    pub game: Option<String>,
    /// `GameType`, of PDN.
    pub game_type: Option<String>,
    /// `Variant`, of PGN.
    pub variant: Option<String>,
    /// `FEN`.
    pub fen: Option<String>,
}

/// What a referee has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RefereeTally {
    /// Games that began.
    pub games: u64,
    /// Legal moves of the games themselves.
    pub moves: u64,
    /// Legal moves of their variations.
    pub variation_moves: u64,
    /// Changes, see [`RepairEffect`](crate::RepairEffect).
    pub changes: u64,
    /// Notes.
    pub notes: u64,
}

impl<C, S> Referee<C, S>
where
    C: FnMut(&WhichGame) -> Result<Box<dyn ReplayBoard>, String>,
    S: FnMut(Repair),
{
    /// A referee for the mode and syntax of a reader. `choose` gives the board for the tags of a game, or the
    /// reason why there is none; it is asked again only when they change. `report` receives every repair.
    pub fn new(options: ReadOptions, choose: C, report: S) -> Self {
        Self {
            choose,
            report,
            board: None,
            chosen_by: WhichGame::default(),
            which: WhichGame::default(),
            replay: GameReplay::new(options),
            next_game: None,
            has_results: true,
            ended: None,
            tally: RefereeTally::default(),
        }
    }

    /// Compares no results with the rules: lists of positions have none.
    #[must_use]
    pub fn without_results(mut self) -> Self {
        self.has_results = false;
        self
    }

    /// Names the game of the next record, for `choose` to see.
    pub fn name_next(&mut self, game: Option<String>) {
        self.next_game = game;
    }

    /// Goes on with other options: those of the game of the next record, where the format does not tell them.
    pub fn set_options(&mut self, options: ReadOptions) {
        self.replay = GameReplay::new(options);
    }

    /// What was seen so far.
    #[must_use]
    pub fn tally(&self) -> RefereeTally {
        self.tally
    }

    fn choose_board(&mut self) -> Result<(), Fault> {
        let is_same = self.which.game == self.chosen_by.game
            && self.which.game_type == self.chosen_by.game_type
            && self.which.variant == self.chosen_by.variant;
        if !is_same || self.board.is_none() {
            self.board = None;
            let mut board = (self.choose)(&self.which).map_err(|reason| Fault::Refused { reason })?;
            board.watch();
            self.board = Some(board);
            self.chosen_by.game.clone_from(&self.which.game);
            self.chosen_by.game_type.clone_from(&self.which.game_type);
            self.chosen_by.variant.clone_from(&self.which.variant);
        }
        Ok(())
    }

    /// What the rules say about the result.
    fn check_rules(&self, terminator: Terminator, by_rules: Option<(Outcome, Reason)>) -> Checked {
        // Play can go on after a draw, but not after a win: that was the end.
        let won = self.ended.filter(|&(outcome, _)| outcome != Outcome::Draw);
        let Some((outcome, reason)) = by_rules.or(won) else { return Ok(None) };
        match self.replay.header.result() {
            Some(result) if result == outcome.into() => Ok(None),
            Some(_) => {
                let recorded = self.replay.header.result_text().to_owned();
                Err(Fault::WrongResult { recorded, outcome, reason })
            }
            None => self.check_missing(terminator, outcome, reason),
        }
    }

    /// Nothing is recorded: that is wrong only where it says that the game is not over.
    fn check_missing(&self, terminator: Terminator, outcome: Outcome, reason: Reason) -> Checked {
        let is_open = match (self.replay.options().syntax, self.replay.header.result_text()) {
            (_, "*") => true,
            // PDN has results of other kinds, such as 12-8.
            (Syntax::Pdn, other) if !matches!(other, "" | "?") => return Ok(None),
            (Syntax::Pgn, _) => terminator == Terminator::Star,
            // Here the star only ends the text.
            (Syntax::Pdn, _) => false,
        };
        match is_open {
            true => Err(Fault::WrongResult { recorded: "*".to_owned(), outcome, reason }),
            false => Ok(Some(RepairKind::ResultMissing { outcome, reason })),
        }
    }
}

/// What is unusual, or wrong.
type Checked = Result<Option<RepairKind>, Fault>;

fn board_of(board: &mut Option<Box<dyn ReplayBoard>>) -> Result<&mut dyn ReplayBoard, Fault> {
    match board {
        Some(board) => Ok(&mut **board),
        None => Err(Fault::Refused { reason: "the game is unknown".to_owned() }),
    }
}

impl<C, S> Visitor for Referee<C, S>
where
    C: FnMut(&WhichGame) -> Result<Box<dyn ReplayBoard>, String>,
    S: FnMut(Repair),
{
    const WANTS_COMMANDS: bool = true;

    fn begin_game(&mut self, _number: u64, _place: Location) {
        self.tally.games += 1;
        self.replay.begin_game();
        self.which = WhichGame { game: self.next_game.take(), ..WhichGame::default() };
        self.ended = None;
    }

    fn tag(&mut self, name: &str, value: &str, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        let header = &mut self.replay.header;
        if !header.note(name, value, repairs) {
            return Ok(());
        }
        let field = match name {
            "GameType" => &mut self.which.game_type,
            "Variant" => &mut self.which.variant,
            "FEN" => &mut self.which.fen,
            _ => return header.check_value(name, value, repairs),
        };
        *field = Some(value.to_owned());
        header.check_value(name, value, repairs)
    }

    fn end_tags(&mut self, repairs: &mut Vec<RepairKind>) -> Result<Flow, Fault> {
        self.choose_board()?;
        let board = board_of(&mut self.board)?;
        match &self.which.fen {
            None => board.begin(None)?,
            Some(fen) => {
                self.replay.begin_at(fen, board);
            }
        }
        self.replay.end_tags(board, repairs).map(|()| Flow::Visit)
    }

    fn move_number(&mut self, text: MoveText<'_>, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        board_of(&mut self.board)?.check_number(text.as_str(), repairs);
        Ok(())
    }

    #[inline]
    fn mv(&mut self, mv: MoveText<'_>, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        let board = board_of(&mut self.board)?;
        let found = repairs.len();
        match self.replay.play(mv.as_str(), board, repairs) {
            Ok(Played::Nothing) => return Ok(()),
            Ok(Played::Move) => {}
            Ok(Played::AfterEnd) => {
                self.ended = board.ended();
                let ended = self.ended.map(|(outcome, reason)| RepairKind::PlayedOn { outcome, reason });
                // What was wrong before the move goes first.
                repairs.splice(found..found, ended);
            }
            Err(fault) => return Err(*fault),
        }
        let is_main = self.replay.depth == 0;
        self.tally.moves += u64::from(is_main);
        self.tally.variation_moves += u64::from(!is_main);
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, Fault> {
        self.replay.begin_variation(board_of(&mut self.board)?);
        Ok(Flow::Visit)
    }

    fn end_variation(&mut self) {
        if let Some(board) = &mut self.board {
            self.replay.end_variation(&mut **board);
        }
    }

    fn set_up(&mut self, fen: &str, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        if self.replay.depth == 0 {
            self.ended = None;
        }
        board_of(&mut self.board)?.set_up(fen, repairs)
    }

    fn end_game(&mut self, terminator: Terminator, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
        let board = board_of(&mut self.board)?;
        self.replay.end_game(terminator, board, repairs)?;
        let (by_rules, has_other_names) =
            (board.outcome().filter(|_| self.has_results), board.has_other_names());
        if self.has_results {
            repairs.extend(self.check_rules(terminator, by_rules)?);
        }
        if has_other_names {
            repairs.push(RepairKind::other_square_names(self.which.game_type.as_deref()));
        }
        Ok(())
    }

    fn repair(&mut self, repair: Repair) {
        self.tally.changes += repair.changes();
        self.tally.notes += repair.notes();
        (self.report)(repair);
    }
}
