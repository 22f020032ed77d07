//! Dialogues without a terminal.

use catalog::GameId;
use engine::{BestMove, Score};

use super::*;

const PEOPLE: PlayOptions = PlayOptions { seats: [Seat::Person; 2], level: 5, time: None };

fn dialogue(game: GameId, fen: &str, options: PlayOptions) -> Dialogue {
    Dialogue::new(Setup::new(game.at(fen).expect("a position")), options)
}

/// The messages about an input line.
fn said(dialogue: &mut Dialogue, line: &str) -> String {
    let actions = dialogue.hear(line, Duration::ZERO);
    let texts = actions
        .into_iter()
        .filter_map(|action| if let Action::Say(text) = action { Some(text) } else { None });
    texts.collect::<Vec<_>>().join("\n")
}

fn thought(best: &str, score: Score) -> Thought {
    let found = BestMove { best: Some(best.to_owned()), score, ..BestMove::default() };
    Thought { found, line: Vec::new(), depth: 1 }
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
    assert_eq!(dialogue.prompt(), "Resign this game, yes or no [no]? ");
    assert_eq!(dialogue.completions(), ["yes", "no", "quit"]);
    said(&mut dialogue, "yes");
    assert_eq!(dialogue.prompt(), "game over (save, undo, new, quit)> ");
}

#[test]
fn another_piece_can_be_picked_before_the_first_hop() {
    let mut dialogue = dialogue(GameId::International, "startpos", PEOPLE);
    assert_eq!(said(&mut dialogue, "32"), "32 can go to 27, 28; undo puts it back.");
    assert_eq!(said(&mut dialogue, "33"), "33 can go to 28, 29; undo puts it back.");
    assert!(said(&mut dialogue, "20").starts_with("33-20 is not legal:"));
    said(&mut dialogue, "28");
    assert_eq!(dialogue.sitting.moves(), ["33-28"]);
}

#[test]
fn a_pawn_asks_what_it_becomes() {
    let mut dialogue = dialogue(GameId::Chess, "8/4P2k/8/8/8/8/8/4K3 w - - 0 1", PEOPLE);
    let question = "e8: the pawn becomes a queen, rook, bishop or knight. Enter takes the queen; undo takes the move back.";
    for (line, answer, mv) in [
        ("e8", "", "e8=Q"),
        ("e7 e8", "e8=N", "e8=N"),
        ("e7e8", "Knight", "e8=N"),
        ("e8", "q", "e8=Q"),
        ("e7-e8", " =R ", "e8=R"),
        ("e8", "e7e8b", "e8=B"),
    ] {
        assert_eq!(said(&mut dialogue, line), question);
        assert_eq!(dialogue.prompt(), "queen, rook, bishop or knight [queen]? ");
        said(&mut dialogue, answer);
        assert_eq!(dialogue.sitting.moves(), [mv]);
        said(&mut dialogue, "undo");
    }
    said(&mut dialogue, "e8");
    // The question stays until there is an answer.
    for nonsense in ["king", "k", "e8=K", "Kd1", "yes", "resign"] {
        assert!(said(&mut dialogue, nonsense).starts_with("Type queen"), "{nonsense}");
    }
    assert_eq!(dialogue.hear("undo", Duration::ZERO), [Action::Show]);
    assert_eq!(dialogue.prompt(), "1. white> ");
    said(&mut dialogue, "e8");
    assert_eq!(dialogue.hear("quit", Duration::ZERO), [Action::Quit]);
    assert!(dialogue.sitting.moves().is_empty());
}

