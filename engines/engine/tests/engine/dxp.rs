//! Matches over a network: two of us, and others that do not behave.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use boardgame::{Color, MoveStyle};
use catalog::GameId;
use damier_engine::{
    DxpError, DxpEvent, DxpGame, DxpRequest, DxpResult, DxpRole, DxpSettings, Level, play_dxp,
};

/// A side that plays: what happens there, and how it ends.
type Played = JoinHandle<(Vec<DxpEvent>, Result<(), DxpError>)>;

fn settings(name: &str, role: DxpRole) -> DxpSettings {
    // The first level looks at few positions: its games are short and fast.
    DxpSettings {
        name: name.to_owned(),
        role,
        megabytes: 1,
        threads: 1,
        level: Level::WEAKEST,
        move_time: None,
        tables: None,
        timeout: Duration::from_secs(60),
    }
}

fn request(games: u32) -> DxpRequest {
    DxpRequest { color: Color::White, minutes: 1, moves: 0, games, fen: None }
}

/// Plays in a thread of its own; gives what happened and how it ended.
fn play(stream: TcpStream, settings: DxpSettings) -> Played {
    std::thread::spawn(move || {
        let mut events = Vec::new();
        let hear = &mut |event: &DxpEvent| events.push(event.clone());
        let result = play_dxp(stream, &settings, &AtomicBool::new(false), hear);
        (events, result)
    })
}

/// Two ends of a connection.
fn connected() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let client = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
    client.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
    (client, listener.accept().expect("a connection").0)
}

fn games(events: &[DxpEvent]) -> Vec<DxpGame> {
    let end = |event: &DxpEvent| match event {
        DxpEvent::End(game) => Some(game.clone()),
        _ => None,
    };
    events.iter().filter_map(end).collect()
}

/// A match between two of us; gives the games as each side saw them.
fn match_of(request: DxpRequest) -> (Vec<DxpGame>, Vec<DxpGame>) {
    let (client, server) = connected();
    let follower = play(server, settings("Follower", DxpRole::Follower));
    let initiator = play(client, settings("Initiator", DxpRole::Initiator(request)));
    let ((ours, first), (theirs, second)) =
        (initiator.join().expect("no panic"), follower.join().expect("no panic"));
    assert!(first.is_ok() && second.is_ok(), "{first:?} {second:?}");
    (games(&ours), games(&theirs))
}

#[test]
fn two_of_us_play_whole_games_and_agree() {
    let (ours, theirs) = match_of(request(3));
    assert_eq!((ours.len(), theirs.len()), (3, 3));
    for (index, (our, their)) in ours.iter().zip(&theirs).enumerate() {
        assert_eq!((&our.moves, our.result), (&their.moves, their.result));
        assert_eq!((our.opponent.as_str(), their.opponent.as_str()), ("Follower", "Initiator"));
        assert_eq!(our.color, if index % 2 == 0 { Color::White } else { Color::Black });
        assert_eq!(their.color, !our.color);
        assert_eq!(our.reason, their.reason);
        assert!(our.moves.len() > 20 && our.result != DxpResult::Unknown, "{our:?}");
        check_record(our);
    }
}

/// The moves of a game are read as people write them, and written so again.
fn check_record(game: &DxpGame) {
    let mut position = GameId::International.at(&game.fen).expect("a position");
    for text in &game.moves {
        let index = position.find_in(text, MoveStyle::Record).expect("a legal move");
        assert_eq!(position.legal_moves(MoveStyle::Record)[index], *text);
        position.play_on(index).expect("few moves");
    }
}

#[test]
fn games_end_after_the_moves_that_were_asked_for() {
    let (ours, theirs) = match_of(DxpRequest { moves: 3, ..request(1) });
    assert_eq!((ours[0].moves.len(), ours[0].result), (6, DxpResult::Unknown));
    assert_eq!(ours[0].reason, "all moves were played");
    assert_eq!((theirs[0].moves.len(), theirs[0].result), (6, DxpResult::Unknown));
}

