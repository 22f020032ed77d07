//! What people do around their games: invitations, claims, rules, languages, sharing; and boards that got lost.

use boardgame::Color;
use catalog::GameId;
use fake_telegram::{Action, BoardState, Fault, Match, View};
use table::EventKind;

use super::support::Scene;

/// The turn of a player, in a game with pictures.
fn turn(table: &Match, color: Color, ply: usize) -> View {
    table.waits_for(color, "the turn", |view| view.state() == BoardState::Squares { ply, hops: 0 })
}

/// Types the moves of both players.
fn type_moves(table: &Match, moves: &[&str]) {
    for (ply, mv) in moves.iter().enumerate() {
        let color = if ply % 2 == 0 { Color::White } else { Color::Black };
        turn(table, color, ply);
        let user = &table.seat(color).user;
        user.types(user.chat(), mv);
    }
}

/// The inviter's message with the link loses its buttons, whoever settles the invitation.
#[test]
fn settled_invitations_have_no_buttons() {
    for (letter, name) in [('a', "accepted"), ('d', "declined")] {
        let mut scene = Scene::start(name);
        let [ann, bob, eve] = scene.people();
        let menu = scene.fake.open_menu(&ann);
        ann.presses(&menu, &format!("n:{}:russian:f:w:-", ann.id()));
        let invited = ann.waits_until(&menu, "a link", |view| view.link().is_some());
        let cancel = invited.invitation('c').expect("a button to cancel");
        let opened = bob.opens(&invited.link().expect("found above"));
        let seen = bob
            .waits_for(bob.chat(), "the invitation", |view| view.place > opened && view.accept().is_some());
        // Who was invited cannot cancel, and finds no button for it.
        assert_eq!(seen.invitation('c'), None, "{seen}");
        let data = seen.invitation(letter).expect("a button");
        bob.presses(&seen.place, &data);
        let settled = ann.waits_until(&menu, "no buttons", |view| view.buttons().next().is_none());
        assert!(!settled.text.contains("t.me/"), "the link is dead: {settled}");
        bob.waits_until(&seen.place, "no buttons", |view| view.buttons().next().is_none());
        // An old button that a phone still shows does nothing, also after a kill.
        scene.kill();
        scene.restart();
        scene.fake.allow(fake_telegram::Rule::AnswerOnce);
        for user in [&ann, &bob, &eve] {
            let answer = user.presses(&menu, &cancel);
            assert!(!answer.text.is_empty(), "nobody says that it is settled");
        }
        assert!(scene.fake.view(&menu).is_some_and(|view| view.buttons().next().is_none()));
        scene.finish();
    }
}

/// Another piece is picked in one step: no kill finds the first one put down and the second one not picked.
#[test]
fn another_piece_is_picked_also_after_kills() {
    let mut scene = Scene::start("pick");
    scene.fake.allow(fake_telegram::Rule::AnswerOnce);
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_inline(GameId::Russian, &ann, &bob);
    let view = turn(&table, Color::White, 0);
    ann.presses(&view.place, view.square("c3").expect("a button"));
    for round in 0..6 {
        let square = if round % 2 == 0 { "e3" } else { "c3" };
        let view = table.waits_for(Color::White, "a picked piece", |view| {
            view.state() == BoardState::Squares { ply: 0, hops: 1 }
        });
        let data = view.square(square).expect("a button").to_owned();
        let query = ann.begins_press(&view.place, &data);
        scene.kill();
        scene.restart();
        let _ = ann.waits_for_answer(&query);
        table.waits_for(Color::White, "the other piece", |view| {
            let is_marked = |button: &&fake_telegram::Button| button.text == "[⚪]";
            let marked = view.buttons().find(is_marked);
            marked.is_some_and(
                |button| matches!(&button.action, Action::Callback(data) if data.ends_with(square)),
            )
        });
    }
    scene.fake.wait_until_idle();
    let stored = scene.stored(&table.id);
    assert_eq!(stored.table.hops(), ["c3"]);
    let undone = stored.events.windows(2).filter(|pair| pair[0].kind == EventKind::HopUndone);
    let mut count = 0;
    for pair in undone {
        assert!(matches!(pair[1].kind, EventKind::Hopped { .. }), "{pair:?}");
        assert_eq!(pair[0].at, pair[1].at, "two commands");
        count += 1;
    }
    assert_eq!(count, 6);
    scene.finish();
}

