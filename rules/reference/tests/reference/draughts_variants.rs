//! What single variants do differently.

use crate::walk::{game, is_king_move, wander};
use damier_reference::draughts::{
    ALL, Color, Game, Outcome, Position, Reason, legal_moves, number_of, perft_distinct, perft_routes, play,
    read_square, rules_of,
};

/// The legal moves as texts with square numbers: `from-to` or `from x captured x to`.
fn moves(name: &str, fen: &str) -> Vec<String> {
    let game = game(name, fen);
    let number = |square| number_of(game.rules, square).to_string();
    let mut texts: Vec<String> = game
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let captured: Vec<String> = mv.captured.iter().map(|&square| number(square)).collect();
            let sign =
                if captured.is_empty() { "-".to_string() } else { format!("x{}x", captured.join("+")) };
            format!("{}{sign}{}{}", number(mv.from), number(mv.to), if mv.crowned { "K" } else { "" })
        })
        .collect();
    texts.sort();
    texts
}

fn outcome(name: &str, fen: &str) -> Option<(Outcome, Reason)> {
    game(name, fen).outcome()
}

#[test]
fn known_mistakes_of_other_programs() {
    // The king made in passing must choose a landing square from which it captures on.
    assert_eq!(moves("russian", "W:Wh6:Bg7,c5,d2").len(), 1);
    let both = moves("international", "W:WK4:B13,20,32,37");
    assert_eq!(both.iter().filter(|text| text.starts_with("4x") && text.ends_with("x15")).count(), 2);
}

#[test]
fn mirrored_boards_have_the_same_counts() {
    let pairs = [
        ("filipino", "brazilian"),
        ("srilankan", "canadian"),
        ("jamaican", "pool"),
        ("pool-unified", "pool"),
        ("portuguese", "spanish"),
        ("poddavki", "russian"),
        ("losing", "international"),
        ("ghanaian", "nigerian"),
    ];
    for (one, other) in pairs {
        let count = |name| {
            let rules = rules_of(name).expect("known rules");
            perft_distinct(rules, &Position::start(rules), 5)
        };
        assert_eq!(count(one), count(other), "{one} {other}");
    }
}

#[test]
fn killer_king_stops_behind_a_king() {
    assert_eq!(moves("killer", "W:WK46:BK32"), ["46x32x28"]);
    assert_eq!(moves("killer", "W:WK46:B32").len(), 6);
    assert_eq!(moves("international", "W:WK46:BK32").len(), 6);
}

#[test]
fn modern_king_stops_behind_a_king_only_after_several() {
    assert_eq!(moves("modern", "W:WK46:BK32").len(), 6);
    assert_eq!(moves("modern", "W:WK46:B37,K28"), ["46x37+28x23"]);
    assert_eq!(moves("modern", "W:WK46:BK37,28").len(), 5);
}

#[test]
fn thai_king_stops_behind_each_piece() {
    assert_eq!(moves("thai", "W:WK4:B11").len(), 1);
}

#[test]
fn argentinian_readings_differ() {
    assert_eq!(moves("argentinian", "W:WKh1:BKe4,a2").len(), 1);
    assert_eq!(moves("argentinian-wiki", "W:WKh1:BKe4,a2").len(), 4);
    // A man can take a king, a king can take a man.
    let fen = "W:Wb1,Kh1:Bf3,Kc2";
    assert!(moves("argentinian", fen).iter().all(|text| text.starts_with("4x")));
    assert!(moves("argentinian-wiki", fen).iter().all(|text| text.starts_with("1x")));
}

#[test]
fn turkish_man_captures_on_as_a_king() {
    assert_eq!(moves("turkish", "W:Wa6:Ba7,d8,h5").len(), 4);
    assert!(moves("turkish", "W:Wa6:Ba7,d8,h5").iter().all(|text| text.ends_with('K')));
}

#[test]
fn turkish_man_stops_or_captures_on_as_a_man() {
    let fen = "W:Wd6:Ba7,d7,e8";
    assert_eq!(moves("turkish", fen), ["20x12+5x6K", "20x12+5x7K", "20x12+5x8K"]);
    assert_eq!(moves("turkish-man", fen), ["20x12+5x6K"]);
    assert_eq!(moves("turkish-stop", fen), ["20x12x4K"]);
}

#[test]
fn turkish_piece_does_not_turn_back() {
    // With a turn on the row both men could be captured in one move.
    let texts = moves("turkish", "W:WKc4:Bb4,e4,h8");
    assert_eq!(texts, ["35x34x33", "35x37x38", "35x37x39", "35x37x40"]);
}

#[test]
fn armenian_moves() {
    // Eight men straight ahead, and seven to each side diagonally.
    let rules = rules_of("armenian").expect("known rules");
    assert_eq!(legal_moves(rules, &Position::start(rules)).len(), 8 + 14);
    assert_eq!(moves("armenian", "W:WKd4,a2:Bh7").len(), 27 + 3);
    assert_eq!(moves("armenian", "W:WKd4,a2:Be5,h7").len(), 27 - 4 + 3);
}

