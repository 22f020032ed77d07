//! Who may do what, and when. Faults of an earlier draughts bot cannot happen here.

use boardgame::Color;
use catalog::GameId;
use server::{PlayerCommand, Snapshot};
use table::{Command, Moment, Seat, Table};

use super::{Decision, Say, decide, decide_text};
use crate::callback::Action;
use crate::chat_game::{ChatGame, Target};
use crate::language::Language;

const ANN: i64 = 1;
const BOB: i64 = 2;
const EVE: i64 = 3;

fn game(game: GameId, fen: Option<&str>, commands: &[Command]) -> Snapshot {
    let game = fen.map_or_else(|| game.start(), |fen| game.at(fen).unwrap());
    let mut table = Table::sit_down(game, [Seat::Person; 2], None, Moment(0));
    for command in commands {
        table.handle(command, Moment(0)).unwrap();
    }
    let names = [None, None];
    Snapshot { table, names, history: Vec::new(), rematch_offer: None, next: None, seq: 1, created: 0 }
}

fn chat() -> ChatGame {
    let targets = vec![Target::Inline { id: "x".into() }];
    ChatGame::new("AbCdEfGhIj0", Language::En, [Some(ANN), Some(BOB)], targets)
}

fn tap(hops: u32, square: &str) -> Action {
    Action::Tap { hops, square: square.into() }
}

fn hop(ply: usize, square: &str) -> Command {
    Command::Hop { by: Color::White, ply, square: square.into() }
}

#[test]
fn a_bystander_can_only_look() {
    let offered = game(GameId::Russian, None, &[Command::OfferDraw { by: Color::White }]);
    let mut chat = chat();
    chat.resigning = Some(Color::Black);
    let actions = [
        tap(0, "c3"),
        Action::AcceptDraw,
        Action::DeclineDraw,
        Action::OfferDraw,
        Action::Resign,
        Action::ConfirmResign,
        Action::KeepPlaying,
        Action::Rematch,
        Action::Claim { number: 0 },
        Action::UndoHop { hops: 0 },
        Action::Choose { path: "0.0".into() },
        Action::Unchoose,
        Action::Speak,
        Action::Takeback,
        Action::AcceptTakeback,
        Action::DeclineTakeback,
    ];
    for action in actions {
        assert_eq!(decide(EVE, 0, &action, &chat, &offered), Decision::Say(Say::Watching), "{action:?}");
    }
    assert_eq!(decide(EVE, 0, &Action::Record, &chat, &offered), Decision::Record);
}

#[test]
fn only_who_wants_to_resign_confirms_it() {
    let game = game(GameId::Russian, None, &[]);
    let mut chat = chat();
    assert_eq!(decide(BOB, 0, &Action::ConfirmResign, &chat, &game), Decision::Say(Say::NotConfirmed));
    assert_eq!(decide(BOB, 0, &Action::Resign, &chat, &game), Decision::Resigning(true));
    chat.resigning = Some(Color::Black);
    assert_eq!(decide(ANN, 0, &Action::ConfirmResign, &chat, &game), Decision::Say(Say::NotConfirmed));
    assert_eq!(decide(ANN, 0, &Action::KeepPlaying, &chat, &game), Decision::Say(Say::NotConfirmed));
    let resign = Decision::Command(PlayerCommand::Resign {});
    assert_eq!(decide(BOB, 0, &Action::ConfirmResign, &chat, &game), resign);
}

#[test]
fn a_double_tap_does_nothing_twice() {
    let begun = game(GameId::Russian, None, &[]);
    assert_eq!(
        decide(ANN, 0, &tap(0, "c3"), &chat(), &begun),
        Decision::Command(PlayerCommand::Hop { ply: 0, square: "c3".into() })
    );
    let picked = game(GameId::Russian, None, &[hop(0, "c3")]);
    assert_eq!(decide(ANN, 0, &tap(0, "c3"), &chat(), &picked), Decision::Say(Say::Late));
    let moved = game(GameId::Russian, None, &[hop(0, "c3"), hop(0, "d4")]);
    assert_eq!(decide(ANN, 0, &tap(1, "d4"), &chat(), &moved), Decision::Say(Say::Late));
    assert_eq!(decide(ANN, 1, &tap(0, "d4"), &chat(), &moved), Decision::Say(Say::NotYourTurn));
}

#[test]
fn after_a_hop_another_piece_cannot_capture() {
    let fen = Some("W:WK4,50:B13,20,32,37,44");
    let legal = study::legal(game(GameId::International, fen, &[]).table.game());
    let hops = ["4".to_owned()];
    let next = crate::tap::next_squares(&legal, &hops);
    let is_hop = |square: &&str| crate::tap::tapped(&legal, &hops, square) == crate::tap::Tapped::Hop;
    let square = next.into_iter().find(is_hop).unwrap();
    let hopped = game(GameId::International, fen, &[hop(0, "4"), hop(0, square)]);
    for other in ["50", "4"] {
        assert_eq!(decide(ANN, 0, &tap(2, other), &chat(), &hopped), Decision::Say(Say::MustGoOn));
    }
    let undo = Decision::Command(PlayerCommand::UndoHop { ply: 0 });
    assert_eq!(decide(ANN, 0, &Action::UndoHop { hops: 2 }, &chat(), &hopped), undo);
    assert_eq!(decide(ANN, 0, &Action::UndoHop { hops: 1 }, &chat(), &hopped), Decision::Say(Say::Late));
}

