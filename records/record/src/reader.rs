//! Goes through a record and tells a visitor what stands there.

mod comments;
mod division;
mod faults;
mod letters;
mod moves;
mod parts;
mod usual;

pub(crate) use moves::{has_leading_zero, repair_move};

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::Read;

use crate::blame::{CHECKED_LATER, Found};
use crate::error::{Fault, Place, RecordError};
use crate::games::ReadOptions;
use crate::letters::Letters;
use crate::lexer::{Lexer, Syntax, Token};
use crate::repair::RepairKind;
use crate::visitor::{CommentPlace, Flow, MoveText, Terminator, Visitor};

/// What a reader does with texts that break the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// Reads what can be understood, and reports each repair.
    #[default]
    Tolerant,
    /// Every repair would be an error.
    Strict,
}

/// Reads games from a stream, one after the other, without ever holding the whole of it.
///
/// The buffer is as long as the longest token, at most a small multiple of
/// [`LONGEST_COMMENT`](crate::LONGEST_COMMENT).
#[derive(Debug)]
pub struct Reader<R> {
    pub(crate) lexer: Lexer<R>,
    pub(crate) mode: Mode,
    letters: Letters,
    /// The number of the game that is being read, or was last.
    pub(crate) game: u64,
    /// A tag that belongs to the next game and must be looked at again.
    is_pending: bool,
    /// Comments that stand before a game, each with its place.
    pub(crate) before: Vec<(Place, String)>,
    /// A tag value without its backslashes.
    pub(crate) value: String,
    /// The names of the tags of the game, each with a quote after it.
    names: Vec<u8>,
    is_broken: bool,
    /// Whether the text behind an error is kept.
    keeps_rest: bool,
    /// What is to be told after the error of a game: a comment that may hide other games, and why the bytes end.
    later: VecDeque<RecordError>,
}

/// Where a game stands.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) phase: Phase,
    /// For each open variation, what it interrupts.
    lines: Vec<Line>,
    line: Line,
    /// Variations deeper than this are passed over.
    skipped: Option<usize>,
    pub(crate) tags: usize,
    /// Where the tags stand that are checked later.
    tag_places: [Option<Place>; CHECKED_LATER],
    /// Where what is told of stands, if not at the current token.
    at: Option<Place>,
    /// Whether a separator without a game was reported.
    has_separator: bool,
    /// What the tag gives as a result, in PDN; and where it is none of the usual ones.
    result: Option<&'static str>,
    other_result: Option<Box<str>>,
    /// Whether it was reported that pieces have other letters.
    has_letters: bool,
    pub(crate) error: Option<RecordError>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Nothing,
    Tags,
    Moves,
}

/// One line of moves: the game, or a variation.
#[derive(Clone, Copy, Debug)]
struct Line {
    has_move: bool,
    /// Whether there is more than one.
    has_moves: bool,
    /// Whether an empty line stands behind the last move, and something that is no move behind that.
    is_divided: bool,
    /// What a comment would belong to.
    comment: CommentPlace,
    /// Whether a variation that this line is in was skipped by the visitor.
    is_told: bool,
    /// How many marks of strength the last move has.
    marks: u8,
    /// Whether a number stands behind the last move.
    is_numbered: bool,
}

impl Line {
    fn new(comment: CommentPlace, is_told: bool) -> Self {
        Self {
            has_move: false,
            has_moves: false,
            is_divided: false,
            comment,
            is_told,
            marks: 0,
            is_numbered: false,
        }
    }

    /// A move was told.
    #[inline]
    fn moved(&mut self) {
        self.passed_over();
        self.comment = CommentPlace::After;
        self.marks = 0;
        self.is_numbered = false;
    }

    /// A move stands here, told or not.
    #[inline]
    fn passed_over(&mut self) {
        self.has_moves = self.has_move;
        self.has_move = true;
        self.is_divided = false;
    }

