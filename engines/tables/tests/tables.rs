//! Tables against a slow solver that shares nothing with them but the rules, and files that are damaged or unfinished.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use boardgame::{Color, Notation, PositionExt, Reading};
use catalog::draughts::{AnyDraughts, AnyVariant, Bitboard};
use catalog::{GameId, PositionText};
use damier_tables::{
    BuildOptions, LookUp, Material, Metric, ProofOptions, StopFlag, TableError, Tables, Value, ValueCounts,
    build, count, file_of, games_in, prove, verify,
};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

fn built(game: GameId, pieces: usize, threads: usize) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    build_in(folder.path(), game, pieces, threads);
    folder
}

fn build_in(folder: &Path, game: GameId, pieces: usize, threads: usize) -> usize {
    let options = BuildOptions { pieces, with_distances: true, threads, memory: 1_000 };
    let mut solved = 0;
    let mut count = |step: &damier_tables::BuildProgress| solved += usize::from(!step.was_present);
    build(game, folder, &options, &StopFlag::default(), &mut count).unwrap();
    solved
}

fn draughts() -> impl Iterator<Item = (GameId, AnyVariant)> {
    GameId::ALL.iter().filter_map(|&game| Some((game, game.variant()?)))
}

type Pieces = ([u128; 2], u128, Color);

fn pieces_of(position: &AnyDraughts) -> Pieces {
    (Color::ALL.map(|color| position.pieces(color).word()), position.kings().word(), position.turn())
}

/// All positions with up to this many pieces, at least one of each color.
fn all_positions(variant: AnyVariant, most: usize) -> Vec<AnyDraughts> {
    let board = variant.rules().board;
    let squares: Vec<u128> = (0..128).map(|bit| 1 << bit).filter(|bit| board.mask() & bit != 0).collect();
    let mut layers = vec![([0u128; 2], 0u128, 0usize)];
    let mut all = Vec::new();
    for _ in 0..most {
        let mut next = Vec::new();
        for &(pieces, kings, first) in &layers {
            for (place, &bit) in squares.iter().enumerate().skip(first) {
                for color in Color::ALL {
                    let mut with = pieces;
                    with[color as usize] |= bit;
                    next.push((with, kings | bit, place + 1));
                    if board.last_row(color) & bit == 0 {
                        next.push((with, kings, place + 1));
                    }
                }
            }
        }
        for &(pieces, kings, _) in next.iter().filter(|(pieces, _, _)| pieces.iter().all(|&set| set != 0)) {
            for turn in Color::ALL {
                let pieces = pieces.map(Bitboard::from_word);
                all.push(AnyDraughts::of_pieces(variant, pieces, Bitboard::from_word(kings), turn));
            }
        }
        layers = next;
    }
    all
}

/// Solves positions by looking at all of them until nothing changes.
fn solve_slowly(positions: &[AnyDraughts]) -> Vec<Value> {
    let number: HashMap<Pieces, usize> =
        positions.iter().enumerate().map(|(number, position)| (pieces_of(position), number)).collect();
    let result = |position: &AnyDraughts| {
        position.outcome().map(|(outcome, _)| Value::of_outcome(outcome, position.turn()))
    };
    let mut values: Vec<Option<Value>> = positions.iter().map(result).collect();
    let next: Vec<Vec<Result<usize, Value>>> = positions
        .iter()
        .zip(&values)
        .map(|(position, value)| {
            let moves = if value.is_some() { Vec::new() } else { position.legal_moves().to_vec() };
            let after = moves.into_iter().map(|mv| position.after(mv));
            after
                .map(|after| {
                    number
                        .get(&pieces_of(&after))
                        .copied()
                        .ok_or_else(|| result(&after).expect("one side is gone"))
                })
                .collect()
        })
        .collect();
    loop {
        let mut has_changed = false;
        for number in 0..positions.len() {
            if values[number].is_some() {
                continue;
            }
            let after = next[number].iter().map(|&next| next.map_or_else(Some, |next| values[next]));
            let value = if after.clone().any(|value| value == Some(Value::Loss)) {
                Some(Value::Win)
            } else if after.clone().all(|value| value == Some(Value::Win)) {
                Some(Value::Loss)
            } else {
                None
            };
            has_changed |= value.is_some();
            values[number] = value;
        }
        if !has_changed {
            return values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect();
        }
    }
}

