//! Games between two seats: commands in, events out.

use std::time::Duration;

use boardgame::{Color, MoveStyle};
use catalog::GameId;
use damier_table::{
    Clocks, Command, Ending, Event, EventKind, Moment, Purpose, RebuildError, Refusal, Request, Seat, Table,
    Terms, TimeControl,
};

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

fn table(game: GameId, time: Option<&str>) -> Table {
    let time = time.map(|time| time.parse().expect("a time control"));
    Table::begin(Terms { time, ..Terms::of(game) }, Moment(0)).expect("a start")
}

fn at(game: GameId, fen: &str) -> Table {
    let start = game.at(fen).expect("a position").save();
    Table::begin(Terms { start, ..Terms::of(game) }, Moment(0)).expect("a position")
}

/// The move of the side to move.
fn mv(table: &Table, text: &str) -> Command {
    Command::Move { by: table.game().turn(), ply: table.game().plies(), mv: text.to_owned() }
}

fn moved(text: &str) -> EventKind {
    EventKind::Moved { mv: text.to_owned(), path: Vec::new() }
}

fn hop(table: &Table, square: &str) -> Command {
    Command::Hop { by: table.game().turn(), ply: table.game().plies(), square: square.to_owned() }
}

/// Plays moves, one second each.
fn play(table: &mut Table, moves: &[&str]) {
    for text in moves {
        let now = Moment(table.events().last().expect("it began").at.0 + 1_000);
        table.handle(&mv(table, text), now).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
}

fn kinds(events: &[Event]) -> Vec<EventKind> {
    events.iter().map(|event| event.kind.clone()).collect()
}

/// All that can be seen of a table.
fn seen(table: &Table, now: Moment) -> String {
    let left = [WHITE, BLACK].map(|color| table.time_left(color, now));
    format!(
        "{} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {left:?} {:?}",
        table.game().fen(),
        table.game().moves(MoveStyle::Full),
        table.hops(),
        table.draw_offer(),
        table.takeback(),
        table.ending(),
        table.request(),
        table.flag_falls(),
        table.clocks(),
    )
}

#[test]
fn moves_are_made_in_turn_and_once() {
    let mut table = table(GameId::Chess, None);
    let first = mv(&table, "e4");
    let events = table.handle(&first, Moment(1)).expect("legal");
    assert_eq!(kinds(&events), [moved("e4")]);
    // The same request again, a move of the wrong side, and an illegal one change nothing.
    assert_eq!(table.handle(&first, Moment(2)), Err(Refusal::Stale { ply: 0, now: 1 }));
    let wrong = Command::Move { by: WHITE, ply: 1, mv: "d4".to_owned() };
    assert_eq!(table.handle(&wrong, Moment(2)), Err(Refusal::NotYourTurn { turn: BLACK }));
    assert!(matches!(table.handle(&mv(&table, "e4"), Moment(2)), Err(Refusal::Move(_))));
    assert_eq!(table.events().len(), 2);
    // Engines write moves their own way.
    table.handle(&mv(&table, "e7e5"), Moment(3)).expect("legal");
    assert_eq!(table.game().moves(MoveStyle::Record), ["e4", "e5"]);
}

#[test]
fn captures_are_made_hop_by_hop() {
    let mut table = at(GameId::Russian, "W:Wa1,c3:Ba7,d4,f6");
    table.handle(&hop(&table, "c3"), Moment(1)).expect("a piece");
    table.handle(&hop(&table, "e5"), Moment(2)).expect("a hop");
    assert_eq!(table.hops(), ["c3", "e5"]);
    assert!(matches!(table.handle(&hop(&table, "a1"), Moment(3)), Err(Refusal::Hop(_))));
    table.handle(&Command::UndoHop { by: WHITE, ply: 0 }, Moment(3)).expect("a hop");
    assert_eq!(table.hops(), ["c3"]);
    table.handle(&hop(&table, "e5"), Moment(4)).expect("a hop");
    let events = table.handle(&hop(&table, "g7"), Moment(5)).expect("the last hop");
    assert_eq!(kinds(&events), [moved("c3:g7")]);
    assert!(table.hops().is_empty());
    let nothing = Command::UndoHop { by: BLACK, ply: 1 };
    assert_eq!(table.handle(&nothing, Moment(6)), Err(Refusal::Nothing { what: "undo" }));
}

#[test]
fn another_piece_is_picked_in_one_step() {
    let mut table = table(GameId::Russian, None);
    table.handle(&hop(&table, "c3"), Moment(1)).expect("a piece");
    let pick = |square: &str| Command::Pick { by: WHITE, ply: 0, square: square.to_owned() };
    let events = table.handle(&pick("e3"), Moment(2)).expect("another piece");
    let hopped = EventKind::Hopped { square: "e3".to_owned() };
    assert_eq!(kinds(&events), [EventKind::HopUndone, hopped]);
    assert_eq!(table.hops(), ["e3"]);
    // What cannot be picked puts nothing down.
    for square in ["a1", "d4", "e9"] {
        assert!(matches!(table.handle(&pick(square), Moment(3)), Err(Refusal::Hop(_))), "{square}");
    }
    assert_eq!(table.hops(), ["e3"]);
    let late = Command::Pick { by: WHITE, ply: 1, square: "c3".to_owned() };
    assert_eq!(table.handle(&late, Moment(4)), Err(Refusal::Stale { ply: 1, now: 0 }));
}

#[test]
fn a_promotion_must_be_chosen() {
    let mut table = at(GameId::Chess, "7k/P7/8/8/8/8/7P/K7 w - - 0 1");
    table.handle(&hop(&table, "a7"), Moment(1)).expect("a pawn");
    let Err(Refusal::Choose { moves }) = table.handle(&hop(&table, "a8"), Moment(2)) else {
        panic!("a choice")
    };
    assert_eq!(moves.len(), 4);
    let events = table.handle(&mv(&table, "a8=N"), Moment(3)).expect("legal");
    assert_eq!(kinds(&events), [moved("a8=N")]);
}

#[test]
fn the_rules_end_a_game() {
    let mut table = table(GameId::Chess, None);
    play(&mut table, &["f3", "e5", "g4", "Qh4"]);
    let Some(EventKind::Ended { ending }) = table.events().last().map(|event| event.kind.clone()) else {
        panic!("an end")
    };
    assert_eq!(ending.to_string(), "Black wins: checkmate (FIDE 5.1.1)");
    let over = Err(Refusal::Over { ending: ending.to_string() });
    assert_eq!(table.handle(&Command::Resign { by: WHITE }, Moment(9_000)), over);
    assert_eq!(table.handle(&Command::Reopen, Moment(9_000)), Err(Refusal::Nothing { what: "reopen" }));
    assert_eq!(table.request(), None);
}

#[test]
fn draws_are_offered_answered_and_claimed() {
    let mut table = table(GameId::Chess, None);
    let answer = |by| Command::AcceptDraw { by };
    assert_eq!(table.handle(&answer(BLACK), Moment(0)), Err(Refusal::NoOffer { by: BLACK }));
    table.handle(&Command::OfferDraw { by: WHITE }, Moment(1)).expect("an offer");
    assert_eq!(table.handle(&answer(WHITE), Moment(1)), Err(Refusal::NoOffer { by: WHITE }));
    assert_eq!(table.handle(&Command::OfferDraw { by: BLACK }, Moment(1)), Err(Refusal::AlreadyOffered));
    // The own move keeps the offer, the opponent's move declines it.
    play(&mut table, &["e4"]);
    assert_eq!(table.draw_offer(), Some(WHITE));
    play(&mut table, &["e5"]);
    assert_eq!(table.draw_offer(), None);
    table.handle(&Command::OfferDraw { by: BLACK }, Moment(5_000)).expect("an offer");
    table.handle(&Command::DeclineDraw { by: WHITE }, Moment(5_001)).expect("declined");
    table.handle(&Command::OfferDraw { by: BLACK }, Moment(5_002)).expect("an offer");
    table.handle(&answer(WHITE), Moment(5_003)).expect("accepted");
    assert_eq!(table.ending(), Some(&Ending::Agreed));
    table.handle(&Command::Reopen, Moment(5_004)).expect("both want to go on");

    play(&mut table, &["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"]);
    let now = Command::ClaimDraw { by: BLACK, ply: 9, with: None };
    assert_eq!(table.handle(&now, Moment(20_000)), Err(Refusal::NothingToClaim));
    let other = Command::ClaimDraw { by: BLACK, ply: 9, with: Some("a6".to_owned()) };
    assert_eq!(table.handle(&other, Moment(20_000)), Err(Refusal::NothingToClaim));
    let with = Command::ClaimDraw { by: BLACK, ply: 9, with: Some("Ng8".to_owned()) };
    table.handle(&with, Moment(20_000)).expect("the position comes up for the third time");
    let text = table.ending().map(ToString::to_string);
    assert_eq!(text.as_deref(), Some("Draw: threefold repetition (FIDE 9.2), claimed by Black"));
}

#[test]
fn moves_are_taken_back_by_consent_with_their_time() {
    let mut table = table(GameId::International, Some("1+2"));
    play(&mut table, &["32-28", "19-23"]);
    let before = table.clocks().copied();
    play(&mut table, &["28x19", "14x23"]);
    let ask = |plies| Command::AskTakeback { by: WHITE, ply: 4, plies };
    assert_eq!(table.handle(&ask(5), Moment(5_000)), Err(Refusal::TooFewMoves { plies: 5, most: 4 }));
    table.handle(&ask(2), Moment(5_000)).expect("asked");
    assert_eq!(table.handle(&ask(1), Moment(5_000)), Err(Refusal::AlreadyAsked));
    let late = Command::AskTakeback { by: WHITE, ply: 3, plies: 2 };
    assert_eq!(table.handle(&late, Moment(5_000)), Err(Refusal::Stale { ply: 3, now: 4 }));
    let own = Command::AcceptTakeback { by: WHITE, plies: 2 };
    assert_eq!(table.handle(&own, Moment(5_000)), Err(Refusal::NoTakeback { by: WHITE }));
    table.handle(&Command::DeclineTakeback { by: BLACK }, Moment(5_000)).expect("declined");
    table.handle(&ask(2), Moment(6_000)).expect("asked again");
    let other = Command::AcceptTakeback { by: BLACK, plies: 1 };
    assert_eq!(table.handle(&other, Moment(6_500)), Err(Refusal::NoTakeback { by: BLACK }));
    table.handle(&Command::AcceptTakeback { by: BLACK, plies: 2 }, Moment(7_000)).expect("accepted");
    assert_eq!((table.game().plies(), table.clocks().copied()), (2, before));
    assert_eq!(table.time_left(WHITE, Moment(8_000)), Some(Duration::from_secs(60 + 2 - 1 - 1)));
    // A finished game, too.
    table.handle(&Command::Resign { by: WHITE }, Moment(8_000)).expect("resigned");
    table.handle(&Command::AskTakeback { by: BLACK, ply: 2, plies: 1 }, Moment(8_500)).expect("asked");
    table.handle(&Command::AcceptTakeback { by: WHITE, plies: 1 }, Moment(9_000)).expect("accepted");
    assert_eq!((table.ending(), table.game().plies()), (None, 1));
}

#[test]
fn moves_from_before_can_be_taken_back() {
    let mut game = GameId::Chess.start();
    game.play_text("e4", MoveStyle::Record).expect("legal");
    let mut table =
        Table::begin(Terms { start: game.save(), ..Terms::of(GameId::Chess) }, Moment(0)).expect("a game");
    let ask = |plies| Command::AskTakeback { by: WHITE, ply: 1, plies };
    assert_eq!(table.handle(&ask(2), Moment(1)), Err(Refusal::TooFewMoves { plies: 2, most: 1 }));
    table.handle(&ask(1), Moment(1)).expect("asked");
    table.handle(&Command::AcceptTakeback { by: BLACK, plies: 1 }, Moment(1)).expect("accepted");
    assert_eq!(table.game().fen(), GameId::Chess.start().fen());
}

#[test]
fn clocks_run_by_their_kind() {
    let left = |time: &str, turns: &[(u64, Color)]| {
        let mut table = table(GameId::Chess, Some(time));
        let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
        let mut now = 0;
        for (index, (used, _)) in turns.iter().enumerate() {
            now += used;
            table.handle(&mv(&table, moves[index % 4]), Moment(now)).expect("legal");
        }
        [WHITE, BLACK].map(|color| table.time_left(color, Moment(now)).expect("a clock").as_millis())
    };
    let turns = [(10_000, WHITE), (1_000, BLACK), (5_000, WHITE)];
    assert_eq!(left("1+2", &turns), [60_000 - 15_000 + 4_000, 60_000 - 1_000 + 2_000]);
    assert_eq!(left("1d2", &turns), [60_000 - 8_000 - 3_000, 60_000]);
    assert_eq!(left("2/1", &turns), [60_000 - 15_000 + 60_000, 59_000]);
}

#[test]
fn flags_fall_by_the_rules_of_the_game() {
    let mut table = table(GameId::Chess, Some("1+0"));
    assert_eq!(table.flag_falls(), Some(Moment(60_000)));
    assert_eq!(table.handle(&Command::CheckClocks, Moment(59_999)), Ok(Vec::new()));
    // A move that comes too late is not made.
    let events = table.handle(&mv(&table, "e4"), Moment(60_000)).expect("the flag falls");
    let ending = Ending::OutOfTime { side: WHITE, opponent_can_win: true };
    assert_eq!(kinds(&events), [EventKind::Ended { ending }]);
    assert_eq!(
        table.ending().map(ToString::to_string).as_deref(),
        Some("Black wins: White has no time left")
    );
    assert_eq!((table.game().plies(), table.time_left(WHITE, Moment(99_000))), (0, Some(Duration::ZERO)));

    let start = GameId::Chess.at("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("a position").save();
    let time = Some(TimeControl::Fischer { base: 1_000, increment: 0 });
    let mut table =
        Table::begin(Terms { start, time, ..Terms::of(GameId::Chess) }, Moment(0)).expect("a position");
    table.handle(&Command::CheckClocks, Moment(1_000)).expect("the flag falls");
    assert_eq!(
        table.ending().map(ToString::to_string).as_deref(),
        Some("Draw: White has no time left, but Black cannot win (FIDE 6.9)")
    );
}

#[test]
fn the_clocks_stand_while_the_game_is_paused() {
    let mut table = table(GameId::Chess, Some("1+0"));
    table.handle(&Command::Pause, Moment(10_000)).expect("a pause");
    assert_eq!(table.handle(&mv(&table, "e4"), Moment(11_000)), Err(Refusal::Paused));
    assert_eq!((table.flag_falls(), table.request()), (None, None));
    assert_eq!(table.time_left(WHITE, Moment(500_000)), Some(Duration::from_secs(50)));
    table.handle(&Command::Resume, Moment(500_000)).expect("it goes on");
    assert_eq!(table.flag_falls(), Some(Moment(550_000)));
    table.handle(&Command::SetClocks { white: 5_000, black: 6_000 }, Moment(501_000)).expect("clocks");
    assert_eq!(table.time_left(WHITE, Moment(502_000)), Some(Duration::from_secs(4)));
    assert_eq!(table.handle(&Command::Resume, Moment(502_000)), Err(Refusal::Nothing { what: "resume" }));
}

/// A delay is one for each turn, however often the game is paused.
#[test]
fn a_pause_does_not_renew_the_delay() {
    let mut table = table(GameId::Chess, Some("1d10"));
    table.handle(&Command::Pause, Moment(8_000)).expect("a pause");
    assert_eq!(table.time_left(WHITE, Moment(9_000)), Some(Duration::from_secs(60)));
    table.handle(&Command::Resume, Moment(100_000)).expect("it goes on");
    assert_eq!(table.flag_falls(), Some(Moment(162_000)));
    table.handle(&Command::Pause, Moment(105_000)).expect("a pause");
    assert_eq!(table.time_left(WHITE, Moment(200_000)), Some(Duration::from_secs(57)));
    table.handle(&Command::Resume, Moment(200_000)).expect("it goes on");
    assert_eq!(table.flag_falls(), Some(Moment(257_000)));
    table.handle(&mv(&table, "e4"), Moment(201_000)).expect("a move");
    assert_eq!(table.time_left(WHITE, Moment(201_000)), Some(Duration::from_secs(56)));
    // The next turn has the whole delay.
    assert_eq!(table.flag_falls(), Some(Moment(271_000)));
}

#[test]
fn seats_can_change() {
    let mut table = table(GameId::Chess, None);
    let seat = Seat::Engine { level: 7 };
    table.handle(&Command::SetSeat { side: WHITE, seat }, Moment(1)).expect("an engine takes over");
    assert_eq!(table.request(), Some(Request { side: WHITE, level: 7, purpose: Purpose::Move }));
    assert_eq!((table.seat(WHITE), table.seat(BLACK)), (seat, Seat::Person));
}

#[test]
fn engines_are_asked_for_what_they_must_do() {
    let terms = Terms { black: Seat::Engine { level: 3 }, ..Terms::of(GameId::English) };
    let mut table = Table::begin(terms, Moment(0)).expect("a start");
    let request = |purpose| Some(Request { side: BLACK, level: 3, purpose });
    // Black begins in English draughts.
    assert_eq!(table.request(), request(Purpose::Move));
    play(&mut table, &["11-15"]);
    assert_eq!(table.request(), None);
    table.handle(&Command::OfferDraw { by: WHITE }, Moment(2_000)).expect("an offer");
    assert_eq!(table.request(), request(Purpose::AnswerDraw));
    table.handle(&Command::AskTakeback { by: WHITE, ply: 1, plies: 1 }, Moment(3_000)).expect("asked");
    assert_eq!(table.request(), request(Purpose::AnswerTakeback));
    // Moves of a finished game, too.
    table.handle(&Command::Resign { by: WHITE }, Moment(4_000)).expect("resigned");
    assert_eq!(table.request(), None);
    table.handle(&Command::AskTakeback { by: WHITE, ply: 1, plies: 1 }, Moment(5_000)).expect("asked");
    assert_eq!(table.request(), request(Purpose::AnswerTakeback));
}

/// Random commands in several games: the events, as JSON, make the same table at every moment.
#[test]
fn events_rebuild_the_game_exactly() {
    let mut seed = 1_u64;
    let mut below = |bound: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % bound
    };
    for (id, time) in [
        (GameId::Chess, Some("1+1")),
        (GameId::Russian, Some("1d1")),
        (GameId::International, Some("5/1")),
        (GameId::Frisian, None),
        (GameId::Chess960, Some("1+0")),
    ] {
        let mut table = table(id, time);
        let mut now = 0;
        for _ in 0..300 {
            now += below(400);
            let by = if below(2) == 0 { WHITE } else { BLACK };
            let (turn, ply) = (table.game().turn(), table.game().plies());
            let count = table.game().count_legal() as u64;
            let command = match below(40) {
                0 => Command::OfferDraw { by },
                1 => Command::AcceptDraw { by },
                2 => Command::DeclineDraw { by },
                3 => Command::ClaimDraw { by, ply, with: None },
                4 => Command::Resign { by },
                5..=7 => Command::AskTakeback { by, ply, plies: 1 + below(3) as usize },
                8 | 9 => {
                    Command::AcceptTakeback { by, plies: table.takeback().map_or(1, |(_, plies)| plies) }
                }
                10 => Command::DeclineTakeback { by },
                11 => Command::Pause,
                12..=14 => Command::Resume,
                15 => Command::SetClocks { white: 30_000, black: 40_000 },
                16..=18 => Command::Reopen,
                19 if below(2) == 0 => {
                    Command::SetSeat { side: by, seat: Seat::Engine { level: 1 + below(10) as u8 } }
                }
                19 => Command::UndoHop { by: turn, ply },
                20..=25 => {
                    let squares = id.squares();
                    let square = squares[below(squares.len() as u64) as usize].name.clone();
                    Command::Hop { by: turn, ply, square }
                }
                _ if count == 0 => Command::CheckClocks,
                _ => {
                    let moves = table.game().legal_moves(MoveStyle::Record);
                    Command::Move { by: turn, ply, mv: moves[below(count) as usize].clone() }
                }
            };
            let before = table.events().len();
            let handled = table.handle(&command, Moment(now));
            let happened = table.events().len() - before;
            assert_eq!(handled.map_or(0, |events| events.len()), happened, "{command:?}");
            if happened > 0 {
                let text = serde_json::to_string(table.events()).expect("JSON");
                let events: Vec<Event> = serde_json::from_str(&text).expect("events");
                let again = Table::rebuild(&events).unwrap_or_else(|error| panic!("{error}: {text}"));
                assert_eq!(seen(&again, Moment(now + 7)), seen(&table, Moment(now + 7)), "{command:?}");
                assert_eq!(again.events(), table.events());
            }
        }
        assert!(table.events().len() > 60, "{id}: {}", table.events().len());
    }
}

#[test]
fn events_that_cannot_be_are_refused() {
    assert!(matches!(Table::rebuild(&[]), Err(RebuildError::NoBeginning)));
    let mut events = table(GameId::Chess, None).events().to_vec();
    let wrong = |kind| Event { at: Moment(5), kind };
    for kind in [
        moved("e5"),
        EventKind::TakenBack { plies: 1 },
        EventKind::Begun { terms: Terms::of(GameId::Chess) },
        EventKind::Ended {
            ending: Ending::Rules {
                winner: None,
                rule: "stalemate".to_owned(),
                article: "FIDE 5.2.1".to_owned(),
            },
        },
    ] {
        events.truncate(1);
        events.push(wrong(kind.clone()));
        assert!(matches!(Table::rebuild(&events), Err(RebuildError::Event { number: 2, .. })), "{kind:?}");
    }
}

/// What no command makes happen is refused when a game is rebuilt.
#[test]
fn events_out_of_order_are_refused() {
    let begun = table(GameId::Russian, Some("1+0")).events().to_vec();
    let resigned = EventKind::Ended { ending: Ending::Resigned { side: WHITE } };
    let agreed = EventKind::Ended { ending: Ending::Agreed };
    let out_of_time = EventKind::Ended { ending: Ending::OutOfTime { side: WHITE, opponent_can_win: true } };
    let claimed = Ending::Claimed { by: WHITE, rule: "threefold".to_owned(), article: "none".to_owned() };
    let mv = || moved("c3-d4");
    let hop = |square: &str| EventKind::Hopped { square: square.to_owned() };
    for kinds in [
        vec![resigned.clone(), mv()],
        vec![resigned.clone(), EventKind::Reopened, EventKind::Reopened],
        vec![EventKind::HopUndone],
        vec![hop("zz")],
        vec![hop("c3"), hop("a1")],
        vec![agreed],
        vec![out_of_time],
        vec![EventKind::Ended { ending: claimed }],
        vec![EventKind::Paused, mv()],
        vec![EventKind::Paused, EventKind::Paused],
        vec![EventKind::Resumed],
        vec![mv(), EventKind::TakenBack { plies: 1 }],
        vec![resigned, EventKind::TakenBack { plies: 0 }],
        vec![EventKind::DrawDeclined { by: BLACK }],
    ] {
        let mut events = begun.clone();
        events.extend(kinds.iter().map(|kind| Event { at: Moment(5), kind: kind.clone() }));
        let number = events.len();
        let Err(RebuildError::Event { number: found, .. }) = Table::rebuild(&events) else {
            panic!("{kinds:?}")
        };
        assert_eq!(found, number, "{kinds:?}");
    }
    let earlier = [Event { at: Moment(9), kind: mv() }, Event { at: Moment(8), kind: EventKind::Paused }];
    assert!(Table::rebuild(&[&begun[..], &earlier[..]].concat()).is_err());
}

/// Numbers at the end of their range neither wrap nor panic.
#[test]
fn extreme_times_are_survived() {
    for time in [
        TimeControl::Fischer { base: u64::MAX, increment: u64::MAX },
        TimeControl::Delay { base: u64::MAX, delay: u64::MAX },
        TimeControl::MovesInTime { moves: 0, base: u64::MAX },
    ] {
        let terms = Terms { time: Some(time), ..Terms::of(GameId::Chess) };
        let mut table = Table::begin(terms, Moment(u64::MAX - 1)).expect("a start");
        table.handle(&mv(&table, "e4"), Moment(u64::MAX - 1)).expect("legal");
        table
            .handle(&Command::SetClocks { white: u64::MAX, black: u64::MAX }, Moment(u64::MAX - 1))
            .expect("clocks");
        let clocks = table.clocks().expect("clocks");
        assert_eq!(clocks.moves_to_go(WHITE).is_some(), matches!(time, TimeControl::MovesInTime { .. }));
        assert_eq!(table.flag_falls(), Some(Moment(u64::MAX)));
    }
}

#[test]
fn time_controls_are_typed_as_players_say_them() {
    for text in ["5+3", "0.5+0", "10+0", "3d2", "40/120"] {
        assert_eq!(text.parse::<TimeControl>().map(|time| time.to_string()).as_deref(), Ok(text));
    }
    assert_eq!(" 10 ".parse(), Ok(TimeControl::Fischer { base: 600_000, increment: 0 }));
    for text in
        ["", "+", "-1+2", "0+3", "5+", "5+3+1", "NaN", "inf", "1e99", "d", "0d5", "0/5", "40/0", "/", "five"]
    {
        assert!(text.parse::<TimeControl>().is_err(), "{text}");
    }
    let clocks = Clocks::new("40/90".parse().expect("a time control"));
    assert_eq!((clocks.moves_to_go(WHITE), clocks.increment()), (Some(40), Duration::ZERO));
    assert_eq!(clocks.control().tag().as_deref(), Some("40/5400"));
}

#[test]
fn the_route_of_a_move_is_kept() {
    // The king goes round in either direction.
    let round = ["13", "31", "48", "30", "13", "2"].map(str::to_owned);
    let begun = at(GameId::International, "W:WK13:B8,19,27,42,43");
    let along = Command::MoveAlong { by: WHITE, ply: 0, path: round.to_vec() };
    let kept = [EventKind::Moved { mv: "13x2".to_owned(), path: round.to_vec() }];
    let mut by_path = begun.clone();
    assert_eq!(kinds(&by_path.handle(&along, Moment(1)).expect("a route"))[..1], kept);
    let mut by_hops = begun.clone();
    let mut last = Vec::new();
    for square in &round {
        last = by_hops.handle(&hop(&by_hops, square), Moment(1)).expect("a hop");
    }
    assert_eq!(kinds(&last)[..1], kept);
    let text = serde_json::to_string(by_path.events()).expect("plain data");
    let again: Vec<Event> = serde_json::from_str(&text).expect("events");
    assert_eq!(Table::rebuild(&again).expect("the game").events(), by_path.events());
    // Events of earlier versions have no route.
    let old: Event = serde_json::from_str(r#"{"at":1,"event":"moved","move":"13x2"}"#).expect("an event");
    assert_eq!(old.kind, moved("13x2"));
    // A route of another move does not fit.
    let wrong = EventKind::Moved { mv: "13x2".to_owned(), path: vec!["13".to_owned(), "30".to_owned()] };
    let refusal = begun.clone().apply(Event { at: Moment(1), kind: wrong }).expect_err("not a route");
    assert!(matches!(refusal, Refusal::OtherRoute { .. }), "{refusal}");
}
