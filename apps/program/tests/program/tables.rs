//! `damier tables`: build, verify, probe and stats, as a user would.

use std::path::Path;
use std::process::{Command, Output};

fn damier(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.arg("tables").args(arguments).arg("--dir").arg(folder);
    command.output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[test]
fn tables_are_built_verified_and_probed() {
    let folder = tempfile::tempdir().unwrap();
    let built =
        damier(folder.path(), &["build", "english", "--pieces", "3", "--metric", "dtc", "--threads", "1"]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    assert!(text(&built.stdout).contains("100.0 % done"), "{}", text(&built.stdout));

    let again = damier(folder.path(), &["build", "english", "--pieces", "3", "--metric", "dtc"]);
    assert!(!text(&again.stdout).contains("positions built"), "{}", text(&again.stdout));

    let verified = damier(folder.path(), &["verify", "english", "--sample", "300"]);
    let said = text(&verified.stdout);
    assert!(said.contains("follow from their moves; 300 of them also by the rule books"), "{said}");

    let probed = damier(folder.path(), &["probe", "english", "W:WK32,K31:BK14"]);
    assert!(
        text(&probed.stdout).starts_with("win, next capture or promotion in "),
        "{}",
        text(&probed.stdout)
    );
    let probed = damier(folder.path(), &["probe", "english", "W:WK32,K31:BK14", "--json"]);
    assert!(text(&probed.stdout).contains(r#""value":"win""#), "{}", text(&probed.stdout));

    let stats = damier(folder.path(), &["stats", "english"]);
    assert!(text(&stats.stdout).contains("2 pieces: "), "{}", text(&stats.stdout));
}

#[test]
fn what_cannot_work_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["verify", "russian"], "no tables in "),
        (
            &["probe", "chess", "8/8/8/8/8/8/8/K1k5 w - - 0 1"],
            "chess has no tables, expected a draughts game",
        ),
        (&["build", "chess", "--pieces", "3"], "chess has no tables, expected a draughts game"),
        (&["build", "international", "--pieces", "6", "--memory", "100"], "more than the limit of 100 MB"),
        (&["build", "international", "--pieces", "9"], "expected a whole number from 2 to 8"),
    ];
    for (arguments, expected) in cases {
        let output = damier(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.contains(expected) && said.lines().count() == 1, "{arguments:?}: {said}");
    }

    // A changed byte is a finding, and a build mends it.
    assert!(damier(folder.path(), &["build", "russian", "--pieces", "2"]).status.success());
    let file = folder.path().join("russian").join("K-M.wdl");
    let sound = std::fs::read(&file).unwrap();
    let mut bytes = sound.clone();
    let middle = bytes.len() - 40;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let verified = damier(folder.path(), &["verify", "russian"]);
    assert_eq!(verified.status.code(), Some(1));
    let damage = format!("damier: {} has a wrong checksum: build it again\n", file.display());
    assert_eq!(text(&verified.stderr), damage);
    let built = damier(folder.path(), &["build", "russian", "--pieces", "2"]);
    assert_eq!((built.status.code(), text(&built.stderr)), (Some(0), damage));
    assert!(text(&built.stdout).contains("1736 positions built again, "), "{}", text(&built.stdout));
    assert_eq!(std::fs::read(&file).unwrap(), sound);

    // Damage in a header is as much a finding as a wrong checksum, for whoever looks.
    let mut other_rules = sound.clone();
    other_rules[16] ^= 1;
    std::fs::write(&file, other_rules).unwrap();
    for action in ["verify", "prove", "stats"] {
        let refused = damier(folder.path(), &[action, "russian"]);
        let damage = format!("damier: {} was built for other rules: build it again\n", file.display());
        assert_eq!((refused.status.code(), text(&refused.stderr)), (Some(1), damage), "{action}");
    }

    // A file is missing, or is somebody's letter.
    std::fs::remove_file(&file).unwrap();
    let probed = damier(folder.path(), &["probe", "russian", "W:WKa1:BKh8"]);
    let expected = format!(
        "damier: the tables in {} are incomplete; complete them with \"damier tables build russian --pieces 2 --dir {}\"\n",
        folder.path().join("russian").display(),
        folder.path().display()
    );
    assert_eq!((probed.status.code(), text(&probed.stderr)), (Some(2), expected));
    std::fs::write(&file, "Dear reader").unwrap();
    for action in ["build", "verify"] {
        let more: &[&str] = if action == "build" { &["--pieces", "2"] } else { &[] };
        let refused = damier(folder.path(), &[&[action, "russian"], more].concat());
        let expected = format!("damier: {} is not a table: move it away\n", file.display());
        assert_eq!((refused.status.code(), text(&refused.stderr)), (Some(1), expected));
    }
    assert_eq!(std::fs::read(&file).unwrap(), b"Dear reader");
}

/// The program itself needs nearly 10 MB of data, and says that it needs 5 more for these tables.
#[cfg(target_os = "linux")]
#[test]
fn a_build_takes_the_memory_that_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let build = |memory: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -d 20000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_damier")]);
        command.args(["tables", "build", "english", "--pieces", "4", "--threads", "1", "--memory", memory]);
        command.arg("--dir").arg(folder.path()).output().expect("the shell starts")
    };
    let refused = build("4");
    assert!(text(&refused.stderr).starts_with("damier: needs 5 MB of memory, "), "{refused:?}");
    let built = build("5");
    assert!(built.status.success(), "{}", text(&built.stderr));
}

/// A king beside a man: the Frisian rule on moves of one king may decide, which the tables leave out.
#[test]
fn a_value_that_may_be_wrong_is_called_so() {
    let folder = tempfile::tempdir().unwrap();
    assert!(
        damier(folder.path(), &["build", "frisian", "--pieces", "3", "--metric", "dtc"]).status.success()
    );
    let doubt = "; a rule that counts moves may change it\n";
    for (fen, is_doubtful) in [("W:WK50,32:BK1", true), ("W:WK50,K32:BK1", false)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        command.args(["analyse", "frisian", fen, "--depth", "1", "--tables"]).arg(folder.path());
        let said = text(&command.output().expect("the program starts").stdout);
        assert!(said.contains("tables: win, next capture or promotion in "), "{said}");
        assert_eq!(said.contains(doubt), is_doubtful, "{said}");
        let said = text(&damier(folder.path(), &["probe", "frisian", fen]).stdout);
        assert_eq!(said.contains(doubt), is_doubtful, "{said}");
        let said = text(&damier(folder.path(), &["probe", "frisian", fen, "--json"]).stdout);
        assert_eq!(said.contains("\"certain\":false"), is_doubtful, "{said}");
    }

    // Wins come first, the quickest before the others.
    let said = text(&damier(folder.path(), &["probe", "frisian", "W:WK50,32:BK1"]).stdout);
    let moves = said.lines().skip(1).filter(|line| line.contains("win"));
    let plies: Vec<u32> =
        moves.filter_map(|line| line.split_whitespace().rev().nth(1)?.parse().ok()).collect();
    assert_eq!(plies, [30, 32, 34, 36, 38, 38, 38, 38], "{said}");
    assert!(said.ends_with("loss, next capture or promotion in 1 ply\n"), "{said}");
}
