//! The search of real games: what it must find, and what it must keep to.

use std::time::Duration;

use boardgame::{Game, MoveStyle, Notation, Outcome, Position, PositionExt};
use chess::{Chess, Standard};
use damier_eval::{ChessKnowledge, DraughtsKnowledge, Evaluated};
use draughts::Draughts;
use draughts::variants::{Breakthrough, Canadian, Frisian, International, Losing};
use search::{BestMove, Bound, Clock, Control, Knowledge, Limits, Score, SearchRequest, Searcher};

type Found<P> = BestMove<<P as Position>::Move>;

fn searcher<P: Evaluated<Rules = ()>>() -> Searcher<P::Knowledge> {
    Searcher::new(P::knowledge(()), 8, 1)
}

/// Searches a game that began at this position and went on with these moves.
fn search<P: Evaluated<Rules = ()> + Notation>(fen: &str, moves: &str, limits: Limits) -> (Found<P>, P) {
    let game = game::<P>(fen, moves);
    let request = SearchRequest { limits, ..SearchRequest::default() };
    let found = searcher::<P>().search(&game, &request, &Control::default(), |_| {});
    (found, game.position().clone())
}

fn game<P: Evaluated<Rules = ()> + Notation>(fen: &str, moves: &str) -> Game<P> {
    let start = if fen.is_empty() { P::start() } else { P::from_fen(fen).expect(fen) };
    let mut game = Game::new(start);
    for text in moves.split_whitespace() {
        let mv = game.position().read_move(text, MoveStyle::Protocol).expect(text);
        game.play_on(mv).expect("the game goes on");
    }
    game
}

fn best<P: Evaluated<Rules = ()> + Notation>(fen: &str, nodes: u64) -> (String, Score) {
    let (found, position) = search::<P>(fen, "", Limits::nodes(nodes));
    let best = found.best.expect("a move");
    (position.write_move(best, MoveStyle::Record), found.score)
}

#[test]
fn mates_are_found_with_their_distance() {
    for (fen, mv, plies) in [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "Ra8#", 1),
        ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", "Qg6", 3),
        ("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", "Qxh7+", 3),
    ] {
        let (found, score) = best::<Chess>(fen, 200_000);
        assert_eq!((found.as_str(), score), (mv, Score::mate_in(plies)), "{fen}");
    }
}

/// Whether the search finds this mate in two, with so many captures and checks on the board, or only trying all moves does.
#[test]
fn a_mate_that_was_asked_for_is_found() {
    let game = game::<Chess>("2q5/3r2R1/4k3/3p4/NpQ4K/1q6/6r1/1Q6 w - - 0 1", "");
    let limits = Limits { mate_in_plies: Some(3), ..Limits::default() };
    let mut told = Vec::new();
    let found = searcher::<Chess>().search(&game, &limits.into(), &Control::default(), |info| {
        told.push((info.score, info.pv.clone()));
    });
    let (score, pv) = told.pop().expect("a variation");
    assert_eq!((score, found.score, pv.len()), (Score::mate_in(3), Score::mate_in(3), 3));
    assert_eq!((found.best, found.ponder), (Some(pv[0]), Some(pv[1])));
    assert_eq!(game.position().write_move(pv[0], MoveStyle::Record), "Qbe4+");
}

