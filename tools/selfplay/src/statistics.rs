//! What files of games hold.

use crate::adjudication::SelfPlayEnding;
use crate::block::Block;
use crate::distinct::DistinctCounter;
use crate::error::SelfPlayError;
use crate::finished_game::FinishedGame;
use crate::game_code::result_code;
use crate::game_file::GameFile;

/// What files of games hold.
#[derive(Clone, Debug, Default)]
pub struct GameStatistics {
    /// Games that are stored.
    pub games: u64,
    /// Games that were left out when they were played.
    pub left_out: u64,
    /// All plies.
    pub plies: u64,
    /// Positions that were searched.
    pub positions: u64,
    /// The distinct ones among these.
    pub distinct: DistinctCounter,
    /// Games that White lost, drew and won.
    pub results: [u64; 3],
    /// Games by how they ended, in the order of [`SelfPlayEnding::ALL`].
    pub endings: [u64; SelfPlayEnding::ALL.len()],
    /// The number of games of each length in plies.
    pub lengths: Vec<u64>,
    /// The size of the files in bytes.
    pub bytes: u64,
}

impl GameStatistics {
    /// Adds a file. `watch` hears after each block and may stop with false.
    ///
    /// # Errors
    ///
    /// The file is damaged.
    pub fn add(&mut self, file: &mut GameFile, watch: &mut dyn FnMut() -> bool) -> Result<(), SelfPlayError> {
        let game = file.game();
        while let Some(Block { played, games, .. }) = file.next_block()? {
            self.left_out += u64::from(played) - games.len() as u64;
            for stored in games {
                let read = FinishedGame::read(game, stored).ok_or_else(|| file.not_a_game())?;
                self.add_game(&read);
            }
            if !watch() {
                break;
            }
        }
        self.bytes += file.offset();
        Ok(())
    }

    fn add_game(&mut self, game: &FinishedGame) {
        self.games += 1;
        self.plies += game.plies as u64;
        self.positions += game.searched.len() as u64;
        game.searched.iter().for_each(|&key| self.distinct.add(key));
        self.results[usize::from(result_code(game.outcome))] += 1;
        self.endings[game.ending as usize] += 1;
        if self.lengths.len() <= game.plies {
            self.lengths.resize(game.plies + 1, 0);
        }
        self.lengths[game.plies] += 1;
    }

    /// The length that this share of the games does not exceed; 0 without games.
    #[must_use]
    pub fn length_at(&self, share: f64) -> usize {
        let mut left = (self.games as f64 * share).ceil().max(1.0) as u64;
        for (length, &games) in self.lengths.iter().enumerate() {
            left = left.saturating_sub(games);
            if left == 0 {
                return length;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_found_by_share() {
        let mut statistics =
            GameStatistics { games: 4, lengths: vec![0, 1, 0, 2, 0, 1], ..Default::default() };
        assert_eq!([0.0, 0.25, 0.5, 0.75, 1.0].map(|share| statistics.length_at(share)), [1, 1, 3, 3, 5]);
        statistics = GameStatistics::default();
        assert_eq!(statistics.length_at(0.5), 0);
    }
}
