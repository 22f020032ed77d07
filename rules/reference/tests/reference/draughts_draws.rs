//! One test for each draw rule.

use crate::walk::{end_of_king_moves, game, is_king_move, sacrifice, wander};
use damier_reference::draughts::{Color, Game, Move, Outcome, Reason, read_square};

fn drawn(reason: Reason) -> Option<(Outcome, Reason)> {
    Some((Outcome::Draw, reason))
}

fn play(game: &mut Game, text: &str) {
    let (from, to) = text.split_once('-').expect("from-to");
    let from = read_square(game.rules, from).expect("a square");
    let to = read_square(game.rules, to).expect("a square");
    let mv = game.legal_moves().into_iter().find(|mv| mv.from == from && mv.to == to);
    game.play(mv.unwrap_or_else(|| panic!("{text} is not legal")));
}

/// Moves two kings to and fro; the start counts as the first occurrence.
fn plies_until_repetition(name: &str, fen: &str, cycle: [&str; 4]) -> Option<usize> {
    let mut game = game(name, fen);
    for ply in 0..40 {
        if game.outcome().is_some() {
            assert_eq!(game.outcome(), drawn(Reason::Repetition));
            return Some(ply);
        }
        play(&mut game, cycle[ply % 4]);
    }
    None
}

#[test]
fn repetition() {
    let large =
        |name| plies_until_repetition(name, "W:W36,K45,K47:BK3,K6,15", ["45-50", "6-1", "50-45", "1-6"]);
    for name in ["international", "killer", "losing", "modern"] {
        assert_eq!(large(name), Some(8), "{name}");
    }
    let small = |name| plies_until_repetition(name, "W:WK30,28:BK3,5", ["30-26", "3-8", "26-30", "8-3"]);
    for name in ["russian", "brazilian", "english", "pool", "czech", "poddavki", "slovak"] {
        assert_eq!(small(name), Some(8), "{name}");
    }
}

#[test]
fn repetition_needs_four_times_in_italian() {
    let cycle = ["29-26", "4-7", "26-29", "7-4"];
    assert_eq!(plies_until_repetition("italian", "W:WK29,28:BK4,5", cycle), Some(12));
    assert_eq!(plies_until_repetition("italian-threefold", "W:WK29,28:BK4,5", cycle), Some(8));
}

#[test]
fn repetition_of_frisian_compares_king_runs() {
    // Both sides change kings after two moves, before the limit of three.
    let mut game = game("frisian", "W:WK47,K48,36:BK3,K4,15");
    let cycle = ["47-42", "4-9", "42-47", "9-4", "48-43", "3-8", "43-48", "8-3"];
    let mut ply = 0;
    while game.outcome().is_none() {
        play(&mut game, cycle[ply % 8]);
        ply += 1;
    }
    assert_eq!(game.outcome(), drawn(Reason::Repetition));
    // The board alone stands for the third time at ply 8. With the runs it is
    // the position of ply 2, then 10, then 18, in which both sides have one.
    assert_eq!(ply, 18);
    let first = &game.positions[0];
    assert_eq!((&first.board, first.turn), (&game.positions[8].board, game.positions[8].turn));
    assert_ne!(*first, game.positions[8]);
}

#[test]
fn king_moves_only() {
    let large = "W:W36,K49,K50:BK1,K6,15";
    assert_eq!(end_of_king_moves("international", large), (50, Reason::KingMovesOnly));
    for name in ["canadian", "srilankan"] {
        assert_eq!(end_of_king_moves(name, "W:W61,K71,K72:BK1,K2,12"), (50, Reason::KingMovesOnly), "{name}");
    }
    let small = "W:W21,28,K30,K31:BK2,K3,5,12";
    let limits =
        [("english", 80), ("czech", 30), ("slovak", 30), ("pool", 60), ("russian", 30), ("brazilian", 30)];
    for (name, plies) in limits.into_iter().chain([("brazilian-cbd", 40)]) {
        assert_eq!(end_of_king_moves(name, small), (plies, Reason::KingMovesOnly), "{name}");
    }
    for (name, plies) in [("italian", 80), ("jamaican", 60), ("filipino", 30)] {
        let mirrored = "W:W24,25,K30,K31:BK2,K3,8,9";
        assert_eq!(end_of_king_moves(name, mirrored), (plies, Reason::KingMovesOnly), "{name}");
    }
    for name in ["spanish", "portuguese"] {
        let from_below = "W:W8,9,K2,K3:BK30,K31,24,25";
        assert_eq!(end_of_king_moves(name, from_below), (40, Reason::KingMovesOnly), "{name}");
    }
}

#[test]
fn games_without_a_count_go_on() {
    for name in ["killer", "losing", "modern", "frisian", "nigerian", "ghanaian"] {
        let mut game = game(name, "W:WK47,K48:BK3,K4");
        wander(&mut game, 120, |_, _| true);
        assert_eq!((game.moves.len(), game.outcome()), (120, None), "{name}");
    }
}

