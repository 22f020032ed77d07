//! Replays games by the rules, without keeping them.

use boardgame::{Outcome, Reason};

use crate::board::{AnyBoard, Played};
use crate::error::{Fault, Place};
use crate::games::ReadOptions;
use crate::header::Header;
use crate::lexer::Syntax;
use crate::repair::{Repair, RepairKind};
use crate::result::ResultStyle;
use crate::visitor::{Flow, MoveText, Terminator, Visitor};

/// Replays every game that a [`Reader`](crate::Reader) shows it, variations included, and compares the result
/// with the rules: a game that mate, lack of moves or a draw rule ended must have that result.
///
/// Nothing of a game is kept, so that files of any size can be checked. Moves after the rules ended the game are
/// told as [`RepairKind::PlayedOn`], and the result is compared with the last position all the same: a dead one
/// stays dead. Only after a draw that the players have left behind, as by a capture after too many repetitions,
/// what is recorded counts.
///
/// ```
/// use chess::Chess;
/// use damier_record::{ReadOptions, Reader, Referee, any_board};
///
/// let text = "1. f3 e5 2. g4 Qh4# 0-1  1. f3 e5 2. g4 Qh4# 1-0";
/// let options = ReadOptions::pgn();
/// let mut reader = Reader::new(text.as_bytes(), options.syntax).with_mode(options.mode);
/// let mut referee = Referee::new(options, |_| Ok(any_board::<Chess>()), |_| {});
/// assert_eq!(reader.read_game(&mut referee), Ok(true));
/// assert_eq!(
///     reader.read_game(&mut referee).unwrap_err().to_string(),
///     "game 2, line 1, column 46: the result is 1-0, but the rules say black wins: checkmate (FIDE 5.1.1)",
/// );
/// assert_eq!(referee.tally().moves, 8);
/// ```
#[derive(Debug)]
pub struct Referee<C, S> {
    options: ReadOptions,
    choose: C,
    report: S,
    board: Option<Box<dyn AnyBoard>>,
    /// The tags that chose the board.
    chosen_by: WhichGame,
    which: WhichGame,
    header: Header,
    next_game: Option<String>,
    has_results: bool,
    /// How the rules ended the game, where its players went on.
    ended: Option<(Outcome, Reason)>,
    depth: usize,
    /// Legal moves of the game itself.
    plies: u64,
    tally: Tally,
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
pub struct Tally {
    /// Games that began.
    pub games: u64,
    /// Legal moves of the games themselves.
    pub moves: u64,
    /// Legal moves of their variations.
    pub variation_moves: u64,
    /// Changes, see [`Effect`](crate::Effect).
    pub changes: u64,
    /// Notes.
    pub notes: u64,
}

impl<C, S> Referee<C, S>
where
    C: FnMut(&WhichGame) -> Result<Box<dyn AnyBoard>, String>,
    S: FnMut(Repair),
{
    /// A referee for the mode and syntax of a reader. `choose` gives the board for the tags of a game, or the
    /// reason why there is none; it is asked again only when they change. `report` hears of every repair.
    pub fn new(options: ReadOptions, choose: C, report: S) -> Self {
        Self {
            options,
            choose,
            report,
            board: None,
            chosen_by: WhichGame::default(),
            which: WhichGame::default(),
            header: Header::new(options),
            next_game: None,
            has_results: true,
            ended: None,
            depth: 0,
            plies: 0,
            tally: Tally::default(),
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
        self.options = options;
        self.header = Header::new(options);
    }

    /// What was seen so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally
    }

    fn choose_board(&mut self) -> Result<&mut dyn AnyBoard, Fault> {
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
        self.board()
    }

    fn board(&mut self) -> Result<&mut dyn AnyBoard, Fault> {
        match &mut self.board {
            Some(board) => Ok(&mut **board),
            None => Err(Fault::Refused { reason: "the game is unknown".to_owned() }),
        }
    }

    /// What the tags and the rules say about the result.
    fn check_result(&mut self, terminator: Terminator) -> Result<(), Fault> {
        let mut faults = Vec::new();
        let style = self.results()?;
        faults.extend(self.header.end(terminator, self.plies, style).err());
        if self.has_results {
            faults.extend(self.check_rules(terminator)?);
        }
        Fault::of(faults)
    }

    /// What the rules say about the result.
    fn check_rules(&mut self, terminator: Terminator) -> Result<Option<Fault>, Fault> {
        let result = self.header.result();
        // A draw can be left behind, a win cannot: it was the end.
        let won = self.ended.filter(|&(outcome, _)| outcome != Outcome::Draw);
        let Some((outcome, reason)) = self.board()?.outcome().or(won) else { return Ok(None) };
        Ok(match result {
            Some(result) if result == outcome.into() => None,
            Some(_) => {
                let recorded = self.header.result_text().to_owned();
                Some(Fault::WrongResult { recorded, outcome, reason })
            }
            None => self.check_missing(terminator, outcome, reason),
        })
    }

    /// Nothing is recorded: that is wrong only where it says that the game is not over.
    fn check_missing(&self, terminator: Terminator, outcome: Outcome, reason: Reason) -> Option<Fault> {
        let is_open = match (self.options.syntax, self.header.result_text()) {
            (_, "*") => true,
            // PDN has results of other kinds, such as 12-8.
            (Syntax::Pdn, other) if !matches!(other, "" | "?") => return None,
            (Syntax::Pgn, _) => terminator == Terminator::Star,
            // Here the star only ends the text.
            (Syntax::Pdn, _) => false,
        };
        Some(match is_open {
            true => Fault::WrongResult { recorded: "*".to_owned(), outcome, reason },
            false => RepairKind::ResultMissing { outcome, reason }.into(),
        })
    }

    /// How results are written, as far as known.
    fn results(&mut self) -> Result<Option<ResultStyle>, Fault> {
        let known = self.options.results;
        Ok(known.or(self.board()?.results()))
    }
}

impl<C, S> Visitor for Referee<C, S>
where
    C: FnMut(&WhichGame) -> Result<Box<dyn AnyBoard>, String>,
    S: FnMut(Repair),
{
    const WANTS_COMMANDS: bool = true;

    fn begin_game(&mut self, _number: u64, _place: Place) {
        self.tally.games += 1;
        self.header.clear();
        self.which = WhichGame { game: self.next_game.take(), ..WhichGame::default() };
        self.ended = None;
        (self.depth, self.plies) = (0, 0);
    }

    fn tag(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        self.header.note(name, value)?;
        let field = match name {
            "GameType" => &mut self.which.game_type,
            "Variant" => &mut self.which.variant,
            "FEN" => &mut self.which.fen,
            _ => return self.header.check_value(name, value),
        };
        *field = Some(value.to_owned());
        self.header.check_value(name, value)
    }

    fn end_tags(&mut self) -> Result<Flow, Fault> {
        let fen = self.which.fen.clone();
        let board = self.choose_board()?;
        board.begin(fen.as_deref())?;
        let form = fen.map_or(Ok(()), |fen| board.check_fen(&fen));
        let style = self.results()?;
        let checked = self.header.check_all(style);
        Fault::of(form.err().into_iter().chain(checked.err()).collect()).map(|()| Flow::Visit)
    }

    fn move_number(&mut self, text: MoveText<'_>) -> Result<(), Fault> {
        self.board()?.check_number(text.as_str())
    }

    #[inline]
    fn mv(&mut self, mv: MoveText<'_>) -> Result<(), Fault> {
        let text = mv.as_str();
        let played = self.board()?.play(text)?;
        if played == Played::Nothing {
            return Ok(());
        }
        if self.depth == 0 {
            self.tally.moves += 1;
            self.plies += 1;
        } else {
            self.tally.variation_moves += 1;
        }
        let exact_moves = self.options.exact_moves;
        let checked = self.board()?.check_text(text, exact_moves);
        let Played::AfterEnd(outcome, reason) = played else { return checked };
        self.ended = Some((outcome, reason));
        let mut faults = vec![RepairKind::PlayedOn { outcome, reason }.into()];
        faults.extend(checked.err());
        Fault::of(faults)
    }

    fn begin_variation(&mut self) -> Result<Flow, Fault> {
        self.depth += 1;
        self.board()?.begin_variation();
        Ok(Flow::Visit)
    }

    fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if let Some(board) = &mut self.board {
            board.end_variation();
        }
    }

    fn set_up(&mut self, fen: &str) -> Result<(), Fault> {
        if self.depth == 0 {
            self.ended = None;
        }
        self.board()?.set_up(fen)
    }

    fn end_game(&mut self, terminator: Terminator) -> Result<(), Fault> {
        let mut faults = Vec::from_iter(self.check_result(terminator).err());
        if self.board()?.has_other_names() {
            faults.push(RepairKind::other_square_names(self.which.game_type.as_deref()).into());
        }
        Fault::of(faults)
    }

    fn repair(&mut self, repair: Repair) {
        self.tally.changes += repair.changes();
        self.tally.notes += repair.notes();
        (self.report)(repair);
    }
}
