//! How games are played.

use catalog::{Describe, GameId, Task};
use serde::{Deserialize, Serialize};

/// How games are played. The same settings give the same games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlaySettings {
    /// The seed of all random choices.
    pub seed: u64,
    /// Nodes for a move: no new depth is started after this many. Ten times as many stop the search.
    pub nodes: u64,
    /// The nodes of a game differ from `nodes` by up to this much, in percent.
    pub vary: u32,
    /// The size of the table of each searcher, in megabytes.
    pub hash: usize,
    /// The fewest random plies at the start of a game.
    pub least_opening: u32,
    /// The most random plies at the start of a game.
    pub most_opening: u32,
    /// Openings with a larger score are not played, in hundredths of a pawn or man.
    pub opening_limit: i32,
    /// A game is won when the score stays beyond this, in hundredths of a pawn or man; 0 for never.
    pub win_score: i32,
    /// For this many searched positions in a row.
    pub win_plies: u32,
    /// A game is drawn when the score stays within this in a late position; -1 for never.
    pub draw_score: i32,
    /// For this many searched positions in a row.
    pub draw_plies: u32,
    /// A game is drawn after this many plies without an irreversible move; 0 for never.
    pub quiet_plies: u32,
    /// A game is drawn after this many plies.
    pub most_plies: u32,
}

/// How many times the nodes for a move stop its search.
pub(crate) const HARD_LIMIT: u64 = 10;

impl SelfPlaySettings {
    /// The usual settings of a game.
    ///
    /// ```
    /// use catalog::GameId;
    /// use damier_selfplay::SelfPlaySettings;
    ///
    /// let settings = SelfPlaySettings::of(GameId::Russian);
    /// assert_eq!((settings.nodes, settings.opening_limit), (700, 170));
    /// ```
    #[must_use]
    pub fn of(game: GameId) -> Self {
        let general = Self {
            seed: 1,
            nodes: 700,
            vary: 25,
            hash: 1,
            least_opening: 7,
            most_opening: 12,
            opening_limit: 170,
            win_score: 700,
            win_plies: 6,
            draw_score: 14,
            draw_plies: 31,
            quiet_plies: 40,
            most_plies: 180,
        };
        if game.variant().is_none() {
            return Self {
                opening_limit: 450,
                win_score: 1_500,
                draw_score: 8,
                draw_plies: 16,
                quiet_plies: 0,
                most_plies: 400,
                ..general
            };
        }
        let pieces = game.run(StartPieces) as u32;
        // Seven and a half plies for each piece: 180 on 64 squares, 300 on 100.
        let most_plies = (pieces * 15 / 2).max(general.most_plies);
        // Where the side with less wins, a score tells less.
        let win_score = if game.is_losing() { 1_500 } else { general.win_score };
        Self { most_plies, win_score, ..general }
    }

    /// What is wrong with the settings, if anything.
    ///
    /// # Errors
    ///
    /// A sentence that names the setting.
    pub fn check(&self) -> Result<(), String> {
        let is_in = |name: &str, value: i64, least: i64, most: i64| {
            if (least..=most).contains(&value) {
                Ok(())
            } else {
                Err(format!("bad {name}: found {value}, expected {least} to {most}"))
            }
        };
        is_in("nodes", i64::try_from(self.nodes).unwrap_or(i64::MAX), 1, 1_000_000_000)?;
        is_in("vary", self.vary.into(), 0, 90)?;
        is_in("hash", i64::try_from(self.hash).unwrap_or(i64::MAX), 0, 65_536)?;
        is_in("least opening plies", self.least_opening.into(), 0, 1_000)?;
        is_in("most opening plies", self.most_opening.into(), self.least_opening.into(), 1_000)?;
        is_in("opening limit", self.opening_limit.into(), 1, 100_000)?;
        is_in("win score", self.win_score.into(), 0, 100_000)?;
        is_in("win plies", self.win_plies.into(), 1, 100_000)?;
        is_in("draw score", self.draw_score.into(), -1, 100_000)?;
        is_in("draw plies", self.draw_plies.into(), 1, 100_000)?;
        is_in("quiet plies", self.quiet_plies.into(), 0, 100_000)?;
        is_in("most plies", self.most_plies.into(), 1, 100_000)
    }
}

struct StartPieces;

impl Task for StartPieces {
    type Output = usize;

    fn run<P: Describe>(self, rules: P::Rules) -> usize {
        P::start_of(rules).pieces().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_settings_of_every_game_are_good() {
        for &game in GameId::ALL {
            assert_eq!(SelfPlaySettings::of(game).check(), Ok(()), "{game}");
        }
        assert_eq!(SelfPlaySettings::of(GameId::International).most_plies, 300);
        assert_eq!(SelfPlaySettings::of(GameId::English).most_plies, 180);
    }

    #[test]
    fn bad_settings_are_named() {
        let good = SelfPlaySettings::of(GameId::Chess);
        let bad = SelfPlaySettings { nodes: 0, ..good.clone() };
        assert_eq!(bad.check(), Err("bad nodes: found 0, expected 1 to 1000000000".to_owned()));
        let bad = SelfPlaySettings { least_opening: 9, most_opening: 8, ..good };
        assert_eq!(bad.check(), Err("bad most opening plies: found 8, expected 9 to 1000".to_owned()));
    }
}
