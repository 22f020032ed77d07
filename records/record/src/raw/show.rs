//! Raw games shown to visitors, with the same rules for faults as a reader has.

use std::ops::Range;

use super::RawGame;
use crate::error::{Fault, Location, RecordError};
use crate::late_tag_checks::Found;
use crate::numbers::lacks_dots;
use crate::raw_event::RawEvent;
use crate::reader::ReaderMode;
use crate::repair::{Repair, RepairKind};
use crate::visitor::Visitor;

impl RawGame {
    /// Shows the game to a visitor, as [`Reader::read_game`](crate::Reader::read_game) does.
    ///
    /// # Errors
    ///
    /// What the visitor refuses.
    pub fn show<V: Visitor>(&self, visitor: &mut V) -> Result<(), RecordError> {
        visitor.begin_game(self.number, self.place);
        for repair in &self.repairs {
            visitor.repair(repair.clone());
        }
        self.feed(visitor, &mut Trace::default())
    }

    /// Shows the game to a builder, with the same rules for faults as the reader has. Notes which parts were cut off.
    pub(super) fn feed<V: Visitor>(&self, visitor: &mut V, trace: &mut Trace) -> Result<(), RecordError> {
        let mut has_moves = false;
        let mut depth = 0_usize;
        let mut skipped = None;
        let mut events = self.events.iter().enumerate().peekable();
        while let Some((index, (place, event))) = events.next() {
            trace.at = index;
            if !has_moves && !event.is_before_moves() {
                has_moves = true;
                self.end_tags(self.tags_end.unwrap_or(*place), visitor)?;
            }
            match event {
                RawEvent::BeginVariation => depth += 1,
                RawEvent::EndVariation => {
                    if skipped == Some(depth) {
                        skipped = None;
                        let cut = trace.cuts.last_mut().expect("it was cut");
                        (cut.end, cut.events.end) = (Some(*place), index);
                    }
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
            if skipped.is_some() {
                continue;
            }
            let unusual = if self.is_foreign { event.unusual(self.options.syntax) } else { Vec::new() };
            if let (ReaderMode::Strict, Some(kind)) = (self.options.mode, unusual.first()) {
                return Err(RecordError { game: self.number, place: *place, fault: kind.clone().into() });
            }
            let mut repairs = Vec::new();
            let result = event.tell(visitor, &mut repairs);
            if result.is_ok() {
                let told = unusual.into_iter().map(|kind| Repair { game: self.number, place: *place, kind });
                told.for_each(|repair| visitor.repair(repair));
            }
            match event {
                // Dots after the number may make it right.
                RawEvent::Number(_)
                    if matches!(&repairs[..], [kind] if lacks_dots(kind))
                        && events
                            .peek()
                            .is_some_and(|(_, (at, next))| next.is_dots() && self.is_next(*place, *at)) => {}
                RawEvent::End(_) => {
                    self.settle_later(result, repairs, Found::AtEnd, *place, visitor)?;
                }
                _ => {
                    repairs.into_iter().try_for_each(|kind| self.settle_repair(kind, *place, visitor))?;
                    self.settle(result, *place, depth, &mut skipped, visitor)?;
                }
            }
            if skipped.is_some() {
                let is_at_move = matches!(event, RawEvent::Move(_));
                let events = index..self.events.len();
                trace.cuts.push(Cut { begin: *place, end: None, events, is_at_move });
            }
        }
        match self.tags_end {
            // Of what followed the tags nothing could be read.
            Some(place) if !has_moves => self.end_tags(place, visitor),
            _ => Ok(()),
        }
    }

    /// Whether nothing was dropped between two events that follow each other.
    fn is_next(&self, place: Location, next: Location) -> bool {
        let after = self.repairs.partition_point(|repair| repair.place <= place);
        self.repairs.get(after).is_none_or(|repair| repair.place >= next)
    }

    fn end_tags<V: Visitor>(&self, place: Location, visitor: &mut V) -> Result<(), RecordError> {
        let mut repairs = Vec::new();
        let result = visitor.end_tags(&mut repairs).map(|_| ());
        self.settle_later(result, repairs, Found::AfterTags, place, visitor)
    }

    /// What is found later stands at the tag that it is about, if there is one.
    fn settle_later<V: Visitor>(
        &self,
        result: Result<(), Fault>,
        repairs: Vec<RepairKind>,
        found: Found,
        place: Location,
        visitor: &mut V,
    ) -> Result<(), RecordError> {
        for kind in repairs {
            let place = self.tag_place(kind.about(found)).unwrap_or(place);
            self.settle_repair(kind, place, visitor)?;
        }
        result.map_err(|fault| {
            let place = self.tag_place(fault.about(found)).unwrap_or(place);
            RecordError { game: self.number, place, fault }
        })
    }

    /// Reports a repair; in the strict mode it is an error.
    fn settle_repair<V: Visitor>(
        &self,
        kind: RepairKind,
        place: Location,
        visitor: &mut V,
    ) -> Result<(), RecordError> {
        if self.options.mode == ReaderMode::Strict {
            return Err(RecordError { game: self.number, place, fault: kind.into() });
        }
        visitor.repair(Repair { game: self.number, place, kind });
        Ok(())
    }

    /// A fault ends the game; in a variation the tolerant mode only cuts the variation off.
    fn settle<V: Visitor>(
        &self,
        result: Result<(), Fault>,
        place: Location,
        depth: usize,
        skipped: &mut Option<usize>,
        visitor: &mut V,
    ) -> Result<(), RecordError> {
        let Err(fault) = result else { return Ok(()) };
        if depth == 0 || self.options.mode == ReaderMode::Strict {
            return Err(RecordError { game: self.number, place, fault });
        }
        *skipped = Some(depth);
        self.settle_repair(RepairKind::VariationCut(Box::new(fault)), place, visitor)
    }
}

/// How a game was replayed.
#[derive(Default)]
pub(super) struct Trace {
    pub(super) cuts: Vec<Cut>,
    /// The last event that was told.
    pub(super) at: usize,
}

/// What was cut off of a variation: from the move that is not legal to the end.
pub(super) struct Cut {
    pub(super) begin: Location,
    /// Nothing where the game has an error before the end.
    end: Option<Location>,
    /// Which events those are.
    pub(super) events: Range<usize>,
    /// Whether it begins with a move, and not with a set-up.
    is_at_move: bool,
}

/// Whether what was repaired is still there after variations were cut off, or was read before. What may hide other games
/// is reported in any case.
pub(super) fn survives(repair: &Repair, cuts: &[Cut]) -> bool {
    // The cuts are in order; the last that begins before the repair is the only one that it can be in.
    let before = cuts.partition_point(|cut| cut.begin <= repair.place);
    let Some(cut) = before.checked_sub(1).map(|last| &cuts[last]) else { return true };
    let is_cut = match repair.place == cut.begin {
        true => cut.is_at_move && repair.kind.is_of_move(),
        false => cut.end.is_none_or(|end| repair.place < end),
    };
    !is_cut || repair.kind.may_hide_games()
}
