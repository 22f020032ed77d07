//! One test for each rule that ends a game.

use std::collections::HashMap;

use boardgame::{Color, Countable, Game, MoveList, MoveStyle, Notation, Outcome, Position, PositionExt};
use damier_draughts::{AnyDraughts, AnyVariant, Move};

use crate::common::{self, at, start};
use crate::variants::{
    ARMENIAN, BRAZILIAN, BRAZILIAN_CBD, BREAKTHROUGH, CANADIAN, CZECH, ENGLISH, FILIPINO, FRISIAN, FRYSK,
    GHANAIAN, INTERNATIONAL, ITALIAN, JAMAICAN, KILLER, LOSING, MODERN, NIGERIAN, PODDAVKI, POOL, PORTUGUESE,
    RUSSIAN, SLOVAK, SPANISH, SPANTSIRETTI, SRI_LANKAN, TURKISH,
};
use crate::wander::{any, by_king, end, end_of_king_moves, game, give_a_piece, wander};

/// Result and reason of a position alone.
pub(crate) fn outcome(variant: AnyVariant, fen: &str) -> Option<(Outcome, &'static str)> {
    at(variant, fen).outcome().map(|(outcome, reason)| (outcome, reason.name))
}

/// Plays moves to and fro until the game ends; how many there were, and why.
pub(crate) fn repeat(variant: AnyVariant, fen: &str, cycle: &[&str]) -> (usize, &'static str) {
    let mut game = game(variant, fen);
    for text in cycle.iter().cycle().take(60) {
        if game.outcome().is_some() {
            break;
        }
        let mv = game.position().read_move(text, MoveStyle::Record).expect(text);
        game.play(mv).expect("legal");
    }
    end(&game)
}

/// Whether the move ends on the diagonal of the corners that are played on.
fn on_diagonal(position: &AnyDraughts, mv: Move<u128>) -> bool {
    let board = position.rules().board;
    let (file, rank) = board.file_and_rank(mv.to());
    if board.mirrored { file + rank + 1 == board.columns } else { file == rank }
}

pub(crate) fn off_diagonal(position: &AnyDraughts, mv: Move<u128>) -> bool {
    !on_diagonal(position, mv)
}

/// Black's king keeps to the diagonal, White keeps off.
pub(crate) fn black_holds_diagonal(position: &AnyDraughts, mv: Move<u128>) -> bool {
    on_diagonal(position, mv) == (position.turn() == Color::Black)
}

fn play_line(variant: AnyVariant, case: &serde_json::Value) {
    let id = common::text(case, "id");
    let mut game = game(variant, common::text(case, "fen"));
    let mut states = vec![game.outcome()];
    for text in case["moves"].as_array().expect(id) {
        let text = text.as_str().expect(id);
        let mv = game.position().read_move(text, MoveStyle::Record).unwrap_or_else(|e| panic!("{id}: {e}"));
        game.play(mv).unwrap_or_else(|error| panic!("{id}: {error}"));
        states.push(game.outcome());
    }
    for check in case["checks"].as_array().expect(id) {
        let ply = check["ply"].as_u64().expect(id) as usize;
        let result = states[ply].map_or("ongoing".to_string(), |(outcome, _)| outcome.to_string());
        assert_eq!(result, check["result"].as_str().expect(id), "{id} at {ply}");
        let name = states[ply].map(|(_, reason)| reason.name);
        assert_eq!(name, check["reason"].as_str(), "{id} at {ply}");
    }
    if let Some(fen) = case["final_fen"].as_str() {
        assert!(game.position().repeats(&at(variant, fen)), "{id}");
    }
    // Taking moves back gives every earlier state again.
    while let Some(state) = states.pop() {
        assert_eq!(game.outcome(), state, "{id} taken back to {}", states.len());
        assert_eq!(game.undo().is_some(), !states.is_empty());
    }
}

#[test]
fn lines_of_the_rule_cases() {
    for case in common::cases_of_kind("international.json", "line") {
        play_line(INTERNATIONAL, &case);
    }
    for case in common::cases_of_kind("russian.json", "line") {
        play_line(RUSSIAN, &case);
    }
}

