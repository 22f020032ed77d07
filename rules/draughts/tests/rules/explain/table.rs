//! A case for every reason: the position, the move, and what is said about it.

use std::collections::BTreeSet;
use std::fs;

use boardgame::{MoveError, MoveStyle};
use damier_draughts::{Illegal, Role};
use serde_json::Value;

use crate::explain::game::{Answer, named};

/// Game, position, move; then name, article and text of the first reason.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

const START: &str = "W:W31-50:B1-20";
const TWO_TAKEN: &str = "W:W28:B1,14,23";

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("breakthrough", "B:WK1,32:B20", "20-25", "game_over", "Scan, Lidraughts, Winther", "the game is over: white wins, first king"),
    ("ghanaian", "W:WK10:B33", "10-5", "game_over", "Winther", "the game is over: draw, last piece"),
    ("international", START, "28-32", "no_piece", "", "there is no piece on 28"),
    ("international", START, "20-25", "not_yours", "", "the man on 20 belongs to Black; White is to move"),
    ("international", START, "32-32", "stays_put", "", "the move starts and ends on 32"),
    ("international", START, "37-32", "occupied", "", "32 is occupied by a white man"),
    ("international", START, "32-24", "not_on_a_line", "", "32 and 24 are not on the same line"),
    // Steps: man_moves, king_moves, flying_kings, king_run_limit.
    ("international", "W:W28:B1", "28-33", "wrong_direction", "FMJD 3.3", "a man cannot move backward from 28 to 33"),
    ("international", "W:W28:B1", "28-18", "wrong_direction", "FMJD 3.3", "a man cannot move straight from 28 to 18"),
    ("turkish", "W:Wc3:Bh7", "c3-c2", "wrong_direction", "Wikipedia", "a man cannot move backward from c3 to c2"),
    ("turkish", "W:Wc3:Bh7", "c3-d4", "wrong_direction", "Wikipedia", "a man cannot move diagonally from c3 to d4"),
    ("frisian", "W:WK28:B1", "28-18", "wrong_direction", "FRI-2011 9", "a king cannot move straight from 28 to 18"),
    ("frisian", "W:WK28:B1", "28-29", "wrong_direction", "FRI-2011 9", "a king cannot move sideways from 28 to 29"),
    ("international", "W:W28:B1", "28-19", "too_far", "FMJD 3.3", "a man moves only one square; 19 is too far from 28"),
    ("english", "W:WK18:B1", "18-11", "too_far", "WCDF 1.17", "a king moves only one square; 11 is too far from 18"),
    ("international", "W:W28,K46:B1", "46-23", "blocked", "FMJD 3.9", "the white man on 28 blocks the way from 46 to 23"),
    ("frisian", "W:WK46,40:BK5,12:H3:F9:+0+346", "46-41", "king_must_wait", "FRI-2011", "the king on 46 has made 3 moves in a row without capturing: it may only capture until another piece moves"),
    ("international", "W:W28,40:B5,22", "40-34", "must_capture", "FMJD 4.2, 4.3", "capturing is mandatory, for example 28x17"),
    ("english", "B:B6,12:W10,32", "12-16", "must_capture", "WCDF 1.20", "capturing is mandatory, for example 6x15"),
    ("international", "W:W28,40:B5,22,34", "40-35", "must_capture", "FMJD 4.2, 4.3", "capturing is mandatory, for example 40x29"),
    ("international", TWO_TAKEN, "28-10", "written_as_quiet", "", "this move is a capture: write it as 28x10"),
    ("international", START, "32x28", "written_as_capture", "", "this move captures nothing: write it as 32-28"),
    // Jumps: man_captures, king_captures, men_take_kings, removal, reversal.
    ("international", TWO_TAKEN, "28x17x10", "nothing_to_take", "", "there is nothing to capture between 28 and 17"),
    ("international", START, "32x23", "nothing_to_take", "", "there is nothing to capture between 32 and 23"),
    ("international", START, "37x28", "own_piece_in_the_way", "FMJD 4.1", "you cannot jump your own man on 32"),
    ("english", "W:W18:B1,23", "18x27", "wrong_direction", "WCDF 1.18", "a man cannot capture backward from 18 to 27"),
    ("international", "W:W28:B1,18", "28x8", "wrong_direction", "FMJD 4.1", "a man cannot capture straight from 28 to 8"),
    ("turkish", "W:WKd4:Be5,h8", "d4xf6", "wrong_direction", "Wikipedia", "a king cannot capture diagonally from d4 to f6"),
    ("armenian", "W:WKd4:Be5,h8", "d4xf6", "wrong_direction", "Wikipedia", "a king cannot capture diagonally from d4 to f6"),
    ("international", "W:WK46:B2,41", "46x37x46", "already_jumped", "FMJD 4.11", "the piece on 41 has already been jumped: it stays on the board until the move ends and cannot be jumped again"),
    ("thai", "W:WK1:B6,32", "1x10x1", "already_removed", "Fandom, Winther", "the piece on 6 has already been captured and removed"),
    ("international", "W:W28:B1,19,23", "28x14", "two_pieces", "FMJD 4.1", "the piece on 23 cannot be jumped: 19, the square behind it, is occupied"),
    ("slovak", "B:Wd6,f4:Bc7", "c7xh2", "two_pieces", "FMJD-CZ", "one jump cannot capture both d6 and f4"),
    ("italian", "W:W22:B1,K18", "22x13", "man_takes_king", "FID 5.3", "a man may not capture the king on 18"),
    ("international", "W:W28:B1,19", "28x14", "not_adjacent", "FMJD 4.1", "a man jumps only adjacent pieces; 19 is not adjacent to 28"),
    ("italian", "W:WK5:B27,28", "5x32", "not_adjacent", "FID 4.7", "a king jumps only adjacent pieces; 28 is not adjacent to 5"),
    ("international", "W:W28:B1,23", "28x14", "lands_too_far", "FMJD 4.1", "a man must land directly behind the piece it captures: on 19, not on 14"),
    ("turkish", "W:WKd4:Bd2,d6,h8", "d4xd7xd1", "turns_back", "Wikipedia", "a piece may not turn 180 degrees between two jumps, as it would on d7"),
    ("turkish", "W:WKd4:Bd6,h8", "d4xd7xg7", "nothing_to_take", "", "there is nothing to capture between d7 and g7"),
    ("italian", "W:W22:B1,18", "22x9", "lands_too_far", "FID 5.3", "a man must land directly behind the piece it captures: on 13, not on 9"),
    // Landing.
    ("thai", "W:WK1:B6,32", "1x15", "must_land_behind", "Fandom, Freeling, Winther", "a king must land directly behind each piece it captures: on 10 behind 6, not on 15"),
    ("argentinian", "W:WK27:BK5,K18", "27x9", "must_land_behind", "Winther", "a king must land directly behind each piece it captures: on 13 behind 18, not on 9"),
    ("killer", "W:WK46:BK28,2", "46x19", "must_land_behind", "Freeling", "a king that captures a king last must land directly behind it: on 23 behind 28, not on 19"),
    ("modern", "W:WK49:B15,29,K32,44", "49x41", "must_land_behind", "Winther", "a king that captures several pieces, the last one a king, must land directly behind it: on 37 behind 32, not on 41"),
    // Promotion.
    ("english", "W:W10:B1,7,8", "10x3x12", "ends_on_crowning", "WCDF 1.19", "the man is promoted on 3, which ends the move"),
    ("international", "W:W11:B7,13,40", "11x2x19", "not_crowned_in_passing", "FMJD 3.5, 4.15", "the man only passes through 2: it continues as a man and is promoted only if its move ends there"),
    ("international", "W:W11:B7,13,40", "11x2x24", "not_crowned_in_passing", "FMJD 3.5, 4.15", "the man only passes through 2: it continues as a man and is promoted only if its move ends there"),
    ("international", "W:W11:B7,13,40", "11x2x16", "already_jumped", "FMJD 4.11", "the piece on 7 has already been jumped: it stays on the board until the move ends and cannot be jumped again"),
    ("russian", "W:Wf6:Bb6,e7,h2", "f6:d8", "must_go_on", "kodeks 1.5", "the capture is incomplete: from d8 the newly crowned king must continue and capture b6"),
    // Completion.
    ("international", TWO_TAKEN, "28x19", "must_go_on", "FMJD 4.5, 4.6", "the capture is incomplete: from 19 the man must continue and capture 14"),
    ("italian", "W:WK27:BK13,15,22,K23", "27x20", "must_go_on", "FID", "the capture is incomplete: from 20 the king must continue and capture 15"),
    ("russian", "W:Wb6:Bc7,f4,f6", "b6:d8:h4", "must_land_on", "kodeks 1.5", "the king must land on g5, where it can continue capturing; on h4 it cannot"),
    ("czech", "B:W11,K17,K27:BK8", "8x15", "must_land_on", "FMJD-CZ", "the king must land on d4 or c3, where it can continue capturing; on e5 it cannot"),
    // Precedence.
    ("international", "W:W32:B19,27,28", "32x21", "outranked", "FMJD 4.13", "32x21 captures 1 piece, 32x14 captures 2: you must capture as many pieces as possible"),
    ("czech", "W:WKa1,g3:Bd4,f4,h8", "g3xe5", "outranked", "FMJD-CZ", "g3xe5 captures with a man, a1xg7 with a king: you must capture with a king"),
    ("spanish", "W:WK3,K4,K22:BK6,K11,27", "22x31", "outranked", "S64", "22x31 and 4x25 each capture 1 piece, but 22x31 captures 0 kings and 4x25 captures 1: you must capture as many kings as possible"),
    ("argentinian-wiki", "B:WK11,13,K29:B14,K24", "14x7", "outranked", "Wikipedia", "14x7 captures 1 piece, 24x17 captures 2: you must capture as many pieces as possible"),
    ("argentinian-wiki", "W:W6,K16,25,K27,K30:B7,8,11,21", "6x15", "outranked", "Wikipedia", "6x15 captures with a man, 30x17 with a king: with equal numbers, you must capture with a king"),
    ("italian", "W:WK27:B15,22,23", "27x18", "outranked", "FID 6.6", "27x18 captures 1 piece, 27x11 captures 2: you must capture as many pieces as possible"),
    ("italian", "W:W22,K32:B18,28", "22x13", "outranked", "FID 6.7", "22x13 captures with a man, 32x23 with a king: with equal numbers, you must capture with a king"),
    ("frisian", "W:W28:B22,K23", "28x17", "outranked", "FRI-2011 11", "28x17 captures 1 man, 28x19 captures 1 king: you must capture the highest value, and a king counts slightly less than two men"),
    ("frisian", "W:W15,32,K46:B10,41", "15x4", "outranked", "FRI-2011 12", "15x4 captures with a man, 46x37 with a king: with equal value, you must capture with a king"),
    ("italian", "W:WK11,K29,K30:B6,K22,K27", "11x2", "outranked", "FID 6.8", "11x2 and 30x23 each capture 1 piece, but 11x2 captures 0 kings and 30x23 captures 1: you must capture as many kings as possible"),
    ("italian", "W:WK27:BK13,15,22,K23", "27x9", "outranked", "FID 6.9", "27x9 and 27x11 each capture 2 pieces including 1 king, but capturing 23 then 15 reaches a king earlier than 22 then 13"),
    // What stops short or lands wrongly is told how to go on only if that is legal; else precedence decides.
    ("international", "W:W28:B1,12,13,14,23", "28x19", "must_go_on", "FMJD 4.5, 4.6", "the capture is incomplete: from 19 the man must continue and capture 13"),
    ("brazilian", "W:WKg7,Kc7,h2:Bb6,a7,f6,d6,Kf2,b8,b4,h4", "g7xe5", "outranked", "FMJD 4.13", "no legal capture starts this way: g7xg1 captures 2 pieces, c7xg5 captures 5: you must capture as many pieces as possible"),
    ("brazilian", "W:WKg7,Kc7,h2:Bb6,a7,f6,d6,Kf2,b8,b4,h4", "g7xd4", "outranked", "FMJD 4.13", "no legal capture starts this way: g7xg1 captures 2 pieces, c7xg5 captures 5: you must capture as many pieces as possible"),
    ("brazilian", "W:WKg7,Kc7,h2:Bb6,a7,f6,d6,Kf2,b8,b4,h4", "c7xe5", "must_land_on", "FMJD 4.5, 4.6", "the king must land on g3, where it can continue capturing; on e5 it cannot"),
    ("international", "W:W28,47:B1,23,31,41", "28x14", "outranked", "FMJD 4.13", "no legal capture starts this way: 28x19 captures 1 piece, 47x27 captures 2: you must capture as many pieces as possible"),
    ("spanish", "W:WK4:BK2,K11,22,26,K28", "4x14", "outranked", "S64", "no legal capture starts this way: 4x32 captures 2 pieces, 4x24 captures 3: you must capture as many pieces as possible"),
    ("frisian", "B:WK13,K22:BK11,14,16,K35,45", "14x12", "outranked", "FRI-2011 12", "no legal capture starts this way: 14x32 captures with a man, 11x3 with a king: with equal value, you must capture with a king"),
    ("frisian", "B:W7,29,K30,37,38,44,46:BK21", "21-43", "outranked", "FRI-2011 11", "no legal capture starts this way: 21x41 over 38, 44, 29 and 37 captures 4 men, 21x41 over 38, 29, 7, 44, 30 and 37 captures 5 men and 1 king: you must capture the highest value, and a king counts slightly less than two men"),
    ("czech", "W:Wd6,Ka1:Be7,g7,b2", "d6xf8xh6", "outranked", "FMJD-CZ", "no legal capture starts this way: d6xf8 captures with a man, a1xd8 with a king: you must capture with a king"),
    ("italian", "W:WK27:BK13,15,22,K23", "27x18", "outranked", "FID 6.9", "no legal capture starts this way: 27x9 and 27x11 each capture 2 pieces including 1 king, but capturing 23 then 15 reaches a king earlier than 22 then 13"),
    ("italian", "W:WK27:B14,15,22,K23", "27x18x11x20x27", "outranked", "FID 6.9", "27x27 captures 23, 15, 14 then 22, not 22, 14, 15 then 23: kings must be captured as early as possible"),
    // Captures that start and end fit are written with their routes.
    ("international", "W:WK3,19:BK2,K8,20,K22,27,K48", "3-15", "written_as_quiet", "", "this move is a capture: write it as 3x17x33x15"),
    ("international", "W:WK3,19:BK2,K8,20,K22,27,K48", "19-13", "must_capture", "FMJD 4.2, 4.3", "capturing is mandatory, for example 3x17x33x15"),
    // Pieces that may not capture, or cannot: captures turn, so that no line need join the squares.
    ("international", "W:W28,47:B1,23,31,41", "28x4", "no_legal_capture", "FMJD 4.13", "the man on 28 has no legal capture: 28x19 captures 1 piece, 47x27 captures 2: you must capture as many pieces as possible"),
    ("czech", "W:Wd6,Ka1:Be7,g7,b2", "d6xh6", "no_legal_capture", "FMJD-CZ", "the man on d6 has no legal capture: d6xf8 captures with a man, a1xd8 with a king: you must capture with a king"),
    ("international", "W:W26:B1", "26x4", "cannot_capture", "", "the man on 26 cannot capture: there is no piece it can jump"),
    ("international", "W:W26:B1", "26-4", "not_on_a_line", "", "26 and 4 are not on the same line"),
    // Another capture takes precedence over all that the piece can become; squares on its way count as tries.
    ("international", "W:W17,47:B12,13,14,31,32,33,41", "17x19", "outranked", "FMJD 4.13", "no legal capture starts this way: 17x10 captures 3 pieces, 47x29 captures 4: you must capture as many pieces as possible"),
    ("italian", "W:WK18:B13,14,15,K22,23", "18x11x20x27x18", "outranked", "FID 6.9", "no legal capture starts this way: 18x9 captures 22, 23, 15, 14 then 13, not 14, 15, 23, 22 then 13: kings must be captured as early as possible"),
    // A man that has not passed the last row is no king.
    ("international", "W:W28:B10,23", "28x19x5", "not_adjacent", "FMJD 4.1", "a man jumps only adjacent pieces; 10 is not adjacent to 19"),
    ("czech", "W:Wc3:Bd4,g7", "c3xe5xh8", "not_adjacent", "FMJD-CZ", "a man jumps only adjacent pieces; g7 is not adjacent to e5"),
    // Ends that no capture has.
    ("international", "W:WK46:B2,28,41", "46x45", "no_capture_to", "", "the legal captures of the king on 46 end on 5, 10, 14, 19 or 23, not on 45"),
];