#[test]
fn a_command_that_ends_the_game_is_asked_about() {
    let mut dialogue = dialogue(GameId::International, "startpos", PEOPLE);
    said(&mut dialogue, "32-28");
    for (line, prompt) in [
        ("d", "Claim or offer a draw, yes or no [no]? "),
        ("res", "Resign this game, yes or no [no]? "),
        ("resign", "Resign this game, yes or no [no]? "),
        ("resign now", "Resign this game, yes or no [no]? "),
        ("q", "Leave, yes or no [no]? "),
        ("n", "Start another game, yes or no [no]? "),
        ("new game", "Start another game, yes or no [no]? "),
        ("loa a.pdn", "Load another game, yes or no [no]? "),
    ] {
        for answer in ["", "no", "N", "undo"] {
            assert_eq!(dialogue.hear(line, Duration::ZERO), []);
            assert_eq!(dialogue.prompt(), prompt, "{line}");
            assert_eq!(said(&mut dialogue, "perhaps"), "Type yes or no.");
            assert_eq!(said(&mut dialogue, answer), "Canceled.");
            assert_eq!(dialogue.prompt(), "1... black> ");
        }
    }
    said(&mut dialogue, "loa a.pdn");
    assert_eq!(dialogue.hear("y", Duration::ZERO), [Action::Load("a.pdn".into(), 1)]);
    // Ctrl-C drops a question, but not that of the other player.
    said(&mut dialogue, "resign");
    assert!(dialogue.drop_question() && !dialogue.drop_question());
    said(&mut dialogue, "d");
    assert_eq!(said(&mut dialogue, "yes"), "No rule gives a draw now; Black offers one.");
    assert!(!dialogue.drop_question());
    assert_eq!(said(&mut dialogue, "no"), "White declines.");
    said(&mut dialogue, "resign");
    assert_eq!(said(&mut dialogue, "yes"), "White wins: Black resigns.");
    assert_eq!(said(&mut dialogue, "resign"), "White wins: Black resigns.");
}

#[test]
fn the_beginning_of_the_only_capture_plays_it() {
    let mut one = dialogue(GameId::International, "W:W32:B6,19,28", PEOPLE);
    assert_eq!(said(&mut one, "32x23"), "Playing 32x23x14, the only move that begins with 32x23.");
    assert_eq!(one.sitting.moves(), ["32x14"]);
    // Two routes to one move are one move; the king may also end elsewhere.
    let mut branches = dialogue(GameId::International, "W:W32:B6,18,19,28", PEOPLE);
    assert_eq!(said(&mut branches, "32x23"), "32-23 continues to 12, 14; undo puts it back.");
    assert_eq!(branches.prompt(), "1. white 32-23> ");
    said(&mut branches, "23x12");
    assert_eq!(branches.sitting.moves(), ["32x12"]);
}

#[test]
fn who_has_no_time_left_loses() {
    let time = "1+0".parse().ok();
    let mut dialogue = dialogue(GameId::International, "startpos", PlayOptions { time, ..PEOPLE });
    let actions = dialogue.hear("32-28", Duration::from_secs(61));
    assert_eq!(actions, [Action::Show, say("Black wins: White has no time left.")]);
    assert!(dialogue.sitting.moves().is_empty());
}