/// A claim names its rule; nobody but the player to move can make it.
#[test]
fn threefold_repetition_is_claimed() {
    let mut scene = Scene::start("claim");
    let [ann, bob, eve] = scene.people();
    let table = scene.fake.begin_direct(GameId::Chess, &ann, &bob, "w", "-");
    type_moves(&table, &["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"]);
    let view = turn(&table, Color::White, 8);
    let claim = view.action("c").unwrap_or_else(|| panic!("no claim\n{view}")).to_owned();
    assert!(view.find("threefold repetition (FIDE 9.2").is_some(), "{view}");
    for user in [&bob, &eve] {
        assert!(!user.presses(&view.place, &claim).text.is_empty(), "nobody tells why not");
    }
    assert_eq!(
        table.view(Color::White).map(|view| view.state()),
        Some(BoardState::Squares { ply: 8, hops: 0 })
    );
    ann.presses(&view.place, &claim);
    for color in [Color::White, Color::Black] {
        let over = table.waits_for(color, "the draw", |view| view.state() == BoardState::Over);
        assert!(over.text.contains("threefold repetition (FIDE 9.2"), "{over}");
        assert!(over.text.contains(&ann.name()), "{over}");
    }
    scene.fake.wait_until_idle();
    let stored = scene.stored(&table.id);
    let ending = stored.table.ending().expect("an end");
    assert!(matches!(ending, table::Ending::Claimed { by: Color::White, .. }), "{ending}");
    scene.finish();
}

/// The rules of a game and why a move is illegal, in the language of the reader.
#[test]
fn rules_and_reasons_in_the_language_of_the_reader() {
    let scene = Scene::start("rules");
    let users = [("uk", "Бити обов’язково"), ("ru", "Бить обязательно"), ("nl", "slaan"), ("fr", "prendre")];
    for (language, sentence) in users {
        let user = scene.fake.user("Ann", language);
        let typed = user.types(user.chat(), "/rules");
        let list = user.waits_for(user.chat(), "the list", |view| view.place > typed);
        user.presses(&list.place, "?:russian");
        let rules = user.waits_for(user.chat(), "the rules", |view| view.place > list.place);
        assert!(rules.text.contains(sentence), "{language}: {rules}");
        assert!(!rules.text.contains("must capture"), "{language}: {rules}");
    }
    let [_, bob, ann] = scene.people();
    let table = scene.fake.begin_direct(GameId::Russian, &bob, &ann, "w", "-");
    let board = turn(&table, Color::White, 0);
    for (mv, reason) in [("c3-c5", "["), ("a1-b2", "["), ("c3-z9", "z9")] {
        bob.types(bob.chat(), mv);
        let why = bob.waits_for(bob.chat(), "an explanation", |view| {
            view.place > board.place && view.game_id().is_none()
        });
        assert!(why.text.contains(reason) || why.text.chars().any(|c| ('а'..='я').contains(&c)), "{why}");
        for word in ["move", "square", "legal", "piece"] {
            assert!(!why.text.contains(word), "{mv}: {why}");
        }
        bob.deletes(&why.place);
    }
    scene.finish();
}

/// `/language` by its button and by its name: short answers change at once, and the game with an engine too.
#[test]
fn languages_are_chosen() {
    let scene = Scene::start("language");
    let ann = scene.fake.user("Ann", "en");
    let typed = ann.types(ann.chat(), "/language");
    let list = ann.waits_for(ann.chat(), "the languages", |view| view.place > typed);
    assert_eq!(list.buttons().count(), 5, "{list}");
    let answer = ann.presses(&list.place, "l:uk");
    assert!(answer.text.contains("українською"), "{answer:?}");
    let help = ann.types(ann.chat(), "/help");
    let help = ann.waits_for(ann.chat(), "the help", |view| view.place > help);
    assert!(help.text.contains("шашки"), "{help}");
    let menu = scene.fake.open_menu(&ann);
    ann.presses(&menu, &format!("n:{}:russian:1:w:-", ann.id()));
    let board = ann.waits_for(ann.chat(), "the board", |view| view.game_id().is_some());
    assert!(board.text.contains("Програма"), "{board}");
    ann.types(ann.chat(), "/language fr");
    ann.waits_until(&board.place, "French", |view| {
        view.text.contains("Moteur") || view.text.contains("niveau")
    });
    let answer = ann.presses(&list.place, "l:xx");
    assert!(!answer.text.is_empty(), "an unknown language gets an answer");
    scene.finish();
}

