//! Positions built to be hostile: explaining takes little longer than listing their moves.

use std::time::Instant;

use boardgame::MoveStyle;

use crate::explain::game::{Answer, named};

#[test]
fn crowded_positions_are_explained_in_time() {
    let crowded = [
        ("frisian", "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47", "50x1"),
        ("russian", "W:WKa1:Bb2,b4,b6,d2,d4,d6,f2,f4,f6,h4,h6", "a1:c5"),
        ("turkish", "W:WKa1:Ba3,c3,c5,c7,e3,e5,e7,g3,g5,g7", "a1xh8"),
    ];
    for (game, fen, text) in crowded {
        let quick = "1x1".to_owned();
        let begun = Instant::now();
        named(game).explain(fen, &[quick], MoveStyle::Record);
        let listing = begun.elapsed();
        let answer = named(game).explain(fen, &[text.to_owned()], MoveStyle::Record).remove(0);
        let explaining = begun.elapsed() - listing;
        println!("{game} {text}: {explaining:?}, {listing:?} to list the moves: {answer:?}");
        assert!(matches!(answer, Answer::Illegal(_)), "{answer:?}");
        assert!(explaining.as_millis() < 3000 + 4 * listing.as_millis(), "{explaining:?} after {listing:?}");
    }
}
