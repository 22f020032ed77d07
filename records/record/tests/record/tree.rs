//! Trees: editing, replaying, writing; long and deep ones.

use boardgame::{Color, Notation, Outcome};
use chess::Chess;
use damier_record::{
    EditError, EmbeddedCommand, Evaluation, Fault, GameResult, GameTree, Loss, Meaning, NodeId, ReadOptions,
    RepairKind, ResultCheck, ResultStyle, TextMove, WriteError, WriteOptions, read_games, replay_games,
};
use draughts::Draughts;
use draughts::variants::{English, International};

type Tree = GameTree<Chess>;

fn read(text: &str) -> Tree {
    let mut games = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn());
    games.next().expect("a game").expect("a legal game").tree
}

fn moves(text: &str) -> String {
    let written = WriteOptions::pgn().to_text(&read(text)).expect("no set-ups");
    let (_, moves) = written.split_once("\n\n").expect("tags");
    moves.trim_end().to_owned()
}

#[test]
fn variations_are_promoted_demoted_and_deleted() {
    let mut tree = read("1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. Nf3 *");
    let e4 = tree.next(NodeId::ROOT).expect("a move");
    let [e5, c5, e6] = tree.children(e4).collect::<Vec<_>>()[..] else { panic!("three moves") };
    tree.promote(e6).expect("a variation");
    assert_eq!(tree.children(e4).collect::<Vec<_>>(), [e5, e6, c5]);
    tree.demote(e5).expect("a line");
    assert_eq!(tree.children(e4).collect::<Vec<_>>(), [e6, e5, c5]);
    tree.promote_to_main(c5).expect("a variation");
    assert_eq!(tree.children(e4).collect::<Vec<_>>(), [c5, e6, e5]);
    assert_eq!(tree.plies(), 3);
    tree.delete(c5).expect("a line");
    assert_eq!(tree.children(e4).collect::<Vec<_>>(), [e6, e5]);
    assert_eq!(tree.plies(), 2);
    assert!(!tree.contains(c5));
    assert_eq!(tree.add_text(c5, "Nf3"), Err(EditError::NoSuchNode));
    assert_eq!(tree.delete(NodeId::ROOT), Err(EditError::Root));
    assert_eq!(tree.nodes().count(), 4);
    // A move that is there is not added twice.
    assert_eq!(tree.add_text(e4, "e6"), Ok(e6));
    assert!(matches!(tree.add_text(e4, "e4"), Err(EditError::BadMove(_))));
}

/// Every spelling of a null move is kept as `--`, and played as a pass: no en passant after it.
#[test]
fn null_moves_of_variations_are_kept() {
    for null in ["--", "Z0", "@@@@", "null", "0000"] {
        let text = format!("1. e4 d6 2. e5 f5 (2... d5 3. {null} {{a threat}} c6 4. exd6) ({null}) 3. d4 *");
        let expected = "1. e4 d6 2. e5 f5 (2... d5 3. -- {a threat} 3... c6";
        let mut games = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn());
        let game = games.next().expect("a game").expect("a legal game");
        let [first, cut, second] = &game.repairs[..] else { panic!("{:?}", game.repairs) };
        let kind = RepairKind::NullMove { found: null.to_owned() };
        assert!(first.kind == kind && second.kind == kind, "{:?}", game.repairs);
        assert!(cut.to_string().contains("illegal move \"exd6\""), "en passant is gone: {cut}");
        let written = WriteOptions::pgn().to_text(&game.tree).expect("no set-ups");
        assert!(written.contains(expected) && written.contains("(2... --)"), "{written}");
        assert_eq!(moves(&written), written.split_once("\n\n").expect("tags").1.trim_end());
        // The positions are those of python-chess after Board.push(Move.null()).
        let null = game.tree.nodes().filter(|&node| game.tree.mv(node) == Some(chess::Move::NULL));
        let fens: Vec<String> = null.map(|node| game.tree.position(node).to_fen()).collect();
        assert_eq!(
            fens,
            [
                "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 1 3",
                "rnbqkbnr/ppp1pppp/3p4/4P3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 1 3",
            ]
        );
        let replayed = replay_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).next();
        assert_eq!(replayed.expect("a game").expect("a legal game").moves, 9);
    }
    // Who is in check cannot pass.
    let text = "1. e4 e5 2. Bb5 a6 (2... Bb4 3. Bxd7+ --) *";
    let mut games = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn());
    let repairs = games.next().expect("a game").expect("a legal game").repairs;
    assert!(
        repairs[0]
            .to_string()
            .ends_with("a variation cut off: illegal move \"--\": a player who is in check cannot pass"),
        "{repairs:?}"
    );
    // Trees take them too, and the rules start again after them.
    let mut tree = Tree::default();
    let null = tree.add_text(NodeId::ROOT, "--").expect("a null move");
    let after = tree.add_text(null, "e5").expect("a legal move");
    assert_eq!(tree.game(after).expect("a game").moves().len(), 1);
    // Draughts knows none.
    let mut games =
        read_games::<Draughts<International>, _>("1. 32-28 (--) *".as_bytes(), ReadOptions::pdn());
    let repairs = games.next().expect("a game").expect("a legal game").repairs;
    assert!(matches!(repairs[0].kind, RepairKind::VariationCut(_)), "{repairs:?}");
}

