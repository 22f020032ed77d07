//! Examples that people read, run and compared: the blocks marked `console` of the README, of `docs/` and of the
//! files in `examples/`, and the picture of the README. A new command adds a file there. `TRYCMD=overwrite` writes what
//! the program says now.

use crate::common::output_of;

#[test]
fn examples_say_what_the_program_says() {
    let cases = trycmd::TestCases::new();
    cases
        .env("LC_ALL", "C.UTF-8")
        .case("../../README.md")
        .case("../../docs/*.md")
        .case("tests/examples/*.md");
}

/// `docs/cli.md` has the same command.
#[test]
fn the_picture_of_the_readme_is_what_the_program_draws() {
    let position = "W:W32,36,38,40,42,43,45,48:B2,3,6,8,15,16,19,27,28";
    let drawn =
        output_of(&["show", "international", position, "--legal", "--size", "360", "--format", "svg"]);
    assert!(
        drawn == include_str!("../../../../docs/board.svg"),
        "draw docs/board.svg again, as docs/cli.md says"
    );
}
