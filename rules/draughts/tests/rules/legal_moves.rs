//! Every rule on legal moves has a test named after it. A position, and all its legal moves; a `K` at the
//! end means that the move crowns a man.

use boardgame::{Color, Countable, MoveList, MoveStyle, Notation, Position, TooComplex};
use damier_draughts::{AnyDraughts, AnyVariant};

use crate::common::{AnySetup, at};
use crate::variants::{
    ARGENTINIAN, ARGENTINIAN_FREE, ARMENIAN, BRAZILIAN, BREAKTHROUGH, CZECH, ENGLISH, FRISIAN, GHANAIAN,
    INTERNATIONAL, ITALIAN, KILLER, LOSING, MODERN, NIGERIAN, PODDAVKI, POOL, PORTUGUESE, RUSSIAN, SLOVAK,
    SPANISH, SPANTSIRETTI, THAI, TURKISH,
};

fn moves(position: &AnyDraughts) -> Vec<String> {
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    let text = |mv: &damier_draughts::Move<u128>| {
        position.write_move(*mv, MoveStyle::Record) + if mv.is_crowning() { "K" } else { "" }
    };
    let mut texts: Vec<String> = list.iter().map(text).collect();
    texts.sort();
    texts
}

#[track_caller]
fn check(variant: AnyVariant, fen: &str, expected: &[&str]) {
    let position = at(variant, fen);
    let mut expected: Vec<&str> = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(moves(&position), expected, "{} {fen}", variant.rules().name);
    assert_eq!(position.count_legal(), expected.len(), "{} {fen}", variant.rules().name);
}

#[test]
fn men_step_diagonally_forward() {
    check(INTERNATIONAL, "W:W28:B4", &["28-22", "28-23"]);
    check(INTERNATIONAL, "B:W47:B23", &["23-28", "23-29"]);
    check(INTERNATIONAL, "W:W16,26,36:B5", &["16-11", "26-21", "36-31"]); // left edge
    check(INTERNATIONAL, "W:W15,25,35:B1", &["15-10", "25-20", "35-30"]); // right edge
    check(INTERNATIONAL, "W:W27,28,32:B6", &["27-21", "27-22", "28-22", "28-23"]); // own pieces block
    check(INTERNATIONAL, "W:W37:B26,28,31,32", &[]); // pieces of the opponent block
}

#[test]
fn men_step_forward_and_sideways_in_turkish() {
    check(TURKISH, "W:Wc3:Bh7", &["c3-b3", "c3-c4", "c3-d3"]);
    check(TURKISH, "B:Wa1:Bc6", &["c6-b6", "c6-c5", "c6-d6"]);
    check(TURKISH, "W:Wa3:Bh7", &["a3-a4", "a3-b3"]); // edges do not wrap
    check(TURKISH, "W:Wh3:Ba7", &["h3-g3", "h3-h4"]);
}

#[test]
fn men_step_diagonally_too_in_armenian() {
    check(ARMENIAN, "W:Wc3:Bh7", &["c3-b3", "c3-b4", "c3-c4", "c3-d3", "c3-d4"]);
    check(ARMENIAN, "W:Wc3:Bd4", &["c3-b3", "c3-b4", "c3-c4", "c3-d3"]); // but do not capture so
}

#[test]
fn men_capture_forward_and_backward() {
    check(INTERNATIONAL, "W:W28:B22,23,32,33", &["28x17", "28x19", "28x37", "28x39"]); // FMJD 4.1
    check(RUSSIAN, "W:Wd4:Bc5,e3,h8", &["d4:b6", "d4:f2"]);
    check(POOL, "W:W18:B14,23", &["18x27", "18x9"]);
}

#[test]
fn men_capture_forward_only() {
    check(ENGLISH, "W:W18:B14,15,22,23", &["18x11", "18x9"]); // WCDF 1.18
    check(ENGLISH, "W:W18:B23", &["18-14", "18-15"]);
    check(ITALIAN, "W:W18:B22", &["18-13", "18-14"]); // FID 4.7
    check(SPANISH, "W:W14:B10,28", &["14-18", "14-19"]);
    check(CZECH, "W:Wd4:Bc5,e3", &["d4xb6"]);
    check(THAI, "W:W15:B11,30", &["15-18", "15-19"]);
}

