//! The engine with endgame tables: it wins what is won, within the draw rules, and says so.

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use boardgame::{Color, MoveStyle, Outcome};
use catalog::{GameId, PositionText};
use damier_engine::{
    DxpError, DxpRole, DxpSettings, Level, Limits, Score, SearchRequest, Tables, play_dxp, player,
};
use tables::{BuildOptions, StopFlag, build};
use tempfile::TempDir;

use crate::common::Engine;

fn built(game: GameId, pieces: usize, with_distances: bool) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let options = BuildOptions { pieces, with_distances, threads: 0, memory: 1_000 };
    build(game, folder.path(), &options, &StopFlag::default(), &mut |_| ()).expect("tables");
    folder
}

/// Plays on from a position with few nodes a move, both sides with tables. Returns the result and the number of plies.
fn played(game: GameId, fen: &str, folder: &Path) -> (Option<Outcome>, usize) {
    let mut player = player(game, 1, 1);
    player.set_tables(Some(Tables::shared(game, folder).expect("tables")));
    let mut moves = Vec::new();
    while moves.len() < 200 {
        player.set_position(&PositionText { moves: &moves, ..PositionText::at(fen) }).expect("legal moves");
        if let Some((outcome, _)) = player.outcome() {
            return (Some(outcome), moves.len());
        }
        moves.extend(player.best_move(Limits::nodes(20)).best);
    }
    (None, moves.len())
}

#[test]
fn long_wins_are_won_within_the_draw_rules() {
    let english = built(GameId::English, 3, true);
    for fen in ["W:WK32,K31:BK14", "W:WK29,K30:BK1", "B:WK29,30:B1"] {
        let (outcome, plies) = played(GameId::English, fen, english.path());
        assert_eq!(outcome, Some(Outcome::Win(Color::White)), "{fen} after {plies} plies");
    }
    // Petrov's triangle must be won in fifteen moves.
    let russian = built(GameId::Russian, 4, true);
    let (outcome, plies) = played(GameId::Russian, "W:WKc1,Kd2,Kc3:BKh4", russian.path());
    assert_eq!(outcome, Some(Outcome::Win(Color::White)), "after {plies} plies");
    assert!(plies <= 30, "{plies} plies");
    // Two moves are not enough: nobody believes in the win.
    let late = "W:WKc1,Kd2,Kc3:BKh4:H26:F40";
    assert_eq!(score(GameId::Russian, late, russian.path(), 1).table_plies(), None);
}

/// The score of a position with so many lines.
fn score(game: GameId, fen: &str, folder: &Path, multi_pv: usize) -> Score {
    let mut player = player(game, 1, 1);
    player.set_tables(Some(Tables::shared(game, folder).expect("tables")));
    player.set_position(&PositionText::at(fen)).expect("a legal position");
    let request = SearchRequest { multi_pv, ..Limits::nodes(2_000).into() };
    player.search(&request, &damier_engine::Control::default(), &mut |_| {}).expect("legal moves").score
}

#[test]
fn a_drawn_root_is_drawn_and_a_lost_one_is_lost() {
    for with_distances in [true, false] {
        let folder = built(GameId::Russian, 3, with_distances);
        for lines in [1, 4] {
            let score = |fen| score(GameId::Russian, fen, folder.path(), lines);
            assert_eq!(score("W:WKc1,Ke1:BKh8"), Score::DRAW);
            assert!(score("W:WKa1,Kc1:Bh8").is_decisive());
            assert!(score("B:WKa1,Kc1:Bh8") < Score::DRAW && score("B:WKa1,Kc1:Bh8").is_decisive());
        }
    }
}

/// The Frisian rule on three moves in a row of one king is outside, so the tables do not speak for a king beside a man.
#[test]
fn a_win_that_the_tables_cannot_know_is_not_claimed() {
    let folder = built(GameId::Frisian, 3, true);
    let score = |fen| score(GameId::Frisian, fen, folder.path(), 1);
    assert_eq!(score("W:WK50,32:BK1").table_plies(), None);
    assert!(score("W:WK50,K32:BK1").table_plies().is_some());
}

/// Four pieces with tables of three: the search sees the table behind an exchange.
#[test]
fn values_behind_a_capture_are_found() {
    let folder = built(GameId::English, 3, true);
    let fen = "W:WK18,K32:B15,K1";
    assert!(GameId::English.at(fen).expect("a position").legal_moves(MoveStyle::Record)[0].contains('x'));
    let with = score(GameId::English, fen, folder.path(), 1);
    assert!(with.is_decisive() && with > Score::DRAW, "{with}");
}

/// Without usable tables a match over a network does not begin.
#[test]
fn a_match_over_a_network_refuses_a_folder_without_tables() {
    let folder = built(GameId::Russian, 2, false);
    let refused = || {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let _peer = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
        let settings = DxpSettings {
            name: "Damier".to_owned(),
            role: DxpRole::Follower,
            megabytes: 1,
            threads: 1,
            level: Level::STRONGEST,
            move_time: None,
            tables: Some(folder.path().to_path_buf()),
            timeout: Duration::from_secs(60),
        };
        let (stream, _) = listener.accept().expect("a connection");
        play_dxp(stream, &settings, &AtomicBool::new(false), &mut |_| ()).expect_err("no tables")
    };
    let error = refused();
    assert!(matches!(error, DxpError::NoTables { .. }), "{error}");
    let path = folder.path().display();
    let expected = format!(
        "no tables of international in {path}; build some with \"damier tables build international --pieces 4 --dir {path}\""
    );
    assert_eq!(error.to_string(), expected);
    std::fs::create_dir(folder.path().join("international")).expect("a folder");
    std::fs::write(folder.path().join("international").join("K-K.wdl"), "nonsense").expect("a file");
    let error = refused();
    assert!(error.to_string().contains("K-K.wdl is not a table"), "{error}");
}

#[test]
fn the_folder_is_a_parameter() {
    let folder = built(GameId::Russian, 2, false);
    let mut engine = Engine::hub(GameId::Russian);
    let path = folder.path().display();
    engine.say(&format!("set-param name=tables-path value=\"{path}\"\nhub"));
    assert!(engine.until("wait").contains(&format!("param name=tables-path value={path} type=string")));
    engine.say("set-param name=variant value=english");
    engine.say("ping");
    let lines = engine.until("pong");
    assert!(lines[0].contains(&format!("tables-path: no tables of english in {path}")), "{lines:?}");
    std::fs::write(folder.path().join("russian").join("K-K.wdl"), "nonsense").expect("a file");
    engine.say("set-param name=variant value=russian\nping");
    let lines = engine.until("pong");
    assert!(lines[0].contains("K-K.wdl is not a table"), "{lines:?}");
    engine.say("quit");
    engine.end();
}
