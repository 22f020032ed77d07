//! Wandering through quiet positions until a rule ends the game.

use damier_reference::draughts::{Game, Move, Outcome, Reason, Role, from_fen, legal_moves, play, rules_of};

/// A game of this variant from a FEN.
pub(crate) fn game(name: &str, fen: &str) -> Game {
    let rules = rules_of(name).expect("known rules");
    Game::from_position(rules, from_fen(rules, fen).expect("a FEN"))
}

/// Plays quiet moves that `allowed` accepts, offer nothing for capture and
/// never repeat a position, until the game is over or `plies` are played.
pub(crate) fn wander(game: &mut Game, plies: usize, allowed: impl Fn(&Game, &Move) -> bool) {
    // A walk may come to a dead end, then another one is tried.
    let walks = (1..500).find_map(|seed| walk(game.clone(), plies, seed, &allowed));
    *game = walks.expect("one of many walks finds no dead end");
}

fn walk(mut game: Game, plies: usize, seed: u64, allowed: &impl Fn(&Game, &Move) -> bool) -> Option<Game> {
    let mut random = seed;
    for _ in 0..plies {
        if game.outcome().is_some() {
            break;
        }
        let mut choices = game.legal_moves();
        choices.retain(|mv| is_calm(&game, mv) && allowed(&game, mv));
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let index = (random >> 33) as usize % choices.len().max(1);
        game.play(choices.get(index)?.clone());
    }
    Some(game)
}

/// Length and end of a game of king moves.
pub(crate) fn end_of_king_moves(name: &str, fen: &str) -> (usize, Reason) {
    let mut game = game(name, fen);
    wander(&mut game, 300, is_king_move);
    let (outcome, reason) = game.outcome().expect("the game has ended");
    assert_eq!(outcome, Outcome::Draw);
    (game.moves.len(), reason)
}

/// Whether a king moves.
pub(crate) fn is_king_move(game: &Game, mv: &Move) -> bool {
    game.position().board.piece_on(mv.from).is_some_and(|piece| piece.role == Role::King)
}

/// A move and the capture that answers it, after which nothing can be captured.
pub(crate) fn sacrifice(game: &Game) -> Option<(Move, Move)> {
    for offer in game.legal_moves() {
        let offered = play(game.rules, game.position(), &offer);
        for answer in legal_moves(game.rules, &offered) {
            let after = play(game.rules, &offered, &answer);
            let again = legal_moves(game.rules, &after);
            if answer.captured.len() == 1 && again.iter().all(|mv| mv.captured.is_empty()) {
                return Some((offer, answer));
            }
        }
    }
    None
}

fn is_calm(game: &Game, mv: &Move) -> bool {
    let next = play(game.rules, game.position(), mv);
    let answers = legal_moves(game.rules, &next);
    let offers_nothing = !answers.is_empty() && answers.iter().all(|answer| answer.captured.is_empty());
    mv.captured.is_empty() && offers_nothing && !game.positions.contains(&next)
}