/// Players share their finished games in any chat; everybody there can look through them, nobody else can offer them.
#[test]
fn finished_games_are_shared() {
    let mut scene = Scene::start("shared");
    let [ann, bob, eve] = scene.people();
    let table = scene.fake.begin_direct(GameId::Russian, &ann, &bob, "w", "-");
    let shares = |results: &[fake_telegram::InlineResult]| {
        results.iter().filter(|result| result.title.contains('🏁')).cloned().collect::<Vec<_>>()
    };
    let query = format!("#{}", table.id);
    assert!(ann.asks_inline(&query).is_empty(), "it is not over");
    type_moves(&table, &["c3-d4", "d6-c5"]);
    turn(&table, Color::White, 2);
    table.acts(Color::White, "r");
    table.acts(Color::White, "ry");
    let over = table.waits_for(Color::White, "the end", |view| view.state() == BoardState::Over);
    let is_share = |button: &fake_telegram::Button| format!("{:?}", button.action).contains(&query);
    assert!(over.buttons().any(is_share), "{over}");
    assert!(
        shares(&eve.asks_inline("russian ")).is_empty() && eve.asks_inline(&format!("{query} ")).is_empty()
    );
    assert_eq!(shares(&bob.asks_inline("russian")).len(), 1, "also by its kind");
    assert!(shares(&bob.asks_inline("chess")).is_empty());

    let results = ann.asks_inline(&format!(" {query}"));
    assert_eq!(results.len(), 1);
    assert!(results[0].description.contains(&bob.name()), "{:?}", results[0]);
    let chat = scene.fake.group("Elsewhere", &[&ann, &eve], false);
    let place = ann.chooses(&results[0], &query, chat);
    let shown = scene.fake.view(&place).expect("a message");
    assert!(shown.text.contains('🏁') && shown.find("2/2").is_some(), "{shown}");
    assert_eq!(shown.action("x"), None, "no rematch there: {shown}");
    // A bystander goes back to the start, also after a kill: nothing had to be remembered.
    scene.kill();
    scene.restart();
    // What was answered just before a kill is answered again.
    scene.fake.allow(fake_telegram::Rule::AnswerOnce);
    let first = shown.action("v").expect("a viewer").to_owned();
    eve.presses(&place, &first);
    let viewed = eve.waits_until(&place, "the start", |view| view.find("0/2").is_some());
    let last = format!("v:{}:2", table.id);
    eve.presses(&viewed.place, &last);
    eve.waits_until(&place, "the end", |view| view.find("2/2").is_some());
    scene.finish();
}

/// A board arrives, but the bot does not hear of it: the player gets one more, and the buttons of the lost one answer
/// politely.
#[test]
fn a_lost_board_is_replaced_and_refuses_taps() {
    let mut scene = Scene::start("lost");
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_inline(GameId::Russian, &ann, &bob);
    ann.types(ann.chat(), "/games");
    let open = format!("o:{}", table.id);
    let list = ann.waits_for(ann.chat(), "her games", |view| view.callback_data().contains(&open.as_str()));
    scene.fake.fail_next("sendPhoto", Fault::ResetAfter);
    ann.presses(&list.place, &open);
    let lost = ann.waits_for(ann.chat(), "a board", |view| view.square("c3").is_some());
    // As long as nothing else is known, it is a board like any other; then the second one arrives.
    let second = ann.waits_for(ann.chat(), "a second board", |view| {
        view.place > lost.place && view.square("c3").is_some()
    });
    scene.fake.wait_until_idle();
    ann.presses(&second.place, second.square("e3").expect("a button"));
    ann.waits_until(&second.place, "the pick", |view| {
        view.state() == BoardState::Squares { ply: 0, hops: 1 }
    });
    ann.presses(&second.place, &format!("u:{}:0:1", table.id));
    ann.waits_until(&second.place, "no pick", |view| view.state() == BoardState::Squares { ply: 0, hops: 0 });
    let answer = ann.presses(&lost.place, lost.square("c3").expect("a button"));
    assert!(answer.text.contains("newest"), "{answer:?}");
    scene.fake.wait_until_idle();
    let stored = scene.stored(&table.id);
    assert!(stored.table.hops().is_empty() && stored.table.game().plies() == 0);
    scene.finish();
}
