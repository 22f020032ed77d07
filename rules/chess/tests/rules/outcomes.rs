//! How games end: mate, stalemate, dead positions, quiet moves and repetition.

use boardgame::{Claims, Color, Game, MoveStyle, Notation, Outcome, Position, RecordNotation};
use damier_chess::Chess;

use crate::common::at;

fn outcome(position: &Chess) -> Option<(Outcome, &'static str)> {
    position.outcome().map(|(outcome, reason)| (outcome, reason.name))
}

fn claims(game: &Game<Chess>) -> Vec<&'static str> {
    game.claims().iter().map(|reason| reason.name).collect()
}

/// FIDE 5.2.2: no series of moves can end in mate.
#[test]
fn insufficient_material() {
    for (placement, dead) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/2B1K3", true),
        ("2b1k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/1N2K3", true),
        ("1n2k3/8/8/8/8/8/8/4K3", true),
        // Any number of bishops on squares of one color, whoever owns them.
        ("4k3/8/8/8/8/B7/8/2B1K3", true),
        ("4kb2/8/8/8/8/B7/8/2B1K3", true),
        ("4k3/8/8/8/8/8/B7/1B2K3", true),
        ("b3k3/8/8/8/8/8/B7/1B2K3", true),
        // Opposite bishops, two knights, knight against bishop: mate is possible.
        ("2b1k3/8/8/8/8/8/8/2B1K3", false),
        ("4k3/8/8/8/8/8/8/2B1KB2", false),
        ("4k3/8/8/8/8/8/8/1N2K1N1", false),
        ("1n2k3/8/8/8/8/8/8/1N2K3", false),
        ("2b1k3/8/8/8/8/8/8/1N2K3", false),
        ("4k3/8/8/8/8/8/8/1NB1K3", false),
        // Whatever can mate or become what can.
        ("4k3/8/8/8/8/8/7P/4K3", false),
        ("4k3/7p/8/8/8/8/8/4K3", false),
        ("4k3/8/8/8/8/8/8/R3K3", false),
        ("3qk3/8/8/8/8/8/8/4K3", false),
    ] {
        for turn in ["w", "b"] {
            let position: Chess = at(&format!("{placement} {turn} - - 0 1"));
            assert_eq!(position.has_insufficient_material(), dead, "{placement}");
            assert_eq!(
                outcome(&position),
                dead.then_some((Outcome::Draw, "insufficient_material")),
                "{placement}"
            );
        }
    }
}

