//! What all visitors that replay games have in common: the tags, the start, and what the end is compared with.

use boardgame::FenError;

use crate::error::Fault;
use crate::games::ReadOptions;
use crate::header::Header;
use crate::repair::RepairKind;
use crate::replay_board::{Played, ReplayBoard, TextCheck};
use crate::result::ResultStyle;
use crate::visitor::Terminator;

/// A game that is being replayed on a board.
#[derive(Clone, Debug)]
pub(crate) struct GameReplay {
    options: ReadOptions,
    check: TextCheck,
    pub(crate) header: Header,
    /// Why the tag gives no position.
    bad_start: Option<FenError>,
    /// The parts of that position that the game writes differently.
    start_repairs: Vec<RepairKind>,
    pub(crate) depth: usize,
    /// Moves of the game itself.
    pub(crate) plies: u64,
}

impl GameReplay {
    pub(crate) fn new(options: ReadOptions) -> Self {
        let check = if options.exact_moves { TextCheck::TextAndMarks } else { TextCheck::Text };
        Self {
            options,
            check,
            header: Header::new(options),
            bad_start: None,
            start_repairs: Vec::new(),
            depth: 0,
            plies: 0,
        }
    }

    pub(crate) fn options(&self) -> ReadOptions {
        self.options
    }

    /// Another game begins.
    pub(crate) fn begin_game(&mut self) {
        self.header.clear();
        self.bad_start = None;
        self.start_repairs.clear();
        (self.depth, self.plies) = (0, 0);
    }

    /// Begins with the position of a text. What is wrong with it is for the end of the tags.
    pub(crate) fn begin_at<B: ReplayBoard + ?Sized>(&mut self, fen: &str, board: &mut B) -> bool {
        let begun = board.begin(Some(fen));
        match &begun {
            Ok(()) => {
                self.start_repairs.clear();
                board.check_fen(fen, &mut self.start_repairs);
            }
            Err(error) => self.bad_start = Some(error.clone()),
        }
        begun.is_ok()
    }

    pub(crate) fn end_tags<B: ReplayBoard + ?Sized>(
        &mut self,
        board: &B,
        repairs: &mut Vec<RepairKind>,
    ) -> Result<(), Fault> {
        if let Some(error) = self.bad_start.take() {
            return Err(error.into());
        }
        repairs.append(&mut self.start_repairs);
        self.header.check_all(self.results(board), repairs);
        Ok(())
    }

    #[inline]
    pub(crate) fn play<B: ReplayBoard + ?Sized>(
        &mut self,
        text: &str,
        board: &mut B,
        repairs: &mut Vec<RepairKind>,
    ) -> Result<Played, Box<Fault>> {
        let played = board.play(text, self.check, repairs)?;
        self.plies += u64::from(self.depth == 0 && played != Played::Nothing);
        Ok(played)
    }

    pub(crate) fn begin_variation<B: ReplayBoard + ?Sized>(&mut self, board: &mut B) {
        self.depth += 1;
        board.begin_variation();
    }

    pub(crate) fn end_variation<B: ReplayBoard + ?Sized>(&mut self, board: &mut B) {
        self.depth = self.depth.saturating_sub(1);
        board.end_variation();
    }

    /// Compares the end of a game with its tags.
    pub(crate) fn end_game<B: ReplayBoard + ?Sized>(
        &mut self,
        terminator: Terminator,
        board: &B,
        repairs: &mut Vec<RepairKind>,
    ) -> Result<(), Fault> {
        let style = self.results(board);
        self.header.end(terminator, self.plies, style, repairs)
    }

    /// How results are written, if known.
    pub(crate) fn results<B: ReplayBoard + ?Sized>(&self, board: &B) -> Option<ResultStyle> {
        self.options.results.or_else(|| board.results())
    }
}
