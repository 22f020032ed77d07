//! What tables of counts tell besides the counts.

use boardgame::Reading;
use damier_catalog::Describe;
use damier_catalog::chess::Chess;
use damier_catalog::draughts::variants::English;
use damier_catalog::draughts::{AnyDraughts, AnyVariant};
use perft::{CountSettings, Counter, Gather, Monitor, TallyBy};

/// The rows of a table, each with the nodes first.
fn rows<P: Describe>(rules: P::Rules, fen: Option<&str>, depth: u32) -> Vec<Vec<u64>> {
    let read = |fen| P::read_fen(rules, fen, Reading::Strict).expect("a position");
    let position = fen.map_or_else(|| P::start_of(rules), read);
    let columns: Vec<Gather> = P::COLUMNS
        .iter()
        .map(|column| if column.is_largest { Gather::Largest } else { Gather::Sum })
        .collect();
    let by = TallyBy { columns: &columns, judge: &P::tally };
    let counter = Counter::<P>::new(&CountSettings::default()).expect("one thread");
    let tally = counter.tally(&position, depth, &by, &Monitor::default()).expect("counted");
    tally.rows.into_iter().map(|row| [&[row.nodes], &row.columns[..]].concat()).collect()
}

/// Chess Programming Wiki, "Perft Results", initial position: nodes, captures, en passant, castles, promotions,
/// checks, discovered checks, double checks, checkmates.
#[test]
fn chess_start_as_published() {
    let expected = [
        [20, 0, 0, 0, 0, 0, 0, 0, 0],
        [400, 0, 0, 0, 0, 0, 0, 0, 0],
        [8_902, 34, 0, 0, 0, 12, 0, 0, 0],
        [197_281, 1_576, 0, 0, 0, 469, 0, 0, 8],
        [4_865_609, 82_719, 258, 0, 0, 27_351, 6, 0, 347],
    ];
    assert_eq!(rows::<Chess>((), None, 5), expected);
}

/// The same page, position 2 ("Kiwipete").
#[test]
fn kiwipete_as_published() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let expected = [
        [48, 8, 0, 2, 0, 0, 0, 0, 0],
        [2_039, 351, 1, 91, 0, 3, 0, 0, 0],
        [97_862, 17_102, 45, 3_162, 0, 993, 0, 0, 1],
        [4_085_603, 757_163, 1_929, 128_013, 15_172, 25_523, 42, 6, 43],
    ];
    assert_eq!(rows::<Chess>((), Some(fen), 4), expected);
}

/// Nodes, captures, pieces captured, longest capture, promotions, king moves, final positions.
#[test]
fn draughts_by_hand() {
    // A man takes both men of White one after the other and is crowned; White has nothing left.
    assert_eq!(
        rows::<AnyDraughts>(AnyVariant::of::<English>(), Some("B:W18,26:B14"), 1),
        [[1, 1, 2, 2, 1, 0, 1]]
    );
    // A king in the corner has two steps, and the man of White can still move.
    assert_eq!(
        rows::<AnyDraughts>(AnyVariant::of::<English>(), Some("B:W5:BK32"), 1),
        [[2, 0, 0, 0, 0, 2, 0]]
    );
}