/// The reasons that a text is refused for.
#[track_caller]
fn reasons(game: &str, fen: &str, text: &str, style: MoveStyle) -> Vec<Illegal> {
    match named(game).explain(fen, &[text.to_owned()], style).remove(0) {
        Answer::Illegal(reasons) => reasons,
        other => panic!("{game} {fen} {text}: {other:?}"),
    }
}

#[test]
fn every_reason_has_a_case() {
    let mut seen = BTreeSet::from(["unexplained", "other_pieces"]);
    let mut wrong = Vec::new();
    for (game, fen, text, code, article, words) in ROWS {
        let rules = named(game).rules;
        let reason = &reasons(game, fen, text, MoveStyle::Record)[0];
        let found = (reason.code(), reason.article(rules).unwrap_or_default(), reason.text(rules));
        if found != (code, article, (*words).to_owned()) {
            wrong.push(format!("{game} {fen} {text}\n  {found:?}"));
        }
        seen.insert(reason.code());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let missing: Vec<_> = Illegal::CODES.iter().filter(|code| !seen.contains(**code)).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

#[test]
fn a_side_that_cannot_move_is_told_so_too() {
    let rules = named("international").rules;
    let found = reasons("international", "W:WK46:B37,41", "46-32", MoveStyle::Record);
    let texts: Vec<String> = found.iter().map(|reason| reason.with_article(rules)).collect();
    assert_eq!(
        texts,
        [
            "the black man on 41 blocks the way from 46 to 32 (FMJD 3.9)",
            "the game is over: black wins, no legal moves (FMJD 5)"
        ]
    );
}

/// That the game is over is said once, and not at all where a draw by the counters leaves moves to play.
#[test]
fn the_end_of_the_game_is_told_once() {
    let codes = |game: &str, fen: &str, text: &str| -> Vec<&str> {
        reasons(game, fen, text, MoveStyle::Record).iter().map(Illegal::code).collect()
    };
    assert_eq!(codes("breakthrough", "B:WK1,32:B20", "20-25"), ["game_over"]);
    assert_eq!(codes("international", "W:WK46,40:BK5,12:H50", "40-45"), ["wrong_direction"]);
}

/// Without a sign a text that is no step is refused as a capture, if there is one to make.
#[test]
fn a_text_without_sign_is_refused_as_what_it_looks_like() {
    let rules = named("russian").rules;
    let text = |mv: &str| reasons("russian", "W:Wc3,g1:Bd4,h8", mv, MoveStyle::Record)[0].text(rules);
    assert_eq!(text("g1e3"), "there is nothing to capture between g1 and e3");
    assert_eq!(text("g1f2"), "capturing is mandatory, for example c3:e5");
}

/// Twelve squares are named, of more only the first twelve.
#[test]
fn long_lists_of_squares_are_cut() {
    let rules = named("international").rules;
    let square = |number| rules.square_of_number(number).expect("a square");
    let text = |last: u32| {
        let ends = (1..=last).map(square).collect();
        Illegal::NoCaptureTo { from: square(46), to: square(45), role: Role::King, ends }.text(rules)
    };
    let begin = "the legal captures of the king on 46 end on 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11";
    assert_eq!(text(12), format!("{begin} or 12, not on 45"));
    assert_eq!(text(13), format!("{begin}, 12 and others, not on 45"));
    assert_eq!(text(14), text(13));
    assert_eq!(Illegal::Unexplained.text(rules), "no legal move matches");
}

#[test]
fn hub_moves_name_what_they_take() {
    let rules = named("international").rules;
    let text = |mv: &str| reasons("international", TWO_TAKEN, mv, MoveStyle::Protocol)[0].text(rules);
    assert_eq!(text("28x10x14"), "28x10 captures 23 and 14, not 14");
    let go_on = "the capture is incomplete: from 19 the man must continue and capture 14";
    assert_eq!(text("28x19x23"), go_on);
    assert_eq!(text("28x19x10"), go_on);
    assert_eq!(text("27x10x14"), "there is no piece on 27");
    let text =
        |mv: &str| reasons("international", "W:W28:B1,12,13,14,23", mv, MoveStyle::Protocol)[0].text(rules);
    assert_eq!(text("28x19x23"), "the capture is incomplete: from 19 the man must continue and capture 13");
    let outranked = "28x10 captures 2 pieces, 28x17 captures 3: you must capture as many pieces as possible";
    assert_eq!(text("28x10x14x23"), outranked);
    // Of the captures from 35 to 19 the one that takes what is named.
    let rules = named("frisian").rules;
    let fen = "B:W7,K22,K23,K26,K31,K34,K41,K44:B5,9,12,K35,39,K43";
    let reason = &reasons("frisian", fen, "35x19x34x23", MoveStyle::Protocol)[0];
    assert!(
        reason.text(rules).starts_with("35x19 captures 2 kings, 43x2 captures 1 man and 6 kings"),
        "{reason:?}"
    );
}

#[test]
fn a_missing_sign_may_mean_a_step() {
    let found = reasons("russian", "W:Wc3,g3:Bd4,h8", "g3h4", MoveStyle::Record);
    assert!(matches!(found[0], Illegal::MustCapture { .. }), "{found:?}");
}

/// What the case files call illegal is refused, and never without a reason.
#[test]
fn illegal_moves_of_the_case_files_are_explained() {
    let mut explained = 0;
    for game in ["international", "russian"] {
        let path = format!("{}/../../testdata/cases/{game}.json", env!("CARGO_MANIFEST_DIR"));
        let all: Value = serde_json::from_str(&fs::read_to_string(path).expect("readable")).expect("JSON");
        for case in all["cases"].as_array().expect("cases") {
            for illegal in case["illegal"].as_array().into_iter().flatten() {
                let (fen, text) =
                    (case["fen"].as_str().expect("fen"), illegal["move"].as_str().expect("move"));
                let answer = named(game).explain(fen, &[text.to_owned()], MoveStyle::Record).remove(0);
                match &answer {
                    Answer::Illegal(reasons) => {
                        assert!(!reasons.contains(&Illegal::Unexplained), "{fen} {text}")
                    }
                    Answer::Text(MoveError::Ambiguous { .. } | MoveError::NoSuchSquare { .. }) => {}
                    _ => panic!("{fen} {text}: {answer:?}"),
                }
                explained += 1;
            }
        }
    }
    assert!(explained > 100, "{explained}");
}