#[test]
fn games_begin_where_they_are_asked_to() {
    let fen = "B:W27,28,K46:B7,K9,12";
    let (ours, theirs) = match_of(DxpRequest { fen: Some(fen.to_owned()), ..request(2) });
    for game in ours.iter().chain(&theirs) {
        assert_eq!(game.fen, "B:W27,28,K46:B7,K9,12");
        assert_ne!(game.result, DxpResult::Unknown, "{game:?}");
    }
}

/// Somebody who is spoken to message by message.
struct Peer(TcpStream);

impl Peer {
    /// A peer of a follower.
    fn of_follower() -> (Self, Played) {
        Self::of_follower_at(Level::WEAKEST)
    }

    fn of_follower_at(level: Level) -> (Self, Played) {
        let (client, server) = connected();
        let settings = DxpSettings { level, ..settings("Damier", DxpRole::Follower) };
        (Self(client), play(server, settings))
    }

    fn say(&mut self, message: &str) {
        self.0.write_all(format!("{message}\0").as_bytes()).expect("somebody listens");
    }

    fn hear(&mut self) -> String {
        let mut message = Vec::new();
        let mut byte = [0];
        while self.0.read(&mut byte).expect("somebody speaks") == 1 && byte[0] != 0 {
            message.push(byte[0]);
        }
        String::from_utf8(message).expect("text")
    }

    fn begin(&mut self, color: char) {
        self.say(&format!("R01{:<32}{color}001000A", "Peer"));
        assert_eq!(self.hear(), format!("A{:<32}0", "Damier"));
    }
}

#[test]
fn moves_are_taken_back() {
    let (mut peer, follower) = Peer::of_follower();
    peer.begin('Z');
    peer.say("M0001322800");
    let answer = peer.hear();
    assert!(answer.starts_with("M0000"), "{answer}");
    // There is no tenth move yet.
    peer.say("B010W");
    assert_eq!(peer.hear(), "K1");
    peer.say("B001W");
    assert_eq!(peer.hear(), "K0");
    peer.say("Cthe other way round");
    peer.say("M0001332900");
    assert!(peer.hear().starts_with("M0000"));
    peer.say("E11");
    assert_eq!(peer.hear(), "E01");
    let (events, result) = follower.join().expect("no panic");
    assert!(result.is_ok(), "{result:?}");
    assert!(events.contains(&DxpEvent::Back { moves: 0 }), "{events:?}");
    assert!(events.contains(&DxpEvent::Chat { text: "the other way round".to_owned() }), "{events:?}");
    let game = &games(&events)[0];
    assert_eq!((game.result, game.moves[0].as_str()), (DxpResult::Win(Color::Black), "33-29"));
    assert_eq!(game.reason, "the opponent resigned");
}