#[test]
fn a_picked_piece_can_be_changed() {
    let picked = game(GameId::Russian, None, &[hop(0, "c3")]);
    let switched = Decision::Command(PlayerCommand::Pick { ply: 0, square: "e3".into() });
    assert_eq!(decide(ANN, 0, &tap(1, "e3"), &chat(), &picked), switched);
}

#[test]
fn nothing_changes_after_the_end() {
    let over = game(GameId::Russian, None, &[Command::Resign { by: Color::White }]);
    for action in [tap(0, "c3"), Action::OfferDraw, Action::Resign, Action::AcceptDraw] {
        assert_eq!(decide(ANN, 0, &action, &chat(), &over), Decision::Say(Say::Over), "{action:?}");
    }
    assert_eq!(decide(EVE, 9, &Action::View, &chat(), &over), Decision::View(0));
    let rematch = Decision::Command(PlayerCommand::OfferRematch {});
    assert_eq!(decide(ANN, 0, &Action::Rematch, &chat(), &over), rematch);
}

#[test]
fn typed_moves_are_made_chosen_or_explained() {
    let text = |user, text: &str, game: &Snapshot| decide_text(user, text, &chat(), game, Language::En);
    let begun = game(GameId::Chess, None, &[]);
    for mv in ["e4", "e2e4", "e2-e4"] {
        assert!(matches!(text(ANN, mv, &begun), Decision::Command(_)), "{mv}");
    }
    assert_eq!(text(BOB, "e5", &begun), Decision::Say(Say::NotYourTurn));
    assert_eq!(text(EVE, "e4", &begun), Decision::Say(Say::Watching));
    assert_eq!(text(ANN, "hello there", &begun), Decision::Say(Say::NotAMove));
    let Decision::Say(Say::Text(why)) = text(ANN, "e2e5", &begun) else { panic!("an explanation") };
    assert!(why.len() > 20, "{why}");
    let ambiguous = game(GameId::International, Some("W:WK4:B13,20,32,37"), &[]);
    let Decision::Choose(paths) = text(ANN, "4x15", &ambiguous) else {
        panic!("{:?}", text(ANN, "4x15", &ambiguous))
    };
    assert!(paths.len() > 1);
}

/// Only names of squares and articles of rules keep Latin letters.
fn has_english_words(text: &str) -> bool {
    let (mut plain, mut depth) = (String::new(), 0);
    for character in text.chars() {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ if depth == 0 => plain.push(character),
            _ => {}
        }
    }
    plain.split(|c: char| !c.is_ascii_alphabetic()).any(|word| word.len() > 1)
}

#[test]
fn illegal_moves_are_explained_in_the_language_of_the_reader() {
    let mut texts = 0;
    let mut check = |snapshot: &Snapshot, mv: &str| {
        if let Decision::Say(say) = decide_text(ANN, mv, &chat(), snapshot, Language::Uk) {
            let text = say.text(Language::Uk);
            // The examples of notations.
            let text = text.replace("32x21", "").replace("/help", "");
            assert!(!has_english_words(&text), "{} {mv}: {text}", snapshot.table.game().id());
            texts += 1;
        }
    };
    for &id in GameId::ALL {
        let mut begun = game(id, None, &[]);
        // The next move of White: then pieces of both sides are near each other.
        for _ in 0..6 {
            let moves = begun.table.game().legal_moves(boardgame::MoveStyle::Record);
            let (by, ply) = (begun.table.game().turn(), begun.table.game().plies());
            let mv = Command::Move { by, ply, mv: moves[moves.len() / 2].clone() };
            begun.table.handle(&mv, Moment(0)).unwrap();
        }
        if begun.table.game().turn() == Color::Black {
            continue;
        }
        let squares = id.squares();
        for from in &squares {
            for to in &squares {
                for sign in ["-", "x"] {
                    check(&begun, &format!("{}{sign}{}", from.name, to.name));
                }
            }
        }
        for odd in ["z9", "99-98", "a1-z9", "Nb9", "O-O-O", "e8=Q", "e2-e4-e5", "32x", "1x2x3x4", "?"] {
            check(&begun, odd);
        }
    }
    assert!(texts > 50_000, "{texts}");
}

#[test]
fn refusals_have_words_in_every_language() {
    let codes =
        ["stale", "over", "illegal_move", "waiting", "choose", "too_few_moves", "impossible", "no_offer"];
    for code in codes.into_iter().chain(["no_game", "bad_field", "malformed", "something new"]) {
        let say = Say::of_code(code);
        assert!(!has_english_words(&say.text(Language::Uk)), "{code}: {}", say.text(Language::Uk));
    }
}

#[test]
fn only_engines_are_asked_for_takebacks() {
    let moved = game(GameId::Russian, None, &[hop(0, "c3"), hop(0, "d4")]);
    assert_eq!(decide(ANN, 1, &Action::Takeback, &chat(), &moved), Decision::Say(Say::NoTakeback));
}

#[test]
fn every_answer_has_words() {
    for language in Language::ALL {
        for say in [Say::Watching, Say::Late, Say::MustGoOn, Say::Squares(vec!["c3".into()]), Say::NotAMove] {
            assert!(
                !say.text(language).contains('.') || say.text(language).contains(' '),
                "{language:?} {say:?}"
            );
        }
    }
}
