//! The generator against the reference: the same moves, routes and positions, in every variant.
//!
//! `DRAUGHTS_CASES=20 cargo test -p damier-draughts against_reference` makes twenty times as many cases.

use boardgame::testing::Random;
use reference::draughts::{
    Color, Direction, KingRun, Move, Piece, Position, Role, Rules, is_promotion_square, legal_moves,
    legal_moves_within, number_of, play, playing_squares, to_fen,
};

use crate::common::{suite, times};
use crate::fast::{self, Fast, MoveFacts, ROUTES_LISTED};

/// Jumps that the reference tries in one position. The generator needs fewer for the same position: it
/// keeps the landing squares of a king together.
const JUMPS: usize = 20_000;

/// Compares all that can be said of a position; tells whether it was compared or is too much for the
/// reference.
fn compare(fast: &Fast, position: &Position, jumps: usize) -> Result<bool, String> {
    let Some(expected) = legal_moves_within(fast.rules, position, jumps) else { return Ok(false) };
    let facts = fast.facts(position).ok_or("too complex")?;
    compare_moves(fast.rules, &expected, &facts.moves)?;
    same("count_legal", &facts.count, &expected.len())?;
    same("has_legal_move", &facts.has_legal_move, &!expected.is_empty())?;
    let captures = expected.iter().any(|mv| !mv.captured.is_empty());
    same("must_capture", &facts.must_capture, &captures)?;

    let next: Vec<Position> = expected.iter().map(|mv| play(fast.rules, position, mv)).collect();
    for (expected, found) in next.iter().zip(&facts.moves) {
        same("after the move", &found.after, expected)?;
    }
    let mut missing = next.clone();
    for successor in &facts.successors {
        let place = missing.iter().position(|known| known == successor);
        missing
            .swap_remove(place.ok_or_else(|| format!("extra successor {}", to_fen(fast.rules, successor)))?);
    }
    same("missing successors", &missing.len(), &0)?;
    let counts = next.iter().map(|next| legal_moves_within(fast.rules, next, JUMPS).map(|moves| moves.len()));
    if let Some(count) = counts.sum::<Option<usize>>() {
        same("count_legal_of_successors", &fast.count_of_successors(position), &(count as u64))?;
    }
    Ok(true)
}

fn compare_moves(rules: &Rules, expected: &[Move], found: &[MoveFacts]) -> Result<(), String> {
    let name = |mv: &Move| {
        let number = |square| number_of(rules, square);
        let captured: Vec<_> = mv.captured.iter().map(|&square| number(square)).collect();
        format!("{} to {} taking {captured:?} crowned {}", number(mv.from), number(mv.to), mv.crowned)
    };
    let names = |moves: &mut dyn Iterator<Item = &Move>| moves.map(name).collect::<Vec<_>>();
    same("moves", &names(&mut found.iter().map(|found| &found.mv)), &names(&mut expected.iter()))?;
    for (expected, found) in expected.iter().zip(found) {
        same("number of routes", &found.count_of_routes, &(expected.routes.len() as u64))?;
        if found.count_of_routes <= ROUTES_LISTED {
            same("routes", &found.mv.routes, &expected.routes)?;
            let squares: Vec<_> = expected.routes.iter().map(|route| route.pdn_squares()).collect();
            same("squares of routes", &found.squares, &squares)?;
        }
    }
    Ok(())
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?}, expected {expected:?}")) }
}

/// Compares a position and shows the smallest difference, if there is one.
fn check(fast: &Fast, position: &Position, jumps: usize) -> bool {
    match compare(fast, position, jumps) {
        Ok(compared) => compared,
        Err(_) => {
            let smallest = shrink(fast, position.clone(), jumps);
            let (fen, error) = (to_fen(fast.rules, &smallest), compare(fast, &smallest, jumps).unwrap_err());
            panic!("{} {fen} {:?}: {error}", fast.rules.name, smallest.king_runs);
        }
    }
}