#[test]
fn kings_against_king() {
    for name in ["russian", "brazilian", "spantsiretti"] {
        assert_eq!(end_of_king_moves(name, "W:WKc1,Ke1,Kg1,Kh2:BKa5").0, 30, "{name}");
    }
    assert_eq!(end_of_king_moves("filipino", "W:WKb1,Kd1,Kf1,Kh1:BKa4").0, 30);
    assert_eq!(end_of_king_moves("pool", "W:WKc1,Ke1,Kg1:BKa5"), (26, Reason::KingsAgainstKing));
    assert_eq!(end_of_king_moves("jamaican", "W:WK29,K30,K31:BK5"), (26, Reason::KingsAgainstKing));
}

#[test]
fn unchanged_balance() {
    for name in ["russian", "brazilian"] {
        for (fen, plies) in [("W:WKc1,Ke1:BKd8,Kf8", 60), ("W:WKc1,Ke1,a3:BKd8,Kf8,h6", 120)] {
            assert_eq!(end_of_king_moves(name, fen), (plies, Reason::UnchangedBalance), "{name}");
        }
    }
}

#[test]
fn three_against_king() {
    let off_diagonal = |game: &Game, mv: &Move| is_king_move(game, mv) && !on_main_road(game, mv);
    for (name, fen) in [
        ("international", "W:WK48,K49,K50:BK6"),
        ("international", "B:W46,47,K48:BK6"),
        ("canadian", "W:WK70,K71,K72:BK7"),
    ] {
        let mut game = game(name, fen);
        wander(&mut game, 100, off_diagonal);
        assert_eq!(game.outcome(), drawn(Reason::ThreeAgainstKing), "{fen}");
        assert_eq!(game.moves.len(), 32, "{fen}");
    }
}

#[test]
fn three_against_king_is_not_restarted_by_a_capture() {
    // 16 moves of which few are left bind more than the fresh five.
    let mut late = game("international", "W:WK48,K49,K50:BK6");
    wander(&mut late, 26, |game, mv| !on_main_road(game, mv));
    give_a_piece(&mut late);
    assert_eq!(late.moves.len(), 28);
    wander(&mut late, 100, |_, _| true);
    assert_eq!(late.outcome(), drawn(Reason::ThreeAgainstKing));
    assert_eq!(late.moves.len(), 32);

    // Early in the span the five moves bind.
    let mut early = game("international", "W:WK48,K49,K50:BK6");
    wander(&mut early, 4, |game, mv| !on_main_road(game, mv));
    give_a_piece(&mut early);
    let two_against_one = early.moves.len();
    wander(&mut early, 100, |_, _| true);
    assert_eq!(early.outcome(), drawn(Reason::TwoAgainstKing));
    assert_eq!(early.moves.len(), two_against_one + 10);
}

#[test]
fn three_against_king_on_the_long_diagonal() {
    for (name, fen) in [
        ("international", "W:WK1,K49,K50:BK5"),
        ("russian", "W:WKc1,Ke1,Kg1:BKh8"),
        ("brazilian", "W:WKc1,Ke1,g1:BKh8"),
        ("filipino", "W:WKb1,Kd1,Kf1:BKa8"),
    ] {
        let mut game = game(name, fen);
        let holds = |game: &Game, mv: &Move| on_main_road(game, mv) == (game.position().turn == Color::Black);
        wander(&mut game, 100, holds);
        assert_eq!((game.moves.len(), game.outcome()), (10, drawn(Reason::LongDiagonal)), "{name}");
    }
}

#[test]
fn three_against_king_counts_only_plies_on_the_long_diagonal() {
    // By the international rules it is counted anew from the move that brings it back.
    for (name, fen, plies) in
        [("international", "B:WK1,K49,K50:BK5", 17), ("russian", "B:WKc1,Ke1,Kg1:BKh8", 14)]
    {
        let mut game = game(name, fen);
        // Black stays for a move, leaves, and comes back to stay.
        let stays = |game: &Game, mv: &Move| on_main_road(game, mv) == (game.position().turn == Color::Black);
        wander(&mut game, 2, stays);
        wander(&mut game, 4, |game, mv| !on_main_road(game, mv));
        wander(&mut game, 100, stays);
        assert_eq!((game.moves.len(), game.outcome()), (plies, drawn(Reason::LongDiagonal)), "{name}");
    }
}

#[test]
fn two_against_king() {
    for fen in ["W:WK46,K47:BK6", "W:WK47:BK6", "W:W46,K47:BK6"] {
        assert_eq!(end_of_king_moves("international", fen), (10, Reason::TwoAgainstKing), "{fen}");
    }
    for name in ["russian", "brazilian", "spantsiretti"] {
        assert_eq!(end_of_king_moves(name, "W:WKc1,Ke1:BKa5"), (10, Reason::TwoAgainstKing), "{name}");
    }
    assert_eq!(end_of_king_moves("filipino", "W:WKb1,Kd1:BKa4"), (10, Reason::TwoAgainstKing));
}

