//! Fingerprints of search and evaluation: any change of either changes these numbers, as it changes those of `uci bench`.

use boardgame::{Game, MoveStyle, Notation, PositionExt, Reading};
use chess::Chess;
use damier_eval::{Evaluated, EvaluationChoice};
use draughts::variants::{Breakthrough, International, Italian, Russian, Turkish};
use draughts::{AnyDraughts, AnyVariant, Draughts};
use search::{Control, Knowledge, Limits, SearchRequest, Searcher};

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
        ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 15, 1),
        // Every move gives a draw that can be claimed, so the search ends there.
        ("7k/8/8/8/8/8/6Q1/6K1 w - - 99 80", 3, 2),
    ]);
    assert_eq!(
        found,
        [
            "20045; 16 -96 Bxa6 bxc3",
            "16073; 16 18 Qd8 Qd1",
            "4664; 13 18 Qd8 Qd1; 13 18 Nd4 Qd1; 13 -4 b5 Nd5",
            "12288; 20 170 Rxf4+ Kg3",
            "7973; 12 4 Bd1 Ke7",
            "13002; 13 258 Qa8 Nd5",
            "35940; 7 30997 Qg6 fxg6",
            "10; 1 0 Qg6; 1 0 Kh1",
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
            "21682; 19 0 34-30 20-25",
            "4941; 17 -90 25-20 24x15",
            "1169; 16 -90 25-20 24x15; 16 -118 34-29 23x34",
            "29623; 18 244 40x18 1-6",
        ]
    );
}

/// The static evaluation in centipawns.
fn evaluated<P: Evaluated + Notation>(rules: P::Rules, fen: &str, evaluation: EvaluationChoice) -> i32 {
    let position = P::read_fen(rules, fen, Reading::Lenient).expect(fen);
    let knowledge = P::knowledge_with(position.rules(), evaluation);
    knowledge.expect("an evaluation").evaluate(&position).centipawns()
}

#[test]
fn draughts_evaluations_do_not_change_silently() {
    const INTERNATIONAL: AnyVariant = AnyVariant::of::<International>();
    for (variant, fen, score) in [
        // A man that nobody can stop, with most pieces still on the board.
        (INTERNATIONAL, "W:W6,31-42:B11-23", -11),
        // Four kings win against one king, but not against a king and two men.
        (INTERNATIONAL, "W:WK1,K2,K3,K4:B12,13,K40", 158),
        (INTERNATIONAL, "B:BK1,K2,K3,K4:W38,39,K40", 158),
        (INTERNATIONAL, "W:WK1,K2,K3,K4,K6:BK40", 1_122),
        (AnyVariant::of::<Breakthrough>(), "B:W30,36,39,40,45:B16,18", -1_544),
        (AnyVariant::of::<Turkish>(), "B:Wg3:Ba3,a6,b7,d7,f7,g4,h2,h7", 1_117),
    ] {
        assert_eq!(evaluated::<AnyDraughts>(variant, fen, EvaluationChoice::HandCrafted), score, "{fen}");
    }
}

#[test]
fn evaluations_by_networks_do_not_change_silently() {
    for (variant, fen, score) in [
        (AnyVariant::of::<International>(), "W:W6,31-42:B11-23", -47),
        (AnyVariant::of::<Russian>(), "W:Wa7,b2,c1,d2,e1,f2,g1,h2,a3:Bd8,e7,f8,g7,h8,b4,c5,d6", 282),
        (AnyVariant::of::<Italian>(), "B:W5,K16:BK24", -186),
    ] {
        assert_eq!(evaluated::<AnyDraughts>(variant, fen, EvaluationChoice::BuiltIn), score, "{fen}");
    }
}
