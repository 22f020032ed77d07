//! Every way in which the tag `GameType` can name the squares of a game.

use catalog::{GameId, GameTags, SquareNames};
use record::{ReadOptions, ReplayBoard, ResultStyle, TextCheck, TextTree, WriteOptions, read_raw_games};

/// The tag of a game with another notation and flag.
fn tag_with(own: &str, notation: &str, flag: u8) -> String {
    let fields: Vec<&str> = own.split(',').take(4).collect();
    format!("{},{notation},{flag}", fields.join(","))
}

/// Moves of a seeded game in the texts of the game, and the positions after them.
fn playout(game: GameId, plies: usize) -> Vec<(String, String)> {
    let mut position = game.start();
    let mut seed = 12_345_usize;
    let mut line = Vec::new();
    for _ in 0..plies {
        if position.count_legal() == 0 {
            break;
        }
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        let index = (seed >> 16) % position.count_legal();
        let text = position.legal_moves(boardgame::MoveStyle::Record).swap_remove(index);
        position.play_on(index).expect("not hostile");
        line.push((text, position.fen()));
    }
    line
}

/// Reads the only game of a text with the names of its tag.
fn read(board: &mut dyn ReplayBoard, text: &str) -> TextTree {
    let raw = read_raw_games(text.as_bytes(), ReadOptions::pdn().strict().exact_moves()).next();
    let game = raw.expect("a game").expect("well-formed").resolve_on(board);
    game.unwrap_or_else(|broken| panic!("{text}: {broken}")).tree
}

/// Plays a line by the names of a tag, writes it, reads it again and writes it: nothing changes but names.
fn check_names(game: GameId, tag: &str, line: &[(String, String)]) {
    let tags = GameTags { game_type: Some(tag), variant: None };
    let names = SquareNames::of_game_type(game, tag).expect(tag);
    let name = |text: &str| names.as_ref().map_or_else(|| text.to_owned(), |names| names.move_from_own(text));
    let name_fen = |fen: &str| names.as_ref().map_or_else(|| fen.to_owned(), |names| names.fen_from_own(fen));
    let mut board = damier::board_by_tags(game, &tags).expect(tag);
    board.begin(None).expect("a start");
    let mut text = format!("[GameType \"{tag}\"]\n\n");
    for (own, fen) in line {
        let mv = name(own);
        board
            .play(&mv, TextCheck::No, &mut Vec::new())
            .unwrap_or_else(|fault| panic!("{tag}: {mv} for {own}: {fault}"));
        assert_eq!(*board.last_move().expect("a move").text, *mv, "{tag}");
        assert_eq!(board.fen(), name_fen(fen), "{tag}");
        text += &mv;
        text.push(' ');
    }
    assert!(!board.has_other_names(), "{tag}");
    let options = WriteOptions::pdn(if game.has_two_points() { ResultStyle::Two } else { ResultStyle::One });
    let once = options.to_text(&read(&mut *board, &(text + "*"))).expect("nothing lost");
    assert!(once.contains(&format!("[GameType \"{tag}\"]")), "{once}");
    assert_eq!(options.to_text(&read(&mut *board, &once)).expect("nothing lost"), once);
    // From a position in the middle, too.
    let Some((half, rest)) = line.split_at_checked(line.len() / 2).filter(|(half, _)| !half.is_empty())
    else {
        return;
    };
    board.begin(Some(&name_fen(&half[half.len() - 1].1))).expect(tag);
    for (own, fen) in rest {
        board.play(&name(own), TextCheck::No, &mut Vec::new()).expect(tag);
        assert_eq!(board.fen(), name_fen(fen), "{tag}");
    }
}

#[test]
fn every_notation_is_read_and_written_or_refused_with_its_field() {
    let (mut read, mut refused) = (0, 0);
    for game in GameId::ALL.iter().copied().filter(|game| !game.is_chess()) {
        let Some(own) = game.pdn_game_type() else { continue };
        let line = playout(game, 40);
        for (kind, corner, flag) in ["A", "N", "S"]
            .iter()
            .flat_map(|kind| (0..4).flat_map(move |corner| [(kind, corner, 0), (kind, corner, 1)]))
        {
            let tag = tag_with(&own, &format!("{kind}{corner}"), flag);
            let tags = GameTags { game_type: Some(&tag), variant: None };
            let field = match (*kind, own.ends_with(&flag.to_string())) {
                ("S", _) => Some("the notation is \"S"),
                (_, false) => Some("the invert flag is \""),
                _ => None,
            };
            match (tags.game(Some(game)), field) {
                (Ok(found), None) => {
                    assert_eq!(found, Some(game));
                    check_names(game, &tag, &line);
                    read += 1;
                }
                (Err(error), Some(field)) => {
                    assert!(error.to_string().contains(field), "{tag}: {error}");
                    refused += 1;
                }
                (result, _) => panic!("{game}, {tag}: {result:?}"),
            }
        }
    }
    // Nineteen games have a number, one of them with the draws of two federations; each has 24 combinations.
    assert_eq!((read, refused), (20 * 8, 20 * 16));
}

#[test]
fn chess_has_one_notation() {
    for notation in ["A0", "N0", "S1", "S2", "A3"] {
        let tag = format!("0,W,8,8,{notation}");
        let error = GameTags { game_type: Some(&tag), variant: None }.game(None).expect_err("no chess");
        assert!(error.to_string().ends_with("expected S0 for chess"), "{error}");
    }
    for tag in ["0", "0,W,8,8,S0", "0,W,8,8,S0,0"] {
        assert_eq!(GameTags { game_type: Some(tag), variant: None }.game(None), Ok(Some(GameId::Chess)));
    }
}
