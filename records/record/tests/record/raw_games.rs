//! Games as texts: what is known of them before their rules are, and what becomes of what cannot be played.

use boardgame::RecordNotation;
use chess::Chess;
use damier_record::{
    CommentPlace, Flow, Letters, Location, Part, Parts, RawEvent, RawGame, ReadOptions, ReaderMode,
    RecordError, Repair, RepairEffect, RepairKind, Replay, ResultStyle, Terminator, TreeStep, Watch,
    WriteOptions, read_games, read_raw_games, replay_board, replay_board_with, replay_games,
};
use draughts::Draughts;
use draughts::variants::{International, Russian};

/// The first game of a text, and its error.
fn first(text: &str, options: ReadOptions) -> (RawGame, Option<RecordError>) {
    let mut games = read_raw_games(text.as_bytes(), options);
    match games.next().expect("a game") {
        Ok(game) => (game, None),
        Err(error) => (games.take_broken().expect("what was read"), Some(error)),
    }
}

/// The game with comments in place of what cannot be played.
fn kept(text: &str) -> RawGame {
    let mut options = ReadOptions::pgn();
    options.keeps_rest = true;
    let (game, error) = first(text, options);
    game.with_rest_as_comments(error.as_ref(), &mut *replay_board::<Chess>())
}

/// Its moves; the reasons in the comments are left out.
fn written(game: &RawGame) -> String {
    let read = game.resolve::<Chess>().expect("all that is left can be played");
    let text = WriteOptions::pgn().to_text(&read.tree).expect("a text");
    let lines = text.lines().skip_while(|line| line.starts_with('[') || line.is_empty());
    let text = lines.collect::<Vec<_>>().join(" ").trim_end().to_owned();
    let mut pieces = text.split("is not played: ");
    let mut short = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let end = piece.find("; the text: ").or(piece.find('}')).expect("the comment ends");
        short.push_str(&piece[end..]);
    }
    short
}

#[test]
fn what_cannot_be_played_is_kept_in_its_place() {
    for (text, expected) in [
        ("1. e4 e5 2. Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1. Ke5 e5 *", "{The rest ; the text: 1. Ke5 e5} *"),
        (
            "1. e4 {a} 2. Ke5 $1 {b} (2. d4! d5) *",
            "1. e4 {a} {The rest ; the text: 2. Ke5 $1 <b> ( 2. d4! d5 )} *",
        ),
        (
            "1. e4 (1. d4 Ke5 2. c4) (1. c4 c5 2. Ke4 {x} (2. d4) 2... d5 {y}) e5 2. Nf3 1-0",
            "1. e4 (1. d4 {The rest of the variation ; the text: Ke5 2. c4}) (1. c4 c5 {The rest of the variation ; \
             the text: 2. Ke4 <x> ( 2. d4 ) 2... d5 <y>}) 1... e5 2. Nf3 1-0",
        ),
        (
            "1. e4 e5 (1... c5 2. Nf3 (2. Ke5 d5) d6) 2. Nf3 *",
            "1. e4 e5 (1... c5 2. Nf3 {The rest of the variation ; the text: 2. Ke5 d5} 2... d6) 2. Nf3 *",
        ),
        (
            "1. e4 e5 (1... c5 2. Ke5 d6 (2... d5)) 2. Kd5 Nc6 *",
            "1. e4 e5 (1... c5 {The rest of the variation ; the text: 2. Ke5 d6 ( 2... d5 )}) {The rest ; the \
             text: 2. Kd5 Nc6} *",
        ),
        (
            "1. e4 (1. d4 Ke5 2. c4",
            "1. e4 (1. d4 {The rest of the variation ; the text: Ke5 2. c4} {The rest }) *",
        ),
        ("1. e4 (1. d4 d5 (1... c5 2. Nf3", "1. e4 (1. d4 d5 (1... c5 2. Nf3 {The rest })) *"),
        (
            "1. e4 e5 2. Ke5 {a [%clk 0:01] b} $3 Nf6 (2... d6",
            "1. e4 e5 {The rest ; the text: 2. Ke5 <a [ %clk 0:01] b> $3 Nf6 ( 2... d6} *",
        ),
        ("1. e4 e5 $ 2. Nf3 {a} *", "1. e4 e5 {The rest ; the text: $ 2. Nf3 <a> *} *"),
    ] {
        assert_eq!(written(&kept(text)), expected, "{text}");
    }
    let text = "1. e4 (1. d4 Ke5 2. c4) e5 *";
    let reason = kept(text).events().iter().find_map(|(_, event)| match event {
        RawEvent::Comment(text, _) => Some(text.clone()),
        _ => None,
    });
    assert!(reason.expect("a comment").contains("a king cannot move from e8 to e5"));
}