    /// A number was told.
    #[inline]
    fn numbered(&mut self) {
        self.comment = CommentPlace::Before;
        self.is_numbered = true;
    }
}

/// Whether the game goes on after a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    More,
    End(Terminator),
    /// The token begins the next game.
    Next,
    /// The same, and it is a tag.
    NextTags,
    /// Nothing is left, and there was no game.
    NoGame,
}

impl<R: Read> Reader<R> {
    /// A tolerant reader.
    #[must_use]
    pub fn new(read: R, syntax: Syntax) -> Self {
        Self {
            lexer: Lexer::new(read, syntax),
            mode: Mode::Tolerant,
            letters: Letters::English,
            game: 0,
            is_pending: false,
            before: Vec::new(),
            value: String::new(),
            names: Vec::new(),
            is_broken: false,
            keeps_rest: false,
            later: VecDeque::new(),
        }
    }

    /// A reader with the syntax, the mode and the letters of these options.
    #[must_use]
    pub fn with_options(read: R, options: ReadOptions) -> Self {
        let ReadOptions { syntax, mode, letters, keeps_rest, .. } = options;
        Self { mode, letters, keeps_rest, ..Self::new(read, syntax) }
    }

    /// The same reader in another mode.
    #[must_use]
    pub fn with_mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// The text of the last game from its error on, with U+FFFD where it is not UTF-8.
    pub(crate) fn take_rest(&mut self) -> Option<String> {
        let length = self.lexer.length();
        let rest = self.lexer.source.take_kept(length)?;
        Some(String::from_utf8_lossy(&rest).into_owned())
    }

