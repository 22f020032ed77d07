//! What the draw rules count, seen through the counter that FEN shows: all plies of a limited ending, elsewhere
//! those since the last capture or man move.

use boardgame::{Color, MoveStyle, Notation, PositionExt};
use damier_draughts::{AnyVariant, Setup};

use crate::common::{AnySetup, at, read};
use crate::draws::{black_holds_diagonal, outcome};
use crate::variants::{FRISIAN, GHANAIAN, INTERNATIONAL, RUSSIAN};
use crate::wander::{end, end_of_king_moves, game, wander};

/// The counter after some moves.
#[track_caller]
fn counter(variant: AnyVariant, fen: &str, moves: &[&str]) -> String {
    let mut position = at(variant, fen);
    for text in moves {
        position.play(position.read_move(text, MoveStyle::Record).expect(text));
    }
    let fen = position.to_fen_with_counters(1);
    fen.split(':').find_map(|section| section.strip_prefix('H')).expect("a counter").to_string()
}

#[test]
fn the_counter_stops_at_255() {
    let fen = "W:W36,K49,K50:BK1,K6,15";
    assert_eq!(counter(INTERNATIONAL, &format!("{fen}:H254"), &["49-44"]), "255");
    assert_eq!(counter(INTERNATIONAL, &format!("{fen}:H255"), &["49-44"]), "255");
    assert_eq!(counter(INTERNATIONAL, &format!("{fen}:H1000"), &["49-44", "1-7"]), "255");
    assert_eq!(counter(INTERNATIONAL, &format!("{fen}:H255"), &["36-31"]), "0");
}

#[test]
fn seven_pieces_are_a_limited_ending() {
    // FMJD-64 7.2.6: eight pieces until the capture, then seven; moves of men count too.
    let fen = "W:Wc3,g1,h2,Ke1:Ba7,d4,h6,Kd8";
    assert_eq!(counter(RUSSIAN, fen, &["c3:e5"]), "0");
    assert_eq!(counter(RUSSIAN, fen, &["c3:e5", "h6-g5"]), "1");
}

#[test]
fn four_pieces_are_a_limited_ending_and_eight_are_none() {
    // FMJD-64 7.2.6: two against two arises by the capture.
    let fen = "W:Wc3,Ke1:Bd4,h6,Kd8";
    assert_eq!(counter(RUSSIAN, fen, &["c3:e5"]), "0");
    assert_eq!(counter(RUSSIAN, fen, &["c3:e5", "h6-g5"]), "1");
    assert_eq!(counter(RUSSIAN, "W:Wc1,g1,h2,Ke1:Ba7,b8,h6,Kd8", &["c1-b2"]), "0");
    assert_eq!(counter(RUSSIAN, "W:Wc1,g1,h2,Ke1:Bb8,h6,Kd8", &["c1-b2"]), "1");
}

#[test]
fn a_lone_man_makes_no_limited_ending() {
    assert_eq!(counter(INTERNATIONAL, "B:WK48,K49,K50:B6", &["6-11"]), "0");
    assert_eq!(counter(RUSSIAN, "B:WKc1,Ke1,Kg1:Bh6", &["h6-g5"]), "0");
}

#[test]
fn several_kings_against_several_are_not_against_one() {
    assert_eq!(outcome(RUSSIAN, "W:WKa1,Kc1,Ke1,Kg1:BKd8,Kf8:H40"), None);
    assert_eq!(outcome(FRISIAN, "W:WK46,K47:BK4,K5:H14"), None);
    assert_eq!(outcome(FRISIAN, "W:WK46,K47:BK4,K5"), None);
    assert_eq!(outcome(FRISIAN, "W:W46:BK4"), None);
}

#[test]
fn a_king_lost_does_not_start_the_count_again() {
    assert_eq!(counter(INTERNATIONAL, "B:WK28,K46:BK5:H4", &["5x37"]), "5");
    let eight = "W:WKa1:BKa7,Kb8,Kc7,Kd4,Kd8,Ke7,Kf8,Kh6:H5";
    assert_eq!(counter(RUSSIAN, eight, &["a1:e5"]), "6");
    let turned = "B:WKa3,Kc1,Kd2,Ke1,Ke5,Kf2,Kg1,Kh2:BKh8:H5";
    assert_eq!(counter(RUSSIAN, turned, &["h8:d4"]), "6");
}

