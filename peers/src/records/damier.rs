//! Our readers.

use std::fs::File;

use boardgame::RecordNotation;
use chess::Chess;
use draughts::Draughts;
use draughts::variants::{International, Russian};
use record::{
    CommentPlace, Fault, MoveText, ReadOptions, Reader, Referee, RepairKind, Replay, Syntax, RefereeTally, Visitor,
    read_games, replay_board,
};

use crate::files::Contents;

/// Counts what it sees, and looks at nothing.
struct Count(Contents);

impl Visitor for Count {
    fn mv(&mut self, _: MoveText<'_>, _: &mut Vec<RepairKind>) -> Result<(), Fault> {
        self.0.moves += 1;
        Ok(())
    }

    fn comment(&mut self, _: &str, _: CommentPlace) {
        self.0.comments += 1;
    }
}

/// Shows a visitor what is in the file, and knows no game.
pub(crate) fn tokens(file: File) -> anyhow::Result<Contents> {
    let mut reader = Reader::new(file, Syntax::Pgn);
    let mut count = Count(Contents::default());
    while reader.read_game(&mut count)? {}
    Ok(Contents { games: reader.games(), ..count.0 })
}

/// Plays every move.
pub(crate) fn replay(file: File) -> anyhow::Result<Contents> {
    play_through::<Chess>(file, ReadOptions::pgn())
}

pub(crate) fn replay_international(file: File) -> anyhow::Result<Contents> {
    play_through::<Draughts<International>>(file, ReadOptions::pdn())
}

pub(crate) fn replay_russian(file: File) -> anyhow::Result<Contents> {
    play_through::<Draughts<Russian>>(file, ReadOptions::pdn())
}

fn play_through<P: RecordNotation<Rules: Default>>(
    file: File,
    options: ReadOptions,
) -> anyhow::Result<Contents> {
    let mut reader = Reader::new(file, options.syntax);
    let mut replay = Replay::<P>::new(options);
    let mut contents = Contents::default();
    while reader.read_game(&mut replay)? {
        contents.games += 1;
        contents.moves += replay.moves();
    }
    Ok(contents)
}

/// Plays every move as `damier validate` does: on a board chosen at run time, with texts, marks of check, tags and results
/// compared with the game.
pub(crate) fn validate(file: File) -> anyhow::Result<Contents> {
    let options = ReadOptions::pgn().exact_moves();
    let mut reader = Reader::with_options(file, options);
    let mut referee = Referee::new(options, |_| Ok(replay_board::<Chess>()), |_| {});
    while reader.read_game(&mut referee)? {}
    let RefereeTally { games, moves, .. } = referee.tally();
    Ok(Contents { games, moves, comments: 0 })
}

/// Plays every move and keeps each game as a tree until the next.
pub(crate) fn trees(file: File) -> anyhow::Result<Contents> {
    let mut contents = Contents::default();
    for game in read_games::<Chess, _>(file, ReadOptions::pgn()) {
        contents.games += 1;
        contents.moves += game?.tree.plies() as u64;
    }
    Ok(contents)
}
