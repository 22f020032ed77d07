//! Whole matches of our own engine: every game is played and stored once, whatever stops the match.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::Ordering;

use boardgame::{Color, Outcome};
use catalog::GameId;
use damier_arena::{
    Adjudication, ArenaError, EngineSpec, EngineTime, Ledger, LedgerError, Match, MatchEvent, MatchFormat,
    MatchObserver, MatchPlan, MatchResult, OpeningOrder, OpeningSource, PlayedGame, RunSettings, StopReason,
};
use tables::{BuildOptions, StopFlag, build};

fn plan(game: GameId, engines: usize) -> MatchPlan {
    let level = |number: usize| EngineSpec::own(&format!("level {number}")).with_option("level", number);
    let engines = (1..=engines).map(|number| level(number).with_option("hash", 1)).collect();
    MatchPlan { rounds: 3, ..MatchPlan::new(game, EngineTime::depth(1), engines) }
}

fn stored(records: &Path) -> Vec<PlayedGame> {
    let (mut ledger, _) = Ledger::read(&Ledger::path_of(records)).expect("a ledger");
    let mut games = Vec::new();
    let read = ledger.for_each(|game| {
        games.push(game);
        Ok::<(), LedgerError>(())
    });
    read.expect("games");
    games
}

/// What a game was, without its times.
fn essence(game: &PlayedGame) -> (u64, u8, [usize; 2], Vec<String>, MatchResult) {
    let moves = game.moves.iter().map(|mv| mv.text.clone()).collect();
    (game.pair, game.game, game.engines, moves, game.result)
}

/// Stops a match after some games.
struct StopAfter<'a> {
    games: u64,
    settings: &'a RunSettings,
    at_once: bool,
}

impl MatchObserver for StopAfter<'_> {
    fn observe(&self, event: &MatchEvent<'_>) {
        if let MatchEvent::GameFinished { standings, .. } = event
            && standings.games() >= self.games
        {
            if self.at_once {
                self.settings.cancel.cancel();
            } else {
                self.settings.finish.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// Thinking on the opponent's time changes who thinks when, not who may move.
#[test]
fn our_own_engines_ponder() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("games.pdn");
    let engines = (1..=2).map(|number| {
        let engine = EngineSpec::own(&number.to_string()).with_option("hash", 1);
        EngineSpec { ponder: true, ..engine }
    });
    let plan = MatchPlan::new(GameId::Russian, EngineTime::depth(3), engines.collect());
    let mut played = Match::create(MatchPlan { rounds: 2, ..plan }, &records).expect("a match");
    let reason = played.run(&RunSettings::default(), &()).expect("games");
    assert_eq!(reason, StopReason::Complete);
    let games = stored(&records);
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game.fault.is_none() && game.moves.len() > 10), "{games:?}");
}

#[test]
fn a_match_that_is_stopped_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, parts) = (folder.path().join("whole.pdn"), folder.path().join("parts.pdn"));
    let mut at_once = Match::create(plan(GameId::Russian, 3), &whole).expect("a match");
    let reason = at_once.run(&RunSettings::default(), &()).expect("games");
    assert_eq!((reason, at_once.standings().games()), (StopReason::Complete, 18));

    drop(Match::create(plan(GameId::Russian, 3), &parts).expect("a match"));
    for games in [1, 4, 7, 8, 20] {
        let mut part = Match::resume(&parts).expect("the same match");
        let settings = RunSettings { concurrency: 2, ..RunSettings::default() };
        let stop = StopAfter { games, settings: &settings, at_once: games % 2 == 0 };
        part.run(&settings, &stop).expect("games");
    }
    let (whole_games, part_games) = (stored(&whole), stored(&parts));
    assert_eq!(whole_games.len(), 18);
    let essences = |games: &[PlayedGame]| games.iter().map(essence).collect::<Vec<_>>();
    assert_eq!(essences(&whole_games), essences(&part_games));
    let records = std::fs::read_to_string(&parts).expect("records");
    let rounds: BTreeSet<&str> = records.lines().filter(|line| line.starts_with("[Round ")).collect();
    assert_eq!((rounds.len(), records.matches("[Event ").count()), (18, 18));
}