/// Each comment says why its own text is not played and belongs to the move before it; variations that were left open
/// are closed.
#[test]
fn comments_on_what_is_kept_have_their_reason_and_place() {
    let game = kept("1. e4 (1. d4 Ke5) (1. c4 Qd5) e5 2. Kd4 *");
    let comments = game.events().iter().filter_map(|(_, event)| match event {
        RawEvent::Comment(text, place) => Some((text.as_str(), *place)),
        _ => None,
    });
    let comments: Vec<_> = comments.collect();
    assert_eq!(comments.len(), 3);
    for ((comment, place), reason) in comments.into_iter().zip(["\"Ke5\"", "\"Qd5\"", "\"Kd4\""]) {
        assert!(comment.contains(reason), "{reason}: {comment}");
        assert_eq!(place, CommentPlace::After, "{comment}");
    }
    let game = kept("1. e4 (1. c4) (1. d4 d5 (1... c5 2. Nf3");
    let count = |wanted: &RawEvent| game.events().iter().filter(|(_, event)| event == wanted).count();
    assert_eq!((count(&RawEvent::BeginVariation), count(&RawEvent::EndVariation)), (3, 3));
}

/// Only the comment that holds the end of a line is told.
#[test]
fn comments_with_ends_of_lines_are_told_apart() {
    let (game, error) = first("1. e4 {a} e5 {b\rc} 2. Nf3 {d} *", ReadOptions::pgn());
    let kinds: Vec<&RepairKind> = game.repairs().iter().map(|repair| &repair.kind).collect();
    assert_eq!((kinds, error), (vec![&RepairKind::ReturnInComment], None));
}

/// A comment has a limit, so that a long rest becomes several.
#[test]
fn a_long_rest_is_kept_whole() {
    for word in ["Nf3 ", "Nf3\u{feff}é"] {
        let text = format!("1. Ke5 {{{}}} *", word.repeat(150_000));
        let game = kept(&text);
        let comments = game.events().iter().filter_map(|(_, event)| match event {
            RawEvent::Comment(text, _) => Some(text.as_str()),
            _ => None,
        });
        let comments: Vec<&str> = comments.collect();
        assert!(comments.len() > 1 && comments.iter().all(|text| !text.is_empty()), "{}", comments.len());
        let words = comments.iter().map(|text| text.matches("Nf3").count()).sum::<usize>();
        assert_eq!(words, 150_000);
    }
}

/// Sixteen mebibytes of what stands behind an error are kept.
#[test]
fn what_is_kept_has_a_limit() {
    const LENGTH: usize = (1 << 20) - 3;
    let comment = format!("{{{}}} ", "z".repeat(LENGTH));
    for (comments, is_whole) in [(1, true), (15, true), (17, false)] {
        let game = kept(&format!("1. e4 ) {} *", comment.repeat(comments)));
        let texts = game.events().iter().filter_map(|(_, event)| match event {
            RawEvent::Comment(text, _) => Some(text.as_str()),
            _ => None,
        });
        let texts: Vec<&str> = texts.collect();
        let length = texts.iter().map(|text| text.matches('z').count()).sum::<usize>();
        let is_told =
            texts.last().is_some_and(|text| text.ends_with("... and more, for which there is no room"));
        assert_eq!((length == comments * LENGTH, is_told), (is_whole, !is_whole), "{comments}: {length}");
        assert!(length > comments.min(15) * (LENGTH - 1), "{comments}: {length}");
    }
}

