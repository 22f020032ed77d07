//! How games end, against the reference: the same result at every ply, and every draw rule met.

use std::collections::BTreeSet;

use boardgame::Rule;
use boardgame::testing::Random;
use reference::draughts::{
    Color, Game, Move, Outcome, Piece, Position, Reason, Role, Rules, is_playing_square, is_promotion_square,
    legal_moves, playing_squares, to_fen,
};

use crate::common::times;
use crate::fast::{self, Fast, FastGame};

/// Men and kings of each side. Every class that a draw rule knows is here, and its neighbors.
const MATERIAL: [[(usize, usize); 2]; 20] = [
    [(0, 1), (0, 1)],
    [(1, 0), (0, 1)],
    [(0, 2), (0, 1)],
    [(1, 1), (0, 1)],
    [(0, 3), (0, 1)],
    [(1, 2), (0, 1)],
    [(2, 1), (0, 1)],
    [(3, 0), (0, 1)],
    [(0, 4), (0, 1)],
    [(0, 5), (0, 1)],
    [(0, 2), (0, 2)],
    [(1, 2), (1, 0)],
    [(1, 1), (0, 2)],
    [(1, 2), (1, 1)],
    [(1, 2), (1, 2)],
    [(0, 3), (1, 2)],
    [(2, 2), (1, 2)],
    [(2, 2), (2, 2)],
    [(3, 2), (2, 3)],
    [(5, 1), (5, 1)],
];

/// Who chooses the moves.
#[derive(Clone, Copy, PartialEq)]
enum Driver {
    /// Any move.
    Random,
    /// Kings walk, nothing is offered and nothing repeated, as long as that can be.
    Calm,
    /// The same, and a lone king stays on the long diagonal.
    OnDiagonal,
    /// Pieces go back where they came from.
    Shuffling,
}

impl Driver {
    fn choose(self, game: &Game, fast: &FastGame, moves: &[Move], random: &mut Random) -> Move {
        let any = |moves: &[Move], random: &mut Random| moves[random.below(moves.len())].clone();
        let preferred: Vec<Move> = match self {
            Driver::Random => Vec::new(),
            Driver::Calm | Driver::OnDiagonal => {
                let by_king = |mv: &&Move| is_king(game.position(), mv);
                let calm: Vec<_> =
                    moves.iter().filter(by_king).filter(|mv| fast.is_calm(mv)).cloned().collect();
                let is_lone = game.position().board.pieces(game.rules, game.position().turn).len() == 1;
                let held = |mv: &&Move| is_lone && is_on_diagonal(game.rules, mv);
                let holding: Vec<_> = calm.iter().filter(held).cloned().collect();
                if self == Driver::OnDiagonal && !holding.is_empty() { holding } else { calm }
            }
            Driver::Shuffling => {
                let before = game.moves.iter().rev().nth(1);
                let is_back =
                    |mv: &&Move| before.is_some_and(|before| (mv.from, mv.to) == (before.to, before.from));
                moves.iter().filter(is_back).cloned().collect()
            }
        };
        if preferred.is_empty() { any(moves, random) } else { any(&preferred, random) }
    }
}

fn is_king(position: &Position, mv: &Move) -> bool {
    position.board.piece_on(mv.from).is_some_and(|piece| piece.role == Role::King)
}

/// Whether the move ends on the diagonal from White's playing corner.
fn is_on_diagonal(rules: &Rules, mv: &Move) -> bool {
    let corner = reference::draughts::Square { file: 0, rank: 0 };
    let (file, rank) = (mv.to.file, mv.to.rank);
    if is_playing_square(rules, corner) { file == rank } else { rules.files - 1 - file == rank }
}

/// The material on random squares, so that nobody can capture at once.
fn random_start(rules: &Rules, material: [(usize, usize); 2], random: &mut Random) -> Position {
    loop {
        let mut position = Position::start(rules);
        let mut squares = playing_squares(rules);
        squares.iter().for_each(|&square| position.board.set(square, None));
        let swapped = random.below(2) == 1;
        for (color, (men, kings)) in [Color::White, Color::Black].into_iter().zip(material) {
            let color = if swapped { color.opponent() } else { color };
            for index in 0..men + kings {
                // A set-up with kings has no sense where the first king wins.
                let is_king = index < kings && !rules.first_king_wins;
                let role = if is_king { Role::King } else { Role::Man };
                let fits = |&place: &usize| is_king || !is_promotion_square(rules, color, squares[place]);
                let free: Vec<usize> = (0..squares.len()).filter(fits).collect();
                let square = squares.swap_remove(free[random.below(free.len())]);
                position.board.set(square, Some(Piece { color, role }));
            }
        }
        position.turn = if random.below(2) == 0 { Color::White } else { Color::Black };
        if legal_moves(rules, &position).iter().all(|mv| mv.captured.is_empty()) {
            return position;
        }
    }
}

