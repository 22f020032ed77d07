//! What cannot be played, kept as text.

use std::fmt::Write as _;
use std::ops::Range;

use super::RawGame;
use super::show::Trace;
use crate::builder::TreeBuilder;
use crate::error::{Location, RecordError};
use crate::limits::LONGEST_COMMENT;
use crate::raw_event::RawEvent;
use crate::repair::{Repair, RepairKind};
use crate::replay_board::ReplayBoard;
use crate::visitor::{CommentPlace, Visitor};

impl RawGame {
    /// The same game with comments in place of what cannot be played: what follows an error, and the rest of each
    /// variation from an illegal move on. They say why, and hold the text; `{`, `}` and `[%` are written `<`, `>` and
    /// `[ %` there, so that they mean nothing when the text is read again.
    ///
    /// ```
    /// use chess::Chess;
    /// use damier_record::{ReadOptions, replay_board, read_raw_games};
    ///
    /// let text = "1. e4 e5 (1... e5 2. Ke3 {why?} Nf6) 2. Bb5 Qa1 3. Nf3 *";
    /// for game in read_raw_games(text.as_bytes(), ReadOptions::pgn()) {
    ///     let mut board = replay_board::<Chess>();
    ///     let game = game?.with_rest_as_comments(None, &mut *board).resolve::<Chess>().unwrap();
    ///     let text = damier_record::WriteOptions::pgn().to_text(&game.tree).unwrap().replace('\n', " ");
    ///     assert!(text.contains("the text: 2. Ke3 <why?> Nf6"), "{text}");
    ///     assert!(text.ends_with("the text: Qa1 3. Nf3} *  "), "{text}");
    /// }
    /// # Ok::<(), damier_record::RecordError>(())
    /// ```
    #[must_use]
    pub fn with_rest_as_comments(mut self, error: Option<&RecordError>, board: &mut dyn ReplayBoard) -> Self {
        let mut builder = TreeBuilder::new(board, self.options);
        builder.begin_game(self.number, self.place);
        let mut trace = Trace::default();
        let failed = self.feed(&mut builder, &mut trace).err();
        let (_, repairs) = builder.take();
        let is_end = |event: &RawEvent| matches!(event, RawEvent::End(_));
        let last = self.events.pop_if(|(_, event)| is_end(event));
        let end = if failed.is_some() { trace.at.min(self.events.len()) } else { self.events.len() };
        let mut events = Vec::new();
        let mut at = 0;
        for cut in &trace.cuts {
            let reason = repairs.iter().find_map(|repair| match &repair.kind {
                RepairKind::VariationCut(fault) if repair.place == cut.begin => Some(fault.to_string()),
                _ => None,
            });
            let why = format!("The rest of the variation is not played: {}", reason.unwrap_or_default());
            let start = self.number_before(cut.events.start);
            events.extend_from_slice(&self.events[at..start.max(at)]);
            at = cut.events.end.min(end);
            let text = self.text_of(start..at);
            push_comments(&mut events, cut.begin, &why, &text);
        }
        let start = if failed.is_some() { self.number_before(end).max(at) } else { end };
        events.extend_from_slice(&self.events[at.min(start)..start]);
        let mut text = self.text_of(start..self.events.len());
        if let Some(rest) = &self.rest {
            let _ = write!(text, " {rest}");
        }
        if let Some(error) = failed.as_ref().or(error) {
            push_comments(&mut events, error.place, &format!("The rest is not played: {error}"), &text);
        }
        let place = last.as_ref().map_or(self.place, |(place, _)| *place);
        events.extend((0..open_variations(&events)).map(|_| (place, RawEvent::EndVariation)));
        events.extend(last);
        self.repairs
            .extend(repairs.into_iter().filter(|repair| matches!(repair.kind, RepairKind::VariationCut(_))));
        self.retain_repairs(failed.as_ref());
        self.events = events;
        self.rest = None;
        self
    }

    /// What was repaired after an error is not written, but may hide other games.
    fn retain_repairs(&mut self, failed: Option<&RecordError>) {
        let is_kept = |repair: &Repair| match failed {
            Some(error) if !self.is_foreign => repair.place < error.place || repair.kind.may_hide_games(),
            _ => true,
        };
        self.repairs.retain(is_kept);
        self.repairs.sort_by_key(|repair| repair.place);
    }

    /// Where the number of a move begins, which belongs to it.
    fn number_before(&self, index: usize) -> usize {
        let is_number = |index: usize| matches!(self.events[index].1, RawEvent::Number(_));
        (0..index).rev().take_while(|&before| is_number(before)).last().unwrap_or(index)
    }

    /// Events as a record writes them.
    fn text_of(&self, range: Range<usize>) -> String {
        let mut text = String::new();
        for (_, event) in &self.events[range] {
            let _ = match event {
                RawEvent::Number(word) | RawEvent::Move(word) => write!(text, " {word}"),
                RawEvent::Marks(marks) => write!(text, "{marks}"),
                RawEvent::Nag(nag) => write!(text, " ${nag}"),
                RawEvent::Comment(comment, _) => write!(text, " {{{comment}}}"),
                RawEvent::BeginVariation => write!(text, " ("),
                RawEvent::EndVariation => write!(text, " )"),
                RawEvent::SetUp(fen) => write!(text, " /FEN \"{fen}\"/"),
                RawEvent::Tag(name, value) => write!(text, " [{name} \"{value}\"]"),
                RawEvent::End(_) => Ok(()),
            };
        }
        text
    }
}

/// The longest piece of a text in one comment.
const PIECE: usize = LONGEST_COMMENT / 2;

/// Adds a text as a comment, or as several if it is long.
fn push_comments(events: &mut Vec<(Location, RawEvent)>, place: Location, why: &str, text: &str) {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let whole = if text.is_empty() { why.to_owned() } else { format!("{why}; the text: {text}") };
    let whole = whole.replace('{', "<").replace('}', ">").replace("[%", "[ %").replace('\0', " ");
    let mut rest = whole.as_str();
    let at = comment_place(events);
    while !rest.is_empty() {
        let end = match rest.len() <= PIECE {
            true => rest.len(),
            false => {
                let limit = (0..=PIECE).rev().find(|&end| rest.is_char_boundary(end)).unwrap_or(0);
                rest[..limit].rfind(' ').map_or(limit, |space| space + 1)
            }
        };
        let (piece, after) = rest.split_at(end);
        events.push((place, RawEvent::Comment(piece.trim_end().to_owned(), at)));
        rest = after;
    }
}

/// What a comment at the end of these events belongs to: the last move, or what follows a variation.
fn comment_place(events: &[(Location, RawEvent)]) -> CommentPlace {
    let last = events.iter().rev().find_map(|(_, event)| match event {
        RawEvent::Move(_) | RawEvent::SetUp(_) => Some(CommentPlace::After),
        RawEvent::BeginVariation | RawEvent::EndVariation => Some(CommentPlace::Before),
        _ => None,
    });
    last.unwrap_or(CommentPlace::Game)
}

/// How many variations these events leave open.
fn open_variations(events: &[(Location, RawEvent)]) -> usize {
    events.iter().fold(0, |open: usize, (_, event)| match event {
        RawEvent::BeginVariation => open + 1,
        RawEvent::EndVariation => open.saturating_sub(1),
        _ => open,
    })
}