#[test]
fn a_mate_that_is_short_enough_ends_the_search() {
    let limits = Limits { mate_in_plies: Some(1), ..Limits::nodes(200_000) };
    let (found, _) = search::<Chess>("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "", limits);
    assert_eq!((found.score, found.depth), (Score::mate_in(1), 1));
}

#[test]
fn the_depth_of_a_search_has_a_limit() {
    // Every move is a draw, so every depth is searched at once.
    let fen = "7k/8/8/8/8/8/6Q1/6K1 w - - 99 80";
    for limits in [Limits::default(), Limits::depth(119), Limits::depth(120), Limits::depth(1_000)] {
        let expected = limits.depth.map_or(120, |depth| depth.min(120));
        assert_eq!(search::<Chess>(fen, "", limits).0.depth, expected);
    }
}

#[test]
fn a_forced_move_is_played_at_once_if_that_saves_time() {
    let hour = Duration::from_secs(3_600);
    let clock = Some(Clock { remaining: hour, increment: Duration::ZERO, moves_to_go: None });
    for (fen, limits, is_at_once) in [
        ("k7/8/1K6/8/8/8/8/7R b - - 0 1", Limits { clock, ..Limits::nodes(5_000) }, true),
        ("k7/8/1K6/8/8/8/8/7R b - - 0 1", Limits { move_time: Some(hour), ..Limits::nodes(5_000) }, false),
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", Limits { clock, ..Limits::nodes(5_000) }, false),
    ] {
        let found = search::<Chess>(fen, "", limits).0;
        assert_eq!(found.depth == 1, is_at_once, "{fen}: depth {}", found.depth);
    }
}

#[test]
fn a_search_of_one_node_has_a_move_but_no_score() {
    let found = search::<Chess>("", "", Limits::nodes(1)).0;
    assert_eq!((found.best.is_some(), found.score, found.depth), (true, Score::DRAW, 0));
}

#[test]
fn a_cleared_searcher_searches_as_a_fresh_one() {
    let game = game::<Chess>("", "");
    let mut searcher = searcher::<Chess>();
    let mut nodes = |prepare: fn(&mut Searcher<ChessKnowledge<Standard>>)| {
        prepare(&mut searcher);
        searcher.search(&game, &Limits::depth(7).into(), &Control::default(), |_| {}).nodes
    };
    let fresh = nodes(|_| {});
    assert_ne!(nodes(|_| {}), fresh, "the table and the histories are kept");
    assert_eq!(nodes(Searcher::clear), fresh);
    assert_eq!([3, 0, 2].map(|megabytes| searcher.resize_table(megabytes)), [3, 0, 2]);
}

#[test]
fn a_position_without_moves_has_no_best_move() {
    // Mate, stalemate, a blocked man.
    for fen in ["R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"] {
        assert_eq!(search::<Chess>(fen, "", Limits::nodes(1_000)).0.best, None);
    }
    assert_eq!(search::<Draughts<International>>("W:W46:B41,37", "", Limits::nodes(1_000)).0.best, None);
}

#[test]
fn the_same_search_gives_the_same_tree() {
    let once = search::<Chess>("", "e2e4 e7e5 g1f3", Limits::nodes(60_000)).0;
    assert_eq!(once, search::<Chess>("", "e2e4 e7e5 g1f3", Limits::nodes(60_000)).0);
    assert_eq!(once.nodes, 60_000);
    let once = search::<Draughts<International>>("", "", Limits::nodes(60_000)).0;
    assert_eq!(once, search::<Draughts<International>>("", "", Limits::nodes(60_000)).0);
    assert_eq!(once.nodes, 60_000);
}

#[test]
fn a_lost_side_takes_the_draw_by_repetition() {
    // A rook down and nearly mated, but the queen checks from e8 and h5 for ever.
    let (found, position) =
        search::<Chess>("6k1/6p1/8/7Q/8/8/1qr5/6K1 w - - 0 1", "", Limits::nodes(100_000));
    assert_eq!(found.score, Score::DRAW);
    let next = position.after(found.best.expect("a move"));
    assert!(next.is_check());
}

#[test]
fn a_won_side_does_not_repeat() {
    // Back to g1, and the king in the corner would make it the third time.
    let moves = "g1f1 h8h7 f1g1 h7h8 g1f1 h8h7";
    let (found, position) = search::<Chess>("7k/8/8/8/8/8/6Q1/6K1 w - - 0 1", moves, Limits::nodes(50_000));
    assert!(found.score.centipawns() > 400);
    let mv = position.write_move(found.best.expect("a move"), MoveStyle::Protocol);
    assert_ne!(mv, "f1g1");
}

#[test]
fn the_fifty_moves_end_what_is_won() {
    let (found, _) = search::<Chess>("7k/8/8/8/8/8/6Q1/6K1 w - - 99 80", "", Limits::nodes(20_000));
    // Only a mate at once would count, and there is none.
    assert_eq!(found.score, Score::DRAW);
    let (found, _) = search::<Chess>("6k1/5ppp/8/8/8/8/8/R6K w - - 99 80", "", Limits::nodes(20_000));
    assert_eq!(found.score, Score::mate_in(1));
}

#[test]
fn losing_games_give_pieces_away() {
    // One of the two must be given up, and that wins.
    let (found, _) = search::<Draughts<Losing>>("W:W32:B22,21", "", Limits::nodes(50_000));
    assert!(found.score.centipawns() > 0);
}

#[test]
fn the_first_king_wins_breakthrough() {
    let (found, _) = search::<Draughts<Breakthrough>>("W:W6,46:B45", "", Limits::nodes(5_000));
    assert_eq!(found.score, Score::mate_in(1));
}

#[test]
fn every_line_asked_for_is_told_in_order() {
    let game = game::<Chess>("", "");
    let request = SearchRequest { limits: Limits::nodes(100_000), multi_pv: 4, ..SearchRequest::default() };
    let mut lines: Vec<(u32, usize, Score, String)> = Vec::new();
    searcher::<Chess>().search(&game, &request, &Control::default(), |info| {
        let first = game.position().write_move(info.pv[0], MoveStyle::Protocol);
        lines.push((info.depth, info.multi_pv, info.score, first));
    });
    for depth in lines.chunks(4) {
        assert_eq!(depth.len(), 4);
        assert!(depth.iter().all(|line| line.0 == depth[0].0));
        assert!(
            depth.windows(2).all(|pair| pair[0].2 >= pair[1].2 && pair[0].1 + 1 == pair[1].1),
            "{depth:?}"
        );
        let mut moves: Vec<_> = depth.iter().map(|line| &line.3).collect();
        moves.sort();
        moves.dedup();
        assert_eq!(moves.len(), 4);
    }
    assert!(lines.len() >= 16);
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let game = game::<Chess>("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "");
    let slow = game.position().read_move("a1b1", MoveStyle::Protocol).expect("legal");
    let request =
        SearchRequest { limits: Limits::nodes(20_000), moves: vec![slow], ..SearchRequest::default() };
    let found = searcher::<Chess>().search(&game, &request, &Control::default(), |_| {});
    assert_eq!(found.best, Some(slow));
}

#[test]
fn principal_lines_are_legal() {
    fn check<P: Evaluated<Rules = ()> + Notation>(fen: &str) {
        let game = game::<P>(fen, "");
        let request = SearchRequest { limits: Limits::nodes(60_000), ..SearchRequest::default() };
        searcher::<P>().search(&game, &request, &Control::default(), |info| {
            let mut position = game.position().clone();
            for &mv in &info.pv {
                let mut list = boardgame::MoveList::new();
                position.legal_moves_into(&mut list);
                assert!(list.contains(&mv));
                position.play(mv);
            }
            // A win is played to its end, or the line is not known to the end.
            let plies = info.score.mate_in_plies().map_or(usize::MAX, |plies| plies.unsigned_abs() as usize);
            assert!(info.pv.len() <= plies);
        });
    }
    check::<Chess>("");
    check::<Chess>("7k/8/8/8/8/8/8/KQR5 w - - 0 1");
    check::<Chess>("8/8/8/8/8/2k5/1q6/K7 w - - 0 1");
    check::<Draughts<International>>("");
    check::<Draughts<International>>("W:WK1,K2,K3,46:BK50");
    check::<Draughts<Breakthrough>>("W:W18,20,23,46,K51:B21,25".replace(",K51", "").as_str());
    check::<Draughts<Frisian>>("");
    check::<Draughts<Losing>>("");
}

#[test]
fn a_search_ends_within_some_nodes_when_it_is_told_to() {
    let control = Control::default();
    let mut told = None;
    let found =
        searcher::<Chess>().search(&game::<Chess>("", ""), &SearchRequest::default(), &control, |info| {
            if info.depth >= 8 && told.is_none() {
                told = Some(info.nodes);
                control.stop();
            }
        });
    assert!(found.best.is_some());
    let late = found.nodes - told.expect("eight depths");
    assert!(late < 512, "{late} nodes late");
}

#[test]
fn a_search_that_is_stopped_at_once_has_looked_at_every_move() {
    // Any other move than the capture loses.
    let game = game::<Chess>("k7/8/8/3q4/8/2N5/5PPP/6K1 w - - 0 1", "");
    let control = Control::default();
    control.stop();
    let found = searcher::<Chess>().search(&game, &SearchRequest::default(), &control, |_| {});
    let best = found.best.map(|mv| game.position().write_move(mv, MoveStyle::Protocol));
    assert_eq!((best.as_deref(), found.depth), (Some("c3d5"), 1));
}

#[test]
fn scores_outside_of_the_window_are_told_before_the_depth_is_finished() {
    // Tactics change the score of every depth.
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let game = game::<Chess>(fen, "");
    let request = SearchRequest { limits: Limits::nodes(200_000), ..SearchRequest::default() };
    let mut told: Vec<(u32, Score, Bound)> = Vec::new();
    searcher::<Chess>().search(&game, &request, &Control::default(), |info| {
        assert!(!info.pv.is_empty());
        told.push((info.depth, info.score, info.bound));
    });
    let bounds: Vec<_> = told.iter().filter(|told| told.2 != Bound::Exact).collect();
    assert!(!bounds.is_empty());
    // What is exact for the depth before lies outside of what the bound tells.
    for pair in told.windows(2).filter(|pair| pair[0].2 == Bound::Exact) {
        match pair[1].2 {
            Bound::Exact => assert_eq!(pair[1].0, pair[0].0 + 1),
            Bound::Lower => assert!(pair[1].1 > pair[0].1, "{pair:?}"),
            Bound::Upper => assert!(pair[1].1 < pair[0].1, "{pair:?}"),
        }
    }
}

#[test]
fn a_search_that_is_cut_short_keeps_the_score_of_its_move() {
    let game = Game::new(Chess::start());
    for nodes in (1_000..6_000).step_by(250) {
        let request = SearchRequest { limits: Limits::nodes(nodes), ..SearchRequest::default() };
        let mut told = None;
        let found = searcher::<Chess>().search(&game, &request, &Control::default(), |info| {
            if info.bound == Bound::Exact {
                told = Some((info.pv[0], info.score));
            }
        });
        let (best, score) = told.expect("a finished depth");
        assert!(found.best != Some(best) || found.score == score, "{nodes}: {:?} not {score:?}", found.score);
    }
}

#[test]
fn a_first_look_without_end_is_ended() {
    fn check<P: Evaluated<Rules = ()> + Notation>(fen: &str) {
        let game = game::<P>(fen, "");
        let limits = Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() };
        let stopped = Control::default();
        stopped.stop();
        for (limits, control) in [(limits, Control::default()), (Limits::default(), stopped)] {
            let request = SearchRequest { limits, ..SearchRequest::default() };
            let found = searcher::<P>().search(&game, &request, &control, |_| {});
            assert!(found.best.is_some());
            // Without a limit it would look at hundreds of millions.
            assert!(found.nodes < 10_000_000, "{fen}: {} nodes", found.nodes);
        }
    }
    check::<Chess>("qQ3Qq1/8/qqR5/QqQQq1q1/r1Q1q3/QQ3Q2/2r5/1KR1q1k1 b - - 0 1");
    check::<Draughts<Canadian>>(
        "W:WK1,K3,K4,K5,K8,K10,K13,K15,K16,K18,K19,K20,K21,K25,K27,K32,K35,K36,K37,K40,K43,K49,K50,K51,K52,K53,K60,K62,K63,\
         K67:BK2,K7,K9,K11,K12,K14,K17,K22,K23,K24,K26,K28,K29,K34,K44,K45,K48,K54,K55,K56,K59,K61,K64,K65,K66,K68,K69,\
         K70,K71,K72",
    );
}

#[test]
fn every_machine_may_use_eight_threads() {
    let most = search::max_threads();
    assert!(most >= 8 && most.is_multiple_of(4));
    assert_eq!(
        [0, 1, 8, most, most + 1].map(|threads| searcher::<Chess>().set_threads(threads)),
        [1, 1, 8, most, most]
    );
}

/// How threads help each other depends on the clock, so no depth is sure to see the mate; that it is found is.
#[test]
fn several_threads_find_the_same_mate() {
    let game = game::<Chess>("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", "");
    let mut searcher = Searcher::new(ChessKnowledge::<Standard>::default(), 8, 3);
    let limits = Limits { mate_in_plies: Some(3), nodes: Some(20_000_000), ..Limits::default() };
    let request = SearchRequest { limits, ..SearchRequest::default() };
    let found = searcher.search(&game, &request, &Control::default(), |_| {});
    assert_eq!(found.score, Score::mate_in(3));
}

/// Moves that share a digest are only tried in the wrong order, but there should be few of them.
#[test]
fn digests_are_never_zero() {
    fn check<K: Knowledge>(fens: &[&str])
    where
        K::Position: Notation<Rules = ()>,
    {
        for fen in fens {
            let position = K::Position::from_fen(fen).expect(fen);
            let mut list = boardgame::MoveList::new();
            position.legal_moves_into(&mut list);
            let mut digests: Vec<u16> = list.iter().map(|&mv| K::move_key(mv)).collect();
            assert!(digests.iter().all(|&digest| digest != 0));
            digests.sort_unstable();
            digests.dedup();
            assert_eq!(digests.len(), list.len(), "{fen}");
        }
    }
    check::<ChessKnowledge<Standard>>(&[
        "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p6/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ]);
    check::<DraughtsKnowledge<International>>(&["W:WK46,K47:B10,14,19,23,28", "W:W31,32,33:B22,23,13"]);
}

#[test]
fn captures_are_ordered_by_what_they_take() {
    // Eight for each piece, eight more for a king, four for a promotion.
    for (fen, mv, order) in [
        ("W:W28:B23", "28x19", 8),
        ("W:W28:B23,13", "28x8", 16),
        ("W:W28:BK23", "28x19", 16),
        ("W:W28:BK23,13", "28x8", 24),
        ("W:W12:B8", "12x3", 12),
        ("W:W7:B45", "7-2", 4),
        ("W:W32:B45", "32-28", 0),
    ] {
        let position = Draughts::<International>::from_fen(fen).expect(fen);
        let mv = position.read_move(mv, MoveStyle::Record).expect(mv);
        assert_eq!(DraughtsKnowledge::<International>::mvv_lva(&position, mv), order, "{fen}");
    }
}

#[test]
fn counters_end_a_game_of_draughts_while_there_are_moves() {
    // A king against a king: drawn at once unless one of them wins by force.
    for (fen, outcome) in
        [("W:WK28:BK50", Some(Outcome::Draw)), ("W:WK28:BK46", None), ("W:WK28,K2:BK50", None)]
    {
        let position = Draughts::<Frisian>::from_fen(fen).expect(fen);
        assert_eq!(DraughtsKnowledge::<Frisian>::terminal_outcome(&position), outcome, "{fen}");
    }
}
