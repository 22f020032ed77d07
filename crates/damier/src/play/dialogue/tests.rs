//! Dialogues without a terminal.

use catalog::{GameId, Place};
use engine::{Decision, Score};

use super::*;

const PEOPLE: Terms = Terms { white: Seat::Person, black: Seat::Person, level: 5, time: None };

fn dialogue(game: GameId, fen: &str, terms: Terms) -> Dialogue {
    Dialogue::new(Table::new(game, &Place::at(fen)).expect("a position"), terms)
}

/// What is said about a line.
fn said(dialogue: &mut Dialogue, line: &str) -> String {
    let deeds = dialogue.hear(line, Duration::ZERO);
    let texts =
        deeds.into_iter().filter_map(|deed| if let Deed::Say(text) = deed { Some(text) } else { None });
    texts.collect::<Vec<_>>().join("\n")
}

fn thought(best: &str, score: Score) -> Thought {
    let decision = Decision { best: Some(best.to_owned()), expected: None, score, nodes: 1 };
    Thought { decision, line: Vec::new(), depth: 1 }
}

#[test]
fn the_prompt_tells_who_is_to_move() {
    let mut dialogue = dialogue(GameId::Chess, "startpos", PEOPLE);
    assert_eq!(dialogue.prompt(), "1. white> ");
    said(&mut dialogue, "e4");
    assert_eq!(dialogue.prompt(), "1... black> ");
    said(&mut dialogue, "g8");
    assert_eq!(dialogue.prompt(), "1... black g8> ");
    assert_eq!(dialogue.completions()[..2], ["f6", "h6"]);
    said(&mut dialogue, "undo");
    said(&mut dialogue, "resign");
    assert_eq!(dialogue.prompt(), "game over (save, undo, new, quit)> ");
}

#[test]
fn another_piece_can_be_picked_before_the_first_hop() {
    let mut dialogue = dialogue(GameId::International, "startpos", PEOPLE);
    assert_eq!(said(&mut dialogue, "32"), "32 can go to 27, 28; undo puts it back.");
    assert_eq!(said(&mut dialogue, "33"), "33 can go to 28, 29; undo puts it back.");
    assert!(said(&mut dialogue, "20").starts_with("33-20 is not legal:"));
    said(&mut dialogue, "28");
    assert_eq!(dialogue.table.moves(), ["33-28"]);
}

#[test]
fn a_pawn_asks_what_it_becomes() {
    let mut dialogue = dialogue(GameId::Chess, "8/4P2k/8/8/8/8/8/4K3 w - - 0 1", PEOPLE);
    assert_eq!(said(&mut dialogue, "e7 e8"), "Which one: e8=Q, e8=N, e8=R, e8=B?");
    said(&mut dialogue, "e8=N");
    assert_eq!(dialogue.table.moves(), ["e8=N"]);
    said(&mut dialogue, "undo");
    said(&mut dialogue, "e7 e8");
    said(&mut dialogue, "q");
    assert_eq!(dialogue.table.moves(), ["e8=Q"]);
}

#[test]
fn who_has_no_time_left_loses() {
    let time = "1+0".parse().ok();
    let mut dialogue = dialogue(GameId::International, "startpos", Terms { time, ..PEOPLE });
    let deeds = dialogue.hear("32-28", Duration::from_secs(61));
    assert_eq!(deeds, [Deed::Show, say("Black wins: White has no time left.")]);
    assert!(dialogue.table.moves().is_empty());
}

#[test]
fn what_is_taken_back_took_no_time() {
    let time = "1+2".parse().ok();
    let mut dialogue = dialogue(GameId::Chess, "startpos", Terms { time, ..PEOPLE });
    let left = |dialogue: &Dialogue| {
        Color::ALL.map(|color| dialogue.clocks.as_ref().expect("clocks").left(color).as_secs())
    };
    dialogue.hear("e4", Duration::from_secs(10));
    dialogue.hear("e5", Duration::from_secs(20));
    assert_eq!(left(&dialogue), [52, 42]);
    dialogue.hear("undo", Duration::from_secs(5));
    assert_eq!(left(&dialogue), [52, 60]);
    // Time that ran out is given back with the end of the game.
    dialogue.hear("e5", Duration::from_secs(61));
    assert!(dialogue.table.ending().is_some());
    dialogue.hear("undo", Duration::ZERO);
    assert_eq!(left(&dialogue), [52, 60]);
    dialogue.hear("undo", Duration::ZERO);
    assert_eq!(left(&dialogue), [60, 60]);
    dialogue.hear("redo", Duration::ZERO);
    dialogue.hear("undo", Duration::ZERO);
    assert_eq!(left(&dialogue), [60, 60]);
}

#[test]
fn a_king_alone_does_not_win_on_time() {
    let time = "1+0".parse().ok();
    let terms = Terms { time, ..PEOPLE };
    let mut dialogue = dialogue(GameId::Chess, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", terms);
    let deeds = dialogue.hear("e4", Duration::from_secs(61));
    let text = "Draw: White has no time left, and Black only a king (FIDE 6.9).";
    assert_eq!(deeds, [Deed::Show, say(text)]);
}

#[test]
fn the_engine_moves_claims_and_answers_offers() {
    let terms = Terms { black: Seat::Engine, ..PEOPLE };
    let mut dialogue = dialogue(GameId::Chess, "startpos", terms);
    assert_eq!(dialogue.hear("e4", Duration::ZERO), []);
    assert!(dialogue.is_engines_turn());
    let deeds = dialogue.take_thought(Purpose::Move, &thought("e7e5", Score::DRAW), Duration::ZERO);
    assert_eq!(deeds, [say("Black plays 1... e5"), Deed::Show]);

    let deeds = dialogue.hear("draw", Duration::ZERO);
    assert_eq!(deeds[1], Deed::Think(Purpose::Offer));
    // The score is White's, who offers.
    let deeds = dialogue.take_thought(Purpose::Offer, &thought("g1f3", Score::of(-50)), Duration::ZERO);
    assert_eq!(deeds, [say("The engine declines and plays on.")]);
    dialogue.take_thought(Purpose::Offer, &thought("g1f3", Score::of(50)), Duration::ZERO);
    assert_eq!(said(&mut dialogue, "hint"), "Draw: by agreement.");

    // Taking back goes to where a person was to move.
    said(&mut dialogue, "undo");
    assert!(dialogue.table.ending().is_none() && dialogue.table.moves().len() == 2);
    said(&mut dialogue, "undo");
    assert!(dialogue.table.moves().is_empty());
    said(&mut dialogue, "redo");
    assert_eq!(dialogue.table.moves(), ["e4", "e5"]);

    for (own, other) in [("Nf3", "b8c6"), ("Ng1", "c6b8"), ("Nf3", "b8c6"), ("Ng1", "c6b8"), ("Nf3", "b8c6")]
    {
        said(&mut dialogue, own);
        dialogue.take_thought(Purpose::Move, &thought(other, Score::DRAW), Duration::ZERO);
    }
    let text = "Draw: threefold repetition (FIDE 9.2), claimed by Black.";
    assert_eq!(said(&mut dialogue, "score"), text);
}
