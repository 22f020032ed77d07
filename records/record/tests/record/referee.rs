//! The referee, which keeps nothing, against the check of whole games.

use boardgame::testing::Random;
use boardgame::{Color, MoveList, Outcome, PositionExt, RecordNotation};
use chess::Chess;
use damier_record::{
    Fault, GameResult, GameTree, NodeId, ReadOptions, Reader, RecordError, Referee, RepairKind, ResultCheck,
    ResultStyle, Syntax, WriteOptions, replay_board,
};
use draughts::Draughts;
use draughts::variants::{English, Frisian, International, Russian, Turkish};

fn referee<P: RecordNotation<Rules = ()>>(
    text: &str,
    options: ReadOptions,
) -> (Result<bool, RecordError>, Vec<RepairKind>) {
    let mut repairs = Vec::new();
    let mut reader = Reader::new(text.as_bytes(), options.syntax).with_mode(options.mode);
    let mut referee = Referee::new(options, |_| Ok(replay_board::<P>()), |repair| repairs.push(repair.kind));
    let result = reader.read_game(&mut referee);
    drop(referee);
    (result, repairs)
}

/// Random games from a position, each with a random result.
fn check<P: RecordNotation<Rules = ()>>(syntax: Syntax, fen: &str, games: u64, plies: usize) -> [usize; 4] {
    let mut seen = [0; 4];
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut tree = GameTree::<P>::new(P::from_fen(fen).expect("a position"));
        let mut node = NodeId::ROOT;
        for _ in 0..random.below(plies) {
            let mut list = MoveList::new();
            tree.position(node).legal_moves_into(&mut list);
            if list.is_empty() {
                break;
            }
            node = tree.add_move(node, list[random.below(list.len())]).expect("a legal move");
        }
        let results = [
            None,
            Some(GameResult::Win(Color::White)),
            Some(GameResult::Win(Color::Black)),
            Some(GameResult::Draw),
        ];
        tree.set_result(results[random.below(4)]);
        let (writing, reading) = match syntax {
            Syntax::Pgn => (WriteOptions::pgn(), ReadOptions::pgn()),
            Syntax::Pdn => (WriteOptions::pdn(ResultStyle::One), ReadOptions::pdn()),
        };
        let text = writing.to_text(&tree).expect("a record");
        let (result, _) = referee::<P>(&text, reading.strict());
        let fault = result.err().map(|error| error.fault);
        let check = tree.check_result().expect("simple positions");
        match (&check, &fault) {
            (ResultCheck::Agrees(..), None) => seen[0] += 1,
            (ResultCheck::Undecided, None) => seen[1] += 1,
            (
                ResultCheck::Contradicts { outcome, reason, .. },
                Some(Fault::WrongResult { outcome: o, reason: r, .. }),
            ) => {
                assert_eq!((outcome, reason), (o, r), "{text}");
                seen[2] += 1;
            }
            (
                ResultCheck::PlayedOn { outcome, reason, .. },
                Some(Fault::NotTolerated(RepairKind::PlayedOn { outcome: o, reason: r })),
            ) => {
                assert_eq!((outcome, reason), (o, r), "{text}");
                check_last_position(&tree, *outcome, &text, reading);
                seen[3] += 1;
            }
            _ => panic!("{check:?}, but the referee says {fault:?} in {text}"),
        }
    }
    seen
}

/// Where the players went on, the tolerant mode tells that, and compares the result with the last position.
fn check_last_position<P: RecordNotation<Rules = ()>>(
    tree: &GameTree<P>,
    ended: Outcome,
    text: &str,
    reading: ReadOptions,
) {
    let (result, repairs) = referee::<P>(text, reading);
    assert!(repairs.iter().any(|kind| matches!(kind, RepairKind::PlayedOn { .. })), "{text}");
    let last = tree.game(tree.end()).expect("simple positions").outcome().map(|(outcome, _)| outcome);
    let outcome = last.or(Some(ended).filter(|outcome| *outcome != Outcome::Draw));
    let contradicts = outcome.is_some_and(|outcome| tree.result() != Some(outcome.into()));
    let fault = result.err().map(|error| error.fault);
    assert_eq!(matches!(fault, Some(Fault::WrongResult { .. })), contradicts, "{fault:?} in {text}");
}

