//! Runs the programs in `examples/` and compares what they print with the files beside them.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs an example: `NAME.in` is its input where there is one, `NAME.out` must be its output.
fn check(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let input = File::open(folder.join(name).with_extension("in")).map_or(Stdio::null(), Stdio::from);
    let expected =
        fs::read_to_string(folder.join(name).with_extension("out")).expect("a file with the output");
    let output = Command::new(program(name)).stdin(input).output();
    let output = output.expect("`cargo test` without `--test` builds the examples first");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{name}");
}

/// Where cargo puts an example: `examples/` beside the folder `deps/` of this test.
fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a path");
    let profile = test.parent().and_then(Path::parent).expect("a folder of this profile");
    profile.join("examples").join(name).with_extension(std::env::consts::EXE_EXTENSION)
}

#[test]
#[cfg(feature = "engine")]
fn best_move() {
    check("best_move");
}

#[test]
#[cfg(feature = "games")]
fn chat_game() {
    check("chat_game");
}

#[test]
#[cfg(feature = "draughts")]
fn own_board() {
    check("own_board");
}

#[test]
#[cfg(feature = "draughts")]
fn own_variant() {
    check("own_variant");
}

#[test]
#[cfg(feature = "chess")]
fn pgn_statistics() {
    check("pgn_statistics");
}
