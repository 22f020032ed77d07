//! The search with endgame tables: it wins what is won, within the draw rules, and knows what is drawn.

use std::path::Path;
use std::sync::Arc;

use boardgame::{Color, Game, Outcome, PositionExt};
use catalog::GameId;
use damier_eval::Evaluated;
use draughts::variants::{English, Russian};
use draughts::{Draughts, Variant};
use search::{Control, EndgameTables, Limits, Score, SearchRequest, Searcher, TableValue};
use tables::{BuildOptions, Tables, Value};
use tempfile::TempDir;

#[derive(Debug)]
struct Probe(Tables);

impl<V: Variant> EndgameTables<Draughts<V>> for Probe {
    fn value(&self, position: &Draughts<V>) -> Option<TableValue> {
        self.0.probe(position).map(value_of)
    }

    fn certain_value(&self, position: &Draughts<V>) -> Option<TableValue> {
        self.0.probe_certain(position).map(value_of)
    }

    fn distance(&self, position: &Draughts<V>) -> Option<u32> {
        self.0.probe_distance(position).map(u32::from)
    }
}

fn value_of(value: Value) -> TableValue {
    match value {
        Value::Loss => TableValue::Loss,
        Value::Draw => TableValue::Draw,
        Value::Win => TableValue::Win,
    }
}

fn built(game: GameId, pieces: usize, with_distances: bool) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let options = BuildOptions { pieces, with_distances, threads: 0, memory: 1_000 };
    tables::build(game, folder.path(), &options, &tables::Control::default(), &mut |_| ()).expect("tables");
    folder
}

fn searcher<V: Variant>(game: GameId, folder: &Path) -> Searcher<<Draughts<V> as Evaluated>::Knowledge>
where
    Draughts<V>: Evaluated<Rules = ()>,
{
    let mut searcher = Searcher::new(Draughts::<V>::knowledge(()), 1, 1);
    let tables = Tables::open(game, folder).expect("tables");
    searcher.set_tables(Some(Arc::new(Probe(tables))));
    searcher
}

/// Plays on from a position with few nodes a move, both sides with tables. Returns the result and the number of plies.
fn played<V: Variant>(game: GameId, fen: &str, folder: &Path) -> (Option<Outcome>, usize)
where
    Draughts<V>: Evaluated<Rules = ()>,
{
    let mut searcher = searcher::<V>(game, folder);
    let mut game = Game::new(Draughts::<V>::from_fen(fen).expect(fen));
    for plies in 0..200 {
        if let Some((outcome, _)) = game.outcome() {
            return (Some(outcome), plies);
        }
        let request = SearchRequest::from(Limits::nodes(20));
        let found = searcher.search(&game, &request, &Control::default(), |_| {});
        game.play_on(found.best.expect("a legal move")).expect("a legal move");
    }
    (None, 200)
}

const WHITE_WINS: Option<Outcome> = Some(Outcome::Win(Color::White));

#[test]
fn long_wins_are_won_within_the_draw_rules() {
    let folder = built(GameId::English, 3, true);
    for fen in ["W:WK32,K31:BK14", "W:WK29,K30:BK1", "B:WK29,30:B1"] {
        let (outcome, plies) = played::<English>(GameId::English, fen, folder.path());
        assert_eq!(outcome, WHITE_WINS, "{fen} after {plies} plies");
    }
    // Petrov's triangle must be won in fifteen moves.
    let folder = built(GameId::Russian, 4, true);
    let (outcome, plies) = played::<Russian>(GameId::Russian, "W:WKc1,Kd2,Kc3:BKh4", folder.path());
    assert_eq!(outcome, WHITE_WINS, "after {plies} plies");
    assert!(plies <= 30, "{plies} plies");
    // Two moves are not enough: nobody believes in the win.
    let late = "W:WKc1,Kd2,Kc3:BKh4:H26:F40";
    assert_eq!(score::<Russian>(GameId::Russian, late, folder.path(), 1).table_plies(), None);
}

fn score<V: Variant>(game: GameId, fen: &str, folder: &Path, multi_pv: usize) -> Score
where
    Draughts<V>: Evaluated<Rules = ()>,
{
    let position = Draughts::<V>::from_fen(fen).expect(fen);
    let request = SearchRequest { multi_pv, ..Limits::nodes(2_000).into() };
    searcher::<V>(game, folder).search(&Game::new(position), &request, &Control::default(), |_| {}).score
}

#[test]
fn the_value_of_the_root_is_told() {
    for with_distances in [true, false] {
        let folder = built(GameId::Russian, 3, with_distances);
        for lines in [1, 4] {
            let score = |fen| score::<Russian>(GameId::Russian, fen, folder.path(), lines);
            assert_eq!(score("W:WKc1,Ke1:BKh8"), Score::DRAW);
            assert!(score("W:WKa1,Kc1:Bh8").is_decisive());
            assert!(score("B:WKa1,Kc1:Bh8") < Score::DRAW && score("B:WKa1,Kc1:Bh8").is_decisive());
        }
    }
}

/// Four pieces with tables of three: the search sees the table behind an exchange.
#[test]
fn values_behind_a_capture_are_found() {
    let folder = built(GameId::English, 3, true);
    let position = Draughts::<English>::from_fen("W:WK18,K32:B15,K1").expect("a position");
    let with = score::<English>(GameId::English, "W:WK18,K32:B15,K1", folder.path(), 1);
    assert!(position.must_capture() && with.is_decisive() && with > Score::DRAW, "{with}");
}