#[test]
fn requests_that_cannot_be_met_are_refused() {
    let (mut peer, follower) = Peer::of_follower();
    peer.say(&format!("R02{:<32}W001000A", "Peer"));
    assert_eq!(peer.hear(), format!("A{:<32}1", "Damier"));
    // Men cannot stand on the last row.
    peer.say(&format!("R01{:<32}W001000BWw{}", "Peer", "e".repeat(49)));
    assert_eq!(peer.hear(), format!("A{:<32}2", "Damier"));
    // Nor are there such pieces, or such a side.
    for request in ["W001000BW".to_owned() + &"?".repeat(50), "B001000A".to_owned(), "W1m1000A".to_owned()] {
        peer.say(&format!("R01{:<32}{request}", "Peer"));
        assert_eq!(peer.hear(), format!("A{:<32}2", "Damier"), "{request}");
    }
    peer.begin('Z');
    peer.say(&format!("R01{:<32}W001000A", "Peer"));
    assert_eq!(peer.hear(), format!("A{:<32}2", "Damier"));
    peer.say("E01");
    assert_eq!(peer.hear(), "E01");
    let (events, result) = follower.join().expect("no panic");
    assert!(result.is_ok(), "{result:?}");
    let reasons: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            DxpEvent::Refused { reason, .. } => Some(reason.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(reasons.len(), 6, "{reasons:?}");
    assert!(reasons[1].contains("a white man on its promotion row"), "{reasons:?}");
    assert_eq!(reasons[5], "a game is not over");
}

#[test]
fn peers_that_misbehave_end_the_match_with_a_reason() {
    /// The error, and the game as it is told, if there is one.
    fn told(speak: fn(&mut Peer)) -> (String, Option<DxpGame>) {
        let (mut peer, follower) = Peer::of_follower();
        speak(&mut peer);
        drop(peer);
        let (events, result) = follower.join().expect("no panic");
        (result.expect_err("a reason").to_string(), games(&events).pop())
    }
    assert_eq!(
        told(|peer| peer.say("hello")),
        ("the opponent sent an invalid message: unknown command \"h\"".to_owned(), None)
    );
    assert_eq!(
        told(|peer| peer.say(&"x".repeat(300))),
        ("the opponent sent a message of more than 127 characters".to_owned(), None)
    );
    assert_eq!(
        told(|peer| peer.say("M0001322800")),
        ("the opponent sent \"M0001322800\" without a game".to_owned(), None)
    );
    let (error, game) = told(|peer| {
        peer.begin('Z');
        peer.say("M0001322800");
        assert!(peer.hear().starts_with('M'));
        peer.say("M0001282800");
        assert!(peer.hear().starts_with("Cerror: illegal move"));
        assert_eq!(peer.hear(), "E01");
    });
    assert!(error.starts_with("Peer played an illegal move in W:W28,"), "{error}");
    assert!(error.contains(": move 3: illegal move \"28-28\": "), "{error}");
    let game = game.expect("a game");
    assert_eq!((game.result, game.moves.len(), game.moves[0].as_str()), (DxpResult::Unknown, 2, "32-28"));
    assert!(game.reason.starts_with("illegal move by Peer: move 3: illegal move \"28-28\": "), "{game:?}");
    let (error, game) = told(|peer| peer.begin('Z'));
    assert_eq!(error, "Peer closed the connection before the game was over");
    let game = game.expect("a game");
    assert_eq!((game.result, game.moves.len()), (DxpResult::Unknown, 0));
    assert_eq!(game.reason, "disconnected: Peer closed the connection before the game was over");
    let (_, game) = told(|peer| {
        peer.begin('Z');
        peer.say("nonsense");
    });
    assert_eq!(
        game.expect("a game").reason,
        "protocol violation: Peer sent an invalid message: unknown command \"n\""
    );
}

#[test]
fn a_game_that_the_rules_have_ended_has_its_result_however_the_peer_leaves() {
    let (mut peer, follower) = Peer::of_follower();
    // White takes the last piece; then Black is to say that the game is over.
    let squares: String = (1..=50)
        .map(|square| ['e', 'w', 'z'][usize::from(square == 32) + 2 * usize::from(square == 28)])
        .collect();
    peer.say(&format!("R01{:<32}W001000BW{squares}", "Peer"));
    assert!(peer.hear().ends_with('0'));
    assert_eq!(peer.hear(), "M000032230128");
    drop(peer);
    let (events, result) = follower.join().expect("no panic");
    assert!(matches!(result, Err(DxpError::Vanished { .. })), "{result:?}");
    let game = &games(&events)[0];
    assert_eq!(
        (game.result, game.moves.as_slice()),
        (DxpResult::Win(Color::White), &["32x23".to_owned()][..])
    );
    assert_eq!(game.reason, "white wins, no legal moves (FMJD 5)");
}

#[test]
fn peers_that_are_silent_are_left() {
    let impatient = |role| DxpSettings { timeout: Duration::from_millis(50), ..settings("Damier", role) };
    let error = |role, speak: fn(&mut Peer)| {
        let (client, server) = connected();
        let played = play(server, impatient(role));
        let mut peer = Peer(client);
        speak(&mut peer);
        let (events, result) = played.join().expect("no panic");
        (result.map_err(|error| error.to_string()), games(&events).pop())
    };
    let (result, _) = error(DxpRole::Follower, |_| {});
    assert_eq!(result, Err("the opponent did not request a game within 0 s".to_owned()));
    let (result, _) = error(DxpRole::Initiator(request(1)), |_| {});
    assert_eq!(result, Err("the opponent did not answer the game request within 0 s".to_owned()));
    // Without a clock the time for a move is all there is.
    let (result, game) = error(DxpRole::Follower, |peer| {
        peer.say(&format!("R01{:<32}Z000000A", "Peer"));
        assert!(peer.hear().ends_with('0'));
        assert_eq!(peer.hear(), "E01");
    });
    assert_eq!(result, Err("Peer did not move within 0 s".to_owned()));
    let game = game.expect("a game");
    assert_eq!(
        (game.result, game.reason.as_str()),
        (DxpResult::Unknown, "time-out: Peer did not move within 0 s")
    );
    // The end of a game is answered.
    let end = |peer: &mut Peer| {
        assert!(peer.hear().starts_with("R01"));
        peer.say(&format!("A{:<32}0", "Peer"));
        assert!(peer.hear().starts_with('M'));
        peer.say("M0001192300");
        assert_eq!(&peer.hear()[..2], "E0");
    };
    let (result, game) = error(DxpRole::Initiator(DxpRequest { moves: 1, ..request(2) }), end);
    assert_eq!(result, Err("Peer did not answer the end of the game within 0 s".to_owned()));
    assert_eq!(game.expect("a game").reason, "all moves were played");
    let (result, _) = error(DxpRole::Initiator(DxpRequest { moves: 1, ..request(1) }), end);
    assert_eq!(result, Ok(()));
}

#[test]
fn names_do_nothing_to_terminals() {
    let (mut peer, follower) = Peer::of_follower();
    peer.say(&format!("R01{:<32}W001000BWw{}", "\x1b[2Jevil", "e".repeat(49)));
    assert!(peer.hear().ends_with('2'));
    drop(peer);
    let (events, _) = follower.join().expect("no panic");
    let is_told = |event: &DxpEvent| matches!(event, DxpEvent::Refused { opponent, .. } if opponent.contains("[2Jevil"));
    assert!(events.iter().any(is_told), "{events:?}");
    assert!(!format!("{events:?}").contains("\\u{1b}"), "{events:?}");
}

#[test]
fn nobody_moves_twice() {
    // At this level it thinks long enough for two messages.
    let (mut peer, follower) = Peer::of_follower_at(Level::STRONGEST);
    peer.begin('Z');
    peer.say("M0001322800");
    peer.say("M0001332900");
    let error = follower.join().expect("no panic").1.expect_err("a reason");
    assert_eq!(error.to_string(), "Peer sent \"M0001332900\" when it was not its turn");
}

#[test]
fn without_a_game_a_closed_connection_is_no_fault() {
    let (peer, follower) = Peer::of_follower();
    drop(peer);
    assert!(follower.join().expect("no panic").1.is_ok());
}

#[test]
fn refusals_are_told() {
    let (client, server) = connected();
    let initiator = play(server, settings("Damier", DxpRole::Initiator(request(1))));
    let mut peer = Peer(client);
    assert_eq!(peer.hear(), format!("R01{:<32}Z001000A", "Damier"));
    peer.say(&format!("A{:<32}3", "Peer"));
    let error = initiator.join().expect("no panic").1.expect_err("a reason");
    assert_eq!(error.to_string(), "Peer refused the game: no games at all");
}

#[test]
fn a_match_can_be_stopped() {
    let (client, server) = connected();
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let follower = std::thread::spawn(move || {
        let settings = DxpSettings { level: Level::STRONGEST, ..settings("Damier", DxpRole::Follower) };
        let mut events = Vec::new();
        let result = play_dxp(server, &settings, &stopped, &mut |event| events.push(event.clone()));
        (events, result)
    });
    let mut peer = Peer(client);
    peer.begin('W');
    stop.store(true, Ordering::Relaxed);
    assert_eq!(peer.hear(), "E01");
    let (events, result) = follower.join().expect("no panic");
    assert!(matches!(result, Err(DxpError::Stopped)));
    let game = &games(&events)[0];
    assert_eq!((game.result, game.reason.as_str()), (DxpResult::Unknown, "interrupted"));
}
