//! Any bytes are read as games or refused; what is read is written so that it is read and written the same. Playing
//! the games through finds the same games, faults and repairs as reading trees, and as keeping texts first.
#![no_main]

use boardgame::RecordNotation;
use chess::Chess;
use draughts::Draughts;
use draughts::variants::{International, Russian};
use libfuzzer_sys::fuzz_target;
use record::{
    Fault, ReadOptions, RepairKind, ResultStyle, WriteOptions, read_games, read_raw_games, replay_games,
};

fn rewrite<P: RecordNotation<Rules = ()>>(
    text: &[u8],
    reading: ReadOptions,
    writing: &WriteOptions,
) -> String {
    let games = read_games::<P, _>(text, reading).flatten();
    let mut out = Vec::new();
    for game in games {
        writing.write(&game.tree, &mut out).expect("no set-ups in PGN");
    }
    String::from_utf8(out).expect("text")
}

/// Repairs of what is kept, right or wrong.
fn is_kept(kind: &RepairKind) -> bool {
    use RepairKind::{CommandText, SmallTagName, WrongTag};
    matches!(kind, WrongTag { .. } | SmallTagName { .. } | CommandText { .. })
}

/// Texts are kept token by token, with places; trees and replays take the short way where they can.
fn check_ways<P: RecordNotation<Rules = ()>>(text: &[u8], reading: ReadOptions) {
    let mut replays = replay_games::<P, _>(text, reading);
    let mut texts = read_raw_games(text, reading);
    for tree in read_games::<P, _>(text, reading) {
        let replay = replays.next().expect("as many games");
        let resolved = texts.next().expect("as many games").map(|game| game.resolve::<P>());
        match (tree, replay) {
            (Ok(mut tree), Ok(replay)) => {
                // Replays do not look at commands.
                tree.repairs.retain(|repair| !matches!(repair.kind, RepairKind::CommandText { .. }));
                assert_eq!(tree.tree.plies() as u64, replay.plies);
                assert_eq!(tree.tree.position(tree.tree.end()), replay.position);
                assert_eq!(tree.tree.result(), replay.result);
                assert_eq!(tree.repairs, replay.repairs);
                let resolved = resolved.expect("the same game").expect("the same moves");
                assert_eq!(tree.tree.plies(), resolved.tree.plies());
            }
            (Err(broken), Err(error)) => {
                assert_eq!(broken.error, error);
                let is_refused = resolved.map_or(true, |resolved| resolved.is_err());
                assert!(is_refused, "{error}");
            }
            (tree, replay) => panic!("{tree:?}, {replay:?}"),
        }
    }
    assert!(replays.next().is_none() && texts.next().is_none());
}

fn check<P: RecordNotation<Rules = ()>>(text: &[u8], reading: ReadOptions, writing: &WriteOptions) {
    check_ways::<P>(text, reading);
    let once = rewrite::<P>(text, reading, writing);
    assert_eq!(rewrite::<P>(once.as_bytes(), reading, writing), once);
    for game in read_games::<P, _>(once.as_bytes(), reading.exact_moves()) {
        let mut repairs = game.unwrap_or_else(|error| panic!("{error} in {once}")).repairs;
        repairs.retain(|repair| !is_kept(&repair.kind));
        assert_eq!(repairs, [], "{once}");
    }
    for game in read_games::<P, _>(once.as_bytes(), reading.strict().exact_moves()) {
        match game.map_err(|broken| broken.error.fault) {
            Ok(_) | Err(Fault::WrongTag { .. } | Fault::BadTag { .. }) => {}
            Err(Fault::NotTolerated(kind)) if is_kept(&kind) => {}
            Err(fault) => panic!("{fault} in {once}"),
        }
    }
}

// The first byte chooses the game.
fuzz_target!(|data: &[u8]| {
    let Some((first, text)) = data.split_first() else { return };
    let pdn = |style| (ReadOptions::pdn().results(style), WriteOptions::pdn(style));
    let ((two, twos), (one, ones)) = (pdn(ResultStyle::Two), pdn(ResultStyle::One));
    match first % 3 {
        0 => check::<Chess>(text, ReadOptions::pgn(), &WriteOptions::pgn()),
        1 => check::<Draughts<International>>(text, two, &twos),
        _ => check::<Draughts<Russian>>(text, one, &ones),
    }
});
