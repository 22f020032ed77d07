//! The players that a worker keeps, with their transposition tables.

use std::path::PathBuf;
use std::sync::Arc;

use boardgame::{MoveStyle, Reading};
use catalog::{AnyGame, GameId, PositionText};
use engine::{Level, LookUp, Player, Strength, Tables, player};

use crate::job::JobFault;

/// How many strong players a worker keeps. Each has a transposition table.
pub(crate) const MOST_PLAYERS: usize = 3;

/// How many weak players a worker keeps. They search little and share nothing between moves, so their tables are small.
const MOST_WEAK_PLAYERS: usize = 3;

/// The size of the table of a weak player, in megabytes.
const WEAK_MEGABYTES: usize = 1;

/// The players of a worker, the last used one last.
pub(crate) struct PlayerCache {
    /// The size of the table of a strong player, in megabytes.
    megabytes: usize,
    /// The folder of endgame tables.
    tables: Option<PathBuf>,
    strong: Vec<(GameId, Box<dyn Player>)>,
    weak: Vec<(GameId, Box<dyn Player>)>,
}

impl PlayerCache {
    pub(crate) fn new(megabytes: usize, tables: Option<PathBuf>) -> Self {
        Self { megabytes: megabytes.max(1), tables, strong: Vec::new(), weak: Vec::new() }
    }

    /// Drops all players: after a panic they may be broken.
    pub(crate) fn forget(&mut self) {
        self.strong.clear();
        self.weak.clear();
    }

    /// What the endgame tables say of a position.
    pub(crate) fn look_up(&self, game: &dyn AnyGame) -> Option<LookUp> {
        Tables::shared(game.id(), self.tables.as_deref()?).ok()?.look_up(game)
    }

    /// A player of full strength, which remembers earlier searches.
    pub(crate) fn strong(&mut self, game: GameId) -> &mut dyn Player {
        let tables = || self.tables.as_deref().and_then(|folder| Tables::shared(game, folder).ok());
        let player = find(&mut self.strong, game, MOST_PLAYERS, self.megabytes, tables);
        player.set_strength(None);
        player
    }

    /// A player of this strength. Weak ones remember nothing: deep searches of others would make them strong.
    pub(crate) fn of_strength(&mut self, game: GameId, strength: Strength) -> &mut dyn Player {
        if strength.level == Level::STRONGEST {
            let player = self.strong(game);
            player.set_strength(Some(strength));
            return player;
        }
        let player = find(&mut self.weak, game, MOST_WEAK_PLAYERS, WEAK_MEGABYTES, || None);
        player.clear();
        player.set_strength(Some(strength));
        player
    }
}

/// The player of a game, which becomes the last used one.
fn find(
    players: &mut Vec<(GameId, Box<dyn Player>)>,
    game: GameId,
    most: usize,
    megabytes: usize,
    tables: impl FnOnce() -> Option<Arc<Tables>>,
) -> &mut dyn Player {
    match players.iter().position(|(known, _)| *known == game) {
        Some(index) => players[index..].rotate_left(1),
        None => {
            // The oldest one goes first, so that there are never more tables than allowed.
            if players.len() >= most {
                players.remove(0);
            }
            let mut player = player(game, megabytes, 1);
            let tables = tables();
            if tables.is_some() {
                player.set_tables(tables);
            }
            players.push((game, player));
        }
    }
    let (_, last) = players.last_mut().expect("it was found or made");
    last.set_notation(MoveStyle::Protocol);
    &mut **last
}

/// Gives a player the position of a game with its history. Its moves are in record notation from then on.
pub(crate) fn set_position(player: &mut dyn Player, game: &dyn AnyGame) -> Result<(), JobFault> {
    let saved = game.save();
    let reading = if saved.is_lenient { Reading::Lenient } else { Reading::Strict };
    // Players read moves in protocol notation.
    let moves = game.moves(MoveStyle::Protocol);
    let place = PositionText { reading, fen: saved.fen.as_deref(), moves: &moves };
    player.set_position(&place).map_err(|error| JobFault::Refused { reason: error.to_string() })?;
    player.set_notation(MoveStyle::Record);
    Ok(())
}
