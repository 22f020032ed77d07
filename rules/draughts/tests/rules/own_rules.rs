//! Rules that no game here has: variants are open to all users of the crate.

use boardgame::{Countable, MoveList, MoveStyle, Notation, Position};
use damier_draughts::variants::Brazilian;
use damier_draughts::{AnyDraughts, AnyVariant, Promotion, Rules, Variant};

use crate::common::at;

/// Men capture backward, but not after they have reached the last row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stopping;

impl Variant for Stopping {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules { name: "stopping", promotion: Promotion::EndsMove, ..Brazilian::RULES };
}

const STOPPING: AnyVariant = AnyVariant::of::<Stopping>();

/// The legal moves; a `K` at the end means that the move crowns a man.
fn moves(position: &AnyDraughts) -> Vec<String> {
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    assert_eq!(position.count_legal(), list.len(), "{}", position.to_fen());
    let text = |mv: &damier_draughts::Move<u128>| {
        position.write_move(*mv, MoveStyle::Record) + if mv.is_crowning() { "K" } else { "" }
    };
    let mut texts: Vec<_> = list.iter().map(text).collect();
    texts.sort();
    texts
}

/// The last square of each hop of the piece on a square.
fn hops(position: &AnyDraughts, from: &str) -> Vec<(String, bool)> {
    let rules = position.rules();
    let mut walk = position.begin_move().expect("a simple position");
    let hops = walk.pick(rules.read_square(from).expect(from)).expect("a piece that can move");
    hops.iter().map(|hop| (rules.square_name(hop.to), hop.ends)).collect()
}

#[test]
fn promotion_ends_the_move_of_men_that_capture_backward() {
    for (fen, from, legal, to, ends) in [
        // From the last row the man could go on backward.
        ("W:Wd6:Be7,g7", "d6", "d6xf8K", "f8", true),
        ("B:Wd2,b2:Be3", "e3", "e3xc1K", "c1", true),
        // Elsewhere it must, and may reach the last row with its last jump.
        ("W:Wd4:Be5,g5", "d4", "d4xh4", "f6", false),
        ("W:Wd4:Be5,e7", "d4", "d4xd8K", "f6", false),
        // A king may pass the last row.
        ("W:WKd6:Be7,g7", "d6", "d6xh6", "f8", false),
    ] {
        let position = at(STOPPING, fen);
        assert_eq!(moves(&position), [legal], "{fen}");
        assert_eq!(hops(&position, from), [(to.to_owned(), ends)], "{fen}");
        let mv = position.read_move(legal.trim_end_matches('K'), MoveStyle::Record).expect(fen);
        assert_eq!((position.routes(mv, 2).len(), position.count_routes(mv)), (1, 1), "{fen}");
    }
    // Where nothing can be captured, men step.
    assert_eq!(moves(&at(STOPPING, "W:Wd4:Bh8")), ["d4-c5", "d4-e5"]);
    // A man that stops takes no more than one piece, so that another that takes two goes first.
    assert_eq!(moves(&at(STOPPING, "W:Wd6,a1:Be7,g7,b2,d4")), ["a1xe5"]);
}
