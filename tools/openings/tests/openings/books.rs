//! Books of every format, good and bad.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

use catalog::GameId;
use damier_openings::{Opening, OpeningOrder, OpeningSet, OpeningSource, OpeningsError};
use tempfile::TempDir;

/// A folder with one book.
struct Shelf {
    folder: TempDir,
    path: PathBuf,
}

fn shelf(name: &str, content: &[u8]) -> Shelf {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::File::create(&path).and_then(|mut file| file.write_all(content)).expect("a file");
    Shelf { folder, path }
}

impl Shelf {
    fn open_with(
        &self,
        game: GameId,
        plies: Option<u16>,
        order: OpeningOrder,
    ) -> Result<OpeningSet, OpeningsError> {
        assert!(self.folder.path().exists());
        OpeningSet::open(game, &OpeningSource::Book { path: self.path.clone(), plies, order }, 7)
    }
}

fn openings(name: &str, content: &str, game: GameId) -> Vec<Opening> {
    let shelf = shelf(name, content.as_bytes());
    let openings = shelf.open_with(game, None, OpeningOrder::Listed).expect("a good book");
    (0..openings.len().expect("a book ends")).map(|number| openings.get(number).expect("checked")).collect()
}

fn complaint(name: &str, content: &str, game: GameId) -> String {
    let shelf = shelf(name, content.as_bytes());
    let error = shelf.open_with(game, None, OpeningOrder::Listed).expect_err("a bad book");
    error.to_string().replace(&format!("{}/", shelf.folder.path().display()), "")
}

#[test]
fn books_of_all_formats_are_read() {
    let pgn = "[Opening \"Scandinavian\"]\n\n1. e4 {best} d5 (1... e5) *\n\n[ECO \"A00\"]\n1. g4 *\n";
    let found = openings("a.pgn", pgn, GameId::Chess);
    assert_eq!(found[0].name.as_deref(), Some("Scandinavian"));
    assert_eq!((found[0].moves.join(" "), &found[0].fen), ("e4 d5".to_owned(), &None));
    assert_eq!((found[1].name.as_deref(), found[1].moves.join(" ")), (Some("A00"), "g4".to_owned()));

    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let found = openings("a.pgn", &format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 *\n"), GameId::Chess);
    assert_eq!((found[0].fen.as_deref(), found[0].moves.join(" ")), (Some(fen), "e4".to_owned()));

    let pdn = "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n";
    assert_eq!(openings("a.pdn", pdn, GameId::International)[0].moves.join(" "), "32-28 19-23 28x19 14x23");

    let epd = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 3; id \"King pawn\";\n";
    let found = openings("a.epd", epd, GameId::Chess);
    assert_eq!(found[0].name.as_deref(), Some("King pawn"));
    assert_eq!(found[0].fen.as_deref(), Some("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 1"));

    let list = "W:W31-50:B1-20\n\nB:W32:B19,27\n";
    let found = openings("a.fen", list, GameId::International);
    assert_eq!(found.iter().map(|opening| opening.fen.as_deref()).collect::<Vec<_>>().len(), 2);
    assert_eq!(found[1].fen.as_deref(), Some("B:W32:B19,27"));
    assert_eq!(openings("book", list, GameId::International), found, "the content tells the format");
}

#[test]
fn books_are_cut_shuffled_and_begun_again() {
    let games: String = ["e4", "d4", "c4", "Nf3", "g3", "b3", "f4", "e3"]
        .iter()
        .map(|mv| format!("1. {mv} a6 2. a3 *\n\n"))
        .collect();
    let shelf = shelf("a.pgn", games.as_bytes());
    let get = |plies, order| {
        let openings = shelf.open_with(GameId::Chess, plies, order).expect("a good book");
        (0..16).map(|number| openings.get(number).expect("checked").moves).collect::<Vec<_>>()
    };
    let listed = get(Some(1), OpeningOrder::Listed);
    assert_eq!(listed[..3], [["e4"], ["d4"], ["c4"]]);
    assert_eq!(listed[8..], listed[..8]);
    let shuffled = get(Some(1), OpeningOrder::Shuffled);
    assert_ne!(shuffled[..8], listed[..8]);
    assert_eq!(shuffled[..8].iter().collect::<HashSet<_>>(), listed[..8].iter().collect::<HashSet<_>>());
    assert_eq!(get(None, OpeningOrder::Listed)[0], ["e4", "a6", "a3"]);
    assert_eq!(get(Some(1), OpeningOrder::Shuffled), shuffled);
}

#[test]
fn broken_openings_are_named_by_their_line() {
    let cases = [
        (
            "a.pgn",
            "1. e4 *\n\n1. e4 e5\n2. Ke3 *\n",
            GameId::Chess,
            "a.pgn, line 4: illegal move \"Ke3\": a king cannot move from e1 to e3",
        ),
        ("a.epd", "8/8/8/8/8/8/8/8 w - -\n", GameId::Chess, "a.epd, line 1: "),
        ("a.fen", "W:W31-50:B1-20\nW:W31-99:B1-20\nx\n", GameId::International, "a.fen, line 2: "),
        ("a.fen", "B:W31:B\n", GameId::International, "a.fen, line 1: the game is over in this position"),
        (
            "a.pgn",
            "1. f3 e5 2. g4 Qh4# 0-1\n",
            GameId::Chess,
            "a.pgn, line 1: the game ends in the opening: checkmate (FIDE 5.1.1); cut it with plies",
        ),
        ("a.pdn", "[GameType \"25\"]\n1. c3-d4 *\n", GameId::International, "a.pdn, line 1: "),
        ("a.pgn", "", GameId::Chess, "a.pgn: no openings in it"),
        ("a.fen", "\n\n", GameId::International, "a.fen: no openings in it"),
        (
            "a.txt",
            "some words\n",
            GameId::Chess,
            "a.txt: unknown format; expected a book in PGN, PDN, EPD or FEN",
        ),
    ];
    for (name, content, game, message) in cases {
        let found = complaint(name, content, game);
        assert!(found.starts_with(message), "{found}\ninstead of\n{message}");
        assert_eq!(found.lines().count(), 1);
    }
    let found = complaint("a.fen", "x\nW:W31-50:B1-20\ny\n", GameId::International);
    assert!(found.ends_with(" (2 of 3 openings are broken)"), "{found}");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let source =
        |path: &str| OpeningSource::Book { path: path.into(), plies: None, order: OpeningOrder::Listed };
    let error = OpeningSet::open(GameId::Chess, &source("/no/such/book.pgn"), 1).expect_err("no file");
    assert!(error.to_string().starts_with("cannot read /no/such/book.pgn: "), "{error}");
    let long_line = format!("{}\n", "x".repeat(1 << 20));
    assert!(complaint("a.fen", &long_line, GameId::Chess).starts_with("a.fen, line 1: "));
    let mut picture = b"\x89PNG\r\n\x1a\n".to_vec();
    picture.extend([0; 200]);
    let shelf = shelf("a.pgn", &picture);
    assert!(shelf.open_with(GameId::Chess, None, OpeningOrder::Listed).is_err());
}
