//! One line of a game that is being followed.

use boardgame::{MoveError, MoveStyle, Notation};

use crate::error::{Fault, RepairKind};
use crate::suggest::meant;

/// The position of a line now, and the one before the last move, where a variation begins.
#[derive(Clone, Debug)]
pub(crate) struct Track<P> {
    pub(crate) position: P,
    pub(crate) before: P,
    /// Whether a move is unknown, so that nobody knows the position.
    pub(crate) is_lost: bool,
}

impl<P: Notation> Track<P> {
    pub(crate) fn new(position: P) -> Self {
        Self { before: position.clone(), position, is_lost: false }
    }

    /// Plays a move as the record writes it. `None` for the move of the first player that is not of this game.
    #[inline]
    pub(crate) fn play(&mut self, text: &str) -> Result<Option<P::Move>, Fault> {
        // No length is compared here: half of all moves are as long as the dots, and nobody guesses which.
        if (self.is_lost || text.starts_with('.'))
            && let Some(result) = self.play_unknown(text)
        {
            return result;
        }
        self.before.clone_from(&self.position);
        match self.position.play_text(text, MoveStyle::Record) {
            Ok(mv) => Ok(Some(mv)),
            Err(error) => match self.play_bare_squares(text) {
                Some(mv) => Ok(Some(mv)),
                None => Err(self.illegal(text, error)),
            },
        }
    }

    /// Plays a move such as `3228`, which is `32-28` or `32x28`.
    #[cold]
    fn play_bare_squares(&mut self, text: &str) -> Option<P::Move> {
        let is_bare = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let (from, to) = is_bare.then(|| text.split_at(2))?;
        let mut play = |sign| self.position.play_text(&format!("{from}{sign}{to}"), MoveStyle::Record).ok();
        play('-').or_else(|| play('x'))
    }

    /// A move that nobody knows, or any after it.
    #[cold]
    fn play_unknown(&mut self, text: &str) -> Option<Result<Option<P::Move>, Fault>> {
        if self.is_lost {
            return Some(Err(Fault::UnknownMove));
        }
        if text != "..." {
            return None;
        }
        // Where it is the turn of the second player the move of the first is not of this game.
        if self.position.turn() != P::start().turn() {
            return Some(Ok(None));
        }
        self.is_lost = true;
        Some(Err(Fault::NotTolerated(RepairKind::UnknownMove)))
    }

    #[cold]
    fn illegal(&self, text: &str, error: MoveError) -> Fault {
        // A candidate of an ambiguous move would be a guess.
        let meant = match error {
            MoveError::Ambiguous { .. } => None,
            _ => meant(&self.position, text),
        };
        Fault::BadMove { error, meant }
    }

    /// Whether the last move was written as the standard writes it.
    pub(crate) fn check_text(&self, mv: P::Move, text: &str) -> Result<(), Fault> {
        let written = self.before.write_move(mv, MoveStyle::Record);
        if written == text {
            return Ok(());
        }
        Err(Fault::NotTolerated(RepairKind::MoveText { found: text.to_owned(), written }))
    }

    /// Goes on with another position.
    pub(crate) fn set_up(&mut self, position: P) {
        self.before = std::mem::replace(&mut self.position, position);
        self.is_lost = false;
    }
}
