//! Reads a record and reports its contents to a visitor.

mod comments;
mod division;
mod errors;
mod fast_path;
mod moves;
mod other_letters;
mod structure;

pub(crate) use moves::{has_leading_zero, repair_move};

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::Read;

use crate::error::{Fault, Location, RecordError};
use crate::games::ReadOptions;
use crate::late_tag_checks::{CHECKED_LATER, Found, checked_later};
use crate::lexer::{Lexer, Syntax, Token};
use crate::piece_letters::Letters;
use crate::repair::RepairKind;
use crate::visitor::{CommentPlace, Flow, MoveText, Terminator, Visitor};

/// What a reader does with texts that break the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ReaderMode {
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
    pub(crate) mode: ReaderMode,
    letters: Letters,
    /// Where the game stands that is being read, or was last.
    pub(crate) state: State,
    /// The number of the game that is being read, or was last.
    pub(crate) game: u64,
    /// A tag that belongs to the next game and must be looked at again.
    is_pending: bool,
    /// Comments that stand before a game, each with its place.
    pub(crate) before: Vec<(Location, String)>,
    /// A tag value without its backslashes.
    pub(crate) value: String,
    /// The names of the tags of the game, each with a quote after it.
    names: Vec<u8>,
    /// What the visitor has repaired since it was last asked.
    found: Vec<RepairKind>,
    is_broken: bool,
    /// Whether the text after an error is kept.
    keeps_rest: bool,
    /// What is to be reported after the error of a game: a comment that may hide other games, and why the bytes end.
    later: VecDeque<RecordError>,
    /// Whether the last game ended with a result or `*`, and nothing is known to follow it.
    is_between_games: bool,
}

/// The state of the game that is being read.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) phase: Phase,
    /// For each open variation, what it interrupts.
    lines: Vec<LineState>,
    line: LineState,
    /// Variations deeper than this are skipped.
    skipped: Option<usize>,
    pub(crate) tags: usize,
    /// Where the tags stand that are checked later.
    tag_places: [Option<Location>; CHECKED_LATER],
    /// The location of the next report, if it is not the current token.
    at: Option<Location>,
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
struct LineState {
    has_move: bool,
    /// Whether there is more than one.
    has_moves: bool,
    /// Whether an empty line follows the last move, and then something that is not a move.
    is_divided: bool,
    /// What a comment would belong to.
    comment: CommentPlace,
    /// Whether a variation that this line is in was skipped by the visitor.
    is_told: bool,
    /// How many marks of strength the last move has.
    marks: u8,
    /// Whether a number follows the last move.
    is_numbered: bool,
}

impl LineState {
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

    /// A move was reported.
    #[inline]
    fn moved(&mut self) {
        self.passed_over();
        self.comment = CommentPlace::After;
        self.marks = 0;
        self.is_numbered = false;
    }

    /// A move stands here, reported or not.
    #[inline]
    fn passed_over(&mut self) {
        self.has_moves = self.has_move;
        self.has_move = true;
        self.is_divided = false;
    }

    /// A number was reported.
    #[inline]
    fn numbered(&mut self) {
        self.comment = CommentPlace::Before;
        self.is_numbered = true;
    }
}

