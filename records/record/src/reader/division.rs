//! Where one game ends and the next begins, though neither a result nor a tag says so.

use std::io::Read;

use memchr::memchr;

use super::{AfterToken, Phase, Reader};
use crate::byte_class::{SPACE, run};
use crate::lexer::LOOKAHEAD;
use crate::limits::MOST_COMMENTS_BEFORE;
use crate::repair::RepairKind;
use crate::visitor::Visitor;

/// How far after a comment the first move number of a game is looked for.
const NEAR: usize = 1 << 12;

impl<R: Read> Reader<R> {
    /// Whether the move number at the cursor begins another game: it is 1, follows an empty line, and the game has
    /// moves already. Some number every paragraph of a game, so that `1...` goes on after one move.
    #[inline]
    pub(super) fn begins_game(&self, end: usize) -> bool {
        let word = self.lexer.source.part(0, end);
        // Most numbers are decided here.
        matches!(word, [b'1'] | [b'1', b'.', ..])
            && self.is_division()
            && (word.len() <= 2 || self.state.line.has_moves)
            && (word.len() > 1 || self.lexer.is_move_number(1))
    }

    /// Whether the comment at the cursor follows an empty line and is followed, perhaps after more such comments, by
    /// the first number of another game.
    pub(super) fn is_of_next_game(&mut self) -> bool {
        if !self.is_division() {
            return false;
        }
        // A failure here is reported when the bytes are asked for.
        let _ = self.lexer.source.ensure(self.lexer.length() + NEAR.max(LOOKAHEAD));
        let mut rest = self.lexer.source.bytes().get(self.lexer.length()..).unwrap_or_default();
        for _ in 0..MOST_COMMENTS_BEFORE {
            rest = &rest[run(rest, SPACE)..];
            let close = match rest.first() {
                Some(b'{') => b'}',
                Some(b';') => b'\n',
                _ => break,
            };
            let Some(end) = memchr(close, rest) else { return false };
            rest = &rest[end + 1..];
        }
        // The second player begins no game, but one with a position.
        match rest {
            [b'1', b'.', next, ..] => *next != b'.',
            [b'1', next, ..] => next.is_ascii_whitespace(),
            _ => false,
        }
    }

    /// Whether an empty line stands between the moves of the game itself and the cursor.
    #[cold]
    fn is_division(&self) -> bool {
        self.state.phase == Phase::Moves
            && self.state.lines.is_empty()
            && self.state.line.has_move
            && (self.state.line.is_divided || self.lexer.source.is_after_empty_line())
    }

    /// The moves at the cursor, or the comment before them, are of another game.
    #[cold]
    pub(super) fn next_moves<V: Visitor>(&mut self, visitor: &mut V) -> AfterToken {
        if let Err(fault) = self.repair(RepairKind::MovesAlone, visitor) {
            self.note(fault);
        }
        AfterToken::Next
    }
}