fn compare(game: GameId, variant: AnyVariant, pieces: usize) -> ValueCounts {
    let folder = built(game, pieces, 0);
    verify(game, folder.path(), &StopFlag::default(), &mut |_| ()).unwrap();
    let tables = Tables::open(game, folder.path()).unwrap();
    assert!(tables.pieces() >= pieces, "{game:?}");
    let positions = all_positions(variant, pieces);
    let mut counts = ValueCounts::default();
    for (position, expected) in positions.iter().zip(solve_slowly(&positions)) {
        assert_eq!(tables.probe(position), Some(expected), "{game:?} {position:?}");
        counts.add(expected);
    }
    counts
}

#[test]
fn two_pieces_in_every_game() {
    for (game, variant) in draughts() {
        compare(game, variant, 2);
    }
}

/// Chinook counts 6,972 positions with two pieces and 261,224 with three, without the side to move: those with pieces of one
/// color only are not in the tables.
#[test]
fn three_pieces_in_english_draughts() {
    let counts = compare(GameId::English, GameId::English.variant().unwrap(), 3);
    let one_color = |pieces: u64| -> u64 {
        let choose = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
        2 * (0..=pieces).map(|men| choose(28, men) * choose(32 - men, pieces - men)).sum::<u64>()
    };
    assert_eq!(counts.total(), 2 * (6_972 - one_color(2) + 261_224 - one_color(3)));
}

/// Ed Trice's perfect play database of a king against a king, white to move, and its longest win: damforum.nl, "Endgame
/// databases" of his checkers program, topic 2603.
#[test]
fn a_king_against_a_king_in_english_draughts() {
    let folder = built(GameId::English, 2, 1);
    let mut reports = Vec::new();
    count(GameId::English, folder.path(), &StopFlag::default(), &mut |slice| reports.push(slice.clone()))
        .unwrap();
    let kings = reports.iter().find(|slice| slice.material.to_string() == "K-K").unwrap();
    assert_eq!(kings.counts, ValueCounts { wins: 230, draws: 654, losses: 108 });
    assert_eq!((kings.counts.total() - kings.stored, kings.longest), (72, Some(11)));
}

#[test]
fn three_pieces_in_a_losing_game() {
    let counts = compare(GameId::Poddavki, GameId::Poddavki.variant().unwrap(), 3);
    assert!(counts.wins > 0 && counts.losses > 0 && counts.draws > 0);
}

