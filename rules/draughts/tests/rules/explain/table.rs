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
    ("international", START, "20-25", "not_yours", "", "the man on 20 is black's, and white is to move"),
    ("international", START, "32-32", "stays_put", "", "the piece does not leave 32"),
    ("international", START, "37-32", "occupied", "", "32 is occupied by a white man"),
    ("international", START, "32-24", "not_on_a_line", "", "no line joins 32 and 24"),
    // Steps: man_moves, king_moves, flying_kings, king_run_limit.
    ("international", "W:W28:B1", "28-33", "wrong_direction", "FMJD 3.3", "a man does not move backward, as from 28 to 33"),
    ("international", "W:W28:B1", "28-18", "wrong_direction", "FMJD 3.3", "a man does not move straight, as from 28 to 18"),
    ("turkish", "W:Wc3:Bh7", "c3-c2", "wrong_direction", "Wikipedia", "a man does not move backward, as from c3 to c2"),
    ("turkish", "W:Wc3:Bh7", "c3-d4", "wrong_direction", "Wikipedia", "a man does not move diagonally, as from c3 to d4"),
    ("frisian", "W:WK28:B1", "28-18", "wrong_direction", "FRI-2011 9", "a king does not move straight, as from 28 to 18"),
    ("frisian", "W:WK28:B1", "28-29", "wrong_direction", "FRI-2011 9", "a king does not move sideways, as from 28 to 29"),
    ("international", "W:W28:B1", "28-19", "too_far", "FMJD 3.3", "a man moves one square, and 19 is farther from 28"),
    ("english", "W:WK18:B1", "18-11", "too_far", "WCDF 1.17", "a king moves one square, and 11 is farther from 18"),
    ("international", "W:W28,K46:B1", "46-23", "blocked", "FMJD 3.9", "the white man on 28 stands between 46 and 23"),
    ("frisian", "W:WK46,40:BK5,12:H3:F9:+0+346", "46-41", "king_must_wait", "FRI-2011", "the king on 46 has made 3 quiet moves in a row: it may only capture until another piece has moved"),
    ("international", "W:W28,40:B5,22", "40-34", "must_capture", "FMJD 4.2, 4.3", "capturing is mandatory, as by 28x17"),
    ("english", "B:B6,12:W10,32", "12-16", "must_capture", "WCDF 1.20", "capturing is mandatory, as by 6x15"),
    ("international", "W:W28,40:B5,22,34", "40-35", "must_capture", "FMJD 4.2, 4.3", "capturing is mandatory, as by 40x29"),
    ("international", TWO_TAKEN, "28-10", "written_as_quiet", "", "that is a capture, written 28x10"),
    ("international", START, "32x28", "written_as_capture", "", "that takes nothing and is written 32-28"),
    // Jumps: man_captures, king_captures, men_take_kings, removal, reversal.
    ("international", TWO_TAKEN, "28x17x10", "nothing_to_take", "", "there is nothing to take between 28 and 17"),
    ("international", START, "32x23", "nothing_to_take", "", "there is nothing to take between 32 and 23"),
    ("international", START, "37x28", "own_piece_in_the_way", "FMJD 4.1", "the own man on 32 stands in the way: own pieces are not jumped"),
    ("english", "W:W18:B1,23", "18x27", "wrong_direction", "WCDF 1.18", "a man does not capture backward, as from 18 to 27"),
    ("international", "W:W28:B1,18", "28x8", "wrong_direction", "FMJD 4.1", "a man does not capture straight, as from 28 to 8"),
    ("turkish", "W:WKd4:Be5,h8", "d4xf6", "wrong_direction", "Wikipedia", "a king does not capture diagonally, as from d4 to f6"),
    ("armenian", "W:WKd4:Be5,h8", "d4xf6", "wrong_direction", "Wikipedia", "a king does not capture diagonally, as from d4 to f6"),
    ("international", "W:WK46:B2,41", "46x37x46", "already_jumped", "FMJD 4.11", "the piece on 41 was already jumped: it stays until the move has ended and is not jumped again"),
    ("thai", "W:WK1:B6,32", "1x10x1", "already_removed", "Fandom, Winther", "the piece on 6 was already taken and has left the board"),
    ("international", "W:W28:B1,19,23", "28x14", "two_pieces", "FMJD 4.1", "behind the piece on 23 stands another on 19: no free square"),
    ("slovak", "B:Wd6,f4:Bc7", "c7xh2", "two_pieces", "FMJD-CZ", "a jump takes one piece, not those on d6 and f4"),
    ("italian", "W:W22:B1,K18", "22x13", "man_takes_king", "FID 5.3", "a man may not take the king on 18"),
    ("international", "W:W28:B1,19", "28x14", "not_adjacent", "FMJD 4.1", "a man jumps only the piece next to it, and 19 is not next to 28"),
    ("italian", "W:WK5:B27,28", "5x32", "not_adjacent", "FID 4.7", "a king jumps only the piece next to it, and 28 is not next to 5"),
    ("international", "W:W28:B1,23", "28x14", "lands_too_far", "FMJD 4.1", "a man lands right behind the piece it takes: on 19, not on 14"),
    ("turkish", "W:WKd4:Bd2,d6,h8", "d4xd7xd1", "turns_back", "Wikipedia", "a piece may not turn back by 180 degrees between two jumps, as on d7"),
    ("turkish", "W:WKd4:Bd6,h8", "d4xd7xg7", "nothing_to_take", "", "there is nothing to take between d7 and g7"),
    ("italian", "W:W22:B1,18", "22x9", "lands_too_far", "FID 5.3", "a man lands right behind the piece it takes: on 13, not on 9"),
    // Landing.
    ("thai", "W:WK1:B6,32", "1x15", "must_land_behind", "Fandom, Freeling, Winther", "a king lands right behind each piece it takes: behind 6 on 10, not on 15"),
    ("argentinian", "W:WK27:BK5,K18", "27x9", "must_land_behind", "Winther", "a king lands right behind each piece it takes: behind 18 on 13, not on 9"),
    ("killer", "W:WK46:BK28,2", "46x19", "must_land_behind", "Freeling", "a king that takes a king last stops right behind it: behind 28 on 23, not on 19"),
    ("modern", "W:WK49:B15,29,K32,44", "49x41", "must_land_behind", "Winther", "a king that takes several pieces, a king last, stops right behind it: behind 32 on 37, not on 41"),
    // Promotion.
    ("english", "W:W10:B1,7,8", "10x3x12", "ends_on_crowning", "WCDF 1.19", "the man is crowned on 3, and that ends its move"),
    ("international", "W:W11:B7,13,40", "11x2x19", "not_crowned_in_passing", "FMJD 3.5, 4.15", "the man only passes 2: it goes on as a man, and becomes a king if its move ends there"),
    ("international", "W:W11:B7,13,40", "11x2x24", "not_crowned_in_passing", "FMJD 3.5, 4.15", "the man only passes 2: it goes on as a man, and becomes a king if its move ends there"),
    ("international", "W:W11:B7,13,40", "11x2x16", "already_jumped", "FMJD 4.11", "the piece on 7 was already jumped: it stays until the move has ended and is not jumped again"),
    ("russian", "W:Wf6:Bb6,e7,h2", "f6:d8", "must_go_on", "kodeks 1.5", "the capture is not complete: from d8 the man, now crowned, must go on and take b6"),
    // Completion.
    ("international", TWO_TAKEN, "28x19", "must_go_on", "FMJD 4.5, 4.6", "the capture is not complete: from 19 the man must go on and take 14"),
    ("italian", "W:WK27:BK13,15,22,K23", "27x20", "must_go_on", "FID", "the capture is not complete: from 20 the king must go on and take 15"),
    ("russian", "W:Wb6:Bc7,f4,f6", "b6:d8:h4", "must_land_on", "kodeks 1.5", "after landing on g5 the king can go on capturing, after h4 it cannot: it must land on g5"),
    ("czech", "B:W11,K17,K27:BK8", "8x15", "must_land_on", "FMJD-CZ", "after landing on d4 or c3 the king can go on capturing, after e5 it cannot: it must land on d4 or c3"),
    // Precedence.
    ("international", "W:W32:B19,27,28", "32x21", "outranked", "FMJD 4.13", "32x21 takes 1, 32x14 takes 2: the most pieces must be taken"),
    ("czech", "W:WKa1,g3:Bd4,f4,h8", "g3xe5", "outranked", "FMJD-CZ", "a man makes g3xe5, a king can make a1xg7: a king captures before a man"),
    ("spanish", "W:WK3,K4,K22:BK6,K11,27", "22x31", "outranked", "S64", "22x31 and 4x25 take 1 each, but with 0 kings and 1 king: the most kings must be taken"),
    ("argentinian-wiki", "B:WK11,13,K29:B14,K24", "14x7", "outranked", "Wikipedia", "14x7 takes 1, 24x17 takes 2: the most pieces must be taken"),
    ("argentinian-wiki", "W:W6,K16,25,K27,K30:B7,8,11,21", "6x15", "outranked", "Wikipedia", "a man makes 6x15, a king can make 30x17: at equal numbers a king captures before a man"),
    ("italian", "W:WK27:B15,22,23", "27x18", "outranked", "FID 6.6", "27x18 takes 1, 27x11 takes 2: the most pieces must be taken"),
    ("italian", "W:W22,K32:B18,28", "22x13", "outranked", "FID 6.7", "a man makes 22x13, a king can make 32x23: at equal numbers a king captures before a man"),
    ("frisian", "W:W28:B22,K23", "28x17", "outranked", "FRI-2011 11", "28x17 takes 1 man, 28x19 takes 1 king: the highest value must be taken, a king counting just under two men"),
    ("frisian", "W:W15,32,K46:B10,41", "15x4", "outranked", "FRI-2011 12", "a man makes 15x4, a king can make 46x37: at equal value a king captures before a man"),
    ("italian", "W:WK11,K29,K30:B6,K22,K27", "11x2", "outranked", "FID 6.8", "11x2 and 30x23 take 1 each, but with 0 kings and 1 king: the most kings must be taken"),
    ("italian", "W:WK27:BK13,15,22,K23", "27x9", "outranked", "FID 6.9", "27x9 and 27x11 take 2 each with 1 king, but taking 23 then 15 meets a king earlier than taking 22 then 13"),
    // What stops short or lands wrongly is told how to go on only if that is legal; else precedence decides.
    ("international", "W:W28:B1,12,13,14,23", "28x19", "must_go_on", "FMJD 4.5, 4.6", "the capture is not complete: from 19 the man must go on and take 13"),
    ("brazilian", "W:WKg7,Kc7,h2:Bb6,a7,f6,d6,Kf2,b8,b4,h4", "g7xe5", "outranked", "FMJD 4.13", "no capture that begins like this is legal: g7xg1 takes 2, c7xg5 takes 5: the most pieces must be taken"),
    ("brazilian", "W:WKg7,Kc7,h2:Bb6,a7,f6,d6,Kf2,b8,b4,h4", "g7xd4", "outranked", "FMJD 4.13", "no capture that begins like this is legal: g7xg1 takes 2, c7xg5 takes 5: the most pieces must be taken"),
    ("brazilian", "W:WKg7,Kc7,h2:Bb6,a7,f6,d6,Kf2,b8,b4,h4", "c7xe5", "must_land_on", "FMJD 4.5, 4.6", "after landing on g3 the king can go on capturing, after e5 it cannot: it must land on g3"),
    ("international", "W:W28,47:B1,23,31,41", "28x14", "outranked", "FMJD 4.13", "no capture that begins like this is legal: 28x19 takes 1, 47x27 takes 2: the most pieces must be taken"),
    ("spanish", "W:WK4:BK2,K11,22,26,K28", "4x14", "outranked", "S64", "no capture that begins like this is legal: 4x32 takes 2, 4x24 takes 3: the most pieces must be taken"),
    ("frisian", "B:WK13,K22:BK11,14,16,K35,45", "14x12", "outranked", "FRI-2011 12", "no capture that begins like this is legal: a man makes 14x32, a king can make 11x3: at equal value a king captures before a man"),
    ("frisian", "B:W7,29,K30,37,38,44,46:BK21", "21-43", "outranked", "FRI-2011 11", "no capture that begins like this is legal: 21x41 over 38, 44, 29 and 37 takes 4 men, 21x41 over 38, 29, 7, 44, 30 and 37 takes 5 men and 1 king: the highest value must be taken, a king counting just under two men"),
    ("czech", "W:Wd6,Ka1:Be7,g7,b2", "d6xf8xh6", "outranked", "FMJD-CZ", "no capture that begins like this is legal: a man makes d6xf8, a king can make a1xd8: a king captures before a man"),
    ("italian", "W:WK27:BK13,15,22,K23", "27x18", "outranked", "FID 6.9", "no capture that begins like this is legal: 27x9 and 27x11 take 2 each with 1 king, but taking 23 then 15 meets a king earlier than taking 22 then 13"),
    ("italian", "W:WK27:B14,15,22,K23", "27x18x11x20x27", "outranked", "FID 6.9", "27x27 takes 23, 15, 14 then 22, not 22, 14, 15 then 23: kings must be taken as early as possible"),
    // Captures that start and end fit are written with their routes.
    ("international", "W:WK3,19:BK2,K8,20,K22,27,K48", "3-15", "written_as_quiet", "", "that is a capture, written 3x17x33x15"),
    ("international", "W:WK3,19:BK2,K8,20,K22,27,K48", "19-13", "must_capture", "FMJD 4.2, 4.3", "capturing is mandatory, as by 3x17x33x15"),
    // Pieces that may not capture, or cannot: captures turn, so that no line need join the squares.
    ("international", "W:W28,47:B1,23,31,41", "28x4", "no_legal_capture", "FMJD 4.13", "the man on 28 has no legal capture: 28x19 takes 1, 47x27 takes 2: the most pieces must be taken"),
    ("czech", "W:Wd6,Ka1:Be7,g7,b2", "d6xh6", "no_legal_capture", "FMJD-CZ", "the man on d6 has no legal capture: a man makes d6xf8, a king can make a1xd8: a king captures before a man"),
    ("international", "W:W26:B1", "26x4", "cannot_capture", "", "the man on 26 cannot capture: there is no piece it can jump"),
    ("international", "W:W26:B1", "26-4", "not_on_a_line", "", "no line joins 26 and 4"),
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
            "the black man on 41 stands between 46 and 32 (FMJD 3.9)",
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
    assert_eq!(text("g1e3"), "there is nothing to take between g1 and e3");
    assert_eq!(text("g1f2"), "capturing is mandatory, as by c3:e5");
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
    assert_eq!(Illegal::Unexplained.text(rules), "no legal move fits");
}