#[test]
fn threefold_repetition() {
    let cycle = ["45-50", "6-1", "50-45", "1-6"];
    let large = "W:W36,K45,K47:BK3,K6,15";
    assert_eq!(repeat(INTERNATIONAL, large, &cycle), (8, "threefold_repetition"));
    assert_eq!(repeat(KILLER, large, &cycle), (8, "threefold_repetition"));
    assert_eq!(repeat(MODERN, large, &cycle), (8, "threefold_repetition"));
    assert_eq!(repeat(LOSING, large, &cycle), (8, "threefold_repetition"));
    let cycle = ["c1-a3", "f8-g7", "a3-c1", "g7-f8"];
    let small = "W:WKc1,g1:BKf8,h8";
    assert_eq!(repeat(RUSSIAN, small, &cycle), (8, "threefold_repetition"));
    assert_eq!(repeat(BRAZILIAN, small, &cycle), (8, "threefold_repetition"));
    assert_eq!(repeat(PODDAVKI, small, &cycle), (8, "threefold_repetition"));
    assert_eq!(repeat(CZECH, small, &cycle), (8, "threefold_repetition"));
    assert_eq!(repeat(SLOVAK, small, &cycle), (8, "threefold_repetition"));
}

#[test]
fn fourfold_repetition_in_italian() {
    let cycle = ["29-26", "4-7", "26-29", "7-4"];
    assert_eq!(repeat(ITALIAN, "W:WK29,28:BK4,5", &cycle), (12, "fourfold_repetition"));
}

#[test]
fn repetition_never_draws_breakthrough() {
    assert!(start(BREAKTHROUGH).outcome_of_repetition(100).is_none());
    assert!(start(INTERNATIONAL).outcome_of_repetition(2).is_none());
}

#[test]
fn repetition_in_turkish_sees_men_that_go_sideways() {
    // Men go sideways and back, so their moves can repeat.
    let cycle = ["a3-b3", "h6-g6", "b3-a3", "g6-h6"];
    assert_eq!(repeat(TURKISH, "W:Wa3,a2:Bh6,h7", &cycle), (8, "threefold_repetition"));
}

#[test]
fn only_sideways_moves_of_men_can_be_taken_back() {
    let position = at(TURKISH, "W:Wa3,Kc1:Bh6,h7");
    let is_irreversible =
        |text| position.is_irreversible(position.read_move(text, MoveStyle::Record).unwrap());
    assert!(!is_irreversible("a3-b3"));
    assert!(is_irreversible("a3-a4"));
    assert!(!is_irreversible("c1-c5"));
}

#[test]
fn repetition_in_frisian_compares_king_runs() {
    let cycle = ["47-42", "4-9", "42-47", "9-4", "48-43", "3-8", "43-48", "8-3"];
    // The pieces stand alike at ply 0, 4 and 8; with the king runs it is plies 2, 10 and 18.
    assert_eq!(repeat(FRISIAN, "W:WK47,K48,36:BK3,K4,15", &cycle), (18, "threefold_repetition"));
}

#[test]
fn king_moves_without_capture_or_man_move() {
    let large = "W:W36,K49,K50:BK1,K6,15";
    assert_eq!(end_of_king_moves(INTERNATIONAL, large), (50, "25_move_rule"));
    let twelve = "W:W61,K71,K72:BK1,K2,12";
    assert_eq!(end_of_king_moves(CANADIAN, twelve), (50, "25_move_rule"));
    assert_eq!(end_of_king_moves(SRI_LANKAN, twelve), (50, "25_move_rule"));
    let small = "W:W21,28,K30,K31:BK2,K3,5,12";
    assert_eq!(end_of_king_moves(RUSSIAN, small), (30, "15_move_rule"));
    assert_eq!(end_of_king_moves(BRAZILIAN, small), (30, "15_move_rule"));
    assert_eq!(end_of_king_moves(CZECH, small), (30, "15_move_rule"));
    assert_eq!(end_of_king_moves(SLOVAK, small), (30, "15_move_rule"));
    assert_eq!(end_of_king_moves(POOL, small), (60, "30_move_rule"));
    assert_eq!(end_of_king_moves(ENGLISH, small), (80, "40_move_rule"));
    assert_eq!(end_of_king_moves(ITALIAN, "W:W24,25,K30,K31:BK2,K3,8,9"), (80, "40_move_rule"));
    let from_below = "W:W8,9,K2,K3:BK30,K31,24,25";
    assert_eq!(end_of_king_moves(SPANISH, from_below), (40, "20_move_rule"));
    assert_eq!(end_of_king_moves(PORTUGUESE, from_below), (40, "20_move_rule"));
}