#[test]
fn men_capture_in_eight_directions_in_frisian() {
    check(FRISIAN, "W:W28:B18,27,29,38", &["28x26", "28x30", "28x48", "28x8"]);
    check(FRISIAN, "W:W28:B22,23,32,33", &["28x17", "28x19", "28x37", "28x39"]);
    check(FRISIAN, "W:W26:B27,35", &["26x28"]); // rows do not wrap
}

#[test]
fn men_capture_forward_and_sideways_in_turkish() {
    check(TURKISH, "W:Wc3:Bb3,c4,d3", &["c3xa3", "c3xc5", "c3xe3"]);
    check(TURKISH, "W:Wc3:Bc2", &["c3-b3", "c3-c4", "c3-d3"]); // not backward
}

#[test]
fn a_piece_on_the_edge_cannot_be_captured() {
    check(INTERNATIONAL, "W:W31,40:B5,26,45", &["31-27", "40-34", "40-35"]);
    check(INTERNATIONAL, "W:W8,50:B2,3", &["50-44", "50-45"]);
}

#[test]
fn kings_fly() {
    check(
        RUSSIAN,
        "W:WKd4:Bh2",
        &[
            "d4-a1", "d4-a7", "d4-b2", "d4-b6", "d4-c3", "d4-c5", "d4-e3", "d4-e5", "d4-f2", "d4-f6",
            "d4-g1", "d4-g7", "d4-h8",
        ],
    );
    // Up to the first piece, of either side.
    check(INTERNATIONAL, "W:WK46,28:B10,5", &["28-22", "28-23", "46-32", "46-37", "46-41"]);
    check(INTERNATIONAL, "W:WK46:B37,41", &[]);
}

#[test]
fn kings_are_short() {
    check(ENGLISH, "W:WK18:B1", &["18-14", "18-15", "18-22", "18-23"]); // WCDF 1.16
    check(ENGLISH, "W:WK18:B14,23", &["18x27", "18x9"]);
    check(ITALIAN, "W:WK22:B1", &["22-18", "22-19", "22-26", "22-27"]); // FID 4.8
}

#[test]
fn frisian_kings_move_diagonally_but_capture_straight() {
    check(
        FRISIAN,
        "W:WK46:B1,2",
        &["46-10", "46-14", "46-19", "46-23", "46-28", "46-32", "46-37", "46-41", "46-5"],
    ); // FRI-2011 9
    check(FRISIAN, "W:WK46:B26", &["46x16", "46x6"]); // FRI-2011 10
}

#[test]
fn turkish_kings_move_and_capture_straight() {
    check(
        TURKISH,
        "W:WKa1,b2:Bb7,c6",
        &[
            "a1-a2", "a1-a3", "a1-a4", "a1-a5", "a1-a6", "a1-a7", "a1-a8", "a1-b1", "a1-c1", "a1-d1",
            "a1-e1", "a1-f1", "a1-g1", "a1-h1", "b2-a2", "b2-b3", "b2-c2",
        ],
    );
    check(TURKISH, "W:WKa1:Ba4,c3", &["a1xa5", "a1xa6", "a1xa7", "a1xa8"]);
}

#[test]
fn kings_capture_at_any_distance_and_land_on_every_free_square() {
    check(INTERNATIONAL, "W:WK46:B4,19", &["46x10", "46x14", "46x5"]);
    check(INTERNATIONAL, "W:WK46,23:B3,37", &["46x28", "46x32"]); // up to the next piece
    check(INTERNATIONAL, "W:WK46:B2,14,19,37", &["46x23", "46x28", "46x32"]);
}

#[test]
fn kings_need_a_free_square_behind() {
    check(INTERNATIONAL, "W:WK46:B4,32,37", &["46-41"]);
    check(
        INTERNATIONAL,
        "W:WK46:BK5",
        &["46-10", "46-14", "46-19", "46-23", "46-28", "46-32", "46-37", "46-41"],
    );
}

#[test]
fn capturing_is_mandatory_for_all_pieces() {
    check(INTERNATIONAL, "W:W28,40,47:B5,22", &["28x17"]);
    check(INTERNATIONAL, "W:W31,K50:B5,27", &["31x22"]);
    check(ENGLISH, "W:W18,32:B15", &["18x11"]); // WCDF 1.20
}

