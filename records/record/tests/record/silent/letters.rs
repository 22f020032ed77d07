//! Letters and signs of other languages, and results written with them.

use chess::Chess;
use damier_record::{Letters, ReadOptions, ResultStyle, WriteOptions, read_games};
use draughts::Draughts;
use draughts::variants::{International, Russian};

use super::{check, pdn, pgn, reported};

/// Two games with all pieces, castling and a promotion, in the letters of a language.
fn games_in(letters: Letters) -> String {
    let english = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. Re1 Nd6 6. Nxe5 Be7 7. Bf1 Nxe5 8. Rxe5 O-O 9. d4 Bf6 \
                   10. Re1 Re8 11. Bf4 Rxe1 12. Qxe1 Ne8 13. Kh1 Kf8 *\n\n\
                   [SetUp \"1\"]\n[FEN \"8/4P3/8/8/8/8/k7/7K w - - 0 1\"]\n\n1. e8=Q Kb2 2. Qb5+";
    let piece = |letter: char| match "KQRBN".find(letter) {
        Some(index) => letters.pieces()[index].to_owned(),
        None => letter.to_string(),
    };
    // Only what follows the tags is in another language.
    let lines = english.split_inclusive('\n').map(|line| match line.starts_with('[') {
        true => line.to_owned(),
        false => line.chars().map(piece).collect(),
    });
    lines.collect()
}

fn all_written(text: &str, options: ReadOptions) -> String {
    let games = read_games::<Chess, _>(text.as_bytes(), options);
    games.map(|game| WriteOptions::pgn().to_text(&game.expect("legal").tree).expect("a record")).collect()
}

#[test]
fn every_language_is_read_as_english() {
    let english = all_written(&(games_in(Letters::English) + " *"), ReadOptions::pgn());
    for letters in Letters::ALL {
        let text = games_in(letters) + " *";
        let options = ReadOptions::pgn().letters(letters);
        assert_eq!(all_written(&text, options), english, "{letters}");
        let told = reported::<Chess>(&text, options);
        match letters {
            Letters::English => assert_eq!(told, [""; 0]),
            // Once for each game, and not at all for what is alike in both languages.
            _ => {
                let expected = format!("piece letters are {letters}, read as K Q R B N");
                assert!(told.len() == 2 && told.iter().all(|told| told.ends_with(&expected)), "{told:?}");
            }
        }
        let strict = reported::<Chess>(&text, options.strict());
        assert_eq!(strict.len(), told.len(), "{strict:?}");
    }
}

#[test]
fn languages_are_not_mixed() {
    for (letters, text, found) in [
        (Letters::German, "1. e4 e5 2. Nf3 *", "Nf3"),
        (Letters::German, "1. e4 e5 2. Кf3 *", "Кf3"),
        (Letters::English, "1. e4 e5 2. Кf3 *", "Кf3"),
        (Letters::English, "1. e4 e5 2. ♘f3! *", "♘f3"),
        (Letters::Russian, "1. e4 e5 2. Nf3 *", "Nf3"),
    ] {
        let told = reported::<Chess>(text, ReadOptions::pgn().letters(letters));
        let expected =
            format!("game 1, line 1, column 13: bad move {found:?}: the piece letters are {letters}");
        assert_eq!(told, [expected], "{text}");
    }
    // In a variation that cuts it off.
    let told = reported::<Chess>("1. e4 e5 (1... Кf6) 2. Nf3 *", ReadOptions::pgn());
    assert!(told.len() == 1 && told[0].contains("a variation cut off: bad move \"Кf6\""), "{told:?}");
    // What can be no part of a move is none.
    let told = reported::<Chess>("1. e4é *", ReadOptions::pgn());
    assert!(told[0].contains("found 'é', expected a move"), "{told:?}");
}

#[test]
fn marks_stand_after_the_letters_of_every_language() {
    let german = ReadOptions::pgn().letters(Letters::German);
    for (text, english) in [("1. Sf3! d5 *", "1. Nf3! d5 *"), ("1. d4 d5 2. Lf4?! *", "1. d4 d5 2. Bf4?! *")]
    {
        assert_eq!(all_written(text, german), all_written(english, ReadOptions::pgn()), "{text}");
    }
}

#[test]
fn piece_letters_change_nothing_in_draughts() {
    for text in [
        "1. 32-28 19-23 *",
        "1. 032-28 *",
        "1. 32-28 - *",
        "1. 32-28! 19-23?? *",
        "1. К32-28 *",
        "1. 32–28 *",
    ] {
        let english = reported::<Draughts<International>>(text, ReadOptions::pdn());
        for letters in [Letters::German, Letters::Russian] {
            let told = reported::<Draughts<International>>(text, ReadOptions::pdn().letters(letters));
            assert_eq!(told, english, "{text}");
        }
    }
    let told = reported::<Draughts<International>>("1. К32-28 *", ReadOptions::pdn());
    assert!(told.len() == 1 && told[0].contains("found 'К', expected a move"), "{told:?}");
}

#[test]
fn dashes_and_crosses_are_told() {
    let signs = |place: &str, found: &str, plain: &str| {
        format!("1, column {place}: the signs of {found:?} read as {plain:?}")
    };
    pdn("1. 32–28 *", &[&signs("4", "32–28", "32-28")]);
    pdn(
        "1. 32—28 19−23 2. 28×19 *",
        &[&signs("4", "32—28", "32-28"), &signs("12", "19−23", "19-23"), &signs("23", "28×19", "28x19")],
    );
    let castling = "1, column 35: \"0–0\" read as castling";
    pgn("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. 0–0 *", &[castling]);
    pgn("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. О-О *", &[&signs("35", "О-О", "O-O")]);
    let long = "1, column 4: \"e2-e4\" read as \"e4\"";
    pgn("1. e2–e4 *", &[&signs("4", "e2–e4", "e2-e4"), long]);
    pgn("1. e4 d5 2. e×d5! *", &[&signs("13", "e×d5", "exd5")]);
    // A move that cannot be played is the error, whatever its signs.
    let told = reported::<Draughts<International>>("1. 32–23 *", ReadOptions::pdn());
    assert!(told.len() == 1 && told[0].contains("illegal move \"32-23\""), "{told:?}");
}

#[test]
fn results_with_other_signs_are_told() {
    let read = |found: &str, written: &str| format!("1, column 7: the result {found:?} read as {written:?}");
    for (found, plain) in
        [("1–0", "1-0"), ("0—1", "0-1"), ("½–½", "1/2-1/2"), ("½-½", "1/2-1/2"), ("1/2–1/2", "1/2-1/2")]
    {
        pgn(&format!("1. e4 {found}"), &[&read(found, plain)]);
    }
    let told =
        reported::<Draughts<International>>("1. 32-28 2–0", ReadOptions::pdn().results(ResultStyle::Two));
    assert_eq!(told.len(), 2, "{told:?}");
}

#[test]
fn moves_of_russian_books_are_told() {
    let options = ReadOptions::pdn().results(ResultStyle::One);
    check::<Draughts<Russian>>(
        options,
        "1. cd4 dc5 2. bc3 fg5 3. c3-b4 *",
        &[
            "1, column 4: \"cd4\" read as \"c3-d4\"",
            "1, column 8: \"dc5\" read as \"d6-c5\"",
            "1, column 15: \"bc3\" read as \"b2-c3\"",
            "1, column 19: \"fg5\" read as \"f6-g5\"",
        ],
    );
    let told = reported::<Draughts<Russian>>("1. c3-b4 d6-c5 2. b:d6 e:c5 *", options);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].ends_with("\"b:d6\" read as \"b4:d6\""), "{told:?}");
    assert!(told[1].ends_with("\"e:c5\" read as \"e7:c5\""), "{told:?}");
    let ambiguous = reported::<Draughts<Russian>>("[FEN \"W:Wc3,Kc5:Bh8\"] 1. cd4 *", options);
    assert!(ambiguous[0].ends_with("ambiguous move \"cd4\": it could be c3-d4 or c5-d4"), "{ambiguous:?}");
}