#[test]
fn a_man_move_starts_the_king_moves_again() {
    let mut game = game(INTERNATIONAL, "W:W36,K49,K50:BK1,K6,15");
    wander(&mut game, 49, by_king);
    wander(&mut game, 1, |position, mv| !by_king(position, mv));
    assert_eq!(game.outcome(), None);
    wander(&mut game, 300, by_king);
    assert_eq!(end(&game), (100, "25_move_rule"));
}

#[test]
fn international_16_move_rule() {
    for fen in ["W:WK48,K49,K50:BK6", "B:W46,47,K48:BK6"] {
        let mut game = game(INTERNATIONAL, fen);
        wander(&mut game, 100, off_diagonal);
        assert_eq!(end(&game), (32, "16_move_rule"), "{fen}");
    }
    let mut game = game(CANADIAN, "W:WK70,K71,K72:BK7");
    wander(&mut game, 100, off_diagonal);
    assert_eq!(end(&game), (32, "16_move_rule"));
}

#[test]
fn international_16_moves_are_not_restarted_by_a_crowning() {
    let mut game = game(INTERNATIONAL, "W:W7,K49,K50:BK26");
    wander(&mut game, 1, |_, mv| mv.is_crowning());
    wander(&mut game, 100, off_diagonal);
    assert_eq!(end(&game), (32, "16_move_rule"));
}

#[test]
fn international_capture_inside_16_moves_leaves_the_smaller_rest() {
    // Four plies are left of the thirty-two.
    let mut late = game(INTERNATIONAL, "W:WK48,K49,K50:BK6");
    wander(&mut late, 26, off_diagonal);
    give_a_piece(&mut late);
    wander(&mut late, 100, any);
    assert_eq!(end(&late), (32, "16_move_rule"));
    // Just five moves of each player are left.
    let mut even = game(INTERNATIONAL, "W:WK48,K49,K50:BK6");
    wander(&mut even, 20, off_diagonal);
    give_a_piece(&mut even);
    wander(&mut even, 100, any);
    assert_eq!(end(&even), (32, "5_move_rule"));
    // Many are left, so that five moves count.
    let mut early = game(INTERNATIONAL, "W:WK48,K49,K50:BK6");
    wander(&mut early, 4, off_diagonal);
    give_a_piece(&mut early);
    wander(&mut early, 100, any);
    assert_eq!(end(&early), (16, "5_move_rule"));
}

#[test]
fn international_long_diagonal_5_move_rule() {
    let mut held = game(INTERNATIONAL, "W:WK1,K49,K50:BK5");
    wander(&mut held, 100, black_holds_diagonal);
    assert_eq!(end(&held), (10, "long_diagonal_5_move_rule"));
    // A king that leaves and comes back is counted anew, from the move that brings it back.
    let mut left = game(INTERNATIONAL, "B:WK6,K45,K50:BK5");
    let corners = ["5", "46"].map(|name| INTERNATIONAL.rules().read_square(name));
    wander(&mut left, 2, |position, mv| {
        black_holds_diagonal(position, mv) && !corners.contains(&Some(mv.to()))
    });
    wander(&mut left, 4, off_diagonal);
    wander(&mut left, 100, black_holds_diagonal);
    assert_eq!(end(&left), (17, "long_diagonal_5_move_rule"));
}

#[test]
fn a_king_that_shuttles_does_not_hold_the_long_diagonal() {
    let mut game = game(INTERNATIONAL, "W:WK45,K49,K35:BK1");
    let lone = |position: &AnyDraughts| position.turn() == Color::Black;
    let was_on = |position: &AnyDraughts| {
        let king = position.pieces(Color::Black).first().expect("a king");
        let (file, rank) = INTERNATIONAL.rules().board.file_and_rank(king);
        file == rank
    };
    wander(&mut game, 100, |position, mv| {
        !lone(position) && off_diagonal(position, mv)
            || lone(position) && on_diagonal(position, mv) != was_on(position)
    });
    assert_eq!(end(&game), (32, "16_move_rule"));
}

