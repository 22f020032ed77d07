//! Evaluation is exact, whatever was evaluated before.

use std::sync::Arc;

use boardgame::{Color, MoveList, PositionExt};
use chess::Chess;
use damier_network::{Evaluator, Features, Net, Observed, Turned, chess_sets, draughts_sets};
use draughts::variants::{Canadian, English, Frisian, International, Turkish};
use draughts::{Draughts, Variant, Word};

use crate::Numbers;

/// The evaluation straight from the definition, in wide numbers, from the view that records hold.
fn by_definition(numbers: &Numbers, view: &[u64]) -> i32 {
    let Features { sets, bits, turned, pieces: start, .. } = numbers.features;
    let words = view.len() / sets;
    let is_set = |set: usize, bit: usize| view[set * words + bit / 64] >> (bit % 64) & 1 == 1;
    let mut neurons =
        [&numbers.bias[..]; 2].map(|bias| bias.iter().map(|&bias| i64::from(bias)).collect::<Vec<_>>());
    let mut pieces = 0;
    // In chess a view is flipped left to right where its king stands on the files a to d.
    let has_left_king = |set: usize| {
        turned == Turned::King
            && [0, 1, 2, 3].iter().any(|file| (0..8).any(|rank| is_set(set, rank * 8 + file)))
    };
    let flips = [sets / 2 - 1, sets - 1].map(|king| if has_left_king(king) { 7 } else { 0 });
    for (set, bit) in (0..sets).flat_map(|set| (0..bits).map(move |bit| (set, bit))) {
        if !is_set(set, bit) {
            continue;
        }
        pieces += 1;
        let opposite = match turned {
            Turned::Half => bits - 1 - bit,
            Turned::King => bit ^ 56 ^ flips[1],
        };
        let inputs = [set * bits + (bit ^ flips[0]), (set + sets / 2) % sets * bits + opposite];
        for (neurons, input) in neurons.iter_mut().zip(inputs) {
            for (index, neuron) in neurons.iter_mut().enumerate() {
                *neuron += i64::from(numbers.hidden[input * numbers.width + index]);
            }
        }
    }
    let bucket = (pieces - 1) * numbers.buckets / start;
    let bucket = bucket.min(numbers.buckets - 1);
    let weights = &numbers.output[bucket * 2 * numbers.width..][..2 * numbers.width];
    let squares = neurons.concat().into_iter().zip(weights).map(|(neuron, &weight)| {
        let clipped = neuron.clamp(0, 255);
        clipped * clipped * i64::from(weight)
    });
    let sum = squares.sum::<i64>() + i64::from(numbers.output_bias[bucket]);
    let exact = sum as f64 * f64::from(numbers.scale) / f64::from(255 * 255 * numbers.qb);
    (exact + 0.5).floor() as i32
}

/// Plays random games. The evaluator that has seen all of them agrees with a fresh one and with the definition.
fn check<P, W: Word, const SETS: usize>(width: usize, sets: impl Fn(&P) -> [W; SETS])
where
    P: Observed,
    P::Rules: Default,
{
    let features = P::features(P::Rules::default());
    let numbers = Numbers::random(features, width, width as u64);
    let net = Arc::new(Net::read(&numbers.file(), &features).expect("a good network"));
    let mut kept = Evaluator::new(Arc::clone(&net));
    let mut random = fastrand::Rng::with_seed(5);
    let mut list = MoveList::new();
    let mut different = 0;
    for _ in 0..12 {
        let mut position = P::start_of(P::Rules::default());
        for ply in 0..70 {
            position.legal_moves_into(&mut list);
            if list.is_empty() || position.outcome().is_some() {
                break;
            }
            position.play_unchecked(list[random.usize(..list.len())]);
            // A search leaves out positions, and jumps.
            if ply > 3 && random.bool() {
                continue;
            }
            let found = kept.evaluate(&sets(&position), position.turn());
            let fresh = Evaluator::new(Arc::clone(&net)).evaluate(&sets(&position), position.turn());
            assert_eq!(found, fresh, "{position:?}");
            assert_eq!(found, by_definition(&numbers, &position.own_view()), "{position:?}");
            different += usize::from(found != 0);
        }
    }
    assert!(different > 100, "{different}");
}

fn check_draughts<V: Variant>(width: usize) {
    check::<Draughts<V>, V::Word, 4>(width, draughts_sets);
}

#[test]
fn draughts_is_evaluated_by_differences() {
    check_draughts::<English>(16);
    check_draughts::<English>(32);
    check_draughts::<International>(64);
    check_draughts::<Frisian>(128);
    check_draughts::<Turkish>(32);
    check_draughts::<Canadian>(64);
}

#[test]
fn chess_is_evaluated_by_differences() {
    check::<Chess, u64, 12>(32, chess_sets);
    check::<Chess, u64, 12>(128, chess_sets);
}

/// The same position with sides exchanged has the same evaluation.
#[test]
fn evaluation_is_symmetric() {
    let features = Draughts::<International>::features(());
    let net = Net::read(&Numbers::random(features, 32, 9).file(), &features).expect("a good network");
    let mut evaluator = Evaluator::new(Arc::new(net));
    let [white, black] = ["W:W28,32,38,K46:B12,13,18,K5", "B:B23,19,13,K5:W39,38,33,K46"]
        .map(|fen| Draughts::<International>::from_fen(fen).expect(fen))
        .map(|position| evaluator.evaluate(&draughts_sets(&position), position.turn()));
    assert_eq!(white, black);
}

/// The contribution of a piece is what the evaluation for White changes without it.
#[test]
fn contributions_are_differences() {
    let features = Draughts::<International>::features(());
    let net =
        Arc::new(Net::read(&Numbers::random(features, 16, 4).file(), &features).expect("a good network"));
    let mut evaluate = |fen: &str| {
        let position = Draughts::<International>::from_fen(fen).expect(fen);
        let own = Evaluator::new(Arc::clone(&net)).evaluate(&draughts_sets(&position), position.turn());
        if position.turn() == Color::White { own } else { -own }
    };
    let all = "B:W28,K46:B12,13";
    let without = ["B:WK46:B12,13", "B:W28:B12,13", "B:W28,K46:B13", "B:W28,K46:B12"].map(&mut evaluate);
    let with = evaluate(all);
    let position = Draughts::<International>::from_fen(all).expect(all);
    let mut found =
        Evaluator::new(Arc::clone(&net)).contributions(&draughts_sets(&position), position.turn());
    // White man, white king, black men by square.
    let values: Vec<_> = found.drain(..).map(|(_, value)| value).collect();
    assert_eq!(values, without.map(|without| with - without));
}