#[test]
fn frisian_king_rests_after_three_moves() {
    let mut game = game("frisian", "W:WK47,K46,36:BK3,15");
    let king = |game: &Game| game.position().king_run(Color::White);
    for (ply, text) in ["47-42", "3-9", "42-38", "9-3", "38-32", "3-9"].into_iter().enumerate() {
        let squares: Vec<_> =
            text.split('-').map(|s| read_square(game.rules, s).expect("a square")).collect();
        let found = game.legal_moves().into_iter().find(|mv| mv.from == squares[0] && mv.to == squares[1]);
        game.play(found.unwrap_or_else(|| panic!("{text} at ply {ply}")));
    }
    let run = king(&game).expect("the king has moved");
    assert_eq!((number_of(game.rules, run.square), run.moves), (32, 3));
    assert!(game.legal_moves().iter().all(|mv| mv.from != run.square));

    // Any other move sets it free.
    let other = game.legal_moves().into_iter().find(|mv| !is_king_move(&game, mv));
    game.play(other.expect("the man can move"));
    assert_eq!(king(&game), None);
}

#[test]
fn frisian_side_without_men_is_free() {
    let mut game = game("frisian", "W:WK46,K47:BK3,K4,15");
    wander(&mut game, 20, |_, _| true);
    assert!(game.positions.iter().all(|position| position.king_run(Color::White).is_none()));
    assert!(game.positions.iter().any(|position| position.king_run(Color::Black).is_some()));
}

#[test]
fn breakthrough_ends_with_the_first_king() {
    let fen = "W:WK5,40:B1,10";
    assert!(moves("breakthrough", fen).is_empty());
    assert_eq!(outcome("breakthrough", fen), Some((Outcome::Win(Color::White), Reason::FirstKing)));
}

#[test]
fn no_legal_move() {
    let win = |color| Some((Outcome::Win(color), Reason::NoLegalMove));
    let blocked = "B:W21,27,40:B16";
    assert_eq!(outcome("international", blocked), win(Color::White));
    assert_eq!(outcome("losing", blocked), win(Color::Black));
    assert_eq!(outcome("losing", "B:W21,27,40:B"), win(Color::Black));
    assert_eq!(outcome("poddavki", "W:W:B1"), win(Color::White));
    let blocked = "B:Wb6,c5:Ba7";
    assert_eq!(outcome("czech", blocked), win(Color::White));
    assert_eq!(outcome("slovak", blocked), Some((Outcome::Draw, Reason::NoLegalMove)));
    assert_eq!(outcome("slovak", "B:Wb6,c5:B"), win(Color::White));
}

#[test]
fn no_legal_move_goes_before_a_draw() {
    let mut game = game("international", "W:WK47,K48:BK6");
    wander(&mut game, 9, |_, _| true);
    let last = game.legal_moves().into_iter().next().expect("a move");
    game.play(last);
    // The same counters, but Black's king is gone.
    let position = game.positions.last_mut().expect("a position");
    for (square, _) in position.board.pieces(game.rules, position.turn) {
        position.board.set(square, None);
    }
    let winner = position.turn.opponent();
    assert_eq!(game.outcome(), Some((Outcome::Win(winner), Reason::NoLegalMove)));
}

#[test]
fn ghanaian_one_piece_loses() {
    let lost = Some((Outcome::Win(Color::White), Reason::OnePieceLeft));
    assert_eq!(outcome("ghanaian", "W:W47,48:B3"), lost);
    assert_eq!(outcome("ghanaian", "B:W47,48:BK3"), lost);
    assert_eq!(outcome("ghanaian", "W:W48:B3"), Some((Outcome::Draw, Reason::OnePieceLeft)));
    assert_eq!(outcome("ghanaian", "W:W47,48:B3,4"), None);
    assert_eq!(outcome("nigerian", "W:W47,48:B3"), None);
}

#[test]
fn jamaican_letters_are_seen_from_black() {
    let rules = rules_of("jamaican").expect("known rules");
    let corner = read_square(rules, "a1").expect("a playing square");
    assert_eq!((corner.file, corner.rank, number_of(rules, corner)), (0, 7, 1));
}

/// Random games of every variant keep to what all games have in common.
#[test]
fn random_games() {
    let mut random = 7u64;
    for rules in ALL {
        let mut game = Game::start(rules);
        for _ in 0..60 {
            let moves = game.legal_moves();
            if game.outcome().is_some() || moves.is_empty() {
                break;
            }
            let distinct = moves.windows(2).all(|pair| {
                let key = |i: usize| (pair[i].from, pair[i].to, &pair[i].captured, pair[i].crowned);
                key(0) < key(1)
            });
            assert!(distinct, "{}", rules.name);
            assert_eq!(perft_distinct(rules, game.position(), 1), moves.len() as u64);
            let routes: usize = moves.iter().map(|mv| mv.routes.len()).sum();
            assert_eq!(perft_routes(rules, game.position(), 1), routes as u64);
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let mv = moves[(random >> 33) as usize % moves.len()].clone();
            check_captures(&game, &mv);
            game.play(mv);
        }
    }
}

fn check_captures(game: &Game, mv: &damier_reference::draughts::Move) {
    let mover = game.position().turn;
    let before = game.position().board.pieces(game.rules, mover.opponent()).len();
    let next = play(game.rules, game.position(), mv);
    let after = next.board.pieces(game.rules, mover.opponent()).len();
    assert_eq!(before - after, mv.captured.len(), "{}", game.rules.name);
    for route in &mv.routes {
        let squares = route.pdn_squares();
        assert_eq!((squares[0], squares[squares.len() - 1]), (mv.from, mv.to));
    }
}
