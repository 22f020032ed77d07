//! Fingerprints of search and evaluation: any change of either changes these numbers, as it changes those of `uci bench`.

use boardgame::{Game, MoveStyle, Notation, PositionExt};
use chess::Chess;
use damier_eval::Evaluated;
use draughts::Draughts;
use draughts::variants::International;
use search::{Control, Limits, SearchRequest, Searcher};

/// Searches to some depth, one after the other with one transposition table: nodes, and of each variation the selective
/// depth, the score and the first two moves.
fn trees<P: Evaluated<Rules = ()> + Notation>(searches: &[(&str, u32, usize)]) -> Vec<String> {
    let mut searcher = Searcher::new(P::knowledge(()), 1, 1);
    let mut tree = |&(fen, depth, multi_pv): &(&str, u32, usize)| {
        let game = Game::new(P::from_fen(fen).expect(fen));
        let request = SearchRequest { multi_pv, ..Limits::depth(depth).into() };
        let mut told = String::new();
        let found = searcher.search(&game, &request, &Control::default(), |info| {
            let mut position = game.position().clone();
            let score = info.score.centipawns();
            if info.multi_pv == 1 {
                told.clear();
            }
            told += &format!("; {} {score}", info.selective_depth);
            for &mv in info.pv.iter().take(2) {
                told += &format!(" {}", position.write_move(mv, MoveStyle::Record));
                position.play(mv);
            }
        });
        format!("{}{told}", found.nodes)
    };
    searches.iter().map(&mut tree).collect()
}

#[test]
fn chess_trees_do_not_change_silently() {
    let found = trees::<Chess>(&[
        // Tactics with castling, promotions and hanging pieces.
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 8, 1),
        // A quiet middle game.
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10", 9, 1),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10", 7, 3),
        // Passed pawns and a check at every turn.
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 11, 1),
        // Bishops and blocked pawns.
        ("8/5k2/3b1p2/2p1p1p1/2P1P1P1/3K1P2/4B3/8 w - - 0 1", 11, 1),
        // A rook and a knight against a queen, near the fifty moves.
        ("6k1/5ppp/8/3q4/8/2N5/5PPP/3R2K1 b - - 90 80", 10, 1),
        // Mate in two.
        ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 9, 1),
        // Every move gives a draw that can be claimed, so the search ends there.
        ("7k/8/8/8/8/8/6Q1/6K1 w - - 99 80", 3, 2),
    ]);
    assert_eq!(
        found,
        [
            "19335; 19 -85 Bxa6 exd5",
            "17396; 22 53 Nd4 Qd1",
            "8095; 17 37 Nd4 Qd1; 17 13 Qd8 Bxf6; 17 -13 Be6 Nd5",
            "13180; 17 48 Rxf4+ Kg3",
            "4016; 12 0 Bd1 Bc7",
            "11916; 14 96 Qa8 Nd5",
            "5057; 10 30997 Qg6 fxg6",
            "10; 1 0 Qg6; 1 0 Qf1",
        ]
    );
}

#[test]
fn draughts_trees_do_not_change_silently() {
    let found = trees::<Draughts<International>>(&[
        ("W:W31-50:B1-20", 10, 1),
        ("W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26", 11, 1),
        ("W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26", 8, 2),
        // Kings against men close to promotion.
        ("B:WK1,K23,46,47:B12,35,36,K40", 11, 1),
    ]);
    assert_eq!(
        found,
        [
            "29459; 20 0 31-26 17-21",
            "9599; 22 -174 34-29 23x34",
            "884; 16 -96 34-29 23x34; 16 -138 27-22 18x27",
            "59412; 21 140 40x18 1-6",
        ]
    );
}
