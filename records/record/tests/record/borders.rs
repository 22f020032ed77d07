//! Borders of the reader and of trees: where a game, a line, a move or a number just ends.

use boardgame::{MoveStyle, Notation, PositionExt, RecordNotation};
use chess::Chess;
use damier_record::{
    EditError, GameResult, GameTree, NodeId, ReadOptions, Reader, ResultStyle, Syntax, Termination, Visitor,
    WriteOptions, read_games,
};
use draughts::Draughts;
use draughts::variants::International;

/// Of each game the number of its moves and the kinds of its repairs, or the place of its error.
fn told<P: RecordNotation<Rules = ()>>(text: &str, options: ReadOptions) -> Vec<String> {
    let first_word = |text: String| text.split([' ', '{']).next().unwrap_or_default().to_owned();
    let mut told = Vec::new();
    for game in read_games::<P, _>(text.as_bytes(), options) {
        told.push(match game {
            Ok(game) => {
                let kinds = game.repairs.iter().map(|repair| first_word(format!("{:?}", repair.kind)));
                format!("{} moves {}", game.tree.plies(), kinds.collect::<Vec<_>>().join(" "))
                    .trim_end()
                    .to_owned()
            }
            Err(broken) => broken.to_string().split(": ").next().unwrap_or_default().to_owned(),
        });
    }
    told
}

#[track_caller]
fn pgn(text: &str, expected: &[&str]) {
    assert_eq!(told::<Chess>(text, ReadOptions::pgn()), expected, "{text}");
}

#[track_caller]
fn pdn(text: &str, expected: &[&str]) {
    assert_eq!(told::<Draughts<International>>(text, ReadOptions::pdn()), expected, "{text}");
}

#[test]
fn only_pdn_knows_an_unknown_date_without_parts() {
    pgn("[Date \"?\"]\n\n1. e4 *", &["1 moves WrongTag"]);
    pdn("[Date \"?\"]\n\n1. 32-28 *", &["1 moves"]);
    pdn("[Date \"yesterday\"]\n\n1. 32-28 *", &["1 moves WrongTag"]);
}

#[test]
fn after_an_open_comment_games_begin_with_a_tag() {
    for line in ["xEvent \"b\"", "[not a tag]", "[ \"x\"]", "[]", "[", "[Event b]"] {
        let text = format!("1. e4 {{open\n{line}\n1. e4 e5 *\n1. c4 *\n[ Event  \"b\"]\n\n1. d4 d5 2. c4 *");
        pgn(&text, &["game 1, line 1, column 7", "3 moves"]);
    }
}

#[test]
fn numbers_are_digits_only() {
    pgn("1. e4 e5 2a. Nf3 *", &["game 1, line 1, column 10"]);
}

#[test]
fn a_spaced_move_ends_with_its_square() {
    pdn("1. 32 - 28 19 - 23 *", &["2 moves SpacesInMove SpacesInMove"]);
    pdn("1. 32 - 28. 19-23 *", &["game 1, line 1, column 13"]);
    pdn("1. 32 - 28/ 19-23 *", &["game 1, line 1, column 9"]);
}

#[test]
fn comments_before_the_next_game() {
    pgn("1. e4 e5\n\n{a} 1 d4 d5 *", &["2 moves MovesAlone", "2 moves CommentBetweenGames"]);
    pgn(
        "1. e4 e5\n\n{a} ;b\n 1. d4 d5 *",
        &["2 moves MovesAlone", "2 moves CommentBetweenGames CommentBetweenGames"],
    );
}

/// A bare 1 after an empty line begins another game only where a move follows.
#[test]
fn a_number_alone_begins_no_game() {
    let bad = "game 1, line 3, column 1";
    for end in ["1", "1 *", "1 5", "1 5 *"] {
        pdn(&format!("1. 32-28 18-23\n\n{end}"), &[bad]);
    }
    pdn("1. 32-28 18-23\n\n1 2. 33-28 *", &["2 moves MovesAlone", "1 moves NumberWithoutDot WrongNumber"]);
}

#[test]
fn annotations_before_the_next_game() {
    pgn("1. e4 e5 $1\n\n$2 {x} 1. d4 *", &["2 moves MovesAlone", "1 moves CommentBetweenGames"]);
}

#[test]
fn a_comment_ends_at_a_zero_byte() {
    let error = "game 1, line 1, column 7";
    pgn("1. e4 {a\0b} e5 *", &[error]);
    pgn("1. e4 {a*\0b} e5 *", &[error]);
}

