//! How faults and repairs are reported.

use std::io::Read;

use super::{Phase, Reader, ReaderMode};
use crate::error::{Fault, Location, RecordError};
use crate::late_tag_checks::Found;
use crate::numbers::lacks_dots;
use crate::repair::{Repair, RepairKind};
use crate::visitor::Visitor;

impl<R: Read> Reader<R> {
    /// Notes an error and finds where reading goes on.
    #[cold]
    pub(super) fn fail<V: Visitor>(&mut self, fault: Fault, visitor: &mut V) -> Result<(), RecordError> {
        let is_io = matches!(fault, Fault::Io { .. });
        let is_between = self.state.phase == Phase::Nothing;
        // Where nothing can be read there is no game that could begin.
        if is_between && !is_io {
            self.begin(visitor);
        }
        let is_open_comment =
            fault.is_open_comment() || fault == Fault::NotTolerated(RepairKind::TagInComment);
        let game = self.game + u64::from(is_between && is_io);
        let place = self.here();
        if is_open_comment && self.state.error.is_some() && self.mode == ReaderMode::Tolerant {
            visitor.repair(Repair { game, place, kind: RepairKind::OpenComment });
        }
        let error = RecordError { game, place, fault };
        if is_io {
            self.is_broken = true;
            return Err(match self.state.error.take() {
                None => error,
                Some(first) => {
                    self.later.push_back(error);
                    first
                }
            });
        }
        match &self.state.error {
            None => {
                self.state.error = Some(error);
                self.keep_rest();
            }
            // One such message for each game is enough.
            Some(first) => {
                let is_told = self.mode == ReaderMode::Strict && error.fault.may_hide_games();
                if is_told && self.later.is_empty() && !first.fault.may_hide_games() {
                    self.later.push_back(error);
                }
            }
        }
        if is_open_comment {
            self.lexer.keep();
            if let Err(fault) = self.lexer.skip_to_tag_line() {
                return self.fail(fault, visitor);
            }
        }
        Ok(())
    }

    /// The location of the next report.
    pub(super) fn here(&mut self) -> Location {
        self.state.at.take().unwrap_or_else(|| self.lexer.source.place(0))
    }

    /// What a visitor found about tags later: each repair and fault stands at its tag, if it has one.
    #[cold]
    pub(super) fn settle_later<V: Visitor>(
        &mut self,
        result: Result<(), Fault>,
        found: Found,
        place: Location,
        visitor: &mut V,
    ) -> Result<(), Fault> {
        for kind in std::mem::take(&mut self.found) {
            self.state.at = Some(self.state.tag_place(kind.about(found)).unwrap_or(place));
            self.repair(kind, visitor)?;
        }
        if let Err(fault) = result {
            self.state.at = Some(self.state.tag_place(fault.about(found)).unwrap_or(place));
            self.refused(fault, visitor)?;
        }
        self.state.at = None;
        Ok(())
    }

    /// Reports what a visitor repaired, and what it refused.
    #[inline]
    pub(super) fn settle<V: Visitor>(
        &mut self,
        result: Result<(), Fault>,
        visitor: &mut V,
    ) -> Result<(), Fault> {
        if !self.found.is_empty() {
            self.report_found(visitor)?;
        }
        result.or_else(|fault| self.refused(fault, visitor))
    }

    /// The same for a move number, or the move of a number: dots after it may make it right.
    #[inline]
    pub(super) fn settle_number<V: Visitor>(
        &mut self,
        result: Result<(), Fault>,
        visitor: &mut V,
    ) -> Result<(), Fault> {
        if matches!(&self.found[..], [kind] if lacks_dots(kind)) && self.lexer.has_dots_after() {
            self.found.clear();
        }
        self.settle(result, visitor)
    }

    /// Reports what a visitor repaired.
    #[cold]
    pub(super) fn report_found<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), Fault> {
        std::mem::take(&mut self.found).into_iter().try_for_each(|kind| self.repair(kind, visitor))
    }

    /// A visitor refused something: inside a variation that ends only the variation.
    #[cold]
    pub(super) fn refused<V: Visitor>(&mut self, fault: Fault, visitor: &mut V) -> Result<(), Fault> {
        if self.state.lines.is_empty() || self.mode == ReaderMode::Strict {
            return Err(fault);
        }
        self.state.skipped = Some(self.state.lines.len());
        self.repair(RepairKind::VariationCut(Box::new(fault)), visitor)
    }

    /// Reports a repair, or makes it an error.
    #[cold]
    pub(super) fn repair<V: Visitor>(&mut self, kind: RepairKind, visitor: &mut V) -> Result<(), Fault> {
        if self.mode == ReaderMode::Strict {
            return Err(Fault::NotTolerated(kind));
        }
        if self.state.error.is_none() || kind.may_hide_games() {
            let place = self.here();
            // What stands before a game is counted to it.
            let game = self.game + u64::from(self.state.phase == Phase::Nothing);
            visitor.repair(Repair { game, place, kind });
        }
        Ok(())
    }

    /// Notes an error, if it is the first of its game.
    pub(super) fn note(&mut self, fault: Fault) {
        if self.state.error.is_none() {
            let place = self.here();
            self.state.error = Some(RecordError { game: self.game, place, fault });
            self.keep_rest();
        }
    }

    /// Keeps the text from here on, if its game has an error.
    fn keep_rest(&mut self) {
        if self.keeps_rest {
            self.lexer.source.keep();
        }
    }
}