/// Whether the game goes on after a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterToken {
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
            mode: ReaderMode::Tolerant,
            letters: Letters::English,
            state: State::new(),
            game: 0,
            is_pending: false,
            before: Vec::new(),
            value: String::new(),
            names: Vec::new(),
            found: Vec::new(),
            is_broken: false,
            keeps_rest: false,
            later: VecDeque::new(),
            is_between_games: false,
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
    pub fn with_mode(mut self, mode: ReaderMode) -> Self {
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

    /// Whether all games have been read, the last one ended with a result or `*`, and only white space follows it. If the
    /// input is a [`Part`](crate::Part) of a record, the next part begins another game then.
    #[must_use]
    pub fn ends_between_games(&self) -> bool {
        self.is_between_games
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
    /// call reports that; and, in the strict mode, that a comment after the error may hide other games. Such a
    /// second error has the number of the same game.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> Result<bool, RecordError> {
        if let Some(error) = self.later.pop_front() {
            return Err(error);
        }
        if self.is_broken {
            return Ok(false);
        }
        self.state = State::new();
        let was_between_games = std::mem::take(&mut self.is_between_games);
        let mut tokens = 0_u64;
        loop {
            tokens += 1;
            if let Err(fault) = self.tell_usual(visitor) {
                self.fail(fault, visitor)?;
                continue;
            }
            let token = if std::mem::take(&mut self.is_pending) { Token::Tag } else { self.lexer.next() };
            match self.token(token, visitor) {
                Ok(AfterToken::More) => {}
                Ok(AfterToken::NoGame) => {
                    self.is_between_games = was_between_games && tokens == 1;
                    return Ok(false);
                }
                Ok(step) => {
                    if matches!(step, AfterToken::Next | AfterToken::NextTags) {
                        self.is_pending = step == AfterToken::NextTags;
                        self.lexer.keep();
                    }
                    let terminator =
                        if let AfterToken::End(terminator) = step { terminator } else { Terminator::Missing };
                    let place = match self.comments_after(step, visitor) {
                        Ok(place) => place,
                        Err(fault) => {
                            self.fail(fault, visitor)?;
                            continue;
                        }
                    };
                    // A comment after the end may belong to the next game.
                    self.is_between_games = terminator != Terminator::Missing && place.is_none();
                    self.end_game(terminator, place, visitor);
                    return self.state.error.take().map_or(Ok(true), Err);
                }
                Err(fault) => self.fail(fault, visitor)?,
            }
        }
    }

    /// Reports the end of a game; its place, if the current token is another.
    fn end_game<V: Visitor>(&mut self, terminator: Terminator, place: Option<Location>, visitor: &mut V) {
        if self.state.error.is_some() {
            return;
        }
        if V::WANTS_PLACES {
            visitor.place(place.unwrap_or_else(|| self.lexer.source.place(0)));
        }
        let result = visitor.end_game(terminator, &mut self.found);
        if result.is_err() || !self.found.is_empty() {
            let place = place.unwrap_or_else(|| self.lexer.source.place(0));
            if let Err(fault) = self.settle_later(result, Found::AtEnd, place, visitor) {
                self.note(fault);
            }
        }
    }

    /// Begins a game at the current token.
    pub(crate) fn begin<V: Visitor>(&mut self, visitor: &mut V) {
        self.game += 1;
        self.names.clear();
        self.state.phase = Phase::Tags;
        let place = self.before.first().map(|(place, _)| *place);
        let place = place.unwrap_or_else(|| self.lexer.source.place(0));
        visitor.begin_game(self.game, place);
        if self.game == 1 && self.lexer.has_mark {
            self.state.at = Some(Location { line: 1, column: 1 });
            if let Err(fault) = self.repair(RepairKind::ByteOrderMark, visitor) {
                self.note(fault);
            }
        }
        for (place, text) in std::mem::take(&mut self.before) {
            if V::WANTS_PLACES {
                visitor.place(place);
            }
            visitor.comment(&text, CommentPlace::Game);
            // Before the first game it can belong to no other.
            if self.game > 1 {
                self.state.at = Some(place);
                if let Err(fault) = self.repair(RepairKind::CommentBetweenGames, visitor) {
                    self.note(fault);
                }
            }
        }
    }

    #[inline]
    fn token<V: Visitor>(&mut self, token: Token, visitor: &mut V) -> Result<AfterToken, Fault> {
        match token {
            Token::Move { end, .. } if self.state.other_result.is_some() && self.is_other_result(end) => {
                return self.other_result(end, visitor);
            }
            Token::OtherMove { end, marks_end } => self.other_move((end, marks_end), visitor)?,
            Token::Move { end, marks_end } if self.letters != Letters::English => {
                self.other_move((end, marks_end), visitor)?;
            }
            Token::Move { end, marks_end } => {
                self.enter(visitor)?;
                if !self.state.is_told() {
                    self.state.line.passed_over();
                    return Ok(AfterToken::More);
                }
                let unusual = self.unusual_text(end);
                if unusual.is_some() && self.is_no_move(&unusual, visitor)? {
                    return Ok(AfterToken::More);
                }
                if V::WANTS_PLACES {
                    visitor.place(self.lexer.source.place(0));
                }
                let result = visitor.mv(MoveText::new(self.lexer.word_at(end)), &mut self.found);
                self.state.line.moved();
                let is_played = match result {
                    Ok(()) if unusual.is_none() && self.found.is_empty() => true,
                    result => self.after_move(unusual, result, visitor)?,
                };
                if end < marks_end && is_played {
                    self.marks(end, marks_end, visitor)?;
                }
            }
            Token::Number { end, .. } if self.begins_game(end) => {
                return Ok(self.next_moves(visitor));
            }
            Token::Number { end, digits } => {
                self.enter(visitor)?;
                let is_bare = end == digits && self.lexer.syntax == Syntax::Pdn;
                if is_bare && !self.lexer.is_move_number(digits) {
                    self.bare_squares(end, visitor)?;
                } else if self.state.is_told() {
                    if is_bare {
                        let found = self.text(0, end).into_owned();
                        self.repair(RepairKind::NumberWithoutDot { found }, visitor)?;
                    }
                    if V::WANTS_PLACES {
                        visitor.place(self.lexer.source.place(0));
                    }
                    self.state.line.numbered();
                    let result = visitor.move_number(MoveText::new(self.lexer.word_at(end)), &mut self.found);
                    self.settle_number(result, visitor)?;
                }
            }
            Token::Comment(_) if self.is_of_next_game() => return Ok(self.next_moves(visitor)),
            Token::Comment(found) => {
                self.state.line.is_divided |= self.lexer.source.is_after_empty_line();
                self.comment(found, visitor)?;
            }
            Token::Tag => return self.tag(visitor),
            Token::Nag(nag) => {
                self.enter(visitor)?;
                self.state.line.is_divided |= self.lexer.source.is_after_empty_line();
                if self.state.is_told() {
                    if !self.state.line.has_move && !self.state.lines.is_empty() {
                        self.repair(RepairKind::NagBeforeMove { nag }, visitor)?;
                    } else if self.state.line.has_move && self.state.line.comment == CommentPlace::Before {
                        self.repair(RepairKind::NagApart { nag }, visitor)?;
                    }
                    visitor.nag(nag);
                }
            }
            Token::Marks(end) => self.detached_marks(end, visitor)?,
            Token::Open => self.open(visitor)?,
            Token::Close => self.close(visitor)?,
            Token::Star => return self.star(visitor),
            Token::Result { result, text } => {
                self.check_result_text(text, visitor)?;
                return self.result(Terminator::Result { result, text }, visitor);
            }
            Token::SetUp { start, end } => self.set_up((start, end), visitor)?,
            Token::SpacedMove(end) => self.spaced_move(end, visitor)?,
            Token::FarNag(end) => {
                let found = self.text(0, end).into_owned();
                self.dropped(RepairKind::FarNag { found }, visitor)?;
            }
            Token::Dots => self.dropped(RepairKind::StrayDots, visitor)?,
            Token::Escape if self.state.is_told() => self.repair(RepairKind::EscapedLine, visitor)?,
            Token::Escape => {}
            Token::EnPassant => self.dropped(RepairKind::EnPassantMark, visitor)?,
            Token::Fault => return Err(self.lexer.take_fault()),
            Token::End => return self.end(visitor),
        }
        Ok(AfterToken::More)
    }

    /// From the tags to the moves.
    #[inline]
    pub(crate) fn enter<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), Fault> {
        if self.state.phase == Phase::Moves { Ok(()) } else { self.enter_moves(visitor) }
    }

    #[cold]
    fn enter_moves<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), Fault> {
        if self.state.phase == Phase::Nothing {
            self.begin(visitor);
        }
        self.state.phase = Phase::Moves;
        if self.state.error.is_none() {
            if V::WANTS_PLACES {
                visitor.place(self.lexer.source.place(0));
            }
            let result = visitor.end_tags(&mut self.found);
            if let Ok(flow) = &result {
                self.state.line.is_told = *flow == Flow::Visit;
            }
            if result.is_err() || !self.found.is_empty() {
                let place = self.lexer.source.place(0);
                self.settle_later(result.map(|_| ()), Found::AfterTags, place, visitor)?;
            }
        }
        Ok(())
    }

    /// A part of the current token as text.
    pub(crate) fn text(&self, start: usize, end: usize) -> Cow<'_, str> {
        String::from_utf8_lossy(self.lexer.source.part(start, end))
    }
}

impl State {
    fn new() -> Self {
        let line = LineState::new(CommentPlace::Game, true);
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

    /// Where the first of these tags stands that the game has.
    pub(super) fn tag_place(&self, names: &[&str]) -> Option<Location> {
        names.iter().find_map(|name| checked_later(name.as_bytes()).and_then(|tag| self.tag_places[tag]))
    }

    /// Whether the visitor wants to know.
    #[inline]
    pub(crate) fn is_told(&self) -> bool {
        self.line.is_told && self.skipped.is_none() && self.error.is_none()
    }
}
