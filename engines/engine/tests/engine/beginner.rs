//! The weakest level of chess against a beginner who sees one move ahead.

use boardgame::testing::Random;
use boardgame::{Color, MoveList, MoveStyle, Notation, Outcome, Position, PositionExt};
use catalog::chess::{Chess, Move, Role, Square};
use catalog::{GameId, PositionText};
use damier_engine::{Level, Limits, Player, Strength, player};

const GAMES: u64 = 24;
/// A game is a draw after this many plies.
const MOST_PLIES: usize = 200;

fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

fn moves(position: &Chess) -> MoveList<Move> {
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    list
}

/// The material that stands on a square.
fn worth(position: &Chess, square: Square) -> i32 {
    position.piece_at(square).map_or(0, |piece| value(piece.role))
}

/// What a move takes, less the piece itself if it can be taken where it goes; a mate is worth all.
fn promise(position: &Chess, mv: Move) -> i32 {
    let after = position.after(mv);
    if after.outcome().is_some_and(|(outcome, _)| matches!(outcome, Outcome::Win(_))) {
        return 1000;
    }
    let answers = moves(&after);
    let risk = if answers.iter().any(|answer| answer.to() == mv.to()) { worth(&after, mv.to()) } else { 0 };
    // What is crowned counts as a gain.
    worth(position, mv.to()) + worth(&after, mv.to()) - worth(position, mv.from()) - risk
}

/// Takes what can be taken, mates at once if possible, does not put a piece where it is taken, and else plays anything.
fn beginner(position: &Chess, random: &mut Random) -> Move {
    let list = moves(position);
    let most = list.iter().map(|&mv| promise(position, mv)).max().expect("a legal move");
    let best: Vec<Move> = list.iter().copied().filter(|&mv| promise(position, mv) == most).collect();
    best[random.below(best.len())]
}

/// The points of the beginner, of two for a game.
fn play(player: &mut dyn Player, level: Level, beginner_has: Color, seed: u64) -> u32 {
    let mut random = Random::new(seed);
    let mut texts: Vec<String> = Vec::new();
    let mut position = Chess::start();
    while texts.len() < MOST_PLIES {
        player.set_position(&PositionText { moves: &texts, ..PositionText::default() }).expect("legal moves");
        match player.outcome() {
            Some((Outcome::Win(winner), _)) => return if winner == beginner_has { 2 } else { 0 },
            Some((Outcome::Draw, _)) => return 1,
            None => {}
        }
        let text = if position.turn() == beginner_has {
            let mv = beginner(&position, &mut random);
            position.write_move(mv, MoveStyle::Protocol)
        } else {
            let seed = seed.wrapping_add(texts.len() as u64);
            player.set_strength(Some(Strength { level, seed }));
            player.best_move(Limits::default()).best.expect("a legal move")
        };
        position.play(position.read_move(&text, MoveStyle::Protocol).expect("a legal move"));
        texts.push(text);
    }
    1
}

fn points_of_beginner(level: Level) -> u32 {
    let mut player = player(GameId::Chess, 1, 1);
    let games = (0..GAMES).map(|seed| play(&mut *player, level, Color::ALL[(seed % 2) as usize], seed / 2));
    let points = games.sum();
    println!("level {level}: the beginner has {points} points of {}", 2 * GAMES);
    points
}

/// Search and choice depend on nothing but the seeds, so that these games are always the same.
#[test]
fn a_beginner_beats_the_weakest_level_often_but_not_always() {
    let points = points_of_beginner(Level::WEAKEST);
    assert!((GAMES / 2..=GAMES * 3 / 2).contains(&u64::from(points)), "{points} of {}", 2 * GAMES);
}

#[test]
fn a_beginner_seldom_beats_the_fourth_level() {
    let points = points_of_beginner(Level::try_from(4).expect("a level"));
    assert!(u64::from(points) <= GAMES / 4, "{points} of {}", 2 * GAMES);
}