#[test]
fn a_side_without_men_does_not_end_the_run_of_the_other() {
    let mut position = at(FRISIAN, "W:WK47:BK5,12:+205+0");
    position.play(position.read_move("47-42", MoveStyle::Record).expect("legal"));
    assert_eq!(position.to_fen(), "B:WK42:BK5,12:+205+0");
}

#[test]
fn a_crowning_starts_the_count_again_in_draughts64() {
    // Three against one with a man becomes three kings against one: FMJD-64 7.2.6 counts anew, FMJD 6 does not.
    assert_eq!(counter(RUSSIAN, "W:Wc7,Kc1,Ke1:BKa5:H6", &["c7-b8"]), "0");
    assert_eq!(counter(INTERNATIONAL, "W:W7,K49,K50:BK26:H6", &["7-1"]), "7");
}

#[test]
fn the_rest_of_sixteen_moves_is_read_from_the_counter() {
    assert_eq!(end_of_king_moves(INTERNATIONAL, "W:WK46,K47:BK6:H30"), (2, "16_move_rule"));
    assert_eq!(end_of_king_moves(INTERNATIONAL, "W:WK46,K47:BK6:H8"), (2, "5_move_rule"));
}

#[test]
fn a_king_on_the_long_diagonal_is_counted_from_the_ply_that_makes_the_ending() {
    // Three men until the crowning, then three against one.
    let mut game = game(INTERNATIONAL, "W:W7,45,50:BK46");
    wander(&mut game, 1, |_, mv| mv.is_crowning());
    wander(&mut game, 100, black_holds_diagonal);
    assert_eq!(end(&game), (11, "long_diagonal_5_move_rule"));
}

#[test]
fn plies_on_the_long_diagonal_are_kept_as_the_variant_counts_them() {
    fn kept(variant: AnyVariant, fen: &str) -> u8 {
        let mut setup = AnySetup::read_fen(variant, fen).expect(fen);
        setup.counters.on_diagonal = 4;
        Setup::from(&setup.position().expect(fen)).counters.on_diagonal
    }
    // Without a break by the international rules: none for a king that stands elsewhere.
    assert_eq!(kept(INTERNATIONAL, "W:WK48,K49,K50:BK5"), 4);
    assert_eq!(kept(INTERNATIONAL, "W:WK48,K49,K50:BK6"), 0);
    // In all by those of draughts-64.
    assert_eq!(kept(RUSSIAN, "W:WKc1,Ke1,Kg1:BKh8"), 4);
    assert_eq!(kept(RUSSIAN, "W:WKc1,Ke1,Kg1:BKa5"), 4);
}

#[test]
fn the_last_piece_rule_needs_a_piece() {
    let lost = |winner| Some((boardgame::Outcome::Win(winner), "no_legal_moves"));
    assert_eq!(outcome(GHANAIAN, "W:W:B5"), lost(Color::Black));
    assert_eq!(outcome(GHANAIAN, "B:W31:B"), lost(Color::White));
}

#[test]
fn a_run_of_no_king_moves_is_no_run() {
    let mut setup = AnySetup::read_fen(FRISIAN, "W:WK46,40:BK5,12").expect("a position");
    let plain = setup.position();
    setup.counters.king_runs[Color::White as usize] =
        Some((FRISIAN.rules().read_square("46").expect("a square"), 0));
    assert_eq!(setup.position(), plain);
    assert_eq!(plain.map(|position| position.to_fen()), Ok("W:W40,K46:BK5,12".to_string()));
}

#[test]
fn groups_of_king_moves_mean_nothing_without_the_rule() {
    for group in ["+0+0", "+1", "+x"] {
        let fen = format!("W:W31:B1:{group}");
        assert_eq!(read(INTERNATIONAL, &fen), Ok(at(INTERNATIONAL, "W:W31:B1")), "{fen}");
    }
}

#[test]
fn counters_tell_how_far_each_rule_has_counted() {
    let counters = |variant: AnyVariant, fen: &str| -> Vec<(&str, u32, u32)> {
        let counters = at(variant, fen).draw_counters().into_iter();
        counters.map(|counter| (counter.reason.name, counter.count, counter.limit)).collect()
    };
    assert_eq!(
        counters(INTERNATIONAL, "W:WK46,K47:BK6:H8"),
        [("25_move_rule", 8, 50), ("5_move_rule", 8, 10)]
    );
    assert_eq!(counters(INTERNATIONAL, "W:W31,K46:B6,K7:H8"), [("25_move_rule", 8, 50)]);
}