#[test]
fn a_result_stands_alone() {
    for text in ["1. e4 1/2x *", "1. e4 1/2-1/2x *", "1. e4 1/2/2 *"] {
        pgn(text, &["game 1, line 1, column 7"]);
    }
}

/// Hyphens stand for moves in old files of draughts only.
#[test]
fn hyphens_are_no_moves_of_chess() {
    for text in ["1. - e5 *", "1. \u{2013} e5 *"] {
        pgn(text, &["game 1, line 1, column 4"]);
    }
    pdn("1. \u{2013} *", &["0 moves MissingMove"]);
}

#[test]
fn a_word_without_end_hides_no_games() {
    let text = format!("1. {} e5 *\n{}", "Q".repeat(100_000), "1. d4 *\n".repeat(20_000));
    let games = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn());
    let (good, bad): (Vec<_>, Vec<_>) = games.partition(Result::is_ok);
    assert_eq!((good.len(), bad.len()), (20_000, 1));
}

/// A bracket that closes a variation after a comment of a whole line stands apart from the next word.
#[test]
fn words_after_a_line_of_comment_stand_apart() {
    let text = "1. e4 (1. d4 ;a {b}\n) 1... e5 *";
    let game = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).next().expect("a game");
    let text = WriteOptions::pgn().to_text(&game.expect("legal").tree).expect("a text");
    assert!(text.ends_with("1. e4 (1. d4\n;a {b}\n) 1... e5 *\n\n"), "{text}");
}

#[test]
fn a_result_closes_no_variation() {
    pgn("1. e4 e5 1-0 )", &["2 moves", "game 2, line 1, column 14"]);
    pgn("1. e4 (1. d4 1-0\n\n[Event \"x\"]\n\n1. c4 *", &["game 1, line 1, column 14", "1 moves"]);
}

#[test]
fn the_last_variation_stays_last_when_demoted() {
    let mut tree = GameTree::<Chess>::default();
    let [first, last] = ["e4", "d4"].map(|text| tree.add_text(NodeId::ROOT, text).expect(text));
    tree.demote(last).expect("a variation");
    assert_eq!(tree.children(NodeId::ROOT).collect::<Vec<_>>(), [first, last]);
    tree.demote(first).expect("the main line");
    assert_eq!(tree.children(NodeId::ROOT).collect::<Vec<_>>(), [last, first]);
}

/// A mark and the same mark as a number are written once, other numbers as they are.
#[test]
fn marks_and_their_numbers_are_written_once() {
    let written = |text: &str| {
        let game = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).next().expect("a game");
        let text = WriteOptions::pgn().to_text(&game.expect("a legal game").tree).expect("no set-ups");
        text.split_once("\n\n").expect("tags").1.trim_end().to_owned()
    };
    assert_eq!(written("1. e4! $1 *"), "1. e4 $1 *");
    assert_eq!(written("1. e4! $14 *"), "1. e4 $1 $14 *");
    assert_eq!(written("1. e4 $14 $1 *"), "1. e4 $14 $1 *");
}

#[test]
fn a_move_of_another_position_is_not_added() {
    let mut tree = GameTree::<Chess>::default();
    let other = Chess::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").expect("legal");
    let mv = other.read_move("Rh4", MoveStyle::Record).expect("legal there");
    assert!(matches!(tree.add_move(NodeId::ROOT, mv), Err(EditError::Illegal)));
    assert_eq!(tree.plies(), 0);
}

#[test]
fn the_termination_of_a_tree_is_that_of_its_tag() {
    let text = "[Termination \"time forfeit\"]\n\n1. e4 1-0";
    let game = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).next().expect("a game");
    assert_eq!(game.expect("legal").tree.termination(), Some(Termination::TimeForfeit));
}

/// Moves before a position set up in the middle of a game are not played on it.
#[test]
fn a_position_after_a_set_up_begins_there() {
    let text = "1. 32-28 18-23 /FEN \"W:W31,50:B20\"/ 1. 31-27 *";
    let game = read_games::<Draughts<International>, _>(text.as_bytes(), ReadOptions::pdn()).next();
    let tree = game.expect("a game").expect("legal").tree;
    let last = std::iter::successors(Some(NodeId::ROOT), |&node| tree.next(node)).last().expect("the root");
    assert_eq!(tree.position(last).to_fen(), "B:W27,50:B20");
}

