//! The engine with endgame tables: it wins what is won, within the draw rules, and says so.

use std::path::Path;

use boardgame::{Color, Outcome};
use catalog::{GameId, PositionText};
use damier_engine::{Limits, Score, SearchRequest, Tables, player};
use tables::{BuildOptions, Control, build};
use tempfile::TempDir;

use crate::common::Engine;

fn built(game: GameId, pieces: usize, with_distances: bool) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let options = BuildOptions { pieces, with_distances, threads: 0, memory: 1_000 };
    build(game, folder.path(), &options, &Control::default(), &mut |_| ()).expect("tables");
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
    for fen in ["W:WK32,K31:BK14", "W:WK29,K30:BK1"] {
        let (outcome, plies) = played(GameId::English, fen, english.path());
        assert_eq!(outcome, Some(Outcome::Win(Color::White)), "{fen} after {plies} plies");
    }
    // Petrov's triangle must be won in fifteen moves.
    let russian = built(GameId::Russian, 4, true);
    let (outcome, plies) = played(GameId::Russian, "W:WKc1,Kd2,Kc3:BKh4", russian.path());
    assert_eq!(outcome, Some(Outcome::Win(Color::White)), "after {plies} plies");
    assert!(plies <= 30, "{plies} plies");
}

#[test]
fn a_drawn_root_is_drawn_and_a_lost_one_is_lost() {
    let folder = built(GameId::Russian, 3, true);
    let mut player = player(GameId::Russian, 1, 1);
    player.set_tables(Some(Tables::shared(GameId::Russian, folder.path()).expect("tables")));
    let mut score = |fen: &str, multi_pv| {
        player.set_position(&PositionText::at(fen)).expect("a legal position");
        let request = SearchRequest { multi_pv, ..Limits::nodes(2_000).into() };
        player.search(&request, &damier_engine::Control::default(), &mut |_| {}).expect("legal moves").score
    };
    for lines in [1, 4] {
        assert_eq!(score("W:WKc1,Ke1:BKh8", lines), Score::DRAW);
        assert!(score("W:WKa1,Kc1:Bh8", lines).is_decisive());
        assert!(score("B:WKa1,Kc1:Bh8", lines) < Score::DRAW);
    }
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
    assert!(lines[0].contains("K-K.wdl is shorter than a header"), "{lines:?}");
    engine.say("quit");
    engine.end();
}
