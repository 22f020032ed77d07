//! Texts with several things wrong at once: all ways to read report the same, which [`reported`] compares.

use chess::Chess;
use damier_record::{ReadOptions, ResultStyle};
use draughts::Draughts;
use draughts::variants::International;

use super::reported;

#[test]
fn all_ways_to_read_agree_about_chess() {
    for text in [
        // Dots apart from their number, and what may stand between them.
        "1. e4 1. ... e5 *",
        "1. e4 1. .. e5 *",
        "1. e4 1. $999 ... e5 *",
        "1. e4 1. {a} ... e5 *",
        // What is repaired before, at, in and after what is cut off of a variation.
        "1. e4 (1. $999 d4 0-0 $999 2. c4 7. d4) e5 $999 *",
        "1. e4 (1. d4! !! Ke5!!!! 2. c4 $999 {a [%clk x]}) $999 1... e5 *",
        "1. e4 (1. d4 Ke5 {a\n\n[Event \"b\"]\n} 2. c4 {c}) e5 {d [%clk x]} *",
        "1. e4 (1. d4 0-0?) (1. c4 e.p. c5) (1. Ke2) $1 1... e5 *",
        "1. e4 (1. d4 d5 (1... Ke5 2. $999 c4) 2. $999 c4) 1... e5 2. $999 Nf3 *",
        // The same around an error of the game itself.
        "1. e4 $999 e5 0-0 $999 2. Nf3 *",
        "1. e4 Ke5!!!! $999 *",
        "1. e4 {a [%clk x]} Ke5 {b [%clk y]} {c\n\n[Event \"d\"]\n} *",
        "[Event \"a\"]\n[Date \"x\"]\n[Event \"b\"]\n\n1. Ke5 *",
        "% a\n1. e4 (1. Ke5\n% b\n) e5\n% c\n*",
        // Results.
        "1. e4 e5 1/2",
        "[Result \"1/2\"]\n\n1. e4 e5 1/2-1/2",
        "[Result \"1-0\"]\n\n1. e4 e5 1/2",
    ] {
        reported::<Chess>(text, ReadOptions::pgn());
        reported::<Chess>(text, ReadOptions::pgn().strict());
    }
    let half = "game 1, line 1, column 10: ";
    let told = reported::<Chess>("1. e4 e5 1/2", ReadOptions::pgn());
    assert!(told.len() == 1 && told[0].starts_with(half), "{told:?}");
}

#[test]
fn all_ways_to_read_agree_about_draughts() {
    for text in [
        "1. 32-28 1. ... 19-23 *",
        "1. 32-28 1. .. 19-23 *",
        "1. 32-28 1. .... 19-23 *",
        "1. 32-28 (1. 31-26 31-27 2. 06-11) 01-2 *",
        "1. 32-28 19-23 2. 28-19 14x23 *",
        "1. 32-28 19-23 2. 28-33 *",
        "1. 32-28 /FEN \"W:W31:B20\"/ 2. 31x27 20-24 *",
        "1. 32-28 (1. 31-27 /FEN \"W:W31:B20\"/ 2. 31-22 {a [%clk x]} 20-24) 1... 19-23 *",
        "[Result \"1/2\"]\n\n1. 32-28 19-23 1-1",
        "[Result \"12-8\"]\n\n1. 32-28 19-23 *",
        "1. 32-28 ... 2. 31-27 *",
    ] {
        for options in [ReadOptions::pdn(), ReadOptions::pdn().results(ResultStyle::Two)] {
            reported::<Draughts<International>>(text, options);
            reported::<Draughts<International>>(text, options.strict());
        }
    }
    // Either way to write results is right where the game says nothing; halves are in none.
    let half = "[Result \"1/2\"]\n\n1. 32-28 19-23 1-1";
    let told = reported::<Draughts<International>>(half, ReadOptions::pdn());
    assert!(told[0].starts_with("game 1, line 1, column 1: the result \"1/2\" read as"), "{told:?}");
}