/// Repairs of what was kept as a comment are not told, but for those that may hide games.
#[test]
fn repairs_of_what_is_kept_are_dropped() {
    let kinds = |text: &str| -> Vec<String> {
        kept(text).repairs().iter().map(|repair| repair.kind.to_string()).collect()
    };
    assert_eq!(kinds("1. e4 e5 2 . Nf3 Ke5 *").len(), kinds("1. e4 e5 2 . Nf3 Ke5 3 . d4 *").len());
    assert!(kinds("1. e4 Ke5 ;\n2. d4 $256 *").is_empty());
    assert_eq!(kinds("1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 Ke5 5. h3 0-0 *").len(), 1);
    let hidden = "1. e4 Ke5 2. d4 {a\n\n[Event \"b\"]\n} *";
    assert!(kept(hidden).repairs().iter().any(|repair| repair.kind.may_hide_games()));
    let foreign = first("1. e4 Ke5 2. d4 *", ReadOptions::pgn()).0;
    let foreign = RawGame::from_events(3, foreign.place(), foreign.events().to_vec(), ReadOptions::pgn())
        .with_repairs([RepairKind::StrayDots]);
    let foreign = foreign.with_rest_as_comments(None, &mut *replay_board::<Chess>());
    assert_eq!((foreign.number(), foreign.repairs().len()), (3, 1));
    // An illegal move is kept as it is written.
    assert!(kinds("1. e4 e5 2. 0-0 *").is_empty());
    // Where all has the same place nothing is known to stand behind the error.
    let place = Location { line: 1, column: 1 };
    let foreign =
        RawGame::from_events(1, place, vec![(place, RawEvent::Move("Ke5".into()))], ReadOptions::pgn())
            .with_repairs([RepairKind::StrayDots])
            .with_rest_as_comments(None, &mut *replay_board::<Chess>());
    assert_eq!(foreign.repairs().len(), 1);
}

/// A repair at the place of an error is told by all ways to read a game, or by none.
#[test]
fn repairs_at_the_place_of_an_error() {
    let german = ReadOptions::pgn().letters(Letters::German);
    for (text, options, is_told) in [
        ("1. Sd5 e5 *", german, true),
        ("1. e4 (1. Sd5 c5) 1... e5 *", german, true),
        ("1. e4 e5 2. 0-0 *", ReadOptions::pgn(), false),
    ] {
        let read = read_games::<Chess, _>(text.as_bytes(), options).next().expect("a game");
        let repairs = read.map_or_else(|broken| broken.repairs, |game| game.repairs);
        let is_cut = |repair: &&Repair| matches!(repair.kind, RepairKind::VariationCut(_));
        assert_eq!(repairs.iter().any(|repair| !is_cut(&repair)), is_told, "{text}: {repairs:?}");
        let (game, _) = first(text, options);
        match game.resolve::<Chess>() {
            Ok(game) => assert_eq!(game.repairs, repairs, "{text}"),
            Err(broken) => {
                let mut told = game.repairs().iter().filter(|repair| game.is_told(repair, &broken.error));
                assert_eq!(told.next().is_some(), is_told, "{text}");
            }
        }
    }
    // A position that is refused leaves no empty variation.
    let text = "1. 32-28 (/FEN \"x\"/ ) 1... 19-23 *";
    let read = read_games::<Draughts<International>, _>(text.as_bytes(), ReadOptions::pdn()).next();
    let repairs = read.expect("a game").expect("legal moves").repairs;
    assert!(matches!(&repairs[..], [Repair { kind: RepairKind::VariationCut(_), .. }]), "{repairs:?}");
    let (game, _) = first(text, ReadOptions::pdn());
    assert_eq!(game.resolve::<Draughts<International>>().expect("legal moves").repairs, repairs);
    // Nobody tries to play the moves of a game that is not known.
    let (game, _) = first("0-0 *", ReadOptions::pgn());
    let error = game.error("no such game");
    assert_eq!(game.repairs().iter().map(|repair| repair.place).collect::<Vec<_>>(), [error.place]);
    assert!(game.is_told(&game.repairs()[0], &error));
}

/// A game from elsewhere may close what it has not opened.
#[test]
fn variations_end_as_often_as_they_began() {
    #[derive(Default)]
    struct Count(usize, usize);
    impl Watch<Chess> for Count {
        fn begin_variation(&mut self) -> Flow {
            self.0 += 1;
            Flow::Visit
        }
        fn end_variation(&mut self) {
            self.1 += 1;
        }
    }
    let place = Location { line: 1, column: 1 };
    let events = [
        RawEvent::EndVariation,
        RawEvent::Move("e4".into()),
        RawEvent::BeginVariation,
        RawEvent::Move("d4".into()),
        RawEvent::EndVariation,
        RawEvent::EndVariation,
        RawEvent::Move("e5".into()),
    ];
    let game =
        RawGame::from_events(1, place, events.map(|event| (place, event)).to_vec(), ReadOptions::pgn());
    let mut replay = Replay::<Chess, _>::watched(ReadOptions::pgn(), Count::default());
    game.show(&mut replay).expect("legal moves");
    assert_eq!((replay.watch().0, replay.watch().1, replay.plies()), (1, 1, 2));
}

