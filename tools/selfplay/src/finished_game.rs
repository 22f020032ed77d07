//! Games whose type is not known any more.

use boardgame::Outcome;
use catalog::{Describe, GameId, Task};

use crate::adjudication::SelfPlayEnding;
use crate::game_code::{EncodedGame, decode, encode};
use crate::self_play_game::{SelfPlayGame, start_position};

/// A game as it is stored, and what must be known of it besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The game itself.
    pub stored: EncodedGame,
    /// Who won.
    pub outcome: Outcome,
    /// How it ended.
    pub ending: SelfPlayEnding,
    /// All plies.
    pub plies: usize,
    /// The key of the position after the opening.
    pub opening: u64,
    /// The keys of all positions that were searched.
    pub searched: Vec<u64>,
}

impl FinishedGame {
    /// Stores a game.
    pub(crate) fn of<P: Describe>(game: GameId, rules: P::Rules, played: &SelfPlayGame<P>) -> Self {
        Self::with(encode(game, rules, played), game, rules, played)
    }

    /// Reads a stored game; `None` if it is invalid.
    pub(crate) fn read(game: GameId, stored: EncodedGame) -> Option<Self> {
        game.run(Read { game, stored })
    }

    fn with<P: Describe>(
        stored: EncodedGame,
        game: GameId,
        rules: P::Rules,
        played: &SelfPlayGame<P>,
    ) -> Self {
        let start = start_position::<P>(game, rules, played.start).expect("the game has a start position");
        let (mut ply, mut opening, mut searched) = (0, 0, Vec::new());
        let end = played.for_each_ply(start, |position, _, score| {
            let key = (ply == played.opening || score.is_some()).then(|| position.key());
            if ply == played.opening {
                opening = key.unwrap_or_default();
            }
            if score.is_some() {
                searched.extend(key);
            }
            ply += 1;
        });
        if ply == played.opening {
            opening = end.key();
        }
        let &SelfPlayGame { outcome, ending, .. } = played;
        Self { stored, outcome, ending, plies: ply, opening, searched }
    }
}

struct Read {
    game: GameId,
    stored: EncodedGame,
}

impl Task for Read {
    type Output = Option<FinishedGame>;

    fn run<P: Describe>(self, rules: P::Rules) -> Self::Output {
        let played = decode::<P>(self.game, rules, &self.stored)?;
        Some(FinishedGame::with(self.stored, self.game, rules, &played))
    }
}
