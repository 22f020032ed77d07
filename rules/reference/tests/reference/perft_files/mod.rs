//! The perft files of a family of games.

use std::path::{Path, PathBuf};

/// Leaves to count per depth: `PERFT_NODES` if that is set, to go deeper.
pub(crate) fn node_limit(usual: u64) -> u64 {
    std::env::var("PERFT_NODES").map_or(usual, |text| text.parse().expect("a number"))
}

/// All files of `testdata/perft` in this folder.
pub(crate) fn in_folder(family: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/perft").join(family);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the perft files are in testdata")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "epd"))
        .collect();
    assert!(!files.is_empty(), "no perft files of {family}");
    files.sort();
    files
}

/// `FEN ;D1 n ;D2 n ...` as a FEN and pairs of depth and count.
pub(crate) fn read_line(line: &str) -> (&str, Vec<(u32, u64)>) {
    let mut fields = line.split(';');
    let fen = fields.next().expect("a FEN").trim();
    let counts = fields
        .map(|field| {
            let (depth, count) = field.trim().split_once(' ').expect("depth and count");
            (depth[1..].parse().expect("a depth"), count.parse().expect("a count"))
        })
        .collect();
    (fen, counts)
}