#[test]
fn known_endings() {
    let cases = [
        // Petrov's triangle: three kings win unless the lone king holds the main road.
        (GameId::Russian, "W:WKc1,Kd2,Kc3:BKh4", Value::Win),
        (GameId::Russian, "W:WKc1,Kd2,Kb4:BKa1", Value::Draw),
        // Two kings draw against one in Russian draughts, and win in English draughts.
        (GameId::Russian, "W:WKc1,Ke1:BKh8", Value::Draw),
        (GameId::English, "W:WK32,K31:BK14", Value::Win),
        // First king wins.
        (GameId::Breakthrough, "W:W6:B45", Value::Win),
    ];
    let mut folders: HashMap<&str, TempDir> = HashMap::new();
    for (game, fen, expected) in cases {
        let folder = folders
            .entry(game.name())
            .or_insert_with(|| built(game, if game == GameId::Russian { 4 } else { 3 }, 0));
        let tables = Tables::open(game, folder.path()).unwrap();
        let position = AnyDraughts::read_fen(game.variant().unwrap(), fen, Reading::Strict).unwrap();
        assert_eq!(tables.probe(&position), Some(expected), "{game:?} {fen}");
    }
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn files_are_the_same_on_every_machine_and_after_every_interruption() {
    let one = built(GameId::Russian, 3, 1);
    let two = built(GameId::Russian, 3, 2);
    let folder = one.path().join("russian");
    let expected = files(&folder);
    assert_eq!(expected, files(&two.path().join("russian")));

    // As after a kill: some files are missing, one is unfinished.
    let missing: Material = "KM-K".parse().unwrap();
    for metric in [Metric::Wdl, Metric::Dtc] {
        fs::remove_file(file_of(&folder, missing, metric)).unwrap();
    }
    fs::write(folder.join(".partial-x"), "half").unwrap();
    assert_eq!(build_in(one.path(), GameId::Russian, 3, 1), 1);
    assert_eq!(files(&folder), expected);
}

#[test]
fn every_changed_byte_is_found() {
    let folder = built(GameId::Italian, 2, 1);
    let mut random = fastrand::Rng::with_seed(7);
    for (name, bytes) in files(&folder.path().join("italian")) {
        let path = folder.path().join("italian").join(&name);
        for _ in 0..40 {
            let mut changed = bytes.clone();
            changed[random.usize(..bytes.len())] ^= 1 << random.u8(..8);
            fs::write(&path, &changed).unwrap();
            let verified = verify(GameId::Italian, folder.path(), &StopFlag::default(), &mut |_| ());
            assert!(verified.is_err(), "{name}");
        }
        fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        assert!(matches!(Tables::open(GameId::Italian, folder.path()), Err(TableError::Broken { .. })));
        fs::write(&path, &bytes).unwrap();
    }
    verify(GameId::Italian, folder.path(), &StopFlag::default(), &mut |_| ()).unwrap();
}

/// A damaged file is built again, and the build says what was wrong; what is no table, or of a newer version, stays.
#[test]
fn a_build_replaces_damaged_files_of_its_own() {
    let folder = built(GameId::Italian, 2, 1);
    let path = folder.path().join("italian").join("K-M.wdl");
    let sound = fs::read(&path).unwrap();
    let attempt = || {
        let options = BuildOptions { pieces: 2, with_distances: true, threads: 1, memory: 100 };
        let mut damage = Vec::new();
        let mut note = |step: &damier_tables::BuildProgress| damage.extend(step.damage.clone());
        build(GameId::Italian, folder.path(), &options, &StopFlag::default(), &mut note).map(|()| damage)
    };
    let mut flipped = sound.clone();
    flipped[sound.len() - 40] ^= 1;
    let mut older = sound.clone();
    older[8] = 0;
    let mut other_rules = sound.clone();
    other_rules[16] ^= 1;
    for (bytes, expected) in [
        (&flipped[..], "has a wrong checksum: build it again"),
        (&sound[..100], "has the wrong size: build it again"),
        (&[], "is shorter than a header: build it again"),
        (&older[..], "was built by an older version: build it again"),
        (&other_rules[..], "was built for other rules: build it again"),
    ] {
        fs::write(&path, bytes).unwrap();
        assert_eq!(attempt().unwrap(), [format!("{} {expected}", path.display())]);
        assert_eq!(fs::read(&path).unwrap(), sound, "{expected}");
    }
    let mut newer = sound.clone();
    newer[8] = 2;
    for (bytes, expected) in [
        (&b"a letter"[..], "is not a table: move it away"),
        (&newer[..], "was built by a newer version: use that version or another folder"),
    ] {
        fs::write(&path, bytes).unwrap();
        let error = attempt().unwrap_err();
        assert!(matches!(error, TableError::Foreign { .. }), "{error}");
        assert_eq!(error.to_string(), format!("{} {expected}", path.display()));
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

/// Distances of both sides to move are checked with each other; still the damaged file is named.
#[test]
fn the_damaged_file_is_named() {
    let folder = built(GameId::Italian, 2, 1);
    for (name, mut bytes) in files(&folder.path().join("italian")) {
        let path = folder.path().join("italian").join(&name);
        let sound = bytes.clone();
        // The last byte of the data before its padding.
        let last = bytes.len() - 37;
        bytes[last] ^= 0x80;
        fs::write(&path, &bytes).unwrap();
        let verified = verify(GameId::Italian, folder.path(), &StopFlag::default(), &mut |_| ());
        let Err(TableError::Broken { path: found, .. }) = verified else { panic!("{name}: {verified:?}") };
        assert_eq!(found, path);
        fs::write(&path, sound).unwrap();
    }
}

/// A file whose checksum is right, but that holds more or fewer positions than its material has.
#[test]
fn a_file_of_another_length_is_refused() {
    let folder = built(GameId::Italian, 2, 1);
    for name in ["K-M.wdl", "K-M.dtc"] {
        let path = folder.path().join("italian").join(name);
        let sound = fs::read(&path).unwrap();
        for positions in [1u64, 500, 2_000] {
            let mut bytes = sound.clone();
            bytes[24..32].copy_from_slice(&positions.to_le_bytes());
            let end = bytes.len() - 32;
            let checksum = Sha256::digest(&bytes[..end]);
            bytes[end..].copy_from_slice(&checksum);
            fs::write(&path, &bytes).unwrap();
            let error = Tables::open(GameId::Italian, folder.path()).unwrap_err().to_string();
            assert_eq!(error, format!("{} has impossible sizes: build it again", path.display()));
        }
        fs::write(&path, &sound).unwrap();
    }
}

#[test]
fn a_missing_file_is_a_finding() {
    let folder = built(GameId::Italian, 3, 1);
    let files = folder.path().join("italian");
    for missing in ["K-K.wdl", "M-K.wdl", "KK-M.wdl", "KK-M.dtc"] {
        let path = files.join(missing);
        let sound = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let verified = verify(GameId::Italian, folder.path(), &StopFlag::default(), &mut |_| ());
        let Err(TableError::Missing { path: found, .. }) = verified else {
            panic!("{missing}: {verified:?}")
        };
        assert_eq!(found, path);
        fs::write(&path, sound).unwrap();
    }
    // As after a kill: what is there is right.
    for last in ["M-MM", "MM-M"] {
        for metric in [Metric::Wdl, Metric::Dtc] {
            fs::remove_file(file_of(&files, last.parse().unwrap(), metric)).unwrap();
        }
    }
    assert_eq!(Tables::open(GameId::Italian, folder.path()).unwrap().pieces(), 2);
    verify(GameId::Italian, folder.path(), &StopFlag::default(), &mut |_| ()).unwrap();
}

#[test]
fn a_build_that_cannot_work_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let attempt = |game, pieces, memory| {
        let options = BuildOptions { pieces, with_distances: false, threads: 1, memory };
        build(game, folder.path(), &options, &StopFlag::default(), &mut |_| ()).unwrap_err().to_string()
    };
    assert_eq!(attempt(GameId::Chess, 3, 100), "chess has no tables, expected a draughts game");
    assert_eq!(attempt(GameId::English, 9, 100), "bad number of pieces: found 9, expected 2 to 8");
    assert!(attempt(GameId::English, 6, 10).starts_with("needs "));
    assert_eq!(
        attempt(GameId::Canadian, 7, u64::MAX),
        "7 pieces give up to 734324439420 positions of one material, more than 4294967295: build fewer pieces"
    );
}

#[test]
fn a_stopped_build_keeps_what_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let control = StopFlag::default();
    let options = BuildOptions { pieces: 3, with_distances: false, threads: 1, memory: 100 };
    let stop = control.clone();
    let result = build(GameId::English, folder.path(), &options, &control, &mut |_| stop.stop());
    assert!(matches!(result, Err(TableError::Stopped(_))));
    assert_eq!(files(&folder.path().join("english")).len(), 1);
}

/// Two builds of one game would take away each other's unfinished files.
#[test]
fn a_second_build_of_a_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions { pieces: 2, with_distances: false, threads: 1, memory: 100 };
    let attempt = |game| build(game, folder.path(), &options, &StopFlag::default(), &mut |_| ());
    let mut refusals = Vec::new();
    let mut others = Vec::new();
    build(GameId::English, folder.path(), &options, &StopFlag::default(), &mut |_| {
        refusals.push(attempt(GameId::English).unwrap_err().to_string());
        others.push(attempt(GameId::Italian).is_ok());
    })
    .unwrap();
    let path = folder.path().join("english");
    let expected =
        format!("{}: another build is at work there: wait for it or use another --dir", path.display());
    assert!(refusals.len() == 3 && refusals.iter().all(|refusal| *refusal == expected), "{refusals:?}");
    assert!(others.iter().all(|is_built| *is_built));
}