#[test]
fn hub_moves_name_what_they_take() {
    let rules = named("international").rules;
    let text = |mv: &str| reasons("international", TWO_TAKEN, mv, MoveStyle::Protocol)[0].text(rules);
    assert_eq!(text("28x10x14"), "28x10 takes 23 and 14, not 14");
    let go_on = "the capture is not complete: from 19 the man must go on and take 14";
    assert_eq!(text("28x19x23"), go_on);
    assert_eq!(text("28x19x10"), go_on);
    assert_eq!(text("27x10x14"), "there is no piece on 27");
    let text =
        |mv: &str| reasons("international", "W:W28:B1,12,13,14,23", mv, MoveStyle::Protocol)[0].text(rules);
    assert_eq!(text("28x19x23"), "the capture is not complete: from 19 the man must go on and take 13");
    let outranked = "28x10 takes 2, 28x17 takes 3: the most pieces must be taken";
    assert_eq!(text("28x10x14x23"), outranked);
    // Of the captures from 35 to 19 the one that takes what is named.
    let rules = named("frisian").rules;
    let fen = "B:W7,K22,K23,K26,K31,K34,K41,K44:B5,9,12,K35,39,K43";
    let reason = &reasons("frisian", fen, "35x19x34x23", MoveStyle::Protocol)[0];
    assert!(
        reason.text(rules).starts_with("35x19 takes 2 kings, 43x2 takes 1 man and 6 kings"),
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
