//! Games that go on quietly until a rule ends them.

use boardgame::testing::Random;
use boardgame::{Game, MoveList, Notation, Outcome, Position};
use draughts::{Draughts, Move, Variant};

/// A game that begins with a position given as text.
pub(crate) fn game<V: Variant>(fen: &str) -> Game<Draughts<V>> {
    Game::new(Draughts::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// Plays quiet moves that `allowed` accepts, that offer nothing and repeat nothing, until the game is over
/// or `plies` moves are played.
pub(crate) fn wander<V: Variant>(
    game: &mut Game<Draughts<V>>,
    plies: usize,
    allowed: impl Fn(&Draughts<V>, Move<V::Word>) -> bool,
) {
    // A walk may come to a dead end; then another is tried.
    let walks = (0..2000).find_map(|seed| walk(game.clone(), plies, seed, &allowed));
    *game = walks.unwrap_or_else(|| panic!("only dead ends from {}", game.position().to_fen()));
}

fn walk<V: Variant>(
    mut game: Game<Draughts<V>>,
    plies: usize,
    seed: u64,
    allowed: &impl Fn(&Draughts<V>, Move<V::Word>) -> bool,
) -> Option<Game<Draughts<V>>> {
    let mut random = Random::new(seed);
    for _ in 0..plies {
        if game.outcome().is_some() {
            break;
        }
        let mut list = MoveList::new();
        game.position().legal_moves(&mut list);
        let is_calm = |mv: &Move<V::Word>| {
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
pub(crate) fn by_king<V: Variant>(position: &Draughts<V>, mv: Move<V::Word>) -> bool {
    position.kings().contains(mv.from())
}

/// Any move.
pub(crate) fn any<V: Variant>(_: &Draughts<V>, _: Move<V::Word>) -> bool {
    true
}

/// Length and reason of a game of king moves that ends in a draw.
pub(crate) fn end_of_king_moves<V: Variant>(fen: &str) -> (usize, &'static str) {
    let mut game = game::<V>(fen);
    wander(&mut game, 300, by_king);
    end(&game)
}

/// Length and reason of a game that is drawn.
pub(crate) fn end<V: Variant>(game: &Game<Draughts<V>>) -> (usize, &'static str) {
    let (outcome, reason) = game.outcome().expect("the game has ended");
    assert_eq!(outcome, Outcome::Draw);
    assert!(!reason.article.is_empty(), "{} has an article", reason.name);
    (game.moves().len(), reason.name)
}

/// Gives a piece away: a move and the capture that answers it, after which nothing can be captured.
pub(crate) fn give_a_piece<V: Variant>(game: &mut Game<Draughts<V>>) {
    let moves = |position: &Draughts<V>| {
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        list.to_vec()
    };
    let position = *game.position();
    let found = moves(&position).into_iter().find_map(|offer| {
        let offered = position.after(offer);
        let quiet = |answer: &Move<V::Word>| !offered.after(*answer).must_capture();
        let takes_one = |answer: &Move<V::Word>| answer.captured().len() == 1 && quiet(answer);
        moves(&offered).into_iter().find(takes_one).map(|answer| (offer, answer))
    });
    let (offer, answer) = found.expect("a piece can be given away");
    game.play(offer).expect("legal");
    game.play(answer).expect("legal");
}
