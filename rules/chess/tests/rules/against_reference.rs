//! The generator against the reference, which tries every move on a mailbox board: the same positions are
//! accepted, and they have the same moves, texts, results and successors.
//!
//! `CHESS_CASES=20 cargo test -p damier-chess against_reference` makes twenty times as many cases.

use boardgame::testing::{Random, check_history, check_position};
use boardgame::{Color, Countable, Game, MoveList, MoveStyle, Notation, Outcome, Position, PositionExt};
use damier_chess::{Chess, Chess960, ChessPosition, FischerRandom, Mode, Move, Role, Standard};
use reference::chess as slow;

use crate::common::{Crowd, legal_moves, random_fen, random_move, texts, times};

fn slow_position<M: Mode>(fen: &str) -> Result<slow::Position, slow::FenError> {
    let mut position = slow::Position::from_fen(fen)?;
    position.chess960 = M::CHESS960;
    Ok(position)
}

/// Compares all that can be said of a position and of every one after it.
fn compare<M: Mode>(fast: &ChessPosition<M>, slow: &slow::Position) {
    let fen = slow.to_fen();
    assert_eq!(fast.to_fen(), fen);
    assert_eq!(fast.is_check(), slow.in_check(), "{fen}");
    assert_eq!(fast.outcome().map(|(outcome, reason)| (outcome, reason.name)), outcome(slow), "{fen}");
    let mut expected = slow.moves();
    expected.sort_by_key(|mv| mv.uci(M::CHESS960));
    let expected_texts: Vec<String> = expected.iter().map(|mv| mv.uci(M::CHESS960)).collect();
    assert_eq!(texts(fast, MoveStyle::Protocol), expected_texts, "{fen}");
    assert_eq!(fast.count_legal(), expected.len(), "{fen}");
    assert_eq!(loud_moves(fast), loud_among_legal(fast), "{fen}");

    let mut of_successors = 0;
    for (mv, text) in expected.iter().zip(&expected_texts) {
        let found =
            fast.read_move(text, MoveStyle::Protocol).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(fast.write_move(found, MoveStyle::Record), slow::san(slow, mv), "{text} in {fen}");
        let (next, slow_next) = (fast.after(found), slow.play(mv));
        assert_eq!(next.to_fen(), slow_next.to_fen(), "{text} in {fen}");
        of_successors += slow_next.moves().len() as u64;
        // With key and clocks: all that a position has.
        assert_eq!(ChessPosition::from_fen(&next.to_fen()), Ok(next), "{text} in {fen}");
    }
    assert_eq!(fast.count_legal_of_successors(), of_successors, "{fen}");
    check_position(fast);
}

fn loud_moves<M: Mode>(position: &ChessPosition<M>) -> Vec<Move> {
    let mut list = MoveList::new();
    position.loud_moves(&mut list);
    list.to_vec()
}

/// Captures and promotions to a queen.
fn loud_among_legal<M: Mode>(position: &ChessPosition<M>) -> Vec<Move> {
    let is_loud = |mv: &Move| position.is_capture(*mv) || mv.promotion_role() == Some(Role::Queen);
    legal_moves(position).iter().copied().filter(is_loud).collect()
}

fn outcome(slow: &slow::Position) -> Option<(Outcome, &'static str)> {
    Some(match slow.outcome()? {
        slow::Outcome::Checkmate(slow::Color::White) => (Outcome::Win(Color::White), "checkmate"),
        slow::Outcome::Checkmate(slow::Color::Black) => (Outcome::Win(Color::Black), "checkmate"),
        slow::Outcome::Stalemate => (Outcome::Draw, "stalemate"),
        slow::Outcome::InsufficientMaterial => (Outcome::Draw, "insufficient_material"),
        slow::Outcome::SeventyFiveMoves => (Outcome::Draw, "seventyfive_moves"),
    })
}

/// Plays random moves in both and compares every position; gives their number.
fn compare_game<M: Mode>(start: ChessPosition<M>, plies: usize, random: &mut Random) -> usize {
    let mut game = Game::new(start);
    let mut slow = slow_position::<M>(&start.to_fen()).expect("a legal start");
    for ply in 0.. {
        compare(game.position(), &slow);
        check_history(&game);
        let mv = random_move(game.position(), random).filter(|_| ply < plies);
        let Some(mv) = mv else { break };
        let text = game.position().write_move(mv, MoveStyle::Protocol);
        let slow_mv = slow.moves().into_iter().find(|mv| mv.uci(M::CHESS960) == text).expect("compared");
        slow = slow.play(&slow_mv);
        game.play_on(mv).expect("it is legal");
    }
    game.positions().count()
}

#[test]
fn random_games_of_chess() {
    let games = (0..times(15) as u64).map(|seed| compare_game(Chess::start(), 150, &mut Random::new(seed)));
    let compared: usize = games.sum();
    println!("{compared} positions compared");
    assert!(compared > 1000, "{compared}");
}

