//! `damier show`, completions and manual pages as scripts see them.

use std::process::Command;

use crate::common::{Folder, complaint_about, damier, output_of};
use serde_json::Value;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn pictures_go_to_files_by_their_ending() {
    let folder = Folder::new("pictures");
    let (svg, png) = (folder.path("board.svg"), folder.path("board.PNG"));
    assert_eq!(output_of(&["show", "--game", "chess", KIWIPETE, "--legal", "--output", &svg]), "");
    let text = std::fs::read_to_string(svg).expect("a picture");
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
    assert!(text.contains("<title>Chess</title>") && text.contains("White: king on e1; queen on f3;"));
    assert_eq!(output_of(&["show", "--game", "canadian", "--size", "80", "--output", &png]), "");
    let bytes = std::fs::read(png).expect("a picture");
    assert!(bytes.starts_with(b"\x89PNG") && bytes[16..20] == 80_u32.to_be_bytes());
}

#[test]
fn pictures_go_through_pipes() {
    let output = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["show", "--game", "russian", "--format", "png"])
        .output()
        .expect("the program runs");
    assert!(output.status.success() && output.stdout.starts_with(b"\x89PNG"));
}

#[test]
fn colors_are_for_terminals() {
    let run = |name: &str, value: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        command.args(["show", "--game", "chess"]).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        let output = command.env(name, value).output().expect("the program runs");
        String::from_utf8(output.stdout).expect("text")
    };
    assert!(!run("CLICOLOR", "1").contains('\x1b'));
    assert!(run("CLICOLOR_FORCE", "1").contains('\x1b'));
    assert!(!run("NO_COLOR", "1").contains('\x1b'));
}

/// Without a UTF-8 locale boards have letters, unless glyphs are asked for.
#[test]
fn the_locale_tells_the_characters() {
    let run = |locale: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        command.args(["show", "--game", "chess"]).args(more).env("LC_ALL", locale);
        String::from_utf8(command.output().expect("the program runs").stdout).expect("text")
    };
    assert!(run("C.UTF-8", &[]).contains('♔') && run("C", &[]).is_ascii());
    assert!(run("C", &["--format", "unicode"]).contains('♔'));
    assert!(run("C.UTF-8", &["--format", "ascii"]).is_ascii());
    assert_eq!(run("C", &[]), run("C.UTF-8", &["--format", "ascii"]));
}

#[test]
fn json_holds_the_board() {
    let text = output_of(&["show", "--game", "international", "--moves", "32-28", "--mark", "28", "--json"]);
    let board: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(board["squares"].as_array().map(Vec::len), Some(50));
    assert_eq!(board["squares"][27]["name"], "28");
    assert_eq!(board["squares"][27]["piece"]["color"], "white");
    assert_eq!((&board["last_move"][0], &board["last_move"][1]), (&"32".into(), &"28".into()));
    assert_eq!(board["marks"][0], "28");
}

#[test]
fn a_name_and_a_format_that_differ_are_refused() {
    let folder = Folder::new("contradictions");
    let svg = folder.path("board.svg");
    let complaint = complaint_about(&["show", "--game", "chess", "--format", "png", "--output", &svg]);
    assert_eq!(complaint, format!("{svg} does not end with .png, which --format needs: change one of them"));
    assert!(!std::path::Path::new(&svg).exists());
    // Other endings say nothing, and letters are a text too.
    assert_eq!(
        output_of(&["show", "--game", "chess", "--format", "png", "--output", &folder.path("picture")]),
        ""
    );
    assert_eq!(
        output_of(&["show", "--game", "chess", "--format", "ascii", "--output", &folder.path("board.txt")]),
        ""
    );
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let complaint = complaint_about(&["show", "--game", "chess", "--output", "/no/such/folder/board.svg"]);
    assert!(complaint.starts_with("cannot write /no/such/folder/board.svg: "), "{complaint}");
}