#[test]
fn the_most_pieces_must_be_captured() {
    check(INTERNATIONAL, "W:W32:B19,27,28", &["32x14"]); // FMJD 4.13
    check(INTERNATIONAL, "W:W27,43:B11,20,21,30,39", &["43x14"]); // three anywhere forbid every two
    check(INTERNATIONAL, "W:W35,K46:B1,8,30,37", &["46x2"]); // a king that takes two, a man one
    check(INTERNATIONAL, "W:W32,K36:B5,19,28,41", &["32x14"]); // and the other way
    check(INTERNATIONAL, "W:W28:B5,14,K22,23", &["28x10"]); // FMJD 4.14: a king counts as one
    check(BRAZILIAN, "W:Wc3:Bb4,d4,d6,h8", &["c3xc7"]);
}

#[test]
fn equal_maxima_are_all_legal() {
    check(INTERNATIONAL, "W:W27,43:B11,21,30,39", &["27x7", "43x25"]);
    check(INTERNATIONAL, "W:W28:B5,K22,23", &["28x17", "28x19"]); // what is taken does not matter
    check(INTERNATIONAL, "W:W33,K36:B5,20,29,41,42", &["33x15", "36x38"]); // nor what takes
}

#[test]
fn any_capture_may_be_chosen_in_games_without_precedence() {
    check(RUSSIAN, "W:Wc3:Bb4,d4,d6,h8", &["c3:a5", "c3:c7"]);
    check(ENGLISH, "W:W12,22:B8,10,18", &["12x3K", "22x6"]);
    check(POOL, "W:W22:B10,17,18", &["22x13", "22x6"]);
}

#[test]
fn a_capture_must_be_completed() {
    check(RUSSIAN, "W:Wh4:Be5,Kg5", &["h4:d4"]);
    check(ENGLISH, "W:W22:B10,18", &["22x6"]); // WCDF 1.19
    check(RUSSIAN, "W:WKd8:Bf6,Kg3", &["d8:e1", "d8:f2"]);
}

#[test]
fn italian_first_the_most_pieces() {
    check(ITALIAN, "W:W22,K32:B10,18,28", &["22x6"]); // FID 6.6: two by a man before one by a king
}

#[test]
fn italian_second_the_king_captures() {
    check(ITALIAN, "W:W22,K32:B18,28", &["32x23"]); // FID 6.7
}

#[test]
fn italian_third_the_most_kings() {
    check(ITALIAN, "W:WK23:B19,K20", &["23x16"]); // FID 6.8
}

#[test]
fn italian_fourth_the_earliest_king() {
    check(ITALIAN, "W:WK23:BK10,12,19,K20", &["23x7"]); // FID 6.9
    check(ITALIAN, "W:WK23:BK10,K12,19,20", &["23x5", "23x7"]); // met at the same place
}

#[test]
fn italian_men_do_not_capture_kings() {
    check(ITALIAN, "W:W22:BK18", &["22-19"]); // FID 5.3
    check(ITALIAN, "W:W22:B18", &["22x13"]);
    check(ITALIAN, "W:WK22:BK18", &["22x13"]);
}

#[test]
fn spanish_quality_comes_after_quantity() {
    check(SPANISH, "W:W10:B13,K14", &["10x19"]);
    check(PORTUGUESE, "W:W10:B13,K14", &["10x19"]);
    check(SPANISH, "W:W10:B13,K14,21", &["10x26"]); // two men before one king
    check(SPANISH, "W:W10,K8:B12,14", &["10x19", "8x15", "8x19", "8x22", "8x26", "8x29"]); // captor
}

#[test]
fn czech_kings_capture_first() {
    check(CZECH, "W:Wc3,Kh2:Bd4,g3", &["h2xb8", "h2xc7", "h2xd6", "h2xe5", "h2xf4"]);
    check(CZECH, "W:Wa3,e5,Kh2:Bb4,b6,g3", &["h2xf4"]); // FMJD-CZ: also if a man takes more
    check(SLOVAK, "W:Wa3,e5,Kh2:Bb4,b6,g3", &["h2xf4"]);
}