/// No reader has told what is unusual about the moves of other programs.
#[test]
fn moves_of_others_are_told() {
    let place = Location { line: 1, column: 1 };
    let events = ["32-28", "019-23"].map(|text| (place, RawEvent::Move(text.into())));
    let game = RawGame::from_events(1, place, events.to_vec(), ReadOptions::pdn());
    let read = game.resolve::<Draughts<International>>().expect("legal moves");
    let kinds: Vec<RepairKind> = read.repairs.into_iter().map(|repair| repair.kind).collect();
    assert!(matches!(&kinds[..], [RepairKind::LeadingZero { .. }]), "{kinds:?}");
}

/// Games as texts are written as those that know their moves.
#[test]
fn texts_are_written_as_moves_are() {
    fn check<P: RecordNotation<Rules = ()>>(text: &str, read: ReadOptions, write: WriteOptions) {
        let (game, error) = first(text, read);
        assert_eq!(error, None);
        let moves = game.resolve::<P>().expect("legal moves");
        let texts = game.resolve_on(&mut *replay_board::<P>()).expect("legal moves");
        let expected = write.to_text(&moves.tree).expect("a text");
        assert_eq!(write.to_text(&texts.tree).expect("a text"), expected);
        assert_eq!(texts.repairs, moves.repairs);
        // The tag of a position that is not the start is written, whatever the tags are.
        let (mut moves, mut bare) = (moves, texts.clone());
        moves.tree.tags_mut().remove("FEN");
        bare.tree.tags_mut().remove("FEN");
        assert_eq!(write.to_text(&bare.tree).expect("a text"), write.to_text(&moves.tree).expect("a text"));
        // Moves and positions are told as they are written.
        for node in texts.tree.main_line() {
            let text = match texts.tree.step(node).expect("a node of the tree") {
                TreeStep::Move(mv) => mv.to_string(),
                TreeStep::SetUp(position) => position.to_string(),
            };
            assert!(expected.contains(&text) && !text.is_empty(), "{text:?} {expected}");
        }
    }
    let pgn = |text: &str| {
        check::<Chess>(text, ReadOptions::pgn(), WriteOptions::pgn());
        check::<Chess>(text, ReadOptions::pgn().exact_moves(), WriteOptions::pgn());
    };
    pgn("1. e4 d5 2. Bb5 Nc6 3. exd5 Qxd5 4. Bxc6 bxc6 *");
    pgn("1. e4! {a} e5 $3 (1... c5 2. Nf3 (2. c3 $1 d5?!) d6) 2. Nf3 {b} Nc6 *");
    pgn("1. e2e4 e7-e5 2. Ng1f3 Nc6 1/2-1/2");
    pgn("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 (7... Ke7 8. e4) 8. e3! $14 *");
    let pdn = |text: &str| {
        check::<Draughts<International>>(text, ReadOptions::pdn(), WriteOptions::pdn(ResultStyle::Two));
        let exact = ReadOptions::pdn().exact_moves();
        check::<Draughts<International>>(text, exact, WriteOptions::pdn(ResultStyle::Two));
    };
    pdn("1. 32-28 19-23 2. 28x19 14x23 {a} (2... 13x24! 3. 33-28) 3. 33-28 *");
    pdn("1. 32-28 19-23 2. 28:19 14:23 *");
    pdn("[FEN \"B:W31,32:B19,20\"]\n\n1... 19-23 2. 32-28 /FEN \"W:W31:B20\"/ 2. 31-27 20-24 1-1");
    check::<Draughts<Russian>>(
        "1. c3-d4 d6-c5 2. b2-c3 f6-g5 *",
        ReadOptions::pdn(),
        WriteOptions::pdn(ResultStyle::Two),
    );
}