/// The file that was to be written is named, not the temporary one.
#[test]
fn what_cannot_be_written_is_named_once() {
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions { pieces: 2, with_distances: false, threads: 1, memory: 100 };
    let game = folder.path().join("english");
    let mut take_away = |_: &damier_tables::BuildProgress| fs::remove_dir_all(&game).unwrap();
    let error =
        build(GameId::English, folder.path(), &options, &StopFlag::default(), &mut take_away).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: entity not found", game.join("K-M.wdl").display()));
}

/// Nothing is solved before it is known that it can be written.
#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_refused_at_once() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("english");
    fs::create_dir(&game).unwrap();
    fs::set_permissions(&game, fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(game.join("x"), "").is_ok() {
        // The superuser may write everywhere.
        return;
    }
    let options = BuildOptions { pieces: 2, with_distances: false, threads: 1, memory: 100 };
    let error =
        build(GameId::English, folder.path(), &options, &StopFlag::default(), &mut |_| ()).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: permission denied", game.display()));
}

/// A server may run as another user than the build.
#[cfg(unix)]
#[test]
fn tables_are_files_like_others() {
    use std::os::unix::fs::MetadataExt;
    let folder = built(GameId::English, 2, 1);
    let ordinary = folder.path().join("ordinary");
    fs::write(&ordinary, "").unwrap();
    let table = folder.path().join("english").join("K-K.wdl");
    assert_eq!(fs::metadata(table).unwrap().mode(), fs::metadata(ordinary).unwrap().mode());
}