#[cfg(unix)]
#[test]
fn a_picture_is_complete_or_absent() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::new("complete");
    // What a killed process left behind goes away.
    std::fs::write(folder.path(".board.svg.4000000000-0.partial"), "half").expect("a file");
    symlink("board.svg", folder.path("link.svg")).expect("a link");
    output_of(&["show", "chess", "--output", &folder.path("link.svg")]);
    assert_eq!(folder.names(), ["board.svg", "link.svg"]);
    assert!(std::fs::symlink_metadata(folder.path("link.svg")).expect("a link").is_symlink());
    let before = std::fs::read(folder.path("board.svg")).expect("a picture");
    output_of(&["show", "russian", "--output", &folder.path("link.svg")]);
    assert_ne!(std::fs::read(folder.path("board.svg")).expect("a picture"), before);
    assert!(
        complaint_about(&["show", "chess", "--size", "1", "--output", &folder.path("small.svg")])
            .starts_with("--size: width of 1 pixels, expected ")
    );
    let complaint = complaint_about(&["show", "chess", "--format", "svg", "--output", &folder.path("")]);
    assert!(
        complaint.starts_with("cannot write ") && complaint.ends_with("Is a directory (os error 21)"),
        "{complaint}"
    );
    assert_eq!(folder.names(), ["board.svg", "link.svg"]);
    // Who may write everywhere cannot test this.
    let locked = folder.path("locked");
    std::fs::create_dir(&locked).expect("a folder");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o555)).expect("our own folder");
    let probe = folder.path("locked/probe");
    if std::fs::write(&probe, "").is_err() {
        let complaint = complaint_about(&["show", "chess", "--output", &folder.path("locked/board.svg")]);
        assert!(complaint.ends_with("locked/board.svg: Permission denied (os error 13)"), "{complaint}");
    }
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o755)).expect("our own folder");
}

#[test]
fn shells_complete_commands_and_games() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = output_of(&["completions", shell]);
        assert!(script.contains("perft") && script.contains("details"), "{shell}");
    }
    // The others look for values while the program runs.
    for shell in ["bash", "zsh", "fish"] {
        assert!(output_of(&["completions", shell]).contains("brazilian-cbd"), "{shell}");
    }
    assert!(complaint_about(&["completions", "cmd"]).contains("bash"));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new("man");
    output_of(&["man", "--output", &folder.path("man1")]);
    let help = output_of(&["--help"]);
    for command in ["show", "moves", "perft", "games", "rules", "completions", "man"] {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        let page = std::fs::read_to_string(folder.path(&format!("man1/damier-{command}.1"))).expect("a page");
        assert!(page.contains(".SH NAME") && page.contains("Examples:"), "{command}");
        assert!(output_of(&["man", command]).contains(&format!("damier\\-{command}")), "{command}");
    }
    assert!(complaint_about(&["man", "nothing"]).starts_with("unknown command \"nothing\""));
    let blocked = folder.path("file");
    std::fs::write(&blocked, "").expect("room for a file");
    assert!(complaint_about(&["man", "--output", &blocked]).starts_with("cannot write manual pages to "));
}

/// What is wrong with the position is said in the same line by every command.
#[test]
fn commands_agree_on_what_is_wrong() {
    let fen = "4k3/8/8/8/8/8/8/P3K3 w - - 0 1";
    let complaints = [
        complaint_about(&["moves", "--game", "chess", fen]),
        complaint_about(&["show", "--game", "chess", fen]),
        complaint_about(&["perft", "--game", "chess", fen, "--depth", "1"]),
        complaint_about(&["perft", "--game", "chess", fen, "--depth", "1", "--details"]),
    ];
    assert!(complaints.iter().all(|complaint| *complaint == complaints[0]), "{complaints:?}");
    assert_eq!(
        damier(&["show", "--game", "frisian", crate::common::THIRTY_TWO_KINGS, "--lenient", "--legal"]).code,
        Some(2)
    );
    assert_eq!(
        damier(&["show", "--game", "frisian", crate::common::THIRTY_TWO_KINGS, "--lenient"]).code,
        Some(0)
    );
}