#[test]
fn two_against_king_is_not_restarted_by_a_promotion() {
    let mut game = game("international", "W:W7,K47:BK36");
    play(&mut game, "7-2");
    wander(&mut game, 100, |_, _| true);
    assert_eq!((game.moves.len(), game.outcome()), (10, drawn(Reason::TwoAgainstKing)));
}

#[test]
fn frisian_two_kings_against_king() {
    for name in ["frisian", "frysk"] {
        assert_eq!(end_of_king_moves(name, "W:WK46,K47:BK6"), (14, Reason::KingsAgainstKing), "{name}");
    }
}

#[test]
fn frisian_king_against_king() {
    let outcome = |fen| game("frisian", fen).outcome();
    assert_eq!(outcome("W:WK46:BK4"), drawn(Reason::KingAgainstKing));
    // White can capture along the diagonal, along the column, along the row.
    assert_eq!(outcome("W:WK46:BK23"), None);
    assert_eq!(outcome("W:WK46:BK16"), None);
    assert_eq!(outcome("W:WK46:BK48"), None);
    // Black is attacked but can step out of reach.
    assert_eq!(outcome("B:WK36:BK22"), drawn(Reason::KingAgainstKing));
}

/// At one end of the long diagonal with the other king at the other end, every
/// move stays on the diagonal and loses. A king that stands anywhere on the
/// diagonal wins by going to the far end. There is no other such position.
#[test]
fn frisian_king_against_king_with_no_escape() {
    let mut goes_on = Vec::new();
    for (white, black) in (1..=50).flat_map(|white| (1..=50).map(move |black| (white, black))) {
        if white == black {
            continue;
        }
        let game = game("frisian", &format!("W:WK{white}:BK{black}"));
        let captures = game.legal_moves().iter().any(|mv| !mv.captured.is_empty());
        match game.outcome() {
            None if captures => {}
            None => goes_on.push((white, black)),
            end => assert!(!captures && end == drawn(Reason::KingAgainstKing), "{white} {black}"),
        }
    }
    let mut expected = vec![(5, 46), (46, 5)];
    expected.extend([10, 14, 19, 23, 28, 32, 37, 41].into_iter().flat_map(|white| [(white, 5), (white, 46)]));
    expected.sort_unstable();
    assert_eq!(goes_on, expected);
}

#[test]
fn turkish_one_piece_each() {
    let outcome = |fen| game("turkish", fen).outcome();
    assert_eq!(outcome("W:WKa1:BKh8"), drawn(Reason::OnePieceEach));
    assert_eq!(outcome("W:Wb3:BKh8"), drawn(Reason::OnePieceEach));
    assert_eq!(outcome("W:WKa1:BKa5"), None);
    assert_eq!(outcome("W:WKa1,b3:BKh8"), None);
}

#[test]
fn turkish_king_against_man() {
    let outcome = |fen| game("turkish-king-wins", fen).outcome();
    assert_eq!(outcome("W:Wb3:BKh8"), Some((Outcome::Win(Color::Black), Reason::KingBeatsMan)));
    assert_eq!(outcome("W:Wb3:BKb4"), None);
    assert_eq!(outcome("W:WKa1:BKh8"), drawn(Reason::OnePieceEach));
    assert_eq!(game("turkish-play-on", "W:Wb3:BKh8").outcome(), None);
}

#[test]
fn armenian_is_drawn_by_agreement_only() {
    for fen in ["W:WKa1:BKh8", "W:Wb3:BKh8", "W:WKa1:BKa5"] {
        assert_eq!(game("armenian", fen).outcome(), None);
    }
    let cycle = ["1-2", "64-63", "2-1", "63-64"];
    assert_eq!(plies_until_repetition("armenian", "W:WK1:BK64", cycle), None);
}

#[test]
fn capture_inside_16_moves_starts_a_fresh_five() {
    let mut game = game("international-fresh-five", "W:WK48,K49,K50:BK6");
    wander(&mut game, 26, |game, mv| !on_main_road(game, mv));
    give_a_piece(&mut game);
    wander(&mut game, 100, |_, _| true);
    assert_eq!((game.moves.len(), game.outcome()), (38, drawn(Reason::TwoAgainstKing)));
}

#[test]
fn long_diagonal_does_not_shorten_16_moves() {
    let mut game = game("international-without-diagonal", "W:WK1,K49,K50:BK5");
    let holds = |game: &Game, mv: &Move| on_main_road(game, mv) == (game.position().turn == Color::Black);
    wander(&mut game, 100, holds);
    assert_eq!((game.moves.len(), game.outcome()), (32, drawn(Reason::ThreeAgainstKing)));
}

fn give_a_piece(game: &mut Game) {
    let (offer, answer) = sacrifice(game).expect("a king can be given away");
    game.play(offer);
    game.play(answer);
}

/// Whether the moved piece ends on the diagonal of the playing corners.
fn on_main_road(game: &Game, mv: &Move) -> bool {
    let mirrored = game.rules.name == "filipino";
    mv.to.file == if mirrored { 7 - mv.to.rank } else { mv.to.rank }
}