/// Takes pieces away as long as the difference stays.
fn shrink(fast: &Fast, mut position: Position, jumps: usize) -> Position {
    loop {
        let smaller = playing_squares(fast.rules).into_iter().find_map(|square| {
            let mut smaller = position.clone();
            smaller.board.piece_on(square)?;
            smaller.board.set(square, None);
            let lacks_king = |run: Option<KingRun>| run.is_some_and(|run| run.square == square);
            let is_empty =
                playing_squares(fast.rules).into_iter().all(|s| smaller.board.piece_on(s).is_none());
            let differs = !is_empty
                && !smaller.king_runs.into_iter().any(lacks_king)
                && compare(fast, &smaller, jumps).is_err();
            differs.then_some(smaller)
        });
        match smaller {
            Some(smaller) => position = smaller,
            None => return position,
        }
    }
}

/// What a random set-up is made of.
#[derive(Clone, Copy, Debug)]
enum Crowd {
    Any,
    Kings,
    KingAmongMen,
    KingAmongAll,
    Few,
    Full,
}

/// Men and kings of the side to move and of the other.
fn crowd(kind: Crowd, most: usize, random: &mut Random) -> [(usize, usize); 2] {
    let mut up_to = |most: usize| 1 + random.below(most);
    let mut split = |all: usize| {
        let kings = up_to(all + 1) - 1;
        (all - kings, kings)
    };
    match kind {
        Crowd::Any => {
            let (one, other) = (split(most - 1), split(most - 1));
            let few_kings = |(men, kings): (usize, usize)| (men + kings - kings / 3, kings / 3);
            [few_kings(one), few_kings(other)]
        }
        Crowd::Kings => [(0, up_to(most / 2)), (0, up_to(most))],
        Crowd::KingAmongMen => [(0, 1), (up_to(most), 0)],
        Crowd::KingAmongAll => [(0, 1), split(most / 2)],
        Crowd::Few => [split(3), split(3)],
        Crowd::Full => [(most, 0), (most - 1, 1)],
    }
}

/// A random position that the rules allow.
fn random_position(fast: &Fast, kind: Crowd, random: &mut Random) -> Position {
    let mut position = Position::start(fast.rules);
    let mut squares = playing_squares(fast.rules);
    squares.iter().for_each(|&square| position.board.set(square, None));
    position.turn = if random.below(2) == 0 { Color::White } else { Color::Black };
    let sides = [position.turn, position.turn.opponent()];
    for (color, (men, kings)) in sides.into_iter().zip(crowd(kind, fast.most_pieces(), random)) {
        let roles = std::iter::repeat_n(Role::Man, men).chain(std::iter::repeat_n(Role::King, kings));
        for role in roles {
            let fits = |&place: &usize| {
                role == Role::King || !is_promotion_square(fast.rules, color, squares[place])
            };
            let free: Vec<usize> = (0..squares.len()).filter(fits).collect();
            let Some(&place) = free.get(random.below(free.len())) else { break };
            position.board.set(squares.swap_remove(place), Some(Piece { color, role }));
        }
    }
    add_king_runs(fast.rules, &mut position, random);
    position
}

/// Lets some kings have moved, in the games that count it.
fn add_king_runs(rules: &Rules, position: &mut Position, random: &mut Random) {
    let Some(limit) = rules.king_run_limit else { return };
    for (index, color) in [Color::White, Color::Black].into_iter().enumerate() {
        let pieces = position.board.pieces(rules, color);
        let kings: Vec<_> = pieces.iter().filter(|(_, role)| *role == Role::King).collect();
        if kings.is_empty() || kings.len() == pieces.len() || random.below(3) == 0 {
            continue;
        }
        let moves = 1 + random.below(usize::from(limit)) as u8;
        position.king_runs[index] = Some(KingRun { square: kings[random.below(kings.len())].0, moves });
    }
}

#[test]
fn boards_and_numbers_are_those_of_the_reference() {
    for fast in fast::all() {
        let rules = fast.rules;
        assert_eq!(fast.start(), Position::start(rules), "{}", rules.name);
        for square in playing_squares(rules) {
            assert_eq!(fast.number(square), number_of(rules, square), "{}", rules.name);
        }
    }
}

