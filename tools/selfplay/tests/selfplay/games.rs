//! Games as bytes.

use boardgame::testing::Random;
use boardgame::{Game, MoveList, Outcome};
use catalog::{Describe, GameId, Task};
use damier_selfplay::{EncodedGame, SelfPlayEnding, SelfPlayGame, decode, encode};

const KINDS: [GameId; 6] =
    [GameId::Chess, GameId::Chess960, GameId::English, GameId::Canadian, GameId::Frisian, GameId::Turkish];

/// Random games with random scores survive, and their mutated bytes never cause a panic.
struct RoundTrip {
    game: GameId,
    seed: u64,
}

impl Task for RoundTrip {
    type Output = ();

    fn run<P: Describe>(self, rules: P::Rules) {
        let mut random = Random::new(self.seed * 977 + 1);
        let played = random_game::<P>(rules, self.seed, &mut random);
        let stored = encode(self.game, rules, &played);
        assert_eq!(
            decode::<P>(self.game, rules, &stored),
            Some(played.clone()),
            "{} {}",
            self.game,
            self.seed
        );
        let scored = played.scores.iter().filter(|score| score.is_some()).count();
        assert!(stored.bytes.len() <= 12 + 4 * scored + 2 * played.moves.len());
        for _ in 0..50 {
            let mut bytes = stored.bytes.clone();
            let place = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[place] ^= 1 << random.below(8),
                1 => bytes.truncate(place),
                _ => bytes.insert(place, random.number() as u8),
            }
            // Another game, or none.
            let mutated = EncodedGame { number: 1, bytes };
            if let Some(read) = decode::<P>(self.game, rules, &mutated) {
                assert_eq!(encode(self.game, rules, &read), mutated, "one game has one form");
            }
        }
    }
}

fn random_game<P: Describe>(rules: P::Rules, number: u64, random: &mut Random) -> SelfPlayGame<P> {
    let mut game = Game::new(P::start_of(rules));
    let (opening, plies) = (random.below(12), random.below(200));
    let mut scores = Vec::new();
    while game.moves().len() < plies {
        let mut list = MoveList::new();
        game.position().legal_moves_into(&mut list);
        if list.is_empty() {
            break;
        }
        let is_scored = game.moves().len() >= opening && list.len() > 1;
        let width = if random.below(5) == 0 { 32_000 } else { 100 };
        scores.push(is_scored.then(|| random.below(2 * width + 1) as i32 - width as i32));
        game.play_unchecked(list[random.below(list.len())]);
    }
    SelfPlayGame {
        number,
        start: 0,
        opening: opening.min(game.moves().len()),
        moves: game.moves().to_vec(),
        scores,
        outcome: Outcome::Draw,
        ending: SelfPlayEnding::ALL[random.below(SelfPlayEnding::ALL.len())],
    }
}

#[test]
fn random_games_survive() {
    for game in KINDS {
        for seed in 0..20 {
            game.run(RoundTrip { game, seed });
        }
    }
}

#[test]
fn starts_that_do_not_exist_are_refused() {
    struct Start(GameId);
    impl Task for Start {
        type Output = Vec<bool>;
        fn run<P: Describe>(self, rules: P::Rules) -> Vec<bool> {
            let with = |start: u64| {
                let mut bytes = vec![1];
                let mut rest = start;
                while rest >= 0x80 {
                    bytes.push(rest as u8 | 0x80);
                    rest >>= 7;
                }
                bytes.extend([rest as u8, 0, 0]);
                decode::<P>(self.0, rules, &EncodedGame { number: 0, bytes }).is_some()
            };
            [0, 1, 960, 961, u64::from(u32::MAX), u64::MAX].map(with).to_vec()
        }
    }
    assert_eq!(GameId::Chess960.run(Start(GameId::Chess960)), [true, true, true, false, false, false]);
    assert_eq!(GameId::English.run(Start(GameId::English)), [true, false, false, false, false, false]);
}
