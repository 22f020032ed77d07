//! `damier explain` as scripts see it.

use crate::common::{complaint_about, damier, output_of};
use serde_json::{Value, json};

/// The output about a move that is not legal.
#[track_caller]
fn refusal(arguments: &[&str]) -> String {
    let run = damier(&[&["explain", "--game"], arguments].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""), "{arguments:?}");
    run.stdout
}

#[test]
fn a_legal_move_says_what_it_does() {
    let text = |arguments: &[&str]| output_of(&[&["explain", "--game"], arguments].concat());
    assert_eq!(
        text(&["international", "W:W28:B1,14,23", "28x19x10"]),
        "28x10 is legal: the man on 28 goes to 10 and takes 23 and 14.\n"
    );
    assert_eq!(text(&["chess", "startpos", "g1f3"]), "Nf3 is legal: the knight on g1 goes to f3.\n");
    assert_eq!(
        text(&["chess", "--moves", "e4 e5 Qh5 Ke7", "Qxe5"]),
        "Qxe5# is legal: the queen on h5 takes the pawn on e5; the game ends: white wins, checkmate (FIDE 5.1.1).\n"
    );
    assert_eq!(
        text(&["chess", "7k/8/8/3Pp3/8/8/8/7K w - e6 0 1", "dxe6"]),
        "dxe6 is legal: the pawn on d5 takes the pawn on e5 en passant.\n"
    );
    assert_eq!(
        text(&["chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"]),
        "O-O is legal: the king on e1 castles to g1, the rook goes to f1.\n"
    );
    assert_eq!(
        text(&["chess", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=Q"]),
        "exd8=Q+ is legal: the pawn on e7 takes the rook on d8 and becomes a queen; check.\n"
    );
    assert_eq!(
        text(&["russian", "W:Wf6:Bb6,e7,h2", "f6:a5"]),
        "f6:a5 is legal: the man on f6 goes to a5 and takes e7 and b6, becoming a king.\n"
    );
    assert_eq!(
        text(&["chess", "8/8/4k3/8/8/3KN3/8/8 w - - 0 1", "Kd4"]),
        "Kd4 is legal: the king on d3 goes to d4.\n\
         But the game is already over: draw, insufficient material (FIDE 5.2.2).\n"
    );
}

#[test]
fn an_illegal_move_says_why() {
    assert_eq!(
        refusal(&["chess", "8/8/8/4k3/8/8/8/K3R3 b - - 0 1", "Ke6"]),
        "Ke6 is not legal:\n  the king on e5 cannot move to e6: the rook on e1 attacks e6 through e5 (FIDE 3.9.2)\n"
    );
    assert_eq!(
        refusal(&["international", "W:W32:B19,27,28", "32x21"]),
        "32x21 is not legal:\n  32x21 captures 1 piece, 32x14 captures 2: you must capture as many pieces \
         as possible (FMJD 4.13)\n"
    );
    assert_eq!(
        refusal(&["brazilian", "W:WKg7,Kc7,h2:Bb6,a7,f6,d6,Kf2,b8,b4,h4", "g7xe5"]),
        "g7xe5 is not legal:\n  no legal capture starts this way: g7xg1 captures 2 pieces, c7xg5 captures 5: you must \
         capture as many pieces as possible (FMJD 4.13)\n"
    );
    assert_eq!(
        refusal(&["international", "W:W26:B1", "26x4"]),
        "26x4 is not legal:\n  the man on 26 cannot capture: there is no piece it can jump\n"
    );
    assert_eq!(
        refusal(&["international", "W:W28:B1,14,23", "28x10x14", "--hub"]),
        "28x10x14 is not legal:\n  28x10 captures 23 and 14, not 14\n"
    );
    assert_eq!(
        refusal(&["international", "W:WK46:B37,41", "46-32"]),
        "46-32 is not legal:\n  the black man on 41 blocks the way from 46 to 32 (FMJD 3.9)\n  \
         the game is over: black wins, no legal moves (FMJD 5)\n"
    );
    let several = refusal(&["chess", "6k1/8/8/8/R6R/8/8/K6R w - - 0 1", "Rd4"]);
    assert_eq!(several, "Rd4 is ambiguous:\n  it fits several legal moves: Rad4, Rhd4\n");
}

#[test]
fn json_has_the_reasons_as_data() {
    let text = refusal(&["russian", "W:Wb6:Bc7,f4,f6", "b6:d8:h4", "--json"]);
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    let reason = json!({
        "code": "must_land_on",
        "article": "kodeks 1.5",
        "text": "the king must land on g5, where it can continue capturing; on h4 it cannot",
        "squares": ["g5"],
    });
    assert_eq!((&answer["legal"], &answer["reasons"]), (&json!(false), &json!([reason])));
    let text = output_of(&["explain", "--game", "international", "W:W28:B1,14,23", "28x10", "--json"]);
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(answer["legal"], true);
    assert_eq!(answer["effect"]["captured"], json!(["23", "14"]));
    assert_eq!(answer["effect"]["fen"], "B:W10:B1");
}

#[test]
fn what_is_no_move_is_bad_input() {
    let complaint = complaint_about(&["explain", "--game", "chess", "startpos", "hello"]);
    assert!(complaint.starts_with("bad move \"hello\""), "{complaint}");
    let complaint = complaint_about(&["explain", "--game", "international", "W:W1:B51", "1-6"]);
    assert!(complaint.contains("51"), "{complaint}");
    complaint_about(&["explain", "--game", "chess"]);
}
