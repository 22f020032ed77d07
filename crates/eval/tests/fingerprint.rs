//! The trees that search and evaluation make together. A change of either shows here; one made on purpose changes
//! these numbers with it, as it changes those of `uci bench`.

use boardgame::{Game, Notation};
use chess::Chess;
use draughts::Draughts;
use draughts::variants::International;
use eval::Evaluated;
use search::{Control, Limits, Question, Searcher};

/// Nodes and score of searches to some depth, one after the other with one table.
fn trees<P: Evaluated + Notation>(searches: &[(&str, u32)]) -> Vec<(u64, i32)> {
    let mut searcher = Searcher::new(P::Knowledge::default(), 1, 1);
    let mut tree = |&(fen, depth): &(&str, u32)| {
        let game = Game::new(P::from_fen(fen).expect(fen));
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let question = Question { limits, ..Question::default() };
        let answer = searcher.search(&game, &question, &Control::default(), |_| {});
        (answer.nodes, answer.score.hundredths())
    };
    searches.iter().map(&mut tree).collect()
}

#[test]
fn chess_trees_do_not_change_silently() {
    let found = trees::<Chess>(&[
        // Tactics with castling, promotions and pieces that hang.
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 8),
        // A quiet middle game.
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10", 9),
        // Passed pawns and a check at every turn.
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 11),
        // Opposite bishops; one side is a pawn up.
        ("8/5k2/3b1p2/2p1p1p1/2P1P1P1/3K1P2/4B3/8 w - - 0 1", 11),
        // A rook and a minor piece against a queen, near the fifty moves.
        ("6k1/5ppp/8/3q4/8/2N5/5PPP/3R2K1 b - - 90 80", 10),
        // Mate in two.
        ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 9),
    ]);
    assert_eq!(found, [(19335, -85), (17396, 53), (16617, 44), (4746, 2), (12008, 96), (3917, 30997)]);
}

#[test]
fn draughts_trees_do_not_change_silently() {
    let found = trees::<Draughts<International>>(&[
        ("W:W31-50:B1-20", 10),
        ("W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26", 11),
        // Kings against men close to promotion.
        ("B:WK1,K23,46,47:B12,35,36,K40", 11),
    ]);
    assert_eq!(found, [(29459, 0), (9599, -174), (32852, 157)]);
}