#[test]
fn what_is_taken_back_took_no_time() {
    let time = "1+2".parse().ok();
    let mut dialogue = dialogue(GameId::Chess, "startpos", PlayOptions { time, ..PEOPLE });
    let left = |dialogue: &Dialogue| {
        Color::ALL.map(|color| dialogue.sitting.time_left(color).expect("a clock").as_secs())
    };
    dialogue.hear("e4", Duration::from_secs(10));
    dialogue.hear("e5", Duration::from_secs(20));
    assert_eq!(left(&dialogue), [52, 42]);
    dialogue.hear("undo", Duration::from_secs(5));
    assert_eq!(left(&dialogue), [52, 60]);
    // Time that ran out is given back with the end of the game.
    dialogue.hear("e5", Duration::from_secs(61));
    assert!(dialogue.sitting.ending().is_some());
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
    let options = PlayOptions { time, ..PEOPLE };
    let mut dialogue = dialogue(GameId::Chess, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", options);
    let actions = dialogue.hear("e4", Duration::from_secs(61));
    let text = "Draw: White has no time left, but Black cannot win (FIDE 6.9).";
    assert_eq!(actions, [Action::Show, say(text)]);
}

#[test]
fn the_engine_moves_claims_and_answers_offers() {
    let options = PlayOptions { seats: [Seat::Person, Seat::Engine { level: 5 }], ..PEOPLE };
    let mut dialogue = dialogue(GameId::Chess, "startpos", options);
    assert_eq!(dialogue.hear("e4", Duration::ZERO), []);
    assert!(dialogue.is_engines_turn());
    let actions = dialogue.take_thought(SearchGoal::Move, &thought("e7e5", Score::DRAW), Duration::ZERO);
    assert_eq!(actions, [say("Black plays 1... e5"), Action::Show]);

    let actions = dialogue.hear("draw", Duration::ZERO);
    assert_eq!(actions[1], Action::Think(SearchGoal::Offer));
    // The score is White's, who offers.
    let actions = dialogue.take_thought(
        SearchGoal::Offer,
        &thought("g1f3", Score::from_centipawns(-50)),
        Duration::ZERO,
    );
    assert_eq!(actions, [say("The engine declines and plays on.")]);
    dialogue.hear("draw", Duration::ZERO);
    dialogue.take_thought(SearchGoal::Offer, &thought("g1f3", Score::from_centipawns(50)), Duration::ZERO);
    assert_eq!(said(&mut dialogue, "hint"), "Draw: by agreement.");

    // Taking back goes to where a person was to move.
    said(&mut dialogue, "undo");
    assert!(dialogue.sitting.ending().is_none() && dialogue.sitting.moves().len() == 2);
    said(&mut dialogue, "undo");
    assert!(dialogue.sitting.moves().is_empty());
    said(&mut dialogue, "redo");
    assert_eq!(dialogue.sitting.moves(), ["e4", "e5"]);

    for (own, other) in [("Nf3", "b8c6"), ("Ng1", "c6b8"), ("Nf3", "b8c6"), ("Ng1", "c6b8"), ("Nf3", "b8c6")]
    {
        said(&mut dialogue, own);
        dialogue.take_thought(SearchGoal::Move, &thought(other, Score::DRAW), Duration::ZERO);
    }
    let text = "Draw: threefold repetition (FIDE 9.2), claimed by Black.";
    assert_eq!(said(&mut dialogue, "score"), text);
}

/// An offer that nobody answered stands until the other side moves: asking for a draw accepts it.
#[test]
fn an_old_offer_can_be_accepted() {
    let mut dialogue = dialogue(GameId::Chess, "startpos", PEOPLE);
    said(&mut dialogue, "e4");
    said(&mut dialogue, "draw");
    // As after leaving the game at the question.
    dialogue.question = None;
    assert_eq!(said(&mut dialogue, "draw"), "No rule gives a draw now; Black offers one.");
    dialogue.question = None;
    said(&mut dialogue, "e5");
    assert_eq!(said(&mut dialogue, "draw"), "Draw: by agreement.");
}

/// The messages among some actions.
fn messages(actions: Vec<Action>) -> Vec<String> {
    let text = |action| if let Action::Say(text) = action { Some(text) } else { None };
    actions.into_iter().filter_map(text).collect()
}

#[test]
fn a_player_hears_what_the_table_refuses() {
    let no_offer = "No draw was offered to black.";
    for score in [100, -100] {
        let mut dialogue = dialogue(GameId::Chess, "startpos", PEOPLE);
        let thought = thought("e2e4", Score::from_centipawns(score));
        let actions = dialogue.take_thought(SearchGoal::Offer, &thought, Duration::ZERO);
        assert_eq!(messages(actions), [no_offer]);
        assert_eq!(dialogue.sitting.ending(), None);
    }
    for answer in ["yes", "no"] {
        let mut dialogue = dialogue(GameId::Chess, "startpos", PEOPLE);
        dialogue.question = Some(Question::Offer(Color::White));
        assert_eq!(said(&mut dialogue, answer), no_offer);
    }
    let mut dialogue = dialogue(GameId::Chess, "startpos", PEOPLE);
    said(&mut dialogue, "resign");
    said(&mut dialogue, "yes");
    let nothing = Thought { found: BestMove::default(), line: Vec::new(), depth: 0 };
    let actions = dialogue.take_thought(SearchGoal::Move, &nothing, Duration::ZERO);
    assert_eq!(messages(actions), ["The game is over: Black wins: White resigns."]);
}

#[test]
fn a_script_is_not_asked() {
    let mut dialogue = dialogue(GameId::Chess, "8/4P2k/8/8/8/8/8/4K3 w - - 0 1", PEOPLE);
    dialogue.is_script = true;
    assert_eq!(said(&mut dialogue, "e8"), "Which piece? Type e8=Q, e8=N, e8=R or e8=B.");
    assert!(said(&mut dialogue, "draw").starts_with("No rule gives a draw now; White offers one."));
    said(&mut dialogue, "e8=R");
    assert_eq!(dialogue.sitting.moves(), ["e8=R"]);
    assert_eq!(said(&mut dialogue, "draw"), "Draw: by agreement.");
}