#[test]
fn a_dead_position_stays_dead_for_the_result() {
    let dead = "[SetUp \"1\"][FEN \"8/8/5k2/3p4/3K4/8/8/8 w - - 0 1\"]";
    for (end, is_right) in [("1-0", false), ("0-1", false), ("*", false), ("1/2-1/2", true)] {
        let text = format!("{dead} 1. Kxd5 Kf5 {end}");
        let (result, repairs) = referee::<Chess>(&text, ReadOptions::pgn());
        assert!(matches!(repairs[..], [RepairKind::PlayedOn { .. }]), "{repairs:?}");
        match result {
            Ok(_) => assert!(is_right, "{text}"),
            Err(error) => {
                let expected = "but the rules say draw: insufficient material";
                assert!(!is_right && error.to_string().contains(expected), "{text}: {error}");
            }
        }
    }
    // One against one is a draw by material in Turkish draughts; counters of endings are in the random games below.
    let turkish = "[FEN \"W:WKa1:BKd8\"] 1. a1-b1 d8-e8 2-0";
    let (result, repairs) = referee::<Draughts<Turkish>>(turkish, ReadOptions::pdn());
    assert!(repairs.iter().any(|kind| matches!(kind, RepairKind::PlayedOn { .. })), "{repairs:?}");
    assert!(matches!(result, Err(RecordError { fault: Fault::WrongResult { .. }, .. })), "{result:?}");
}

#[test]
fn the_referee_agrees_with_the_check_of_whole_games() {
    let endings = [
        check::<Chess>(Syntax::Pgn, "8/8/8/4k3/8/8/6R1/K7 w - - 140 90", 300, 40),
        check::<Chess>(Syntax::Pgn, "7k/8/5KQ1/8/8/8/8/8 b - - 0 1", 200, 30),
        check::<Draughts<International>>(Syntax::Pdn, "W:WK46,K45:BK5", 300, 40),
        check::<Draughts<Russian>>(Syntax::Pdn, "W:WKa1,Kc1:BKh8", 300, 40),
        check::<Draughts<English>>(Syntax::Pdn, "W:WK32,K31:BK1", 300, 120),
        check::<Draughts<Frisian>>(Syntax::Pdn, "W:WK46,K45:BK5", 300, 40),
    ];
    let total =
        endings.iter().fold([0; 4], |sum, seen| std::array::from_fn(|index| sum[index] + seen[index]));
    assert!(total.iter().all(|&count| count > 20), "{endings:?}");
}

