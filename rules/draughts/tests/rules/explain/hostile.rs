//! Positions built to be hostile: a text is explained, or refused with a typed error, within a bounded search.

use boardgame::{MoveError, MoveStyle};

use crate::explain::game::{Answer, named};

fn explain(game: &str, fen: &str, text: &str) -> Answer {
    named(game).explain(fen, &[text.to_owned()], MoveStyle::Record).remove(0)
}

#[test]
fn crowded_positions_are_explained() {
    let crowded = [
        ("frisian", "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47", "50x1", "outranked"),
        ("russian", "W:WKa1:Bb2,b4,b6,d2,d4,d6,f2,f4,f6,h4,h6", "a1:c5", "must_go_on"),
        ("turkish", "W:WKa1:Ba3,c3,c5,c7,e3,e5,e7,g3,g5,g7", "a1xh8", "no_capture_to"),
    ];
    for (game, fen, text, code) in crowded {
        let answer = explain(game, fen, text);
        let Answer::Illegal(reasons) = &answer else { panic!("{game} {text}: {answer:?}") };
        assert_eq!(reasons[0].code(), code, "{game} {text}: {answer:?}");
    }
}

/// More captures than can be listed: there is no reason to give, and no endless search for one.
#[test]
fn beyond_the_work_limit_there_is_an_error() {
    let kings = "W:WK5:BK2,K4,K7,K8,K9,K10,K11,K13,K15,K16,K18,K19,K20,K21,K22,K24,K27,K29,K30,K31,K32,K33,K35,K36,\
                 K38,K40,K41,K42,K43,K44,K47,K49";
    for text in ["5x46", "5-10", "5x10x46"] {
        let answer = explain("frisian", kings, text);
        assert!(matches!(answer, Answer::Text(MoveError::TooComplex(_))), "{text}: {answer:?}");
    }
}