/// Plays one game on both sides and compares the results; adds the draws that were met.
fn compare_game(
    fast: &Fast,
    start: Position,
    driver: Driver,
    plies: usize,
    random: &mut Random,
    met: &mut BTreeSet<&'static str>,
) -> usize {
    let rules = fast.rules;
    let mut found = fast.game(&start);
    let mut game = Game::from_position(rules, start);
    // Some plies more after a draw: the counters must go on alike.
    let mut more = 6;
    for ply in 0..plies {
        let (result, expected) = (found.outcome(), game.outcome());
        if let Err(error) = compare_outcome(&game, result, expected) {
            panic!(
                "{} {} ply {ply}: {error}\n{}",
                rules.name,
                to_fen(rules, &game.positions[0]),
                line(&game)
            );
        }
        match result {
            Some((None, rule, name)) if rule != Rule::NoLegalMoves && rule != Rule::LastPiece => {
                met.insert(name);
                more -= 1;
            }
            _ => {}
        }
        let moves = game.legal_moves();
        if moves.is_empty() || more == 0 {
            return ply;
        }
        let mv = driver.choose(&game, &found, &moves, random);
        found.play(&mv);
        game.play(mv);
        assert_eq!(&found.position(), game.position(), "{}", rules.name);
    }
    plies
}

fn compare_outcome(
    game: &Game,
    found: Option<(Option<Color>, Rule, &'static str)>,
    expected: Option<(Outcome, Reason)>,
) -> Result<(), String> {
    let differs = || Err(format!("{found:?}, expected {expected:?} ({:?})", game.draws()));
    let (found, expected) = match (found, expected) {
        (None, None) => return Ok(()),
        (Some(found), Some(expected)) => (found, expected),
        _ => return differs(),
    };
    let (winner, rule, _) = found;
    let (outcome, reason) = expected;
    let same_result = match outcome {
        Outcome::Win(color) => winner == Some(color),
        Outcome::Draw => winner.is_none(),
    };
    // Several draw rules may hold on the same ply; any of them will do as the reason.
    let same_reason = means(reason, rule)
        || outcome == Outcome::Draw && game.draws().into_iter().any(|reason| means(reason, rule));
    if same_result && same_reason { Ok(()) } else { differs() }
}

/// Whether the rule is the one that the reference names.
fn means(reason: Reason, rule: Rule) -> bool {
    match reason {
        Reason::NoLegalMove => rule == Rule::NoLegalMoves,
        Reason::FirstKing => rule == Rule::FirstKing,
        Reason::OnePieceLeft => rule == Rule::LastPiece,
        Reason::Repetition => rule == Rule::Repetition,
        Reason::KingMovesOnly => rule == Rule::KingMoves,
        // The reference has one reason for two kings (Frisian) and for three or more (FMJD-64, APCA).
        Reason::KingsAgainstKing => matches!(rule, Rule::ThreeKingsAgainstOne | Rule::TwoAgainstOne),
        Reason::ThreeAgainstKing => rule == Rule::ThreeAgainstOne,
        Reason::LongDiagonal => rule == Rule::LongDiagonal,
        Reason::TwoAgainstKing => rule == Rule::TwoAgainstOne,
        Reason::UnchangedBalance => rule == Rule::BalanceUnchanged,
        Reason::KingAgainstKing => rule == Rule::KingAgainstKing,
        Reason::OnePieceEach | Reason::KingBeatsMan => rule == Rule::OneAgainstOne,
    }
}

/// The moves of a game as text, to find it again.
fn line(game: &Game) -> String {
    let number = |square| reference::draughts::number_of(game.rules, square);
    let sign = |mv: &Move| if mv.captured.is_empty() { '-' } else { 'x' };
    let text = |mv: &Move| format!("{}{}{}", number(mv.from), sign(mv), number(mv.to));
    game.moves.iter().map(text).collect::<Vec<_>>().join(" ")
}

#[test]
fn endings_end_alike_and_meet_every_draw_rule() {
    fast::all().iter().for_each(compare_endings);
}

/// Plays endings on both sides until every draw rule was met.
pub(crate) fn compare_endings(fast: &Fast) {
    let mut random = Random::new(1);
    let mut met = BTreeSet::new();
    let mut plies = 0;
    // Rounds beyond the first two only where a rule has not been met yet.
    for round in 0..times(20) {
        if round >= times(2) && met.len() == fast.rules.draws.len() {
            break;
        }
        for material in MATERIAL {
            for driver in [Driver::Random, Driver::Calm, Driver::OnDiagonal, Driver::Shuffling] {
                let start = random_start(fast.rules, material, &mut random);
                let most = if driver == Driver::Random { 80 } else { 140 };
                plies += compare_game(fast, start, driver, most, &mut random, &mut met);
            }
        }
    }
    println!("{}: {plies} plies, {met:?}", fast.rules.name);
    assert_eq!(met.len(), fast.rules.draws.len(), "{} met only {met:?}", fast.rules.name);
}

#[test]
fn games_from_the_start_end_alike() {
    for fast in fast::all() {
        let mut random = Random::new(2);
        let mut met = BTreeSet::new();
        for driver in [Driver::Random, Driver::Random, Driver::Shuffling] {
            for _ in 0..times(3) {
                let start = Position::start(fast.rules);
                compare_game(&fast, start, driver, 160, &mut random, &mut met);
            }
        }
    }
}