#[test]
fn counters_and_repetitions_are_exact_at_every_node() {
    let tree = read(
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 (5. e4) Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 *",
    );
    let line: Vec<NodeId> = tree.main_line().collect();
    let game = tree.game(line[7]).expect("a game");
    assert_eq!(game.occurrences(), 3);
    assert_eq!(game.outcome(), None);
    assert_eq!(game.claims().len(), 1);
    let (outcome, _) = tree.game(line[15]).expect("a game").outcome().expect("a fifth time");
    assert_eq!(outcome, Outcome::Draw);
    let variation = tree.variations(line[7]).next().expect("a variation");
    assert_eq!(tree.game(variation).expect("a game").claims(), []);
    assert_eq!(tree.position(variation).halfmove_clock(), 0);
}

#[test]
fn results_are_compared_with_the_rules() {
    let mate = "1. f3 e5 2. g4 Qh4# ";
    let check = |text: &str| read(text).check_result().expect("few moves");
    assert!(matches!(check(&format!("{mate} 0-1")), ResultCheck::Agrees(Outcome::Win(Color::Black), _)));
    let ResultCheck::Contradicts { recorded, .. } = check(&format!("{mate} 1-0")) else { panic!("a mate") };
    assert_eq!(recorded, Some(GameResult::Win(Color::White)));
    assert!(matches!(check(&format!("{mate} *")), ResultCheck::Contradicts { recorded: None, .. }));
    assert_eq!(check("1. e4 1-0"), ResultCheck::Undecided);
    let bare = "[FEN \"8/8/4k3/8/8/3K4/8/8 w - - 0 1\"][SetUp \"1\"] 1. Ke4 Kf6 1/2-1/2";
    assert!(matches!(check(bare), ResultCheck::PlayedOn { node: NodeId::ROOT, outcome: Outcome::Draw, .. }));
}

