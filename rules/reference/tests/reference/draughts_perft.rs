//! Every perft file, as deep as a node limit allows.

use crate::perft_files::{node_limit, read_line};
use damier_reference::draughts::{Position, from_fen, perft_distinct, perft_routes, rules_of, to_fen};

/// Leaves counted per depth; keeps the whole suite near ten seconds.
const NODES: u64 = 200_000;

#[test]
fn published_and_random_positions() {
    let mut failures = Vec::new();
    for file in crate::perft_files::in_folder("draughts") {
        let stem = file.file_stem().expect("a name").to_string_lossy().to_string();
        let name = stem.trim_end_matches("-paths").trim_end_matches("-random");
        let rules = rules_of(name).unwrap_or_else(|| panic!("no rules for {stem}"));
        let count = if stem.ends_with("-paths") { perft_routes } else { perft_distinct };
        let text = std::fs::read_to_string(&file).expect("a readable file");
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (fen, counts) = read_line(line);
            let position = from_fen(rules, fen).unwrap_or_else(|error| panic!("{stem} {fen}: {error}"));
            for (depth, expected) in counts {
                if expected > node_limit(NODES) {
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
    for file in crate::perft_files::in_folder("draughts") {
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
    for rules in damier_reference::draughts::ALL {
        let start = Position::start(rules);
        assert_eq!(from_fen(rules, &to_fen(rules, &start)), Ok(start), "{}", rules.name);
    }
}