#[test]
fn positions_can_be_listed() {
    let folder = built(GameId::English, 2, 1);
    let tables = Tables::open(GameId::English, folder.path()).unwrap();
    let mut counts = ValueCounts::default();
    tables.positions("K-M".parse().unwrap()).for_each(|(_, value)| counts.add(value));
    assert_eq!(counts.total(), 28 * 31);
    let folder = folder.path().join("english");
    assert_eq!(
        format!("{tables:?}"),
        format!("Tables {{ game: English, folder: {folder:?}, pieces: 2, .. }}")
    );
}

#[test]
fn random_positions_are_proved_by_search() {
    let options = ProofOptions { positions: 3_000, pieces: 3, nodes: 300, seed: 1 };
    for game in [GameId::English, GameId::Russian, GameId::Italian, GameId::Poddavki] {
        let folder = built(game, 3, 0);
        let tables = Tables::open(game, folder.path()).unwrap();
        let report = prove(&tables, &options, &StopFlag::default()).unwrap();
        assert_eq!(report.counts.total(), 3_000, "{game:?}");
        assert!(report.counts.wins > 0 && report.counts.losses > 0 && report.counts.draws > 0, "{report:?}");
    }
}

/// In Frisian draughts a king against a king is a draw at once: there is nothing to search.
#[test]
fn what_the_rules_decide_is_proved() {
    let folder = built(GameId::Frisian, 2, 1);
    let tables = Tables::open(GameId::Frisian, folder.path()).unwrap();
    let options = ProofOptions { positions: 50, pieces: 2, nodes: 10, seed: 1 };
    let report = prove(&tables, &options, &StopFlag::default()).unwrap();
    assert_eq!(report.counts.total(), 50);
}

