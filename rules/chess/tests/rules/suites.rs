//! Published and own perft counts.

use std::fs;
use std::path::{Path, PathBuf};

use boardgame::{Countable, Notation, Reading};
use damier_chess::{Chess, Chess960};
use perft::{CountSettings, Counter, Mismatch, Monitor, Suite, SuiteFinding};

/// Positions with more nodes at a depth are left to `cargo xtask deep-perft`.
const MAX_NODES: u64 = 1_000_000;

fn own(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/perft/chess").join(name)
}

fn check<P: Notation<Rules = ()> + Countable>(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("a suite");
    let suite: Suite = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let is_unreachable = path.to_string_lossy().contains("unreachable");
    let reading = if is_unreachable { Reading::Lenient } else { Reading::Strict };
    let counter =
        Counter::<P>::new(&CountSettings { reading, ..CountSettings::default() }).expect("one thread");
    let mut wrong = Vec::new();
    let mut report = |finding: SuiteFinding<'_>| {
        wrong.push(match finding {
            SuiteFinding::Mismatch(Mismatch { entry, depth, found, expected, .. }) => {
                format!("{} D{depth} is {found}, expected {expected}", entry.fen)
            }
            SuiteFinding::Failure(error) => error.to_string(),
        });
    };
    let summary = suite.check(&counter, (), MAX_NODES, &Monitor::default(), &mut report);
    assert!(wrong.is_empty(), "{}: {wrong:#?}", path.display());
    summary.counts
}

#[test]
fn tricky_positions() {
    assert!(check::<Chess>(&own("tricky.epd")) > 400);
    // The same moves, whichever way castling is written.
    assert!(check::<Chess960>(&own("tricky.epd")) > 400);
}

#[test]
fn unreachable_positions() {
    assert!(check::<Chess>(&own("tricky_unreachable.epd")) >= 15);
}

#[test]
fn positions_of_random_games() {
    assert!(check::<Chess>(&own("generated_standard.epd")) > 400);
    assert!(check::<Chess960>(&own("generated_chess960.epd")) > 150);
}

#[test]
fn chess960_with_outermost_rooks() {
    assert!(check::<Chess960>(&own("chess960_xfen.epd")) > 15);
}

#[test]
fn traps() {
    assert!(check::<Chess>(&own("traps.epd")) > 400);
    assert!(check::<Chess960>(&own("traps.epd")) > 400);
    assert!(check::<Chess960>(&own("traps_chess960.epd")) > 100);
    assert!(check::<Chess>(&own("traps_unreachable.epd")) >= 12);
}

/// Public suites that stay outside of the repository; checked where they are at hand.
#[test]
fn collected_suites() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/perft/chess");
    if folder.is_dir() {
        assert!(check::<Chess>(&folder.join("standard.epd")) > 600);
        assert!(check::<Chess960>(&folder.join("chess960.epd")) > 3000);
    }
}
