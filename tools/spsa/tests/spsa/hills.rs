//! The method on functions whose top is known, and its file.

use damier_spsa::{Spsa, SpsaError, SpsaSettings, TunedNumber, TuningFile};

fn numbers() -> Vec<TunedNumber> {
    ["one=10:0:100", "two=90:0:100", "three=0:-50:50"]
        .iter()
        .map(|text| text.parse().expect("a number"))
        .collect()
}

/// Games with an Elo that falls with the square of the distance from (70, 30, 20): each candidate wins with the
/// probability that the difference gives, and half of the games are drawn.
fn game(plus: &[i64], minus: &[i64], iteration: u64) -> f64 {
    let top = [70.0, 30.0, 20.0];
    let elo = |values: &[i64]| -> f64 {
        values.iter().zip(top).map(|(&value, top)| -(value as f64 - top).powi(2) / 20.0).sum()
    };
    let expected = 1.0 / (1.0 + 10.0_f64.powf((elo(minus) - elo(plus)) / 400.0));
    let mut state = iteration.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xd134_2543_de82_ef95;
    let mut unit = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut points = 0.0;
    for _ in 0..2 {
        points += match unit() {
            roll if roll < expected - 0.25 => 1.0,
            roll if roll < expected + 0.25 => 0.0,
            _ => -1.0,
        };
    }
    points
}

fn climb(spsa: &mut Spsa, until: u64) {
    while spsa.iteration() < until {
        let Some([plus, minus]) = spsa.candidates() else { break };
        let difference = game(&plus, &minus, spsa.iteration());
        spsa.update(difference);
    }
}

const SETTINGS: SpsaSettings = SpsaSettings { iterations: 20_000, rate: 8.0, seed: 3 };

#[test]
fn noisy_games_lead_to_the_top() {
    let mut spsa = Spsa::new(numbers(), SETTINGS).expect("a run");
    climb(&mut spsa, u64::MAX);
    assert_eq!(spsa.candidates(), None);
    for (value, top) in spsa.values().iter().zip([70.0, 30.0, 20.0]) {
        assert!((value - top).abs() < 8.0, "{:?}", spsa.values());
    }
    let history = spsa.history();
    assert!(history.len() <= 1_001 && history.len() > 400);
    assert_eq!(history.last().map(|step| step.iteration), Some(20_000));
}

/// A run that is killed and goes on gives the same numbers as one that is not.
#[test]
fn a_run_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tune.json");
    let file = TuningFile::new(&path, "a setup");
    let settings = SpsaSettings { iterations: 300, ..SETTINGS };
    let mut whole = Spsa::new(numbers(), settings).expect("a run");
    climb(&mut whole, u64::MAX);

    let mut first = Spsa::new(numbers(), settings).expect("a run");
    file.create(&first).expect("no file yet");
    climb(&mut first, 117);
    file.store(&first).expect("room for a file");
    drop(first);

    let begun = Spsa::new(numbers(), settings).expect("a run");
    let error = file.create(&begun).expect_err("nothing is overwritten");
    assert!(matches!(error, SpsaError::Exists { iterations: 117, same: true, .. }), "{error}");
    let mut second = file.resume(begun).expect("the same run");
    assert_eq!(second.iteration(), 117);
    climb(&mut second, u64::MAX);
    assert_eq!(second.values(), whole.values());
    assert!(second == whole, "the way is the same too");

    let other = Spsa::new(numbers(), SpsaSettings { seed: 9, ..settings }).expect("a run");
    assert!(matches!(file.resume(other), Err(SpsaError::Another { .. })));
    let same = Spsa::new(numbers(), settings).expect("a run");
    let elsewhere = TuningFile::new(&path, "another setup");
    assert!(matches!(elsewhere.resume(same.clone()), Err(SpsaError::Another { .. })));
    std::fs::write(&path, "{").expect("our own file");
    assert!(matches!(file.resume(same), Err(SpsaError::Damaged { .. })));
}

#[test]
fn candidates_stay_inside_and_differ() {
    let number: TunedNumber = "x=0:0:3:1".parse().expect("a number");
    let mut spsa =
        Spsa::new(vec![number], SpsaSettings { iterations: 200, rate: 1.0, seed: 5 }).expect("a run");
    let mut seen = [false; 4];
    while let Some([plus, minus]) = spsa.candidates() {
        for value in [plus[0], minus[0]] {
            assert!((0..=3).contains(&value), "{value}");
            seen[value as usize] = true;
        }
        spsa.update((plus[0] - minus[0]).signum() as f64);
    }
    assert_eq!(seen, [true; 4]);
    assert_eq!(spsa.rounded(), [3]);
}

/// The whole way of a number that always wins by one point is its rate, in ranges.
#[test]
fn the_rate_is_the_length_of_the_way() {
    let number: TunedNumber = "x=0:0:1000000:1".parse().expect("a number");
    for iterations in [1, 10, 1_000] {
        let settings = SpsaSettings { iterations, rate: 0.5, seed: 1 };
        let mut spsa = Spsa::new(vec![number.clone()], settings).expect("a run");
        while let Some([plus, minus]) = spsa.candidates() {
            spsa.update(if plus[0] > minus[0] { 1.0 } else { -1.0 });
        }
        let way = spsa.values()[0] / 1e6;
        assert!((way - 0.5).abs() < 0.01, "{iterations}: {way}");
    }
}

#[test]
fn bad_numbers_are_refused() {
    for text in [
        "x",
        "x=1",
        "x=1:2",
        "x=1:2:y",
        "x=1:0:9:z",
        "x=1:0:9:1:1",
        "=1:0:9",
        "x=10:0:9",
        "x=1:9:0",
        "x=1:0:9:0",
        "x=nan:0:9",
    ] {
        let error = text.parse::<TunedNumber>().expect_err(text);
        assert!(matches!(error, SpsaError::BadNumber { .. } | SpsaError::BadLimits { .. }), "{error}");
    }
    let spaced: TunedNumber = "Skill Level=5:0:20".parse().expect("a name with a space");
    assert_eq!((spaced.name.as_str(), spaced.step), ("Skill Level", 1.0));
    let new = |numbers, settings| Spsa::new(numbers, settings);
    assert!(matches!(new(Vec::new(), SETTINGS), Err(SpsaError::NoNumbers)));
    let twice = [numbers(), numbers()].concat();
    assert!(matches!(new(twice, SETTINGS), Err(SpsaError::SameName { .. })));
    let none = SpsaSettings { iterations: 0, ..SETTINGS };
    assert!(matches!(new(numbers(), none), Err(SpsaError::BadIterations { found: 0 })));
    let standing = SpsaSettings { rate: 0.0, ..SETTINGS };
    assert!(matches!(new(numbers(), standing), Err(SpsaError::BadSetting { field: "rate", .. })));
}