#[test]
fn no_legal_move_is_mate_or_stalemate() {
    let mate: Chess = at("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(outcome(&mate), Some((Outcome::Win(Color::White), "checkmate")));
    let mate: Chess = at("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1");
    assert_eq!(outcome(&mate), Some((Outcome::Win(Color::Black), "checkmate")));
    let stalemate: Chess = at("k7/2Q5/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(outcome(&stalemate), Some((Outcome::Draw, "stalemate")));
}

/// FIDE 9.3 and 9.6.2: 50 moves give a claim, 75 end the game; mate goes first.
#[test]
fn quiet_moves() {
    let rook = |clock: u16| at::<damier_chess::Standard>(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 90"));
    for (clock, claim, drawn) in
        [(99, false, false), (100, true, false), (149, true, false), (150, true, true), (151, true, true)]
    {
        let game = Game::new(rook(clock));
        assert_eq!(claims(&game), if claim { vec!["fifty_moves"] } else { vec![] }, "{clock}");
        assert_eq!(outcome(&rook(clock)), drawn.then_some((Outcome::Draw, "seventyfive_moves")), "{clock}");
    }
    for clock in [100, 150] {
        let mate: Chess = at(&format!("R5k1/5ppp/8/8/8/8/8/4K3 b - - {clock} 90"));
        assert_eq!(outcome(&mate), Some((Outcome::Win(Color::White), "checkmate")));
        assert!(claims(&Game::new(mate)).is_empty());
        let stalemate: Chess = at(&format!("k7/2Q5/8/8/8/8/8/4K3 b - - {clock} 90"));
        assert_eq!(outcome(&stalemate), Some((Outcome::Draw, "stalemate")));
        assert!(claims(&Game::new(stalemate)).is_empty(), "stalemate has ended the game: nothing to claim");
    }
    // The 150th quiet ply gives mate.
    let mut game = Game::new(at::<damier_chess::Standard>("6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 90"));
    let mv = game.position().read_move("Ra8#", MoveStyle::Record).expect("legal");
    game.play(mv).expect("not over yet");
    assert_eq!(game.outcome().map(|(outcome, _)| outcome), Some(Outcome::Win(Color::White)));
}

/// FIDE 9.2 and 9.6.1: three times give a claim, five end the game.
#[test]
fn repetition() {
    let mut game = Game::<Chess>::default();
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    for round in 1..=4 {
        assert_eq!(game.outcome(), None);
        assert_eq!(claims(&game), if round >= 3 { vec!["threefold_repetition"] } else { vec![] });
        for text in moves {
            let mv = game.position().read_move(text, MoveStyle::Record).expect("legal");
            game.play(mv).expect("the game goes on");
        }
        assert_eq!(game.occurrences(), round + 1);
    }
    let (outcome, reason) = game.outcome().expect("five times");
    assert_eq!((outcome, reason.name), (Outcome::Draw, "fivefold_repetition"));
}

/// FIDE 9.2.3: castling rights and a legal capture en passant make a difference.
#[test]
fn repetition_compares_rights() {
    let play = |fen: &str, moves: &str| {
        let mut game = Game::new(at::<damier_chess::Standard>(fen));
        for text in moves.split(' ') {
            let mv = game.position().read_move(text, MoveStyle::Protocol).expect("legal");
            game.play(mv).expect("the game goes on");
        }
        game.occurrences()
    };
    // The rook has moved and come back.
    assert_eq!(play("4k3/7p/8/8/8/8/8/4K2R w K - 0 1", "h1h2 e8d8 h2h1 d8e8"), 1);
    assert_eq!(play("4k3/7p/8/8/8/8/8/4K2R w - - 0 1", "h1h2 e8d8 h2h1 d8e8"), 2);
    // White could have taken en passant, but not later.
    let steps = "e1e2 e8e7 e2e1 e7e8";
    assert_eq!(play("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", &format!("d7d5 {steps}")), 1);
    // Nothing could be taken: all is the same.
    assert_eq!(play("4k3/3p4/8/6P1/8/8/8/4K3 b - - 0 1", &format!("d7d5 {steps}")), 2);
}

/// FIDE 9.2.1: a draw may be claimed with the move that will bring the position up for the third time.
#[test]
fn a_claim_may_name_the_move_that_leads_to_it() {
    let mut game = Game::<Chess>::default();
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
    for text in shuffle {
        let mv = game.position().read_move(text, MoveStyle::Protocol).expect("legal");
        game.play(mv).expect("the game goes on");
    }
    assert!(game.claims().is_empty());
    let claims = |text: &str| {
        let mv = game.position().read_move(text, MoveStyle::Protocol).expect("legal");
        game.claims_with(mv).expect("legal").iter().map(|claim| claim.name).collect::<Vec<_>>()
    };
    assert_eq!(claims("f6g8"), ["threefold_repetition"]);
    assert_eq!(claims("e7e5"), [""; 0]);
}

/// FIDE 6.9: a side that cannot mate by any series of moves does not win when the flag of the other falls.
#[test]
fn material_that_can_mate() {
    for (ours, theirs, can) in [
        ("", "", false),
        ("", "q", false),
        ("P", "", true),
        ("R", "", true),
        ("Q", "q", true),
        ("N", "", false),
        ("N", "q", false),
        ("N", "p", true),
        ("N", "n", true),
        ("N", "b", true),
        ("N", "r", true),
        ("NN", "", true),
        ("NB", "", true),
        // Two bishops beside each other stand on different colors.
        ("B", "", false),
        ("B", "qr", false),
        ("BB", "", true),
        ("B1B", "", false),
        ("B", "p", true),
        ("B", "n", true),
        ("B", "1b", true),
        ("B", "b", false),
        ("B1B", "b", false),
        ("B1B", "1b", true),
        ("1B", "b", true),
        ("1B", "1b", false),
        ("1B", "", false),
    ] {
        let row = |texts: &str| {
            let empty = 8 - texts.chars().map(|sign| sign.to_digit(10).unwrap_or(1)).sum::<u32>();
            if empty == 0 { texts.to_owned() } else { format!("{texts}{empty}") }
        };
        // The rows are two apart, so that squares of one file have the same color.
        let placement = format!("7k/8/{}/8/{}/8/8/K7", row(theirs), row(ours));
        let swap = |sign: char| match sign.is_uppercase() {
            true => sign.to_ascii_lowercase(),
            false => sign.to_ascii_uppercase(),
        };
        let white: Chess = at(&format!("{placement} w - - 0 1"));
        let black: Chess = at(&format!("{} b - - 0 1", placement.chars().map(swap).collect::<String>()));
        assert_eq!(white.can_checkmate(Color::White), can, "{ours} {theirs}");
        assert_eq!(black.can_checkmate(Color::Black), can, "{ours} {theirs}, colors swapped");
    }
}

/// The draws by the pieces and the clock are asked alone where a legal move is known.
#[test]
fn outcomes_of_positions_with_moves() {
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 149 80", None),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 150 80", Some("seventyfive_moves")),
        ("4k3/8/8/8/8/8/8/B3K3 w - - 0 80", Some("insufficient_material")),
    ] {
        let position: Chess = at(fen);
        let found = position.outcome_with_moves().map(|(_, reason)| reason.name);
        assert_eq!((found, position.outcome()), (expected, position.outcome_with_moves()), "{fen}");
    }
}

/// The rules in words say every way to end a game, with the article that the reason of the outcome names.
#[test]
fn the_rules_in_words_name_every_end() {
    let rules = Chess::rules_in_words();
    let mut topics: Vec<&str> = rules.iter().map(|rule| rule.topic).collect();
    topics.dedup();
    assert_eq!(topics, ["Board", "Pieces", "Castling", "Check", "End", "Draws", "Notation"]);
    for fen in [
        "R3k3/8/4K3/8/8/8/8/8 b - - 0 1",
        "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1",
        "4k3/8/8/8/8/8/8/B3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w - - 150 80",
    ] {
        let (_, reason) = at::<damier_chess::Standard>(fen).outcome().expect("the end");
        assert!(rules.iter().any(|rule| rule.article == Some(reason.article)), "{fen}: {reason:?}");
    }
}

/// A draw may be claimed with a move that completes the fifty.
#[test]
fn claims_with_the_next_move() {
    for (clock, can) in [(0, false), (98, false), (99, true), (100, true), (120, true)] {
        let position: Chess = at(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 80"));
        assert_eq!(position.can_claim_after_move(), can, "{clock}");
    }
}
