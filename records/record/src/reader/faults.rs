//! What becomes of faults and repairs.

use std::io::Read;

use super::{Mode, Phase, Reader, State};
use crate::blame::{Found, checked_later};
use crate::error::{Fault, Place, RecordError};
use crate::numbers::lacks_dots;
use crate::repair::{Repair, RepairKind};
use crate::visitor::Visitor;

impl<R: Read> Reader<R> {
    /// Notes an error and finds a way on.
    #[cold]
    pub(super) fn fail<V: Visitor>(
        &mut self,
        fault: Fault,
        state: &mut State,
        visitor: &mut V,
    ) -> Result<(), RecordError> {
        let is_io = matches!(fault, Fault::Io { .. });
        let is_between = state.phase == Phase::Nothing;
        // Where nothing can be read there is no game that could begin.
        if is_between && !is_io {
            self.begin(state, visitor);
        }
        let is_open_comment =
            fault.is_open_comment() || fault == Fault::NotTolerated(RepairKind::TagInComment);
        let game = self.game + u64::from(is_between && is_io);
        let place = self.here(state);
        if is_open_comment && state.error.is_some() && self.mode == Mode::Tolerant {
            visitor.repair(Repair { game, place, kind: RepairKind::OpenComment });
        }
        let error = RecordError { game, place, fault };
        if is_io {
            self.is_broken = true;
            return Err(match state.error.take() {
                None => error,
                Some(first) => {
                    self.later.push_back(error);
                    first
                }
            });
        }
        match &state.error {
            None => {
                state.error = Some(error);
                self.keep_rest();
            }
            // One such message for each game is enough.
            Some(first) => {
                let is_told = self.mode == Mode::Strict && error.fault.may_hide_games();
                if is_told && self.later.is_empty() && !first.fault.may_hide_games() {
                    self.later.push_back(error);
                }
            }
        }
        if is_open_comment {
            self.lexer.keep();
            if let Err(fault) = self.lexer.skip_to_tag_line() {
                return self.fail(fault, state, visitor);
            }
        }
        Ok(())
    }

    /// Where what is told of stands.
    pub(super) fn here(&mut self, state: &mut State) -> Place {
        state.at.take().unwrap_or_else(|| self.lexer.source.place(0))
    }

    /// A visitor refused what tags say, as it turned out later: each fault stands at its tag, if it has one.
    #[cold]
    pub(super) fn refused_later<V: Visitor>(
        &mut self,
        fault: Fault,
        found: Found,
        place: Place,
        state: &mut State,
        visitor: &mut V,
    ) -> Result<(), Fault> {
        for fault in fault.into_each() {
            let tag_place =
                |name: &&str| checked_later(name.as_bytes()).and_then(|tag| state.tag_places[tag]);
            let tag_place = fault.about(found).iter().find_map(tag_place);
            state.at = Some(tag_place.unwrap_or(place));
            self.refused(fault, state, visitor)?;
        }
        state.at = None;
        Ok(())
    }

    /// A visitor refused something: inside a variation that ends only the variation.
    #[cold]
    pub(super) fn refused<V: Visitor>(
        &mut self,
        fault: Fault,
        state: &mut State,
        visitor: &mut V,
    ) -> Result<(), Fault> {
        if let Fault::NotTolerated(kind) = fault {
            return self.repair(kind, state, visitor);
        }
        if let Fault::Several(faults) = fault {
            return faults.into_iter().try_for_each(|fault| self.refused(fault, state, visitor));
        }
        if state.lines.is_empty() || self.mode == Mode::Strict {
            return Err(fault);
        }
        state.skipped = Some(state.lines.len());
        self.repair(RepairKind::VariationCut(Box::new(fault)), state, visitor)
    }

    /// A visitor refused a move number, or the move of a number: dots after it may make it right.
    #[cold]
    pub(super) fn refused_number<V: Visitor>(
        &mut self,
        fault: Fault,
        state: &mut State,
        visitor: &mut V,
    ) -> Result<(), Fault> {
        if lacks_dots(&fault) && self.lexer.has_dots_after() {
            return Ok(());
        }
        self.refused(fault, state, visitor)
    }

    /// Reports a repair, or makes it an error.
    #[cold]
    pub(super) fn repair<V: Visitor>(
        &mut self,
        kind: RepairKind,
        state: &mut State,
        visitor: &mut V,
    ) -> Result<(), Fault> {
        if self.mode == Mode::Strict {
            return Err(Fault::NotTolerated(kind));
        }
        if state.error.is_none() || kind.may_hide_games() {
            let place = self.here(state);
            // What stands before a game is counted to it.
            let game = self.game + u64::from(state.phase == Phase::Nothing);
            visitor.repair(Repair { game, place, kind });
        }
        Ok(())
    }

    /// Notes an error, if it is the first of its game.
    pub(super) fn note(&mut self, fault: Fault, state: &mut State) {
        if state.error.is_none() {
            let place = self.here(state);
            state.error = Some(RecordError { game: self.game, place, fault });
            self.keep_rest();
        }
    }

    /// Keeps the text from here on, of a game with an error.
    fn keep_rest(&mut self) {
        if self.keeps_rest {
            self.lexer.source.keep();
        }
    }
}