#[test]
fn proofs_need_distances_and_find_wrong_values() {
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions { pieces: 2, with_distances: false, threads: 1, memory: 100 };
    build(GameId::English, folder.path(), &options, &StopFlag::default(), &mut |_| ()).unwrap();
    let proof = ProofOptions { positions: 500, pieces: 2, nodes: 100, seed: 1 };
    let attempt = || {
        let tables = Tables::open(GameId::English, folder.path()).unwrap();
        prove(&tables, &proof, &StopFlag::default())
    };
    assert!(matches!(attempt(), Err(TableError::NoDistances { .. })));

    // Wins and losses trade places.
    build_in(folder.path(), GameId::English, 2, 1);
    let files = folder.path().join("english");
    fs::write(files.join("K-K.wdl"), swapped(fs::read(files.join("K-K.wdl")).unwrap())).unwrap();
    assert!(matches!(attempt(), Err(TableError::Refuted { .. })));
}

/// Only what the tables cover is proved, and what cannot be read is said.
#[test]
fn every_position_that_was_asked_for_is_proved() {
    let folder = built(GameId::English, 3, 1);
    let files = folder.path().join("english");
    let options = ProofOptions { positions: 500, pieces: 3, nodes: 100, seed: 1 };
    let attempt =
        || prove(&Tables::open(GameId::English, folder.path()).unwrap(), &options, &StopFlag::default());
    assert_eq!(attempt().unwrap().counts.total(), 500);

    let path = files.join("KK-K.wdl");
    let sound = fs::read(&path).unwrap();
    let mut damaged = sound.clone();
    // The offsets of the blocks come after three symbols and 22 repeats.
    damaged[92..sound.len() - 100].fill(0xff);
    fs::write(&path, damaged).unwrap();
    let error = attempt().unwrap_err();
    assert!(matches!(&error, TableError::Broken { path: found, .. } if *found == path), "{error}");
    fs::write(&path, sound).unwrap();

    for metric in [Metric::Wdl, Metric::Dtc] {
        fs::remove_file(file_of(&files, "MM-M".parse().unwrap(), metric)).unwrap();
    }
    assert_eq!(attempt().unwrap().counts.total(), 500);
}

/// A table whose codes for loss and draw have traded places.
fn swapped(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.swap(64, 65);
    bytes
}

#[test]
fn a_win_is_certain_while_the_draw_rules_leave_time() {
    let folder = built(GameId::Russian, 4, 0);
    let tables = Tables::shared(GameId::Russian, folder.path()).unwrap();
    assert!(std::sync::Arc::ptr_eq(&tables, &Tables::shared(GameId::Russian, folder.path()).unwrap()));
    let certain = |fen: &str| {
        let game = GameId::Russian.game_at(&PositionText::at(fen)).unwrap();
        let found = tables.look_up(&*game).unwrap();
        assert_eq!(found.value, Value::Win, "{fen}");
        assert!(found.distance.is_some_and(|distance| distance > 4), "{found:?}");
        found.is_certain
    };
    assert!(certain("W:WKc1,Kd2,Kc3:BKh4"));
    // Fifteen moves of three kings, fourteen of which are played.
    assert!(!certain("W:WKc1,Kd2,Kc3:BKh4:H28:F40"));
    let draw = tables.look_up_fen("W:WKc1,Kd2,Kb4:BKa1:H28:F40").unwrap();
    assert_eq!(draw, Some(LookUp { value: Value::Draw, distance: None, is_certain: true }));
    assert_eq!(tables.look_up(&*GameId::Russian.start()), None);
    assert_eq!(games_in(folder.path()).unwrap(), [GameId::Russian]);
}

/// The rule takes moves away from a side that has a king and other pieces, so the tables do not speak for it.
#[test]
fn the_frisian_rule_on_moves_of_one_king_is_outside() {
    let folder = built(GameId::Frisian, 3, 0);
    let tables = Tables::open(GameId::Frisian, folder.path()).unwrap();
    for (fen, is_certain) in
        [("W:WK50,32:BK1", false), ("W:W50,32:BK1", false), ("W:WK50,K32:BK1", true), ("W:W32:BK1", true)]
    {
        let found = tables.look_up_fen(fen).unwrap().unwrap();
        assert_eq!(
            found.is_certain || found.value != Value::Draw && is_certain,
            is_certain,
            "{fen} {found:?}"
        );
    }
}