/// The tag for the result after reading.
fn result_tag<P: RecordNotation<Rules = ()>>(text: &str, options: ReadOptions) -> Option<String> {
    let game = read_games::<P, _>(text.as_bytes(), options).next().expect("a game");
    game.expect("a legal game").tree.tags().get("Result").map(str::to_owned)
}

#[test]
fn tags_of_results_are_repaired() {
    let tag = |text: &str| result_tag::<Chess>(text, ReadOptions::pgn());
    assert_eq!(tag("1. e4 1-0"), None);
    assert_eq!(tag("[Result \"1-0\"]\n\n1. e4 1-0").as_deref(), Some("1-0"));
    assert_eq!(tag("[Result \"1/2\"]\n\n1. e4 1/2-1/2").as_deref(), Some("1/2-1/2"));
    assert_eq!(tag("[Result \"white\"]\n\n1. e4 *").as_deref(), Some("*"));
}

#[test]
fn pdn_keeps_results_of_other_kinds() {
    let tag = |text: &str| result_tag::<Draughts<International>>(text, ReadOptions::pdn());
    assert_eq!(tag("[Result \"12-8\"]\n\n1. 32-28 *").as_deref(), Some("12-8"));
    assert_eq!(tag("[Result \"2-0\"]\n\n1. 32-28 *").as_deref(), Some("2-0"));
    assert_eq!(tag("[Result \"1-0\"]\n\n1. 32-28 *").as_deref(), Some("1-0"));
    // Of a game that writes them in one way only those that say how they are written.
    let tag = |text: &str| {
        result_tag::<Draughts<International>>(text, ReadOptions::pdn().results(ResultStyle::Two))
    };
    assert_eq!(tag("[Result \"1-0\"]\n\n1. 32-28 *").as_deref(), Some("2-0"));
    assert_eq!(tag("[Result \"1-0\"]\n[ResultFormat \"x\"]\n\n1. 32-28 *").as_deref(), Some("1-0"));
}

#[test]
fn tags_of_results_are_written() {
    let line = |options: WriteOptions, tag: &str, result: Option<GameResult>| {
        let mut tree = GameTree::<Draughts<International>>::default();
        tree.tags_mut().set("Result", tag);
        tree.set_result(result);
        let text = options.to_text(&tree).expect("no set-ups");
        text.lines().find(|line| line.starts_with("[Result ")).expect("a result").to_owned()
    };
    assert_eq!(line(WriteOptions::pdn(ResultStyle::Two), "12-8", None), "[Result \"12-8\"]");
    assert_eq!(line(WriteOptions::pdn(ResultStyle::Two), "*", Some(GameResult::Draw)), "[Result \"1-1\"]");
    assert_eq!(line(WriteOptions::pdn(ResultStyle::Two), "2-0", Some(GameResult::Draw)), "[Result \"1-1\"]");
    assert_eq!(line(WriteOptions::pgn(), "12-8", None), "[Result \"*\"]");
}

#[test]
fn lines_are_as_long_as_they_may_be() {
    let longest = |letters: usize| {
        let text = format!("1. e4 {{{}}} *", "x".repeat(letters));
        let game = read_games::<Chess, _>(text.as_bytes(), ReadOptions::pgn()).next().expect("a game");
        let text = WriteOptions::pgn().to_text(&game.expect("legal").tree).expect("no set-ups");
        text.lines().map(str::len).max().expect("lines")
    };
    // The number, the move and the comment stand in one line if that has 79 characters.
    assert_eq!([70, 71, 72].map(longest), [78, 79, 76]);
}

/// A visitor that does nothing.
struct Nobody;

impl Visitor for Nobody {}

#[test]
fn parts_end_between_games_where_nothing_is_left_open() {
    for (text, expected) in [
        ("1. e4 *\n", true),
        ("1. e4 *\n\n1. d4 1-0\n \n", true),
        ("1. e4\n", false),
        ("1. e4 * {x}\n", false),
        ("1. e4 *\n\n{x}\n", false),
        ("", false),
    ] {
        let mut reader = Reader::new(text.as_bytes(), Syntax::Pgn);
        while reader.read_game(&mut Nobody).expect("a game") {
            assert!(reader.capacity() >= text.len(), "{text}");
        }
        assert_eq!(reader.ends_between_games(), expected, "{text}");
    }
}