#[test]
fn international_5_move_rule() {
    for fen in ["W:WK46,K47:BK6", "W:WK47:BK6", "W:W46,K47:BK6"] {
        assert_eq!(end_of_king_moves(INTERNATIONAL, fen), (10, "5_move_rule"), "{fen}");
    }
    // A crowning does not start it again.
    let mut game = game(INTERNATIONAL, "W:W7,K47:BK36");
    let mv = game.position().read_move("7-2", MoveStyle::Record).unwrap();
    game.play(mv).unwrap();
    wander(&mut game, 100, any);
    assert_eq!(end(&game), (10, "5_move_rule"));
}

#[test]
fn draughts64_15_move_rule_three_kings() {
    let fen = "W:WKc1,Ke1,Kg1,Kh2:BKa5";
    assert_eq!(end_of_king_moves(RUSSIAN, fen), (30, "15_move_rule_three_kings"));
    assert_eq!(end_of_king_moves(BRAZILIAN, fen), (30, "15_move_rule_three_kings"));
    assert_eq!(end_of_king_moves(SPANTSIRETTI, fen), (30, "15_move_rule_three_kings"));
    assert_eq!(end_of_king_moves(FILIPINO, "W:WKb1,Kd1,Kf1,Kh1:BKa4"), (30, "15_move_rule_three_kings"));
}

#[test]
fn draughts64_kings_lost_do_not_restart_the_15_moves() {
    let mut game = game(RUSSIAN, "W:WKc1,Ke1,Kg1,Kh2:BKa5");
    wander(&mut game, 10, off_diagonal);
    give_a_piece(&mut game);
    wander(&mut game, 100, off_diagonal);
    assert_eq!(end(&game), (30, "15_move_rule_three_kings"));
}

#[test]
fn draughts64_30_move_rule() {
    let four = "W:WKc1,Ke1:BKd8,Kf8";
    assert_eq!(end_of_king_moves(RUSSIAN, four), (60, "30_move_rule"));
    assert_eq!(end_of_king_moves(BRAZILIAN, four), (60, "30_move_rule"));
    assert_eq!(end_of_king_moves(SPANTSIRETTI, four), (60, "30_move_rule"));
    // Three against one off the main road, a man among them.
    let mut game = game(RUSSIAN, "W:WKc1,Ke1,a3:BKd8");
    wander(&mut game, 100, |position, mv| by_king(position, mv) && off_diagonal(position, mv));
    assert_eq!(end(&game), (60, "30_move_rule"));
}

#[test]
fn draughts64_60_move_rule() {
    let six = "W:WKc1,Ke1,a3:BKd8,Kf8,h6";
    assert_eq!(end_of_king_moves(RUSSIAN, six), (120, "60_move_rule"));
    assert_eq!(end_of_king_moves(BRAZILIAN, six), (120, "60_move_rule"));
}

#[test]
fn draughts64_main_road_5_move_rule() {
    let mut held = game(RUSSIAN, "W:WKc1,Ke1,Kg1:BKh8");
    wander(&mut held, 100, black_holds_diagonal);
    assert_eq!(end(&held), (10, "main_road_5_move_rule"));
    let mut with_man = game(BRAZILIAN, "W:WKc1,Ke1,g1:BKh8");
    wander(&mut with_man, 100, black_holds_diagonal);
    assert_eq!(end(&with_man), (10, "main_road_5_move_rule"));
    // The mirrored board has its long diagonal from h1 to a8.
    let mut mirrored = game(FILIPINO, "W:WKb1,Kd1,Kf1:BKa8");
    wander(&mut mirrored, 100, black_holds_diagonal);
    assert_eq!(end(&mirrored), (10, "main_road_5_move_rule"));
}

#[test]
fn draughts64_main_roads_of_a_board_that_is_not_square() {
    // Spantsiretti has a1-h8 and, seen by Black, j8-c1.
    let mut white_road = game(SPANTSIRETTI, "W:WKe1,Kg1,Ki1:BKh8");
    wander(&mut white_road, 100, black_holds_diagonal);
    assert_eq!(end(&white_road), (10, "main_road_5_move_rule"));
    let mut black_road = game(SPANTSIRETTI, "W:WKe1,Kg1,Ki1:BKj8");
    let holds = |position: &AnyDraughts, mv: Move<u128>| {
        let (file, rank) = SPANTSIRETTI.rules().board.file_and_rank(mv.to());
        (file == rank + 2) == (position.turn() == Color::Black)
    };
    wander(&mut black_road, 100, holds);
    assert_eq!(end(&black_road), (10, "main_road_5_move_rule"));
}