#[test]
fn export_format() {
    let text =
        "[ZZ \"z\"][Black \"b\"][AA \"a\"] 1.e4!{c}e5(1...c5?!2.Nf3(2.Nc3)2...d6)2.Nf3 Nc6 3.Bb5 a6 1/2-1/2";
    let expected = "\
[Event \"?\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[White \"?\"]
[Black \"b\"]
[Result \"1/2-1/2\"]
[AA \"a\"]
[ZZ \"z\"]

1. e4 $1 {c} 1... e5 (1... c5 $6 2. Nf3 (2. Nc3) 2... d6) 2. Nf3 Nc6 3. Bb5 a6
1/2-1/2

";
    assert_eq!(WriteOptions::pgn().to_text(&read(text)).expect("no set-ups"), expected);
}

/// Comments behind a move belong to it; those behind its variations, where no other move follows, close them.
#[test]
fn comments_behind_the_last_move() {
    for (text, expected) in [
        ("1. e4 e5 {a} *", (1, 0)),
        ("1. e4 e5 {a} (1... c5 {b}) (1... e6 {c}) *", (1, 0)),
        ("1. e4 e5 (1... c5 {b}) {a} *", (0, 1)),
        ("1. e4 e5 {a} (1... c5 {b}) {c} *", (1, 1)),
        // The variation has no legal move, and so does not exist.
        ("1. e4 e5 (1... Kc5) {a} *", (1, 0)),
    ] {
        let tree = read(text);
        let counts = |node: NodeId| (tree.notes(node).after.len(), tree.notes(node).closing.len());
        assert_eq!(counts(tree.end()), expected, "{text}");
        let e4 = tree.next(NodeId::ROOT).expect("a move");
        for variation in tree.children(e4).skip(1) {
            assert_eq!(counts(variation), (1, 0), "{text}");
        }
    }
}

#[test]
fn set_up_positions_and_their_numbers() {
    let text = "[FEN \"7k/8/8/3Pp3/8/8/8/7K w - e6 0 31\"]\n[SetUp \"1\"]\n\n1. dxe6 *";
    assert_eq!(moves(text), "31. dxe6 *");
    let text = "[FEN \"7k/8/8/3Pp3/8/8/8/7K b - - 0 31\"]\n[SetUp \"1\"]\n\n1... e4 2. d6 *";
    assert_eq!(moves(text), "31... e4 32. d6 *");
}

#[test]
fn lines_have_fewer_than_80_characters() {
    let mut tree = Tree::default();
    let mut node = NodeId::ROOT;
    for _ in 0..40 {
        for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
            node = tree.add_text(node, text).expect("a legal move");
            tree.add_comment(node, "some words [%clk 1:00:00] and more");
        }
    }
    let text = WriteOptions::pgn().to_text(&tree).expect("no set-ups");
    assert!(text.lines().all(|line| line.chars().count() < 80 && !line.ends_with(' ')), "{text}");
    assert!(text.lines().filter(|line| line.len() > 60).count() > 60, "{text}");
}

#[test]
fn set_ups_inside_a_game() {
    type Position = Draughts<International>;
    let text = "1. 32-28 /FEN \"W:WK1:B30,35\"/ 1-18 (1-23!) *";
    let mut games = read_games::<Position, _>(text.as_bytes(), ReadOptions::pdn());
    let tree = games.next().expect("a game").expect("legal").tree;
    assert_eq!(tree.plies(), 2);
    assert_eq!(tree.game(tree.end()).expect("a game").moves().len(), 1);
    let written = WriteOptions::pdn(ResultStyle::Two).to_text(&tree).expect("PDN");
    assert!(
        written.contains("1. 32-28 /FEN \"W:WK1:B30,35\"/ 1. 1-18") || written.contains("2. 1-18"),
        "{written}"
    );
    assert!(matches!(WriteOptions::pgn().to_text(&tree), Err(WriteError::SetUp)));
    let moves: Vec<String> = tree.moves().map(|(before, _)| before.to_fen()).collect();
    assert_eq!(moves, [tree.start().to_fen(), "W:WK1:B30,35".to_owned()]);
    let texts = tree.to_texts();
    assert_eq!(texts.moves().collect::<Vec<_>>(), ["32-28", "1-18"]);
}

/// Moves of games that are known to be legal are added to nodes that exist.
#[test]
fn played_moves_need_a_node() {
    let mut texts = read("1. e4 e5 *").to_texts();
    let mv = |text: &str, is_second| TextMove { text: text.into(), is_second };
    let e4 = texts.next(NodeId::ROOT).expect("a move");
    assert!(texts.add_played(texts.end(), mv("Nf3", false)).is_ok());
    assert_eq!(texts.moves().collect::<Vec<_>>(), ["e4", "e5", "Nf3"]);
    texts.delete(e4).expect("a line");
    assert_eq!(texts.add_played(e4, mv("c5", true)), Err(EditError::NoSuchNode));
}

#[test]
fn black_first() {
    let mut tree = GameTree::<Draughts<English>>::default();
    let node = tree.add_text(NodeId::ROOT, "11-15").expect("a legal move");
    tree.add_text(node, "23-19").expect("a legal move");
    tree.set_result(Some(GameResult::Win(Color::White)));
    let options = WriteOptions::pdn(ResultStyle::One).with_tag("GameType", "21,B,8,8,N1,0");
    let expected = "[Result \"1-0\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 23-19 *\n\n";
    assert_eq!(options.to_text(&tree).expect("PDN"), expected);
}

#[test]
fn commands_are_read_on_request() {
    let tree = read("1. e4 {[%eval 0.17] [%clk 0:00:30.5] fine [%xyz 1,2] [%cal Ge2e4,Rd7d5]} *");
    let comment = &tree.notes(tree.end()).after[0];
    assert_eq!(comment.plain(), "fine");
    let texts: Vec<String> = comment.commands().iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["[%eval 0.17]", "[%clk 0:00:30.5]", "[%xyz 1,2]", "[%cal Ge2e4,Rd7d5]"]);
    assert_eq!(comment.commands()[2].meaning(), &Meaning::Unknown);
}

#[test]
fn illegal_moves_in_variations_cut_them_off() {
    let text = "1. e4 (1. d4 d5 2. Ke2 Nf6) e5 *";
    let game = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn())
        .next()
        .expect("a game")
        .expect("readable");
    assert_eq!(game.tree.nodes().count(), 4);
    let [repair] = &game.repairs[..] else { panic!("one repair: {:?}", game.repairs) };
    assert!(
        matches!(&repair.kind, RepairKind::VariationCut(fault) if matches!(**fault, Fault::BadMove { .. }))
    );
    assert_eq!((repair.place.line, repair.place.column), (1, 20));
    let strict = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn().strict()).next();
    assert!(strict.expect("a game").is_err());
}