#[test]
fn frisian_values() {
    // The man on 46 takes kings along the left edge, the man on 50 takes men on the right.
    check(FRISIAN, "W:W46,50:BK16,24,34,K36,44", &["46x6"]); // 2K > 3M
    check(FRISIAN, "W:W46,50:B14,K16,24,34,K36,44", &["50x10"]); // 4M > 2K
    check(FRISIAN, "W:W46,50:BK16,24,34,K36,K44", &["50x19"]); // 1K+2M > 2K
    check(FRISIAN, "W:W46,50:BK7,14,K16,20,24,34,K36,44", &["46x8"]); // 3K > 5M
    check(FRISIAN, "W:W46,50:BK7,14,K16,20,24,34,K36,40,44", &["50x50"]); // 6M > 3K
    check(FRISIAN, "W:W46,50:B16,34,36,44", &["46x6", "50x30"]); // equal
}

#[test]
fn frisian_kings_capture_first_at_equal_value() {
    check(FRISIAN, "W:WK46,50:B36,44", &["46x16", "46x26", "46x6"]); // FRI-2011 12
    check(FRISIAN, "W:WK46,50:B34,36,44", &["50x30"]); // but value goes first
}

#[test]
fn a_man_crowned_with_men_on_all_squares_of_the_last_row_goes_on() {
    let expected = ["b6:g5K", "b6:h4K", "b6:i3K", "b6:j2K", "d6:b8K", "h6:f8K", "h6:j8K", "j6:h8K"];
    check(SPANTSIRETTI, "W:Wb6,d6,h6,j6:Bc7,f6,g7,i7", &expected);
}

#[test]
fn russian_kings_land_where_they_can_go_on() {
    check(RUSSIAN, "W:WKa1:Bb2,d6", &["a1:b8", "a1:c7"]);
    check(RUSSIAN, "W:WKa1:Ba7,b2,f4", &["a1:g3", "a1:h2"]);
}

#[test]
fn russian_kings_look_in_each_direction_by_itself() {
    check(RUSSIAN, "W:WKd4:Bc3,e5,e7,h2", &["d4:a1", "d4:b2", "d4:d8"]);
    check(RUSSIAN, "W:WKg5:Bc3,Ke3,Kf6", &["g5:a5", "g5:b4", "g5:d8", "g5:e7"]);
}

#[test]
fn russian_kings_look_at_every_hop() {
    check(RUSSIAN, "W:WKf8:Bc3,c5,Ke3", &["f8:f4", "f8:g5", "f8:h6"]);
    check(RUSSIAN, "W:WKa7:BKb6,e5,Ke7", &["a7:d8", "a7:f8"]);
}

#[test]
fn looking_ahead_sees_jumped_pieces_as_standing() {
    check(RUSSIAN, "W:WKc5:Bb4,e7", &["c5:a3", "c5:f8"]);
    check(RUSSIAN, "W:WKa7:Bb2,c5,f6", &["a7:a1", "a7:g7", "a7:h8"]);
}

#[test]
fn jumped_pieces_stand_and_block() {
    // The Turkish strike: with 41 or 28 gone the king could turn and take the other.
    check(INTERNATIONAL, "W:WK32:B28,41", &["32x10", "32x14", "32x19", "32x23", "32x46", "32x5"]);
    check(INTERNATIONAL, "W:WK37:B7,29,32", &["37x1", "37x34", "37x40", "37x45"]);
    check(RUSSIAN, "W:WKg1:Bc3,Ke5,Kf2", &["g1:a1", "g1:b2", "g1:f6", "g1:g7", "g1:h8"]);
    // A man that becomes a king cannot go back over what it has taken as a man.
    check(RUSSIAN, "W:Wf6:Be5,g7", &["f6:d4", "f6:h8K"]);
}

#[test]
fn jumped_pieces_leave_at_once_in_thai() {
    // The king takes either piece, turns back over its square and takes the other.
    check(THAI, "W:WK15:B8,18", &["15x22", "15x4"]);
}

#[test]
fn no_piece_is_jumped_twice() {
    check(INTERNATIONAL, "B:W12,20,30:BK17", &["17x34", "17x39", "17x43", "17x48"]);
    check(INTERNATIONAL, "W:WK39:BK7,K24,K33,K34,38", &["39x16", "39x21", "39x27", "39x32"]);
    check(RUSSIAN, "W:WKd8:Bc3,e3,e7", &["d8:a1", "d8:a5", "d8:b2", "d8:b4"]);
}

