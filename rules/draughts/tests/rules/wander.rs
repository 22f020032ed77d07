//! Games that go on quietly until a rule ends them.

use boardgame::testing::Random;
use boardgame::{Game, MoveList, Notation, Outcome, Position};
use damier_draughts::{AnyDraughts, AnyVariant, Move};

use crate::common::at;

/// A game that begins with a position given as text.
pub(crate) fn game(variant: AnyVariant, fen: &str) -> Game<AnyDraughts> {
    Game::new(at(variant, fen))
}

/// Plays quiet moves that `allowed` accepts, that offer nothing and repeat nothing, until the game is over
/// or `plies` moves are played.
pub(crate) fn wander(
    game: &mut Game<AnyDraughts>,
    plies: usize,
    allowed: impl Fn(&AnyDraughts, Move<u128>) -> bool,
) {
    // A walk may come to a dead end; then another is tried.
    let walks = (0..2000).find_map(|seed| walk(game.clone(), plies, seed, &allowed));
    *game = walks.unwrap_or_else(|| panic!("only dead ends from {}", game.position().to_fen()));
}

fn walk(
    mut game: Game<AnyDraughts>,
    plies: usize,
    seed: u64,
    allowed: &impl Fn(&AnyDraughts, Move<u128>) -> bool,
) -> Option<Game<AnyDraughts>> {
    let mut random = Random::new(seed);
    for _ in 0..plies {
        if game.outcome().is_some() {
            break;
        }
        let mut list = MoveList::new();
        game.position().legal_moves_into(&mut list);
        let is_calm = |mv: &Move<u128>| {
            let next = game.position().after(*mv);
            let repeats = game.positions().any(|earlier| next.repeats(earlier));
            !mv.is_capture() && !next.must_capture() && next.has_legal_move() && !repeats
        };
        let choices: Vec<_> =
            list.iter().copied().filter(|mv| is_calm(mv) && allowed(game.position(), *mv)).collect();
        game.play(*choices.get(random.below(choices.len()))?).expect("a legal move");
    }
    Some(game)
}

/// Whether a king moves.
pub(crate) fn by_king(position: &AnyDraughts, mv: Move<u128>) -> bool {
    position.kings().contains(mv.from())
}

/// Any move.
pub(crate) fn any(_: &AnyDraughts, _: Move<u128>) -> bool {
    true
}

/// Length and reason of a game of king moves that ends in a draw.
pub(crate) fn end_of_king_moves(variant: AnyVariant, fen: &str) -> (usize, &'static str) {
    let mut game = game(variant, fen);
    wander(&mut game, 300, by_king);
    end(&game)
}

/// Length and reason of a game that is drawn.
pub(crate) fn end(game: &Game<AnyDraughts>) -> (usize, &'static str) {
    let (outcome, reason) = game.outcome().expect("the game has ended");
    assert_eq!(outcome, Outcome::Draw);
    assert!(!reason.article.is_empty(), "{} has an article", reason.name);
    (game.moves().len(), reason.name)
}

/// Gives a piece away: a move and the capture that answers it, after which nothing can be captured.
pub(crate) fn give_a_piece(game: &mut Game<AnyDraughts>) {
    let moves = |position: &AnyDraughts| {
        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        list.to_vec()
    };
    let position = *game.position();
    let found = moves(&position).into_iter().find_map(|offer| {
        let offered = position.after(offer);
        let quiet = |answer: &Move<u128>| !offered.after(*answer).must_capture();
        let takes_one = |answer: &Move<u128>| answer.captured().len() == 1 && quiet(answer);
        moves(&offered).into_iter().find(takes_one).map(|answer| (offer, answer))
    });
    let (offer, answer) = found.expect("a piece can be given away");
    game.play(offer).expect("legal");
    game.play(answer).expect("legal");
}