#[test]
fn raw_games_tell_what_they_hold() {
    let text = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 0-1\n\n[Event \"b\"]\n\n*\n\n1. d4 *";
    let games: Vec<RawGame> =
        read_raw_games(text.as_bytes(), ReadOptions::pgn()).map(|game| game.expect("a text")).collect();
    assert_eq!(games.iter().map(RawGame::number).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(games[0].moves_begin_at(), Some(Location { line: 4, column: 1 }));
    let tags = RawGame::from_events(1, games[0].place(), games[0].events()[..2].to_vec(), ReadOptions::pgn());
    assert_eq!((tags.has_moves(), tags.moves_begin_at()), (false, None));
    let moves = RawGame::from_events(1, games[0].place(), games[0].events().to_vec(), ReadOptions::pgn());
    assert_eq!((moves.has_moves(), moves.moves_begin_at()), (true, Some(Location { line: 4, column: 1 })));
    // Of two results none is right.
    assert!(games[0].resolve::<Chess>().is_err());
    let open = games[0].clone().without_result();
    assert_eq!((open.tags().get("Result"), open.tags().get("Event")), (None, Some("a")));
    let tag_names: Vec<&str> = open
        .events()
        .iter()
        .filter_map(|(_, event)| match event {
            RawEvent::Tag(name, _) => Some(name.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(tag_names, ["Event"]);
    assert_eq!(open.events().last().map(|(_, event)| event), Some(&RawEvent::End(Terminator::Star)));
    assert_eq!(open.resolve::<Chess>().expect("no result").tree.result(), None);
}

/// Of games whose rules nobody knows the tags are checked all the same.
#[test]
fn tags_are_checked_without_rules() {
    let text = "[Event \"a\"]\n[Date \"yesterday\"]\n[Event \"b\"]\n\n1. e4 *";
    let (game, _) = first(text, ReadOptions::pgn());
    let lines: Vec<u64> = game.repairs_of_tags().iter().map(|repair| repair.place.line).collect();
    assert_eq!(lines, [2, 3]);
    assert_eq!(game.tags().get("Event"), Some("a"), "the first of two counts");
    let place = |options: ReadOptions| game.clone().with_options(options).error("unknown").place.line;
    let mut strict = ReadOptions::pgn();
    strict.mode = ReaderMode::Strict;
    assert_eq!((place(strict), place(ReadOptions::pgn())), (2, 1));
    let good = first("[Event \"a\"]\n[Variant \"other\"]\n\n1. e4 *", strict).0;
    assert_eq!(good.error("unknown").place.line, 2);
}

/// What no reader has looked at is checked when it is played.
#[test]
fn foreign_texts_are_checked() {
    let place = Location { line: 1, column: 1 };
    let events = |command: &str| {
        let comment = RawEvent::Comment(command.to_owned(), CommentPlace::After);
        vec![(place, RawEvent::Move("e4".into())), (place, comment), (place, RawEvent::Move("e5".into()))]
    };
    let told = |command: &str| {
        let game = RawGame::from_events(1, place, events(command), ReadOptions::pgn());
        game.resolve::<Chess>().expect("legal moves").repairs.len()
    };
    assert_eq!((told("[%clk 0:01:00]"), told("[%clk soon]")), (0, 1));
    let game = RawGame::from_events(
        1,
        place,
        vec![(place, RawEvent::Move("O-O".into())), (place, RawEvent::End(Terminator::Star))],
        ReadOptions::pgn(),
    );
    assert!(game.resolve::<Chess>().is_err());
    // Lines inside of comments stay.
    let game = RawGame::from_events(1, place, events("a\r\nb"), ReadOptions::pgn());
    let read = game.resolve::<Chess>().expect("legal moves");
    let node = read.tree.main_line().next().expect("a move");
    assert_eq!(read.tree.notes(node).after[0].text(), "a\r\nb");
    assert_eq!(read.tree.notes(node).after[0].to_string(), "a\r\nb");
}

#[test]
fn repairs_count_what_they_stand_for() {
    // More than are listed one by one, and what may hide games at the beginning or at the end of the others.
    let hidden = "{a\n\n[Event \"b\"]\n} ";
    let variations = |count| "(1. Ke5) ".repeat(count);
    let dots = ". ".repeat(30);
    let (most, more) = (variations(10_000), variations(50));
    for (text, notes) in [
        (format!("1. e4 {most}{hidden}{more}{hidden}1... e5 {dots}*"), 32),
        (format!("1. e4 {most}{more}{hidden}1... e5 {dots}*"), 31),
    ] {
        let mut replays = replay_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn());
        let repairs = replays.next().expect("a game").expect("a legal main line").repairs;
        let sum = |count: fn(&Repair) -> u64| repairs.iter().map(count).sum::<u64>();
        assert_eq!((sum(Repair::cut_variations), sum(Repair::notes)), (10_050, notes));
        assert!(repairs.iter().any(|repair| repair.kind == RepairKind::TagInComment));
    }
    let pass = |found: &str| RepairKind::NullMove { found: found.to_owned() }.effect();
    assert_eq!([pass("--"), pass("Z0")], [RepairEffect::Note, RepairEffect::Change]);
    assert_eq!(
        [RepairEffect::Note, RepairEffect::Change].map(|effect| effect.to_string()),
        ["note", "change"]
    );
}

#[test]
fn what_stands_after_the_last_game_is_told() {
    let text = "1. e4 (1. d4) 1-0 0-1";
    let mut games = replay_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn());
    assert_eq!(games.by_ref().map(|game| game.expect("legal").moves).collect::<Vec<_>>(), [2]);
    let mut raw = read_raw_games(text.as_bytes(), ReadOptions::pgn());
    assert_eq!(raw.by_ref().count(), 1);
    assert_eq!((games.repairs_after().len(), raw.repairs_after().len()), (1, 1));
    assert!(!raw.ends_between_games());
    let mut whole = read_raw_games(&b"1. e4 *\n"[..], ReadOptions::pgn());
    assert_eq!((whole.by_ref().count(), whole.ends_between_games()), (1, true));
    let mut parts = Parts::new(&b""[..]);
    assert!(parts.next().is_some_and(|part: Part| part.is_empty()));
    assert!(!Parts::new(&b"1. e4 *"[..]).next().expect("a part").is_empty());
}

#[test]
fn marks_of_draughts_stand_behind_their_moves() {
    let (game, _) = first("1. 32-28! 19-23!!! 2. 28x19 $3 *", ReadOptions::pdn());
    let read = game.resolve::<Draughts<International>>().expect("legal moves");
    let text = WriteOptions::pdn(ResultStyle::Two).to_text(&read.tree).expect("a text");
    assert!(text.contains("1. 32-28! 19-23!!! 2. 28x19 $3 *"), "{text}");
}

#[test]
fn results_are_written_as_their_game_does() {
    let (game, _) = first("[Result \"1-0\"]\n\n1. 32-28 1-0", ReadOptions::pdn());
    let told =
        |board: &mut dyn damier_record::ReplayBoard| game.resolve_on(board).expect("legal").repairs.len();
    assert_eq!(told(&mut *replay_board::<Draughts<International>>()), 0);
    assert!(told(&mut *replay_board_with::<Draughts<International>>((), ResultStyle::Two)) > 0);
}

/// A replay tells of its last game alone.
#[test]
fn replays_know_their_last_game() {
    let text = "{a} 1. e4 (1. d4 d5) 7. e5 *\n\n1. d4 9. d5 *\n\n1. c4 *";
    let mut reader = damier_record::Reader::new(text.as_bytes(), damier_record::Syntax::Pgn);
    let mut replay = damier_record::Replay::<Chess>::new(ReadOptions::pgn());
    for (moves, repairs) in [(4, 1), (2, 1), (1, 0)] {
        assert_eq!(reader.read_game(&mut replay), Ok(true));
        assert_eq!((replay.moves(), replay.repairs().len()), (moves, repairs));
    }
    let set_up = "1. 32-28 /FEN \"W:W31:B20\"/ 2. 31-27 *";
    let mut replays = replay_games::<Draughts<International>, _>(set_up.as_bytes(), ReadOptions::pdn());
    let position = replays.next().expect("a game").expect("legal moves").position;
    assert_eq!(boardgame::Notation::to_fen(&position), "B:W27:B20");
    let broken = read_games::<Chess, _>(&b"1. e4 *\n\n1. e4 Ke5 *"[..], ReadOptions::pgn()).nth(1);
    let broken = broken.expect("a game").expect_err("illegal");
    assert_eq!((broken.place.line, broken.place.column, broken.error.place.column), (3, 1, 7));
}

#[test]
fn a_board_is_lost_behind_an_unknown_move() {
    let mut board = replay_board::<Draughts<International>>();
    assert!(!board.is_lost());
    let mut repairs = Vec::new();
    board.play("...", damier_record::TextCheck::No, &mut repairs).expect("an unknown move");
    assert!(board.is_lost());
}