#[test]
fn ten_thousand_plies() {
    let mut tree = Tree::default();
    let mut node = NodeId::ROOT;
    for ply in 0..10_000 {
        node = tree.add_text(node, ["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4]).expect("a legal move");
    }
    let text = WriteOptions::pgn().to_text(&tree).expect("no set-ups");
    let again = read(&text);
    assert_eq!(again.plies(), 10_000);
    assert_eq!(again.position(again.end()), tree.position(node));
    drop(again.clone());
}

/// Each variation replaces the second move of the line around it: the queen's knight moves only there.
fn nested(depth: usize) -> String {
    let mut text = "Nf3 Nc6 ".to_owned();
    for ply in 1..=depth {
        text += &format!("({} {} ", ["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4], ["Nc6", "Nc3"][ply % 2]);
    }
    text + &")".repeat(depth) + " *"
}

#[test]
fn variations_a_thousand_deep() {
    let text = nested(damier_record::DEEPEST_VARIATION);
    let game = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).next();
    let game = game.expect("a game").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(game.repairs.len(), 0, "{}", game.repairs[0]);
    assert_eq!(game.tree.nodes().count(), 2 + 2 * damier_record::DEEPEST_VARIATION);
    let written = WriteOptions::pgn().to_text(&game.tree).expect("no set-ups");
    let again = read(&written);
    assert_eq!(again.nodes().count(), game.tree.nodes().count());
    assert_eq!(WriteOptions::pgn().to_text(&again.clone()).expect("no set-ups"), written);

    let text = nested(damier_record::DEEPEST_VARIATION + 1);
    let game = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).next().expect("a game");
    assert!(game.is_err());
}

#[test]
fn commands_of_clocks_are_typed() {
    use std::time::Duration;
    let seconds = Duration::from_secs;
    let clocks = |white, black, running| Meaning::Clocks { white, black, running };
    for (text, usual, meaning) in [
        ("egt 1:25:42", "egt 1:25:42", Meaning::ElapsedInGame(seconds(5142))),
        ("mct 17:10:42", "mct 17:10:42", Meaning::MechanicalClock(seconds(61842))),
        ("emt 3", "emt 0:00:03", Meaning::Elapsed(seconds(3))),
        ("emt 0:0:05", "emt 0:00:05", Meaning::Elapsed(seconds(5))),
        ("emt 0.25", "emt 0:00:00.25", Meaning::Elapsed(Duration::from_millis(250))),
        ("egt 75", "egt 0:01:15", Meaning::ElapsedInGame(seconds(75))),
        ("clk 1:2:3.5", "clk 1:02:03.5", Meaning::Clock(Duration::from_millis(3_723_500))),
        ("clk  01:02:03", "clk 1:02:03", Meaning::Clock(seconds(3723))),
        (
            "clock W0:00:10 b0:00:03",
            "clock W0:00:10 b0:00:03",
            clocks(Some(seconds(10)), Some(seconds(3)), Some(Color::White)),
        ),
        (
            "clock b0:00:03 w0:00:10",
            "clock w0:00:10 b0:00:03",
            clocks(Some(seconds(10)), Some(seconds(3)), None),
        ),
        ("clock B0:00:03", "clock B0:00:03", clocks(None, Some(seconds(3)), Some(Color::Black))),
    ] {
        let command = EmbeddedCommand::from_text(text);
        assert_eq!(command.meaning(), &meaning, "{text}");
        assert_eq!(command.to_string(), format!("[%{}]", text.replace("  ", " ")));
        assert_eq!(EmbeddedCommand::new(meaning).expect("known").to_string(), format!("[%{usual}]"));
    }
    // Other forms are kept as they are.
    for text in [
        "clock W0:00:10 B0:00:03",
        "clock w0:00:10 w0:00:03",
        "clock x0:00:10 b0:00:03",
        "clock 0:49:11",
        "clock",
        "egt soon",
        "mct 5",
        "clk 5",
        "clk 1:05",
        "clk 0:75:00",
        "clk 0:00:60",
        "clk 0:00:+1",
        "emt 1.",
        "emt 1.0000000001",
        "emt -1",
        "emt 99999999999",
        "emt",
    ] {
        let command = EmbeddedCommand::from_text(text);
        assert_eq!(command.meaning(), &Meaning::Unknown, "{text}");
        assert_eq!(command.to_string(), format!("[%{text}]"));
    }
}

#[test]
fn evaluations_of_any_form_are_typed() {
    use Evaluation::{Mate, Millionths};
    for (text, value, depth) in [
        ("0.35", Millionths(350_000), None),
        ("0.5", Millionths(500_000), None),
        ("-1.5", Millionths(-1_500_000), None),
        ("1", Millionths(1_000_000), None),
        ("+0.5", Millionths(500_000), None),
        (".25", Millionths(250_000), None),
        ("-0.00", Millionths(0), None),
        ("0.123456", Millionths(123_456), None),
        ("0.35,12", Millionths(350_000), Some(12)),
        ("0.35, 12", Millionths(350_000), Some(12)),
        ("#-3", Mate(-3), None),
        ("#+3,20", Mate(3), Some(20)),
        ("#0", Mate(0), None),
    ] {
        let command = EmbeddedCommand::from_text(&format!("eval {text}"));
        assert_eq!(command.meaning(), &Meaning::Evaluation { value, depth }, "{text}");
        assert_eq!(command.to_string(), format!("[%eval {text}]"));
        // The usual form means the same.
        let usual = EmbeddedCommand::new(command.meaning().clone()).expect("known");
        let inner = usual.to_string();
        assert_eq!(
            EmbeddedCommand::from_text(&inner[2..inner.len() - 1]).meaning(),
            command.meaning(),
            "{inner}"
        );
    }
    for text in
        ["", ".", "1.", "--1", "+-1", "0.1234567", "0x1", "1e5", "inf", "#", "0.3,", "0.3,x", "99999999999"]
    {
        assert_eq!(
            EmbeddedCommand::from_text(&format!("eval {text}")).meaning(),
            &Meaning::Unknown,
            "{text}"
        );
    }
}

#[test]
fn what_cannot_be_written_is_told() {
    let mut tree = GameTree::<Draughts<English>>::default();
    tree.add_comment(NodeId::ROOT, "a } brace");
    let options = WriteOptions::pdn(ResultStyle::One);
    assert!(matches!(options.to_text(&tree), Err(WriteError::Loss(Loss::Brace { .. }))));
    let mut out = Vec::new();
    let losses = options.write(&tree, &mut out).expect("memory");
    assert_eq!(losses, [Loss::Brace { comment: "a } brace".to_owned() }]);
    assert!(String::from_utf8_lossy(&out).contains("{a ) brace}"));
    let mut tree = Tree::default();
    tree.set_result(Some(GameResult::BothLose));
    tree.add_comment(NodeId::ROOT, "a } brace");
    let text = WriteOptions::pgn().to_text(&tree).expect("PGN can hold it");
    assert!(text.contains("[Result \"0-0\"]\n") && text.ends_with(";a } brace\n*\n\n"), "{text}");
}

#[test]
fn moves_without_a_sign_are_played() {
    let text = "1. 3228 1923 2. 2819 1423 *\n\n1. 32 28 *\n\n1. 3299 *";
    let mut games = read_games::<Draughts<International>, _>(text.as_bytes(), ReadOptions::pdn());
    let game = games.next().expect("a game").expect("a legal game");
    assert_eq!((game.tree.plies(), game.repairs.len()), (4, 4));
    let written = WriteOptions::pdn(ResultStyle::Two).to_text(&game.tree).expect("a record");
    assert!(written.contains("1. 32-28 19-23 2. 28x19 14x23 *"), "{written}");
    let errors: Vec<String> = games.map(|game| game.expect_err("no moves").to_string()).collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].contains("\"32\"") && errors[1].contains("\"3299\""), "{errors:?}");
}