#[test]
fn random_games_from_the_start() {
    let mut compared = 0;
    for fast in fast::all() {
        for seed in 0..times(10) as u64 {
            let mut random = Random::new(seed);
            let mut position = Position::start(fast.rules);
            for _ in 0..100 {
                compared += usize::from(check(&fast, &position, JUMPS));
                let moves = legal_moves(fast.rules, &position);
                let Some(mv) = moves.get(random.below(moves.len())) else { break };
                position = play(fast.rules, &position, mv);
            }
        }
    }
    println!("{compared} positions compared");
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn random_positions() {
    fast::all().iter().for_each(compare_random_positions);
}

/// Compares positions of every kind.
pub(crate) fn compare_random_positions(fast: &Fast) {
    let kinds = [Crowd::Any, Crowd::Kings, Crowd::KingAmongMen, Crowd::KingAmongAll, Crowd::Few, Crowd::Full];
    let mut random = Random::new(fast.rules.name.len() as u64);
    let mut compared = 0;
    let cases = times(100);
    for kind in kinds {
        for _ in 0..cases {
            compared += usize::from(check(fast, &random_position(fast, kind, &mut random), JUMPS));
        }
    }
    println!("{}: {compared} of {} positions compared", fast.rules.name, kinds.len() * cases);
    assert!(compared * 4 > kinds.len() * cases * 3, "{}: only {compared} compared", fast.rules.name);
}

/// A Frisian king that can take its enemies in more orders than the fast search tries; some of them are
/// taken away, so that the reference can follow.
#[test]
fn crowded_positions() {
    let fast = fast::all().into_iter().find(|fast| fast.rules.name == "frisian").expect("Frisian");
    let hostile = fast.read("W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47");
    let mut random = Random::new(5);
    let (mut compared, mut crowded) = (0, 0);
    for round in 0..times(40) {
        let mut position = hostile.clone();
        for (square, _) in hostile.board.pieces(fast.rules, Color::Black) {
            if random.below(10) < 1 + round % 4 {
                position.board.set(square, None);
            }
        }
        if check(&fast, &position, 300_000) {
            compared += 1;
            crowded += usize::from(legal_moves_within(fast.rules, &position, 1 << 15).is_none());
        }
    }
    println!("{compared} positions compared, {crowded} of them crowded");
    assert!(crowded >= 5, "{compared} compared, {crowded} crowded");
}

#[test]
fn positions_of_all_suites() {
    let mut compared = 0;
    for fast in fast::all() {
        for ending in ["", "-paths", "-random"] {
            for fen in suite(&format!("{}{ending}", fast.rules.name)) {
                let position = fast.read(&fen);
                let expected = reference::draughts::from_fen(fast.rules, &fen);
                assert_eq!(expected.as_ref(), Ok(&position), "{fen}");
                compared += usize::from(check(&fast, &position, JUMPS));
            }
        }
    }
    println!("{compared} positions compared");
    assert!(compared > 700, "{compared}");
}

/// Positions that few random ones are like.
#[test]
fn rare_positions() {
    let positions = [
        // A man that takes one piece, is crowned and takes on as a king, beside men that take two as men.
        ("turkish", "W:W18,19:B4,K10,K11"),
        // A king that may not move any more.
        ("frisian", "W:WK2,36,45:B1,9,K43:+0+302"),
        // A man that is crowned and takes on as a king, beside a king that takes nothing.
        ("russian", "W:Wb6,Ka3:Bc7,f6"),
        // Two men that land on the same square and take on from there.
        ("russian", "W:Wb4,f4,Kh2:Bc5,e5,c7,e7"),
        // A king that turns and takes a piece far from its line.
        ("russian", "W:WKa1:Bb2,b6"),
    ];
    for (name, fen) in positions {
        let fast = fast::all().into_iter().find(|fast| fast.rules.name == name).expect(name);
        let position = fast.read(fen);
        assert!(check(&fast, &position, JUMPS), "{name} {fen}");
    }
}

/// The directions of routes are those that White sees, also on mirrored boards.
#[test]
fn directions_are_seen_from_white() {
    let italian = fast::all().into_iter().find(|fast| fast.rules.name == "italian").expect("Italian");
    let position = italian.read("W:W22:B18");
    let facts = italian.facts(&position).expect("simple");
    let (direction, _) = facts.moves[0].mv.routes[0].hops[0];
    assert_eq!(direction, Direction { files: -1, ranks: 1 });
}