#[test]
fn draughts64_5_move_rule() {
    for fen in ["W:WKc1,Ke1:BKa5", "W:WKc1:BKa5", "W:WKc1,a3:BKd8"] {
        assert_eq!(end_of_king_moves(RUSSIAN, fen), (10, "5_move_rule"), "{fen}");
    }
    assert_eq!(end_of_king_moves(FILIPINO, "W:WKb1,Kd1:BKa4"), (10, "5_move_rule"));
}

#[test]
fn pool_13_move_rule() {
    assert_eq!(end_of_king_moves(POOL, "W:WK29,K30,K31:BK5"), (26, "13_move_rule"));
    assert_eq!(end_of_king_moves(POOL, "W:WK29,K30,K31,K32:BK5"), (26, "13_move_rule"));
    assert_eq!(end_of_king_moves(JAMAICAN, "W:WK29,K30,K31:BK5"), (26, "13_move_rule"));
    let mut game = game(POOL, "W:WK29,K30,K31,K32:BK5");
    wander(&mut game, 6, any);
    give_a_piece(&mut game);
    wander(&mut game, 100, any);
    assert_eq!(end(&game), (26, "13_move_rule"));
}

#[test]
fn frisian_7_move_rule() {
    assert_eq!(end_of_king_moves(FRISIAN, "W:WK46,K47:BK6"), (14, "7_move_rule"));
    assert_eq!(end_of_king_moves(FRYSK, "W:WK46,K47:BK6"), (14, "7_move_rule"));
    // The seven moves begin when the man is crowned.
    let mut game = game(FRISIAN, "W:W7,K47:BK36");
    wander(&mut game, 1, |_, mv| mv.is_crowning());
    wander(&mut game, 100, any);
    assert_eq!(end(&game), (15, "7_move_rule"));
}

#[test]
fn frisian_king_against_king() {
    let drawn = Some((Outcome::Draw, "king_against_king"));
    assert_eq!(outcome(FRISIAN, "W:WK46:BK4"), drawn);
    assert_eq!(outcome(FRYSK, "W:WK46:BK4"), drawn);
    // The side to move can capture: along the diagonal, the column, the row.
    for fen in ["W:WK46:BK23", "W:WK46:BK16", "W:WK46:BK48"] {
        assert_eq!(outcome(FRISIAN, fen), None, "{fen}");
    }
    // It is attacked but can step out of reach; or it cannot.
    assert_eq!(outcome(FRISIAN, "B:WK36:BK22"), drawn);
    assert_eq!(outcome(FRISIAN, "W:WK46:BK5"), None);
    assert_eq!(outcome(FRISIAN, "W:WK5:BK46"), None);
    // 28-5 wins: wherever the king on 46 goes, it is taken.
    assert_eq!(outcome(FRISIAN, "W:WK28:BK46"), None);
    assert_eq!(outcome(FRYSK, "W:WK28:BK46"), None);
    assert_eq!(outcome(FRISIAN, "B:WK46:BK23"), None);
    assert_eq!(outcome(FRISIAN, "B:WK5:BK46"), None);
}

/// All positions of king against king, solved: a position is drawn at once exactly if neither side can ever win.
#[test]
fn frisian_kings_are_drawn_unless_one_wins_by_force() {
    assert_eq!(check_lone_kings(FRISIAN), check_lone_kings(FRYSK));
}

/// How many of the positions of king against king are drawn.
fn check_lone_kings(variant: AnyVariant) -> usize {
    let squares = 1..=50;
    let mut positions = Vec::new();
    for (white, black) in squares.clone().flat_map(|white| squares.clone().map(move |black| (white, black))) {
        for turn in ['W', 'B'].into_iter().filter(|_| white != black) {
            positions.push(at(variant, &format!("{turn}:WK{white}:BK{black}")));
        }
    }
    let name = |position: &AnyDraughts| position.to_fen();
    let index: HashMap<String, usize> = positions.iter().map(name).zip(0..).collect();
    let moves: Vec<Vec<Option<usize>>> =
        positions.iter().map(|position| successors(position, &index)).collect();
    // Captures win; then, until nothing changes, who can move to a lost position wins, who can only move to won
    // positions loses.
    let mut value = vec![None; positions.len()];
    loop {
        let before = value.clone();
        for (at, next) in moves.iter().enumerate().filter(|&(at, _)| before[at].is_none()) {
            let lost = |to: &Option<usize>| to.is_none_or(|to| before[to] == Some(false));
            let won = |to: &Option<usize>| to.is_some_and(|to| before[to] == Some(true));
            value[at] = if next.iter().any(lost) {
                Some(true)
            } else if next.iter().all(won) {
                Some(false)
            } else {
                None
            };
        }
        if value == before {
            break;
        }
    }
    for (position, value) in positions.iter().zip(&value) {
        assert_eq!(position.outcome().is_some(), value.is_none(), "{}", position.to_fen());
    }
    value.iter().filter(|value| value.is_none()).count()
}

