//! What the tags of a game must be like, and must agree with.

use crate::error::{Fault, RepairKind};
use crate::lexer::Syntax;
use crate::result::{GameResult, ResultStyle};
use crate::visitor::Terminator;

/// What is remembered of the tags of a game to check them. It is used again for each game, so that most
/// games need no memory for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Header {
    /// All names, one after the other, and where each ends.
    names: String,
    ends: Vec<usize>,
    has_fen: bool,
    is_announced: bool,
    result: Option<GameResult>,
    result_text: String,
}

impl Header {
    /// Forgets everything: another game begins.
    pub(crate) fn clear(&mut self) {
        self.names.clear();
        self.ends.clear();
        (self.has_fen, self.is_announced) = (false, false);
        self.result = None;
        self.result_text.clear();
    }

    /// The result by the tag, else by the end of the game.
    pub(crate) fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// The value of the tag for the result; empty where there is none.
    pub(crate) fn result_text(&self) -> &str {
        &self.result_text
    }

    /// Notes a tag; an error where its name was there before, and the tag does not count.
    pub(crate) fn note(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let mut start = 0;
        for &end in &self.ends {
            if self.names.as_bytes()[start..end] == *name.as_bytes() {
                let (name, value) = (name.to_owned(), value.to_owned());
                return Err(Fault::NotTolerated(RepairKind::TagTwice { name, value }));
            }
            start = end;
        }
        self.names.push_str(name);
        self.ends.push(self.names.len());
        match name {
            "FEN" => self.has_fen = true,
            "SetUp" => self.is_announced = value == "1",
            "Result" => {
                self.result = GameResult::from_text(value);
                self.result_text.push_str(value);
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether a tag that was noted says something that can be understood.
    pub(crate) fn check_value(&self, name: &str, value: &str, syntax: Syntax) -> Result<(), Fault> {
        let is_known = name != "Result" || self.result.is_some() || matches!(value, "*" | "?" | "");
        if is_known || syntax == Syntax::Pdn {
            return Ok(());
        }
        Err(Fault::NotTolerated(RepairKind::UnknownResult { found: value.to_owned() }))
    }

    /// Whether the tags agree about the start of the game.
    pub(crate) fn check_start(&self, syntax: Syntax) -> Result<(), Fault> {
        match (self.has_fen, self.is_announced) {
            (true, false) if syntax == Syntax::Pgn => Err(Fault::NotTolerated(RepairKind::FenWithoutSetUp)),
            (false, true) => Err(Fault::NotTolerated(RepairKind::SetUpWithoutFen)),
            _ => Ok(()),
        }
    }

    /// Notes how the game ends; an error where the tag says something else, and the tag counts.
    pub(crate) fn end(&mut self, terminator: Terminator) -> Result<(), Fault> {
        let Terminator::Result(end) = terminator else { return Ok(()) };
        let result = *self.result.get_or_insert(end);
        if result == end {
            return Ok(());
        }
        Err(Fault::NotTolerated(RepairKind::ResultsDiffer {
            tag: self.result_text.clone(),
            terminator: end.text(ResultStyle::One).to_owned(),
        }))
    }
}
