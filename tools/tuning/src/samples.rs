//! Writes positions as numbers.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use chess::Chess;
use eval::chess_features::{WEIGHT_COUNT, features, weights};

/// Two files: `terms.i8` has one row of counts for each position, `values.f32` the rest: phase, scale, the
/// fixed parts of opening and ending, the score of the search and the result, all for White.
pub(crate) struct Samples {
    terms: BufWriter<File>,
    values: BufWriter<File>,
    games: usize,
    positions: usize,
}

impl Samples {
    pub(crate) fn create(folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let now: Vec<String> =
            weights().into_iter().map(|(opening, ending)| format!("{opening} {ending}")).collect();
        std::fs::write(folder.join("weights.txt"), now.join("\n"))?;
        let file = |name: &str| File::create(folder.join(name)).map(BufWriter::new);
        Ok(Self { terms: file("terms.i8")?, values: file("values.f32")?, games: 0, positions: 0 })
    }

    /// Adds the positions of a game, with their scores and the result for White.
    pub(crate) fn add(&mut self, positions: &[(Chess, i32)], result: f32) -> std::io::Result<()> {
        self.games += 1;
        for (position, score) in positions {
            let found = features(position);
            debug_assert_eq!(found.terms.len(), WEIGHT_COUNT);
            let bytes: Vec<u8> = found.terms.iter().map(|&count| count as u8).collect();
            self.terms.write_all(&bytes)?;
            let (opening, ending) = found.fixed;
            let row = [found.phase, found.scale, opening as f32, ending as f32, *score as f32, result];
            for value in row {
                self.values.write_all(&value.to_le_bytes())?;
            }
            self.positions += 1;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> std::io::Result<String> {
        self.terms.flush()?;
        self.values.flush()?;
        Ok(format!("{} games, {} positions", self.games, self.positions))
    }
}
