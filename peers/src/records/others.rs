//! pgn-reader, alone and with shakmaty, as its documentation uses them.

use std::fs::File;
use std::ops::ControlFlow;

use anyhow::Context;
use pgn_reader::{RawComment, Reader, SanPlus, Visitor};
use shakmaty::san::SanError;
use shakmaty::{Chess, Position};

use crate::files::Contents;

/// Counts what it sees, and looks at nothing.
struct Count(Contents);

impl Visitor for Count {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        self.0.games += 1;
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), _: SanPlus) -> ControlFlow<()> {
        self.0.moves += 1;
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (): &mut (), _: RawComment<'_>) -> ControlFlow<()> {
        self.0.comments += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

/// Shows a visitor what is in the file. Moves are parsed, but no position is asked.
pub(crate) fn tokens(file: File) -> anyhow::Result<Contents> {
    let mut count = Count(Contents::default());
    Reader::new(file).visit_all_games(&mut count)?;
    Ok(count.0)
}

/// Plays every move.
struct Play(Contents);

impl Visitor for Play {
    type Tags = ();
    type Movetext = Chess;
    type Output = Result<(), SanError>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Chess> {
        self.0.games += 1;
        ControlFlow::Continue(Chess::default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<Self::Output> {
        match san.san.to_move(position) {
            Ok(mv) => {
                position.play_unchecked(mv);
                self.0.moves += 1;
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(Err(error)),
        }
    }

    fn end_game(&mut self, _: Chess) -> Self::Output {
        Ok(())
    }
}

/// Plays every move: resolved against the legal ones by shakmaty, then made.
pub(crate) fn replay(file: File) -> anyhow::Result<Contents> {
    let mut play = Play(Contents::default());
    let mut reader = Reader::new(file);
    while let Some(game) = reader.read_game(&mut play)? {
        game.context("shakmaty refuses a move")?;
    }
    Ok(play.0)
}