#[test]
fn a_series_without_end_takes_no_memory() {
    // Two million moves of one game that no rule of the tolerant mode stops.
    let moves = (1..=100_000).map(|number| format!("{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * number - 1, 2 * number));
    let text = moves.collect::<String>() + "1/2-1/2";
    let (result, repairs) = referee::<Chess>(&text, ReadOptions::pgn());
    assert_eq!(result, Ok(true));
    assert!(matches!(repairs[..], [RepairKind::PlayedOn { .. }]), "{repairs:?}");
}

#[test]
fn a_set_up_begins_anew() {
    let dance = "46-41 1-7 41-46 7-1 ".repeat(2);
    // Three times the same position would end the game; the set-up forgets the first two.
    let text = format!("[FEN \"W:WK46,K47:BK1\"] {dance} /FEN \"W:WK46,K47:BK1\"/ 5. 46-41 1-7 *");
    let (result, repairs) = referee::<Draughts<International>>(&text, ReadOptions::pdn());
    assert_eq!((result, repairs.len()), (Ok(true), 0));
    let text = format!("[FEN \"W:WK46,K47:BK1\"] {dance} 5. 46-41 1-7 *");
    let (_, repairs) = referee::<Draughts<International>>(&text, ReadOptions::pdn());
    let is_told = matches!(repairs[..], [RepairKind::PlayedOn { .. }, RepairKind::ResultMissing { .. }]);
    assert!(is_told, "{repairs:?}");
}

#[test]
fn unknown_games_are_told_with_their_reason() {
    let mut reader = Reader::new(&b"[GameType \"999\"] 1. 32-28 *"[..], Syntax::Pdn);
    let choose = |which: &damier_record::WhichGame| Err(format!("no game {:?}", which.game_type.as_deref()));
    let mut referee = Referee::new(ReadOptions::pdn(), choose, |_| {});
    let error = reader.read_game(&mut referee).expect_err("no game");
    assert_eq!(error.fault.to_string(), "no game Some(\"999\")");
}

/// In the game itself nobody may pass; in a variation that is analysis.
#[test]
fn null_moves_of_the_game_are_errors() {
    let (result, _) = referee::<Chess>("1. e4 -- 2. d4 *", ReadOptions::pgn());
    assert_eq!(
        result.expect_err("a pass").to_string(),
        "game 1, line 1, column 7: illegal move \"--\": a player cannot pass: null moves are allowed \
         only in variations"
    );
    let (result, repairs) = referee::<Chess>("1. e4 e5 (1... Z0 2. d4) 2. d4 *", ReadOptions::pgn());
    assert_eq!(result, Ok(true));
    assert_eq!(repairs, [RepairKind::NullMove { found: "Z0".to_owned() }]);
    let (result, _) = referee::<Chess>("1. e4 e5 (1... -- 2. d4) 2. d4 *", ReadOptions::pgn().strict());
    assert!(result.is_err());
}

#[test]
fn a_referee_counts_what_it_has_seen() {
    let text = "1. e4 (1. d4 d5 (1... Nf6) 2. c4) 1... e5 (1... c5) * 1. e4 c5 7. Nf3 d6 8. d4 e2 *";
    let mut reported = 0;
    let mut reader = Reader::new(text.as_bytes(), Syntax::Pgn);
    let mut referee = Referee::new(ReadOptions::pgn(), |_| Ok(replay_board::<Chess>()), |_| reported += 1);
    assert_eq!(reader.read_game(&mut referee), Ok(true));
    let first = referee.tally();
    assert_eq!((first.games, first.moves, first.variation_moves, first.changes), (1, 2, 5, 0));
    // A wrong number is a repair; an illegal move ends the game and does not count.
    reader.read_game(&mut referee).expect_err("an illegal move");
    let both = referee.tally();
    assert_eq!((both.games, both.moves, both.variation_moves, both.changes), (2, 7, 5, 1));
    drop(referee);
    assert_eq!(reported, 1);
}

#[test]
fn a_board_is_chosen_anew_when_the_tags_change() {
    let games = [
        ("", None),
        ("", None),
        ("[SetUp \"1\"][FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]", None),
        ("[Variant \"Standard\"]", None),
        ("[Variant \"Standard\"]", None),
        ("[GameType \"1\"]", None),
        ("[GameType \"1\"]", Some("chess")),
        ("[GameType \"1\"]", Some("chess")),
        ("[GameType \"1\"]", None),
    ];
    let mut asked = Vec::new();
    let choose = |which: &damier_record::WhichGame| {
        let tag = which.variant.as_deref().or(which.game_type.as_deref());
        asked.push((which.game.clone(), tag.map(str::to_owned)));
        Ok(replay_board::<Chess>())
    };
    let mut referee = Referee::new(ReadOptions::pgn(), choose, |_| {});
    for (tags, name) in games {
        referee.name_next(name.map(str::to_owned));
        let text = format!("{tags} 1. e4 *");
        let mut reader = Reader::new(text.as_bytes(), Syntax::Pgn);
        assert_eq!(reader.read_game(&mut referee), Ok(true), "{text}");
    }
    drop(referee);
    let asked: Vec<_> = asked.iter().map(|(game, tag)| (game.as_deref(), tag.as_deref())).collect();
    let (standard, one, chess) = (Some("Standard"), Some("1"), Some("chess"));
    assert_eq!(asked, [(None, None), (None, standard), (None, one), (chess, one), (None, one)]);
}

#[test]
fn results_and_marks_of_check_are_compared_as_told() {
    let mate = "1. f3 e5 2. g4 Qh4 1-0";
    let choose = |_: &damier_record::WhichGame| Ok(replay_board::<Chess>());
    let reader = || Reader::new(mate.as_bytes(), Syntax::Pgn);
    let mut repairs = Vec::new();
    let mut referee = Referee::new(ReadOptions::pgn(), choose, |repair| repairs.push(repair.kind));
    assert!(reader().read_game(&mut referee).is_err(), "mate is a win of Black");
    let mut referee = referee.without_results();
    assert_eq!(reader().read_game(&mut referee), Ok(true));
    referee.set_options(ReadOptions::pgn().exact_moves());
    assert_eq!(reader().read_game(&mut referee), Ok(true));
    drop(referee);
    assert_eq!(repairs.len(), 1, "the mark of mate is missing: {repairs:?}");
}

/// What a referee of PGN or PDN reports, and its tally.
fn judged<P: boardgame::RecordNotation<Rules = ()>>(
    text: &str,
    options: ReadOptions,
) -> (Vec<String>, [u64; 2]) {
    let mut told = Vec::new();
    let choose = |_: &damier_record::WhichGame| Ok(replay_board::<P>());
    let mut referee = Referee::new(options, choose, |repair| told.push(repair.kind.to_string()));
    let mut reader = Reader::with_options(text.as_bytes(), options);
    let mut errors = Vec::new();
    loop {
        match reader.read_game(&mut referee) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => errors.push(error.fault.to_string()),
        }
    }
    let tally = referee.tally();
    let counts = [tally.changes, tally.notes];
    drop(referee);
    told.extend(errors);
    (told, counts)
}

#[test]
fn results_are_compared_with_the_end_of_the_game_itself() {
    let pdn = |text: &str| judged::<Draughts<International>>(text, ReadOptions::pdn());
    // White takes the last piece.
    let won = "[FEN \"W:W28:B22\"]\n[Result \"?\"]\n\n1. 28x17";
    assert_eq!(pdn(&format!("{won} *")).0.len(), 1);
    // PDN has results of other kinds.
    assert_eq!(pdn(&format!("{won} *").replace('?', "12-8")).0, [""; 0]);
    // Another position was set up after the end.
    assert_eq!(pdn(&format!("{won} /FEN \"W:W31:B20\"/ 1. 31-27 20-24 *")).0, [""; 0]);
    assert_eq!(pdn(&format!("{won} (1. 28x17 /FEN \"W:W31:B20\"/ 1. 31-27) *")).0.len(), 1);
    // What is repeated in a variation does not end the game.
    let pgn = |text: &str| judged::<Chess>(text, ReadOptions::pgn());
    let cycle = "Nf3 Nf6 Ng1 Ng8 ".repeat(5);
    assert_eq!(pgn(&format!("{cycle} e4 1/2-1/2")).0.len(), 1);
    assert_eq!(pgn(&format!("1. e4 (1. {cycle} e4) e5 2. d4 *")).0, [""; 0]);
    assert_eq!(pgn(&format!("1. e4 (1. {cycle}) e5 2. d4 *")).0, [""; 0]);
}

/// One of several moves that a text may mean is no better guess than the others.
#[test]
fn no_move_is_proposed_for_an_ambiguous_text() {
    let (result, _) = referee::<Chess>("1. d4 d5 2. Nf3 Nf6 3. Nd2 *", ReadOptions::pgn());
    let fault = result.expect_err("two knights").fault;
    assert!(matches!(fault, Fault::BadMove { meant: None, .. }), "{fault}");
    // 18x9x2 is nearer to the text than 18x11x2.
    let ambiguous = "[FEN \"W:W18:B6,7,14,15\"]\n\n1. 18x2 *";
    let (result, _) = referee::<Draughts<English>>(ambiguous, ReadOptions::pdn());
    let fault = result.expect_err("two ways").fault;
    assert!(matches!(fault, Fault::BadMove { meant: None, .. }), "{fault}");
}

/// In draughts a quiet move may be written as a capture; in chess that is doubtful.
#[test]
fn the_sign_of_a_capture_is_told() {
    let (result, repairs) = referee::<Draughts<International>>("1. 32x28 *", ReadOptions::pdn());
    assert_eq!((result, repairs.len()), (Ok(true), 1));
    for text in ["1. Nxf3 *", "1. Nb1xc3 *"] {
        let (result, _) = referee::<Chess>(text, ReadOptions::pgn());
        assert!(matches!(result, Err(RecordError { fault: Fault::BadMove { .. }, .. })), "{text}");
    }
}

#[test]
fn changes_and_notes_are_counted() {
    assert_eq!(judged::<Chess>("1. e4 . . e5 2. e.p. Nf3 . *", ReadOptions::pgn()).1, [1, 3]);
    assert_eq!(judged::<Chess>("1. e4 e5 *", ReadOptions::pgn()).1, [0, 0]);
}

/// A game that nobody knows is an error of the tag that names it.
#[test]
fn unknown_games_are_told_at_their_tag() {
    for (tags, line) in [("[Event \"a\"]\n[Variant \"x\"]\n", 2), ("[GameType \"99\"]\n[Event \"a\"]\n", 1)] {
        let text = format!("{tags}\n1. e4 *");
        let choose = |_: &damier_record::WhichGame| Err("no such game".to_owned());
        let mut referee = Referee::new(ReadOptions::pgn(), choose, |_| {});
        let error = Reader::new(text.as_bytes(), Syntax::Pgn).read_game(&mut referee).expect_err("unknown");
        assert_eq!(error.place.line, line, "{error}");
    }
}