#[test]
fn the_start_square_is_empty() {
    check(INTERNATIONAL, "W:W38:B5,32,33,34,43,44", &["38x27"]);
    check(INTERNATIONAL, "W:WK24:BK7,19,K28,29", &["24x15", "24x20", "24x24", "24x30", "24x35"]);
    check(FRISIAN, "W:W50:B14,20,24,34,40,44,45", &["50x50"]);
}

#[test]
fn captures_may_end_where_they_began() {
    check(INTERNATIONAL, "W:W38:B5,33,34,43,44", &["38x38"]);
    check(INTERNATIONAL, "W:WK16:B11,21,24,34", &["16x16"]);
    check(RUSSIAN, "W:Wd2:Bc3,c5,e3,e5,h8", &["d2:d2"]);
}

#[test]
fn free_squares_may_be_crossed_twice() {
    check(RUSSIAN, "W:WKa1:Bd2,Kd4,Kf2,Kf4", &["a1:a5", "a1:b4", "a1:c3"]);
    check(INTERNATIONAL, "B:W17,K19,27,K33:BK20", &["20x24", "20x30", "20x35"]);
}

#[test]
fn moves_differ_by_the_captured_pieces() {
    check(INTERNATIONAL, "W:WK47:B30,33,34,44", &["47x24x35x49", "47x29x40x49"]);
    check(RUSSIAN, "W:WKd6:Bb2,d2,e5,e7", &["d6:f4:c1:a3:f8", "d6:f8"]);
}

#[test]
fn routes_of_one_move_are_one_move() {
    let position = at(INTERNATIONAL, "W:W38:B5,33,34,43,44");
    let mv = position.read_move("38x38", MoveStyle::Record).unwrap();
    assert_eq!((position.count_legal(), position.count_routes(mv)), (1, 2));
    assert_eq!(perft_counts(&position, mv), (2, Ok(2), 1));
    assert_eq!(format!("{INTERNATIONAL:?}"), "international");
}

/// The routes of a move and the moves of all successors, as perft asks for them: through the trait.
fn perft_counts<P: Countable>(position: &P, mv: P::Move) -> (usize, Result<u64, TooComplex>, u64) {
    (
        position.count_routes(mv),
        position.count_routes_within(mv, &mut 1_000),
        position.count_legal_of_successors(),
    )
}

#[test]
fn men_are_crowned_where_their_move_ends() {
    check(INTERNATIONAL, "W:W7:B45", &["7-1K", "7-2K"]);
    check(INTERNATIONAL, "W:W12:B8,35", &["12x3K"]);
    check(INTERNATIONAL, "W:W12:B8,20,35", &["12x3K"]); // and do not go on as kings
}

#[test]
fn men_that_pass_the_last_row_stay_men() {
    check(INTERNATIONAL, "W:W12:B8,9,35", &["12x14"]);
    check(INTERNATIONAL, "W:W11:B7,8,9,45", &["11x4K"]); // unless they end there
    check(POOL, "W:W10:B7,8", &["10x12"]); // APCA 5, 16
}

#[test]
fn men_go_on_as_kings() {
    check(RUSSIAN, "W:Wf6:Bb6,e7,h2", &["f6:a5K"]); // kodeks 1.5.15
    check(RUSSIAN, "W:Wb6:Bc7,e7", &["b6:f6K", "b6:g5K", "b6:h4K"]);
    check(RUSSIAN, "W:Wb6:Bc7,f4,f6", &["b6:c1K", "b6:d2K", "b6:e3K"]);
    check(SPANTSIRETTI, "W:Wf6:Bb6,e7,h2", &["f6:a5K"]);
    check(PODDAVKI, "W:Wf6:Bb6,e7,h2", &["f6:a5K"]);
    check(TURKISH, "W:Wa6:Ba7,d8,h5", &["a6xh1K", "a6xh2K", "a6xh3K", "a6xh4K"]);
}

#[test]
fn crowning_ends_the_move() {
    check(ENGLISH, "W:W10:B7,8", &["10x3K"]); // WCDF 1.17
    check(CZECH, "W:Wf6:Bb6,e7,h2", &["f6xd8K"]);
    check(THAI, "W:W23:B18,27", &["23x32K"]);
}

