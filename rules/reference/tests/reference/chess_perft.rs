//! Every perft file of chess, as deep as a node limit allows.

use crate::perft_files::{node_limit, read_line};
use damier_reference::chess::Position;

/// Leaves counted per depth; keeps the whole suite near ten seconds.
const NODES: u64 = 100_000;

/// Counts as deep as allowed and reports the first depth that differs.
fn check(fen: &str, counts: &[(u32, u64)], limit: u64) -> Result<(), String> {
    let position = Position::from_fen(fen).map_err(|error| format!("{fen}: {error}"))?;
    for (depth, expected) in counts.iter().filter(|(_, expected)| *expected <= limit) {
        let counted = position.perft(*depth);
        if counted != *expected {
            return Err(format!("{fen} D{depth}: {counted} instead of {expected}"));
        }
    }
    Ok(())
}

#[test]
fn all_files() {
    let mut failures = Vec::new();
    for file in crate::perft_files::in_folder("chess") {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (fen, counts) = read_line(line);
            failures.extend(check(fen, &counts, node_limit(NODES)).err());
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// The positions of the Chess Programming Wiki.
#[test]
fn well_known_positions() {
    let lines = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902 ;D4 197281",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039 ;D3 97862",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 191 ;D3 2812 ;D4 43238 ;D5 674624",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1 ;D1 6 ;D2 264 ;D3 9467 ;D4 422333",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8 ;D1 44 ;D2 1486 ;D3 62379",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10 ;D1 46 ;D2 2079 ;D3 89890",
    ];
    for line in lines {
        let (fen, counts) = read_line(line);
        assert_eq!(check(fen, &counts, 700_000), Ok(()));
    }
}

/// Writing a position and reading it again changes nothing, and the text stays the same.
#[test]
fn fen_round_trip() {
    for file in crate::perft_files::in_folder("chess") {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (fen, _) = read_line(line);
            let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            for mv in position.moves() {
                let mut next = position.play(&mv);
                let mut again = Position::from_fen(&next.to_fen()).expect("a FEN of our own");
                // Whether castling is written with file letters cannot be told once it is lost.
                next.chess960 = false;
                again.chess960 = false;
                assert_eq!(again, next, "{fen} {}", mv.uci(position.chess960));
            }
        }
    }
}