    /// How many games have begun.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.game
    }

    /// How many bytes the buffer holds at most, by now.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.lexer.source.capacity()
    }

    /// Shows the next game to a visitor. `false` when there is none.
    ///
    /// # Errors
    ///
    /// When the game cannot be read. The next call goes on with the game after it; after
    /// [`Fault::Io`] there is none. Where the bytes end inside a game that has another error, the next
    /// call tells that they do; and, in the strict mode, that a comment behind the error may hide other games. Such a
    /// second error has the number of the same game.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> Result<bool, RecordError> {
        if let Some(error) = self.later.pop_front() {
            return Err(error);
        }
        if self.is_broken {
            return Ok(false);
        }
        let mut state = State::new();
        loop {
            if let Err(fault) = self.tell_usual(&mut state, visitor) {
                self.fail(fault, &mut state, visitor)?;
                continue;
            }
            let token = if std::mem::take(&mut self.is_pending) { Token::Tag } else { self.lexer.next() };
            match self.token(token, &mut state, visitor) {
                Ok(Step::More) => {}
                Ok(Step::NoGame) => return Ok(false),
                Ok(step) => {
                    if matches!(step, Step::Next | Step::NextTags) {
                        self.is_pending = step == Step::NextTags;
                        self.lexer.keep();
                    }
                    let terminator =
                        if let Step::End(terminator) = step { terminator } else { Terminator::Missing };
                    let place = match self.comments_after(step, &mut state, visitor) {
                        Ok(place) => place,
                        Err(fault) => {
                            self.fail(fault, &mut state, visitor)?;
                            continue;
                        }
                    };
                    self.end_game(terminator, place, &mut state, visitor);
                    return state.error.map_or(Ok(true), Err);
                }
                Err(fault) => self.fail(fault, &mut state, visitor)?,
            }
        }
    }

    /// Tells the end of a game; its place, if the current token is another.
    fn end_game<V: Visitor>(
        &mut self,
        terminator: Terminator,
        place: Option<Place>,
        state: &mut State,
        visitor: &mut V,
    ) {
        if state.error.is_some() {
            return;
        }
        if V::WANTS_PLACES {
            visitor.place(place.unwrap_or_else(|| self.lexer.source.place(0)));
        }
        if let Err(fault) = visitor.end_game(terminator) {
            let place = place.unwrap_or_else(|| self.lexer.source.place(0));
            if let Err(fault) = self.refused_later(fault, Found::AtEnd, place, state, visitor) {
                self.note(fault, state);
            }
        }
    }

    /// Begins a game at the current token.
    pub(crate) fn begin<V: Visitor>(&mut self, state: &mut State, visitor: &mut V) {
        self.game += 1;
        self.names.clear();
        state.phase = Phase::Tags;
        let place = self.before.first().map(|(place, _)| *place);
        let place = place.unwrap_or_else(|| self.lexer.source.place(0));
        visitor.begin_game(self.game, place);
        if self.game == 1 && self.lexer.has_mark {
            state.at = Some(Place { line: 1, column: 1 });
            if let Err(fault) = self.repair(RepairKind::ByteOrderMark, state, visitor) {
                self.note(fault, state);
            }
        }
        for (place, text) in std::mem::take(&mut self.before) {
            if V::WANTS_PLACES {
                visitor.place(place);
            }
            visitor.comment(&text, CommentPlace::Game);
            // Before the first game it can belong to no other.
            if self.game > 1 {
                state.at = Some(place);
                if let Err(fault) = self.repair(RepairKind::CommentBetweenGames, state, visitor) {
                    self.note(fault, state);
                }
            }
        }
    }

    #[inline]
    fn token<V: Visitor>(&mut self, token: Token, state: &mut State, visitor: &mut V) -> Result<Step, Fault> {
        match token {
            Token::Move { end, .. } if state.other_result.is_some() && self.is_other_result(end, state) => {
                return self.other_result(end, state, visitor);
            }
            Token::OtherMove { end, marks_end } => self.other_move((end, marks_end), state, visitor)?,
            Token::Move { end, marks_end } if self.letters != Letters::English => {
                self.other_move((end, marks_end), state, visitor)?;
            }
            Token::Move { end, marks_end } => {
                self.enter(state, visitor)?;
                if !state.is_told() {
                    state.line.passed_over();
                    return Ok(Step::More);
                }
                let unusual = self.unusual_text(end);
                if unusual.is_some() && self.is_no_move(&unusual, state, visitor)? {
                    return Ok(Step::More);
                }
                if V::WANTS_PLACES {
                    visitor.place(self.lexer.source.place(0));
                }
                let result = visitor.mv(MoveText::new(self.word(end)));
                state.line.moved();
                let is_played = match result {
                    Ok(()) if unusual.is_none() => true,
                    result => self.after_move(unusual, result, state, visitor)?,
                };
                if end < marks_end && is_played {
                    self.marks(end, marks_end, state, visitor)?;
                }
            }
            Token::Number { end, .. } if self.begins_game(end, state) => {
                return Ok(self.next_moves(state, visitor));
            }
            Token::Number { end, digits } => {
                self.enter(state, visitor)?;
                let is_bare = end == digits && self.lexer.syntax == Syntax::Pdn;
                if is_bare && !self.lexer.is_move_number(digits) {
                    self.bare_squares(end, state, visitor)?;
                } else if state.is_told() {
                    if is_bare {
                        let found = self.text(0, end).into_owned();
                        self.repair(RepairKind::NumberWithoutDot { found }, state, visitor)?;
                    }
                    if V::WANTS_PLACES {
                        visitor.place(self.lexer.source.place(0));
                    }
                    state.line.numbered();
                    if let Err(fault) = visitor.move_number(MoveText::new(self.word(end))) {
                        self.refused_number(fault, state, visitor)?;
                    }
                }
            }
            Token::Comment(_) if self.is_of_next_game(state) => return Ok(self.next_moves(state, visitor)),
            Token::Comment(found) => {
                state.line.is_divided |= self.lexer.source.is_after_empty_line();
                self.comment(found, state, visitor)?;
            }
            Token::Tag => return self.tag(state, visitor),
            Token::Nag(nag) => {
                self.enter(state, visitor)?;
                state.line.is_divided |= self.lexer.source.is_after_empty_line();
                if state.is_told() {
                    if !state.line.has_move && !state.lines.is_empty() {
                        self.repair(RepairKind::NagBeforeMove { nag }, state, visitor)?;
                    } else if state.line.has_move && state.line.comment == CommentPlace::Before {
                        self.repair(RepairKind::NagApart { nag }, state, visitor)?;
                    }
                    visitor.nag(nag);
                }
            }
            Token::Marks(end) => self.detached_marks(end, state, visitor)?,
            Token::Open => self.open(state, visitor)?,
            Token::Close => self.close(state, visitor)?,
            Token::Star => return self.star(state, visitor),
            Token::Result { result, text } => {
                self.check_result_text(text, state, visitor)?;
                return self.result(Terminator::Result { result, text }, state, visitor);
            }
            Token::SetUp { start, end } => self.set_up((start, end), state, visitor)?,
            Token::SpacedMove(end) => self.spaced_move(end, state, visitor)?,
            Token::FarNag(end) => {
                let found = self.text(0, end).into_owned();
                self.dropped(RepairKind::FarNag { found }, state, visitor)?;
            }
            Token::Dots => self.dropped(RepairKind::StrayDots, state, visitor)?,
            Token::Escape if state.is_told() => self.repair(RepairKind::EscapedLine, state, visitor)?,
            Token::Escape => {}
            Token::EnPassant => self.dropped(RepairKind::EnPassantMark, state, visitor)?,
            Token::Fault => return Err(self.lexer.take_fault()),
            Token::End => return self.end(state, visitor),
        }
        Ok(Step::More)
    }

    /// From the tags to the moves.
    #[inline]
    pub(crate) fn enter<V: Visitor>(&mut self, state: &mut State, visitor: &mut V) -> Result<(), Fault> {
        if state.phase == Phase::Moves { Ok(()) } else { self.enter_moves(state, visitor) }
    }

    #[cold]
    fn enter_moves<V: Visitor>(&mut self, state: &mut State, visitor: &mut V) -> Result<(), Fault> {
        if state.phase == Phase::Nothing {
            self.begin(state, visitor);
        }
        state.phase = Phase::Moves;
        if state.error.is_none() {
            if V::WANTS_PLACES {
                visitor.place(self.lexer.source.place(0));
            }
            match visitor.end_tags() {
                Ok(flow) => state.line.is_told = flow == Flow::Visit,
                Err(fault) => {
                    let place = self.lexer.source.place(0);
                    self.refused_later(fault, Found::AfterTags, place, state, visitor)?;
                }
            }
        }
        Ok(())
    }

    /// The beginning of the current token, where that is a move or a number.
    #[inline]
    fn word(&self, end: usize) -> &str {
        let source = &self.lexer.source;
        // What stands after a byte that is not UTF-8 is not known as text.
        let text = source.text(0, end);
        text.unwrap_or_else(|| std::str::from_utf8(source.part(0, end)).expect("moves are ASCII"))
    }

    /// A part of the current token as text.
    pub(crate) fn text(&self, start: usize, end: usize) -> Cow<'_, str> {
        String::from_utf8_lossy(self.lexer.source.part(start, end))
    }
}

impl State {
    fn new() -> Self {
        let line = Line::new(CommentPlace::Game, true);
        Self {
            phase: Phase::Nothing,
            lines: Vec::new(),
            line,
            skipped: None,
            tags: 0,
            tag_places: [None; CHECKED_LATER],
            at: None,
            has_separator: false,
            result: None,
            other_result: None,
            has_letters: false,
            error: None,
        }
    }

    /// Whether the visitor wants to know.
    #[inline]
    pub(crate) fn is_told(&self) -> bool {
        self.line.is_told && self.skipped.is_none() && self.error.is_none()
    }
}