#[test]
fn a_match_is_never_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("games.pgn");
    let first = plan(GameId::Chess, 2);
    let held = Match::create(first.clone(), &records).expect("a match");
    let in_use = Match::create(first.clone(), &records).expect_err("it is played");
    assert!(matches!(in_use, ArenaError::Ledger(LedgerError::InUse { .. })), "{in_use}");
    drop(held);
    // A match without a game makes room: there is nothing to lose.
    drop(Match::create(MatchPlan { seed: 3, ..first.clone() }, &records).expect("a match without games"));
    let mut played = Match::create(first.clone(), &records).expect("a match without games");
    played.run(&RunSettings::default(), &()).expect("games");
    drop(played);
    let same = Match::create(first.clone(), &records).expect_err("it is there");
    assert!(matches!(same, ArenaError::Ledger(LedgerError::Exists { same: true, games: 6, .. })), "{same}");
    let other = Match::create(MatchPlan { seed: 2, ..first }, &records).expect_err("it is there");
    assert!(matches!(other, ArenaError::Ledger(LedgerError::Exists { same: false, .. })), "{other}");
    let none = Match::resume(&folder.path().join("none.pgn")).expect_err("nothing there");
    assert!(matches!(none, ArenaError::Ledger(LedgerError::Missing { .. })), "{none}");
    std::fs::write(Ledger::path_of(&folder.path().join("text.pgn")), "x".repeat(5_000)).expect("a file");
    let text = Match::resume(&folder.path().join("text.pgn")).expect_err("no ledger");
    assert!(matches!(text, ArenaError::Ledger(LedgerError::NotALedger { .. })), "{text}");
}

#[test]
fn openings_are_played_twice_and_stand_in_the_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let (records, book) = (folder.path().join("games.pdn"), folder.path().join("book.pdn"));
    let lines = "[White \"?\"]\n\n1. 32-28 19-23 *\n\n[White \"?\"]\n\n1. 33-28 18-23 2. 31-27 *\n";
    std::fs::write(&book, lines).expect("a book");
    let openings = OpeningSource::Book { path: book, plies: None, order: OpeningOrder::Listed };
    let plan = plan(GameId::International, 3);
    let plan = MatchPlan { rounds: 2, format: MatchFormat::Gauntlet, openings: Some(openings), ..plan };
    let mut played = Match::create(plan, &records).expect("a match");
    played.run(&RunSettings::default(), &()).expect("games");
    let text = std::fs::read_to_string(&records).expect("records");
    assert_eq!(text.matches("1. 32-28 {book} 1... 19-23 {book} 2. ").count(), 4, "{text}");
    assert_eq!(text.matches("1. 33-28 {book} 1... 18-23 {book} 2. 31-27 {book} 2... ").count(), 4, "{text}");
    assert_eq!(text.matches("[GameType \"20,W,10,10,N2,0\"]").count(), 8);
    assert_eq!(
        stored(&records).iter().map(|game| game.opening_number).collect::<Vec<_>>(),
        [0, 0, 0, 0, 1, 1, 1, 1]
    );
}

#[test]
fn games_end_where_the_tables_begin() {
    let folder = tempfile::tempdir().expect("a folder");
    let (records, book) = (folder.path().join("games.pdn"), folder.path().join("book.epd"));
    // Won and drawn at once; a black man more is not in the tables before it is captured.
    let positions = ["W:WKa1,Kc1:Bh8", "W:WKc1,Ke1:BKh8", "W:WKa1,Kc1:Bb2,h8"];
    std::fs::write(&book, positions.join("\n")).expect("a book");
    let openings = OpeningSource::Book { path: book, plies: None, order: OpeningOrder::Listed };
    let adjudication = Adjudication { tables: Some(folder.path().to_path_buf()), ..Adjudication::default() };
    let plan = MatchPlan { openings: Some(openings), adjudication, ..plan(GameId::Russian, 2) };

    let error = Match::create(plan.clone(), &records).expect_err("no tables").to_string();
    let expected = format!(
        "no tables of russian in {}; build some with \"damier tables build russian --pieces 4 --dir {}\"",
        folder.path().display(),
        folder.path().display()
    );
    assert_eq!((error, records.exists()), (expected, false));

    let options = BuildOptions { pieces: 3, with_distances: true, threads: 1, memory: 100 };
    build(GameId::Russian, folder.path(), &options, &StopFlag::default(), &mut |_| ()).expect("tables");
    let mut played = Match::create(plan, &records).expect("a match");
    played.run(&RunSettings::default(), &()).expect("games");
    let games = stored(&records);
    let ends = games.iter().map(|game| (game.opening_number, game.moves.len(), game.result));
    let white = MatchResult::from(Outcome::Win(Color::White));
    let draw = MatchResult::from(Outcome::Draw);
    let expected = [(0, 0, white), (0, 0, white), (1, 0, draw), (1, 0, draw), (2, 1, white), (2, 1, white)];
    assert_eq!(ends.collect::<Vec<_>>(), expected);
    let text = std::fs::read_to_string(&records).expect("records");
    assert_eq!(text.matches("adjudicated by endgame tables").count(), 6, "{text}");
}

#[test]
fn a_missing_book_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("games.pgn");
    let path = folder.path().join("none.epd");
    let openings = OpeningSource::Book { path, plies: None, order: OpeningOrder::Listed };
    let plan = MatchPlan { openings: Some(openings), ..plan(GameId::Chess, 2) };
    let error = Match::create(plan, &records).expect_err("no book").to_string();
    assert!(error.starts_with("cannot read") && error.contains("none.epd"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}