#[test]
fn killer_kings_stop_behind_a_king() {
    check(KILLER, "W:WK46:BK32", &["46x28"]);
    check(KILLER, "W:WK46:B32", &["46x10", "46x14", "46x19", "46x23", "46x28", "46x5"]);
    check(KILLER, "W:WK46:B37,K28", &["46x23"]); // the last piece decides
    check(KILLER, "W:WK46:BK37,28", &["46x10", "46x14", "46x19", "46x23", "46x5"]);
}

#[test]
fn modern_kings_stop_behind_a_king_after_several() {
    check(MODERN, "W:WK46:BK32", &["46x10", "46x14", "46x19", "46x23", "46x28", "46x5"]);
    check(MODERN, "W:WK46:B37,K28", &["46x23"]);
    check(MODERN, "W:WK46:BK37,28", &["46x10", "46x14", "46x19", "46x23", "46x5"]);
}

#[test]
fn thai_kings_stop_behind_each_piece() {
    check(THAI, "W:WK4:B11", &["4x15"]);
    check(ARGENTINIAN, "W:WK1:B8,K14", &["1x19"]);
    check(ARGENTINIAN_FREE, "W:WK1:B8,K14", &["1x19", "1x23", "1x28", "1x32"]);
}

#[test]
fn a_king_that_stops_behind_each_piece_goes_straight_on() {
    // The next piece is not right behind the landing square.
    check(ARGENTINIAN, "W:WK1,4:B5,7,19", &["1x23"]);
    check(THAI, "B:WK7,K15,K16,K25:BK29", &["29x2", "29x20"]);
}

#[test]
fn argentinian_has_two_readings() {
    // A man can take a king, a king a man: quality or the king as captor decides.
    check(ARGENTINIAN, "W:WK1,4:BK7,10", &["4x11"]);
    check(ARGENTINIAN_FREE, "W:WK1,4:BK7,10", &["1x14", "1x19", "1x23", "1x28", "1x32"]);
}

#[test]
fn turkish_pieces_do_not_turn_back() {
    check(TURKISH, "W:WKc4:Bb4,e4,h8", &["c4xa4", "c4xf4", "c4xg4", "c4xh4"]);
    check(ARMENIAN, "W:WKc4:Bb4,e4,h8", &["c4xa4", "c4xf4", "c4xg4", "c4xh4"]);
}

#[test]
fn turkish_captures_the_most() {
    check(TURKISH, "W:Wc3:Bc4,c6,d3", &["c3xc7"]);
}

#[test]
fn nobody_moves_after_the_first_king_in_breakthrough() {
    check(BREAKTHROUGH, "W:WK5,40:B1,10", &[]);
    check(BREAKTHROUGH, "W:W7,40:B15", &["40-34", "40-35", "7-1K", "7-2K"]);
}

#[test]
fn losing_games_have_the_moves_of_their_parents() {
    check(LOSING, "W:W32:B19,27,28", &["32x14"]);
    check(PODDAVKI, "W:WKa1:Bb2,d6", &["a1:b8", "a1:c7"]);
}

#[test]
fn nobody_moves_against_the_last_piece_in_ghanaian() {
    check(GHANAIAN, "W:W47,48:B3", &[]);
    check(NIGERIAN, "W:W48:B3", &["48-43", "48-44"]);
}

#[test]
fn a_frisian_king_rests_after_three_moves() {
    let rests = |moves: u8, fen: &str| {
        let mut setup = AnySetup::read_fen(FRISIAN, fen).unwrap();
        let square = FRISIAN.rules().read_square("46").unwrap();
        setup.counters.king_runs[Color::White as usize] = Some((square, moves));
        let texts = self::moves(&setup.position().unwrap());
        !texts.iter().any(|text| text.starts_with("46"))
    };
    assert!(rests(3, "W:WK46,15:B1,2"));
    assert!(!rests(2, "W:WK46,15:B1,2"));
    assert!(!rests(3, "W:WK46,15:B1,32"), "it may capture");
    assert!(!rests(3, "W:WK46,K15:B1,2"), "a side without men is free");
}

#[test]
fn mistakes_of_other_programs() {
    check(RUSSIAN, "W:Wh6:Bc5,d2,g7", &["h6:e1K"]); // pydraughts 28
    let position = at(INTERNATIONAL, "W:WK4:B13,20,32,37");
    let texts = moves(&position); // py-draughts 29
    assert_eq!(texts.iter().filter(|text| text.starts_with("4x") && text.ends_with("x15")).count(), 2);
}