#[test]
fn random_games_of_chess960() {
    let mut compared = 0;
    for seed in 0..times(30) as u64 {
        let mut random = Random::new(1000 + seed);
        let mut number = || random.below(960) as u16;
        let white = number();
        // Every other game is one of double Chess960.
        let black = if seed % 2 == 0 { white } else { number() };
        let start = Chess960::double_start(white, black).expect("numbers below 960");
        compared += compare_game(start, 75, &mut random);
    }
    println!("{compared} positions compared");
    assert!(compared > 1000, "{compared}");
}

/// Reads a text with both and compares whether it is accepted; where it is, the positions.
fn compare_reading<M: Mode>(fen: &str) -> Option<(ChessPosition<M>, slow::Position)> {
    let fast = ChessPosition::<M>::from_fen(fen);
    let slow = slow_position::<M>(fen).ok().filter(|slow| M::CHESS960 || castles_as_in_chess(slow));
    // The reference does not ask for these.
    let slow = slow.filter(|slow| slow.number > 0 && !double_step_was_blocked(slow, fen));
    let slow = slow.filter(|slow| !is_checked_from_opposite_sides(slow) && !began_in_check(slow, fen));
    match (fast, slow) {
        (Ok(fast), Some(slow)) => Some((fast, slow)),
        (Err(_), None) => None,
        (fast, slow) => panic!("{fen}: {fast:?}, but the reference {slow:?}"),
    }
}

fn castles_as_in_chess(slow: &slow::Position) -> bool {
    [slow::Color::White, slow::Color::Black].into_iter().all(|color| {
        let corners = [(slow::Wing::King, 7), (slow::Wing::Queen, 0)];
        let king = slow.board.king(color).map(|king| king.file);
        corners.into_iter().all(|(wing, file)| {
            slow.castling_rook(color, wing).is_none_or(|rook| rook.file == file && king == Some(4))
        })
    })
}

/// Where the pawn came from and went to that passed over the square of the text.
fn double_step(slow: &slow::Position, fen: &str) -> Option<(slow::Square, slow::Square)> {
    let passed = fen.split(' ').nth(3).and_then(slow::Square::from_name)?;
    let behind = if slow.turn == slow::Color::White { 1 } else { -1 };
    Some((passed.offset(0, behind)?, passed.offset(0, -behind)?))
}

/// Whether something stands where that pawn should have come from.
fn double_step_was_blocked(slow: &slow::Position, fen: &str) -> bool {
    double_step(slow, fen).is_some_and(|(from, _)| slow.board.piece_on(from).is_some())
}

/// Whether the king is in check, by another piece than that pawn, and was in check already when it moved.
fn began_in_check(slow: &slow::Position, fen: &str) -> bool {
    let Some((from, to)) = double_step(slow, fen) else { return false };
    let king = slow.board.king(slow.turn).expect("a king");
    if slow.board.attackers(king, slow.turn.opponent()).all(|checker| checker == to) {
        return false;
    }
    let mut before = slow.board.clone();
    before.set(from, before.piece_on(to));
    before.set(to, None);
    before.king(slow.turn).is_some_and(|king| before.is_attacked(king, slow.turn.opponent()))
}

/// Whether the king stands right in the middle of a line between two pieces that give check.
fn is_checked_from_opposite_sides(slow: &slow::Position) -> bool {
    let Some(king) = slow.board.king(slow.turn) else { return false };
    let directions = slow.board.attackers(king, slow.turn.opponent()).filter_map(|checker| {
        let (files, ranks) = (king.file - checker.file, king.rank - checker.rank);
        let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        is_line.then_some((files.signum(), ranks.signum()))
    });
    let directions: Vec<_> = directions.collect();
    directions.iter().any(|&(files, ranks)| directions.contains(&(-files, -ranks)))
}

/// Compares random set-ups and the positions after one random move.
fn compare_setups<M: Mode>(crowd: Crowd, seed: u64, setups: usize) -> usize {
    let mut random = Random::new(seed);
    let (mut accepted, mut refused) = (0, 0);
    while accepted < setups {
        let fen = random_fen(crowd, &mut random);
        let Some((fast, slow)) = compare_reading::<M>(&fen) else {
            refused += 1;
            continue;
        };
        accepted += 1;
        compare(&fast, &slow);
        if let Some(&mv) = legal_moves(&fast).get(random.below(fast.count_legal())) {
            let next = fast.after(mv);
            compare(&next, &slow_position::<M>(&next.to_fen()).expect("a legal position"));
        }
    }
    println!("{crowd:?}, Chess960 {}: {accepted} accepted, {refused} refused", M::CHESS960);
    assert!(refused > 0, "{crowd:?}");
    2 * accepted
}

#[test]
fn random_setups_of_chess() {
    let compare = |(seed, crowd)| compare_setups::<Standard>(crowd, seed, times(150));
    let compared: usize = (0..).zip(Crowd::ALL).map(compare).sum();
    println!("{compared} positions compared");
    assert!(compared > 2000, "{compared}");
}

#[test]
fn random_setups_of_chess960() {
    let compare = |(seed, crowd)| compare_setups::<FischerRandom>(crowd, seed, times(150));
    let compared: usize = (100..).zip(Crowd::ALL).map(compare).sum();
    println!("{compared} positions compared");
    assert!(compared > 2000, "{compared}");
}