/// The positions that moves lead to; none for a capture, which wins.
fn successors(position: &AnyDraughts, index: &HashMap<String, usize>) -> Vec<Option<usize>> {
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    let to = |mv: &Move<u128>| (!mv.is_capture()).then(|| index[&position.after(*mv).to_fen()]);
    list.iter().map(to).collect()
}

#[test]
fn turkish_one_against_one() {
    let drawn = Some((Outcome::Draw, "one_against_one"));
    assert_eq!(outcome(TURKISH, "W:WKa1:BKh8"), drawn);
    assert_eq!(outcome(TURKISH, "W:Wb3:BKh8"), drawn);
    assert_eq!(outcome(TURKISH, "W:WKa1:BKa5"), None);
    assert_eq!(outcome(TURKISH, "W:WKa1,b3:BKh8"), None);
}

#[test]
fn armenian_is_drawn_by_agreement_only() {
    assert_eq!(outcome(ARMENIAN, "W:WKa1:BKh8"), None);
    assert_eq!(outcome(ARMENIAN, "W:Wb3:BKh8"), None);
    assert!(start(ARMENIAN).outcome_of_repetition(100).is_none());
    let mut game = game(ARMENIAN, "W:WKa1,Kb1:BKh8,Kg8");
    wander(&mut game, 200, any);
    assert_eq!((game.moves().len(), game.outcome()), (200, None));
}

#[test]
fn brazilian_cbd_20_move_rule() {
    // Twenty moves of each player, with men, in the endings that FMJD-64 limits, and in no fewer.
    for fen in [
        "W:W21,28,K30,K31:BK2,K3,5,12",
        "W:WKc1,Ke1,Kg1,Kh2:BKa5",
        "W:WKc1,Ke1:BKd8,Kf8",
        "W:WKc1,Ke1,a3:BKd8,Kf8,h6",
        "W:WKc1,Ke1:BKa5",
        "W:WKc1:BKa5",
    ] {
        assert_eq!(end_of_king_moves(BRAZILIAN_CBD, fen), (40, "20_move_rule"), "{fen}");
    }
    let mut held = game(BRAZILIAN_CBD, "W:WKc1,Ke1,Kg1:BKh8");
    wander(&mut held, 11, black_holds_diagonal);
    assert_eq!(held.outcome(), None);
    let cycle = ["c1-a3", "f8-g7", "a3-c1", "g7-f8"];
    assert_eq!(repeat(BRAZILIAN_CBD, "W:WKc1,g1:BKf8,h8", &cycle), (8, "threefold_repetition"));
}

#[test]
fn no_legal_move_loses() {
    let lost = Some((Outcome::Win(Color::White), "no_legal_moves"));
    assert_eq!(outcome(INTERNATIONAL, "B:W21,26,27:B16"), lost);
    assert_eq!(outcome(INTERNATIONAL, "B:W28:B"), lost);
    assert_eq!(outcome(RUSSIAN, "B:Wb4,c3:Ba5"), lost);
}

#[test]
fn no_legal_move_wins_in_losing_games() {
    let won = Some((Outcome::Win(Color::Black), "no_legal_moves"));
    assert_eq!(outcome(LOSING, "B:W21,26,27:B16"), won);
    assert_eq!(outcome(LOSING, "B:W28:B"), won);
    assert_eq!(outcome(PODDAVKI, "B:Wb4,c3:Ba5"), won);
}

#[test]
fn no_legal_move_draws_in_slovak() {
    assert_eq!(outcome(SLOVAK, "B:Wb4,c3:Ba5"), Some((Outcome::Draw, "no_legal_moves")));
    assert_eq!(outcome(SLOVAK, "B:Wb4:B"), Some((Outcome::Win(Color::White), "no_legal_moves")));
}

