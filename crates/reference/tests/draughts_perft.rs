//! Every perft file, as deep as a node limit allows.

use reference::draughts::{Position, from_fen, perft_distinct, perft_routes, rules_of, to_fen};
use std::path::PathBuf;

/// Leaves counted per depth; keeps the whole suite near ten seconds.
/// Set `PERFT_NODES` to go deeper.
const NODES: u64 = 200_000;

fn node_limit() -> u64 {
    std::env::var("PERFT_NODES").map_or(NODES, |text| text.parse().expect("a number"))
}

fn perft_files() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/perft/draughts");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the perft files are in testdata")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "epd"))
        .collect();
    files.sort();
    files
}

/// `FEN ;D1 n ;D2 n ...` as a FEN and pairs of depth and count.
fn read_line(line: &str) -> (&str, Vec<(u32, u64)>) {
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

#[test]
fn published_and_random_positions() {
    let mut failures = Vec::new();
    for file in perft_files() {
        let stem = file.file_stem().expect("a name").to_string_lossy().to_string();
        let name = stem.trim_end_matches("-paths").trim_end_matches("-random");
        let rules = rules_of(name).unwrap_or_else(|| panic!("no rules for {stem}"));
        let count = if stem.ends_with("-paths") { perft_routes } else { perft_distinct };
        let text = std::fs::read_to_string(&file).expect("a readable file");
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (fen, counts) = read_line(line);
            let position = from_fen(rules, fen).unwrap_or_else(|error| panic!("{stem} {fen}: {error}"));
            for (depth, expected) in counts {
                if expected > node_limit() {
                    break;
                }
                let counted = count(rules, &position, depth);
                if counted != expected {
                    failures.push(format!("{stem} {fen} D{depth}: {counted} instead of {expected}"));
                    break;
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// The first line of each table is the start of the game.
#[test]
fn start_positions() {
    for file in perft_files() {
        let stem = file.file_stem().expect("a name").to_string_lossy().to_string();
        // The published pool table lets White begin; Thai has a table with twelve men.
        if stem.ends_with("-random") || stem.starts_with("pool") || stem.starts_with("thai") {
            continue;
        }
        let rules = rules_of(stem.trim_end_matches("-paths")).expect("known rules");
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let line = text.lines().find(|line| !line.is_empty() && !line.starts_with('#'));
        let (fen, _) = read_line(line.expect("a position"));
        assert_eq!(from_fen(rules, fen).expect("a FEN"), Position::start(rules), "{stem}");
    }
}

#[test]
fn fen_round_trip() {
    for rules in reference::draughts::ALL {
        let start = Position::start(rules);
        assert_eq!(from_fen(rules, &to_fen(rules, &start)), Ok(start), "{}", rules.name);
    }
}