#[test]
fn the_first_king_wins_in_breakthrough() {
    let mut game = game(BREAKTHROUGH, "W:W7,50:B15");
    let mv = game.position().read_move("7-2", MoveStyle::Record).unwrap();
    game.play(mv).unwrap();
    let (outcome, reason) = game.outcome().expect("won");
    assert_eq!((outcome, reason.name), (Outcome::Win(Color::White), "first_king"));
    assert_eq!(game.position().count_legal(), 0);
}

#[test]
fn the_last_piece_loses_in_ghanaian() {
    let lost = |color| Some((Outcome::Win(color), "last_piece"));
    assert_eq!(outcome(GHANAIAN, "W:W31,32:B5"), lost(Color::White));
    assert_eq!(outcome(GHANAIAN, "W:W31:B5,6"), lost(Color::Black));
    assert_eq!(outcome(GHANAIAN, "W:W31:B5"), Some((Outcome::Draw, "last_piece")));
    assert_eq!(outcome(NIGERIAN, "W:W31,32:B5"), None);
}

#[test]
fn no_legal_move_goes_before_a_draw() {
    // The lone king is taken on the very ply that would have ended the sixteen moves; see the rule cases.
    let case = common::cases_of_kind("international.json", "line");
    let case = case.iter().find(|case| case["id"] == "int-16-win-precedes").expect("the case");
    play_line(INTERNATIONAL, case);
}

#[test]
fn a_king_run_ends_after_three_quiet_moves() {
    let mut game = game(FRISIAN, "W:WK47,K48,36:BK3,K4,15");
    let play = |game: &mut Game<AnyDraughts>, text: &str| {
        let mv = game.position().read_move(text, MoveStyle::Record);
        mv.map(|mv| game.play(mv).expect("legal"))
    };
    for text in ["47-42", "4-9", "42-47", "9-4", "47-42"] {
        play(&mut game, text).unwrap();
    }
    let before = *game.position();
    play(&mut game, "4-9").unwrap();
    assert!(play(&mut game, "42-47").is_err(), "a fourth move in a row");
    play(&mut game, "48-43").unwrap();
    assert!(play(&mut game, "9-4").is_err(), "a fourth move in a row of Black");
    play(&mut game, "3-8").unwrap();
    play(&mut game, "42-47").unwrap();
    // Taken back, the runs are as they were.
    while game.moves().len() > 5 {
        game.undo();
    }
    assert_eq!(*game.position(), before);
}

#[test]
fn a_king_run_does_not_bind_a_side_without_men() {
    let mut game = game(FRISIAN, "W:WK47,K48:BK3,K4,15");
    for text in ["47-42", "4-9", "42-47", "9-4", "47-42", "4-9", "42-47"] {
        let mv = game.position().read_move(text, MoveStyle::Record).expect(text);
        game.play(mv).expect("legal");
    }
}

#[test]
fn a_king_run_does_not_bind_a_capture() {
    let mut position = at(FRISIAN, "W:WK47,K48,36:BK3,K4,15");
    for text in ["47-42", "4-9", "42-47", "9-4", "47-42", "15-20"] {
        position.play(position.read_move(text, MoveStyle::Record).expect(text));
    }
    // Black has offered a man to the king that must wait.
    let mv = position.read_move("42x15", MoveStyle::Record).expect("the king may capture");
    position.play(mv);
    // A capture ends the run.
    position.play(position.read_move("3-8", MoveStyle::Record).expect("a quiet move"));
    assert!(position.begin_move().unwrap().movable().contains(mv.to()));
}

#[test]
fn last_piece_against_nothing_is_no_end_before_the_other_side_is_to_move() {
    let position = at(GHANAIAN, "W:W31:B");
    assert!(position.outcome().is_none() && position.has_legal_move());
}

#[test]
fn first_king_of_two_is_that_of_the_side_that_moved_last() {
    let winner = |fen| at(BREAKTHROUGH, fen).outcome().map(|(outcome, _)| outcome);
    assert_eq!(winner("W:WK1:BK50"), Some(Outcome::Win(Color::Black)));
    assert_eq!(winner("B:WK1:BK50"), Some(Outcome::Win(Color::White)));
}
